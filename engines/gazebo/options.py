"""The options of a Gazebo series."""

from __future__ import annotations

from engines.option import Option, OptionValue, settle

TIE_RULES: tuple[str, ...] = ("share", "more_wins_then_share")
"""G7.1; the default first."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "tie",
        "share",
        "G7.1",
        "Equal totals: shared at once, or more won games and then a shared victory.",
        choices=TIE_RULES,
    ),
    Option(
        "repeat_boards",
        False,
        "G7.2",
        "Whether a series may play a board more than once.",
        choices=(False, True),
    ),
    Option(
        "zen_draw",
        "replace",
        "G3.4",
        "Whether a draw from the reserve replaces a due draw or comes extra.",
        choices=("replace", "extra"),
    ),
    Option(
        "big_nook_safe",
        "illegal",
        "G4.6",
        "Joining a big nook whose owner has not most squares: illegal, or its owner wins.",
        choices=("illegal", "wins"),
    ),
    Option(
        "partnership",
        False,
        "G8.1",
        "Four players as two pairs: seats 1 and 2 against seats 3 and 4.",
        choices=(False, True),
    ),
    Option(
        "start",
        1,
        "G8.1",
        "In pairs: which second player begins, counted from 0 (1 is seat 2, 3 is seat 4).",
        choices=(1, 3),
        needs="partnership",
    ),
    Option(
        "partner_talk",
        "after_first_turn",
        "G8.3",
        "In pairs: when partners may talk.",
        choices=("after_first_turn", "free", "none"),
        needs="partnership",
    ),
)


def settle_gazebo(options: object) -> dict[str, OptionValue]:
    """Every option with its value. Raises RuleBroken as `engines.option.settle` says."""
    return settle(options, OPTIONS, "Gazebo")
