"""Simulations as people ask for them: started, paused, resumed, cancelled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from analytics.models import Simulation
from analytics.queries import GOING, content, own_data
from analytics.stats.batches import all_blocks, first_stage
from engines import registry
from engines.batch import Batch, default_setups, named, plan_batch
from engines.bots import make_bot
from engines.gazebo import shipped as boards
from engines.gazebo.board import parse_board, write_board
from engines.gnome_hollow.tileset import shipped as tile_sets
from engines.gnome_hollow.tileset.sets import load_tileset, parse_tileset, write_tileset
from engines.position import Engine
from engines.rng import mixed
from engines.sheet import read_object
from engines.values import JSON, RuleBroken, clipped, refusal
from tournaments.errors import Conflict, NotThere, Refused, refusing_broken_rules
from tournaments.models import BoardVersion, Club, Job, TileSetVersion, User
from tournaments.models.work import JobState
from tournaments.permissions import check
from tournaments.queries_boards import written, written_shipped
from tournaments.services import game_data, jobs, journal
from tournaments.services.game_data import LONGEST_NAME
from tournaments.services.matches import KINDS
from tournaments.services.texts import clean_line, name_key
from tournaments.services.tournaments import check_seed, new_seed

KIND = "simulation"
MOST_GAMES = 100_000_000
MOST_SETUPS = 20
DEALS = 5
"""Deals by which two set-ups are compared: that a lot falls so often alike is no chance."""
MOST_PLAYOUTS = 5_000
LONGEST_LEVEL = 9
"""Digits of a bot's level that are looked at: more are too many in any case."""
NARROWEST = 0.001
"""Widths below would take more games than anybody waits for."""


@transaction.atomic
def start(
    actor: User, club: Club, *, game: str, bots: Sequence[str], games: object,
    setups: Sequence[Mapping[str, Any]] = (), options: Mapping[str, Any] | None = None,
    until_width: object = None, seed: object = None,
) -> Simulation:  # fmt: skip
    """Queues a simulation: `games` of them, or until the widest interval of what is asked is
    narrower than `until_width`, and then `games` at most.

    bots: names, seat 0 first. setups: missions, boards or tile sets, none for what a series plays
    by itself; one of the club's own boards or tile sets is kept as it is now.
    """
    check(actor, "simulate", club)
    number, width = check_games(games), check_width(until_width)
    chosen = new_seed() if seed is None else check_seed(seed)
    batch = plan(club, game, bots, options or {}, setups, chosen)
    now = timezone.now()
    job = Job.objects.create(
        kind=KIND, key=uuid4().hex, club=club, requested_at=now,
        total=all_blocks(batch, number) * len(batch.rotations()),
    )  # fmt: skip
    simulation = Simulation.objects.create(
        club=club, job=job, created_by=actor, game=batch.game, rules=batch.engine.rules,
        bots=list(batch.bots), options=dict(batch.options), seed=batch.seed,
        setups=[dict(setup) for setup in batch.setups], games=number, until_width=width,
        target_block=first_stage(batch, number, width),
    )  # fmt: skip
    job.key = str(simulation.pk)
    job.save(update_fields=["key"])
    journal.write(
        "start_simulation", simulation, club=club, actor=actor, after=_payload(simulation)
    )
    transaction.on_commit(partial(jobs.ring, KIND, job.key))
    return simulation


def plan(
    club: Club | None, game: str, bots: Sequence[str], options: Mapping[str, Any],
    setups: Sequence[Mapping[str, Any]], seed: int,
) -> Batch:  # fmt: skip
    """What would be played, checked. A club's own board or tile set stands for what it is today;
    one may also be given whole, as a record has it.

    Refused (422): `bad_setups`, `incomplete_setup`, `repeated_setup`, `repeated_name` (one name for
    two boards or tile sets, which figures would not tell apart), `bad_bots`, `unknown_bot`,
    `slow_bot`, `too_long` and `bad_characters` (a board's name), and what the game refuses, such as
    `unknown_key`, `unknown_board` (G2.3) or `unknown_mission` (N1). The field of what a set-up is
    refused for begins with its place: `setups.0.board`.
    """
    _check_setups(setups)
    if not isinstance(bots, list | tuple):
        raise Refused("bad_bots", "Bots are a list of names, seat by seat.", field="bots")
    with refusing_broken_rules():
        registry.game(game)
        own = own_data(club, game) if club else {}
        given = enumerate(setups or default_setups(game))
        whole = [_whole(club, own, game, number, setup) for number, setup in given]
        for bot in bots:
            _check_level(bot)
        batch = plan_batch(game, bots, options, whole, seed, MOST_PLAYOUTS)
    _check_complete(batch)
    _check_names(batch)
    _check_different(batch)
    return batch


def check_bot(bot: str, engine: Engine) -> None:
    """One bot by itself, for a form. `Refused` (`slow_bot`); raises RuleBroken: unknown_bot."""
    _check_level(bot)
    make_bot(bot, engine, 0, MOST_PLAYOUTS)


def _check_level(bot: str) -> None:
    """Who stops waits for the decision in hand, and a block that was given back is played from its
    beginning: neither may take long."""
    kind, _, level = bot.partition(":")
    digits = level if level.isascii() and level.isdigit() else ""
    if kind == "mcts" and int(digits[:LONGEST_LEVEL] or "0") > MOST_PLAYOUTS:
        most = f"{MOST_PLAYOUTS:,}"
        message = f"In a simulation bots think {most} playouts at most, not {clipped(bot)}."
        raise Refused("slow_bot", message, field="bots", bot=bot)


def _check_setups(setups: object) -> None:
    if not isinstance(setups, list | tuple) or not all(isinstance(each, dict) for each in setups):
        message = "Set-ups are a list of objects, such as a mission or a board each."
        raise Refused("bad_setups", message, field="setups")
    if len(setups) > MOST_SETUPS:
        message = f"A simulation has at most {MOST_SETUPS} set-ups."
        raise Refused("bad_setups", message, field="setups")


def _check_complete(batch: Batch) -> None:
    """What a deal would choose by itself is not the same in every block, or not what is told."""
    key = next(iter(registry.game(batch.game).setup_choices()[0]))
    noun = KINDS[batch.game].noun if batch.game in KINDS else key
    for number, setup in enumerate(batch.setups):
        if key not in setup:
            raise Refused(
                "incomplete_setup", f"Set-up {number + 1} names no {noun}.",
                field=f"setups.{number}.{key}",
            )  # fmt: skip


def _check_names(batch: Batch) -> None:
    """Figures have boards and tile sets by name."""
    kind = KINDS.get(batch.game)
    if kind is None:
        return
    key, seen = kind.model.KEY, dict[str, tuple[int, JSON]]()
    for number, setup in enumerate(batch.setups):
        name, content = str(named(setup)[key]), _content(setup)
        first, known = seen.setdefault(name_key(name), (number, content[key]))
        if known != content[key]:
            how = f"called “{name}”" if name else "without a name"
            label = {"board": ".name", "tileset": ".id"}[key]
            raise Refused(
                "repeated_name",
                f"Set-ups {first + 1} and {number + 1} are two {kind.noun}s {how}: figures could "
                "not tell them apart.",
                field=f"setups.{number}.{key}{label if isinstance(setup[key], dict) else ''}",
                first=first,
            )


def _content(setup: Mapping[str, JSON]) -> dict[str, JSON]:
    """A set-up with its board or tile set whole, without what only labels that."""
    whole = dict(setup)
    if isinstance(whole.get("tileset"), str):
        whole["tileset"] = write_tileset(load_tileset(whole["tileset"]))
    return {key: content(value) for key, value in whole.items()}


def _check_different(batch: Batch) -> None:
    """Set-ups are the same if the same is dealt, however they are written, and whatever a board or
    a tile set is called; and not if one draws by lot for once what the other says."""
    seen: list[list[dict[str, JSON]]] = []
    for number, setup in enumerate(batch.setups):
        dealt = []
        for at in range(DEALS):
            seed = mixed(batch.seed, at)
            position = batch.engine.deal(len(batch.bots), seed, batch.options, **setup)
            dealt.append(_content(batch.engine.write_setup(position)))
        if dealt in seen:
            first = seen.index(dealt)
            raise Refused(
                "repeated_setup",
                f"Set-ups {first + 1} and {number + 1} are the same; each is played equally often.",
                field=f"setups.{number}", first=first,
            )  # fmt: skip
        seen.append(dealt)


def _whole(
    club: Club | None, own: Mapping[str, BoardVersion | TileSetVersion], game: str, number: int,
    setup: Mapping[str, Any],
) -> dict[str, JSON]:  # fmt: skip
    """A set-up as it is dealt from: as a record has it, a board or a club's own tile set whole, so
    that it is the same tomorrow."""
    kind = KINDS.get(game)
    if kind is None or kind.model.KEY not in setup:
        return dict(setup)
    key = kind.model.KEY
    given = setup[key]
    if isinstance(given, Mapping):
        return {**setup, key: _in_full(game, given, f"setups.{number}.{key}")}
    name = given if isinstance(given, str) else ""
    whole = written(own[name]) if name in own else written_shipped(game, name)
    if whole is None:
        raise game_data.unknown(kind, club, given, own, f"setups.{number}.{key}")
    return {**setup, key: whole}


def _in_full(game: str, given: Mapping[str, Any], field: str) -> dict[str, JSON]:
    """`_read_whole`, with what is refused named by its place in the body."""
    try:
        return _read_whole(game, given)
    except (RuleBroken, Refused) as broken:
        _move_inside(broken.facts, field)
        raise


def _move_inside(facts: dict[str, Any], field: str) -> None:
    """The fields of a refusal, and of all faults that it tells, as those of the whole body."""
    inner = facts.get("field")
    facts["field"] = f"{field}.{inner}" if inner else field
    for fault in facts.get("errors", ()):
        _move_inside(fault, field)


def _read_whole(game: str, given: Mapping[str, Any]) -> dict[str, JSON]:
    """A tile set or a board that is given whole, as a record writes it; a board under a name that a
    club's might have, or without. Unlike a record it has nothing else: what a person sends and is
    not read was meant to be."""
    if game == "gnome_hollow":
        tileset = parse_tileset(given)
        cleaned = clean_line(tileset.name, field="id", longest=LONGEST_NAME)
        tileset = replace(tileset, name=cleaned)
        _check_name(cleaned, "tile set", "id", tile_sets.note_of(tileset))
        return write_tileset(replace(tileset, status=tile_sets.status_of(tileset)))
    read_object(given, ("name", "rows", "patios"), "A board", "")
    name = given.get("name", "")
    if not isinstance(name, str):
        return dict(given)  # the engine says what is wrong with it
    cleaned = clean_line(name, field="name", longest=LONGEST_NAME, required=False)
    board = parse_board(given.get("rows"), given.get("patios"), cleaned)
    _check_name(cleaned, "board", "name", boards.note_of(board))
    return write_board(board)


def _check_name(name: str, noun: str, field: str, note: str) -> None:
    """Figures that stand under a shipped name are those of what ships. note: what is not so."""
    if note:
        sentence = f"The {noun} “{name}” is {note}: give it another name"
        raise refusal("shipped_name", sentence, field=field)


def pause(actor: User, simulation: Simulation) -> Simulation:
    """Nothing new is given out; what workers have in hand they give back, unless it is finished
    before they hear of it."""
    return _move(actor, simulation, "pause_simulation", JobState.PAUSED)


def resume(actor: User, simulation: Simulation) -> Simulation:
    """Goes on where it was paused; nothing is done where it goes on already, or never stopped."""
    return _move(actor, simulation, "resume_simulation", JobState.QUEUED)


def cancel(actor: User, simulation: Simulation) -> Simulation:
    """Ends it for good; what is counted by then stays."""
    return _move(actor, simulation, "cancel_simulation", JobState.CANCELLED)


MOVES: dict[str, tuple[tuple[JobState, ...], str]] = {
    JobState.PAUSED: (GOING, "paused"),
    JobState.QUEUED: ((JobState.PAUSED,), "resumed"),
    JobState.CANCELLED: ((*GOING, JobState.PAUSED), "cancelled"),
}
"""State ↦ the states from which a person may move a simulation there, and what is then said."""


@transaction.atomic
def _move(actor: User, simulation: Simulation, verb: str, state: JobState) -> Simulation:
    """Asked for twice, it is done once, also where a worker has taken up by then what was resumed.
    `Conflict` (`has_ended`)."""
    check(actor, "simulate", simulation.club)
    simulation, job = lock(simulation.pk)
    allowed, message = MOVES[state]
    if job.state == state or {job.state, state} <= {*GOING}:
        return simulation
    if job.state not in allowed:
        raise Conflict("has_ended", f"This simulation has ended: {job.state}.")
    before = job.state
    now = timezone.now()
    job.state, job.message, job.lease_until, job.requested_at = state, message, None, now
    if state == JobState.CANCELLED:
        job.finished_at = now
    job.save()
    simulation.save(update_fields=["changed_at"])
    journal.write(
        verb, simulation, club=simulation.club, actor=actor,
        before={"state": before}, after={"state": str(state)},
    )  # fmt: skip
    if state == JobState.QUEUED:
        transaction.on_commit(partial(jobs.ring, KIND, job.key))
    return simulation


def lock(pk: int) -> tuple[Simulation, Job]:
    """The simulation and its job, locked in this order until the transaction ends."""
    rows = Simulation.objects.select_related("club").select_for_update(of=("self",), no_key=True)
    simulation = rows.filter(pk=pk).first()
    if simulation is None:
        raise NotThere("not_found", "There is no such simulation.", noun="simulation", id=pk)
    job = Job.objects.select_for_update(no_key=True).get(pk=simulation.job_id)
    simulation.job = job
    return simulation, job


def batch_of(simulation: Simulation) -> Batch:
    """What its workers play."""
    return Batch(
        simulation.game, tuple(simulation.bots), simulation.options, tuple(simulation.setups),
        simulation.seed,
    )  # fmt: skip


def check_games(games: object) -> int:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise Refused("bad_games", f"A simulation has 1 to {MOST_GAMES:,} games.", field="games")
    return games


def check_width(width: object) -> float | None:
    if width is None:
        return None
    if isinstance(width, int | float) and not isinstance(width, bool) and NARROWEST <= width < 1:
        return float(width)
    raise Refused(
        "bad_width",
        f"An interval's width is from {NARROWEST} to below 1; 0.02 is ±1 %.",
        field="until_width",
    )


def _payload(simulation: Simulation) -> dict[str, Any]:
    return journal.payload(simulation)
