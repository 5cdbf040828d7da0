"""What is on now."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Membership, User
from tournaments.services import players, rounds, tournaments

pytestmark = pytest.mark.django_db


def test_it_shows_clubs_and_what_is_being_played(visitor: Client, owner: User, club: Club) -> None:
    assert "No tournament is open." in sound(visitor.get("/"))
    night = factories.entered(owner, club, 4)
    factories.tournament(owner, club, draft=True, name="December plans")
    factories.draw(owner, night)
    html = sound(visitor.get("/"))
    assert f'href="/clubs/{club.pk}/">Club Koi</a>' in html
    assert f'href="/tournaments/{night.pk}/">Autumn night</a>' in html
    assert "round 1 is being played" in html
    tables = night.stages.get().rounds.get()
    assert f'href="/rounds/{tables.pk}/">Tables of round 1<' in html
    assert f'href="/tournaments/{night.pk}/standings/">Standings</a>' in html
    assert "December plans" not in html
    assert "Your tables" not in html


def test_a_finished_tournament_has_its_final_standing(
    visitor: Client, owner: User, club: Club
) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    night.refresh_from_db()
    tournaments.finish_tournament(owner, night)
    html = sound(visitor.get("/"))
    assert "No tournament is open." in html
    assert f'href="/tournaments/{night.pk}/standings/">Autumn night</a>' in html


def test_a_player_finds_their_table(
    owner: User, club: Club, browser_of: Callable[[User], Client]
) -> None:
    kenji = factories.member(owner, club, "kenji", "member")
    night = factories.entered(owner, club, 4)
    players.change_player(owner, night.entries.all()[0].player, user=kenji)
    client = browser_of(kenji)
    round_ = factories.draw(owner, night, publish=False)
    assert "Your tables" not in sound(client.get("/"))
    round_ = rounds.publish_round(owner, round_)
    series = round_.series.get()
    html = sound(client.get("/"))
    assert f'href="/series/{series.pk}/"><b>Table 1</b></a>' in html
    assert "Autumn night, round 1" in html
    factories.play_series(owner, series)
    assert "Your tables" not in sound(client.get("/"))


def test_ones_own_clubs_come_first(browser: Client, owner: User, club: Club) -> None:
    factories.club(factories.user("kenji"), "A club of others")
    html = sound(browser.get("/"))
    assert html.index("Club Koi") < html.index("A club of others")
    assert '<span class="state">owner</span>' in html
    html = sound(Client().get("/"))
    assert html.index("A club of others") < html.index("Club Koi")


def test_the_newest_tournaments_come_first_and_not_too_many(
    visitor: Client, owner: User, club: Club
) -> None:
    for day in range(1, 25):
        factories.tournament(owner, club, name=f"Night {day}.", starts_on=date(2026, 11, day))
    html = sound(visitor.get("/"))
    assert html.index("Night 24.") < html.index("Night 23.") < html.index("Night 5.")
    assert "Night 4." not in html


def test_many_clubs_are_paged(browser: Client, owner: User, club: Club) -> None:
    factories.draw(owner, factories.entered(owner, club, 4))
    for number in range(49):
        factories.tournament(owner, club, name=f"Night {number}")
    clubs = Club.objects.bulk_create(Club(name=f"Club {n:03d}") for n in range(149))
    Membership.objects.bulk_create(
        Membership(club=other, user=owner, role="member") for other in clubs
    )
    html = sound(browser.get("/"))
    assert "Page 1 of 2" in html
    assert "Club 148" not in html
    assert "Club 148" in sound(browser.get("/?page=2"))
