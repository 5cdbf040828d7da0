"""Golden records: games written once, that must play the same ever after.

A line of `golden/<game>.jsonl` is a record with three more keys, which `verify` ignores:
`seats`: who decides, a digit a decision; `legal`: how many decisions were legal, each time;
`views`: after so many decisions, the spectator's view (one of them, whole) or a digest of the
spectator's and every seat's.

`python -m engines play … --records FILE`, then `python -m tests.engines.golden_records < FILE`
prints such lines; a game in which the plain reference disagrees anywhere is refused.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.position import Position
from engines.record import parse_record, start
from engines.registry import ENGINES
from tests.engines.agreement import REFERENCES, VERIFIERS

FOLDER = Path(__file__).parent / "golden"
DIGESTS = 25
"""Decisions from one digest to the next."""


def read(game: str) -> list[dict[str, Any]]:
    """The golden records of a game; none where it has no file."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def walk(record: dict[str, Any]) -> Iterator[tuple[Position, str | None]]:
    """The position before each decision with the decision's text, and at last the end."""
    position = start(parse_record(record, ENGINES), ENGINES)
    for text in record["moves"]:
        yield position, text
        position.play(position.parse(text))
    yield position, None


def digest(position: Position, players: int) -> str:
    """Of all views: the spectator's, then seat by seat."""
    views = [position.view(seat) for seat in (None, *range(players))]
    return hashlib.sha256(json.dumps(views, sort_keys=True).encode()).hexdigest()[:16]


def annotated(record: dict[str, Any]) -> dict[str, Any]:
    """The record as a golden one. Raises AssertionError where the reference disagrees."""
    assert VERIFIERS[record["game"]](record) is None
    reference = REFERENCES[record["game"]](record["players"], record["options"], record["setup"])
    seats, legal = "", []
    views: dict[str, Any] = {}
    middle = len(record["moves"]) // 2
    for index, (position, text) in enumerate(walk(record)):
        moves = sorted(map(position.text, position.moves()))
        assert moves == reference.legal(), index
        if index == middle:
            views[str(index)] = position.view(None)
        elif index % DIGESTS == 0 or text is None:
            views[str(index)] = digest(position, record["players"])
        if text is not None:
            seats += str(position.actor())
            legal.append(len(moves))
            reference.play(text)
    return {**record, "seats": seats, "legal": legal, "views": views}


def main() -> None:
    for line in sys.stdin:
        golden = annotated(json.loads(line))
        sys.stdout.write(json.dumps(golden, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
