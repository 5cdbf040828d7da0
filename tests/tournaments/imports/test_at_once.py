"""Two people at the same moment: one outcome, and nobody waits for ever."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connection, transaction

from tests import factories
from tests.processes import wait
from tournaments.errors import Conflict, Stale
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services import journal, players
from tournaments.services.imports import ImportReport, import_players

pytestmark = pytest.mark.django_db(transaction=True)

Answer = TypeVar("Answer")
WAITING = """
SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
"""
FILE = "name,number\n" + "".join(f"Player {number},{number}\n" for number in range(1, 24))


@pytest.fixture
def owner(transactional_db: None) -> User:
    return factories.user("hanako")


def wait_until_somebody_waits() -> None:
    """Until another connection waits for a lock that this one holds."""

    def somebody_waits() -> object:
        with connection.cursor() as cursor:
            return cursor.execute(WAITING).fetchone()

    wait(somebody_waits)


def elsewhere(pool: ThreadPoolExecutor, action: Callable[[], Answer]) -> "Future[Answer]":
    """Does `action` in a thread, which has its own connection."""

    def run() -> Answer:
        try:
            return action()
        finally:
            connection.close()

    return pool.submit(run)


def overlap(first: Callable[[], Answer], second: Callable[[], Any]) -> "tuple[Answer, Future[Any]]":
    """`first`, not committed before `second` waits for it; the answer of one, the other's fate."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            answer = first()
            fate = elsewhere(pool, second)
            wait_until_somebody_waits()
        fate.exception(timeout=60)
    return answer, fate


def put(owner: User, club: Club, text: str) -> ImportReport:
    return import_players(owner, club, text.encode(), dry_run=False)


def counts(report: ImportReport) -> tuple[int, int, int]:
    return len(report.added), len(report.changed), len(report.unchanged)


def stored() -> list[tuple[str, str, int]]:
    return list(Player.objects.order_by("name").values_list("name", "number", "version"))


def verbs() -> list[str]:
    return list(JournalEntry.objects.order_by("id").values_list("verb", flat=True))


def test_the_second_of_two_imports_finds_everything_there(owner: User, club: Club) -> None:
    first, second = overlap(lambda: put(owner, club, FILE), lambda: put(owner, club, FILE))
    assert counts(first) == (23, 0, 0)
    assert counts(second.result()) == (0, 0, 23)
    assert [item.player for item in second.result().unchanged] == [
        item.player for item in first.added
    ]
    assert Player.objects.count() == 23
    assert verbs() == ["create_club", "import_players"]


def test_two_threads_that_start_together_add_each_player_once(owner: User, club: Club) -> None:
    start = Barrier(2, timeout=60)

    def race() -> tuple[int, int, int]:
        start.wait()
        return counts(put(owner, club, FILE))

    with ThreadPoolExecutor(2) as pool:
        fates = [elsewhere(pool, race) for _ in range(2)]
    assert sorted(fate.result() for fate in fates) == [(0, 0, 23), (23, 0, 0)]
    assert Player.objects.count() == 23
    assert verbs() == ["create_club", "import_players"]


def test_imports_into_two_clubs_don_t_wait_for_each_other(owner: User, club: Club) -> None:
    other = factories.club(owner, "Club Moss")
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        put(owner, club, FILE)
        report = elsewhere(pool, lambda: put(owner, other, FILE)).result(timeout=60)
    assert counts(report) == (23, 0, 0)
    assert Player.objects.count() == 46


def test_an_import_that_meets_a_player_being_added_imports_nothing(owner: User, club: Club) -> None:
    _, imported = overlap(
        lambda: players.add_player(owner, club, name="Zoë"),
        lambda: put(owner, club, "name\nAnna\nZoe\u0308\n"),
    )
    with pytest.raises(Conflict, match="Import the file again") as refusal:
        imported.result()
    assert refusal.value.code == "players_changed"
    assert stored() == [("Zoë", "", 1)]
    assert verbs() == ["create_club", "add_player"]


def test_a_player_being_imported_is_not_added_a_second_time(owner: User, club: Club) -> None:
    _, added = overlap(
        lambda: put(owner, club, "name\nAnna\nZoë\n"),
        lambda: players.add_player(owner, club, name="Zoë"),
    )
    with pytest.raises(Conflict, match="is in this club already"):
        added.result()
    assert stored() == [("Anna", "", 1), ("Zoë", "", 1)]
    assert verbs() == ["create_club", "import_players"]


def test_an_import_waits_for_a_player_being_changed_and_goes_by_the_outcome(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change holds the player's row and not yet the club's: neither may block the other."""
    anna = players.add_player(owner, club, name="Anna", number="1")
    write = journal.write

    def write_once_somebody_waits(verb: str, *args: Any, **facts: Any) -> JournalEntry:
        if verb == "change_player":
            wait_until_somebody_waits()
        return write(verb, *args, **facts)

    monkeypatch.setattr(journal, "write", write_once_somebody_waits)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Player.objects.select_for_update().get(pk=anna.pk)
            fate = elsewhere(pool, lambda: put(owner, club, "name,number\nAnna B,1\nZoë,2\n"))
            players.change_player(owner, anna, name="Anna B")
        assert counts(fate.result(timeout=60)) == (1, 0, 1)
    assert stored() == [("Anna B", "1", 2), ("Zoë", "2", 1)]
    assert verbs() == ["create_club", "add_player", "change_player", "import_players"]


def test_a_change_by_what_was_there_before_an_import_is_stale(owner: User, club: Club) -> None:
    anna = players.add_player(owner, club, name="Anna", number="1")
    _, changed = overlap(
        lambda: put(owner, club, "name,number\nAnna B,1\n"),
        lambda: players.change_player(owner, anna, expected=1, name="Anna C"),
    )
    with pytest.raises(Stale):
        changed.result()
    assert stored() == [("Anna B", "1", 2)]
    assert verbs() == ["create_club", "add_player", "import_players"]
