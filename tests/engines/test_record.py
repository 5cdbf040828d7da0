"""Records: written, read, verified and replayed; what is wrong is found where it stands."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.json_text import read_values
from engines.play import check_game, play_game
from engines.record import SETUP, RecordBroken, parse_record, replay, verify
from engines.registry import ENGINES
from engines.values import RuleBroken
from tests.engines.games import play_quickly, quick_game

GAMES = list(ENGINES)


def written(name: str, seed: int = 3) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(quick_game(name, seed).written()))
    return read


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_was_played_verifies_and_reads_back_the_same(name: str, seed: int) -> None:
    record = quick_game(name, seed)
    text = json.dumps(record.written(), ensure_ascii=False)
    (value,) = read_values(text)
    assert verify(value, ENGINES) is None
    assert parse_record(value, ENGINES) == record
    assert record.written() == value


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_record_and_another_seed_another(name: str) -> None:
    assert play_quickly(name, 8) == quick_game(name, 8)
    assert play_quickly(name, 8) != quick_game(name, 9)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_may_stop_anywhere_while_it_has_no_result(name: str) -> None:
    record = written(name)
    result = record.pop("result")
    moves = record["moves"]
    for length in (0, 1, len(moves) // 2, len(moves)):
        record["moves"] = moves[:length]
        assert verify(record, ENGINES) is None
    short = record | {"moves": moves[:-1], "result": result}
    fault = verify(short, ENGINES)
    assert fault is not None
    assert (fault.index, fault.text) == (len(moves) - 1, "")
    rule = {"niwa": "N4.1", "gazebo": "G5.1", "gnome_hollow": "H8.1"}[name]
    assert fault.rule == rule
    assert str(fault) == f"result: There is a result, but the game has not ended ({rule})."


@pytest.mark.parametrize("name", GAMES)
def test_a_move_after_the_end_is_named(name: str) -> None:
    record = written(name)
    end = len(record["moves"])
    record["moves"].append(record["moves"][0])
    fault = verify(record, ENGINES)
    assert fault is not None
    assert (fault.index, fault.text) == (end, record["moves"][0])
    rule = {"niwa": "N4.1", "gazebo": "G4.8", "gnome_hollow": "H8.1"}[name]
    assert (fault.rule, fault.message) == (rule, f"The game has ended before ({rule}).")
    assert str(fault) == f'move {end} "{record["moves"][0]}": The game has ended before ({rule}).'


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_is_none_is_named_with_its_index(name: str) -> None:
    record = written(name)
    for index in (0, len(record["moves"]) // 2):
        for text in ("", "x", record["moves"][index] + " ", "R" * 500):
            broken = deepcopy(record)
            broken["moves"][index] = text
            fault = verify(broken, ENGINES)
            assert fault is not None
            assert (fault.index, fault.text) == (index, text)


@pytest.mark.parametrize("name", GAMES)
def test_a_result_that_is_not_the_games_is_named_at_the_end(name: str) -> None:
    record = written(name)
    right = record["result"]
    wrong: list[dict[str, Any]] = [
        right | {"scores": [right["scores"][0] + 1, *right["scores"][1:]]},
        right | {"scores": [float(score) for score in right["scores"]]},
        right | {"winners": []},
        right | {"winners": [bool(seat) for seat in right["winners"]]},
        right | {"end": "tired"},
    ]
    for result in wrong:
        fault = verify(record | {"result": result}, ENGINES)
        assert fault is not None
        assert fault.index == len(record["moves"])
    no_end = {key: right[key] for key in ("scores", "winners")}
    forms: list[Any] = [right | {"note": 1}, no_end, None, [], "pile", 3, {}]
    for form in forms:
        fault = verify(record | {"result": form}, ENGINES)
        assert fault is not None
        assert (fault.index, fault.text) == (len(record["moves"]), "")
        assert str(fault) == "result: A result has exactly scores, winners and end."


STUCK: dict[str, Any] = {"board": {"name": "small", "rows": ["F....", ".1...", "..G.."]}}
RESULT_RULES: list[tuple[str, int, dict[str, Any], dict[str, Any], tuple[str, str, str]]] = [
    ("niwa", 2, {"max_exchanges": 12}, {}, ("N5", "N5.5", "N4.1")),
    ("gazebo", 2, {}, {}, ("G5.2", "G4.8", "G4.8")),
    ("gazebo", 4, {"partnership": True}, {}, ("G5.2", "G8.2", "G4.8")),
    ("gazebo", 2, {}, STUCK, ("G5.2", "G5.1", "G5.1")),
    ("gnome_hollow", 2, {}, {}, ("H8.3", "H8.3", "H8.1")),
]


@pytest.mark.parametrize(("name", "players", "options", "board", "rules"), RESULT_RULES)
def test_a_wrong_result_is_told_with_the_rule_it_follows_from(
    name: str, players: int, options: dict[str, Any], board: dict[str, Any], rules: tuple[str]
) -> None:
    record = play_game(ENGINES[name], ["greedy"] * players, 2, options, **board)
    right = record.result or {}
    for key, rule in zip(("scores", "winners", "end"), rules, strict=True):
        fault = verify(record.written() | {"result": right | {key: "x"}}, ENGINES)
        assert fault is not None
        assert (fault.index, fault.rule) == (len(record.moves), rule)
        assert str(fault) == f'result: {key} must be {json.dumps(right[key])}, not "x" ({rule}).'


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_is_no_text_is_named_with_its_index(name: str) -> None:
    for move, shown in ((None, "nothing"), (5, "5"), ([], "a list"), ({}, "an object")):
        record = written(name)
        record["moves"][3] = move
        fault = verify(record | {"result": None}, ENGINES)
        assert fault is not None
        assert (fault.index, fault.message) == (3, f"A move is a text, not {shown}.")


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_is_told_before_a_later_fault_of_form(name: str) -> None:
    record = written(name)
    illegal = [record["moves"][0], "x"]
    endless = [*illegal, *["R"] * 100_000]
    for changes in ({"moves": [*illegal, None]}, {"moves": endless}, {"moves": illegal}):
        changed = record | changes | {"result": None}
        fault = verify(changed, ENGINES)
        assert fault is not None
        assert (fault.index, fault.text) == (1, "x")
        with pytest.raises(RecordBroken) as caught:
            parse_record(changed, ENGINES)
        assert caught.value.fault == fault


def test_moves_without_an_end_are_told_of_where_a_record_must_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = written("niwa")
    monkeypatch.setattr("engines.record.MOST_MOVES", 7)
    fault = verify(record, ENGINES)
    assert fault is not None
    assert (fault.index, fault.message) == (7, "A record has at most 7 moves.")
    del record["result"], record["moves"][7:]
    assert verify(record, ENGINES) is None


FORM: dict[str, tuple[dict[str, Any], str]] = {
    "another format": ({"format": 2}, "The format must be 1, not 2."),
    "a true format": ({"format": True}, "The format must be 1, not true."),
    "another game": ({"game": "chess"}, 'The game must be {games}, not "chess".'),
    "a game that is no text": ({"game": ["niwa"]}, "The game must be {games}, not a list."),
    "unknown rules": ({"rules": 99}, "The rules number must be 1, not 99."),
    "players in words": ({"players": "2"}, 'players must be a whole number, not "2".'),
    "no options": ({"options": None}, "options and setup must be objects."),
    "no set-up": ({"setup": []}, "options and setup must be objects."),
    "moves that are no list": ({"moves": "R"}, "moves must be a list of texts."),
}


@pytest.mark.parametrize("name", FORM)
def test_a_wrong_form_is_named_before_the_first_move(name: str) -> None:
    change, message = FORM[name]
    fault = verify(written("niwa") | change, ENGINES)
    assert fault is not None
    games = f"{', '.join(GAMES[:-1])} or {GAMES[-1]}" if GAMES[1:] else GAMES[0]
    assert (fault.index, fault.message) == (SETUP, message.format(games=games))


@pytest.mark.parametrize("key", ["format", "game", "rules", "players", "options", "setup", "moves"])
def test_a_missing_key_is_a_fault(key: str) -> None:
    record = written("niwa")
    del record[key]
    fault = verify(record, ENGINES)
    assert fault is not None
    assert fault.index == SETUP


def test_unknown_keys_are_ignored_and_unknown_options_are_not() -> None:
    record = written("niwa") | {"note": "a fine evening"}
    record["setup"]["table"] = 3
    assert verify(record, ENGINES) is None
    record["options"]["table"] = 3
    fault = verify(record, ENGINES)
    assert fault is not None
    assert fault.index == SETUP


def test_a_default_that_is_written_out_is_read_and_never_written() -> None:
    record = written("niwa")
    record["options"] |= {"min_run": 2, "highest_copies": "one"}
    assert verify(record, ENGINES) is None
    assert parse_record(record, ENGINES).written()["options"] == {"max_exchanges": 12}


def test_a_replay_stops_where_it_is_told() -> None:
    record = quick_game("niwa", 5)
    for upto in (0, 3, len(record.moves)):
        position = replay(record, ENGINES, upto)
        assert (position.outcome() is None) is (upto < len(record.moves))
    assert replay(record, ENGINES).outcome() is not None


@pytest.mark.parametrize("players", [0, 7, 834, 100_000])
def test_bots_without_seats_are_told_so_and_not_of_an_option_that_nobody_gave(
    players: int,
) -> None:
    message = f"Niwa takes 2 to 6 players, not {players} (N1.2)."
    for play in (check_game, lambda engine, bots, options: play_game(engine, bots, 1, options)):
        with pytest.raises(RuleBroken) as caught:
            play(ENGINES["niwa"], ["random"] * players, {})
        assert (caught.value.code, caught.value.message) == ("player_count", message)
    with pytest.raises(RuleBroken, match="max_exchanges"):
        play_game(ENGINES["niwa"], ["random"] * 2, 1, {"max_exchanges": 10**6})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KEYS = ["format", "game", "rules", "players", "options", "setup", "moves", "result"]


@given(st.sampled_from(GAMES), st.sampled_from(KEYS), VALUES)
def test_no_value_breaks_the_verifier(name: str, key: str, value: Any) -> None:
    record = written(name)
    if record[key] != value:
        fault = verify(record | {key: value}, ENGINES)
        assert fault is None or fault.index >= SETUP


@given(st.sampled_from(GAMES), st.data(), VALUES)
def test_no_value_inside_a_setup_breaks_the_verifier(name: str, data: Any, value: Any) -> None:
    record = written(name)
    key = data.draw(st.sampled_from(sorted(record["setup"])))
    record["setup"][key] = value
    fault = verify(record, ENGINES)
    assert fault is None or (fault.index >= SETUP and fault.message)
