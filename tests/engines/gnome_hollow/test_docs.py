"""Gnome Hollow's page says what the code does: rules, options, notation, the record, figures."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from benchmarks import hollow as benchmark
from engines.__main__ import main
from engines.gnome_hollow.options import OPTIONS
from engines.gnome_hollow.reading import GOALS, READERS, WORDS
from engines.gnome_hollow.scoring import FLOWERS_FOR_TWO, TRACK
from engines.position import NotLegal
from engines.record import parse_record, replay
from engines.registry import ENGINES
from tests.engines.gnome_hollow.games import RECON, table
from tests.engines.pages import ROOT, Page, cited

HOLLOW = Page("gnome_hollow")
EXAMPLE = ROOT / "examples" / "gnome_hollow-record.json"
RULE = re.compile(r"\bH\d(?:\.\d)?\b")
PARTS = {f"H{number}" for number in range(1, 10)}
"""A whole part of the rules; the page has rules of each."""


def test_the_page_has_a_rule_of_every_number_that_the_code_names() -> None:
    sources = [*(ROOT / "engines" / "gnome_hollow").glob("*.py"), ROOT / "engines" / "__main__.py"]
    named = cited(sources, RULE)
    assert len(named) > 30
    assert named - set(rules()) - PARTS == set()
    assert {rule[:2] for rule in rules()} == PARTS


def rules() -> dict[str, str]:
    """Rule ↦ what the page says of it."""
    told = re.findall(r"^- \*\*H\d.*?(?=^- |^#|^\n)", HOLLOW.section("Rules"), re.M | re.S)
    return {RULE.findall(rule)[0]: rule for rule in told}


def test_every_rule_says_where_it_comes_from() -> None:
    assert len(rules()) == 31
    marked = {
        name for name, rule in rules().items() if re.search(r"\[(text|count|follows|ruling)", rule)
    }
    assert rules().keys() - marked == set()


def test_every_ruling_says_why() -> None:
    ruled = {name for name, rule in rules().items() if "[ruling]" in rule}
    heads = re.findall(r"^- \*\*(.*?)\*\*", HOLLOW.section("Rulings, and why"), re.M | re.S)
    assert ruled == {rule for head in heads for rule in RULE.findall(head)}


def test_every_option_stands_in_the_table_as_it_is() -> None:
    assert HOLLOW.rows("Options") == [
        [
            f"`{option.name}`",
            option.values(),
            f"`{str(option.default).lower()}`",
            option.rule,
            option.text,
        ]
        for option in OPTIONS
    ]


def test_every_option_that_needs_another_says_so() -> None:
    needing = {option.name: option.needs for option in OPTIONS if option.needs}
    assert needing == {
        "trade_on_bonus": "trade_board",
        "shape_denies_mushrooms": "advanced_board",
    }
    words = " ".join(HOLLOW.section("Rules").split())
    for name, needs in needing.items():
        assert f"With `{name}`, which needs `{needs}`" in words


def test_the_tracks_and_the_tokens_of_two_are_those_of_the_code() -> None:
    """H7, H2.3."""
    points = [str(number) for number in TRACK[1:]]
    assert f"{', '.join(points[:-1])} and {points[-1]} points" in " ".join(rules()["H7"].split())
    assert FLOWERS_FOR_TWO == 9
    assert "So nine tokens are in play" in rules()["H2.3"]
    assert sum(table().tokens) + sum(table().flower_market) == FLOWERS_FOR_TWO


def test_every_decision_has_a_line_with_texts_that_are_read() -> None:
    """Each text of the table is that of a decision, whether it is legal at the start or not."""
    shown = [
        text
        for row in HOLLOW.rows("Notation and records")
        for text in re.findall("`([^`]*)`", row[1])
    ]
    verbs = {text.split(" ")[0] for text in shown}
    assert {*WORDS, *READERS} <= verbs
    goals = {text.split(" ")[1] for text in shown if text[:2] in ("g1", "g2")}
    assert goals == {*GOALS, "flower", "market"}
    position = ENGINES["gnome_hollow"].deal(2, 1, {})
    for text in shown:
        with suppress(NotLegal):
            assert position.text(position.parse(text)) == text


def test_the_record_of_the_page_is_the_example() -> None:
    """`tests/engines/test_examples.py` verifies that file."""
    assert HOLLOW.blocks("json") == [EXAMPLE.read_text(encoding="utf-8")]


def test_what_is_told_of_the_record_is_so() -> None:
    moves = json.loads(EXAMPLE.read_text(encoding="utf-8"))["moves"]
    told = {
        4: "marker 3/0", 5: "g2 ring -1,0/0", 9: "g1 path 1,-1/4", 13: "ring 0,-1/0", 17: "no",
        35: "wild blue", 61: "wild red", 62: "drop blue", 70: "red@-2,5", 76: "yes",
        162: "fix -3,0/0-1", 166: "marker 7+/1x2", 168: "pick pink purple purple",
        169: "g1 market 6pink 4purple", 199: "marker 7+/0x2", 201: "sell 3red",
    }  # fmt: skip
    assert {at: moves[at] for at in told} == told
    assert len(moves) == 210


def test_the_numbers_told_of_the_record_are_so() -> None:
    """What a seat has after so many decisions."""
    record = parse_record(json.loads(EXAMPLE.read_text(encoding="utf-8")), ENGINES)

    def seats(count: int | None) -> Any:
        return replay(record, ENGINES, count).view(None)["seats"]

    assert seats(170)[0]["treasure"] - seats(169)[0]["treasure"] == 26
    parts = ("score", "markers", "treasure")
    assert [[seat[part] for part in parts] for seat in seats(None)] == [[97, 8, 58], [61, 5, 44]]
    assert [len(seat["flowers"]) for seat in seats(None)] == [5, 2]


def test_the_picture_of_the_record_is_what_is_drawn_today(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where it is not, write what this command prints to the file."""
    assert main(["show", str(EXAMPLE), "--move", "169", "--svg"]) == 0
    picture = ROOT / "docs" / "images" / "gnome_hollow.svg"
    assert picture.read_text(encoding="utf-8") == capsys.readouterr().out
    assert "before decision 169" in HOLLOW.section("Notation and records")
    assert "(../images/gnome_hollow.svg)" in HOLLOW.text


def test_the_tile_set_is_called_a_reconstruction() -> None:
    assert RECON.status == "reconstruction"
    assert "is a reconstruction, not the printed tiles" in HOLLOW.section("The tile set")
    assert "**The tiles are a reconstruction.**" in HOLLOW.text
    assert "(gnome_hollow_tilesets.md)" in HOLLOW.text


def test_the_figures_have_a_row_for_each_bot_and_number_of_players() -> None:
    """`tests/benchmarks/test_hollow_benchmark.py` tells when they have to be measured again."""
    assert benchmark.heading() in HOLLOW.section("What ends a match")
    rows = HOLLOW.rows("What ends a match")
    assert [row[:2] for row in rows] == [
        [f"`{policy}`", str(players)] for policy in ("random", "greedy") for players in (2, 3, 4)
    ]
    for row in rows:
        assert sum(map(float, row[2:5])) == pytest.approx(100, abs=0.2)


def test_the_calls_of_the_page_are_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All but `bench`, which takes its time; in order, since they read what the first writes."""
    monkeypatch.chdir(tmp_path)
    (shown,) = HOLLOW.blocks("sh")
    lines = [line.split(" > ")[0].split(" ", 3)[3] for line in shown.splitlines()]
    calls = [[part.strip("'") for part in re.findall(r"'[^']*'|\S+", line)] for line in lines]
    assert [call[0] for call in calls] == ["play", "verify", "show", "perft", "bench"]
    for call in calls[:-1]:
        assert main(call) == 0, call
    assert capsys.readouterr().out
