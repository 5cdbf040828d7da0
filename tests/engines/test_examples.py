"""The records in `examples/`: the right ones are right, and the mistake is named."""

from pathlib import Path
from typing import Any

import pytest

from engines.__main__ import main
from engines.json_text import read_values
from engines.record import Fault, verify
from engines.registry import ENGINES

FOLDER = Path(__file__).resolve().parents[2] / "examples"
RIGHT = ["niwa-record.json", "niwa-series.jsonl", "gazebo-record.json", "gnome_hollow-record.json"]


def records(name: str) -> list[Any]:
    return read_values((FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RIGHT)
def test_the_examples_are_right_and_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(FOLDER / name)]) == 0
    assert capsys.readouterr().out == ""
    assert all("result" in record for record in records(name))


def test_the_mistake_is_named_by_move_and_rule() -> None:
    (record,) = records("niwa-mistake.json")
    fault = verify(record, ENGINES)
    assert fault == Fault(28, "P1>P2", "N3.1", "The card given is not in hand (N3.1).")
    record["moves"][28] = "P10>P2"
    assert [record] == records("niwa-record.json")


def test_a_series_has_three_missions_and_its_start_goes_round() -> None:
    series = records("niwa-series.jsonl")
    assert [(match["setup"]["mission"], match["setup"]["start"]) for match in series] == [
        (5, 0), (2, 1), (8, 2),
    ]  # fmt: skip
    scores = [match["result"]["scores"] for match in series]
    assert scores == [[15, 50, 36], [49, 60, 68], [30, 65, 49]]


def test_every_record_of_the_folder_is_told_of_in_its_readme() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    found = sorted(file.name for file in FOLDER.glob("*.json*"))
    assert found == sorted([*RIGHT, "niwa-mistake.json"])
    assert all(f"`{name}`" in readme for name in found)
