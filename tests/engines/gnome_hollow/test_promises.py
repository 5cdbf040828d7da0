"""What every position of Gnome Hollow promises, on seeded games over sets, seats and options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import (
    BASE,
    DEAD,
    DROP,
    DROPS,
    GNOME,
    OPEN,
    PLACE,
    RING,
    STUMP,
    TRADE,
    VERB,
    WILD,
)
from engines.gnome_hollow.views import PHASES
from engines.position import NotLegal, Outcome
from engines.rng import Rng
from tests.engines.games import are_compiled
from tests.engines.gnome_hollow.games import GAMES, STAGES, deal, game, stage, state, table
from tests.engines.gnome_hollow.ledger import Ledger
from tests.engines.refusals import check_form, refused

EACH_GAME = pytest.mark.parametrize(("players", "tileset", "options", "seed"), GAMES)
EACH_STAGE = pytest.mark.parametrize("name", list(STAGES))
STEP = 29 if are_compiled() else 97
"""Positions from one that is looked at closely to the next."""
BEYOND = BASE + (TRADE + 1) * VERB


def looked_at(position: Position) -> bool:
    """Every position in which no tile is placed and no gnome moved; of the others one in STEP."""
    return position.decisions % STEP == 0 or position.phase() not in (PLACE, GNOME)


@EACH_GAME
def test_listed_is_accepted_and_unlisted_refused(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    rng = Rng(seed)
    for position in game(deal(players, tileset, options, seed), seed):
        moves = position.moves()
        assert moves == sorted(set(moves))
        assert bool(moves) == (position.actor() >= 0)
        if not looked_at(position):
            continue
        assert all(position.allows(move) for move in moves)
        before = state(position)
        for move in moves[:: 1 + len(moves) // 5]:
            position.copy().play(move)
        for move in unlisted(position, rng):
            assert not position.allows(move)
            with pytest.raises(NotLegal) as caught:
                position.play(move)
            check_form(caught.value)
        assert state(position) == before


def unlisted(position: Position, rng: Rng) -> list[int]:
    """Decisions that are not legal here: any at all, lays nearby, and arguments of each verb."""
    listed = set(position.moves())
    tried = [rng.below(BASE) for _ in range(10)] + [-1, BASE - 1, BEYOND - 1, BEYOND, 2**31]
    cells = position.front[: position.front_count] + position.cell_of[: position.placed]
    for _ in range(30):
        tile, cell = rng.below(102), cells[rng.below(len(cells))]
        tried.append((tile * 65536 + cell) * 12 + rng.below(12))
    names = position.name[: position.path_count]
    for verb in range(TRADE + 1):
        arguments = [0, 1, rng.below(9), rng.below(128), rng.below(VERB)]
        arguments += [names[rng.below(len(names))] + rng.below(2) * VERB // 2]
        tried += [BASE + verb * VERB + argument for argument in arguments]
    return [move for move in tried if move not in listed]


@EACH_GAME
def test_decisions_that_lay_no_tile_are_listed_whole(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    """Every small argument of every verb but the gnomes' and the market's."""
    for position in game(deal(players, tileset, options, seed), seed):
        if position.phase() in (PLACE, GNOME):
            continue
        tried = [
            BASE + verb * VERB + argument
            for verb in range(DROP, TRADE + 1)
            for argument in range(330)
        ]
        listed = set(position.moves())
        assert {move for move in tried if position.allows(move)} == listed & set(tried)


@EACH_GAME
def test_text_and_parse_are_inverse(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    for position in game(deal(players, tileset, options, seed), seed + 100):
        if looked_at(position):
            moves = position.moves()
            written = [position.text(move) for move in moves]
            assert len(set(written)) == len(written)
            assert [position.parse(text) for text in written] == moves


@EACH_GAME
def test_copies_are_independent_and_the_same(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    kept = deal(players, tileset, options, seed + 1)  # `assign` takes over everything
    kept.playout(1)
    for position in game(deal(players, tileset, options, seed), seed):
        if not looked_at(position) or position.actor() < 0:
            continue
        before = state(position)
        copied = position.copy()
        kept.assign(position)
        assert state(copied) == before
        assert state(kept) == before
        assert copied.suggest(5, "greedy") == kept.suggest(5, "greedy")
        moves = position.moves()
        copied.play(moves[-1])
        assert state(position) == before
        other = position.copy()
        other.play(moves[-1])
        assert state(other) == state(copied)
        copied.playout(3)
        assert state(position) == before
        assert state(kept) == before


def conserve(position: Position) -> None:
    """Nothing of the box is lost, made twice, or in two places (H1.1, H2)."""
    p, seats = position, range(position.players)
    stored = [p.storage[4 * seat + at] for seat in seats for at in range(p.stored[seat])]
    tiles = [*p.tile_of[: p.placed], *p.market[: p.market_count], *stored, *p.gone[: p.gone_count]]
    tiles += [*p.bag[p.bag_at : p.bag_size], *p.reserve[: p.reserve_size]]
    tiles += [WILD + kind for kind in range(8) if p.wilds >> kind & 1]
    counts = Counter(tiles)
    assert [tile for tile in range(WILD) if counts[tile] != 1] == []
    assert counts[STUMP] == 1
    wilds = sum(counts[tile] for tile in range(WILD, STUMP))
    assert wilds == (6 if p.players == 2 else 8)
    assert max(counts.values()) == 1
    for kind in range(8):
        owned = sum(p.flowers[seat] >> kind & 1 for seat in seats)
        kept = 1 if p.players == 2 and not p.options["all_tokens"] else p.players
        least = p.players if p.tiles.tileset.flowers[kind] == "purple" else kept
        assert owned + p.flower_market[kind] + p.tokens[kind] == least
    for seat in seats:
        own = slice(5 * seat, 5 * seat + 5)
        filled = [bits.bit_count() for bits in (*p.filled[own], *p.doubled[own])]
        assert p.markers[seat] == sum(filled) <= 8
        assert min(p.mushrooms[own]) >= 0
    assert not any(p.blocked[16 * kind + 2] for kind in range(5))  # pairs (H6)
    assert all(p.tiles.value[sale] for sale in range(80) if p.blocked[sale])
    check_storage(position)


def check_storage(position: Position) -> None:
    """Two tiles at most, one wildflower at most, but where a drop is due: there too many (H3.3)."""
    due = position.actor() if position.phase() == DROPS else -1
    for seat in range(position.players):
        stored = position.storage[4 * seat : 4 * seat + position.stored[seat]]
        wilds = sum(tile >= WILD for tile in stored)
        assert (len(stored) > 2 or wilds > 1) == (seat == due)
        assert len(stored) <= 3


def check_paths(position: Position) -> None:
    """Open paths have two ends of their own; gnomes are where their paths say (H3.2, H4)."""
    p = position
    ends: list[int] = []
    names: list[int] = []
    for path in range(p.path_count):
        if p.state[path] == DEAD:
            continue
        slots = p.slots_on(path)
        cells = [p.cell_of[slot // 6] for slot in slots]
        edges = [6 * cell + slot % 6 for cell, slot in zip(cells, slots, strict=True)]
        assert p.name[path] == min(edges)
        names += edges
        here = [gnome for gnome in range(2 * p.players) if p.gnome_on[gnome] == path]
        assert p.gnomes[path] == sum(1 << gnome for gnome in here)
        owners = {gnome // 2 for gnome in here}
        if p.state[path] == OPEN:
            ends += [slots[0], slots[-1]]
            assert [p.path_at[slots[0]], p.path_at[slots[-1]]] == [path, path]
            assert owners == ({p.owner[path]} if p.owner[path] >= 0 else set())
        else:
            assert p.state[path] == RING
            tiles = cells[::2]
            assert p.size[path] == (len(tiles) if p.passes else len(set(tiles))) >= 3
    assert len(set(ends)) == len(ends)
    assert len(set(names)) == len(names)


@EACH_GAME
def test_tiles_tokens_goods_markers_and_gnomes_are_conserved(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    start = deal(players, tileset, options, seed)
    for position in game(start, seed, Ledger(start).play):
        conserve(position)
        if looked_at(position):
            check_paths(position)


@EACH_GAME
def test_a_finished_game_has_the_outcome_of_its_scores(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    for each in range(3):
        position = deal(players, tileset, options, seed + each)
        position.playout(each)
        outcome = position.outcome()
        assert isinstance(outcome, Outcome)
        scores = position.scores()
        assert outcome.scores == tuple(scores)
        tied = [seat for seat in range(players) if scores[seat] == max(scores)]
        most = max(position.mushrooms_left(seat) for seat in tied)
        assert outcome.winners == tuple(s for s in tied if position.mushrooms_left(s) == most)
        assert outcome.end in ("flowers", "markers", "bag")
        assert position.moves() == []


@pytest.mark.parametrize("policy", ["random", "greedy"])
@EACH_GAME
def test_a_playout_makes_legal_decisions_the_same_for_its_seed(
    players: int, tileset: str, options: dict[str, Any], seed: int, policy: str
) -> None:
    start = deal(players, tileset, options, seed)
    played, again = start.copy(), start.copy()
    count = played.playout(seed, policy)
    assert again.playout(seed, policy) == count
    assert state(again) == state(played)
    assert played.decisions == count
    assert played.outcome() is not None
    followed = start.copy()
    for step in range(25):
        move = followed.suggest(step, policy)
        assert move in followed.moves()
        followed.play(move)


def test_suggest_is_the_first_decision_of_a_playout() -> None:
    for policy in ("random", "greedy"):
        start = table(3)
        for seed in range(5):
            followed, played = start.copy(), start.copy()
            followed.play(followed.suggest(seed, policy))
            played.playout(seed, policy)
            assert followed.cell_of[:2] == played.cell_of[:2]
            assert followed.tile_of[:2] == played.tile_of[:2]


def test_an_unknown_policy_and_a_suggestion_after_the_end_are_refused() -> None:
    position = table(2)
    before = state(position)
    for ask in (position.playout, position.suggest):
        with refused("unknown_policy", "", "The policy must be random or greedy."):
            ask(1, "best")
    assert state(position) == before
    position.playout(1)
    assert position.playout(1) == 0
    with refused("game_over", "H8.2", "The game is over (H8.2)."):
        position.suggest(1)


def test_every_step_that_is_asked_has_a_stage() -> None:
    shown = {stage(name).view(None)["phase"] for name in STAGES}
    assert shown | {"over"} == set(PHASES) - {"bonus", "refill", "next", "gain"}


@EACH_STAGE
def test_listed_is_accepted_and_unlisted_refused_at_every_step(name: str) -> None:
    position = stage(name)
    before = state(position)
    for move in position.moves():
        position.copy().play(move)
        assert position.parse(position.text(move)) == move
    for seed in range(10):
        for move in unlisted(position, Rng(seed)):
            with pytest.raises(NotLegal) as caught:
                position.play(move)
            check_form(caught.value)
    assert state(position) == before
    assert state(position.copy()) == before


@EACH_STAGE
def test_a_game_goes_on_to_its_end_from_every_step(name: str) -> None:
    for policy in ("random", "greedy"):
        position = stage(name)
        position.playout(4, policy)
        assert position.outcome() is not None
        conserve(position)
        check_paths(position)
