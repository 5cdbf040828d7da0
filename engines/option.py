"""The named options of a series: which there are, and which values they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.values import JSON, RuleBroken, clipped, is_whole, listed, refusal, shown

OptionValue: TypeAlias = str | int | bool
Settings: TypeAlias = Mapping[str, OptionValue]
"""Every option of a game with its value, defaults included."""


@dataclass(frozen=True)
class Option:
    """One option; its values are `choices`, or else the whole numbers `least`..`most`."""

    name: str
    default: OptionValue
    rule: str
    text: str
    """One sentence for pages."""
    choices: tuple[OptionValue, ...] = ()
    least: int = 0
    most: int = 0
    needs: str = ""
    """Another option that must be switched on for this one to differ from its default."""

    def takes(self, value: object) -> bool:
        """Whether the value is one of this option's; 1 is not true and 2.0 is not 2."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return isinstance(value, int) and is_whole(value) and self.least <= value <= self.most

    def values(self) -> str:
        """The values in words: `one or both`, `a whole number from 1 to 8`."""
        if self.choices:
            return listed([str(c).lower() if isinstance(c, bool) else str(c) for c in self.choices])
        return f"a whole number from {self.least} to {self.most}"


def settle(options: object, table: Sequence[Option], title: str) -> dict[str, OptionValue]:
    """Check typed options against the game's table; return all of them, defaults filled in.

    Raises RuleBroken: not_an_object, unknown_option, option_value, option_needs.
    """
    if not isinstance(options, Mapping):
        raise refusal("not_an_object", "The options must be names with values", field="options")
    known = {option.name: option for option in table}
    for name in options:
        if not isinstance(name, str) or name not in known:
            raise _unknown(name, list(known), title)
    settings = {option.name: _value(option, options) for option in table}
    for option in table:
        if option.needs and settings[option.name] != option.default and not settings[option.needs]:
            raise refusal(
                "option_needs",
                f"The option {option.name} has a meaning only together with {option.needs}",
                option.rule,
                field=f"options.{option.name}",
            )
    return settings


def without_defaults(settings: Settings, table: Sequence[Option]) -> dict[str, JSON]:
    """The options worth writing down: those that differ from their defaults, in table order."""
    return {
        option.name: settings[option.name]
        for option in table
        if settings[option.name] != option.default
    }


def _value(option: Option, options: Mapping[object, object]) -> OptionValue:
    value = options.get(option.name, option.default)
    if isinstance(value, str | int) and option.takes(value):
        return value
    raise refusal(
        "option_value",
        f"The option {option.name} must be {option.values()}, not {shown(value)}",
        option.rule,
        field=f"options.{option.name}",
    )


def _unknown(name: object, known: list[str], title: str) -> RuleBroken:
    word = clipped(name) if isinstance(name, str) else shown(name)
    return refusal(
        "unknown_option",
        f'{title} has no option "{word}"; its options are {listed(known, "and")}',
        field="options",
        option=word,
    )
