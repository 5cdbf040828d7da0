"""Pages say which options differ from their defaults wherever people play or score."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Series, User
from tournaments.services import casual
from tournaments.web import options

pytestmark = pytest.mark.django_db

HOLLOW = {"advanced_board": True, "trade_board": True}
HOLLOW_SHORT = "trade_board: on (H9.1); advanced_board: on (H9.2)"
HOLLOW_LONG = (
    "trade_board: on (H9.1). "
    "Whether a visited signpost also lets its player make one of the trades under it. "
    "advanced_board: on (H9.2). "
    "Whether rings must have the shapes printed on the advanced player board."
)
Start = Callable[..., Series]


@pytest.fixture
def start(owner: User, club: Club) -> Start:
    """Starts a casual series of four with these options."""

    def started(settings: dict[str, Any], **chosen: Any) -> Series:
        people = factories.add_players(owner, club, 4)
        return casual.start_series(owner, club, players=people, options=settings, **chosen)

    return started


def table_of(owner: User, club: Club, chosen: dict[str, Any], settings: dict[str, Any]) -> Series:
    """A table of three in a published round of a tournament with these options."""
    entered = factories.entered(owner, club, 3, **chosen, options=settings)
    return factories.draw(owner, entered).series.get()


def said(client: Client, address: str) -> list[str]:
    """The page's lines that name options, as they are read."""
    html = re.sub(r"<(script|style).*?</\1>", "", sound(client.get(address)), flags=re.S)
    blocks = re.findall(r"<(p|dd)\b[^>]*>(.*?)</\1>", html, re.S)
    plain = [re.sub(r"<[^>]+>", "", inner.replace("<br>", " ")) for _, inner in blocks
             if re.search(r"<code>[a-z_]+</code>: [^<]*\([NGH]\d", inner)]  # fmt: skip
    return [" ".join(unescape(text).split()) for text in plain]


def pages(series: Series) -> dict[str, str]:
    """Where a series is played and scored."""
    listed = (
        f"/rounds/{series.round_id}/sheets/"
        if series.round_id
        else f"/clubs/{series.club_id}/series/"
    )
    match = series.matches.earliest("number")
    return {
        "listed": listed,
        "table": f"/series/{series.pk}/",
        "result": f"/matches/{match.pk}/result/",
    }


def all_said(client: Client, series: Series) -> dict[str, list[str]]:
    return {name: said(client, address) for name, address in pages(series).items()}


def test_a_casual_series_says_its_options(browser: Client, start: Start) -> None:
    series = start(HOLLOW, **factories.GNOME_HOLLOW)
    assert all_said(browser, series) == {
        "listed": [f"Options: {HOLLOW_SHORT}"],
        "table": [HOLLOW_LONG],
        "result": [HOLLOW_LONG],
    }


def test_a_table_says_its_options_and_so_does_its_slip(
    browser: Client, owner: User, club: Club
) -> None:
    series = table_of(owner, club, factories.GNOME_HOLLOW, HOLLOW)
    assert all_said(browser, series) == {
        "listed": [f"Options: {HOLLOW_SHORT}"],
        "table": [HOLLOW_LONG],
        "result": [HOLLOW_LONG],
    }
    assert said(browser, f"/tournaments/{series.round.stage.tournament_id}/") == [HOLLOW_LONG]
    (line,) = said(browser, f"/rounds/{series.round_id}/")
    assert line.endswith(f" · Options: {HOLLOW_SHORT}")


def test_one_option_is_one(browser: Client, owner: User, club: Club) -> None:
    series = table_of(owner, club, factories.GAZEBO, {"zen_draw": "extra"})
    long = (
        "zen_draw: extra (G3.4). "
        "Whether a draw from the reserve replaces a due draw or comes extra."
    )
    assert all_said(browser, series) == {
        "listed": ["Option: zen_draw: extra (G3.4)"], "table": [long], "result": [long],
    }  # fmt: skip


def test_a_tie_rule_is_said_once(browser: Client, owner: User, club: Club) -> None:
    """A table's page has a sentence for it, slips and forms have none."""
    settings = {"tie": "share", "highest_copies": "both", "min_run": 3}
    series = table_of(owner, club, factories.NIWA, settings)
    found = all_said(browser, series)
    shared = "tie: share (N6.2)"
    others = ("highest_copies: both (N5.2)", "min_run: 3 (N5.3)")
    assert found["listed"] == [f"Options: {'; '.join([shared, *others])}"]
    for page, tells in (("table", False), ("result", True)):
        (line,) = found[page]
        assert (shared in line) is tells
        assert all(other in line for other in others)


def test_pairs_are_said_once(browser: Client, start: Start) -> None:
    settings = {"partnership": True, "partner_talk": "free", "big_nook_safe": "wins"}
    found = all_said(browser, start(settings, **factories.GAZEBO))
    assert found["listed"] == ["Options: big_nook_safe: wins (G4.6); partner_talk: free (G8.3)"]
    assert [line.count("(G") for line in found["table"]] == [1]
    assert found["table"][0].startswith("big_nook_safe: wins (G4.6). ")
    assert "partner_talk: free (G8.3)" in found["result"][0]
    assert "partnership" not in found["result"][0]


@pytest.mark.parametrize("chosen", [factories.NIWA, factories.GAZEBO, factories.GNOME_HOLLOW])
def test_the_defaults_are_not_said(
    browser: Client, owner: User, club: Club, chosen: dict[str, Any]
) -> None:
    table = table_of(owner, club, chosen, {})
    assert all_said(browser, table) == {"listed": [], "table": [], "result": []}
    assert said(browser, f"/tournaments/{table.round.stage.tournament_id}/") == []


@pytest.mark.parametrize("chosen", [factories.NIWA, factories.GAZEBO, factories.GNOME_HOLLOW])
def test_a_casual_series_with_the_defaults_says_none(
    browser: Client, start: Start, chosen: dict[str, Any]
) -> None:
    series = start({}, **chosen)
    assert all_said(browser, series) == {"listed": [], "table": [], "result": []}


def test_options_come_in_the_games_order_and_only_where_they_differ() -> None:
    settings = {"min_run": 3, "highest_copies": "one", "start": "winner", "tie": "share"}
    found = options.differing("niwa", settings, said={"tie"})
    assert [(option.name, value) for option, value in found] == [
        ("start", "winner"), ("min_run", 3),
    ]  # fmt: skip
