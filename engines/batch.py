"""A batch of games between bots, played in blocks and counted; the same whoever plays which block.

A block is one deal, played once for each way in which the bots rotate over the seats. Everything
that is counted is a whole number, so that counts of blocks add up exactly, in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.bots import AT_ONCE, MOST_PLAYOUTS, make_bot
from engines.play import KeepOn, Stopped, always, play_game, play_position
from engines.position import Engine, Outcome
from engines.record import Record, verify
from engines.registry import ENGINES, GAMES
from engines.rng import mixed
from engines.values import JSON, RuleBroken, refusal

Counts: TypeAlias = "Counter[str]"
"""Path ↦ count. `S` a set-up's index in the batch, `P` a seat, `B` a bot's name:

- `blocks/S`, `games/S`, `moves/S`, `moves2/S` (squares), `end/S/REASON`
- `seat/S/P/B/…`: `games`, `wins` (alone), `shared` (with others), `share` (a win is 60, shared by
  three 20), `score`, `score2` (squares), `at/SCORE` (the histogram)
- `of_bot/S/B/…` and `of_seat/S/P/…`: `share` and `share2` (squares), what a bot, in all its seats,
  and whoever sits in a seat win of a whole block; deals are independent, games of a block are not
"""

WIN = 60
"""A win in parts that two to six winners can share: 30, 20, 15, 12, 10."""


@dataclass(frozen=True)
class Batch:
    """What is played. `bots`: names, seat 0 (which starts) first in a block's first game.

    setups: what deals are told, block b the b-th in turn. seed: any whole number.
    """

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, JSON]
    setups: tuple[Mapping[str, JSON], ...]
    seed: int

    @property
    def engine(self) -> Engine:
        return ENGINES[self.game]

    def setup(self, block: int) -> int:
        """The index of the set-up of a block."""
        return block % len(self.setups)

    def rotations(self) -> list[tuple[str, ...]]:
        """The bots by seat, for each game of a block: every different rotation once."""
        seats = range(len(self.bots))
        turned = [self.bots[seat:] + self.bots[:seat] for seat in seats]
        return list(dict.fromkeys(turned))


class GameBroken(Exception):
    """A bot or an engine failed in a game, or wanted to end the process: `error`. `block` plays it
    again."""

    def __init__(self, block: int, error: Exception | SystemExit) -> None:
        super().__init__(block, error)
        self.block = block
        self.error = error

    def __str__(self) -> str:
        return f"block {self.block}: {type(self.error).__name__}: {self.error}"


def plan_batch(
    game: str,
    bots: Iterable[str],
    options: Mapping[str, object],
    setups: Iterable[Mapping[str, JSON]],
    seed: int,
    most: int = MOST_PLAYOUTS,
) -> Batch:
    """A batch that can be played: one deal of each set-up and every bot is tried.

    setups: none are all that the game plans by itself, else all there are. What bots need to come
    to an end is added to the options. most: playouts of a bot. Raises RuleBroken; the `field` of
    what a set-up is refused for begins with its place, `setups.0`.
    """
    if game not in ENGINES:
        raise refusal("unknown_game", f"No engine plays {game!r}", field="game")
    engine, names = ENGINES[game], tuple(bots)
    engine.clean_options(options)
    settled = engine.clean_options({**engine.bot_options(len(names)), **options})
    batch = Batch(game, names, settled, tuple(setups) or default_setups(game), seed)
    for index, name in enumerate(names):
        make_bot(name, engine, index, most)
    for number, setup in enumerate(batch.setups):
        try:
            engine.deal(len(names), 0, settled, **setup)
        except RuleBroken as broken:
            _locate(broken, number, setup)
            raise
    return batch


def _locate(broken: RuleBroken, number: int, setup: Mapping[str, JSON]) -> None:
    """Makes the field of what a set-up is refused for its place: `setups.0.board`. What is wrong
    with the seats or the options stays where it is."""
    field = str(broken.facts.get("field", ""))
    whose, _, rest = field.partition(".")
    path = rest if whose in ("given", "setup") else field
    if field == "given":
        path = str(broken.facts.get("key", ""))
    if whose == "given" or path.partition(".")[0] in setup:
        broken.facts["field"] = f"setups.{number}.{path}"


def named(setup: Mapping[str, JSON]) -> dict[str, JSON]:
    """A set-up as people call it: a board or a tile set that is given whole by its name."""
    return {key: _name(value) if isinstance(value, dict) else value for key, value in setup.items()}


def _name(data: Mapping[str, JSON]) -> JSON:
    return data["name"] if "name" in data else data["id"]


def default_setups(game: str) -> tuple[Mapping[str, JSON], ...]:
    """What a series of this game plays when nobody chooses; else every set-up there is."""
    return tuple(GAMES[game].default_setups({}) or GAMES[game].setup_choices())


@dataclass
class Played:
    """What came of some blocks: the counts, and the records of a few games, by block."""

    counts: Counts
    records: dict[int, Record]


def play_blocks(batch: Batch, first: int, number: int, keep_on: KeepOn = always) -> Played:
    """Plays so many blocks; of those in the sample the first game's record is kept.

    All of them or none: raises GameBroken, and Stopped as soon as it is not to keep on.
    """
    played = Played(Counter(), {})
    for block in range(first, first + number):
        try:
            play_block(batch, block, played, keep_on)
        except Stopped:
            raise
        except (Exception, SystemExit) as error:
            raise GameBroken(block, error) from error
    return played


def is_sample(block: int) -> bool:
    """Blocks 0, 1, 2, 4, 8, …: some at the beginning, a few later."""
    return block & (block - 1) == 0


def play_block(batch: Batch, block: int, played: Played, keep_on: KeepOn = always) -> None:
    """Plays a block and adds what came of it; after Stopped, what was added is of no use."""
    counts, setup = played.counts, batch.setup(block)
    shares: Counter[str] = Counter({f"of_bot/{setup}/{bot}": 0 for bot in batch.bots})
    for bots in batch.rotations():
        if not keep_on():
            raise Stopped
        if is_sample(block):
            record = play_record(batch, block, bots, keep_on)
            played.records.setdefault(block, record)
            outcome, moves = outcome_of(record), len(record.moves)
        else:
            outcome, moves = play_one(batch, block, bots, keep_on)
        _count_game(counts, setup, moves, outcome.end)
        for seat, bot in enumerate(bots):
            share = _count_seat(counts, f"seat/{setup}/{seat}/{bot}", seat, outcome)
            shares[f"of_bot/{setup}/{bot}"] += share
            shares[f"of_seat/{setup}/{seat}"] += share
    counts[f"blocks/{setup}"] += 1
    for path, share in shares.items():
        counts[f"{path}/share"] += share
        counts[f"{path}/share2"] += share * share


def play_one(
    batch: Batch, block: int, bots: tuple[str, ...], keep_on: KeepOn = always
) -> tuple[Outcome, int]:
    """One game of a block, and how many decisions it took."""
    engine, seed = batch.engine, mixed(batch.seed, block)
    given = batch.setups[batch.setup(block)]
    position = engine.deal(len(bots), mixed(seed, 0), batch.options, **given)
    if bots[0] in AT_ONCE and len(set(bots)) == 1:
        moves = position.playout(mixed(seed, 1), bots[0])
    else:
        moves = sum(1 for _ in play_position(engine, position, bots, seed, keep_on))
    outcome = position.outcome()
    assert outcome is not None
    return outcome, moves


def play_record(
    batch: Batch, block: int, bots: tuple[str, ...], keep_on: KeepOn = always
) -> Record:
    """One game of a block by the bots themselves, written down; the verifier reads it again."""
    given = batch.setups[batch.setup(block)]
    seed = mixed(batch.seed, block)
    record = play_game(batch.engine, bots, seed, batch.options, keep_on, **given)
    fault = verify(record.written(), ENGINES)
    if fault:
        raise RuntimeError(f"a record that does not verify: {fault}")
    return record


def outcome_of(record: Record) -> Outcome:
    result: Any = record.result
    return Outcome(tuple(result["scores"]), tuple(result["winners"]), result["end"])


def _count_game(counts: Counts, setup: int, moves: int, end: str) -> None:
    counts[f"games/{setup}"] += 1
    counts[f"moves/{setup}"] += moves
    counts[f"moves2/{setup}"] += moves * moves
    counts[f"end/{setup}/{end}"] += 1


def _count_seat(counts: Counts, path: str, seat: int, outcome: Outcome) -> int:
    """Adds a seat's game; its part of the win."""
    score, winners = outcome.scores[seat], outcome.winners
    share = WIN // len(winners) if seat in winners else 0
    counts[f"{path}/games"] += 1
    counts[f"{path}/wins"] += share == WIN
    counts[f"{path}/shared"] += 0 < share < WIN
    counts[f"{path}/share"] += share
    counts[f"{path}/score"] += score
    counts[f"{path}/score2"] += score * score
    counts[f"{path}/at/{score}"] += 1
    return share
