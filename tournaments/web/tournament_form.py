"""The form of a tournament: what it shows, and what was typed as the settings of a service."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.http import QueryDict

from engines.base import Game
from engines.option import Option
from tournaments.errors import Refused
from tournaments.models import Stage, Tournament
from tournaments.queries_boards import OwnNames
from tournaments.rules.points import SCHEMES
from tournaments.rules.scheme_settings import TIES
from tournaments.rules.tiebreaks import DEFAULT_KEYS, KEYS
from tournaments.web import play_form, words

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
    """What stands in the form, as text; `matches` as in `play_form`."""

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
    return Typed(
        game=game.name,
        name=f"{game.title} evening, {today.day} {today:%B %Y}",
        starts_on=today.isoformat(),
        timezone=timezone,
        matches=play_form.default_matches(game),
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
        matches=[play_form.token(setup) for setup in stage.matches],
        options={name: play_form.shown(value) for name, value in tournament.options.items()},
        scheme=tournament.scheme,
        scheme_values=" ".join(map(str, settings.get("values", ()))),
        scheme_ties=settings.get("ties", "split"),
        keys=list(tournament.keys),
        unplayed=tournament.unplayed,
    )


def from_post(post: QueryDict, game: Game) -> Typed:
    """What was typed."""
    return Typed(
        game=game.name,
        name=post.get("name", ""),
        starts_on=post.get("starts_on", ""),
        timezone=post.get("timezone", ""),
        table_size=post.get("table_size", ""),
        draft="draft" in post,
        matches=play_form.typed_matches(post),
        options=play_form.typed_options(post, options_of(game)),
        scheme=post.get("scheme", ""),
        scheme_values=post.get("scheme_values", ""),
        scheme_ties=post.get("scheme_ties", "split"),
        keys=[key for key in post.getlist("key") if key],
        unplayed=post.get("unplayed", ""),
    )


def play_settings(typed: Typed, game: Game, seed: int) -> dict[str, Any]:
    """What the tables carry with them (`services.tournaments.BEFORE_THE_DRAW`); missions that are
    left to the lot are drawn from `seed`."""
    return {
        "table_size": play_form.number(typed.table_size),
        "matches": play_form.setups(typed.matches, game, seed),
        "options": play_form.option_values(typed.options, options_of(game)),
        "unplayed": typed.unplayed,
    }


def standing_settings(typed: Typed, kept: Mapping[str, object]) -> dict[str, Any]:
    """How the standing is made. `kept`: settings of the same scheme that the form doesn't show."""
    allowed = SCHEMES[typed.scheme].defaults if typed.scheme in SCHEMES else {}
    settings = {name: value for name, value in kept.items() if name in allowed}
    if "values" in allowed:
        settings |= {"values": typed.scheme_values.replace(",", " ").split() or None,
                     "ties": typed.scheme_ties}  # fmt: skip
    return {"scheme": typed.scheme, "scheme_settings": settings, "keys": typed.keys}


def other_settings(typed: Typed) -> dict[str, Any]:
    """What can be changed at any time."""
    return {
        "name": typed.name,
        "starts_on": typed.starts_on.strip(),
        "timezone": typed.timezone.strip(),
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


def choices(typed: Typed, game: Game, own: OwnNames) -> dict[str, Any]:
    """What the page offers: matches, options, schemes, keys, policies and table sizes."""
    return play_form.choices(game, typed.matches, options_of(game), typed.options, own) | {
        "typed": typed,
        "game": game,
        "schemes": words.SCHEMES,
        "scheme_ties": TIES,
        "keys": [(key, *words.KEYS[key]) for key in KEYS],
        "chain": [*typed.keys, *[""] * (len(KEYS) - len(typed.keys))],
        "policies": words.UNPLAYED,
        "sizes": [str(size) for size in range(game.min_seats, game.max_seats + 1)],
    }
