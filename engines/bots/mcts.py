"""Information-set Monte-Carlo tree search: one tree over what the seat can know.

Each playout deals a world that agrees with all the seat has seen, walks down the tree by the moves
that are legal in this world, adds one node and plays to the end. A node opens its moves
one by one as it is visited (progressive widening), what `greedy` would do first: games here have
dozens of moves, and a small budget would otherwise try each of them once and learn nothing.
Sources: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search" (2012), SO-ISMCTS
with availability counts; Coulom, "Computing Elo ratings of move patterns" (2007), widening.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from engines.bots.seen import Seen
from engines.position import OVER, Move, Outcome, Policy, Position
from engines.rng import Rng

EXPLORATION = 0.3
WIDENING = 0.5
"""A node visited n times has opened at most 2 + WIDENING · √n of its moves."""
MARGIN = 0.5
"""How much of a reward is by how far one is ahead, rather than whether one has won."""
SPAN = 60
"""A lead of half as many points is as good as it gets."""


class Node:
    """A decision that was tried: by whom, how often, how often it could be, with what reward."""

    __slots__ = ("available", "children", "reward", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        self.children: dict[Move, Node] = {}

    def worth(self) -> float:
        return self.reward / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)

    def is_full(self, opened: int) -> bool:
        """Whether a node with so many opened moves waits before it opens another."""
        return opened >= 1 + WIDENING * sqrt(self.visits)


class Mcts:
    """`playouts`: the budget of one decision. `best`, `rollout`: the engine's."""

    def __init__(
        self, seed: int, playouts: int, best: Literal["most", "fewest"], rollout: Policy
    ) -> None:
        self.rng = Rng(seed)
        self.playouts = playouts
        self.best = best
        self.rollout = rollout

    def choose(self, seen: Seen) -> Move:
        moves = seen.moves()
        if len(moves) == 1:
            return moves[0]
        root = Node(OVER)
        for _ in range(self.playouts):
            self._learn(root, seen.world(self.rng.next()))
        return max(root.children, key=lambda move: (root.children[move].visits, -move))

    def _learn(self, root: Node, world: Position) -> None:
        """One playout: down the tree, one node more, to the end, and the rewards back up."""
        path = self._descend(root, world)
        if world.actor() != OVER:
            world.playout(self.rng.next(), self.rollout)
        outcome = world.outcome()
        assert outcome is not None
        rewards = rewards_of(outcome, self.best)
        for node in path:
            node.visits += 1
            if node.seat != OVER:
                node.reward += rewards[node.seat]

    def _descend(self, root: Node, world: Position) -> list[Node]:
        path, node = [root], root
        while world.actor() != OVER:
            seat, moves = world.actor(), world.moves()
            opened = [move for move in moves if move in node.children]
            for move in opened:
                node.children[move].available += 1
            is_new = len(opened) < len(moves) and not node.is_full(len(opened))
            if is_new:
                move = self._open(node, world, moves)
                node.children[move] = Node(seat)
                node.children[move].available = 1
            else:
                move = max(opened, key=lambda each: node.children[each].worth())
            world.push(move)
            node = node.children[move]
            path.append(node)
            if is_new:
                break
        return path

    def _open(self, node: Node, world: Position, moves: Sequence[Move]) -> Move:
        """The next move that a node tries: the greedy one, then any."""
        move = world.suggest(self.rng.next(), "greedy")
        if move not in node.children:
            return move
        unopened = [each for each in moves if each not in node.children]
        return unopened[self.rng.below(len(unopened))]


def rewards_of(outcome: Outcome, best: Literal["most", "fewest"]) -> list[float]:
    """What an end is worth to each seat, 0 to 1: partly the win, partly the lead over the best
    other."""
    sign = 1 if best == "most" else -1
    scores = [sign * score for score in outcome.scores]
    rewards = []
    for seat, score in enumerate(scores):
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        lead = score - max(other for at, other in enumerate(scores) if at != seat)
        ahead = 0.5 + max(-0.5, min(0.5, lead / SPAN))
        rewards.append((1 - MARGIN) * won + MARGIN * ahead)
    return rewards
