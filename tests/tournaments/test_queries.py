"""Every list and every page asks the database as often for 50 rows as for one."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from analytics.api import urls as analytics_api
from analytics.web import urls as analytics_web
from tests import factories
from tests.tournaments.api.client import BASE, description
from tests.tournaments.crowds import World
from tournaments.api.urls import router
from tournaments.models import Result, Token
from tournaments.web import urls as web

pytestmark = pytest.mark.django_db

ROWS = 50
Address = Callable[[World], int | tuple[int, int] | None]
"""The numbers in a page's address; None: there are none."""

PAGES: dict[str, Address] = {
    "home": lambda w: None,
    "setup": lambda w: None,
    "login": lambda w: None,
    "password": lambda w: None,
    "tokens": lambda w: None,
    "club_new": lambda w: None,
    "club": lambda w: w.club.pk,
    "club_edit": lambda w: w.club.pk,
    "members": lambda w: w.club.pk,
    "member": lambda w: w.club.memberships.order_by("-id")[0].pk,
    "players": lambda w: w.club.pk,
    "import_players": lambda w: w.club.pk,
    "player": lambda w: w.regular.pk,
    "player_edit": lambda w: w.regular.pk,
    "boards": lambda w: w.club.pk,
    "board_new": lambda w: w.club.pk,
    "board_named": lambda w: w.club.pk,
    "board": lambda w: w.board.pk,
    "tile_sets": lambda w: w.club.pk,
    "tile_set_new": lambda w: w.club.pk,
    "tile_set_named": lambda w: w.club.pk,
    "tile_set": lambda w: w.tile_set.pk,
    "ratings": lambda w: w.club.pk,
    "tournaments": lambda w: w.club.pk,
    "tournament_new": lambda w: w.club.pk,
    "tournament": lambda w: w.season.pk,
    "tournament_edit": lambda w: w.draft.pk,
    "entries": lambda w: w.night.pk,
    "entry_replace": lambda w: w.night.entries.order_by("-id")[0].pk,
    "round": lambda w: w.round.pk,
    "round_sheets": lambda w: w.round.pk,
    "casual_series": lambda w: w.club.pk,
    "casual_series_new": lambda w: w.club.pk,
    "table": lambda w: w.table.pk,
    "result": lambda w: w.match.pk,
    "standings": lambda w: w.night.pk,
    "round_standings": lambda w: w.closed.pk,
    "explanation": lambda w: (w.season.stages.get().rounds.latest("number").pk, w.regular.pk),
}
SIMULATIONS: dict[str, Address] = {
    "simulations": lambda w: w.club.pk,
    "simulation_new": lambda w: w.club.pk,
    "simulation": lambda w: w.simulation.pk,
    "simulation_live": lambda w: w.simulation.pk,
    "record": lambda w: (w.simulation.pk, 0),
    "record_file": lambda w: (w.simulation.pk, 0),
}
EVERY_PAGE = {f"web:{name}": address for name, address in PAGES.items()} | {
    f"analytics:{name}": address for name, address in SIMULATIONS.items()
}
ASKS_FOR = {
    "web:tournament_new": "?game=gazebo",
    "web:casual_series_new": "?game=gazebo",
    "web:board_named": "?name=bird",
    "web:tile_set_named": "?name=recon-1",
    "analytics:simulation_new": "?game=gazebo",
    "analytics:simulation": "?tables=all",
}
"""What pages are asked for in their addresses."""
LEADS_ON = {"web:setup", "web:login"}
"""Pages that send the owner, who is signed in, to the home page."""
THINGS: dict[str, Callable[[World], Any]] = {
    "clubs": lambda w: w.club,
    "memberships": lambda w: w.club.memberships.order_by("id")[0],
    "players": lambda w: w.regular,
    "boards": lambda w: w.board,
    "tile_sets": lambda w: w.tile_set,
    "tournaments": lambda w: w.night,
    "stages": lambda w: w.night.stages.get(),
    "entries": lambda w: w.night.entries.order_by("id")[0],
    "rounds": lambda w: w.closed,
    "series": lambda w: w.table,
    "matches": lambda w: w.match,
    "results": lambda w: Result.objects.filter(match=w.match).latest("revision"),
    "pools": lambda w: w.club.rating_pools.get(),
    "ratings": lambda w: w.regular.ratings.get(),
    "rating_changes": lambda w: w.regular.rating_changes.latest("number"),
    "journal": lambda w: w.club.journal.latest("position"),
    "jobs": lambda w: w.club.jobs.latest("id"),
    "tokens": lambda w: Token.objects.filter(user=w.owner).latest("id"),
    "simulations": lambda w: w.simulation,
}
"""What stands for `{id}` in the API's addresses."""


def page(name: str, world: World) -> str:
    numbers = EVERY_PAGE[name](world)
    args = () if numbers is None else numbers if isinstance(numbers, tuple) else (numbers,)
    return reverse(name, args=args) + ASKS_FOR.get(name, "")


def endpoint(path: str, world: World) -> str:
    noun = path.removeprefix(BASE).split("/")[0]
    number = THINGS[noun](world).pk if "{id}" in path else ""
    return path.format(id=number, name="niwa")


LISTS = {f"{BASE}{name}" for name, _, _ in router.registry + analytics_api.router.registry}
READ = [path for path, methods in description()["paths"].items() if "get" in methods]
ADDRESSES: dict[str, Callable[[World], str]] = {
    **{name: partial(page, name) for name in EVERY_PAGE},
    **{path: partial(endpoint, path) for path in READ},
}


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, World]]:
    """A club with one of everything, and one with fifty.

    Their tables are analysed, as a server's are: PostgreSQL might have looked at them between two
    rollbacks, expect none of the rows, and read them for a minute.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        both = World(1, factories.user("few")), World(ROWS, factories.user("many"))
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(connection.introspection.django_table_names())}")
        yield both
        transaction.set_rollback(True)


def reader(world: World, signed_in: bool) -> Client:
    client = Client()
    if signed_in:
        client.force_login(world.owner)
    return client


@pytest.mark.parametrize("signed_in", [True, False], ids=["owner", "visitor"])
@pytest.mark.parametrize("name", ADDRESSES)
def test_as_many_queries_for_50_rows_as_for_1(
    worlds: tuple[World, World], count_queries: Callable[[Callable[[], Any]], int], name: str,
    signed_in: bool,
) -> None:  # fmt: skip
    """For the first reader, and for a later one wherever the first one leaves less to do."""
    clients = [reader(world, signed_in) for world in worlds]
    few, many = (ADDRESSES[name](world) for world in worlds)
    answers: list[Any] = []

    def count(client: Client, address: str) -> int:
        return count_queries(lambda: answers.append(client.get(address)))

    first, later = (count(clients[0], few) for _ in range(2))
    assert count(clients[1], many) == first
    if later != first:
        assert count(clients[1], many) == later
    statuses = {answer.status_code for answer in answers}
    assert len(statuses) == 1
    if signed_in:
        assert statuses == {302 if name in LEADS_ON else 200}
        if name in LISTS:
            assert len(answers[-1].json()["results"]) == ROWS


def test_every_page_is_counted() -> None:
    """What is left out of the count above only takes what it is sent."""
    every = {
        f"{urls.app_name}:{pattern.name}": pattern
        for urls in (web, analytics_web)
        for pattern in urls.urlpatterns
    }
    left_out = every.keys() - EVERY_PAGE.keys()
    for name in left_out:
        address = reverse(name, args=[1] * len(every[name].pattern.converters))
        assert Client().get(address).status_code == 405, address
    assert every.keys() >= EVERY_PAGE.keys()
