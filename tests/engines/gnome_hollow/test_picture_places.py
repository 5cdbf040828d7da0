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
from engines.gnome_hollow.picture.boxes import BAND, Box, around, sign_boxes
from engines.gnome_hollow.picture.flowers import SIZES, flower_of, is_wild, name_box, tile_boxes
from engines.gnome_hollow.picture.garden import WILD_GROUND
from engines.gnome_hollow.picture.laid import Garden, Laid, middle_of
from engines.gnome_hollow.picture.middles import (
    Thing,
    is_inside,
    middle_of_ring,
    things_of,
)
from engines.gnome_hollow.picture.places import (
    SCALES,
    Standing,
    gnomes_of,
    labels_of,
    stands,
)
from engines.gnome_hollow.picture.signs import LOG, NUMBER, gnome
from engines.gnome_hollow.picture.whole import picture_of
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import AT_STUMP, WILD
from engines.gnome_hollow.tileset.drawing import REACH, along, number
from engines.gnome_hollow.tileset.sets import Piece
from engines.position import OVER
from engines.rng import Rng
from tests.engines.gnome_hollow.games import RECON, SHARP, pieces, table

OUTER = ((2, -1), (1, 0), (2, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, 0), (1, -1))
INNER = ((0, 1), (0, 0), (1, 0))
NEAR = BAND - 0.1
"""Nearer to a path's middle line than this, something covers it."""


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


def with_gnomes_at_the_stump(position: Position, many: int) -> Position:
    found = position.copy()
    for each in range(many):
        found.move_gnome(each, AT_STUMP)
    return found


def at_the_stump(many: int, *things: Thing) -> list[Standing]:
    position = ENGINE.deal(4, 1, {})
    assert isinstance(position, Position)
    stand = gnomes_of(Garden(with_gnomes_at_the_stump(position, many)), things)
    assert [one.gnome for one in stand if one.is_at_stump] == list(range(many))
    assert all(one.box.is_on_tile(0) for one in stand)
    return stand


def apart(boxes: Sequence[Box]) -> bool:
    return not any(one.meets(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("many", range(1, 9))
@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_gnomes_at_the_stump_cover_nothing_beside_it(many: int, angle: int) -> None:
    there = math.radians(angle)
    thing = Thing(0, 19 * math.cos(there), 19 * math.sin(there), 4, 1)
    beside = around((thing.x, thing.y), thing.radius)
    assert apart([beside, *(one.box for one in at_the_stump(many, thing))])


def test_gnomes_at_the_stump_of_a_game_cover_nothing_and_stand_apart() -> None:
    count = 0
    for position in played():
        for many in range(1, 2 * position.players + 1):
            garden = Garden(with_gnomes_at_the_stump(position, many))
            things = things_of(garden)
            stand = gnomes_of(garden, things)
            here = [one.box for one in stand if one.is_at_stump]
            others = [around((one.x, one.y), one.radius) for one in things] + sign_boxes(garden)
            others += [one.box for one in stand if not one.is_at_stump]
            assert len(here) >= many
            assert apart(here)
            assert all(box.is_on_tile(0) for box in here)
            assert not any(box.meets(other) for box in here for other in others)
            count += 1
    assert count > 80


def test_gnomes_at_the_stump_are_as_large_as_they_may_be() -> None:
    scales = [at_the_stump(many)[0].scale for many in range(1, 9)]
    assert scales == sorted(scales, reverse=True)
    assert (scales[0], scales[1], scales[-1]) == (1, 1, 0.55)


def test_a_gnome_at_the_stump_has_wood_under_it_and_a_number_that_can_be_read() -> None:
    legend = 1
    for many in range(9):
        picture = picture_of(with_gnomes_at_the_stump(table(4), many))
        assert picture.count(LOG) == legend + many
    for scale in SCALES:
        drawn = gnome(0, 0, 0, 1, scale, is_at_stump=True)
        (size,) = re.findall('font-size="([^"]*)"', drawn)
        assert scale * float(size) >= 0.99 * NUMBER
        assert (f" scale({scale:g})" in drawn) == (scale < 1)


def test_a_gnome_on_a_path_has_no_wood_under_it() -> None:
    position = table()
    before = picture_of(position).count(LOG)
    position.move_gnome(0, position.path_named(6 * cell_at(0, 0)))
    assert len(gnomes_of(Garden(position), [])) == 1
    assert picture_of(position).count(LOG) == before


def wildflower(name: str, *ways: tuple[int, int]) -> Laid:
    """One that joins these edges."""
    return Laid(WILD, name, (0, 0), (0, 0), tuple((Piece(way, ()), 0) for way in ways))


def is_free(box: Box, one: Laid) -> bool:
    """Whether it is on no path of its tile."""
    ways = [along(piece.edges, part / 50) for piece, _ in one.pieces for part in range(51)]
    return all(box.distance(point) > NEAR for point in ways)


def test_no_name_and_no_petals_cover_a_ring_in_a_game() -> None:
    count = 0
    for position in played():
        garden = Garden(position)
        way = [point for ring in garden.rings for point in garden.outline(ring)]
        for one in filter(is_wild, garden.laid):
            flower = flower_of(one)
            assert all(flower.name.distance(point) > NEAR for point in way)
            assert all(math.dist(flower.petals, point) > flower.radius + NEAR for point in way)
            count += len(one.pieces)
    assert count > 10


@pytest.mark.parametrize("name", RECON.flowers)
def test_beside_one_path_there_is_room_for_petals_and_every_name(name: str) -> None:
    for ends in combinations(range(6), 2):
        one = wildflower(name, ends)
        flower = flower_of(one)
        assert is_free(flower.name, one)
        assert is_free(around(flower.petals, 0.7 * flower.radius), one)
        assert flower.name.distance(flower.petals) > flower.radius


PAIRS = [
    (one, other)
    for one, other in combinations(combinations(range(6), 2), 2)
    if not {*one} & {*other} and not one[0] < other[0] < one[1] < other[1]
]


@pytest.mark.parametrize("name", ["red", "purple"])
def test_a_name_covers_one_of_two_paths_only_where_no_place_is_free(name: str) -> None:
    met = 0
    for ways in PAIRS:
        one = wildflower(name, *ways)
        flower = flower_of(one)
        if not is_free(flower.name, one):
            wide, high = 0.3 * SIZES[-1] * len(name) + 1, 0.5 * SIZES[-1] + 1
            places = [(x, y) for x in range(-24, 25) for y in range(-24, 25)]
            boxes = (Box(x - wide, y - high, x + wide, y + high) for x, y in places)
            assert not any(box.is_on_tile(1) and is_free(box, one) for box in boxes)
            met += 1
    assert len(PAIRS) == 30
    assert met <= 3


@pytest.mark.parametrize("name", ["o", "orange", "forget-me-not", "love-lies-bleeding of Japan"])
def test_a_name_stays_on_its_tile_and_beside_its_petals(name: str) -> None:
    for ways in [(), *PAIRS]:
        flower = flower_of(wildflower(name, *ways))
        assert flower.name.is_on_tile(0)
        assert around(flower.petals, 0).is_on_tile(flower.radius)
        assert flower.name.distance(flower.petals) > flower.radius


def test_a_wildflower_s_name_is_drawn_in_its_box_on_no_plate() -> None:
    count = 0
    for position in played():
        garden, picture = Garden(position), picture_of(position)
        wild = [one for one in garden.laid if is_wild(one)]
        assert picture.count(f'fill="{WILD_GROUND}"') == min(len(wild), 1)
        for one in wild:
            (x, y), size = flower_of(one).base, flower_of(one).size
            left, top, right, bottom = name_box(one)
            assert left + right == pytest.approx(2 * x)
            assert top <= y - 0.76 * size < y + 0.24 * size <= bottom
            shown = f'<text x="{number(x)}" y="{number(y)}" fill="#222" font-size="{size:g}"'
            assert f'{shown} text-anchor="middle">{one.name}<' in picture
        count += len(wild)
    assert count > 10


def test_no_gnome_covers_a_wildflower_s_name() -> None:
    count = 0
    for position in played():
        garden = Garden(position)
        names = [name_box(one) for one in garden.laid if is_wild(one)]
        for one in gnomes_of(garden, things_of(garden)):
            assert not any(one.box.meets(name) for name in names)
        count += len(names)
    assert count > 10


def test_a_coordinate_is_left_out_or_covered_by_nothing() -> None:
    tiles, shown = 0, 0
    for position in played():
        garden, picture = Garden(position), picture_of(position)
        things = things_of(garden)
        gnomes = gnomes_of(garden, things)
        taken = [around((one.x, one.y), one.radius) for one in things] + sign_boxes(garden)
        taken += [one.box for one in gnomes]
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
