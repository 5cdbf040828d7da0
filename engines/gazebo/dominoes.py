"""The 81 dominoes of Gazebo (G1.1), and lists of them as records write them.

A *kind* is an int 0..5 in the order of `KINDS`; an unseen tile of a pile is `UNSEEN`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.gazebo.terms import UNSEEN
from engines.values import refusal, shown

KINDS: tuple[str, ...] = ("FF", "GG", "WW", "FG", "FW", "GW")
"""By their colours: flower, foliage, water."""
SINGLES = 3
"""The first three kinds are of a single colour."""
STOCK: tuple[int, ...] = (9, 9, 9, 18, 18, 18)
"""How many there are of each kind."""
HAND = 3
PERSONAL = 5
"""G1.3."""


def is_single(kind: int) -> bool:
    """Whether the domino has one colour."""
    return kind < SINGLES


def list_text(kinds: Iterable[int]) -> str:
    """`FG ? GW`: single spaces, the order kept."""
    return " ".join("?" if kind == UNSEEN else KINDS[kind] for kind in kinds)


def parse_list(text: object, field: str, unseen: bool = False) -> list[int]:
    """The dominoes of a list in a record; `?` only where a tile may be unseen.

    Raises RuleBroken: not_text, unknown_domino (G1.1), unseen_domino (G1.3).
    """
    if not isinstance(text, str):
        sentence = f"A list of dominoes is one text such as FG FW, not {shown(text)}"
        raise refusal("not_text", sentence, field=field)
    return [_parse(word, field, unseen) for word in text.split(" ")] if text else []


def _parse(word: str, field: str, unseen: bool) -> int:
    if word in KINDS:
        return KINDS.index(word)
    if word != "?":
        sentence = f"A domino is one of {' '.join(KINDS)}, not {shown(word)}"
        raise refusal("unknown_domino", sentence, "G1.1", field=field)
    if not unseen:
        sentence = "A hand is known to the last domino; ? may stand in a pile only"
        raise refusal("unseen_domino", sentence, "G1.3", field=field)
    return UNSEEN
