"""Records: one game as data that replays without chance. Read, written, verified, replayed.

The form is that of `rules/records.md`, format 1: one JSON object a game; a file holds one, or many
as JSON Lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.json_text import Unreadable
from engines.position import OVER, Engine, Outcome, Position
from engines.values import JSON, RuleBroken, clipped, is_whole, listed, refusal, shown

FORMAT = 1
SETUP = -1
"""The index of a fault that lies before the first move."""
MOST_MOVES = 100_000
"""Longer lists are no game: the longest a bot ever played has a few thousand."""
RESULT_KEYS = ("scores", "winners", "end")


@dataclass(frozen=True)
class Record:
    """A game as written: `moves` are texts, `result` is None while it is in progress."""

    game: str
    rules: int
    players: int
    options: dict[str, JSON]
    setup: dict[str, JSON]
    moves: tuple[str, ...]
    result: dict[str, JSON] | None = None

    def written(self) -> dict[str, JSON]:
        """As JSON, keys in the order of the rules page."""
        found: dict[str, JSON] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "options": self.options,
            "setup": self.setup,
            "moves": list(self.moves),
        }
        return found if self.result is None else found | {"result": self.result}


@dataclass(frozen=True)
class Fault:
    """The first thing that is wrong with a record.

    index: of the move, 0-based; −1 the set-up, the number of moves the result. text: the move's.
    rule: its id, "" where only the form is wrong. of_result: the result is wrong, not a move.
    """

    index: int
    text: str
    rule: str
    message: str
    of_result: bool = False

    def __str__(self) -> str:
        where = "set-up" if self.index == SETUP else f"move {self.index}"
        where = "result" if self.of_result else where
        text = f' "{clipped(self.text)}"' if self.text else ""
        return f"{where}{text}: {self.message}"


class RecordBroken(ValueError):
    """A record that can't be replayed; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


# Form -------------------------------------------------------------------------------------------


def parse_record(value: object, engines: Mapping[str, Engine]) -> Record:
    """The record that a JSON value is.

    Raises `RecordBroken`. Unknown keys are ignored, but those of `options` and `result`. Nothing
    is replayed, unless a move or the result has a wrong form: then an earlier fault comes first.
    """
    record, late = _parse(value, engines)
    if late:
        replay(record, engines)
        raise RecordBroken(late)
    return record


def parse_moves(value: object, engines: Mapping[str, Engine], upto: int | None = None) -> Record:
    """A record to be replayed for `upto` moves (None: all of them).

    As `parse_record`, but whatever stands behind those moves may be wrong, and so may the result;
    what has a wrong form there is left out.
    """
    record, late = _parse(value, engines)
    if late and not late.of_result and (upto is None or upto > late.index):
        replay(record, engines)
        raise RecordBroken(late)
    return record


def _parse(value: object, engines: Mapping[str, Engine]) -> tuple[Record, Fault | None]:
    """The record as far as its form is right, and the fault of form behind the set-up.

    Raises `RecordBroken` where the fault is in the set-up or before it.
    """
    try:
        return _read(value, engines)
    except RuleBroken as broken:
        raise RecordBroken(Fault(SETUP, "", broken.rule, broken.message)) from broken


def _read(value: object, engines: Mapping[str, Engine]) -> tuple[Record, Fault | None]:
    engine = _headed(value, engines)
    assert isinstance(value, dict)
    options, setup = value.get("options"), value.get("setup")
    if not isinstance(options, dict) or not isinstance(setup, dict):
        raise refusal("not_an_object", "options and setup must be objects")
    moves, late = _moves(value.get("moves"))
    result = value.get("result")
    if "result" in value and late is None and not _is_result(result):
        sentence = f"A result has exactly {listed(RESULT_KEYS, 'and')}."
        late = Fault(len(moves), "", "", sentence, of_result=True)
    record = Record(
        game=engine.name,
        rules=engine.rules,
        players=value["players"],
        options=engine.clean_options(options),
        setup=setup,
        moves=moves,
        result=result if late is None else None,
    )
    return record, late


def _headed(value: object, engines: Mapping[str, Engine]) -> Engine:
    """The engine that a record's first keys name: format, game, rules, players."""
    if isinstance(value, Unreadable):
        raise refusal("no_json", f"This is no JSON: {value.why}")
    if not isinstance(value, dict):
        raise refusal("no_record", "A record is a JSON object; many stand one a line")
    if not is_whole(value.get("format")) or value["format"] != FORMAT:
        raise refusal("format", f"The format must be {FORMAT}, not {shown(value.get('format'))}")
    engine = _engine(value.get("game"), engines)
    if not is_whole(value.get("rules")) or value["rules"] != engine.rules:
        rules = shown(value.get("rules"))
        raise refusal("rules", f"The rules number must be {engine.rules}, not {rules}")
    if not is_whole(value.get("players")):
        players = shown(value.get("players"))
        raise refusal("players", f"players must be a whole number, not {players}")
    return engine


def _engine(name: object, engines: Mapping[str, Engine]) -> Engine:
    if isinstance(name, str) and name in engines:
        return engines[name]
    raise refusal("unknown_game", f"The game must be {listed(list(engines))}, not {shown(name)}")


def _moves(value: object) -> tuple[tuple[str, ...], Fault | None]:
    """The moves as far as they are texts, and the fault of the next one."""
    if not isinstance(value, list):
        raise refusal("moves", "moves must be a list of texts")
    for index, move in enumerate(value):
        if not isinstance(move, str):
            return tuple(value[:index]), _late(index, f"A move is a text, not {shown(move)}")
        if index == MOST_MOVES:
            late = _late(index, f"A record has at most {MOST_MOVES} moves")
            return tuple(value[:index]), late
    return tuple(value), None


def _is_result(value: object) -> bool:
    return isinstance(value, dict) and set(value) == set(RESULT_KEYS)


def _late(index: int, sentence: str) -> Fault:
    return Fault(index, "", "", f"{sentence}.")


# Replay -----------------------------------------------------------------------------------------


def start(record: Record, engines: Mapping[str, Engine]) -> Position:
    """The position before the first move. Raises `RecordBroken`."""
    try:
        return engines[record.game].read_setup(record.players, record.options, record.setup)
    except RuleBroken as broken:
        raise RecordBroken(Fault(SETUP, "", broken.rule, broken.message)) from broken


def replay(record: Record, engines: Mapping[str, Engine], upto: int | None = None) -> Position:
    """The position after the first `upto` moves (None: after all). Raises `RecordBroken`."""
    position = start(record, engines)
    for _ in play_on(position, record, engines, upto):
        pass
    return position


def play_on(
    position: Position, record: Record, engines: Mapping[str, Engine], upto: int | None = None
) -> Iterator[tuple[int, str]]:
    """Makes the first `upto` moves of the record, from its start position and in place; yields
    each after it has been made, with the seat that decided. Raises `RecordBroken`."""
    for index, text in enumerate(record.moves[:upto]):
        seat = position.actor()
        if seat == OVER:
            rule = engines[record.game].result_rules(position)["end"]
            raise RecordBroken(Fault(index, text, rule, f"The game has ended before ({rule})."))
        try:
            position.push(position.parse(text))
        except RuleBroken as broken:
            raise RecordBroken(Fault(index, text, broken.rule, broken.message)) from broken
        yield seat, text


def verify(value: object, engines: Mapping[str, Engine]) -> Fault | None:
    """The first fault of a record; None where it is right.

    Without `result` a record is in progress and may stop anywhere.
    """
    try:
        record = parse_record(value, engines)
        position = replay(record, engines)
    except RecordBroken as broken:
        return broken.fault
    if record.result is None:
        return None
    return _compare(record, position.outcome(), engines[record.game].result_rules(position))


def notes(value: object, engines: Mapping[str, Engine]) -> list[str]:
    """What may mislead in a record, though it is right; nothing where its set-up is none."""
    try:
        record = parse_record(value, engines)
        return engines[record.game].notes(start(record, engines))
    except RecordBroken:
        return []


def _compare(record: Record, outcome: Outcome | None, rules: Mapping[str, str]) -> Fault | None:
    """What of the result is not as played; rules: of scores, winners and end."""
    end = len(record.moves)
    if outcome is None:
        sentence = f"There is a result, but the game has not ended ({rules['end']})."
        return Fault(end, "", rules["end"], sentence, of_result=True)
    for key, right in outcome.result().items():
        given = (record.result or {})[key]
        if not _same(given, right):
            wrong = f"{key} must be {json.dumps(right)}, not {_brief(given)} ({rules[key]})."
            return Fault(end, "", rules[key], wrong, of_result=True)
    return None


def _same(given: JSON, right: JSON) -> bool:
    """Equal as JSON: true is not 1."""
    return json.dumps(given) == json.dumps(right)


def _brief(given: JSON) -> str:
    return clipped(json.dumps(given, ensure_ascii=False))


# Writing ----------------------------------------------------------------------------------------


def write_record(
    engine: Engine, first: Position, options: Mapping[str, object], players: int,
    moves: Sequence[str], outcome: Outcome | None,
) -> Record:  # fmt: skip
    """A record of a game that began at `first`."""
    return Record(
        game=engine.name,
        rules=engine.rules,
        players=players,
        options=engine.clean_options(options),
        setup=engine.write_setup(first),
        moves=tuple(moves),
        result=outcome.result() if outcome else None,
    )
