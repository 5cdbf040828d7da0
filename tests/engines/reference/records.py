"""What the plain references share: the error, the lists of a set-up, the walk of a record."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

Fault = tuple[int, str, str]


class Broken(Exception):
    """A rule is broken: `rule` is its id on the rules page, `records` the notation itself."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.message = message


class Played(Protocol):
    """What a reference answers; see `niwa.Reference` and `gazebo.Reference`."""

    def play(self, text: str) -> None: ...
    def over(self) -> bool: ...
    def result(self) -> dict[str, Any]: ...


def is_whole(value: object) -> bool:
    """Is this a whole number? JSON's true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_options(
    given: object, rules: Mapping[str, tuple[Any, Callable[[Any], bool]]]
) -> dict[str, Any]:
    """Every option's value; `rules` maps a name to its default and the test of a value."""
    if not isinstance(given, dict):
        raise Broken("records", "options is no object")
    for name, value in given.items():
        if name not in rules:
            raise Broken("records", f"unknown option {name}")
        default, allowed = rules[name]
        if type(value) is not type(default) or not allowed(value):
            raise Broken("records", f"option {name} cannot be {value!r}")
    return {name: given.get(name, default) for name, (default, _) in rules.items()}


def read_start(setup: Mapping[str, Any], players: int, rule: str) -> int:
    """The seat that starts; it is required."""
    start: Any = setup.get("start")
    if not is_whole(start) or start not in range(players):
        raise Broken(rule, f"start {start!r} is no seat")
    return int(start)


def read_tiles(
    text: object, kinds: Collection[str], size: int, rule: str, face_down: bool = False
) -> list[str]:
    """A list of exactly `size` tiles, top first; `?` may stand in a face-down pile alone."""
    if not isinstance(text, str):
        raise Broken("records", f"{text!r} is no list of tiles")
    found = text.split(" ") if text else []
    for tile in found:
        if tile not in kinds and not (face_down and tile == "?"):
            raise Broken(rule, f"no tile {tile!r} can be here")
    if len(found) != size:
        raise Broken(rule, f"{len(found)} tiles where {size} are due")
    return found


def read_hands(text: object, players: int) -> list[Any]:
    """One entry a seat."""
    if not isinstance(text, list) or len(text) != players:
        raise Broken("records", f"{text!r} is no list of one entry a seat")
    return text


def check_stock(known: list[str], stock: Mapping[str, int], rule: str) -> None:
    """No tile more often than the box holds it; tiles nobody saw are not counted."""
    for tile, times in Counter(known).items():
        if tile != "?" and times > stock[tile]:
            raise Broken(rule, f"{times} times {tile}, the box holds {stock[tile]}")


def verify(
    record: Mapping[str, Any], game: str, make: Callable[[Any, Any, Any], Played]
) -> Fault | None:
    """The first fault: index (−1 set-up, number of moves: result), text, rule; None if right."""
    try:
        played = _open(record, game, make)
    except Broken as broken:
        return -1, "setup", broken.rule
    for index, text in enumerate(record["moves"]):
        try:
            if not isinstance(text, str):
                raise Broken("records", "a move is a string")
            played.play(text)
        except Broken as broken:
            return index, str(text), broken.rule
    # Without a result even a finished game is accepted as in progress.
    right = "result" not in record or (played.over() and _same(record["result"], played.result()))
    return None if right else (len(record["moves"]), "result", "records")


def _open(record: Mapping[str, Any], game: str, make: Callable[[Any, Any, Any], Played]) -> Played:
    for key, value in (("format", 1), ("game", game), ("rules", 1)):
        if not _same(record.get(key), value):
            raise Broken("records", f"{key} is {record.get(key)!r}, not {value!r}")
    for key in ("players", "options", "setup", "moves"):
        if key not in record:
            raise Broken("records", f"{key} is missing")
    if not isinstance(record["moves"], list):
        raise Broken("records", "moves is no list")
    return make(record["players"], record["options"], record["setup"])


def _same(one: object, other: object) -> bool:
    """Equal as JSON: 1, 1.0 and true are three things."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
