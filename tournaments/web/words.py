"""The sentences by which pages explain settings, keys, sources and states."""

from collections.abc import Mapping
from typing import Any

from engines.gnome_hollow.scoring import MOST, TRACK
from engines.niwa.missions import MISSIONS
from tournaments.rules.tiebreaks import NOTES, REASONS, SOURCES

STATES = {
    "checked_in": "checked in",
    "drawn": "drawn, not published",
    "playing": "being played",
    "planned": "to be played",
    "in_force": "in force",
    "replaced": "earlier version",
}
"""States whose label is not just their name."""

KEYS: Mapping[str, tuple[str, str]] = {
    "points": ("Points", "The points of all tables in sum."),
    "wins": ("Wins", "First places at a table: 1 for one alone, ½ for a shared one."),
    "score_share": (
        "Score share",
        "The mean share of each table's score; where fewest is best, of what the others had left.",
    ),
    "direct": (
        "Direct",
        "Those still tied are compared by the tables at which they met each other.",
    ),
    "lot": ("Lot", "Drawn by lot from the tournament's seed; lot 1 goes first."),
}
"""Key ↦ (column, one sentence)."""

SCHEMES: Mapping[str, tuple[str, str]] = {
    "place_share": ("place_share", "1 for first, 0 for last, evenly spaced between."),
    "fair": ("fair", "A fixed list for each size of table, 6 points a seat in the mean."),
    "places": ("places", "A list of your own: so many points for first, second, …"),
    "win_draw": ("win_draw", "For tables of two: 1 for a win, ½ for a draw, 0 for a loss."),
    "table_percent": ("table_percent", "The share of what the whole table scored."),
    "score": (
        "score",
        "The score itself, added up; where fewest is best it counts as a minus, so that more is "
        "better.",
    ),
}
"""Scheme ↦ (name, what it pays, in one sentence)."""

UNPLAYED: Mapping[str, str] = {
    "drop": "Count what was played",
    "worst": "Count the worst score for everyone at the table",
    "replay": "It must be played again before the table is finished",
}
"""Policy for abandoned matches ↦ what it does."""

TIES: Mapping[tuple[str, str], str] = {
    ("niwa", "missions_then_share"): (
        "Equal totals: more mission cards, then a shared place (N6.2)."
    ),
    ("niwa", "share"): "Equal totals share their place (N6.2).",
    ("gazebo", "share"): "Equal totals share their place (G7.1).",
    ("gazebo", "more_wins_then_share"): (
        "Equal totals: more matches won, then a shared place (G7.1)."
    ),
    ("gnome_hollow", "mushrooms_then_share"): (
        "Tied for first: more mushrooms left, then a shared place (H8.3)."
    ),
}
"""(Game, tie rule) ↦ the rule in words."""

CREDITS: Mapping[str, tuple[str, str]] = {
    "niwa": ("Cards", "Mission cards won"),
    "gazebo": ("Won", "Matches won"),
}
"""Game ↦ what the tie rule of several matches counts: a column's head, in full."""

SCORES: Mapping[str, tuple[str, str]] = {
    "niwa": ("Points", "Most points win."),
    "gazebo": ("Gazebos left", "Fewest gazebos left win."),
    "gnome_hollow": ("Points", "Most points win."),
}
"""Game ↦ (what it counts, which is best)."""

ENDS: Mapping[str, str] = {
    "last_gazebo": "The last gazebo was placed",
    "blocked": "Blocked: no domino fits anywhere",
    "out_of_dominoes": "Nobody has a domino left",
    "flowers": "Somebody got the eighth flower",
    "markers": "Somebody moved the eighth ring marker",
    "bag": "The bag was empty",
}
"""Why a match ended: of Gazebo (G4.8, G5.1), of Gnome Hollow (H8.1)."""

ADDED_UP: Mapping[str, str] = {
    "gnome_hollow": (
        f"Points for 0 to {MOST} flowers, and as many for 0 to {MOST} ring markers: "
        f"{', '.join(map(str, TRACK))}. With the treasure they make the total. Mushrooms left "
        "count only where players are tied for first."
    ),
}
"""Game ↦ how its scores are added up at the table; the others' sheets have one box a match."""

SETUPS: Mapping[str, str] = {"niwa": "mission", "gazebo": "board", "gnome_hollow": "tile set"}
"""Game ↦ what a match is played with."""

COUNTS: Mapping[str, str] = {
    "flowers": "Flowers",
    "markers": "Ring markers",
    "treasure": "Treasure",
    "mushrooms": "Mushrooms left",
}
"""What a sheet of Gnome Hollow counts for each seat (H8.3)."""

BOARD_SQUARES: Mapping[str, str] = {
    ".": "an open square",
    "#": "no square at all",
    "F": "start square: flower",
    "G": "start square: foliage",
    "W": "start square: water",
    "z": "zen square",
    "=": "pedestal",
    "v": "vase",
    "1": "patio, room for 1 gazebo",
    "2": "luxury patio, room for 2",
    "^": "raised patio, room for 1",
}
"""The characters of a board ↦ what they are (G2.1, G2.2)."""

BOARD_STATUSES: Mapping[str, str] = {
    "reconstruction": (
        "A reconstruction: it has the features of this garden, but not the squares of the printed "
        "board, whose layout is not public as data (G2.3)."
    ),
    "sourced": "The known board of the game’s ancestor.",
}
"""What a board says of where it comes from ↦ a sentence."""

TILE_SET_STATUSES: Mapping[str, str] = {
    "reconstruction": (
        "A reconstruction: it keeps to what is public of the game, its counts and tracks, but the "
        "paths and mushrooms of the printed tiles, prices, signposts and bonuses are not public as "
        "data."
    ),
    "own": "Its club’s own: it shows what its club has written down.",
}
"""What a tile set says of where it comes from ↦ a sentence."""

_MISSION_TEXTS = {mission.number: mission.text for mission in MISSIONS}


def option_value(value: object) -> str:
    """`on`, `may store`, `2`: an option's value as forms offer it and pages tell it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ")


def setup_text(game: str, setup: Mapping[str, Any]) -> str:
    """What a match's set-up means, in one sentence, or nothing."""
    return _MISSION_TEXTS.get(setup.get("mission", 0), "") if game == "niwa" else ""


def tie_rule(game: str, tie: str) -> str:
    """The tie rule of a series in words."""
    return TIES.get((game, tie), tie)


def source(name: str) -> str:
    """Where an addend of a standing comes from."""
    return SOURCES.get(name, name)


def note(name: str | None) -> str:
    """What else there is to say about a table that counts."""
    return NOTES.get(name or "", "")


def reason(name: str) -> str:
    """Why a round gave a player nothing."""
    return REASONS.get(name, name)
