"""The club night played through the real rules: drawn, scored and ranked, without a database."""

from engines import registry
from engines.base import Game, MatchScore
from tests.examples.evening import Evening, Table
from tournaments.rules.chance import Seed
from tournaments.rules.lines import Entrant, SeatLine, SeriesLine, StandingRow
from tournaments.rules.places import places
from tournaments.rules.points import check_scheme, points, table_percent
from tournaments.rules.seating import PastTable, draw
from tournaments.rules.series import MatchLine, SeriesOutcome, series_outcome
from tournaments.rules.standings import standings
from tournaments.rules.tiebreaks import DEFAULT_KEYS


def game(evening: Evening) -> Game:
    return registry.game(evening.game)


def drawn(evening: Evening, ids: dict[int, int]) -> list[list[list[int]]]:
    """The tables of each round as the file's seeds draw them; `ids`: an id for each number."""
    past: list[PastTable] = []
    rounds: list[list[list[int]]] = []
    seats = evening.data["table_size"]
    for number, played in enumerate(evening.data["rounds"], start=1):
        tables = draw(ids.values(), past, seats, game(evening).min_seats, played["seed"]).tables
        past += [PastTable(number, players) for players in tables]
        rounds.append([list(players) for players in tables])
    return rounds


def scored(evening: Evening, table: Table) -> list[MatchScore]:
    """The matches of a table, in order."""
    return [
        game(evening).score_match(
            sheet, setup=setup, options=evening.data["options"], seats=len(table.players)
        )
        for sheet, setup in zip(table.sheets, evening.data["matches"], strict=True)
    ]


def outcome(evening: Evening, table: Table) -> SeriesOutcome:
    tie = evening.data["options"].get("tie", game(evening).tie_rules[0])
    return series_outcome(
        [
            MatchLine(
                match.scores,
                match.credits,
                places(match.scores, game(evening).best, match.credits),
            )
            for match in scored(evening, table)
        ],
        seats=len(table.players),
        best=game(evening).best,
        tie=tie,
        unplayed="drop",
    )


def standing(
    evening: Evening, keys: tuple[str, ...] = DEFAULT_KEYS, seed: Seed | None = None
) -> tuple[StandingRow, ...]:
    """The final standing, players by their club numbers; with the file's seed unless given."""
    return standings(
        [Entrant(player, "checked_in") for player in evening.data["players"]],
        [_line(evening, table) for table in evening.tables],
        keys,
        evening.data["seed"] if seed is None else seed,
    )


def _line(evening: Evening, table: Table) -> SeriesLine:
    series, best = outcome(evening, table), game(evening).best
    paid = points(check_scheme("place_share"), series.places, series.totals, best)
    shares = table_percent(series.totals, best)
    return SeriesLine(
        series=100 * table.round + table.number,
        round=table.round,
        table=table.number,
        seats=tuple(
            SeatLine(
                player, seat, series.totals[seat], series.places[seat], paid[seat], shares[seat]
            )
            for seat, player in enumerate(table.players)
        ),
    )
