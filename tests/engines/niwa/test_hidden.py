"""What a seat may know (N3.4): its view, and worlds that agree with all it has seen."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engines.niwa.cards import card_text
from engines.niwa.rules import Position
from engines.values import JSON
from tests.engines.niwa.matches import ENGINE, HANDS, Walk, cards_in_play, laid, played, walks
from tests.engines.refusals import refused


def test_a_view_is_all_a_seat_may_know() -> None:
    position = played(laid(mission=8, max_exchanges=24, min_run=3), "P0>O9", "G0>P0")
    assert position.view(1) == {
        "game": "niwa",
        "rules": 1,
        "players": 2,
        "options": {"min_run": 3, "max_exchanges": 24},
        "mission": 8,
        "start": 0,
        "seat": 1,
        "actor": 0,
        "decision": "turn",
        "hands": [None, "P0 G1 G2 G3 G4 G5 G6 G7 G8"],
        "known": ["O9", "P0"],
        "row": "P8 G8 G0",
        "pile": 9,
        "out": 36,
        "exchanges": 2,
    }


def test_a_spectator_sees_no_hand_and_without_a_limit_exchanges_are_not_counted() -> None:
    view = played(laid(), "R").view(None)
    assert (view["seat"], view["hands"], view["decision"]) == (None, [None, None], "trio")
    assert "exchanges" not in view


def test_at_the_end_all_hands_lie_open() -> None:
    position = laid(pile="O7 O6 O5 O4 O3 O2 O1 O0 O10")
    view = played(position, *["R"] * 9).view(None)
    assert (view["actor"], view["decision"], view["pile"]) == (-1, "over", 0)
    assert view["hands"] == view["known"] == list(HANDS)


@pytest.mark.parametrize("seat", [-1, 2, True, 1.0, "0"])
def test_a_seat_is_at_the_table(seat: object) -> None:
    position = laid()
    for ask in (position.view, lambda seat: position.determinize(seat, 1)):
        with refused("no_such_seat", "N1.2", "The seat must be at this table of 2 (N1.2)."):
            ask(seat)


def replay(deal: Position, hands: list[Counter[int]], pile: list[int], walk: Walk) -> Position:
    """The walk's moves, made from other hands and another pile; all must be legal."""
    setup: dict[str, JSON] = {
        **ENGINE.write_setup(deal),
        "hands": [" ".join(map(card_text, hand.elements())) for hand in hands],
        "pile": " ".join(map(card_text, pile)),
    }
    options = deal.view(None)["options"]
    assert isinstance(options, dict)
    position = ENGINE.read_setup(deal.players, options, setup)
    for move in walk.moves:
        position.play(move)
    return position


def hidden_swaps(walk: Walk, seat: int) -> Iterator[Position]:
    """The walk from deals with one unseen card of another hand changed for one elsewhere."""
    deal, position = walk.deal, walk.position
    revealed = 9 - len(position.pile_cards())
    for other in range(position.players):
        hidden = Counter(position.hand_of(other)) - Counter(position.known_of(other))
        if other == seat or not hidden:
            continue
        card = min(hidden)
        hands = [Counter(deal.hand_of(holder)) for holder in range(deal.players)]
        for at in range(revealed, 9):
            pile = deal.pile_cards()
            hands[other][card] -= 1
            hands[other][pile[at]] += 1
            pile[at], drawn = card, pile[at]
            yield replay(deal, [+hand for hand in hands], pile, walk)
            hands[other][card] += 1
            hands[other][drawn] -= 1
        for third in range(position.players):
            theirs = Counter(position.hand_of(third)) - Counter(position.known_of(third))
            if third not in (seat, other) and theirs:
                swapped = [hand.copy() for hand in hands]
                swapped[other] += Counter({max(theirs): 1}) - Counter()
                swapped[other] -= Counter({card: 1})
                swapped[third] += Counter({card: 1})
                swapped[third] -= Counter({max(theirs): 1})
                yield replay(deal, swapped, deal.pile_cards(), walk)


def test_hidden_cards_swapped_give_the_same_view_moves_worlds_and_suggestions() -> None:
    tried = 0
    for number, walk in enumerate(walks(120, seed=10_000)):
        seat, position = number % walk.deal.players, walk.position
        if position.actor() < 0:
            continue
        for swapped in hidden_swaps(walk, seat):
            tried += swapped.state() != position.state()
            assert swapped.view(seat) == position.view(seat)
            worlds = [each.determinize(seat, number).state() for each in (position, swapped)]
            assert worlds[0] == worlds[1]
            if position.actor() == seat:
                assert swapped.moves() == position.moves()
                assert swapped.suggest(number) == position.suggest(number)
    assert tried > 500


def test_a_world_dealt_anew_looks_the_same_and_could_have_been_played() -> None:
    for number, walk in enumerate(walks(150, seed=20_000)):
        deal, position = walk.deal, walk.position
        seat, before = number % deal.players, position.state()
        world = position.determinize(seat, number)
        assert position.state() == before
        assert world.view(seat) == position.view(seat)
        if position.actor() < 0:
            assert world.state() == before
            continue
        assert max(cards_in_play(world).values()) <= 2
        hands = [first_hand(walk, world, holder) for holder in range(deal.players)]
        revealed = deal.pile_cards()[: 9 - len(world.pile_cards())]
        assert replay(deal, hands, revealed + world.pile_cards(), walk).state() == world.state()


def first_hand(walk: Walk, world: Position, holder: int) -> Counter[int]:
    """The hand that becomes the world's by what the holder gave and took."""
    before, after = walk.deal.hand_of(holder), walk.position.hand_of(holder)
    change = Counter(before)
    change.subtract(after)
    hand = Counter(world.hand_of(holder))
    hand.update(change)
    assert min(hand.values()) >= 0
    assert hand.total() == 9
    return +hand


def test_each_unseen_card_comes_to_each_hidden_place() -> None:
    position = played(laid(), "P0>O9", "G0>P0")
    seen: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for seed in range(2000):
        world = position.determinize(0, seed)
        seen[0].update(world.hand_of(1))
        seen[1].update(world.pile_cards())
        seen[2].update(world.pile_cards()[:1])
    # Seat 0 sees its nine, the row's three and the P0 of seat 1: 53 cards for 8 + 9 + 36 places.
    unseen = Counter(dict.fromkeys(range(33), 2))
    unseen -= Counter([*position.hand_of(0), *position.row_cards()])
    unseen -= Counter({0: 1})
    assert unseen.total() == 53
    for card, copies in unseen.items():
        in_hand = seen[0][card] - 2000 * (card == 0)
        assert abs(in_hand - 2000 * copies * 8 / 53) < 170
        assert abs(seen[1][card] - 2000 * copies * 9 / 53) < 170
        assert seen[2][card] > 10
    assert set(seen[1]) == set(unseen)


def test_a_world_does_not_remember_in_which_order_a_hand_came() -> None:
    held = played(laid(), "P0>O9", "G8>G8")
    dealt = laid(("P1 P2 P3 P4 P5 P6 P7 P8 O9", HANDS[1]), row="P8 G8 P0")
    assert held.view(0)["hands"] == dealt.view(0)["hands"]
    assert held.view(0)["row"] == dealt.view(0)["row"]
    worlds = [position.determinize(0, 1) for position in (held, dealt)]
    for seed in range(40):
        first, second = [world.suggest(seed, "random") for world in worlds]
        assert first == second


def test_the_seed_alone_decides_a_world() -> None:
    position = played(laid(), "R")
    worlds = {position.determinize(1, seed).state() for seed in range(50)}
    assert len(worlds) == 50
    assert position.determinize(1, 4).state() == position.determinize(1, 4).state()
