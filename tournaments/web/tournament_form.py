"""The form of a tournament: what it shows, and what was typed as the settings of a service."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.http import QueryDict

from engines.base import Game, Setup
from engines.option import Option
from tournaments.errors import Refused
from tournaments.models import Stage, Tournament
from tournaments.rules.points import SCHEMES
from tournaments.rules.scheme_settings import TIES
from tournaments.rules.tiebreaks import DEFAULT_KEYS, KEYS
from tournaments.web import words

DRAWN = "draw"
"""The choice of a match that the lot fills."""
FIRST_MATCHES = {"niwa": 3, "gazebo": 4}
"""How many choices of a match stand in the open; the others are folded away."""
MOST_MATCHES = 8
NOT_FOR_TOURNAMENTS = {"rounds", "partnership"}
"""`rounds` follows from the chosen matches; partnership is for casual series."""
FIELDS = {
    "unknown_scheme": "scheme",
    "missing_setting": "scheme_values",
    "bad_values": "scheme_values",
    "not_a_number": "scheme_values",
    "worse_pays_more": "scheme_values",
    "unknown_key": "keys",
    "repeated_key": "keys",
    "empty_chain": "keys",
}
"""Refusals that don't name their field ↦ the form's."""


@dataclass
class Typed:
    """What stands in the form, as text. `matches`: `""` (none), `draw` or a choice's token."""

    game: str
    name: str = ""
    starts_on: str = ""
    timezone: str = ""
    table_size: str = "4"
    draft: bool = False
    matches: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    scheme: str = "place_share"
    scheme_values: str = ""
    scheme_ties: str = "split"
    keys: list[str] = field(default_factory=lambda: list(DEFAULT_KEYS))
    unplayed: str = "drop"


def blank(game: Game, today: date, timezone: str) -> Typed:
    """The form of a new tournament, with everything filled in that can be."""
    planned = game.default_setups({})
    matches = [_token(setup) for setup in planned] if planned else [DRAWN] * FIRST_MATCHES["niwa"]
    return Typed(
        game=game.name,
        name=f"{game.title} evening, {today.day} {today:%B %Y}",
        starts_on=today.isoformat(),
        timezone=timezone,
        matches=matches,
    )


def of_tournament(tournament: Tournament, stage: Stage) -> Typed:
    """The form of a tournament that exists."""
    settings = tournament.scheme_settings
    return Typed(
        game=tournament.game,
        name=tournament.name,
        starts_on=tournament.starts_on.isoformat(),
        timezone=tournament.timezone,
        table_size=str(stage.table_size),
        matches=[_token(setup) for setup in stage.matches],
        options={name: _text(value) for name, value in tournament.options.items()},
        scheme=tournament.scheme,
        scheme_values=" ".join(map(str, settings.get("values", ()))),
        scheme_ties=settings.get("ties", "split"),
        keys=list(tournament.keys),
        unplayed=tournament.unplayed,
    )


def from_post(post: QueryDict, game: Game) -> Typed:
    """What was typed."""
    named = {option.name: post.get(f"options.{option.name}") for option in options_of(game)}
    return Typed(
        game=game.name,
        name=post.get("name", ""),
        starts_on=post.get("starts_on", ""),
        timezone=post.get("timezone", ""),
        table_size=post.get("table_size", ""),
        draft="draft" in post,
        matches=[token.strip() for token in post.getlist("match")],
        options={name: value for name, value in named.items() if value is not None},
        scheme=post.get("scheme", ""),
        scheme_values=post.get("scheme_values", ""),
        scheme_ties=post.get("scheme_ties", "split"),
        keys=[key for key in post.getlist("key") if key],
        unplayed=post.get("unplayed", ""),
    )


def play_settings(typed: Typed, game: Game, seed: int) -> dict[str, Any]:
    """What the tables play: `table_size`, `matches` and `options`; the lot draws from `seed`."""
    return {
        "table_size": _number(typed.table_size),
        "matches": _setups(typed.matches, game, seed),
        "options": {
            option.name: _value(option, typed.options[option.name])
            for option in options_of(game)
            if option.name in typed.options
        },
    }


def other_settings(typed: Typed, kept: Mapping[str, object]) -> dict[str, Any]:
    """Everything else. `kept`: settings of the same scheme that the form doesn't show."""
    allowed = SCHEMES[typed.scheme].defaults if typed.scheme in SCHEMES else {}
    settings = {name: value for name, value in kept.items() if name in allowed}
    if "values" in allowed:
        settings |= {"values": typed.scheme_values.replace(",", " ").split() or None,
                     "ties": typed.scheme_ties}  # fmt: skip
    return {
        "name": typed.name,
        "starts_on": typed.starts_on.strip(),
        "timezone": typed.timezone.strip(),
        "scheme": typed.scheme,
        "scheme_settings": settings,
        "keys": typed.keys,
        "unplayed": typed.unplayed,
    }


def located(refused: Refused) -> Refused:
    """The refusal with the field that it belongs to, where its facts don't say so."""
    if "field" not in refused.facts and refused.code in FIELDS:
        refused.facts["field"] = FIELDS[refused.code]
    return refused


def options_of(game: Game) -> list[Option]:
    """The game's options that a tournament can set."""
    return [
        option
        for option in game.options
        if option.name not in NOT_FOR_TOURNAMENTS and option.needs not in NOT_FOR_TOURNAMENTS
    ]


def choices(typed: Typed, game: Game) -> dict[str, Any]:
    """What the page offers: matches, options, schemes, keys, policies and table sizes."""
    in_the_open = FIRST_MATCHES.get(game.name, 1)
    fields = _match_fields(typed, game)
    return {
        "typed": typed,
        "game": game,
        "setups": [
            {"token": _token(setup), "label": game.describe_setup(setup),
             "text": words.setup_text(game.name, setup)}
            for setup in game.setup_choices()
        ],
        "can_be_drawn": game.default_setups({}) is None,
        "matches": fields[:in_the_open],
        "more_matches": fields[in_the_open:],
        "options": [
            {"option": option, "value": typed.options.get(option.name, _text(option.default)),
             "choices": [(_text(choice), _words(choice)) for choice in option.choices]}
            for option in options_of(game)
        ],
        "schemes": words.SCHEMES,
        "scheme_ties": TIES,
        "keys": [(key, *words.KEYS[key]) for key in KEYS],
        "chain": [*typed.keys, *[""] * (len(KEYS) - len(typed.keys))],
        "policies": words.UNPLAYED,
        "sizes": [str(size) for size in range(game.min_seats, game.max_seats + 1)],
    }  # fmt: skip


def _match_fields(typed: Typed, game: Game) -> list[dict[str, Any]]:
    """One choice a match. `field`: as the engine names it, counting the planned matches only."""
    key = next(iter(game.setup_choices()[0]))
    tokens = [*typed.matches, *[""] * (MOST_MATCHES - len(typed.matches))]
    fields, planned = [], 0
    for number, token in enumerate(tokens, start=1):
        fields.append(
            {"number": number, "value": token, "field": f"matches.{planned}.{key}" if token else ""}
        )
        planned += bool(token)
    return fields


def _setups(tokens: list[str], game: Game, seed: int) -> list[dict[str, Any]]:
    """The planned matches; those to be drawn get what is left, in the order of the lot."""
    known = {_token(setup): setup for setup in game.setup_choices()}
    key = next(iter(game.setup_choices()[0]))
    planned = [token for token in tokens if token]
    left = [setup for setup in _lots(game, seed) if _token(setup) not in planned]
    return [
        left.pop(0) if token == DRAWN and left else known.get(token, {key: token})
        for token in planned
    ]


def _lots(game: Game, seed: int) -> list[Setup]:
    """Every set-up in the order in which the seed draws them."""
    every = {"rounds": len(game.setup_choices())}
    counted = any(option.name == "rounds" for option in game.options)
    return game.default_setups(every if counted else {}, seed) or []


def _token(setup: Mapping[str, Any]) -> str:
    return str(next(iter(setup.values())))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _value(option: Option, typed: str) -> object:
    """The option's value that was typed; what is none of them is left for the game to refuse."""
    for choice in option.choices:
        if typed == _text(choice):
            return choice
    return _number(typed) if not option.choices else typed


def _number(typed: str) -> int | str:
    text = typed.strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
