"""Every link of every page leads somewhere."""

import re
from html import unescape

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Club, Entry, User
from tournaments.services import casual, rounds

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\b[^>]*\bhref="(?!#)([^"#]*)')
MOST_PAGES = 400


@pytest.fixture
def _a_club_in_full_swing(owner: User, club: Club) -> None:
    """One finished round and one that is being played, a draft, a draw, a casual series."""
    night = factories.entered(owner, club, 3)
    first = factories.draw(owner, night)
    factories.play_round(owner, first)
    rounds.close_round(owner, first)
    factories.report(
        owner, factories.draw(owner, night).series.get().matches.all()[0], [50, 40, 30]
    )
    pair = list(club.players.all()[:2])
    casual.start_series(owner, club, game="niwa", players=pair, matches=[{"mission": 1}])
    factories.tournament(owner, club, name="Draft", draft=True)
    drawn = factories.tournament(owner, club, name="Drawn", **factories.GAZEBO)
    factories.entries.enter_players(owner, drawn, list(club.players.all()))
    factories.draw(owner, drawn, publish=False)
    assert Entry.objects.count() == 6


def crawl(client: Client) -> dict[str, int]:
    """The status of every page that can be reached from the home page by links."""
    found: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        answer = client.get(address, follow=True)
        found[address] = answer.status_code
        assert len(found) < MOST_PAGES
        if answer.headers["Content-Type"].startswith("text/html"):
            links = {unescape(link) for link in LINK.findall(answer.content.decode())}
            assert "" not in links, address
            waiting += sorted(link for link in links if link.startswith("/") and link not in found)
    return found


@pytest.mark.usefixtures("_a_club_in_full_swing")
@pytest.mark.parametrize("who", ["owner", "visitor"])
def test_every_link_leads_somewhere(browser: Client, visitor: Client, who: str) -> None:
    found = crawl(browser if who == "owner" else visitor)
    assert {address: status for address, status in found.items() if status != 200} == {}
    assert len(found) > (30 if who == "owner" else 15)
