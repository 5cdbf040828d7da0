"""What to do next in a tournament: one step, the big button of its page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines import registry
from tournaments import queries_tournaments
from tournaments.models import Player, Round, Tournament
from tournaments.models.tournaments import EntryState, RoundState, TournamentState
from tournaments.templatetags.show import numbers, person

NAMED = 5
"""How many people a step names; the others are counted."""


@dataclass(frozen=True)
class Step:
    """`do`: `open`, `enter`, `draw`, `draw_again`, `publish`, `results`, `close`, `standings`.

    `round_`: the round it is about, where there is one already; `number`: its number.
    """

    do: str
    title: str
    text: str
    round_: Round | None = None
    number: int = 0


def step_now(tournament: Tournament, rounds: Sequence[Round], entries: Mapping[str, int]) -> Step:
    """The organiser's next step. `rounds` with their counts of tables. 1 query while a draw waits
    to be published."""
    waits = bool(rounds) and rounds[-1].state == RoundState.DRAWN
    changed = queries_tournaments.changed_since_draw(rounds[-1]) if waits else []
    least = registry.game(tournament.game).min_seats
    return next_step(tournament, rounds, entries, least, changed)


def next_step(
    tournament: Tournament, rounds: Sequence[Round], entries: Mapping[str, int], least: int,
    changed: Sequence[Player] = (),
) -> Step:  # fmt: skip
    """`least`: players needed; `changed`: who has come or gone since the draw that waits."""
    if tournament.state == TournamentState.FINISHED:
        return Step("standings", "The tournament is finished", "Its standing is final.")
    if tournament.state == TournamentState.DRAFT:
        return Step(
            "open",
            "Open the tournament",
            "It is a draft: only the club's own people see it. Rounds can be published once it "
            "is open.",
        )
    newest = rounds[-1] if rounds else None
    if newest is not None and newest.state != RoundState.CLOSED:
        return _in_round(newest, changed)
    return _before_round(len(rounds) + 1, entries, least)


def _in_round(round_: Round, changed: Sequence[Player]) -> Step:
    number, tables = round_.number, _tables(round_.table_count)  # type: ignore[attr-defined]
    if round_.state == RoundState.DRAWN and changed:
        return Step("draw_again", f"Draw round {number} again", since_draw(changed), round_, number)
    if round_.state == RoundState.DRAWN:
        return Step(
            "publish", f"Check and publish round {number}",
            f"Drawn: {drawn_tables(round_, round_.table_count)}. "  # type: ignore[attr-defined]
            "Nobody but the club's own people sees them yet.",
            round_, number,
        )  # fmt: skip
    done: int = round_.done_count  # type: ignore[attr-defined]
    if done < round_.table_count:  # type: ignore[attr-defined]
        return Step(
            "results", f"Enter the results of round {number}",
            f"{done} of {tables} done.", round_, number,
        )  # fmt: skip
    return Step(
        "close", f"Close round {number}",
        f"All {tables} are done. Closing keeps the standing after this round.", round_, number,
    )  # fmt: skip


def _before_round(number: int, entries: Mapping[str, int], least: int) -> Step:
    playing, registered = entries[EntryState.CHECKED_IN], entries[EntryState.REGISTERED]
    if playing < least:
        return Step(
            "enter", "Enter the players who are here",
            f"{_players(playing)} checked in; a round needs at least {least}.",
        )  # fmt: skip
    absent = f" {registered} registered but not checked in: not drawn." if registered else ""
    return Step("draw", f"Draw round {number}", f"{_players(playing)} checked in.{absent}",
                number=number)  # fmt: skip


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def drawn_tables(round_: Round, count: int) -> str:
    """What a draw made: `3 tables`, `3 tables, 2 of 3 players`, by the sizes of its short ones."""
    sizes = Counter(short["size"] for short in round_.report.get("short_tables", ()))
    short = [
        f"{'one' if many == 1 else many} of {_players(size)}"
        for size, many in sorted(sizes.items(), reverse=True)
    ]
    return f"{_tables(count)}, {numbers(short)}" if short else _tables(count)


def since_draw(changed: Sequence[Player]) -> str:
    """Why a draw can't be published any more."""
    names = [person(player) for player in changed[:NAMED]]
    if more := len(changed) - len(names):
        names.append("1 other" if more == 1 else f"{more} others")
    return f"Since the draw somebody has come or gone: {numbers(names)}."
