"""The form of a simulation: what was typed, and how it reaches the service."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from django.http import QueryDict

from analytics.models import Simulation
from analytics.queries import Since
from analytics.services.simulations import NARROWEST, check_bot, check_games, check_width
from engines.base import Game
from engines.batch import default_setups, named
from engines.option import Option
from engines.position import Engine
from engines.registry import ENGINES, GAMES
from engines.values import RuleBroken, listed
from tournaments.errors import Refused
from tournaments.queries_boards import OwnNames
from tournaments.services.tournaments import check_seed
from tournaments.web import play_form, words

BOTS = ("random", "greedy", "mcts:100", "mcts:1000")
"""Bots to choose from; any other is typed."""
USUAL = "1000"


@dataclass
class Typed:
    """What stands in the form, as text. `bots`: one a seat, `""` where none sits; `others`: what
    was typed beside it, which goes first. `setups`: tokens as in `play_form`; `width`: in %.
    `notes`: sentences on what the form can't repeat."""

    game: str
    bots: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    setups: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    games: str = USUAL
    width: str = ""
    seed: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The bots by seat, `""` for an empty one."""
        others = [*self.others, *[""] * len(self.bots)]
        return [other or bot for bot, other in zip(self.bots, others, strict=False)]


def blank(game: Game) -> Typed:
    """The form of a new simulation: a bot of one kind in as few seats as there can be."""
    setups = [play_form.token(setup) for setup in default_setups(game.name)]
    return Typed(game.name, ["greedy"] * game.min_seats, setups=setups)


def again(simulation: Simulation, since: Since) -> Typed:
    """The form filled in as it was for a simulation, but for the seed. since: its boards of then
    that are gone or others by now."""
    known = [bot if bot in BOTS else "" for bot in simulation.bots]
    width, key = simulation.until_width, _key(GAMES[simulation.game])
    return Typed(
        simulation.game,
        known,
        ["" if bot in BOTS else bot for bot in simulation.bots],
        [str(setup[key]) for setup in map(named, simulation.setups)],
        {name: play_form.shown(value) for name, value in simulation.options.items()},
        str(simulation.games),
        "" if width is None else percent(width),
        notes=list(_notes(simulation, since, key)),
    )


def percent(width: float) -> str:
    """A share as text in %, with all its digits: `0.025` is `2.5`, which `settings` reads as the
    same number."""
    return f"{(100 * Decimal(repr(width))).normalize():f}"


def _key(game: Game) -> str:
    """What every set-up of the game names: `mission`, `board`."""
    return next(iter(game.setup_choices()[0]))


def _notes(simulation: Simulation, since: Since, key: str) -> Iterator[str]:
    noun = words.SETUPS[simulation.game]
    for name in since.gone:
        board = f"The {noun} “{name}”" if name else f"A {noun} without a name"
        yield f"{board} can't be ticked now. Tick another in its place, or go on without it."
    content = "squares" if simulation.game == "gazebo" else "content"
    for name in since.changed:
        yield f"The {noun} “{name}” has other {content} now than it had then."
    more = sorted({name for setup in simulation.setups for name in setup if name != key})
    if more:
        yield f"This form can't say what was said then of: {', '.join(more)}. The API can."


def from_post(post: QueryDict, game: Game) -> Typed:
    """What was typed."""
    return Typed(
        game=game.name,
        bots=[text.strip() for text in post.getlist("bot")],
        others=[text.strip() for text in post.getlist("other")],
        setups=[text.strip() for text in post.getlist("setup")],
        options=play_form.typed_options(post, options_of(game)),
        games=post.get("games", "").strip(),
        width=post.get("width", "").strip(),
        seed=post.get("seed", "").strip(),
    )


def options_of(game: Game) -> list[Option]:
    """The options that change play: those that the engine takes."""
    return [option for option in game.options if _takes(ENGINES[game.name], option)]


def _takes(engine: Engine, option: Option) -> bool:
    try:
        engine.clean_options({option.name: option.default})
    except RuleBroken:
        return False
    return True


def settings(typed: Typed, game: Game, own: Collection[str]) -> dict[str, Any]:
    """What `services.simulations.start` takes. own: names of the club's own boards or tile sets.

    Raises Refused (`bad_simulation`) with the sentence of every field that is to be mended, in
    `mistakes`.
    """
    mistakes: dict[str, str] = {}
    found = {
        "game": game.name,
        "bots": _noting(mistakes, "bots", lambda: _bots(typed, game, mistakes)),
        "setups": _noting(mistakes, "setups", lambda: _setups(typed, game, own)),
        "options": _options(typed, game, mistakes),
        "games": _noting(mistakes, "games", lambda: check_games(_whole(typed.games))),
        "until_width": _noting(mistakes, "width", lambda: _width(typed.width)),
        "seed": _noting(mistakes, "seed", lambda: _seed(typed.seed)),
    }
    if mistakes:
        raise Refused("bad_simulation", _summary(mistakes), mistakes=mistakes)
    return found


def located(refused: Refused) -> Refused:
    """A refusal of the service with the field of the form that it belongs to."""
    fields = {"seats": "bots", "until_width": "width"}
    at = refused.facts.get("field")
    if at in fields:
        refused.facts["field"] = fields[at]
    return refused


def choices(typed: Typed, game: Game, own: OwnNames) -> dict[str, Any]:
    """What the page offers: seats, missions, boards or tile sets, options."""
    options = options_of(game)
    offered = play_form.choices(game, [], options, typed.options, own)
    usual = {option.name: play_form.shown(option.default) for option in options}
    return {
        "typed": typed,
        "game": game,
        "bots": BOTS,
        "seats": _seat_fields(typed, game),
        "setups": offered["setups"],
        "setups_word": words.SETUPS[game.name],
        "options": offered["options"],
        "folded": all(usual.get(name) == value for name, value in typed.options.items()),
    }


def _seat_fields(typed: Typed, game: Game) -> list[dict[str, Any]]:
    count = max(game.max_seats, len(typed.bots))
    bots, others = ([*texts, *[""] * count] for texts in (typed.bots, typed.others))
    return [
        {"number": seat + 1, "field": f"bots.{seat}", "bot": bots[seat], "other": others[seat],
         "needed": seat < game.min_seats}
        for seat in range(count)
    ]  # fmt: skip


def _noting(mistakes: dict[str, str], name: str, read: Callable[[], Any]) -> Any:
    """What `read` returns; None where it refuses, and then the sentence is noted."""
    try:
        return read()
    except (Refused, RuleBroken) as refused:
        mistakes[name] = str(refused)
    return None


def _bots(typed: Typed, game: Game, mistakes: dict[str, str]) -> list[str]:
    names = typed.names
    taken = [seat for seat, name in enumerate(names) if name]
    for seat in taken:
        read = partial(check_bot, names[seat], ENGINES[game.name])
        _noting(mistakes, f"bots.{seat}", read)
    for seat in range(len(taken)):
        if not names[seat]:
            mistakes[f"bots.{seat}"] = f"Seat {seat + 1} is empty, but seat {taken[-1] + 1} is not."
    game.check_seats(len(taken), {})
    return [name for name in names if name]


def _setups(typed: Typed, game: Game, own: Collection[str]) -> list[dict[str, Any]]:
    known = {play_form.token(setup): setup for setup in game.setup_choices(own)}
    gone = [f"“{text[:60]}”" for text in typed.setups if text not in known]
    if gone:
        raise Refused("gone", f"{listed(gone, 'and')} can be ticked no more.")
    if not typed.setups:
        raise Refused("no_setups", "Tick at least one.")
    return [dict(known[text]) for text in typed.setups]


def _options(typed: Typed, game: Game, mistakes: dict[str, str]) -> dict[str, object]:
    values = play_form.option_values(typed.options, options_of(game))
    for name, value in values.items():
        read = partial(ENGINES[game.name].clean_options, {name: value})
        _noting(mistakes, f"options.{name}", read)
    return values


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch("[0-9]{1,16}", text) else text


def _width(text: str) -> float | None:
    """A width in % as a share; None where there is none."""
    if not text:
        return None
    typed = text.removesuffix("%").strip().replace(",", ".")
    known = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,20})?", typed)
    try:
        return check_width(float(Decimal(typed) / 100) if known else text)
    except Refused as refused:
        sentence = f"An interval is from {100 * NARROWEST:g} to below 100 % wide."
        raise Refused(refused.code, sentence) from refused


def _seed(text: str) -> int | None:
    return check_seed(_whole(text)) if text else None


def _summary(mistakes: dict[str, str]) -> str:
    found = list(mistakes.values())
    return found[0] if len(found) == 1 else f"{len(found)} things are to be mended."
