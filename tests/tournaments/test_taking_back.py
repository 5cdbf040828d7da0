"""What can be taken back: a round nobody has played in, a replacement nobody has played for."""

import pytest

from tests import factories
from tests.tournaments.test_night import everything
from tournaments.errors import Conflict, NotThere
from tournaments.models import (
    Entry,
    JournalEntry,
    Match,
    Round,
    Snapshot,
    Tournament,
    User,
)
from tournaments.services import entries, results, rounds, standings

pytestmark = pytest.mark.django_db


def test_a_published_round_is_taken_back_when_somebody_goes_home(
    owner: User, night: Tournament, round_: Round
) -> None:
    standings.current(round_)  # somebody has looked: a running standing is kept
    gone = night.entries.all()[0]
    gone = entries.move_entry(owner, gone, "drop")
    before = (Round.objects.get().version, Tournament.objects.get().version, gone.version)
    taken_back = rounds.unpublish_round(owner, round_)
    assert (taken_back.state, taken_back.published_at) == ("drawn", None)
    gone.refresh_from_db()
    after = (Round.objects.get().version, Tournament.objects.get().version, gone.version)
    assert after == tuple(version + 1 for version in before)
    assert (gone.state, gone.dropped_round) == ("dropped", 1)
    entry = JournalEntry.objects.latest("position")
    assert (entry.verb, entry.noun, entry.noun_id) == ("unpublish_round", "round", round_.pk)
    assert entry.undoes is not None
    assert (entry.undoes.verb, entry.undoes.noun_id) == ("publish_round", round_.pk)
    assert not Snapshot.objects.exists()
    with pytest.raises(Conflict, match=r"come or gone \(Player 001\)"):
        rounds.publish_round(owner, taken_back)
    again = factories.draw(owner, night, seed=8)
    assert again.number == 1
    assert gone.player_id not in again.seats.values_list("player_id", flat=True)
    factories.play_round(owner, again)
    assert rounds.close_round(owner, again).state == "closed"


def test_a_round_taken_back_is_hidden_and_may_be_published_or_discarded(
    owner: User, night: Tournament, round_: Round
) -> None:
    results_before = round_.seats.count()
    late = factories.players.add_player(owner, night.club, name="Latecomer")
    (entry,) = entries.enter_players(owner, night, [late], checked_in=False)
    assert entry.joined_round == 2
    taken_back = rounds.unpublish_round(owner, round_)
    entry.refresh_from_db()
    assert entry.joined_round == 1
    with pytest.raises(NotThere, match="A round that is not published has no standing"):
        standings.current(taken_back)
    with pytest.raises(NotThere, match="A round that is not published has no standing"):
        standings.current(round_of_yesterday(round_))
    with pytest.raises(Conflict, match="not published yet"):
        factories.report(owner, Match.objects.all()[0], [30, 40, 50, 60])
    published = rounds.publish_round(owner, taken_back)
    assert (published.state, published.seats.count()) == ("published", results_before)
    rounds.discard_draw(owner, rounds.unpublish_round(owner, published))
    assert not Round.objects.exists()
    with pytest.raises(NotThere, match="This draw was taken back"):
        standings.current(round_of_yesterday(round_))


def round_of_yesterday(round_: Round) -> Round:
    """The round as a reader holds it who loaded it while it was published."""
    round_.state = "published"
    return round_


@pytest.mark.parametrize("touch", ["report", "abandon", "dispute", "player's report"])
def test_a_round_with_results_stays_published(owner: User, round_: Round, touch: str) -> None:
    match = Match.objects.get(series__round=round_, series__table_no=2, number=2)
    if touch == "abandon":
        results.abandon_match(owner, match)
    else:
        result = factories.report(owner, match, [30, 40, 50], confirm=touch == "report")
        if touch == "dispute":
            results.dispute_result(owner, result, reason="No")
    before = everything()
    with pytest.raises(Conflict) as refusal:
        rounds.unpublish_round(owner, round_)
    assert (refusal.value.code, refusal.value.facts["tables"]) == ("round_has_results", [2])
    assert str(refusal.value) == (
        "There are results or abandoned matches at table 2: round 1 stays published."
    )
    assert everything() == before


def test_only_a_published_round_is_taken_back(owner: User, night: Tournament) -> None:
    drawn = factories.draw(owner, night, publish=False)
    before = everything()
    with pytest.raises(Conflict, match="Round 1 is drawn") as refusal:
        rounds.unpublish_round(owner, drawn)
    assert (refusal.value.code, everything()) == ("not_open", before)
    factories.play_round(owner, rounds.publish_round(owner, drawn))
    rounds.close_round(owner, drawn)
    before = everything()
    with pytest.raises(Conflict, match="Round 1 is closed") as refusal:
        rounds.unpublish_round(owner, drawn)
    assert (refusal.value.code, everything()) == ("not_open", before)


@pytest.mark.parametrize(
    ("moves", "state", "dropped_round"),
    [((), "checked_in", None), (("drop",), "dropped", 1), (("undo_check_in",), "registered", None)],
)
def test_a_mistaken_replacement_is_taken_back(
    owner: User, night: Tournament, moves: tuple[str, ...], state: str, dropped_round: int | None
) -> None:
    entry = night.entries.all()[0]
    for verb in moves:
        entry = entries.move_entry(owner, entry, verb)
    guest = factories.players.add_player(owner, night.club, name="Guest")
    new = entries.replace_entry(owner, entry, guest)
    drawn = factories.draw(owner, night, publish=False)
    restored = entries.undo_replacement(owner, entry)
    assert (restored.pk, restored.state, restored.replaced_by) == (entry.pk, state, None)
    assert restored.dropped_round == dropped_round
    assert not Entry.objects.filter(pk=new.pk).exists()
    undone = JournalEntry.objects.latest("position")
    assert (undone.verb, undone.noun_id) == ("undo_replacement", entry.pk)
    assert undone.undoes == JournalEntry.objects.get(verb="replace_entry")
    with pytest.raises(Conflict, match="Guest") as refusal:
        rounds.publish_round(owner, drawn)
    assert refusal.value.code == "draw_is_outdated"
    again = entries.replace_entry(owner, restored, guest)
    assert (again.player_id, again.state) == (guest.pk, "checked_in")


def test_a_replacement_that_has_a_seat_stands(owner: User, night: Tournament) -> None:
    entry = night.entries.all()[0]
    guest = factories.players.add_player(owner, night.club, name="Guest")
    entries.replace_entry(owner, entry, guest)
    round_ = factories.draw(owner, night)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        entries.undo_replacement(owner, entry)
    assert refusal.value.code == "replacement_has_played"
    assert str(refusal.value) == "Guest has a seat in round 1: the replacement stands."
    assert everything() == before
    rounds.unpublish_round(owner, round_)
    assert entries.undo_replacement(owner, entry).state == "checked_in"


def test_replacements_in_a_row_are_taken_back_from_the_last(owner: User, night: Tournament) -> None:
    entry = night.entries.all()[0]
    first, second = (
        factories.players.add_player(owner, night.club, name=name) for name in ("First", "Second")
    )
    middle = entries.replace_entry(owner, entry, first)
    entries.replace_entry(owner, middle, second)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        entries.undo_replacement(owner, entry)
    assert refusal.value.code == "replacement_has_played"
    assert str(refusal.value) == (
        "First took the place and was replaced too. Take that replacement back first."
    )
    assert everything() == before
    assert entries.undo_replacement(owner, middle).state == "checked_in"
    assert entries.undo_replacement(owner, entry).state == "checked_in"
    assert night.entries.count() == 7


def test_an_entry_that_is_not_replaced_has_nothing_to_take_back(
    owner: User, night: Tournament
) -> None:
    before = everything()
    with pytest.raises(Conflict, match="This entry is checked in") as refusal:
        entries.undo_replacement(owner, night.entries.all()[0])
    assert (refusal.value.code, everything()) == ("wrong_state", before)


def test_who_has_left_is_not_entered_again(owner: User, night: Tournament) -> None:
    replaced, dropped, stayed = night.entries.all()[:3]
    guest = factories.players.add_player(owner, night.club, name="Guest")
    late = factories.players.add_player(owner, night.club, name="Latecomer")
    entries.replace_entry(owner, replaced, guest)
    entries.move_entry(owner, dropped, "drop")
    before = everything()
    for entry, code, sentence in (
        (
            replaced, "player_replaced",
            "Guest took the place of Player 001. Take that replacement back, as long as its "
            "player has had no seat.",
        ),
        (
            dropped, "player_dropped",
            "Player 002 has dropped out of this tournament. Readmit that entry.",
        ),
    ):  # fmt: skip
        with pytest.raises(Conflict) as refusal:
            entries.enter_players(owner, night, [late, entry.player])
        assert (refusal.value.code, str(refusal.value)) == (code, sentence)
        assert refusal.value.facts["entry"] == entry.pk
        assert everything() == before
    (entered,) = entries.enter_players(owner, night, [stayed.player, late])
    assert entered.player_id == late.pk
