"""The first run, clubs, members and players."""

import pytest

from tests import factories
from tournaments.errors import Conflict, Forbidden, Refused, Stale
from tournaments.models import Club, JournalEntry, Membership, Player, User
from tournaments.services import clubs, players

pytestmark = pytest.mark.django_db


def test_the_first_run_makes_an_owner_and_a_club() -> None:
    club = clubs.create_owner("hanako", factories.PASSWORD, "Club Koi", "Asia/Tokyo")
    membership = Membership.objects.get()
    assert (membership.club, membership.user.username, membership.role) == (club, "hanako", "owner")
    assert [(e.position, e.verb) for e in JournalEntry.objects.all()] == [(1, "create_club")]


def test_a_second_first_run_is_refused(club: Club) -> None:
    with pytest.raises(Conflict) as refusal:
        clubs.create_owner("eve", factories.PASSWORD, "Eve's")
    assert refusal.value.code == "already_set_up"
    assert User.objects.count() == 1
    assert Club.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "12345678901", "password", "hanako-x"])
def test_a_weak_password_is_refused(db: None, password: str) -> None:
    with pytest.raises(Refused, match="password"):
        clubs.create_owner("hanako-x", password, "Club Koi")
    assert not User.objects.exists()


def test_an_organiser_adds_players_and_a_scorer_does_not(owner: User, club: Club) -> None:
    scorer = factories.member(owner, club, "scorer", "scorer")
    organiser = factories.member(owner, club, "organiser", "organiser")
    players.add_player(organiser, club, name="Zoë")
    with pytest.raises(Forbidden) as refusal:
        players.add_player(scorer, club, name="Élodie")
    assert str(refusal.value) == (
        "Only an owner or organiser of the club may add, change and import players."
    )
    assert [player.name for player in Player.objects.all()] == ["Zoë"]


@pytest.mark.parametrize("again", ["Zoë", "zoe\u0308", " ZOË ", "Ｚｏë"])
def test_one_name_in_any_form_is_one_player(owner: User, club: Club, again: str) -> None:
    players.add_player(owner, club, name="Zoë")
    with pytest.raises(Conflict) as refusal:
        players.add_player(owner, club, name=again)
    assert refusal.value.code == "player_exists"
    assert Player.objects.count() == 1
    assert JournalEntry.objects.filter(verb="add_player").count() == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "missing"),
        (" \u3000 ", "missing"),
        ("\u200b\u200d", "missing"),
        ("\u0301", "missing"),
        ("Zo\x00e", "bad_characters"),
        ("Zo\ud800", "bad_characters"),
        ("x" * 121, "too_long"),
        ("\ufdfa" * 120, "too_long"),
        (7, "not_a_text"),
        (None, "not_a_text"),
    ],
)
def test_a_name_that_is_none_is_refused(owner: User, club: Club, name: object, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        players.add_player(owner, club, name=name)  # type: ignore[arg-type]
    assert (refusal.value.code, refusal.value.facts["field"]) == (code, "name")
    assert not Player.objects.exists()
    assert not JournalEntry.objects.filter(verb="add_player").exists()


@pytest.mark.parametrize("name", ["𠮷田 健太", "👩\u200d🌾 Aoi", "Ng", "李", "O’Brien-Łoś"])
def test_real_names_are_taken(owner: User, club: Club, name: str) -> None:
    assert players.add_player(owner, club, name=f" {name}  ").name == name


def test_a_stale_version_is_refused_and_changes_nothing(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Zoë")
    players.change_player(owner, player, expected=1, name="Zoë K.")
    with pytest.raises(Stale) as refusal:
        players.change_player(owner, player, expected=1, name="Zoe")
    assert refusal.value.facts["version"] == 2
    assert Player.objects.get().name == "Zoë K."


def test_the_journal_never_holds_a_name(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Zoë Quintessa", reading="zoe")
    players.change_player(owner, player, name="Zoë Q.")
    text = str(list(JournalEntry.objects.values("before", "after")))
    assert "Quintessa" not in text
    assert "Zoë" not in text


def test_the_last_owner_stays(owner: User, club: Club) -> None:
    membership = Membership.objects.get()
    for change in (
        lambda: clubs.change_role(owner, membership, role="member"),
        lambda: clubs.remove_member(owner, membership),
    ):
        with pytest.raises(Conflict) as refusal:
            change()
        assert refusal.value.code == "last_owner"
    assert Membership.objects.get().role == "owner"


def test_the_journal_is_append_only(owner: User, club: Club) -> None:
    from django.db import IntegrityError, transaction

    entry = JournalEntry.objects.get()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.filter(pk=entry.pk).update(verb="nothing")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.all().delete()
    assert JournalEntry.objects.get().verb == "create_club"
