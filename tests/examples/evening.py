"""The files of the club night, read as they stand."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "examples" / "club_night"
NAMES = ("niwa_evening", "gazebo_evening", "gnome_hollow_evening")
OPEN = "late_table"


@dataclass(frozen=True)
class Table:
    """A table of one round, both counted from 1: its players in seat order and its sheets."""

    round: int
    number: int
    players: tuple[int, ...]
    sheets: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Evening:
    """One of the files; `data` is its JSON."""

    data: dict[str, Any]

    @property
    def title(self) -> str:
        return str(self.data["name"])

    @property
    def game(self) -> str:
        return str(self.data["game"])

    @property
    def tables(self) -> list[Table]:
        return [
            Table(round_number, number, tuple(players), tuple(table["matches"]))
            for round_number, played in enumerate(self.data["rounds"], start=1)
            for number, (players, table) in enumerate(
                zip(played["expected_tables"], played["tables"], strict=True), start=1
            )
        ]


def evening(name: str) -> Evening:
    return Evening(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def people() -> list[dict[str, str]]:
    """The rows of `players.csv`."""
    text = (FOLDER / "players.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def names() -> dict[int, str]:
    """Names by club number."""
    return {int(row["number"]): row["name"] for row in people()}
