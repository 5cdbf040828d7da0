"""A club's own boards: checked, saved by version, in force, played on, and what never changes."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from engines.gazebo.board import board_text, load_board
from engines.gazebo.boards import BOARDS
from engines.gazebo.grid import KINDS
from tests import factories
from tests.tournaments.api.cases import everything
from tournaments import queries_boards
from tournaments.errors import Conflict, Forbidden, NotThere, Refused, Stale
from tournaments.models import BoardVersion, Club, JournalEntry, Match, Player, Series, User
from tournaments.services import boards, casual, game_data, rounds, tournaments
from tournaments.services import matches as planned
from tournaments.web import words

pytestmark = pytest.mark.django_db

SMALL = ["...", ".F.", "..."]
TALL = ["...", ".F.", "...", "..."]
ROOT = Path(settings.BASE_DIR)


@pytest.fixture
def pair(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 2)


def check(club: Club, name: Any, **typed: Any) -> Any:
    return game_data.check(boards.BOARD, club, name, typed)


def play(owner: User, club: Club, pair: list[Player], *names: str) -> Series:
    return casual.start_series(
        owner, club, game="gazebo", players=pair, matches=[{"board": name} for name in names]
    )


def planned_on(series: Series) -> list[tuple[str, str, int]]:
    """Of each match: its name in the set-up, and its board's name and version."""
    return [
        (match.setup["board"], match.board_version.name, match.board_version.number)
        for match in series.matches.select_related("board_version").order_by("number")
        if match.board_version
    ]


def in_force(club: Club) -> list[tuple[str, int]]:
    found = club.boards.filter(retired_at=None).order_by("name")
    return list(found.values_list("name", "number"))


# Checked and saved --------------------------------------------------------------------------------


def test_a_board_is_saved_as_it_is_written(owner: User, club: Club) -> None:
    made = factories.save_board(
        owner, club, name="  Moon  garden", rows=["11....", "..F.G.", "......"],
        patios=[["b1"], ["a1"]],
    )  # fmt: skip
    assert (made.name, made.number, made.status, made.made_by, made.retired_at) == (
        "Moon garden", 1, "own", owner, None,
    )  # fmt: skip
    assert made.text == "11....\n..F.G.\n......\n\na1\nb1\n"
    assert len(made.hash) == 64
    entry = JournalEntry.objects.latest("position")
    assert (entry.verb, entry.noun, entry.noun_id, entry.before) == (
        "save_board", "boardversion", made.pk, None,
    )  # fmt: skip
    assert entry.after is not None
    assert entry.after["text"] == made.text


def test_every_fault_is_told_at_once_and_nothing_is_saved(owner: User, club: Club) -> None:
    before = everything()
    with pytest.raises(Refused) as refusal:
        factories.save_board(owner, club, name="Bird", rows=["FF.", "#x#", ".#."])
    told = refusal.value
    assert (told.code, told.status) == ("bad_board", 422)
    assert str(told) == "The board is not saved: 2 things are to be mended first."
    assert [(one["code"], one["field"]) for one in told.facts["errors"]] == [
        ("shipped_name", "name"), ("unknown_square", "rows"),
    ]  # fmt: skip
    checked = check(club, "Tea", rows=["FF.", "###", ".#."])
    assert [(one["code"], one.get("square"), one["rule"]) for one in checked.faults] == [
        ("starts_touch", "a1", "G2.4"),
        ("unreachable", "a3", "G2.4"),
        ("unreachable", "c3", "G2.4"),
    ]
    assert checked.data is None
    assert everything() == before


def test_one_fault_is_said_in_the_refusal(owner: User, club: Club) -> None:
    with pytest.raises(Refused, match=r"not saved\. The board has no start square"):
        factories.save_board(owner, club, name="Tea", rows=["..."])


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("qin", "shipped_name"),
        (" BUTTER\u200bFLY ", "shipped_name"),
        ("", "missing"),
        ("\u3164", "missing"),
        ("x" * 61, "too_long"),
        ("\ufdfa" * 60, "too_long"),
        ("a\x00b", "bad_characters"),
        (None, "not_a_text"),
    ],
)
def test_a_name_that_is_none_is_a_fault(club: Club, name: Any, code: str) -> None:
    checked = check(club, name, rows=SMALL)
    assert [(one["code"], one["field"]) for one in checked.faults] == [(code, "name")]


@pytest.mark.parametrize(
    ("rows", "patios"),
    [
        (["." * 1_000_000], None),
        (["."] * 300_000, None),
        (SMALL, [["a1"] * 9_000]),
        ([[[["x" * 40_000]]]], None),
    ],
)
def test_what_is_far_too_large_is_refused_unread(club: Club, rows: Any, patios: Any) -> None:
    (fault,) = check(club, "Tea", rows=rows, patios=patios).faults
    assert (fault["code"], fault["field"], fault["rule"]) == ("board_too_large", "rows", "G2.4")
    assert fault["message"] == (
        "A board has at most 26 columns and 99 rows; these are more characters than that."
    )


def test_the_largest_board_is_taken(owner: User, club: Club) -> None:
    rows = ["1" * 26] * 98 + ["F." + "1" * 24]
    squares = [f"{chr(97 + n % 26)}{n // 26 + 1}" for n in range(26 * 99) if n not in (2548, 2549)]
    made = factories.save_board(owner, club, name="Vast", rows=rows, patios=[[s] for s in squares])
    assert made.text.count("\n") == 99 + 1 + len(squares)


# Versions -----------------------------------------------------------------------------------------


def test_other_rows_under_a_name_are_its_next_version(owner: User, club: Club) -> None:
    first = factories.board(owner, club)
    second = factories.board(owner, club, "TEA\u200b  garden", rows=SMALL)
    assert (second.name, second.number) == ("Tea garden", 2)
    first.refresh_from_db()
    assert first.retired_at is not None
    assert in_force(club) == [("Tea garden", 2)]
    factories.board(owner, factories.club(owner, "Pine"))
    assert BoardVersion.objects.latest("pk").number == 1


@pytest.mark.parametrize("state", ["in force", "withdrawn"])
def test_the_same_rows_again_change_nothing(owner: User, club: Club, state: str) -> None:
    first = factories.board(owner, club)
    if state == "withdrawn":
        factories.board(owner, club, rows=SMALL)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        factories.board(owner, club, rows=[*factories.BOARD])
    assert refusal.value.code == "same_board"
    assert (refusal.value.facts["board_version"], refusal.value.facts["number"]) == (first.pk, 1)
    assert str(refusal.value).startswith("Nothing is saved: version 1 of Tea garden has these rows")
    assert state in str(refusal.value)
    assert everything() == before


def test_a_next_version_says_which_one_it_is_based_on(owner: User, club: Club) -> None:
    first = factories.board(owner, club)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        factories.save_board(owner, club, name="TEA garden", rows=SMALL)
    assert (refusal.value.code, refusal.value.facts) == (
        "board_exists", {"field": "name", "board_version": first.pk, "number": 1},
    )  # fmt: skip
    assert str(refusal.value) == (
        "Nothing is saved. The club has a board “Tea garden” already, version 1. Look at it first."
    )
    assert everything() == before
    second = factories.save_board(owner, club, name="Tea garden", rows=SMALL, based_on=first.pk)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        factories.save_board(owner, club, name="Tea garden", rows=TALL, based_on=first.pk)
    assert refusal.value.code == "board_saved_meanwhile"
    assert refusal.value.facts["board_version"] == second.pk
    assert str(refusal.value) == (
        "Nothing is saved. The newest version of Tea garden is another by now, version 2. "
        "Look at it first."
    )
    assert everything() == before
    copied = factories.save_board(owner, club, name="Moon", rows=SMALL, based_on=second.pk)
    assert (copied.name, copied.number) == ("Moon", 1)


def test_a_version_is_withdrawn_and_taken_up_again(owner: User, club: Club) -> None:
    first = factories.board(owner, club)
    second = factories.board(owner, club, rows=SMALL)
    game_data.retire(boards.BOARD, owner, second)
    assert in_force(club) == []
    with pytest.raises(Conflict, match="Version 2 of Tea garden is not in force"):
        game_data.retire(boards.BOARD, owner, second)
    game_data.restore(boards.BOARD, owner, first)
    assert in_force(club) == [("Tea garden", 1)]
    game_data.restore(boards.BOARD, owner, second, instead_of=first.pk)
    assert in_force(club) == [("Tea garden", 2)]
    with pytest.raises(Conflict, match="Version 2 of Tea garden is in force"):
        game_data.restore(boards.BOARD, owner, second)


def test_a_version_comes_in_the_place_of_the_one_that_was_seen(owner: User, club: Club) -> None:
    first, second, third = (
        factories.board(owner, club, rows=rows) for rows in (SMALL, TALL, factories.BOARD)
    )

    def is_refused(seen: int | None, told: str, board_version: int | None) -> None:
        before = everything()
        with pytest.raises(Conflict) as refusal:
            game_data.restore(boards.BOARD, owner, first, instead_of=seen)
        number = BoardVersion.objects.get(pk=board_version).number if board_version else None
        assert (refusal.value.code, refusal.value.facts) == (
            "other_board_in_force",
            {"field": "instead_of", "board_version": board_version, "number": number},
        )
        assert str(refusal.value) == (
            f"Nothing is changed. {told} of Tea garden is in force now. Look again, then repeat "
            "what is still needed."
        )
        assert everything() == before

    for seen in (second.pk, first.pk, None):
        is_refused(seen, "Version 3", third.pk)
    game_data.retire(boards.BOARD, owner, third)
    is_refused(third.pk, "No version", None)
    game_data.restore(boards.BOARD, owner, second)
    is_refused(None, "Version 2", second.pk)
    game_data.restore(boards.BOARD, owner, first, instead_of=second.pk)
    assert in_force(club) == [("Tea garden", 1)]


def test_a_version_without_matches_can_be_deleted(
    owner: User, club: Club, pair: list[Player]
) -> None:
    played = factories.board(owner, club)
    series = play(owner, club, pair, "Tea garden")
    unused = factories.board(owner, club, rows=SMALL)
    game_data.delete(boards.BOARD, owner, unused)
    assert list(club.boards.all()) == [played]
    before = everything()
    with pytest.raises(Conflict) as refusal:
        game_data.delete(boards.BOARD, owner, played)
    assert refusal.value.code == "board_played"
    assert everything() == before
    casual.withdraw_series(owner, series)
    game_data.delete(boards.BOARD, owner, played)
    assert not club.boards.exists()
    with pytest.raises(NotThere):
        game_data.delete(boards.BOARD, owner, played)


def test_a_number_never_means_two_boards(owner: User, club: Club) -> None:
    first = factories.board(owner, club)
    game_data.delete(boards.BOARD, owner, factories.board(owner, club, rows=SMALL))
    third = factories.board(owner, club, "TEA garden", rows=TALL)
    assert third.number == 3
    for one in (first, third):
        game_data.delete(boards.BOARD, owner, BoardVersion.objects.get(pk=one.pk))
    factories.board(owner, club, "Moon")
    factories.board(owner, factories.club(owner, "Pine"))
    assert check(club, "Tea garden", rows=SMALL).number == 4
    assert factories.board(owner, club).number == 4
    assert sorted(BoardVersion.objects.values_list("name", "number")) == [
        ("Moon", 1), ("Tea garden", 1), ("Tea garden", 4),
    ]  # fmt: skip


def test_after_the_version_in_force_is_deleted_the_one_before_it_is_told(
    owner: User, club: Club
) -> None:
    first, second, third = (
        factories.board(owner, club, rows=rows) for rows in (SMALL, TALL, factories.BOARD)
    )
    game_data.restore(boards.BOARD, owner, first, instead_of=third.pk)
    game_data.restore(boards.BOARD, owner, third, instead_of=first.pk)
    assert game_data.delete(boards.BOARD, owner, second) is None
    assert in_force(club) == [("Tea garden", 3)]
    assert game_data.delete(boards.BOARD, owner, third) == first
    assert in_force(club) == []
    assert game_data.delete(boards.BOARD, owner, first) is None


def test_who_may_not_changes_no_board(owner: User, club: Club, pair: list[Player]) -> None:
    board = factories.board(owner, club)
    play(owner, club, pair, "bird")
    shipped = BoardVersion.objects.get(club=None)
    scorer = factories.member(owner, club, "kaede", "scorer")
    before = everything()
    with pytest.raises(Forbidden, match="Only an owner or organiser of the club may save"):
        factories.board(scorer, club, rows=SMALL)
    for change in (game_data.retire, game_data.restore, game_data.delete):
        with pytest.raises(Forbidden):
            change(boards.BOARD, scorer, board)
        with pytest.raises(Forbidden) as refusal:
            change(boards.BOARD, owner, shipped)
        assert refusal.value.code == "shipped_board"
        with pytest.raises(Stale):
            change(boards.BOARD, owner, board, expected=9)
    assert everything() == before


# Played on ----------------------------------------------------------------------------------------


def test_a_match_keeps_the_version_that_it_was_planned_on(
    owner: User, club: Club, pair: list[Player]
) -> None:
    factories.board(owner, club)
    old = play(owner, club, pair, "Tea garden", "bird")
    factories.board(owner, club, rows=SMALL)
    new = play(owner, club, pair, "Tea garden")
    assert planned_on(old) == [("Tea garden", "Tea garden", 1), ("bird", "bird", 1)]
    assert planned_on(new) == [("Tea garden", "Tea garden", 2)]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("Tea garden", 'not "Tea garden", which is withdrawn'),
        ("tea garden", 'not "tea garden"'),
        ("Pine garden", 'not "Pine garden"'),
        ("moon\x00", 'not "moon�"'),
        (["bird"], "not a list"),
        (True, "not true"),
        (None, "it is missing"),
    ],
)
def test_only_the_clubs_own_boards_in_force_are_planned(
    owner: User, club: Club, pair: list[Player], name: Any, wrong: str
) -> None:
    """The refusal names them, and says of a withdrawn one that it is."""
    game_data.retire(boards.BOARD, owner, factories.board(owner, club))
    factories.board(owner, club, "Rose garden")
    factories.board(owner, factories.club(owner, "Pine"), "Pine garden")
    before = everything()
    for refused in (
        lambda: play(owner, club, pair, "Rose garden", name),
        lambda: factories.tournament(
            owner, club, game="gazebo", matches=[{"board": "Rose garden"}, {"board": name}]
        ),
    ):
        with pytest.raises(Refused) as refusal:
            refused()
        assert (refusal.value.code, refusal.value.status) == ("unknown_board", 422)
        assert refusal.value.facts == {
            "rule": "G2.3", "field": "matches.1.board", "boards": [*BOARDS, "Rose garden"],
            "withdrawn": "withdrawn" in wrong,
        }  # fmt: skip
        assert str(refusal.value) == (
            "The board must be bird, butterfly, botanical, jungle, qin or Rose garden, "
            f"{wrong} (G2.3)."
        )
    assert everything() == before


def test_shipped_boards_get_one_row_when_they_are_first_planned(
    owner: User, club: Club, pair: list[Player]
) -> None:
    assert not BoardVersion.objects.exists()
    for _ in range(2):
        play(owner, club, pair, *BOARDS)
    rows = BoardVersion.objects.order_by("pk")
    assert {row.name: (row.text, row.status, row.club, row.number) for row in rows} == {
        name: (
            board_text(load_board(name)),
            "sourced" if name == "qin" else "reconstruction", None, 1,
        )
        for name in BOARDS
    }  # fmt: skip
    assert Match.objects.filter(board_version=None).count() == 0


def test_a_shipped_board_that_changed_is_another_row(
    owner: User, club: Club, pair: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a later release would have it."""
    old = play(owner, club, pair, "bird")
    later = replace(boards.BOARD, load=lambda name: load_board("jungle"))
    monkeypatch.setitem(planned.KINDS, "gazebo", later)
    new = play(owner, club, pair, "bird")
    assert planned_on(old) == [("bird", "bird", 1)]
    assert planned_on(new) == [("bird", "bird", 2)]
    monkeypatch.undo()
    assert planned_on(play(owner, club, pair, "bird")) == [("bird", "bird", 1)]


def test_rounds_are_drawn_on_the_version_in_force(owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "Tea garden"}])  # fmt: skip
    assert night.stages.get().matches == [{"board": "Tea garden"}]
    newer = factories.board(owner, club, rows=SMALL)
    drawn = factories.draw(owner, night, publish=False)
    assert planned_on(drawn.series.get()) == [("Tea garden", "Tea garden", 2)]
    game_data.retire(boards.BOARD, owner, newer)
    again = factories.draw(owner, night)
    assert planned_on(again.series.get()) == [("Tea garden", "Tea garden", 2)]
    assert board.number == 1


def test_a_round_is_drawn_on_the_version_that_was_in_force_last(owner: User, club: Club) -> None:
    """Not on a newer one that was withdrawn as a mistake."""
    meant = factories.board(owner, club)
    mistake = factories.board(owner, club, rows=SMALL)
    game_data.restore(boards.BOARD, owner, meant, instead_of=mistake.pk)
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "Tea garden"}])  # fmt: skip
    game_data.retire(boards.BOARD, owner, meant)
    drawn = factories.draw(owner, night)
    assert planned_on(drawn.series.get()) == [("Tea garden", "Tea garden", 1)]
    shown = queries_boards.named(BoardVersion, club, "Tea garden")
    assert shown is not None
    assert shown.number == 1


def test_a_draw_says_that_a_board_is_gone(owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "Tea garden"}])  # fmt: skip
    game_data.delete(boards.BOARD, owner, board)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        rounds.draw_round(owner, night.stages.get())
    assert (refusal.value.code, refusal.value.facts["board"]) == ("board_gone", "Tea garden")
    assert refusal.value.message == (
        "The board Tea garden is no longer there; save it again, or change what is played."
    )
    assert everything() == before
    other = factories.board(owner, club, "tea GARDEN")
    with pytest.raises(Conflict, match="tea GARDEN, which is in force, has its name now"):
        rounds.draw_round(owner, night.stages.get())
    game_data.retire(boards.BOARD, owner, other)
    with pytest.raises(Conflict, match="tea GARDEN, which is withdrawn, has its name now"):
        rounds.draw_round(owner, night.stages.get())
    tournaments.change_tournament(owner, night, matches=[{"board": "bird"}])
    assert planned_on(factories.draw(owner, night).series.get()) == [("bird", "bird", 1)]


# The pages of the docs ----------------------------------------------------------------------------


def test_the_docs_explain_every_fault_warning_and_character() -> None:
    page = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
    checkers = ("board_faults", "board_warnings", "grid")
    code = "".join((ROOT / f"engines/gazebo/{name}.py").read_text() for name in checkers)
    codes = set(re.findall(r'refusal\(\s*"(\w+)"', code))
    assert len(codes) == 24
    assert codes <= set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert set(KINDS) == set(words.BOARD_SQUARES)
    assert set(KINDS) <= set(re.findall(r"^\| `(.)` \|", page, re.MULTILINE))
