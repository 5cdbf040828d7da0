"""The options of a Niwa series."""

from __future__ import annotations

from engines.niwa.missions import MISSIONS
from engines.option import Option, OptionValue, settle

MOST_EXCHANGES = 10_000
"""The rules set no limit (N4.2); this one only keeps typing slips out."""

TIE_RULES: tuple[str, ...] = ("missions_then_share", "share")
"""N6.2; the default first."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "rounds",
        3,
        "N2.3",
        "How many matches a series has, each with its own mission.",
        least=1,
        most=len(MISSIONS),
    ),
    Option(
        "start",
        "rotate",
        "N2.5",
        "Who starts the later matches: the next seat, the same seat, the winner or the loser.",
        choices=("rotate", "fixed", "winner", "loser"),
    ),
    Option(
        "tie",
        "missions_then_share",
        "N6.2",
        "Equal totals: more mission cards and then a shared victory, or shared at once.",
        choices=TIE_RULES,
    ),
    Option(
        "highest_copies",
        "one",
        "N5.2",
        "Mission 3: whether one or both copies of a colour's highest card score.",
        choices=("one", "both"),
    ),
    Option(
        "min_run",
        2,
        "N5.3",
        "Mission 8: the least number of cards that make a run.",
        least=1,
        most=9,
    ),
    Option(
        "max_exchanges",
        0,
        "N4.2",
        "After so many exchanges in a row a card must be revealed; 0 sets no limit.",
        least=0,
        most=MOST_EXCHANGES,
    ),
)


def settle_niwa(options: object) -> dict[str, OptionValue]:
    """Every option with its value. Raises RuleBroken as `engines.option.settle` says."""
    return settle(options, OPTIONS, "Niwa")
