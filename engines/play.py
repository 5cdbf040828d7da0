"""One game between bots, and the record of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.bots import AT_ONCE, Seen, make_bot
from engines.position import OVER, Engine, Move, Position
from engines.record import Record, write_record
from engines.rng import mixed

KeepOn: TypeAlias = Callable[[], bool]
"""Whether to go on. Asked before every decision where a bot searches; by blocks, before a game."""


class Stopped(Exception):
    """What was played was not to be played on (`KeepOn`); the game has no end."""


def always() -> bool:
    return True


def play_game(
    engine: Engine, bots: Sequence[str], seed: int, options: Mapping[str, object],
    keep_on: KeepOn = always, /, **given: object,
) -> Record:  # fmt: skip
    """Bots by name, seat 0 first. The deal and every decision come from the seed.

    `given`: what a deal may be told (the start seat, a mission, a board); anything else is refused,
    whatever it is called. Options that bots need to come to an end (`Engine.bot_options`) are set,
    and written, where `options` names none. Raises RuleBroken where the deal, an option or a bot
    is none, and Stopped.
    """
    position, options = _deal(engine, len(bots), mixed(seed, 0), options, given)
    first = position.copy()
    moves = [position.text(move) for move in play_position(engine, position, bots, seed, keep_on)]
    return write_record(engine, first, options, len(bots), moves, position.outcome())


def check_game(
    engine: Engine, bots: Sequence[str], options: Mapping[str, object], /, **given: object
) -> None:
    """Raises RuleBroken as `play_game` would, before anything is played."""
    _deal(engine, len(bots), 0, options, given)
    for name in bots:
        make_bot(name, engine, 0)


def _deal(
    engine: Engine, players: int, seed: int, options: Mapping[str, object],
    given: Mapping[str, object],
) -> tuple[Position, Mapping[str, object]]:  # fmt: skip
    """A deal for bots, and its options."""
    settled = {**engine.bot_options(players), **options}
    return engine.deal(players, seed, settled, **given), settled


def play_position(
    engine: Engine, position: Position, bots: Sequence[str], seed: int, keep_on: KeepOn = always
) -> Iterator[Move]:
    """Plays to the end, in place; yields each decision before it is made. Raises Stopped."""
    players = [make_bot(name, engine, mixed(seed, 1 + seat)) for seat, name in enumerate(bots)]
    searches = not set(bots) <= set(AT_ONCE)
    while (seat := position.actor()) != OVER:
        if searches and not keep_on():
            raise Stopped
        move = players[seat].choose(Seen(position))
        yield move
        position.play(move)


def perft(position: Position, depth: int) -> int:
    """How many lines of exactly `depth` decisions there are (a game that ends sooner is one)."""
    if depth == 0 or position.actor() == OVER:
        return 1
    if depth == 1:
        return len(position.moves())
    total = 0
    for move in position.moves():
        after = position.copy()
        after.push(move)
        total += perft(after, depth - 1)
    return total
