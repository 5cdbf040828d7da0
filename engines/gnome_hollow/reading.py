"""What the texts of Gnome Hollow's decisions can only mean, however they are spelt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from engines.gnome_hollow.hexes import cell_at
from engines.gnome_hollow.names import COLUMN_TEXTS
from engines.gnome_hollow.terms import (
    BASE,
    DROP,
    END_PLACING,
    FIX_JOINTS,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_PATH,
    GO_RING,
    GO_SIGN,
    LAYS,
    MARK,
    NEW_SIGN,
    NO,
    PICK,
    QUANTITIES,
    RESOLVE,
    SELL_ONE,
    STAY,
    TAKE,
    TAKE_FLOWER,
    TAKE_WILD,
    TRADE,
    USE_SIGN,
    VERB,
    WILD,
    YES,
)
from engines.gnome_hollow.tiles import Tiles

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

Reader: TypeAlias = "Callable[[Position, list[str]], int]"

WORDS = {".": END_PLACING, "yes": YES, "no": NO, "stay": STAY}
NUMBER = "[+-]?[0-9]{1,4}"
LAY = re.compile(rf"([a-z]+|{NUMBER})@({NUMBER}),({NUMBER})(?::([0-9]{{1,2}})(f?))?")
NAME = re.compile(rf"({NUMBER}),({NUMBER})/([0-5])")
JOINT = re.compile(rf"({NUMBER}),({NUMBER})/([0-5])-([0-5])")
SPACE = re.compile(r"(3|4|5|6|7\+)/([0-9]{1,4})(x2)?")
SALE = re.compile(r"([0-9]{1,4})([a-z]+)")
INDEX = re.compile("[0-9]{1,4}")
FARTHEST = 127
"""Tiles from the stump; no garden reaches as far."""
MOST_PICKED = 7


class NoText(Exception):
    """The text is that of no decision."""


class OutOfReach(Exception):
    """A decision that no game could allow, so that it has no number."""

    def __init__(self, verb: int, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.verb, self.sentence, self.rule = verb, sentence, rule


def read(position: Position, text: str) -> int:
    """The decision that a text can only mean, however it is spelt. Raises NoText, OutOfReach."""
    if not isinstance(text, str):
        raise NoText
    if text in WORDS:
        return _move(WORDS[text], 0)
    if found := LAY.fullmatch(text):
        return _lay(position.tiles, found)
    verb, *words = text.split(" ")
    if verb in ("g1", "g2"):
        return _gnome(position.tiles, GNOME_BIT * int(verb == "g2"), words)
    if verb not in READERS:
        raise NoText
    return READERS[verb](position, words)


def _move(verb: int, argument: int) -> int:
    return BASE + verb * VERB + argument


def _lay(tiles: Tiles, found: re.Match[str]) -> int:
    """A lay in its canonical form (H1.3)."""
    tile = _tile(tiles, found[1])
    turn = int(found[4] or "0")
    if turn > 5:
        raise NoText
    cell = _cell(found[2], found[3])
    if cell is None:
        sentence = f"No tile lies beside {int(found[2])},{int(found[3])}"
        raise OutOfReach(-1, sentence, "H3.1")
    shown = tile * LAYS + turn + 6 * bool(found[5])
    lay = 0 if tile >= WILD else _canonical(tiles)[shown]
    return (tile * 65536 + cell) * LAYS + lay


@lru_cache(maxsize=32)
def _canonical(tiles: Tiles) -> list[int]:
    """For each row of a set's tables the first lay that puts the same down."""
    mates, spores = tiles.mate, tiles.spores
    found = []
    for tile in range(WILD):
        rows = [range(6 * row, 6 * row + 6) for row in range(tile * LAYS, (tile + 1) * LAYS)]
        shown = [[(mates[slot], spores[slot]) for slot in row] for row in rows]
        found += [shown.index(lay) for lay in shown]
    return found


def _tile(tiles: Tiles, word: str) -> int:
    """A garden tile by its number, a wildflower by its kind."""
    flowers = tiles.tileset.flowers
    if word in flowers:
        return WILD + flowers.index(word)
    if re.fullmatch("[+]?[0-9]{1,4}", word) and 1 <= int(word) <= WILD:
        return int(word) - 1
    raise NoText


def _cell(q: str, r: str) -> int | None:
    """The cell of a place; None where no garden can reach."""
    if abs(int(q)) > FARTHEST or abs(int(r)) > FARTHEST:
        return None
    return cell_at(int(q), int(r))


def _only(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise NoText
    return words[0]


def _index(word: str, names: Sequence[str]) -> int:
    if word not in names:
        raise NoText
    return names.index(word)


def _named(word: str, verb: int) -> int:
    """The name of a path or ring, as a number."""
    found = NAME.fullmatch(word)
    if found is None:
        raise NoText
    cell = _cell(found[1], found[2])
    if cell is None:
        what = "path" if verb == GO_PATH else "ring"
        place = f"{int(found[1])},{int(found[2])}/{found[3]}"
        raise OutOfReach(verb, f"There is no {what} {place}", "H4" if verb == RESOLVE else "H6")
    return 6 * cell + int(found[3])


def _read_tile(verb: int) -> Reader:
    return lambda position, words: _move(verb, _tile(position.tiles, _only(words)))


def _read_kind(verb: int) -> Reader:
    return lambda position, words: _move(verb, _index(_only(words), position.tiles.tileset.flowers))


def _read_fix(position: Position, words: list[str]) -> int:
    """A closing by its joints, in any order."""
    joints = []
    for word in words:
        found = JOINT.fullmatch(word)
        if found is None or found[3] == found[4]:
            raise NoText
        edges = sorted((int(found[3]), int(found[4])))
        joints.append((_cell(found[1], found[2]), *edges))
    if not joints:
        raise NoText
    for at, closing in enumerate(position.closings):
        known = [(position.cell_of[j // 36], j % 36 // 6, j % 6) for j in closing]
        if len(known) == len(joints) and set(known) == set(joints):
            return _move(FIX_JOINTS, at)
    sentence = "These joints are none of the smallest closings that can be chosen"
    raise OutOfReach(FIX_JOINTS, sentence, "H5.1")


def _read_ring(position: Position, words: list[str]) -> int:
    return _move(RESOLVE, _named(_only(words), RESOLVE))


def _read_marker(position: Position, words: list[str]) -> int:
    found = SPACE.fullmatch(_only(words))
    if found is None:
        raise NoText
    column, index = COLUMN_TEXTS.index(found[1]), int(found[2])
    if index > 7:
        raise OutOfReach(MARK, f"Column {found[1]} has no space {index}", "H4.3")
    return _move(MARK, column * 64 + index * 2 + bool(found[3]))


def _read_sign(position: Position, words: list[str]) -> int:
    if len(words) != 2 or words[0] not in ("new", "use"):
        raise NoText
    names = [post.name for post in position.tiles.tileset.signposts]
    return _move(NEW_SIGN if words[0] == "new" else USE_SIGN, _index(words[1], names))


def _read_pick(position: Position, words: list[str]) -> int:
    names = position.tiles.tileset.mushrooms
    kinds = [_index(word, names) for word in words]
    if not kinds:
        raise NoText
    if len(kinds) > MOST_PICKED:
        raise OutOfReach(PICK, f"No bonus gives {len(kinds)} mushrooms", "H5")
    return _move(PICK, sum(1 << 3 * kind for kind in kinds))


def _read_sell(position: Position, words: list[str]) -> int:
    word = _only(words)
    return _move(SELL_ONE, 0 if word == "-" else _sale(position.tiles, word, SELL_ONE))


def _sale(tiles: Tiles, word: str, verb: int) -> int:
    found = SALE.fullmatch(word)
    if found is None:
        raise NoText
    quantity, kind = int(found[1]), _index(found[2], tiles.tileset.mushrooms)
    if not 0 < quantity < QUANTITIES:
        raise OutOfReach(verb, f"The market has no space for {quantity} {found[2]}", "H6")
    return kind * QUANTITIES + quantity


def _read_trade(position: Position, words: list[str]) -> int:
    word = _only(words)
    if word == "-":
        return _move(TRADE, 0)
    if INDEX.fullmatch(word) is None:
        raise NoText
    return _move(TRADE, 1 + int(word))


def _gnome(tiles: Tiles, gnome: int, words: list[str]) -> int:
    """What a gnome does: `path 1,0/2`, `flower`, `market 3red 2blue`."""
    where, *rest = words or [""]
    if where in GOALS:
        return _move(GOALS[where], gnome + _named(_only(rest), GOALS[where]))
    if where == "flower":
        kind = 1 + _index(_only(rest), tiles.tileset.flowers) if rest else 0
        return _move(GO_FLOWERS, gnome + kind)
    if where == "market":
        return _move(GO_MARKET, gnome + _sales(tiles, rest))
    raise NoText


def _sales(tiles: Tiles, words: list[str]) -> int:
    sales = sorted(_sale(tiles, word, GO_MARKET) for word in words)
    if len(sales) > 2:
        raise OutOfReach(GO_MARKET, f"A visit is for up to two sales, not {len(sales)}", "H6")
    if len(sales) == 2 and sales[0] // QUANTITIES == sales[1] // QUANTITIES:
        raise OutOfReach(GO_MARKET, "The two sales of a visit are of different kinds", "H6")
    first, second = (*sales, 0, 0)[:2]
    return first << 8 | second


GOALS = {"path": GO_PATH, "ring": GO_RING, "sign": GO_SIGN}
READERS: dict[str, Reader] = {
    "drop": _read_tile(DROP),
    "take": _read_tile(TAKE),
    "fix": _read_fix,
    "ring": _read_ring,
    "marker": _read_marker,
    "wild": _read_kind(TAKE_WILD),
    "flower": _read_kind(TAKE_FLOWER),
    "sign": _read_sign,
    "pick": _read_pick,
    "sell": _read_sell,
    "trade": _read_trade,
}
"""By the first word."""
