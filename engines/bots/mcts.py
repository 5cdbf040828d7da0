"""Information-set Monte-Carlo tree search: one tree over what the seat can know.

Each playout deals a world that agrees with all the seat has seen, walks down the tree by the moves
that are legal in this world, and plays on, greedily, until it can be judged (`Search`). Budgets are
small beside the dozens of moves of a decision; so

- a node opens its moves one by one as it is visited (progressive widening): the seat's own in the
  order of what they seem worth, by the game (`Search.worths`) or else by the lead after each; later
  ones greedy first, then by the game's worths or else any;
- a move is followed by further moves of the tree only after a few visits, by greedy play before;
- each move of the seat meets the same worlds in the same order: moves are told apart by what they
  do, not by the cards they were lucky with.

Sources: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search" (2012), SO-ISMCTS
with availability counts; Coulom, "Computing Elo ratings of move patterns" (2007), widening.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from engines.bots.judge import Judge
from engines.bots.seen import Seen
from engines.position import OVER, Engine, Move, Position
from engines.rng import Rng, mixed

EXPLORATION = 0.3
FIRST = 4
WIDENING = 0.4
"""A node visited n times opens a move more while it has fewer than FIRST + WIDENING · √n."""
GROWN = 20
"""Visits after which a move is followed by moves of the tree."""


class Node:
    """A decision that was tried: by whom, how often, how often it could be, with what reward."""

    __slots__ = ("available", "children", "reward", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.available = 1
        self.reward = 0.0
        self.children: dict[Move, Node] = {}

    def worth(self) -> float:
        return self.reward / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)

    def meet(self, moves: Sequence[Move]) -> list[Move]:
        """Those of the legal moves that are opened; each could be made once more."""
        opened = [move for move in moves if move in self.children]
        for move in opened:
            self.children[move].available += 1
        return opened

    def may_open(self, opened: int, moves: int) -> bool:
        """Whether a move is opened beside so many of the legal ones, or waits."""
        return opened < moves and opened < FIRST + WIDENING * sqrt(self.visits)

    def favourite(self, opened: Sequence[Move]) -> Move:
        return max(opened, key=lambda move: self.children[move].worth())

    def open(self, move: Move, seat: int) -> Move:
        self.children[move] = Node(seat)
        return move


class Mcts:
    """`playouts`: the budget of one decision."""

    def __init__(self, seed: int, playouts: int, engine: Engine) -> None:
        self.rng = Rng(seed)
        self.playouts = playouts
        self.engine = engine

    def choose(self, seen: Seen) -> Move:
        moves = seen.moves()
        if len(moves) == 1:
            return moves[0]
        world = seen.world(self.rng.next())
        judge = Judge(self.engine, world)
        ranked = rank(world, moves, judge, self.rng)
        root = Node(OVER)
        stream = self.rng.next()
        for _ in range(self.playouts):
            move = self._first(root, ranked, seen.seat)
            node = root.children[move]
            rng = Rng(mixed(stream, node.visits))
            world = seen.world(rng.next())
            world.push(move)
            path = [root, node, *descend(node, world, judge, rng)]
            learn(path, judge.rewards(world, rng))
        return max(ranked[: len(root.children)], key=lambda move: root.children[move].visits)

    def _first(self, root: Node, ranked: Sequence[Move], seat: int) -> Move:
        """The seat's own move, which needs no world: all of them are legal in each."""
        opened = root.meet(ranked[: len(root.children)])
        if root.may_open(len(opened), len(ranked)):
            return root.open(ranked[len(opened)], seat)
        return root.favourite(opened)


def rank(world: Position, moves: list[Move], judge: Judge, rng: Rng) -> list[Move]:
    """The moves by what they seem worth to the seat; equals by the seed."""
    worths = judge.worths(world, moves)
    return [
        move for *_, move in sorted((-w, rng.next(), m) for w, m in zip(worths, moves, strict=True))
    ]


def descend(node: Node, world: Position, judge: Judge, rng: Rng) -> list[Node]:
    """Down the tree by moves that are legal in the world, to one that is hardly known."""
    path = []
    while node.visits >= GROWN and world.actor() != OVER:
        moves = world.moves()
        opened = node.meet(moves)
        if node.may_open(len(opened), len(moves)):
            move = node.open(next_move(node, world, moves, judge, rng), world.actor())
        else:
            move = node.favourite(opened)
        world.push(move)
        node = node.children[move]
        path.append(node)
    return path


def next_move(node: Node, world: Position, moves: Sequence[Move], judge: Judge, rng: Rng) -> Move:
    """The move that a node tries next: the greedy one, then the best or, unjudged, any."""
    move = world.suggest(rng.next(), "greedy")
    if move not in node.children:
        return move
    unopened = [each for each in moves if each not in node.children]
    if judge.search.worths is None:
        return unopened[rng.below(len(unopened))]
    return rank(world, unopened, judge, rng)[0]


def learn(path: Sequence[Node], rewards: Sequence[float]) -> None:
    for node in path:
        node.visits += 1
        if node.seat != OVER:
            node.reward += rewards[node.seat]
