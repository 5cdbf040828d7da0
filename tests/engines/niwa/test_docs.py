"""Niwa's page says what the code does: rules, missions, options, records, answers."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines.__main__ import main
from engines.niwa.missions import MISSIONS
from engines.niwa.options import OPTIONS
from engines.niwa.scoring import parse_hand, reachable_totals, score_hand
from tests.engines.pages import ROOT, Page, cited

NIWA = Page("niwa")
RULE = re.compile(r"\bN\d(?:\.\d)?\b")
PARTS = ["N1", "N2", "N3", "N4", "N5", "N6"]
"""A whole part of the rules; the page has a heading for each."""


def test_the_page_has_a_rule_of_every_number_that_the_code_names() -> None:
    sources = [*(ROOT / "engines" / "niwa").glob("*.py"), ROOT / "engines" / "__main__.py"]
    named = cited(sources, RULE)
    told = set(re.findall(r"^- \*\*(N\d(?:\.\d)?)", NIWA.section("Rules"), re.M))
    assert len(named) > 20
    assert named - told - set(PARTS) == set()
    assert {rule[:2] for rule in told} == set(PARTS)


def test_every_rule_says_where_it_comes_from() -> None:
    rules = re.findall(r"^- \*\*N\d.*?(?=^- |^#|^\n)", NIWA.section("Rules"), re.M | re.S)
    assert len(rules) == 22
    for rule in rules:
        if rule.startswith("- **N5.2"):
            rule += NIWA.section("Missions")
        assert re.search(r"\[(text|follows|ruling)", rule), rule


def test_every_mission_has_a_hand_that_scores_so() -> None:
    assert [row[:2] for row in NIWA.rows("Missions")] == [
        [str(mission.number), f"`{mission.id}`"] for mission in MISSIONS
    ]
    for number, _, _, hand, trios, cards, total, _ in NIWA.rows("Missions"):
        scored: Any = score_hand(parse_hand(hand.strip("`")), int(number)).detail()
        assert scored["hand"] == hand.strip("`")
        assert sum(trio["points"] for trio in scored["trios"]) == int(trios), number
        assert scored["mission"]["cards"] == cards.strip("`").split(" "), number
        assert scored["total"] == int(total), number


def test_the_rulebook_s_hand_is_worth_forty() -> None:
    assert NIWA.rows("Missions")[4][4:7] == ["12", "`P10 P10 G4 G4`", "40"]  # N5.4


def totals(words: str) -> set[int]:
    """`0–78 without 1, 3` as numbers."""
    span, _, without = words.partition(" without ")
    least, most = map(int, span.split("–"))
    return set(range(least, most + 1)) - {int(number) for number in without.split(", ") if number}


def test_the_page_says_which_totals_there_are() -> None:
    for number, *_, words in NIWA.rows("Missions"):
        assert totals(words) == reachable_totals(int(number)), number
    assert totals("3–78") == reachable_totals(3, {"highest_copies": "both"})
    assert totals("1–67") == reachable_totals(8, {"min_run": 1})
    words = " ".join(NIWA.section("Missions").split())
    assert "totals then go from 3 to 78" in words
    assert "totals go from 1 to 67" in words


def test_what_is_said_of_the_examples_is_so() -> None:
    hands = {int(row[0]): parse_hand(row[3].strip("`")) for row in NIWA.rows("Missions")}
    assert score_hand(hands[3], 3, {"highest_copies": "both"}).total == 41
    assert score_hand(parse_hand("P0 P2 P4 P6 G8 G9 G10 O0 O6"), 8).total == 27


def test_every_option_stands_in_the_table_as_it_is() -> None:
    assert NIWA.rows("Options") == [
        [
            f"`{option.name}`",
            option.values(),
            f"`{option.default}`",
            option.rule,
            option.text,
        ]
        for option in OPTIONS
    ]


def test_the_record_of_the_page_is_the_example() -> None:
    """`tests/engines/test_examples.py` verifies that file."""
    example = (ROOT / "examples" / "niwa-record.json").read_text(encoding="utf-8")
    assert NIWA.blocks("json") == [example]


def test_the_answer_to_a_mistake_is_the_command_s(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = NIWA.blocks("console")
    call, answer = shown.split("\n", 1)
    assert call.startswith("$ .venv/bin/python -m engines ")
    assert main(call.split(" ")[4:]) == 1
    assert capsys.readouterr().out == answer


def test_the_calls_of_the_page_are_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All but `bench`, which takes its time; in order, since they read what the first writes."""
    monkeypatch.chdir(tmp_path)
    (shown,) = NIWA.blocks("sh")
    calls = [line.split(" > ")[0].split(" ")[3:] for line in shown.splitlines()]
    assert [call[0] for call in calls] == ["play", "verify", "show", "perft", "bench"]
    for call in calls[:-1]:
        assert main(call) == 0, call
    assert capsys.readouterr().out
