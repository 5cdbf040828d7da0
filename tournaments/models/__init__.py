"""The data of Teien (design §3). Reads are QuerySet methods, writes are services."""

from tournaments.models.boards import BoardVersion, TileSetVersion
from tournaments.models.clubs import Club, Membership
from tournaments.models.journal import IdempotencyKey, JournalEntry
from tournaments.models.players import Player
from tournaments.models.ratings import Rating, RatingChange, RatingEvent, RatingPool
from tournaments.models.results import Record, Result, Score
from tournaments.models.series import Match, Seat, Series
from tournaments.models.tournaments import Entry, Round, Snapshot, Stage, Tournament
from tournaments.models.users import Token, User
from tournaments.models.work import Job

__all__ = [
    "BoardVersion",
    "Club",
    "Entry",
    "IdempotencyKey",
    "Job",
    "JournalEntry",
    "Match",
    "Membership",
    "Player",
    "Rating",
    "RatingChange",
    "RatingEvent",
    "RatingPool",
    "Record",
    "Result",
    "Round",
    "Score",
    "Seat",
    "Series",
    "Snapshot",
    "Stage",
    "TileSetVersion",
    "Token",
    "Tournament",
    "User",
]
