"""The plain Gnome Hollow reference: tiles, paths, rings and wildflowers of hand-made gardens."""

import pytest

from tests.engines.reference.gnome_hollow_garden import Garden, Path, planted
from tests.engines.reference.gnome_hollow_tiles import Cell, load, same_shape

Drawn = dict[Cell, list[tuple[int, int]]]
TILES = load("recon-1")
assert TILES is not None

TRIANGLE: Drawn = {(0, 0): [(0, 1)], (1, 0): [(2, 3)], (0, 1): [(4, 5)]}
"""Three tiles round one corner."""
BOW_TIE: Drawn = {
    (0, 0): [(0, 4), (1, 3)],
    (1, 0): [(2, 3)],
    (0, 1): [(4, 5)],
    (-1, 0): [(0, 5)],
    (0, -1): [(1, 2)],
}
"""Two triangles through one tile, as one ring."""


def nobody(_: Path) -> set[int]:
    return set()


def garden(drawn: Drawn, wild: list[Cell] | None = None) -> Garden:
    """These pieces without mushrooms, and unfixed wildflowers."""
    made = Garden()
    for cell, pieces in drawn.items():
        made.put(cell, tuple((one, other, ()) for one, other in pieces))
    for cell in wild or []:
        made.put_wild(cell)
    return made


def without(drawn: Drawn, *gone: Cell) -> Drawn:
    return {cell: pieces for cell, pieces in drawn.items() if cell not in gone}


def texts(made: Garden, counting: str = "distinct") -> list[tuple[int, str]]:
    return [(each.size, each.text()) for each in made.closings(counting, nobody)]


# Tiles


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([[0, 1]], ["0", "1", "2", "3", "4", "5"]),
        ([[0, 3]], ["0", "1", "2"]),
        ([[0, 1], [2, 3], [4, 5]], ["0", "1"]),
        ([[0, 1], [2, 4]], ["0", "1", "2", "3", "4", "5", "0f", "1f", "2f", "3f", "4f", "5f"]),
    ],
)
def test_lays_of_the_same_pieces_are_one(pieces: list[list[int]], expected: list[str]) -> None:
    """H1.3: unflipped first, then the smallest turn."""
    assert TILES is not None
    TILES.tiles["x"] = [{"edges": edges, "mushrooms": []} for edges in pieces]
    TILES._lays.pop("x", None)
    assert list(TILES.lays("x")) == expected


def test_mushrooms_tell_lays_apart() -> None:
    """H1.3: three tight turns, one with a mushroom."""
    assert TILES is not None
    TILES.tiles["y"] = [
        {"edges": [0, 1], "mushrooms": ["red"]},
        {"edges": [2, 3], "mushrooms": []},
        {"edges": [4, 5], "mushrooms": []},
    ]
    lays = TILES.lays("y")
    assert list(lays) == ["0", "1", "2", "3", "4", "5"]
    assert lays["0"] == ((0, 1, ("red",)), (2, 3, ()), (4, 5, ()))
    assert lays["1"] == ((0, 5, ()), (1, 2, ("red",)), (3, 4, ()))


def test_a_flipped_tile_is_turned_after_it_is_mirrored() -> None:
    """H1.3: printed edge e lies at (k − e) % 6."""
    assert TILES is not None
    TILES.tiles["z"] = [{"edges": [0, 1], "mushrooms": []}, {"edges": [2, 4], "mushrooms": []}]
    assert TILES.lays("z")["3f"] == ((1, 5, ()), (2, 3, ()))


HEXAGON = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
RHOMB = [(0, 0), (1, 0), (1, 1), (0, 1)]
TRIANGLE_OF_SIX = [(0, 0), (1, 0), (2, 0), (1, 1), (0, 2), (0, 1)]


@pytest.mark.parametrize(
    ("ring", "printed", "same"),
    [
        (HEXAGON, HEXAGON[::-1], True),
        ([(4, 4), (5, 3), (5, 4), (4, 5)], RHOMB, True),
        ([(0, 0), (0, 1), (0, 2), (-1, 2), (-2, 2), (-1, 1)], TRIANGLE_OF_SIX, True),
        (HEXAGON, TRIANGLE_OF_SIX, False),
        ([(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)], TRIANGLE_OF_SIX, False),
        ([(0, 0), (0, 1), (-1, 2), (-1, 1)], RHOMB, True),
        ([(0, 0), (1, 0), (0, 1), (1, 1)], RHOMB, False),
        ([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0)], HEXAGON, False),
    ],
)
def test_shapes_are_closed_sequences(ring: list[Cell], printed: list[Cell], same: bool) -> None:
    """H7.6: up to rotation and reflection."""
    assert same_shape(ring, printed) is same


# Rings


def test_three_tiles_round_a_corner_are_a_ring() -> None:
    """H4; the name is the records'."""
    (ring,) = garden(TRIANGLE).paths()
    assert (ring.closed, ring.size("distinct"), ring.name()) == (True, 3, "0,0/0")
    assert garden(TRIANGLE).sequence(ring) == [(0, 0), (0, 1), (1, 0)]


def test_the_stump_counts_in_its_ring() -> None:
    """H4: its other pieces are open paths, each named by itself."""
    assert TILES is not None
    made = planted(TILES.stump())
    assert [path.name() for path in made.paths()] == ["0,0/0", "0,0/2", "0,0/4"]
    made.put((1, 0), ((2, 3, ("red",)),))
    made.put((0, 1), ((4, 5, ("red", "blue")),))
    rings = [path for path in made.paths() if path.closed]
    assert [(ring.name(), ring.size("distinct")) for ring in rings] == [("0,0/0", 3)]
    assert sorted(made.printed(rings[0])) == ["blue", "red", "red"]


def test_a_tile_crossed_twice_counts_once_or_twice() -> None:
    """H4: `ring_size`."""
    (ring,) = garden(BOW_TIE).paths()
    assert ring.closed
    assert (ring.size("distinct"), ring.size("passes")) == (5, 6)
    assert sorted(garden(BOW_TIE).sequence(ring)) == sorted([(0, 0), *BOW_TIE])


def test_an_open_path_has_two_ends() -> None:
    """H7.5: a path is open while it is not closed."""
    (path,) = garden(without(TRIANGLE, (0, 1))).paths()
    assert not path.closed
    assert path.ends == {((0, 0), 1), ((1, 0), 2)}
    assert path.name() == "0,0/0"


def test_a_name_takes_the_lowest_edge_of_the_first_tile() -> None:
    """Records: of a ring that passes its first tile twice."""
    moved = {(q + 2, r): pieces for (q, r), pieces in BOW_TIE.items()}
    (ring,) = garden(without(moved, (2, 1))).paths()
    assert ring.name() == "1,0/0"
    (ring,) = garden({(0, 0): [(2, 4), (1, 5)], (0, 1): [(3, 4)], (-1, 1): [(0, 5)]}).paths()
    assert ring.name() == "-1,1/0"


def test_one_lay_joins_what_a_path_runs_through() -> None:
    """H3.2: two pieces of one tile meet in a path that both touch."""
    made = garden(without(TRIANGLE, (0, 0)) | {(-1, 0): [(0, 3)], (1, -1): [(2, 5)]})
    by_end = {end: path for path in made.paths() for end in path.ends}
    names = [
        sorted(path.name() for path in group)
        for group in made.joined((0, 0), ((0, 3, ()), (1, 5, ())), by_end)
    ]
    assert names == [["-1,0/0", "0,1/4", "1,-1/2"]]
    names = [
        sorted(path.name() for path in group)
        for group in made.joined((0, 0), ((0, 1, ()), (3, 5, ())), by_end)
    ]
    assert names == [["0,1/4"], ["-1,0/0", "1,-1/2"]]


def test_tiles_must_agree_with_their_neighbours() -> None:
    """H3.1, H5.1: a wildflower borders anything."""
    made = garden(without(TRIANGLE, (0, 0)) | {(1, -1): [(0, 1)]}, wild=[(-1, 0)])
    assert made.demands((0, 0)) == {0: True, 1: True, 5: False}
    assert (0, 0) in made.border()
    assert (3, 3) not in made.border()


# Wildflowers


def test_a_wildflower_closes_the_two_ends_of_one_path() -> None:
    """H5.1: it counts one tile."""
    made = garden(without(TRIANGLE, (0, 1)), wild=[(0, 1)])
    assert texts(made) == [(3, "fix 0,1/4-5")]
    made.fix(made.closings("distinct", nobody)[0])
    (ring,) = made.paths()
    assert (ring.closed, ring.size("distinct"), made.printed(ring)) == (True, 3, [])
    assert texts(made) == []


def test_ends_of_two_paths_are_not_joined() -> None:
    """H5.1: only the two ends of one open path, and the ends stay open (H7.4)."""
    made = garden({(1, 0): [(0, 3)], (-1, 0): [(0, 3)]}, wild=[(0, 0)])
    assert texts(made) == []
    assert all(len(path.ends) == 2 for path in made.paths())


def two_lobes() -> Drawn:
    """Round (0, 0): a path of two tiles at its edges 0 and 1, one of three at 3 and 5."""
    return {
        (1, 0): [(2, 3)],
        (0, 1): [(4, 5)],
        (-1, 0): [(0, 5)],
        (0, -1): [(0, 2)],
        (1, -1): [(2, 3)],
    }


def test_the_ring_of_fewest_tiles_is_first() -> None:
    """H5.1; fixed pairs that don't cross stand side by side."""
    made = garden(two_lobes(), wild=[(0, 0)])
    assert texts(made) == [(3, "fix 0,0/0-1"), (4, "fix 0,0/3-5")]
    made.fix(made.closings("distinct", nobody)[0])
    assert texts(made) == [(4, "fix 0,0/3-5")]


def test_a_pair_that_would_cross_a_fixed_one_is_dropped() -> None:
    """H5.1: rings neither overlap nor cross on a wildflower."""
    made = garden(two_lobes(), wild=[(0, 0)])
    made.put((0, 0), ((2, 4, ()),))
    assert texts(made) == [(3, "fix 0,0/0-1")]
    made = garden(two_lobes(), wild=[(0, 0)])
    made.put((0, 0), ((1, 2, ()),))
    assert texts(made) == [(4, "fix 0,0/3-5")]


def round_of_two() -> Drawn:
    """Two paths from the wildflower (0, 0) to the wildflower (0, 2), one on either side."""
    return {(1, 0): [(1, 3)], (1, 1): [(2, 4)], (-1, 1): [(1, 5)], (-1, 2): [(0, 4)]}


def test_a_ring_runs_through_several_wildflowers() -> None:
    """H5.1: joints are named by place, the smaller edge first."""
    made = garden(round_of_two(), wild=[(0, 0), (0, 2)])
    assert texts(made) == [(6, "fix 0,0/0-2 0,2/3-5")]
    made.fix(made.closings("distinct", nobody)[0])
    (ring,) = made.paths()
    assert (ring.closed, ring.size("distinct"), ring.name()) == (True, 6, "-1,1/1")


def test_two_players_gnomes_never_come_on_one_ring() -> None:
    """H5.1: such a fix is skipped; one player's two are not."""
    made = garden(round_of_two(), wild=[(0, 0), (0, 2)])

    def two(path: Path) -> set[int]:
        return {0} if path.name() == "-1,1/1" else {1}

    assert made.closings("distinct", two) == []
    assert len(made.closings("distinct", lambda _: {1})) == 1


def test_neighbouring_wildflowers_are_not_joined_to_each_other() -> None:
    """H7.4."""
    made = garden({(1, 0): [(2, 3)]}, wild=[(0, 0), (0, 1)])
    assert texts(made) == []
    (path,) = made.paths()
    assert path.ends == {((1, 0), 2), ((1, 0), 3)}


def test_a_ring_passes_a_wildflower_once() -> None:
    """H7.4: two paths at one wildflower are two rings and never one; each may come first."""
    made = garden({(1, 0): [(2, 3)], (0, 1): [(4, 5)], (-1, 1): [(4, 5)], (-1, 0): [(0, 1)]})
    made.put_wild((0, 0))
    assert texts(made) == [(3, "fix 0,0/0-1"), (3, "fix 0,0/2-3")]


def test_sizes_count_as_rings_do() -> None:
    """H7.4: `ring_size`."""
    made = garden(without(BOW_TIE, (0, 1)), wild=[(0, 1)])
    assert texts(made) == [(5, "fix 0,1/4-5")]
    assert texts(made, "passes") == [(6, "fix 0,1/4-5")]
