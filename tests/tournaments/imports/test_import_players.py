"""What an import adds, changes and leaves alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import factories
from tournaments.errors import Conflict
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services import imports, journal, players
from tournaments.services.imports import ImportedPlayer, ImportReport, import_players
from tournaments.services.player_files import Problem

pytestmark = pytest.mark.django_db

FILE = 'Name;Reading;Number\r\n庭野 花子;にわの;1\r\n"Zoë\r\nK";;2\r\n𠮷田;;\r\n'


def put(owner: User, club: Club, text: str, *, dry_run: bool = False) -> ImportReport:
    return import_players(owner, club, text.encode(), dry_run=dry_run)


def stored() -> list[tuple[str, str, str, int]]:
    return list(Player.objects.order_by("id").values_list("name", "reading", "number", "version"))


def entries() -> list[str]:
    return list(JournalEntry.objects.order_by("id").values_list("verb", flat=True))


def test_a_dry_run_says_what_would_be_added_and_adds_nothing(owner: User, club: Club) -> None:
    report = put(owner, club, FILE, dry_run=True)
    assert report.as_json() == {
        "dry_run": True,
        "delimiter": ";",
        "added": [
            {"row": 2, "line": 2, "name": "庭野 花子", "player": None, "changes": {}},
            {"row": 3, "line": 3, "name": "Zoë K", "player": None, "changes": {}},
            {"row": 4, "line": 5, "name": "𠮷田", "player": None, "changes": {}},
        ],
        "changed": [],
        "unchanged": [],
        "warnings": [],
        "errors": [],
    }
    assert (stored(), entries()) == ([], ["create_club"])


def test_an_import_adds_every_player_in_one_action(owner: User, club: Club) -> None:
    report = put(owner, club, FILE)
    assert stored() == [("庭野 花子", "にわの", "1", 1), ("Zoë K", "", "2", 1), ("𠮷田", "", "", 1)]
    assert [item.player for item in report.added] == [
        player.pk for player in Player.objects.order_by("id")
    ]
    assert (report.dry_run, report.changed, report.unchanged) == (False, (), ())
    assert entries() == ["create_club", "import_players"]
    club.refresh_from_db()
    assert (club.position, club.version) == (2, 1)


def test_imported_players_are_as_if_added_one_by_one(owner: User, club: Club) -> None:
    put(owner, club, "name\nＺｏë  k\n")
    other = factories.club(owner, "Club Moss")
    players.add_player(owner, other, name="Ｚｏë  k")
    names = set(Player.objects.values_list("name", "name_key", "reading", "number", "user"))
    assert names == {("Ｚｏë k", "zoë k", "", "", None)}


def test_the_same_file_twice_changes_nothing(owner: User, club: Club) -> None:
    put(owner, club, FILE)
    before = list(Player.objects.order_by("id").values())
    again = put(owner, club, FILE)
    assert (again.added, again.changed) == ((), ())
    assert [(item.row, item.player) for item in again.unchanged] == [
        (row, player["id"]) for row, player in enumerate(before, start=2)
    ]
    assert list(Player.objects.order_by("id").values()) == before
    assert entries() == ["create_club", "import_players"]
    club.refresh_from_db()
    assert (club.position, club.version) == (2, 1)


@pytest.mark.parametrize("again", ["Zoe\u0308", " ZOË ", "Ｚｏë", "zoë"])
def test_one_name_in_any_form_is_one_player(owner: User, club: Club, again: str) -> None:
    put(owner, club, "name\nZoë\n")
    assert len(put(owner, club, f"name\n{again}\n").unchanged) == 1
    assert stored() == [("Zoë", "", "", 1)]


def test_a_player_known_by_number_gets_the_name_and_the_reading_of_the_file(
    owner: User, club: Club
) -> None:
    player = players.add_player(owner, club, name="Anna", reading="a", number="7")
    report = put(owner, club, "name,reading,number\nAnna Berg,b,7\n")
    changes = {"reading": ["a", "b"], "name": ["Anna", "Anna Berg"]}
    assert report.changed == (ImportedPlayer(2, 2, "Anna Berg", player.pk, changes),)
    assert report.warnings == (
        Problem(
            "renamed", "“Anna”, number 7, will be called “Anna Berg”.", 2, 2, "name", "Anna Berg"
        ),
    )
    assert stored() == [("Anna Berg", "b", "7", 2)]
    assert Player.objects.get().name_key == "anna berg"


def test_another_spelling_of_the_name_beside_the_number_is_no_new_name(
    owner: User, club: Club
) -> None:
    players.add_player(owner, club, name="ANNA", number="7")
    report = put(owner, club, "name,number\nAnna,7\n")
    assert (report.changed[0].changes, report.warnings) == ({"name": ["ANNA", "Anna"]}, ())
    assert stored() == [("Anna", "", "7", 2)]


def test_a_player_known_by_name_gets_reading_and_number_and_keeps_the_spelling(
    owner: User, club: Club
) -> None:
    players.add_player(owner, club, name="Anna")
    players.add_player(owner, club, name="Zoë", reading="z", number="2")
    report = put(owner, club, "name,reading,number\nANNA,a,1\nZoë,,3\n")
    assert [item.changes for item in report.changed] == [
        {"reading": ["", "a"], "number": ["", "1"]},
        {"number": ["2", "3"]},
    ]
    assert stored() == [("Anna", "a", "1", 2), ("Zoë", "z", "3", 2)]


@pytest.mark.parametrize("text", ["name\nAnna\n", "name,reading,number\nAnna,,\nZoë,, \n"])
def test_a_blank_cell_or_a_missing_column_erases_nothing(
    owner: User, club: Club, text: str
) -> None:
    players.add_player(owner, club, name="Anna", reading="a", number="1")
    players.add_player(owner, club, name="Zoë", reading="z", number="2")
    assert put(owner, club, text).changed == ()
    assert stored() == [("Anna", "a", "1", 1), ("Zoë", "z", "2", 1)]


def test_who_is_not_in_the_file_stays_as_they_are(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Anna", number="1")
    put(owner, club, FILE.replace(";1", ";9"))
    assert Player.objects.values_list("name", "number", "version").get(pk=player.pk) == (
        "Anna", "1", 1,
    )  # fmt: skip
    assert Player.objects.count() == 4


def test_players_of_another_club_and_merged_ones_are_other_people(owner: User, club: Club) -> None:
    players.add_player(owner, factories.club(owner, "Club Moss"), name="Anna", number="1")
    kept = players.add_player(owner, club, name="Anna Berg")
    gone = players.add_player(owner, club, name="Anna", number="1")
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    assert len(put(owner, club, "name,number\nAnna,1\n").added) == 1
    assert club.players.filter(name="Anna", number="1").count() == 2


def test_the_journal_holds_what_changed_and_no_name(owner: User, club: Club) -> None:
    anna = players.add_player(owner, club, name="Anna", number="1")
    before = journal.payload(anna)
    put(owner, club, "name,reading,number\nAnna Quintessa,ann,1\nZoë Q,zoe,2\n")
    entry = JournalEntry.objects.latest("id")
    assert (entry.verb, entry.noun, entry.noun_id, entry.actor) == (
        "import_players", "club", club.pk, owner,
    )  # fmt: skip
    added = Player.objects.get(name="Zoë Q")
    assert entry.before == {"changed": [before]}
    assert entry.after == {
        "added": [journal.payload(added)],
        "changed": [before | {"version": 2}],
    }
    assert added.number == "2"
    text = str(list(JournalEntry.objects.values("before", "after")))
    assert not any(word in text for word in ("Quintessa", "Anna", "Zoë", "zoe", "ann"))


@pytest.mark.parametrize("dry_run", [True, False])
def test_the_queries_don_t_grow_with_the_rows(
    owner: User, club: Club, count_queries: Callable[[Callable[[], Any]], int], dry_run: bool
) -> None:
    counts = []
    for rows, first in ((5, 0), (200, 1000)):
        numbers = range(first, first + rows)
        put(owner, club, "name,number\n" + "".join(f"Known {n},{n}\n" for n in numbers))
        data = "name,number\n" + "".join(f"Renamed {n},{n}\nNew {n},\n" for n in numbers)
        counts.append(count_queries(lambda text=data: put(owner, club, text, dry_run=dry_run)))
    assert counts == ([1, 1] if dry_run else [11, 11])
    assert Player.objects.filter(name__startswith="New").count() == (0 if dry_run else 205)
    assert Player.objects.filter(name__startswith="Renamed").count() == (0 if dry_run else 205)


def test_a_name_taken_at_the_last_moment_is_a_conflict_and_changes_nothing(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    players.add_player(owner, club, name="Anna", number="1")
    before = stored(), entries()
    monkeypatch.setattr(imports, "named_in", lambda file, club: Player.objects.none())
    with pytest.raises(Conflict) as refusal:
        put(owner, club, "name\nZoë\nAnna\n")
    assert (refusal.value.code, refusal.value.message) == (
        "players_changed",
        "Somebody added or changed one of these players meanwhile, and nothing was imported. "
        "Import the file again.",
    )
    assert (stored(), entries()) == before
