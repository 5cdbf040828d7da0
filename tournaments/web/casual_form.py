"""The form of a casual series: what it shows, and what was typed as the service takes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from engines.base import Game
from engines.option import Option
from engines.values import read_number
from tournaments.errors import Refused
from tournaments.models import Club, Player
from tournaments.queries_boards import OwnNames
from tournaments.web import play_form, words

ASKED_ELSEWHERE = {"niwa": {"rounds"}, "gazebo": {"start"}}
"""Options that the form asks in another way: the chosen matches, and who starts."""
NOWHERE = -1
"""A start seat that no table has, for the game to refuse."""


@dataclass
class Typed:
    """What stands in the form, as text. `players`: ids in seat order, `""` for an empty seat;
    `start`: a seat's number from 1, or `""`; `matches` as in `play_form`."""

    game: str
    players: list[str] = field(default_factory=list)
    start: str = ""
    matches: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    unplayed: str = "drop"


def blank(game: Game) -> Typed:
    """The form of a new series, with everything filled in that can be."""
    return Typed(game.name, matches=play_form.default_matches(game))


def from_post(post: QueryDict, game: Game) -> Typed:
    """What was typed."""
    return Typed(
        game=game.name,
        players=[text.strip() for text in post.getlist("player")],
        start=post.get("start", "").strip(),
        matches=play_form.typed_matches(post),
        options=play_form.typed_options(post, options_of(game)),
        unplayed=post.get("unplayed", ""),
    )


def settings(typed: Typed, game: Game, club: Club, seed: int) -> dict[str, Any]:
    """What `services.casual.start_series` takes; the lot, if there is one, draws from
    `seed`. 1 query.

    Raises Refused: empty_seat, no_such_player.
    """
    return {
        "game": game.name,
        "players": _seated(typed.players, club),
        "matches": play_form.setups(typed.matches, game, seed),
        "options": play_form.option_values(typed.options, options_of(game)),
        "start_seat": _start_seat(typed.start),
        "unplayed": typed.unplayed,
        "seed": seed if play_form.DRAWN in typed.matches else None,
    }


def located(refused: Refused, typed: Typed) -> Refused:
    """The refusal with the field of the form that it belongs to."""
    if refused.code == "seated_twice":
        again = (at for at, pk in enumerate(typed.players) if pk in typed.players[:at])
        refused.facts["field"] = f"players.{next(again, 0)}"
    elif refused.facts.get("field") == "seats":
        refused.facts["field"] = "players"
    return refused


def options_of(game: Game) -> list[Option]:
    """The game's options that the form lists."""
    elsewhere = ASKED_ELSEWHERE.get(game.name, set())
    return [option for option in game.options if option.name not in elsewhere]


def choices(typed: Typed, game: Game, players: Sequence[Player], own: OwnNames) -> dict[str, Any]:
    """What the page offers: seats, who starts, matches, options and policies."""
    return play_form.choices(game, typed.matches, options_of(game), typed.options, own) | {
        "typed": typed,
        "game": game,
        "seats": _seat_fields(typed, game, players),
        "starts": [str(seat) for seat in range(1, game.max_seats + 1)],
        "in_pairs": any(option.name == "partnership" for option in game.options),
        "policies": words.UNPLAYED,
        "folded": _is_usual(typed, game),
    }


def _seat_fields(typed: Typed, game: Game, players: Sequence[Player]) -> list[dict[str, Any]]:
    """One choice a seat; those beyond the least number may stay empty."""
    chosen = [*typed.players, *[""] * game.max_seats][: max(game.max_seats, len(typed.players))]
    people = [(str(player.pk), player) for player in players]
    return [
        {"number": at + 1, "field": f"players.{at}", "value": value, "players": people,
         "needed": at < game.min_seats}
        for at, value in enumerate(chosen)
    ]  # fmt: skip


def _is_usual(typed: Typed, game: Game) -> bool:
    """Whether everything that is folded away has its default."""
    usual = {option.name: play_form.shown(option.default) for option in options_of(game)}
    return typed.unplayed == "drop" and all(usual[name] == typed.options[name] for name in usual
                                            if name in typed.options)  # fmt: skip


def _seated(typed: Sequence[str], club: Club) -> list[Player]:
    """The players from the first seat on; the seats left empty are the last ones. 1 query."""
    taken = [at for at, pk in enumerate(typed) if pk]
    for at in range(len(taken)):
        if not typed[at]:
            raise Refused(
                "empty_seat",
                f"Seat {at + 1} is empty, but seat {taken[-1] + 1} is not.",
                field=f"players.{at}",
            )
    ids = {at: read_number(typed[at]) for at in taken}
    found = club.players.in_bulk([pk for pk in ids.values() if pk is not None])
    for at, pk in ids.items():
        if pk not in found:
            raise Refused("no_such_player", "This club has no such player.", field=f"players.{at}")
    return [found[pk] for pk in ids.values() if pk is not None]


def _start_seat(typed: str) -> int | None:
    """The seat as the service counts it; None: as the game has it."""
    if not typed:
        return None
    seat = play_form.number(typed)
    return seat - 1 if isinstance(seat, int) else NOWHERE
