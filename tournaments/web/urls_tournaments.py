"""The addresses of the pages of a night: tournaments, entries, rounds, tables, casual series."""

from django.urls import URLPattern, path

from tournaments.web import (
    casual,
    entries,
    print_sheets,
    results,
    rounds,
    standings,
    tables,
    tournaments,
)

tournament_urls: list[URLPattern] = [
    path("clubs/<int:pk>/tournaments/", tournaments.of_club, name="tournaments"),
    path("clubs/<int:pk>/tournaments/new/", tournaments.new, name="tournament_new"),
    path("tournaments/<int:pk>/", tournaments.show, name="tournament"),
    path("tournaments/<int:pk>/edit/", tournaments.edit, name="tournament_edit"),
    path("tournaments/<int:pk>/entries/", entries.of_tournament, name="entries"),
    path("entries/<int:pk>/", entries.move, name="entry"),
    path("entries/<int:pk>/replace/", entries.replace, name="entry_replace"),
    path("rounds/<int:pk>/", rounds.show, name="round"),
    path("rounds/<int:pk>/sheets/", print_sheets.of_round, name="round_sheets"),
    path("clubs/<int:pk>/series/", casual.of_club, name="casual_series"),
    path("clubs/<int:pk>/series/new/", casual.new, name="casual_series_new"),
    path(
        "clubs/<int:pk>/series/<int:series_pk>/withdraw/",
        casual.withdraw,
        name="casual_series_withdraw",
    ),
    path("series/<int:pk>/", tables.show, name="table"),
    path("matches/<int:pk>/result/", results.enter, name="result"),
    path("tournaments/<int:pk>/standings/", standings.now, name="standings"),
    path("rounds/<int:pk>/standings/", standings.after_round, name="round_standings"),
    path("rounds/<int:pk>/standings/<int:player_pk>/", standings.explanation, name="explanation"),
]
