"""Lists: cursors, filters, sorting, and what changed since."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, cycle, islice
from typing import Any
from urllib.parse import quote

import pytest

from tests import factories
from tests.tournaments.api.client import BASE, Client, description
from tournaments.models import Club, Match, Player, Round, Tournament, User
from tournaments.services import players, results, rounds

pytestmark = pytest.mark.django_db


def ids(response: Any) -> list[int]:
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


def walk(api: Client, address: str) -> list[list[int]]:
    """The ids of all pages, from the first to the last."""
    pages = []
    page = api.get(address).json()
    while True:
        pages.append([row["id"] for row in page["results"]])
        if page["next"] is None:
            return pages
        page = api.get(page["next"]).json()


@pytest.mark.parametrize("ordering", ["id", "-id", "name", "-name", "changed_at", "-changed_at"])
def test_pages_hold_every_row_once_in_order(
    api: Client, owner: User, club: Club, ordering: str
) -> None:
    made = factories.add_players(owner, club, 7)
    Player.objects.filter(pk__in=[p.pk for p in made[2:6]]).update(changed_at=made[2].changed_at)
    pages = walk(api, f"players?page_size=2&ordering={ordering}")
    assert [len(page) for page in pages] == [2, 2, 2, 1]
    pks = [player.pk for player in made]
    assert list(chain(*pages)) == (pks[::-1] if ordering.startswith("-") else pks)


def test_a_page_leads_back(api: Client, owner: User, club: Club) -> None:
    pks = [player.pk for player in factories.add_players(owner, club, 5)]
    first = api.get("players", {"page_size": 2}).json()
    assert first["previous"] is None
    second = api.get(first["next"]).json()
    assert ids(api.get(second["previous"])) == pks[:2]


def test_rows_that_are_added_meanwhile_move_nothing(api: Client, owner: User, club: Club) -> None:
    pks = [player.pk for player in factories.add_players(owner, club, 3)]
    first = api.get("players", {"page_size": 2, "ordering": "-id"}).json()
    players.add_player(owner, club, name="Late")
    assert ids(api.get(first["next"])) == pks[:1]


MEANINGLESS = [
    "cursor=%25", "cursor=bm90aGluZw", "cursor=cD1h", "cursor=cD0lMDA=", "cursor=bz0tMQ==",
    "cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5&ordering=changed_at", "cursor=é", "cursor=",
    "page_size=0", "page_size=201", "page_size=x", "page_size=-1", "page_size=1e2",
    "ordering=secret", "ordering=name__x", "ordering=", "ordering=--id",
    "club=x", "club=0", "club=-1", "club=9223372036854775808", "club=1.5", "club=NaN",
    "updated_since=yesterday", "updated_since=2026-13-01T00:00:00Z", "updated_since=%00",
    "active=maybe", "active=1", "active=%00",
    "name=%00", "nmae=Zo", "club__name=Koi", "format=json", "search=x",
]  # fmt: skip


def test_a_parameter_that_means_nothing_is_refused(api: Client, club: Club) -> None:
    codes = {"bad_parameter", "unknown_parameter", "bad_cursor"}
    for query in MEANINGLESS:
        response = api.get(f"players?{query}")
        assert response.status_code == 400, query
        assert response.json()["code"] in codes


ODD = [
    "\x00", "a\x00b", "", "9" * 30, "1e400", "\udcff", "9999-12-31T23:59-23:59",
    "0001-01-01T00:00:00+15:59",
]  # fmt: skip


def parameters_of_lists() -> list[tuple[str, str]]:
    return [
        (path.removeprefix(BASE), parameter["name"])
        for path, operations in description()["paths"].items()
        for parameter in operations.get("get", {}).get("parameters", [])
        if parameter["in"] == "query" and "{" not in path
    ]


def odd_parameters() -> Iterator[tuple[str, str, str]]:
    """Every odd value for the first parameter of a name; each later one takes the next two."""
    met: dict[str, Iterator[str]] = {}
    for path, name in parameters_of_lists():
        for value in islice(met[name], 2) if name in met else ODD:
            yield path, name, value
        met.setdefault(name, cycle(ODD))


def test_odd_values_of_any_parameter_of_any_list_break_nothing(api: Client, club: Club) -> None:
    statuses: Counter[int] = Counter()
    for path, name, value in odd_parameters():
        text = quote(value, errors="surrogateescape")
        response = api.get(f"{path}?{name}={text}")
        allowed = {200, 400, 406} if name == "format" else {200, 400}
        assert response.status_code in allowed, (path, name, value, response.content[:300])
        if "\x00" in value:
            assert response.status_code != 200, (path, name, value)
        statuses[response.status_code] += 1
    assert min(statuses[200], statuses[400]) > 30


def test_what_changed_since(api: Client, owner: User, club: Club) -> None:
    first, second = factories.add_players(owner, club, 2)
    first = players.change_player(owner, first, reading="one")
    since = quote(first.changed_at.isoformat())
    assert ids(api.get(f"players?updated_since={since}")) == [first.pk]
    assert ids(api.get("players?updated_since=2026-01-01T00:00:00Z")) == [first.pk, second.pk]
    assert ids(api.get("players?updated_since=2199-01-01T00:00:00Z")) == []
    for moment, found in (
        ("2026-01-01T00:00:00%2B16:00", [first.pk, second.pk]),  # no offset for PostgreSQL
        ("0001-01-01T00:00:00%2B23:00", [first.pk, second.pk]),
        ("9999-12-31T23:59:59-23:00", []),
    ):
        assert ids(api.get(f"players?updated_since={moment}")) == found


def test_tables_count_as_changed_when_they_are_published(
    anonymous: Client, owner: User, night: Tournament
) -> None:
    drawn = factories.draw(owner, night, publish=False)
    tables = list(drawn.series.order_by("id").values_list("pk", flat=True))
    before = quote(drawn.series.latest("changed_at").changed_at.isoformat())
    published = rounds.publish_round(owner, drawn)
    assert published.published_at is not None
    since = quote(published.published_at.isoformat())
    assert before < since
    assert ids(anonymous.get(f"series?updated_since={since}")) == tables
    assert len(ids(anonymous.get(f"matches?updated_since={since}"))) == 6


def test_a_name_is_found_however_it_is_written(api: Client, owner: User, club: Club) -> None:
    zoe = players.add_player(owner, club, name="Zoë Kowalczyk")
    ken = players.add_player(owner, club, name="𠮷田 健太")
    for name in ("zoë", "ZOE\u0308", "Ｚoë  kow"):
        assert ids(api.get("players", {"name": name})) == [zoe.pk], name
    assert ids(api.get("players", {"name": "𠮷"})) == [ken.pk]
    assert ids(api.get("players", {"name": "%"})) == []


def test_lists_are_narrowed(api: Client, owner: User, night: Tournament, round_: Round) -> None:
    club = night.club_id
    other = factories.tournament(owner, night.club, name="Other", **factories.GAZEBO)
    table, short = round_.series.order_by("table_no")
    match = table.matches.order_by("number")[0]
    reported = factories.report(owner, match, [30, 40, 50, 60], confirm=False)
    seat = short.seats.all()[0]
    entry = night.entries.get(player=seat.player)
    stage = night.stages.get()
    narrowed: dict[str, list[int]] = {
        "tournaments?game=gazebo": [other.pk],
        "tournaments?state=finished": [],
        f"tournaments?player={seat.player_id}": [night.pk],
        "tournaments?name=autumn": [night.pk],
        "tournaments?starts_from=2026-12-01": [],
        f"players?tournament={other.pk}": [],
        f"entries?tournament={night.pk}&player={seat.player_id}": [entry.pk],
        "entries?state=dropped": [],
        f"stages?tournament={night.pk}": [stage.pk],
        f"rounds?stage={stage.pk}&state=published": [round_.pk],
        f"series?round={round_.pk}&player={seat.player_id}": [short.pk],
        f"series?tournament={night.pk}&state=planned": [short.pk],
        "series?casual=true": [],
        "series?casual=false": [table.pk, short.pk],
        "series?casual=": [table.pk, short.pk],
        f"matches?series={table.pk}&state=done": [match.pk],
        f"matches?player={seat.player_id}&tournament={night.pk}": list(
            short.matches.order_by("id").values_list("pk", flat=True)
        ),
        f"results?match={match.pk}&state=reported": [reported.pk],
        f"results?club={club}&state=confirmed": [],
        "jobs?kind=standings&key=0": [],
        f"memberships?club={club}&role=scorer": [],
    }
    for address, expected in narrowed.items():
        assert ids(api.get(address)) == expected, address


def test_the_journal_is_read_on_from_a_position(
    api: Client, owner: User, club: Club, match: Match
) -> None:
    results.abandon_match(owner, match, reason="Late")
    newest = api.get("journal", {"ordering": "-id", "page_size": 1}).json()["results"][0]
    assert (newest["verb"], newest["noun"], newest["noun_id"]) == (
        "abandon_match",
        "match",
        match.pk,
    )
    assert newest["after"]["reason"] == "Late"
    before = newest["position"] - 1
    assert ids(api.get(f"journal?club={club.pk}&after_position={before}")) == [newest["id"]]


def test_next_is_an_absolute_address(api: Client, owner: User, club: Club) -> None:
    factories.add_players(owner, club, 2)
    address = api.get("players", {"page_size": 1, "club": club.pk}).json()["next"]
    assert address.startswith(f"http://testserver{BASE}players?")
    assert f"club={club.pk}" in address
