"""`./teien manage simulate`: games between bots, by the workers or in this process."""

import faulthandler
import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from analytics.models import Simulation
from analytics.queries import GOING, Progress, progress, watched
from analytics.services import simulations
from analytics.services.chunks import again
from analytics.services.simulations import check_games, check_width
from analytics.stats.batches import all_blocks, figures, first_stage, next_stage
from analytics.tables import as_text
from engines.arguments import count, json_list, json_object, whole
from engines.batch import Batch, GameBroken, play_blocks
from engines.registry import ENGINES
from tournaments.errors import Refused
from tournaments.management.choices import find_actor, find_club
from tournaments.models import Club
from tournaments.models.work import JobState
from tournaments.services.tournaments import check_seed, new_seed

LOOK = 0.5
"""Seconds between two looks at what the workers have done."""
MOST_SEATS = 100
"""More than any game has; what a game takes, it says itself."""
PIECE = 64
"""The most blocks that this process plays before it looks up; fewer where they take their time."""
PIECE_SECONDS = 0.5
"""A piece that took longer is followed by a smaller one, else by a larger one."""
PATIENCE = 20
"""Looks in a row at which no worker is at it, after which that is said: 10 seconds."""
TELL = 3.0
"""Seconds between two lines on what this process has played."""
NOBODY = (
    "No worker is at it. If none runs: Ctrl-C, then ./teien up (for the demo's data ./teien demo), "
    "whose workers play it; or play without workers by --here."
)


class Command(BaseCommand):
    help = (
        "Plays games between bots and prints what was counted. The workers of a running Teien "
        "play, and the simulation stays with the club; with --here this process alone plays, and "
        "nothing is stored. The counts are the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help=" or ".join(ENGINES))
        parser.add_argument(
            "--players",
            type=whole,
            help="where one bot is named for all of them; 2 if not given",
        )
        parser.add_argument(
            "--bots", default="random", help="a name a seat, by commas; one for all (random)"
        )
        parser.add_argument("--games", type=whole, default=1000, help="1000 if not given")
        parser.add_argument("--until-width", type=float, help="of a 95 %% interval; 0.02 is ±1 %%")
        parser.add_argument("--seed", type=whole, help="drawn if not given")
        parser.add_argument("--options", type=json_object, default={}, help="JSON")
        parser.add_argument("--setups", type=setups_of, default=[], help="JSON: a list")
        parser.add_argument("--json", action="store_true", help="print counts and figures as JSON")
        parser.add_argument(
            "--here", action="store_true", help="play in this process; no worker is needed"
        )
        parser.add_argument("--block", type=whole, help="play this block only, in this process")
        parser.add_argument("--blocks", type=count, help="so many from --block on; 1 if not given")
        parser.add_argument("--club", help="id or name; needed if there are several clubs")
        parser.add_argument("--as", dest="username", help="who starts it; the club's first owner")

    def handle(self, *args: Any, **given: Any) -> None:
        try:
            batch, counts = self.play(given)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        except Ended as ended:
            if given["json"]:
                answer = {"seed": ended.seed, "error": str(ended)}
                self.stdout.write(json.dumps(answer, sort_keys=True))
            raise CommandError(str(ended)) from ended
        found = figures(batch, counts)
        if given["json"]:
            answer = {"seed": batch.seed, "counts": counts, "figures": found}
            self.stdout.write(json.dumps(answer, sort_keys=True))
        else:
            self.stdout.write(as_text(batch, found))

    def play(self, given: dict[str, Any]) -> tuple[Batch, dict[str, int]]:
        bots = bots_of(given["bots"], given["players"])
        if given["blocks"] is not None and given["block"] is None:
            raise CommandError("--blocks says how many from --block on, which is not given.")
        if given["here"] or given["block"] is not None:
            return self.play_here(bots, given)
        club = find_club(given["club"])
        simulation = simulations.start(
            find_actor(given["username"], club), club, game=given["game"], bots=bots,
            games=given["games"], until_width=given["until_width"], seed=given["seed"],
            options=given["options"], setups=given["setups"],
        )  # fmt: skip
        ended = self.follow(simulation)
        return simulations.batch_of(ended), ended.counts

    def play_here(self, bots: list[str], given: dict[str, Any]) -> tuple[Batch, dict[str, int]]:
        games, width = check_games(given["games"]), check_width(given["until_width"])
        seed = new_seed() if given["seed"] is None else check_seed(given["seed"])
        batch = simulations.plan(
            find_club(given["club"]) if given["club"] or Club.objects.count() == 1 else None,
            given["game"], bots, given["options"], given["setups"], seed,
        )  # fmt: skip
        if given["seed"] is None:  # whatever ends this process, the same games can be played again
            self.stderr.write(f"seed {seed}")
        try:
            if given["block"] is not None:
                return batch, self.play_again(batch, given["block"], given["blocks"] or 1)
            return batch, play_to_the_end(batch, games, width, self.stderr.write)
        except GameBroken as broken:
            found = given["block"] == broken.block and given["blocks"] is None
            told = "" if found else f"\n{again(batch, broken.block)}"
            raise Ended(seed, f"{broken}{told}") from broken

    def play_again(self, batch: Batch, first: int, number: int) -> dict[str, int]:
        """Each block is named before it is played: the last one named is the one that kills."""
        if not faulthandler.is_enabled():
            faulthandler.enable()
        counts: Counter[str] = Counter()
        for block in range(first, first + number):
            self.stderr.write(f"block {block}")
            counts.update(play_blocks(batch, block, 1).counts)
        return dict(counts)

    def follow(self, simulation: Simulation) -> Simulation:
        """Waits for the workers; Ctrl-C stops the waiting, not the simulation. As it is then."""
        self.stderr.write(
            f"simulation {simulation.pk}; Ctrl-C ends this command alone: it goes on as soon as "
            "workers run"
        )
        said, alone = "", 0
        while True:
            simulation = look(simulation.pk)
            now = progress(simulation)
            if now.sentence != said:
                said = now.sentence
                self.stderr.write(said)
            if now.state in (JobState.FAILED, JobState.CANCELLED):
                told = f"{simulation.job.message}\n{simulation.job.error}".strip()
                raise Ended(simulation.seed, told)
            if now.state == JobState.DONE:
                return simulation
            alone = 0 if now.workers or now.state not in GOING else alone + 1
            if alone == PATIENCE:
                self.stderr.write(NOBODY)
            time.sleep(LOOK)


def look(pk: int) -> Simulation:
    """A simulation with its progress and counts; waits while PostgreSQL starts again, as the
    workers do."""
    while True:
        try:
            return watched().get(pk=pk)
        except OperationalError:
            connection.close()
            time.sleep(LOOK)


class Ended(Exception):
    """It ended before all was played: why, in words, and with which seed."""

    def __init__(self, seed: int, why: str) -> None:
        super().__init__(why)
        self.seed = seed


def play_to_the_end(
    batch: Batch, games: int, width: float | None, tell: Callable[[str], None]
) -> dict[str, int]:
    """Stage by stage, as workers do; tells every few seconds how far it is. Raises GameBroken."""
    counts: Counter[str] = Counter()
    done, target, number = 0, first_stage(batch, games, width), 1
    began = told = time.monotonic()
    while True:
        while done < target:
            number, started = min(number, target - done), time.monotonic()
            counts.update(play_blocks(batch, done, number).counts)
            done, now = done + number, time.monotonic()
            number = 2 * number if now - started < PIECE_SECONDS else max(1, number // 2)
            number = min(number, PIECE)
            if now - told >= TELL:
                told = now
                tell(so_far(batch, games, done, now - began))
        further = next_stage(batch, games, width, done, counts)
        if further is None:
            return dict(counts)
        target = further


def so_far(batch: Batch, games: int, done: int, seconds: float) -> str:
    """The sentence that workers' progress has; `done`: blocks, of those for so many games."""
    a_block, total = len(batch.rotations()), all_blocks(batch, games)
    rate = done * a_block / max(seconds, 0.001)
    left = (total - done) * a_block / rate
    return Progress(
        JobState.RUNNING, done * a_block, total * a_block, rate, left, workers=0, stopping=0
    ).sentence


def bots_of(names: str, players: int | None) -> list[str]:
    """A name a seat; one name is for all seats."""
    if players is not None and not 1 <= players <= MOST_SEATS:
        raise CommandError(f"No game takes {players} players.")
    bots = [name.strip() for name in names.split(",")]
    if len(bots) == 1:
        return bots * (players or 2)
    if players not in (None, len(bots)):
        raise CommandError(f"{len(bots)} bots are named for {players} players.")
    return bots


def setups_of(text: str) -> list[Any]:
    """A JSON list that is not empty."""
    setups = json_list(text)
    if not setups:
        raise ArgumentTypeError("an empty list; leave it out for the usual set-ups")
    return setups
