"""Gnome Hollow as a game that can be played: dealt, and read from and written to records (H2)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from engines.deal import read_deal
from engines.gnome_hollow.options import OPTIONS, numbers_of, settle_options
from engines.gnome_hollow.picture.whole import picture_of
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import FLOWERS, MARKET, SIGNPOSTS, TILES, UNSEEN
from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.tileset.facts import PURPLE
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import TileSet, load_tileset, parse_tileset, write_tileset
from engines.gnome_hollow.tileset.shipped import label_of, status_of
from engines.gnome_hollow.variants import check_variants
from engines.option import OptionValue, without_defaults
from engines.position import Engine, Move, Search
from engines.position import Position as AnyPosition
from engines.rng import Rng
from engines.seats import check_players, check_start
from engines.sheet import read_object
from engines.values import JSON, listed, refusal, shown

TITLE = "Gnome Hollow"
SETUP = {"tileset": "H1.1", "start": "H2.2", "market": "H2.1", "bag": "H2.1", "reserve": "H2.1"}
"""What the set-up of every record has, each with its rule."""
TILE_ID = re.compile(r"[1-9][0-9]?")
EVERY_KIND = (1 << FLOWERS) - 1


def _worths(position: AnyPosition, moves: list[Move]) -> list[int]:
    assert isinstance(position, Position)
    return position.worths(moves)


def _outlook(position: AnyPosition) -> list[int]:
    assert isinstance(position, Position)
    return position.outlook()


class Deal(NamedTuple):
    """What chance decides (H2). Tiles as indices, top first; kinds and signposts as numbers."""

    market: list[int]
    bag: list[int]
    reserve: list[int]
    market_kinds: tuple[int, ...]
    signposts: list[int]


class GnomeHollowEngine:
    """Most points win; see `engines.position.Engine`. A set-up is that of `records.md`."""

    name: str = "gnome_hollow"
    best: Literal["most", "fewest"] = "most"
    search: Search = Search(span=3000, margin=0.9, decisions=24, worths=_worths, outlook=_outlook)
    rules: int = 1

    def clean_options(self, options: Mapping[str, object]) -> dict[str, JSON]:
        """Those of a record. Raises RuleBroken: unknown_option, option_value, option_needs."""
        return without_defaults(settle_options(options), OPTIONS)

    def deal(
        self, players: int, seed: int, options: Mapping[str, object], /, **given: object
    ) -> Position:
        """A start position (H2).

        given: `start`, a seat, else the first; `tileset`, a shipped set's name, a `TileSet`, or a
        mapping as a record has it, else `recon-1`; with two players `market_kinds`, two flower
        kinds, else two by the seed.
        """
        settings = settle_options(options)
        _check_players(players)
        known = ("start", "tileset", "market_kinds")
        read_object(given, known, "What is given to a deal", "given")
        tileset = _tileset(given.get("tileset", TILESETS[0]))
        start = check_start(given.get("start", 0), players, "H2.2")
        deal = _shuffled(players, seed, bool(settings["signpost_choice"] == "random"))
        if "market_kinds" in given:
            kinds = _market_kinds(given, players, tileset, "given")
            deal = deal._replace(market_kinds=kinds)
        return _position(tileset, players, start, settings, deal)

    def read_setup(self, players: int, options: Mapping[str, object], setup: object) -> Position:
        """The start position of a record: a well-formed tile set and a legal deal (H1.1, H2)."""
        settings = settle_options(options)
        _check_players(players)
        dealt = read_deal(setup, SETUP)
        tileset = _tileset(dealt["tileset"])
        start = check_start(dealt["start"], players, "H2.2")
        reserve = 2 * players
        deal = Deal(
            market=_tiles(dealt, "market", MARKET, unseen=False),
            bag=_tiles(dealt, "bag", TILES - MARKET - reserve, unseen=True),
            reserve=_tiles(dealt, "reserve", reserve, unseen=True),
            market_kinds=_market_kinds(dealt, players, tileset, "setup"),
            signposts=_signposts(dealt, settings, tileset),
        )
        _check_once(deal)
        return _position(tileset, players, start, settings, deal)

    def sides(self, position: AnyPosition) -> list[int]:
        """Each seat by itself."""
        assert isinstance(position, Position)
        return list(range(position.players))

    def write_setup(self, position: AnyPosition) -> dict[str, JSON]:
        """The set-up of a start position; market kinds in the order of the tile set.

        Raises RuleBroken: not_a_start, where a decision has been made.
        """
        assert isinstance(position, Position)
        if position.decisions:
            raise refusal("not_a_start", "A set-up can be written before the first decision only")
        tileset = position.tiles.tileset
        setup: dict[str, JSON] = {
            "tileset": _written_tileset(tileset),
            "start": position.start,
            "market": _list_text(position.market[: position.market_count]),
            "bag": _list_text(position.bag[: position.bag_size]),
            "reserve": _list_text(position.reserve[: position.reserve_size]),
        }
        if position.players == 2:
            kinds = [kind for kind in range(FLOWERS) if not position.wilds >> kind & 1]
            setup["market_kinds"] = [tileset.flowers[kind] for kind in kinds]
        if position.random_signs:
            order = [tileset.signposts[sign].name for sign in position.sign_order]
            setup["signposts"] = " ".join(order)
        return setup

    def picture(self, position: AnyPosition) -> str:
        """See `engines.gnome_hollow.picture.whole`."""
        assert isinstance(position, Position)
        return picture_of(position)

    def notes(self, position: AnyPosition) -> list[str]:
        """On the tile set: what a box prints is not public, so it is a reconstruction or own."""
        assert isinstance(position, Position)
        tileset = position.tiles.tileset
        return [f"The tile set is {label_of(tileset)}: {status_of(tileset)}."]

    def result_rules(self, position: AnyPosition) -> dict[str, str]:
        """The same for every game."""
        return {"scores": "H8.3", "winners": "H8.3", "end": "H8.1"}

    def bot_options(self, players: int) -> dict[str, JSON]:
        """None: the bag runs out."""
        return {}


def _check_players(players: object) -> None:
    check_players(players, 2, 4, TITLE, "H1.1")


@lru_cache(maxsize=32)
def _laid_out(tileset: TileSet, advanced: bool) -> Tiles:
    """Laid out once for all games with a set: nothing in it ever changes."""
    return Tiles(tileset, advanced)


def _position(
    tileset: TileSet, players: int, start: int, settings: Mapping[str, OptionValue], deal: Deal
) -> Position:
    check_variants(tileset, settings)
    tiles = _laid_out(tileset, bool(settings["advanced_board"]))
    position = Position(tiles, players, start, numbers_of(settings))
    spare = EVERY_KIND
    if players == 2 and settings["two_player_tokens"] == "flowers":
        spare = 1 << tileset.flowers.index(PURPLE)
    without_tile = sum(1 << kind for kind in deal.market_kinds)
    position.set_stump()
    position.set_goods(deal.market, deal.bag, deal.reserve, without_tile, spare, deal.signposts)
    position.begin_turn()
    position.advance()
    return position


def _shuffled(players: int, seed: int, random_signs: bool) -> Deal:
    """A deal by the seed (H2)."""
    rng = Rng(seed)
    tiles = list(range(TILES))
    kinds = list(range(FLOWERS))
    signposts = list(range(SIGNPOSTS))
    rng.shuffle(tiles)
    rng.shuffle(kinds)
    rng.shuffle(signposts)
    aside = MARKET + 2 * players
    return Deal(
        market=tiles[:MARKET],
        bag=tiles[aside:],
        reserve=tiles[MARKET:aside],
        market_kinds=tuple(kinds[:2]) if players == 2 else (),
        signposts=signposts if random_signs else [],
    )


def _tileset(typed: object) -> TileSet:
    """A shipped set by its name, or the set itself as a record has a club's own.

    Raises RuleBroken: unknown_tileset, bad_tileset.
    """
    if isinstance(typed, TileSet):
        return typed
    if not isinstance(typed, Mapping):
        return load_tileset(typed)
    try:
        return _known_tileset(json.dumps(typed))
    except (TypeError, ValueError, RecursionError):  # RuleBroken is a ValueError
        return parse_tileset(typed)


@lru_cache(maxsize=32)
def _known_tileset(written: str) -> TileSet:
    """Read and checked once for all deals and records with it."""
    return parse_tileset(json.loads(written))


def _written_tileset(tileset: TileSet) -> JSON:
    """A shipped set by its name, any other whole."""
    if tileset.name in TILESETS and load_tileset(tileset.name) == tileset:
        return tileset.name
    return write_tileset(tileset)


def _list_text(tiles: Sequence[int]) -> str:
    return " ".join("?" if tile == UNSEEN else str(tile + 1) for tile in tiles)


def _words(dealt: Mapping[str, object], key: str, rule: str) -> list[str]:
    """The words of a list in one string, with single spaces (`records.md`)."""
    typed = dealt[key]
    if not isinstance(typed, str):
        sentence = f"The {key} must be one text, not {shown(typed)}"
        raise refusal("not_text", sentence, rule, field=f"setup.{key}")
    return typed.split(" ") if typed else []


def _tiles(dealt: Mapping[str, object], key: str, length: int, unseen: bool) -> list[int]:
    """A list of its full length. Raises RuleBroken: pile_size, unknown_tile, unseen_tile."""
    tiles = [_tile(word, key, unseen) for word in _words(dealt, key, "H2.1")]
    if len(tiles) != length:
        sentence = f"The {key} must have {length} tiles, not {len(tiles)}"
        field = f"setup.{key}"
        raise refusal("pile_size", sentence, "H2.1", field=field, given=len(tiles), expected=length)
    return tiles


def _tile(word: str, key: str, unseen: bool) -> int:
    field = f"setup.{key}"
    if word == "?":
        if unseen:
            return UNSEEN
        sentence = f"The tiles of the {key} lie face up, so none can be ?"
        raise refusal("unseen_tile", sentence, "H2.1", field=field)
    if TILE_ID.fullmatch(word) and int(word) <= TILES:
        return int(word) - 1
    sentence = f"The {key} has {shown(word)}; a tile is a number from 1 to {TILES}"
    raise refusal("unknown_tile", sentence, "H1.1", field=field)


def _check_once(deal: Deal) -> None:
    """No tile twice (H1.1); with full lists and no `?` that is every tile once."""
    seen: set[int] = set()
    for key, tiles in (("market", deal.market), ("bag", deal.bag), ("reserve", deal.reserve)):
        for tile in tiles:
            if tile in seen:
                sentence = f"Tile {tile + 1} is dealt twice; the game has it once"
                raise refusal("tile_twice", sentence, "H1.1", field=f"setup.{key}", tile=tile + 1)
            if tile != UNSEEN:
                seen.add(tile)


def _market_kinds(
    dealt: Mapping[str, object], players: int, tileset: TileSet, where: str
) -> tuple[int, ...]:
    """With two players the kinds without a tile (H2.3); with more there are none.

    Raises RuleBroken: setup_missing, setup_unwanted, market_kinds.
    """
    field = f"{where}.market_kinds"
    if players != 2:
        if "market_kinds" in dealt:
            sentence = "market_kinds stand in the set-up of two players only"
            raise refusal("setup_unwanted", sentence, "H2.3", field=field)
        return ()
    if "market_kinds" not in dealt:
        sentence = "The set-up of two players has no market_kinds"
        raise refusal("setup_missing", sentence, "H2.3", field=field)
    typed = dealt["market_kinds"]
    kinds = typed if isinstance(typed, list | tuple) else []
    if (
        len(kinds) != 2
        or kinds[0] == kinds[1]
        or not all(_is_in(k, tileset.flowers) for k in kinds)
    ):
        sentence = f"market_kinds must be two different kinds of {listed(tileset.flowers, 'and')}"
        raise refusal("market_kinds", sentence, "H2.3", field=field)
    return tuple(tileset.flowers.index(kind) for kind in kinds)


def _is_in(typed: object, names: Sequence[str]) -> bool:
    return isinstance(typed, str) and typed in names


def _signposts(
    dealt: Mapping[str, object], settings: Mapping[str, OptionValue], tileset: TileSet
) -> list[int]:
    """Under `signpost_choice: random` the order of all seven (H5), otherwise none.

    Raises RuleBroken: setup_missing, setup_unwanted, not_text, signposts.
    """
    field = "setup.signposts"
    if settings["signpost_choice"] != "random":
        if "signposts" in dealt:
            sentence = "signposts have an order under signpost_choice: random only"
            raise refusal("setup_unwanted", sentence, "H5", field=field)
        return []
    if "signposts" not in dealt:
        sentence = "Under signpost_choice: random the set-up has no signposts"
        raise refusal("setup_missing", sentence, "H5", field=field)
    names = [post.name for post in tileset.signposts]
    words = _words(dealt, "signposts", "H5")
    if sorted(words) != sorted(names):
        sentence = f"signposts must be {listed(names, 'and')}, each once"
        raise refusal("signposts", sentence, "H5", field=field)
    return [names.index(word) for word in words]


GNOME_HOLLOW_ENGINE: Engine = GnomeHollowEngine()
