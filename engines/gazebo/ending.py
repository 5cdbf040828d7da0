"""Why a match of Gazebo ended, read from a score sheet (G4.8, G5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.values import listed, refusal, seat_label, shown

LAST_GAZEBO = "last_gazebo"
WITHOUT_LAST = ("blocked", "out_of_dominoes")
ENDS = (LAST_GAZEBO, *WITHOUT_LAST)


def read_end(typed: object, left: Sequence[int]) -> str:
    """The end that fits the leftovers; it may be left out when somebody is at 0.

    Raises RuleBroken: two_finishers (G4.8), unknown_end, end_missing, end_contradicts,
    no_last_gazebo (G5.1).
    """
    finishers = [seat for seat, gazebos in enumerate(left) if gazebos == 0]
    if len(finishers) > 1:
        labels = listed([str(seat + 1) for seat in finishers], "and")
        raise refusal(
            "two_finishers",
            f"Seats {labels} have 0 left; the game ends as soon as one player has 0",
            "G4.8",
            field="seats",
            seats=list(finishers),
        )
    if typed is not None and not (isinstance(typed, str) and typed in ENDS):
        sentence = f"The end must be {listed(ENDS)}, not {shown(typed)}"
        raise refusal("unknown_end", sentence, "G5.1", field="end")
    return _finished(typed, finishers[0]) if finishers else _unfinished(typed)


def _finished(typed: str | None, finisher: int) -> str:
    if typed in WITHOUT_LAST:
        raise refusal(
            "end_contradicts",
            f"{seat_label(finisher)} has 0 left, so the game ended with the last gazebo, "
            f"not with {typed}",
            "G5.1",
            field="end",
            seat=finisher,
        )
    return LAST_GAZEBO


def _unfinished(typed: str | None) -> str:
    if typed is None:
        sentence = f"Nobody has 0 left, so say why the game ended: {listed(WITHOUT_LAST)}"
        raise refusal("end_missing", sentence, "G5.1", field="end")
    if typed == LAST_GAZEBO:
        sentence = "Nobody has 0 left, so the game did not end with a last gazebo"
        raise refusal("no_last_gazebo", sentence, "G5.1", field="end")
    return typed
