"""The options of Gnome Hollow; all of them change legal play, so a record carries them."""

from __future__ import annotations

from collections.abc import Mapping

from engines.option import Option, OptionValue, settle

OPTIONS: tuple[Option, ...] = (
    Option(
        "permission",
        "ask",
        "H3.2",
        "Whether extending another's path needs that player's leave, always has it, or never.",
        choices=("ask", "always", "never"),
    ),
    Option(
        "market_tiles",
        "place_both",
        "H3.1",
        "Whether both market tiles are placed, or may go to storage instead.",
        choices=("place_both", "may_store"),
    ),
    Option(
        "market_refill",
        "after_placement",
        "H3.1",
        "Whether the tile market is refilled after the placements or at the end of the turn.",
        choices=("after_placement", "end_of_turn"),
    ),
    Option(
        "ring_size",
        "distinct",
        "H4",
        "Whether a tile that a ring crosses twice counts once, or as often as it is passed.",
        choices=("distinct", "passes"),
    ),
    Option(
        "signpost_choice",
        "choose",
        "H5",
        "Whether a new signpost is chosen, or drawn in an order that is part of the set-up.",
        choices=("choose", "random"),
    ),
    Option(
        "ring_visit",
        "one",
        "H6",
        "Whether a gnome on a ring with mushrooms and a signpost uses one of them, or both.",
        choices=("one", "both"),
    ),
    Option(
        "two_player_tokens",
        "flowers",
        "H2.3",
        "With two players: one token of each kind but purple leaves the game, or none does.",
        choices=("flowers", "none"),
    ),
    Option(
        "trade_board",
        False,
        "H9.1",
        "Whether a visited signpost also lets its player make one of the trades under it.",
        choices=(False, True),
    ),
    Option(
        "trade_on_bonus",
        "off",
        "H9.1",
        "Whether trades may be made after a signpost's effect that was a bonus, too.",
        choices=("off", "on"),
        needs="trade_board",
    ),
    Option(
        "advanced_board",
        False,
        "H9.2",
        "Whether rings must have the shapes printed on the advanced player board.",
        choices=(False, True),
    ),
    Option(
        "shape_denies_mushrooms",
        "off",
        "H9.2",
        "Whether a ring whose shape fits no free space leaves its owner without mushrooms.",
        choices=("off", "on"),
        needs="advanced_board",
    ),
)

NUMBERS: dict[str, str] = {
    "leave": "permission",
    "may_store": "market_tiles",
    "late_refill": "market_refill",
    "passes": "ring_size",
    "random_signs": "signpost_choice",
    "both_visits": "ring_visit",
    "all_tokens": "two_player_tokens",
    "trading": "trade_board",
    "bonus_trades": "trade_on_bonus",
    "advanced": "advanced_board",
    "shape_denies": "shape_denies_mushrooms",
}
"""A position's number ↦ the option that it is: 0 the default, 1 and 2 its other values."""

KNOWN = {option.name: option for option in OPTIONS}


def settle_options(options: object) -> dict[str, OptionValue]:
    """Every option with its value. Raises RuleBroken as `engines.option.settle` says."""
    return settle(options, OPTIONS, "A game of Gnome Hollow")


def numbers_of(settings: Mapping[str, OptionValue]) -> dict[str, int]:
    """The options as a position has them."""
    return {key: KNOWN[name].choices.index(settings[name]) for key, name in NUMBERS.items()}


def settings_of(numbers: Mapping[str, int]) -> dict[str, OptionValue]:
    """The options of a position, by name."""
    return {name: KNOWN[name].choices[numbers[key]] for key, name in NUMBERS.items()}
