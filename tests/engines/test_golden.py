"""Games written once play the same ever after, decision by decision."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engines.position import OVER
from engines.record import verify
from engines.registry import ENGINES, GAMES
from engines.values import JSON, RuleBroken
from tests.engines.games import cases
from tests.engines.golden_records import digest, read, walk

GOLDEN = {
    f"{game} {number}": record
    for game in ENGINES
    for number, record in enumerate(read(game), start=1)
}


@pytest.mark.parametrize("name", cases(list(GOLDEN), 2))
def test_a_golden_record_plays_as_it_was_written(name: str) -> None:
    record = GOLDEN[name]
    for index, (position, text) in enumerate(walk(record)):
        where = f"after {index} decisions"
        view = record["views"].get(str(index))
        if isinstance(view, dict):
            assert position.view(None) == view, where
        elif view is not None:
            assert digest(position, record["players"]) == view, where
        if text is None:
            outcome = position.outcome()
            assert outcome is not None
            assert (position.actor(), position.moves()) == (OVER, [])
            assert outcome.result() == record["result"]
        else:
            moves = position.moves()
            assert position.actor() == int(record["seats"][index]), where
            assert len(moves) == record["legal"][index], where
            texts = [position.text(move) for move in moves]
            assert texts.count(text) == 1, where
            assert position.parse(text) == moves[texts.index(text)], where


@pytest.mark.parametrize("name", list(GOLDEN))
def test_a_golden_record_is_verified(name: str) -> None:
    assert verify(GOLDEN[name], ENGINES) is None


@pytest.mark.parametrize("name", list(GOLDEN))
def test_a_golden_record_is_whole(name: str) -> None:
    """Somebody decides each time, two views at least are pinned, and one is written out."""
    record = GOLDEN[name]
    count = len(record["moves"])
    assert len(record["seats"]) == len(record["legal"]) == count
    pinned = list(record["views"].values())
    assert len([view for view in pinned if isinstance(view, dict)]) == 1
    assert set(record["views"]) >= {"0", str(count // 2), str(count)}


def play_options(game: str) -> Iterator[tuple[str, JSON]]:
    """Options that change a match, each with every value that is named and no default."""
    for option in GAMES[game].options:
        try:
            ENGINES[game].clean_options({option.name: option.default})
        except RuleBroken:
            continue  # of a series only
        for value in option.choices or (None,):
            if value != option.default:
                yield option.name, value


def lacking(game: str, records: list[dict[str, Any]]) -> list[str]:
    """What no record of the game shows: numbers of players, set-ups to choose from, options."""
    played = GAMES[game]
    needed = {f"{count} players" for count in range(played.min_seats, played.max_seats + 1)}
    needed |= {json.dumps(setup) for setup in played.setup_choices()}
    needed |= {f"{name}: {value}" for name, value in play_options(game)}
    for record in records:
        setup = record["setup"]
        needed.discard(f"{record['players']} players")
        needed.discard(json.dumps({"mission": setup.get("mission")}))
        needed.discard(json.dumps({"board": setup.get("board", {}).get("name")}))
        needed.discard(json.dumps({"tileset": setup.get("tileset")}))
        for name, value in record["options"].items():
            needed -= {f"{name}: {value}", f"{name}: None"}
    return sorted(needed)


@pytest.mark.parametrize("game", list(ENGINES))
def test_nothing_of_a_game_lacks_a_golden_record(game: str) -> None:
    assert lacking(game, read(game)) == []


def test_what_lacks_a_golden_record_is_named() -> None:
    records = [record for record in read("niwa") if "min_run" not in record["options"]]
    assert lacking("niwa", records) == ["min_run: None"]
    records = [record for record in read("gazebo") if record["setup"]["board"]["name"] != "jungle"]
    assert lacking("gazebo", records) == ['{"board": "jungle"}']


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("niwa", {"R", "-", "T", ">"}),
        ("gazebo", {"stop", "pass", "+c", "+p", "+z", "+-"}),
        (
            "gnome_hollow",
            {
                "@",
                "yes",
                "no",
                "drop ",
                "take ",
                "fix ",
                "ring ",
                "marker ",
                "x2",
                "wild ",
                "flower ",
                "sign new",
                "sign use",
                "pick ",
                "stay",
                "g1 path",
                "g2 ring",
                "g1 flower",
                "g1 sign",
                "g1 market",
                "sell ",
                "trade ",
                "trade -",
            },
        ),
    ],
)
def test_every_kind_of_decision_stands_in_a_golden_record(game: str, kinds: set[str]) -> None:
    texts = {text for record in read(game) for text in record["moves"]}
    found = {kind for kind in kinds for text in texts if kind in text}
    assert found == kinds


def test_every_end_stands_in_a_golden_record() -> None:
    ends = {game: {record["result"]["end"] for record in read(game)} for game in ENGINES}
    assert ends == {
        "niwa": {"pile"},
        "gazebo": {"last_gazebo", "blocked", "out_of_dominoes"},
        "gnome_hollow": {"flowers", "markers", "bag"},
    }
