"""Gardens turned and mirrored about the stump are played alike and score the same (H1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.hexes import cell_at, place_of
from engines.gnome_hollow.options import settings_of
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import (
    BASE,
    FIX_JOINTS,
    GNOME_BIT,
    GO_PATH,
    GO_RING,
    GO_SIGN,
    LAYS,
    RESOLVE,
    RING,
    VERB,
    WILD,
)
from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.tileset.sets import Piece, TileSet
from engines.rng import Rng
from tests.engines.games import cases
from tests.engines.gnome_hollow.games import OTHER, SETS

Picture = tuple[tuple[int, int], ...]
"""What a laid tile shows at each edge: the edge at the piece's other end, −1; its mushrooms."""


@dataclass(frozen=True)
class Symmetry:
    """Turned by so many sixths, before that mirrored or not; edge e becomes turn ± e."""

    turn: int
    mirrored: bool

    def edge(self, edge: int) -> int:
        return (self.turn - edge if self.mirrored else self.turn + edge) % 6

    def cell(self, cell: int) -> int:
        q, r = place_of(cell)
        one, two = STEPS[self.edge(0)], STEPS[self.edge(1)]
        return cell_at(q * one[0] + r * two[0], q * one[1] + r * two[1])

    def picture(self, shown: Picture) -> Picture:
        made = [(-1, 0)] * 6
        for edge, (mate, spores) in enumerate(shown):
            made[self.edge(edge)] = (self.edge(mate) if mate >= 0 else -1, spores)
        return tuple(made)

    def tileset(self, tileset: TileSet) -> TileSet:
        """The same set with the stump as it lies then."""
        ends = [sorted(self.edge(edge) for edge in piece.edges) for piece in tileset.stump]
        stump = [
            Piece((low, high), piece.mushrooms)
            for (low, high), piece in zip(ends, tileset.stump, strict=True)
        ]
        return replace(tileset, stump=tuple(sorted(stump, key=lambda piece: piece.edges)))


EVERY = [Symmetry(turn, mirrored) for mirrored in (False, True) for turn in range(6)]


class Pictures:
    """The pictures of every tile and lay, and the canonical lay of each picture."""

    def __init__(self, tiles: Tiles) -> None:
        mates, spores, canonical = list(tiles.mate), list(tiles.spores), list(tiles.canonical)
        self.of: list[Picture] = [
            tuple((mates[6 * row + edge], spores[6 * row + edge]) for edge in range(6))
            for row in range(WILD * LAYS)
        ]
        self.lays = [
            {self.of[row]: row % LAYS for row in rows if canonical[row]}
            for rows in (range(tile * LAYS, tile * LAYS + LAYS) for tile in range(WILD))
        ]


class Twin:
    """The game that is played beside another, under a symmetry."""

    def __init__(self, symmetry: Symmetry, game: Position, pictures: Pictures) -> None:
        self.symmetry, self.game, self.pictures = symmetry, game, pictures
        setup = ENGINE.write_setup(game) | {"tileset": symmetry.tileset(game.tiles.tileset)}
        options = settings_of(game.options)
        position = ENGINE.read_setup(game.players, options, setup)
        assert isinstance(position, Position)
        self.position = position

    def move(self, move: int) -> int:
        """A decision of the other game as it is here."""
        if move < BASE:
            tile, cell, lay = move // (65536 * LAYS), move // LAYS & 65535, move % LAYS
            if tile < WILD:
                shown = self.symmetry.picture(self.pictures.of[tile * LAYS + lay])
                lay = self.pictures.lays[tile][shown]
            return (tile * 65536 + self.symmetry.cell(cell)) * LAYS + lay
        verb, argument = divmod(move - BASE, VERB)
        if verb == FIX_JOINTS:
            argument = self.closing(argument)
        elif verb in (RESOLVE, GO_PATH, GO_RING, GO_SIGN):
            argument = argument // GNOME_BIT * GNOME_BIT + self.name(argument % GNOME_BIT)
        return BASE + verb * VERB + argument

    def name(self, name: int) -> int:
        """The path or ring of that name here: least of all that it passes."""
        game = self.game
        slots = game.slots_on(game.path_named(name))
        cells = game.cell_of
        cell, edge = self.symmetry.cell, self.symmetry.edge
        return min(6 * cell(cells[slot // 6]) + edge(slot % 6) for slot in slots)

    def closing(self, index: int) -> int:
        """Tiles have the same numbers in both games, as they are laid in the same order."""
        joints = set()
        for joint in self.game.closings[index]:
            low, high = sorted((self.symmetry.edge(joint % 36 // 6), self.symmetry.edge(joint % 6)))
            joints.add(36 * (joint // 36) + 6 * low + high)
        return [set(each) for each in self.position.closings].index(joints)

    def agrees(self) -> None:
        """The same decisions can be made."""
        assert sorted(map(self.move, self.game.moves())) == self.position.moves()

    def goods(self) -> None:
        """Everybody has the same, and the same lies in the garden."""
        assert goods_of(self.position) == goods_of(self.game)
        rings = [
            (sorted(map(self.symmetry.cell, cells)), *rest) for cells, *rest in rings_of(self.game)
        ]
        assert sorted(rings) == rings_of(self.position)
        assert self.position.outcome() == self.game.outcome()


def goods_of(position: Position) -> tuple[Any, ...]:
    return (
        position.scores(), position.mushrooms, position.flowers, position.markers,
        position.filled, position.treasure, position.storage, position.blocked,
        position.signs_out, position.flower_market, position.end, position.actor(),
    )  # fmt: skip


def rings_of(position: Position) -> list[Any]:
    """Each ring: its cells, what it shows, whether that waits, its signpost and gnomes."""
    found = [
        (
            sorted(position.cell_of[slot // 6] for slot in position.slots_on(path)[::2]),
            position.size[path], position.spores[path], position.waiting[path],
            position.sign[path], position.gnomes[path],
        )
        for path in range(position.path_count)
        if position.state[path] == RING
    ]  # fmt: skip
    return sorted(found)


def play_beside(game: Position, twins: Sequence[Twin], seed: int) -> int:
    """Plays greedily, now and then at random; how many rings there are in the end."""
    rng = Rng(seed)
    while game.actor() >= 0:
        policy = "greedy" if rng.below(6) else "random"
        move = game.suggest(rng.below(1 << 30), policy)
        if rng.below(40) == 0:
            twins[rng.below(len(twins))].agrees()
        moves = [twin.move(move) for twin in twins]
        for twin, there in zip(twins, moves, strict=True):
            twin.position.play(there)
        game.play(move)
        for twin in twins:
            assert twin.position.actor() == game.actor()
            assert twin.position.phase() == game.phase()
    return len(rings_of(game))


GAMES: list[tuple[int, str, dict[str, Any], int]] = [
    (2, "recon-1", {}, 1),
    (3, "busy", OTHER, 2),
    (2, "sharp", {"trade_board": True}, 3),
    (4, "recon-1", OTHER, 4),
    (2, "busy", {"permission": "always"}, 5),
    (3, "recon-1", {"advanced_board": True, "market_refill": "end_of_turn"}, 6),
    (4, "sharp", {"ring_size": "passes", "ring_visit": "both"}, 7),
    (3, "sharp", OTHER, 8),
]


@pytest.mark.parametrize(("players", "tileset", "options", "seed"), cases(GAMES, 4))
def test_h1_3_a_garden_turned_or_mirrored_is_played_alike_and_scores_the_same(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    game = ENGINE.deal(players, seed, options, tileset=SETS[tileset])
    assert isinstance(game, Position)
    pictures = Pictures(game.tiles)
    twins = [Twin(symmetry, game, pictures) for symmetry in EVERY[1:]]
    assert play_beside(game, twins, seed) > 5
    assert max(game.scores()) > 0
    for twin in twins:
        twin.goods()


def test_h1_3_the_twelve_symmetries_differ() -> None:
    """And each keeps neighbours: the edges that two cells share are mapped together."""
    corner = cell_at(2, 1)
    assert len({symmetry.cell(corner) for symmetry in EVERY}) == 12
    for symmetry in EVERY:
        for edge, (q, r) in enumerate(STEPS):
            one, two = STEPS[symmetry.edge(edge)]
            assert symmetry.cell(cell_at(q, r)) == cell_at(one, two)
