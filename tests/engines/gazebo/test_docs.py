"""Gazebo's page says what the code does: rules, options, boards, records, figures, calls."""

import re
from pathlib import Path

import pytest

from benchmarks import boards as benchmark
from engines.__main__ import main
from engines.gazebo.board import load_board
from engines.gazebo.boards import BOARDS, GARDENS
from engines.gazebo.grid import KINDS
from engines.gazebo.options import OPTIONS
from engines.gazebo.svg import board_svg
from tests.engines.pages import ROOT, Page, cited

GAZEBO = Page("gazebo")
PICTURES = GAZEBO.path.parent / "boards"
RULE = re.compile(r"\bG\d(?:\.\d)?\b")
PARTS = {f"G{number}" for number in range(1, 9)}
"""A whole part of the rules; the page has a heading for each."""


def test_the_page_has_a_rule_of_every_number_that_the_code_names() -> None:
    sources = [*(ROOT / "engines" / "gazebo").glob("*.py"), ROOT / "engines" / "__main__.py"]
    named = cited(sources, RULE)
    told = set(re.findall(r"^- \*\*(G\d\.\d)", GAZEBO.section("Rules"), re.M))
    assert len(named) > 30
    assert named - told - PARTS == set()
    assert {rule[:2] for rule in told} == PARTS


def rules() -> dict[str, str]:
    """Rule ↦ what the page says of it."""
    told = re.findall(r"^- \*\*G\d.*?(?=^- |^#|^\n)", GAZEBO.section("Rules"), re.M | re.S)
    return {rule[4:8]: rule for rule in told}


def test_every_rule_says_where_it_comes_from() -> None:
    assert len(rules()) == 33
    marked = {name for name, rule in rules().items() if re.search(r"\[(text|follows|ruling)", rule)}
    assert rules().keys() - marked == set()


def test_every_ruling_says_why() -> None:
    ruled = {name for name, rule in rules().items() if "[ruling]" in rule}
    told = set(re.findall(r"^- \*\*.*\((G\d\.\d)\)", GAZEBO.section("Rulings, and why"), re.M))
    assert ruled == told


def test_every_option_stands_in_the_table_as_it_is() -> None:
    assert GAZEBO.rows("Options") == [
        [
            f"`{option.name}`",
            option.values(),
            f"`{str(option.default).lower()}`",
            option.rule,
            option.text,
        ]
        for option in OPTIONS
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_the_picture_of_a_board_is_what_is_drawn_today(name: str) -> None:
    """Where it is not, write `board_svg(load_board(name))` and a newline to the file."""
    picture = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert picture == board_svg(load_board(name)) + "\n"
    assert f"(boards/{name}.svg)" in GAZEBO.section("Boards")
    assert ("Reconstruction, not the printed board" in picture) == (name in GARDENS)


def test_the_gardens_are_called_reconstructions_and_no_other_board_is() -> None:
    headings = re.findall(r"^### (`.*)$", GAZEBO.section("Boards"), re.M)
    assert headings == [f"`{name}`: a reconstruction" for name in GARDENS] + ["`qin`"]
    assert {path.stem for path in PICTURES.iterdir()} == set(BOARDS)


def test_a_board_is_written_as_the_page_says() -> None:
    (shown,) = GAZEBO.blocks("")[:1]
    assert shown.splitlines() == list(load_board("butterfly").rows)
    characters = [row[0] for row in GAZEBO.rows("Boards")]
    assert sorted("".join(characters).replace("`", "").replace(" ", "")) == sorted(KINDS)


def test_the_record_of_the_page_is_the_example() -> None:
    """`tests/engines/test_examples.py` verifies that file."""
    example = (ROOT / "examples" / "gazebo-record.json").read_text(encoding="utf-8")
    assert GAZEBO.blocks("json") == [example]


def test_the_figures_have_a_row_for_each_board_and_number_of_players() -> None:
    """`tests/benchmarks/test_boards_benchmark.py` tells when they have to be measured again."""
    assert benchmark.heading() in GAZEBO.section("How fair the seats are")
    table = GAZEBO.rows("How fair the seats are")
    assert [(row[1], row[0]) for row in table] == [
        (str(players), board) for players in (2, 3, 4) for board in BOARDS
    ]


@pytest.mark.parametrize("name", GARDENS)
def test_who_begins_a_game_of_two_wins_45_to_55_of_a_hundred(name: str) -> None:
    """The whole interval, of every seat; `qin` is given by the rules and is not changed."""
    (row,) = [row for row in GAZEBO.rows("How fair the seats are") if row[:2] == [name, "2"]]
    for share in row[2:4]:
        low, high = map(float, re.findall(r"\d+\.\d", share)[1:])
        assert 45 <= low < high <= 55


def test_the_calls_of_the_page_are_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All but `bench`, which takes its time; in order, since they read what the first writes."""
    monkeypatch.chdir(tmp_path)
    (shown,) = GAZEBO.blocks("sh")
    calls = [line.split(" > ")[0].split(" ")[3:] for line in shown.splitlines()]
    assert [call[0] for call in calls] == ["play", "verify", "show", "perft", "bench"]
    for call in calls[:-1]:
        assert main(call) == 0, call
    assert capsys.readouterr().out
