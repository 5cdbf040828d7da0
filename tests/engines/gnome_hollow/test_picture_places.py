"""Where things stand in a drawn garden of Gnome Hollow: in their own ring, covering nothing."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.hexes import cell_at
from engines.gnome_hollow.picture.boxes import (
    Box,
    around,
    gnome_box,
    is_wild,
    name_box,
    sign_boxes,
    tile_boxes,
)
from engines.gnome_hollow.picture.laid import Garden, middle_of
from engines.gnome_hollow.picture.middles import (
    Thing,
    is_inside,
    middle_of_ring,
    things_of,
)
from engines.gnome_hollow.picture.places import gnomes_of, labels_of, stands
from engines.gnome_hollow.picture.whole import picture_of
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import AT_STUMP
from engines.gnome_hollow.tileset.drawing import REACH, number
from engines.position import OVER
from engines.rng import Rng
from tests.engines.gnome_hollow.games import RECON, SHARP, pieces, table

OUTER = ((2, -1), (1, 0), (2, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, 0), (1, -1))
INNER = ((0, 1), (0, 0), (1, 0))


def around_another() -> Position:
    """A ring of nine tiles goes round one of three."""
    printed: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for way in (OUTER, INNER):
        for at, cell in enumerate(way):
            beside = (way[at - 1], way[(at + 1) % len(way)])
            ends = sorted(STEPS.index((q - cell[0], r - cell[1])) for q, r in beside)
            printed.setdefault(cell, []).append((ends[0], ends[1]))
    stump = pieces(*printed.pop((0, 0)))
    own = [pieces(*edges, mushrooms=(0,)) for edges in printed.values()]
    tileset = replace(SHARP, tiles=(*own, *SHARP.tiles[len(own) :]), stump=stump)
    position = table(tileset=tileset)
    for tile, (q, r) in enumerate(printed):
        position.lay_tile(tile, 0, cell_at(q, r))
    return position


class Full(Garden):
    """A garden with something in each ring, whether it may be there by the rules or not."""

    def waiting_on(self, ring: int) -> dict[str, int]:
        return {} if ring % 3 == 0 else dict.fromkeys(RECON.mushrooms[: 1 + ring % 4], 2)

    def gains_on(self, ring: int) -> tuple[str, ...]:
        return () if ring % 3 == 1 else RECON.signposts[ring % 7].gain


@cache
def played() -> list[Position]:
    """Positions of random and greedy games, and one ring round another."""
    found = [around_another()]
    for seed in range(8):
        position = ENGINE.deal(2 + seed % 3, seed, {})
        assert isinstance(position, Position)
        rng = Rng(seed)
        while position.actor() != OVER and position.decisions < 60:
            moves = position.moves()
            position.push(moves[rng.below(len(moves))])
        found.append(position.copy())
        position.playout(seed, "greedy" if seed % 2 else "random")
        found.append(position)
    return found


def enclosed(garden: Garden, ring: int) -> list[list[tuple[float, float]]]:
    """The outlines of the rings that this one goes round."""
    way = garden.outline(ring)
    outlines = [garden.outline(other) for other in garden.rings if other != ring]
    return [one for one in outlines if all(is_inside(point, way) for point in one)]


def edge_of(thing: Thing) -> list[tuple[float, float]]:
    """Points round all that is drawn in a ring's middle."""
    turns = [math.radians(angle) for angle in range(0, 360, 30)]
    far = 0.95 * thing.radius
    return [(thing.x + far * math.cos(turn), thing.y + far * math.sin(turn)) for turn in turns]


def test_what_is_in_a_ring_s_middle_is_inside_it_and_in_no_ring_that_it_goes_round() -> None:
    count, around_others = 0, 0
    for garden in (kind(position) for position in played() for kind in (Garden, Full)):
        for thing in things_of(garden):
            way, inner = garden.outline(thing.path), enclosed(garden, thing.path)
            for point in edge_of(thing):
                assert is_inside(point, way)
                assert not any(is_inside(point, other) for other in inner)
            assert thing.scale > 0.7
            count += 1
            around_others += bool(inner)
    assert count > 100
    assert around_others >= 1


def test_things_are_drawn_where_they_have_room() -> None:
    count = 0
    for position in played():
        picture = picture_of(position)
        for thing in things_of(Garden(position)):
            assert f'"translate({number(thing.x)} {number(thing.y)})' in picture
            count += 1
    assert count > 10


def test_what_is_in_a_ring_round_another_is_not_in_that() -> None:
    garden = Full(around_another())
    inner, outer = sorted(things_of(garden), key=lambda one: garden.position.size[one.path])
    small, large = garden.outline(inner.path), garden.outline(outer.path)
    assert (len(garden.walk(inner.path)), len(garden.walk(outer.path))) == (3, 9)
    assert is_inside((inner.x, inner.y), small)
    assert is_inside((inner.x, inner.y), large)
    assert is_inside((outer.x, outer.y), large)
    assert not is_inside((outer.x, outer.y), small)


def test_where_other_rings_leave_no_room_a_thing_is_put_on_its_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = around_another()
    monkeypatch.setattr("engines.gnome_hollow.picture.middles._points", lambda *_: [])
    garden = Garden(position)
    for ring in garden.rings:
        middle = middle_of_ring(garden, ring)
        assert (middle.x, middle.y) in garden.outline(ring)
        assert middle.room == 0


def test_gnomes_stand_on_their_ring_and_in_no_other() -> None:
    count = 0
    for position in played():
        garden = Garden(position)
        for ring in garden.rings:
            way, inner = garden.outline(ring), enclosed(garden, ring)
            for x, y in stands(garden, ring, 2):
                assert min(math.dist((x, y + 3), point) for point in way) < 3
                assert not any(is_inside((x, y + 3), other) for other in inner)
                count += 1
    assert count > 200


def at_the_stump(many: int, *things: Thing) -> list[Box]:
    position = ENGINE.deal(2, 1, {})
    assert isinstance(position, Position)
    for each in range(many):
        position.move_gnome(each, AT_STUMP)
    stand = gnomes_of(Garden(position), things)
    assert [each for each, _ in stand] == list(range(many))
    assert all(math.hypot(*point) < REACH for _, point in stand)
    return [gnome_box(point) for _, point in stand]


def apart(boxes: Sequence[Box]) -> bool:
    return not any(one.meets(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_gnomes_at_the_stump_cover_nothing_beside_it(many: int, angle: int) -> None:
    there = math.radians(angle)
    thing = Thing(0, 19 * math.cos(there), 19 * math.sin(there), 4, 1)
    assert apart([around((thing.x, thing.y), thing.radius), *at_the_stump(many, thing)])


@pytest.mark.parametrize("many", [2, 3, 4])
def test_gnomes_at_the_stump_stand_apart(many: int) -> None:
    assert apart(at_the_stump(many))


def test_no_gnome_covers_a_wildflower_s_name() -> None:
    count = 0
    for position in played():
        garden = Garden(position)
        names = [name_box(one) for one in garden.laid if is_wild(one)]
        on_paths = [place >= 0 for place in position.gnome_on]
        for each, point in gnomes_of(garden, things_of(garden)):
            assert not (on_paths[each] and any(gnome_box(point).meets(name) for name in names))
        count += len(names)
    assert count > 10


def test_a_coordinate_is_left_out_or_covered_by_nothing() -> None:
    tiles, shown = 0, 0
    for position in played():
        garden, picture = Garden(position), picture_of(position)
        things = things_of(garden)
        gnomes = [point for _, point in gnomes_of(garden, things)]
        taken = [around((one.x, one.y), one.radius) for one in things] + sign_boxes(garden)
        taken += [gnome_box(point) for point in gnomes]
        taken += [name_box(one) for one in garden.laid if is_wild(one)]
        own = {"{},{}".format(*one.place): list(tile_boxes(one)) for one in garden.laid}
        labels = labels_of(garden, things, gnomes)
        for label, box in labels:
            assert not any(box.meets(other) for other in taken + own[label]), label
            q, r = map(int, label.split(","))
            assert math.dist(middle_of((q, r)), ((box.left + box.right) / 2, box.bottom)) < REACH
        names = re.findall('font-size="5.5" text-anchor="middle">([^<]*)<', picture)
        assert names == [label for label, _ in labels]
        tiles += len(own)
        shown += len(set(names))
    assert 0.75 * tiles < shown < tiles
    assert [label for label, _ in labels_of(Garden(table()), [], [])] == ["0,0"]
