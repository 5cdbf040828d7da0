"""Random decisions of a Gnome Hollow game that close more rings than mere chance does."""

from collections import Counter
from collections.abc import Callable

from tests.engines.reference.gnome_hollow import Lay, Reference
from tests.engines.reference.gnome_hollow_garden import Garden
from tests.engines.reference.gnome_hollow_tiles import Cell, around, beside

SMALL = 4
"""The tiles of a small ring."""
HOOK = 2
"""What it is worth that a path has both ends at one cell."""
SEVERAL = 100
"""What it is worth that several rings could be first."""
SEEN, TRIED = 80, 12
"""How many lays are drawn, and how many of them, those that touch most tiles, are compared."""


def choose(game: Reference, below: Callable[[int], int]) -> str:
    """One of the legal texts; `below(n)` draws a number under n."""
    legal = game.legal()
    lays = [text for text in legal if text in game.lays]
    wild = [text for text in lays if ":" not in text]
    if wild and below(2):
        best = max(wild, key=lambda text: merit(game, game.lays[text]))
        if merit(game, game.lays[best]) >= (SEVERAL, 0) or not below(6):
            return best
        lays = [text for text in lays if text not in wild] or wild
    if lays and below(6):
        seen = [game.lays[text] for text in {lays[below(len(lays))]: 0 for _ in range(SEEN)}]
        seen.sort(key=lambda lay: -len(around(lay.cell) & game.garden.tiles))
        return max(seen[:TRIED], key=lambda lay: merit(game, lay)).text
    kinds = sorted({named(text) for text in legal})
    if len(kinds) > 1 and below(4):
        kinds = [kind for kind in kinds if kind not in ("stay", ".")]
    chosen = kinds[below(len(kinds))]
    alike = [text for text in legal if named(text) == chosen]
    return alike[below(len(alike))]


def named(text: str) -> str:
    """What a decision does, without what it does it to."""
    if "@" in text:
        return "lay"
    words = text.split(" ")
    return words[1] if words[0] in ("g1", "g2") else text if text in ("yes", "no") else words[0]


def merit(game: Reference, lay: Lay) -> tuple[int, int]:
    """The tiles of the rings that a lay closes; in every second game small rings are shunned, and
    a free cell is wanted where a wildflower could close several."""
    garden = game.garden.copy()
    if lay.laid is None:
        return chances(game, garden, lay.cell), 0
    garden.put(lay.cell, lay.laid)
    sizes = [path.size("distinct") for path in garden.paths() if path.closed]
    gained = sum(sizes) - sum(path.size("distinct") for path in game.rings)
    if int(game.setup.market[0]) % 2:
        return gained, 0
    return gained if gained > SMALL else -gained, nests(garden)


def nests(garden: Garden) -> int:
    """How near some free cell is to having several equal paths with both ends at it."""
    worth: Counter[Cell] = Counter()
    hooks: Counter[tuple[Cell, int]] = Counter()
    for path in garden.paths():
        faced = [beside(*end) for end in path.ends]
        worth.update(faced)
        if len(faced) == 2 and faced[0] == faced[1]:
            hooks[faced[0], path.size("distinct")] += HOOK
    for (cell, _), value in hooks.items():
        worth[cell] += value * value
    return max((value for cell, value in worth.items() if cell not in garden.tiles), default=0)


def chances(game: Reference, garden: Garden, cell: Cell) -> int:
    """The rings that a wildflower there could close, and much more where several could be first."""
    trial = garden.copy()
    trial.put_wild(cell)
    found = trial.closings(game.options["ring_size"], game.owners)
    first = sum(each.size == found[0].size for each in found)
    return len(found) + (SEVERAL if first > 1 else 0)
