"""Series: seats and an ordered list of matches."""

from django.db import models
from django.db.models import Q

from tournaments.models.boards import BoardVersion, TileSetVersion
from tournaments.models.clubs import Club
from tournaments.models.players import Player
from tournaments.models.tournaments import GameName, Round


class SeriesState(models.TextChoices):
    PLANNED = "planned"
    PLAYING = "playing"
    DONE = "done"


class Series(models.Model):
    """`round` null: a casual series. Drawn into a round it is a table and has its number.

    `start_seat`: who starts the first match; who starts a later one follows from the options.
    `seed`: what drew a casual series' matches, null where nothing was drawn (a table's draw has
    its round's seed).
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="series")
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="series")
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.CharField(max_length=16, choices=GameName)
    options = models.JSONField(default=dict, blank=True)
    unplayed = models.CharField(max_length=8, default="drop")
    start_seat = models.PositiveSmallIntegerField(default=0)
    seed = models.BigIntegerField(null=True, blank=True)
    state = models.CharField(
        max_length=12, choices=SeriesState, default=SeriesState.PLANNED, db_index=True
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["round", "table_no"], name="table_number_once"),
            models.CheckConstraint(
                condition=Q(round=None, table_no=None)
                | Q(round__isnull=False, table_no__isnull=False),
                name="a_table_has_a_number",
            ),
            models.CheckConstraint(condition=Q(game__in=GameName.values), name="known_series_game"),
            models.CheckConstraint(
                condition=Q(seed=None) | Q(round=None), name="a_table_has_its_rounds_seed"
            ),
            models.CheckConstraint(
                condition=Q(state__in=SeriesState.values), name="known_series_state"
            ),
            models.CheckConstraint(
                condition=Q(unplayed__in=["drop", "worst", "replay"]),
                name="known_series_unplayed",
            ),
            models.CheckConstraint(
                condition=Q(state=SeriesState.DONE, closed_at__isnull=False)
                | (~Q(state=SeriesState.DONE) & Q(closed_at=None)),
                name="a_done_series_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"series {self.pk}" if self.table_no is None else f"table {self.table_no}"


class Seat(models.Model):
    """A player's 0-based position, in play order. `round` is the series', for the constraint."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["series", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="one_seat_a_round"),
            models.UniqueConstraint(fields=["series", "position"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["series", "player"], name="one_seat_a_series"),
        ]

    def __str__(self) -> str:
        return f"seat {self.position} of {self.series}"


class MatchState(models.TextChoices):
    PLANNED = "planned"
    PLAYING = "playing"
    DONE = "done"
    ABANDONED = "abandoned"


class Match(models.Model):
    """One game of a series. `setup`: `{"mission": 5}`, `{"board": "bird"}`,
    `{"tileset": "recon-1"}`; number from 1."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    setup = models.JSONField(default=dict)
    board_version = models.ForeignKey(
        BoardVersion, models.PROTECT, null=True, blank=True, related_name="matches"
    )
    tile_set_version = models.ForeignKey(
        TileSetVersion, models.PROTECT, null=True, blank=True, related_name="matches"
    )
    state = models.CharField(max_length=12, choices=MatchState, default=MatchState.PLANNED)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["series", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="match_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=MatchState.values), name="known_match_state"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="matches_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"match {self.number} of {self.series}"

    @property
    def data_version(self) -> BoardVersion | TileSetVersion | None:
        """The board or the tile set that it is planned on; Niwa needs none."""
        return self.board_version or self.tile_set_version
