"""The part of a form that says what is played: the matches in order and the game's options."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from engines.base import Game, Setup
from engines.option import Option
from tournaments.queries_boards import GONE, OwnNames, planned_text
from tournaments.web import words

DRAWN = "draw"
"""The choice of a match that the lot fills."""
FIRST_MATCHES = {"niwa": 3, "gazebo": 4, "gnome_hollow": 1}
"""How many choices of a match stand in the open; the others are folded away."""
MOST_MATCHES = 8


def default_matches(game: Game) -> list[str]:
    """What a new form plans: the game's own matches, or as many for the lot."""
    planned = game.default_setups({})
    return [token(setup) for setup in planned] if planned else [DRAWN] * FIRST_MATCHES["niwa"]


def typed_matches(post: QueryDict) -> list[str]:
    """The choices in order: `""` (not played), `draw` or a set-up's token."""
    return [text.strip() for text in post.getlist("match")]


def typed_options(post: QueryDict, options: Iterable[Option]) -> dict[str, str]:
    """Those of these options that the form says, as text."""
    named = {option.name: post.get(f"options.{option.name}") for option in options}
    return {name: value for name, value in named.items() if value is not None}


def setups(tokens: list[str], game: Game, seed: int) -> list[dict[str, Any]]:
    """The planned matches; those to be drawn get what is left, in the order of the lot."""
    known = {token(setup): setup for setup in game.setup_choices()}
    key = next(iter(game.setup_choices()[0]))
    planned = [text for text in tokens if text]
    lots = _lots(game, seed) if can_be_drawn(game) else []
    left = [setup for setup in lots if token(setup) not in planned]
    return [
        left.pop(0) if text == DRAWN and left else known.get(text, {key: text}) for text in planned
    ]


def can_be_drawn(game: Game) -> bool:
    """Whether the lot can fill a match: where the game plans none by itself."""
    return game.default_setups({}) is None


def option_values(typed: Mapping[str, str], options: Iterable[Option]) -> dict[str, object]:
    """The typed options' values; what is none of an option's is left for the game to refuse."""
    return {
        option.name: _value(option, typed[option.name])
        for option in options
        if option.name in typed
    }


def choices(
    game: Game, matches: list[str], options: Iterable[Option], typed: Mapping[str, str],
    own: OwnNames,
) -> dict[str, Any]:  # fmt: skip
    """What parts/match_choices.html and parts/option_fields.html show. own: the club's own."""
    in_the_open = FIRST_MATCHES[game.name]
    known = game.setup_choices(own.in_force)
    fields = _match_fields(matches, game, own, known)
    return {
        "setups": [
            {"token": token(setup), "label": planned_text(game.name, setup, own.in_force),
             "text": words.setup_text(game.name, setup)}
            for setup in known
        ],
        "can_be_drawn": can_be_drawn(game),
        "matches": fields[:in_the_open],
        "more_matches": fields[in_the_open:],
        "options": [
            {"option": option, "value": typed.get(option.name, shown(option.default)),
             "choices": [(shown(choice), words.option_value(choice)) for choice in option.choices]}
            for option in options
        ],
    }  # fmt: skip


def token(setup: Mapping[str, Any]) -> str:
    """A set-up as the value of a choice: `5`, `bird`."""
    return str(next(iter(setup.values())))


def shown(value: object) -> str:
    """An option's value as the form sends it: `true`, `share`, `2`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number(typed: str) -> int | str:
    """A typed whole number; what is none stays text."""
    text = typed.strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _match_fields(
    tokens: list[str], game: Game, own: OwnNames, known: Sequence[Setup]
) -> list[dict[str, Any]]:
    """One choice a match, as many as there may be or were sent. `field`: as the engine names it,
    counting the planned matches only. `gone`: of what is chosen and can't be planned now, what to
    call it; else empty."""
    key = next(iter(known[0]))
    there = {"", DRAWN, *map(token, known)}
    more = min(MOST_MATCHES, game.most_matches) - len(tokens)
    fields, planned = [], 0
    for at, text in enumerate([*tokens, *[""] * more], start=1):
        field = f"matches.{planned}.{key}" if text else ""
        gone = "" if text in there else _gone(text, key, game, own)
        fields.append({"number": at, "value": text, "field": field, "gone": gone})
        planned += bool(text)
    return fields


def _gone(text: str, key: str, game: Game, own: OwnNames) -> str:
    if text in own.withdrawn:
        return f"{planned_text(game.name, {key: text}, own.withdrawn)}, withdrawn"
    return f"{text} {GONE}"


def _lots(game: Game, seed: int) -> list[Setup]:
    """Every set-up in the order in which the seed draws them."""
    every = {"rounds": len(game.setup_choices())}
    counted = any(option.name == "rounds" for option in game.options)
    return game.default_setups(every if counted else {}, seed) or []


def _value(option: Option, typed: str) -> object:
    for choice in option.choices:
        if typed == shown(choice):
            return choice
    return number(typed) if not option.choices else typed
