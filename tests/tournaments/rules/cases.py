"""The shared cases: answers known from elsewhere, see `tests/cases/README.md`."""

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[2] / "cases"


def case(name: str) -> Any:
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def designs() -> list[tuple[str, Any]]:
    """Every perfect schedule: (name, {players, seats, rounds, every_pair_meets, tables})."""
    names = sorted(path.stem for path in (CASES / "designs").glob("*.json"))
    return [(name, case(f"designs/{name}.json")) for name in names if name != "small_optima"]
