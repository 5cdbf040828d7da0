"""What a world is worth to each seat of a search, once it has been played on a while."""

from __future__ import annotations

from collections.abc import Sequence

from engines.position import OVER, Engine, Move, Outcome, Position
from engines.rng import Rng

EVEN = 0.5


class Judge:
    """Of one decision: by the engine's `Search`, for the sides of this position."""

    def __init__(self, engine: Engine, position: Position) -> None:
        self.search = engine.search
        self.sign = 1 if engine.best == "most" else -1
        self.sides = engine.sides(position)

    def rewards(self, world: Position, rng: Rng) -> list[float]:
        """Plays the world on, in place, and says what it is worth to each seat."""
        self._play_on(world, rng)
        outcome = world.outcome()
        if self.search.outlook is not None:
            return self.worth(self.search.outlook(world), outcome)
        return self.worth(world.scores() if outcome is None else outcome.scores, outcome)

    def worth(self, scores: Sequence[int], outcome: Outcome | None) -> list[float]:
        """What scores are worth to each seat, 0 to 1: partly the win, partly the lead.

        Before the end (no outcome) a win is worth an even chance.
        """
        margin, rewards = self.search.margin, []
        for seat, lead in enumerate(self.leads(scores)):
            won = EVEN
            if outcome is not None:
                won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            ahead = EVEN + max(-EVEN, min(EVEN, lead / self.search.span))
            rewards.append((1 - margin) * won + margin * ahead)
        return rewards

    def worths(self, world: Position, moves: list[Move]) -> Sequence[float]:
        """What each legal move seems worth to the seat that decides."""
        if self.search.worths is not None:
            return self.search.worths(world, moves)
        seat = world.actor()
        return [self._lead_after(world, move, seat) for move in moves]

    def _lead_after(self, world: Position, move: Move, seat: int) -> int:
        after = world.copy()
        after.push(move)
        return self.leads(after.scores())[seat]

    def leads(self, scores: Sequence[int]) -> list[int]:
        """What each seat's side is ahead by of the best other side; sides count their sum."""
        sums = dict.fromkeys(self.sides, 0)
        for side, score in zip(self.sides, scores, strict=True):
            sums[side] += self.sign * score
        best, second = sorted(sums.values(), reverse=True)[:2]
        return [sums[side] - (second if sums[side] == best else best) for side in self.sides]

    def _play_on(self, world: Position, rng: Rng) -> None:
        if self.search.decisions is None:
            if world.actor() != OVER:
                world.playout(rng.next(), "greedy")
            return
        for _ in range(self.search.decisions):
            if world.actor() == OVER:
                break
            world.push(world.suggest(rng.next(), "greedy"))
