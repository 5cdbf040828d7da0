"""The standing of a tournament, now and after each round, and why."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Player, Round, Snapshot, Tournament, User
from tournaments.services import entries, results, rounds, tournaments

pytestmark = pytest.mark.django_db


def rows(html: str) -> list[list[str]]:
    """The cells of the standing: rank, player, a value a key, tables."""
    body = html.split('<table class="standing">')[1].split("</table>")[0].split("<tbody>")[1]
    return [[_text(cell) for cell in _cells(row)] for row in body.split("<tr")[1:]]


def _cells(row: str) -> list[str]:
    return row.replace("<th", "<td").replace("</th>", "</td>").split("<td")[1:]


def _details(html: str) -> str:
    """What is folded away at the foot of a standing."""
    return html.split("<summary>What it was computed from</summary>")[1].split("</details>")[0]


def _text(cell: str) -> str:
    """A cell's text without its mark-up."""
    inside, text = True, ""
    for letter in cell:
        inside = letter == "<" or (inside and letter != ">")
        text += "" if inside or letter == ">" else letter
    return text.strip()


def test_before_the_first_round_nobody_has_a_rank(visitor: Client, night: Tournament) -> None:
    html = sound(visitor.get(f"/tournaments/{night.pk}/standings/"))
    assert "No round is published yet." in html
    assert "No table counts yet, so nobody has a rank: this is the list by name." in html
    assert "“=” marks" not in html
    assert rows(html) == [
        ["–", f"Player 00{number}", "–", "–", "–", "–", "–", "0"] for number in range(1, 8)
    ]
    assert "/standings/1/" not in html


def test_the_first_table_that_counts_gives_everybody_a_rank(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    player = Player.objects.get(name="Player 001")
    factories.players.change_player(owner, player, name="Åsa")
    address = f"/rounds/{round_.pk}/standings/"
    html = sound(visitor.get(address))
    assert "Counting 0 of 2 tables" in html
    assert [row[:2] for row in rows(html)] == [
        ["–", name] for name in ["Åsa", *(f"Player 00{number}" for number in range(2, 8))]
    ]
    why = sound(visitor.get(f"{address}{player.pk}/"))
    assert "No rank yet: no table counts." in why
    assert "<title>Åsa has no rank yet" in why
    factories.play_series(owner, round_.series.get(table_no=1))
    found = rows(sound(visitor.get(address)))
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [row[4] for row in found] == ["0.333", "0.278", "0.222", "0.167", "–", "–", "–"]
    assert [row[-1] for row in found] == ["1", "1", "1", "1", "0", "0", "0"]


def test_what_gives_nothing_is_said_with_the_reason(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    one, two = round_.series.order_by("table_no")
    for match in two.matches.all():
        results.abandon_match(owner, match)
    (late,) = entries.enter_players(
        owner, night, [factories.players.add_player(owner, night.club, name="Latecomer")]
    )

    def reasons(player: int) -> list[str]:
        html = sound(visitor.get(f"/rounds/{round_.pk}/standings/{player}/"))
        if "What gives nothing" not in html:
            return []
        part = html.split('id="left-out"')[1].split("</ul>")[0].split("<ul")[1]
        return [_text("<" + line.split("</li>")[0]) for line in part.split("<li")[1:]]

    first, second = (series.seats.order_by("position")[0].player_id for series in (one, two))
    assert reasons(first) == ["Round 1, table 1: not all results of this table are confirmed yet."]
    assert reasons(second) == [
        "Round 1, table 2: no match of this table was played: it counts for nobody."
    ]
    assert reasons(late.player_id) == ["Round 1: no seat in this round."]
    factories.play_series(owner, one)
    assert reasons(first) == []
    rounds.close_round(owner, round_)
    assert reasons(second)[0].startswith("Round 1, table 2: no match")


@pytest.mark.parametrize(
    ("unplayed", "note"),
    [
        ("drop", "(an abandoned match of this table counts nothing)"),
        ("worst", "(an abandoned match of this table counts the worst score for everyone)"),
    ],
)
def test_what_an_abandoned_match_did_is_said_at_the_points(
    visitor: Client, owner: User, club: Club, unplayed: str, note: str
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3, unplayed=unplayed))
    first, *others = round_.series.get().matches.order_by("number")
    results.abandon_match(owner, first)
    for match in others:
        factories.report(owner, match, [30, 40, 50])
    player = round_.seats.get(position=0).player_id
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/{player}/"))
    assert note in html.split('id="key-points"')[1].split("</section>")[0]
    assert "What gives nothing" not in html


def test_a_table_with_a_match_to_be_played_again_says_so(
    visitor: Client, owner: User, club: Club
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3, unplayed="replay"))
    results.abandon_match(owner, round_.series.get().matches.get(number=1))
    player = round_.seats.get(position=0).player_id
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/{player}/"))
    assert "an abandoned match must be played again before the table counts." in html


def test_a_standing_kept_in_an_older_form_is_read(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    kept = Snapshot.objects.get(round=round_, revision=1).standings
    del kept["format"]
    for row in kept["rows"]:
        del row["left_out"]
        row["addends"] = [
            {
                name: addend[name]
                for name in ("key", "value", "source", "series", "opponent", "step")
            }
            | {"round": addend["round_number"]}
            for addend in row["addends"]
        ]
    Snapshot.objects.create(
        round=round_, revision=2, position=1, standings=kept, computed_at=timezone.now()
    )
    address = f"/rounds/{round_.pk}/standings/"
    assert [row[0] for row in rows(sound(visitor.get(address)))] == list("1234567")
    html = sound(visitor.get(f"{address}{kept['rows'][0]['player']}/"))
    assert "points of the table, by the scheme</td>" in html
    body = html.split('id="key-points"')[1].split("<tbody>")[1].split("</tbody>")[0]
    assert [_text(cell) for cell in _cells(body)][:4] == [
        "1",
        "2",
        "–",
        "points of the table, by the scheme",
    ]


def test_a_running_standing_in_an_older_form_is_computed_anew(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    address = f"/rounds/{round_.pk}/standings/"
    now = rows(sound(visitor.get(address)))
    Snapshot.objects.update(standings={"round": 1, "keys": night.keys, "rows": []})
    assert rows(sound(visitor.get(address))) == now
    assert Snapshot.objects.get().standings["format"] == 3


def test_nobody_entered_is_said(visitor: Client, owner: User, club: Club) -> None:
    night = factories.tournament(owner, club)
    assert "Nobody has entered yet." in sound(visitor.get(f"/tournaments/{night.pk}/standings/"))


def test_an_open_round_says_what_it_counts(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    address = f"/tournaments/{night.pk}/standings/"
    html = sound(visitor.get(address))
    assert "Counting 0 of 2 tables of round 1; tables 1 and 2 are still playing." in html
    one, two = round_.series.order_by("table_no")
    factories.play_series(owner, one)
    html = sound(visitor.get(address))
    assert "Counting 1 of 2 tables of round 1; table 2 is still playing." in html
    assert "in progress" in html
    factories.play_series(owner, two)
    html = sound(visitor.get(address))
    assert "Counting 2 of 2 tables of round 1." in html
    position = Snapshot.objects.get().position
    assert f"Everything up to journal entry {position} of the club." in _details(html)
    assert "(Europe/Berlin)" in html


def test_values_are_fractions_with_decimals_and_the_deciding_one_is_marked(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/"))
    names = {
        (table.table_no, seat.position): seat.player.name
        for table in round_.series.all()
        for seat in table.seats.select_related("player")
    }
    found = rows(html)
    assert [row[:4] for row in found] == [
        ["1", names[2, 2], "1", "1"],
        ["2", names[1, 3], "1", "1"],
        ["3", names[1, 2], "⅔ 0.667", "0"],
        ["4", names[2, 1], "½ 0.500", "0"],
        ["5", names[1, 1], "⅓ 0.333", "0"],
        ["6", names[2, 0], "0", "0"],
        ["7", names[1, 0], "0", "0"],
    ]
    assert [row[4] for row in found][:2] == ["0.417", "0.333"]
    marked = [cell.split('"')[0] for cell in html.split('<td class="number key-')[1:]]
    assert [cell for cell in marked if "decides" in cell] == [
        "score_share decides", "points decides", "points decides", "points decides",
        "points decides", "score_share decides",
    ]  # fmt: skip


def test_on_a_phone_later_keys_say_their_column_and_empty_ones_can_be_left_out(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/"))
    first = html.split("<tbody>")[1].split("</tr>")[0]
    labels = [cell.split('"')[0] for cell in first.split('data-label="')[1:]]
    assert labels == ["Points", "Wins", "Score share", "Direct", "Lot", "Tables"]
    assert '<td class="number key-direct blank" data-label="Direct">–</td>' in first
    assert first.count(" blank") == 1


def test_shared_ranks_are_marked(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3, keys=["points"])
    round_ = factories.draw(owner, night)
    table = round_.series.get()
    factories.play_series(owner, table, [[40, 40, 30]] * 3)
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/"))
    assert [row[0] for row in rows(html)] == ["1 shared=", "1 shared=", "3"]
    assert [row[2] for row in rows(html)] == ["¾ 0.750", "¾ 0.750", "0"]


def test_the_legend_explains_every_key_of_the_chain(
    visitor: Client, owner: User, club: Club
) -> None:
    night = factories.entered(owner, club, 3, keys=["wins", "points"], scheme="fair")
    html = sound(visitor.get(f"/tournaments/{night.pk}/standings/"))
    legend = html.split("What the columns mean")[1].split("</dl>")[0]
    assert "1. Wins</dt><dd>First places at a table" in legend
    assert "2. Points</dt><dd>The points of all tables in sum." in legend
    assert "What a table pays: A fixed list for each size of table" in legend
    assert "Lot" not in legend


def test_those_who_dropped_keep_their_rank_and_are_marked(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    entries.move_entry(owner, night.entries.get(player__name="Player 001"), "drop")
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/"))
    assert [row[1] for row in rows(html)].count("Player 001 dropped") == 1
    assert html.count(">dropped</span>") == 1


def test_each_closed_round_keeps_its_standing(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    address = f"/rounds/{round_.pk}/standings/"
    first = rows(sound(visitor.get(address)))
    table = round_.series.get(table_no=1)
    match, loser = table.matches.get(number=1), table.seats.get(position=0).player.name
    sheet = factories.points_sheet([78, 40, 50, 60])
    results.correct_result(owner, match, sheet, revision=1)
    html = sound(visitor.get(address))
    assert rows(html) != first
    assert "kept as revision 2 of this standing." in _details(html)
    assert f'href="{address}?revision=1"' in html
    old = sound(visitor.get(address, {"revision": 1}))
    assert rows(old) == first
    assert "older revision 1" in old
    assert "The newest revision</a> counts." in old
    pk = Player.objects.get(name=loser).pk
    assert f'href="{address}{pk}/?revision=1"' in old
    for wrong in ("0", "3", "x", "1" * 9, "-1"):
        assert visitor.get(address, {"revision": wrong}).status_code == 404


def test_the_tournaments_standing_is_the_newest_rounds(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    factories.draw(owner, night, publish=False)
    address = f"/tournaments/{night.pk}/standings/"
    assert "<h1>Standing after round 1</h1>" in sound(visitor.get(address))
    second = night.stages.get().rounds.get(number=2)
    rounds.publish_round(owner, second)
    html = sound(visitor.get(address))
    assert "<h1>Standing after round 2</h1>" in html
    assert f'href="/rounds/{round_.pk}/standings/">After round 1</a>' in html
    factories.play_round(owner, second)
    rounds.close_round(owner, Round.objects.get(pk=second.pk))
    tournaments.finish_tournament(owner, night)
    assert "<h1>Final standing</h1>" in sound(visitor.get(address))


def test_a_standing_is_explained_addend_by_addend(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    table = round_.series.get()
    factories.play_series(owner, table, [[40, 40, 30]] * 3)
    player = table.seats.get(position=0).player
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/{player.pk}/"))
    assert f"<h1>{player.name}</h1>" in html
    assert "of 3 after 1 table." in html
    points = html.split('id="key-points"')[1].split("</section>")[0]
    assert 'Points: ¾ <span class="quiet decimal">0.750</span></h2>' in points
    assert "points of the table, by the scheme: " in points
    assert '<span class="formula">(3 − 3/2)/(3 − 1)</span>' in points
    assert '<td data-label="Place">1–2 of 3</td>' in points
    assert "Each table pays by <code>place_share</code>: 1 for first" in points
    assert f'href="/series/{table.pk}/"' in points
    share = html.split('id="key-score_share"')[1].split("</section>")[0]
    assert '4/11 <span class="quiet decimal">0.364</span>' in share
    assert '<span class="formula">120/330</span>' in share
    assert "Mean" in share
    direct = html.split('id="key-direct"')[1].split("</section>")[0]
    assert table.seats.get(position=1).player.name in direct
    assert "tied with a tied opponent at the same table" in direct
    assert f"from the seed {night.seed} and this player alone." in html


def test_on_a_phone_every_cell_of_an_explanation_says_its_column(
    visitor: Client, owner: User, club: Club
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3))
    table = round_.series.get()
    factories.play_series(owner, table, [[40, 40, 30]] * 3)
    player = table.seats.get(position=0).player_id
    html = sound(visitor.get(f"/rounds/{round_.pk}/standings/{player}/"))
    tables = re.findall(r'<table class="stack flow addends">.*?</table>', html, re.S)
    assert len(tables) == html.count("<table") == 4
    for shown in tables:
        columns = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', shown)
        for row in re.findall(
            r"<tr>(.*?)</tr>", shown.split("<tbody>")[1].split("</tbody>")[0], re.S
        ):
            assert re.findall(r'<td[^>]* data-label="(.*?)"', row) == columns


def test_a_standing_explains_its_points_in_words(visitor: Client, night: Tournament) -> None:
    html = sound(visitor.get(f"/tournaments/{night.pk}/standings/"))
    assert "What a table pays: 1 for first, 0 for last, evenly spaced between." in html
    assert "place_share" not in html
    assert "<code>" not in html


def test_a_player_who_is_not_in_the_standing_has_no_explanation(
    visitor: Client, owner: User, club: Club, round_: Round
) -> None:
    stranger = factories.players.add_player(owner, club, name="Stranger")
    for pk in (stranger.pk, 10**30):
        assert visitor.get(f"/rounds/{round_.pk}/standings/{pk}/").status_code == 404


def test_an_erased_player_is_a_number(
    visitor: Client, owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    player = Player.objects.get(name="Player 001")
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
    table = round_.series.get(seats__player=player)
    for page in (
        f"/rounds/{round_.pk}/standings/",
        f"/rounds/{round_.pk}/standings/{player.pk}/",
        f"/rounds/{round_.pk}/",
        f"/series/{table.pk}/",
        f"/tournaments/{night.pk}/entries/",
    ):
        html = sound(visitor.get(page))
        assert f"erased player {player.pk}" in html
        assert "Player 001" not in html


def test_the_reader_finds_the_own_row(
    owner: User, club: Club, round_: Round, browser_of: Callable[[User], Client]
) -> None:
    sora = factories.member(owner, club, "sora", "member")
    factories.players.change_player(owner, Player.objects.get(name="Player 003"), user=sora)
    html = sound(browser_of(sora).get(f"/rounds/{round_.pk}/standings/"))
    assert html.split('own">')[1].split("</tr>")[0].count("Player 003") == 1


def test_a_long_standing_is_paged(visitor: Client, owner: User, club: Club) -> None:
    night = factories.tournament(owner, club)
    entries.enter_players(owner, night, factories.crowd(club, 120))
    html = sound(visitor.get(f"/tournaments/{night.pk}/standings/", {"page": 2}))
    assert [row[1] for row in rows(html)] == [f"Guest {number}" for number in range(100, 120)]
    assert "Page 2 of 2" in html


def test_who_has_not_played_stands_last_by_name_without_a_rank(
    visitor: Client, owner: User, club: Club, night: Tournament
) -> None:
    for name in ("Zoe", "Åsa"):
        player = factories.players.add_player(owner, club, name=name)
        entries.enter_players(owner, night, [player], checked_in=False)
    left = night.entries.get(player__name="Player 007")
    entries.move_entry(owner, left, "drop")
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    address = f"/rounds/{round_.pk}/standings/"
    found = rows(sound(visitor.get(address)))
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "6", "–", "–", "–"]
    assert found[6:] == [
        ["–", name, "–", "–", "–", "–", "–", "0"]
        for name in (
            "Åsa has not played", "Player 007 dropped has not played", "Zoe has not played"
        )
    ]  # fmt: skip
    why = sound(visitor.get(f"{address}{left.player_id}/"))
    assert "No rank yet: has not played, dropped." in why
    assert "Round 1: no seat in this round." in why
    first = night.entries.get(player__name=found[0][1]).player_id
    assert "Rank 1 of 6 after 1 table." in sound(visitor.get(f"{address}{first}/"))
    html = sound(visitor.get(address))
    assert " decides" not in html.split("has not played")[0].rsplit("<tr", 1)[1]
    assert " decides" not in html.split("has not played", 1)[1].split("</tbody>")[0]


def test_a_players_page_reads_a_kept_standing_as_the_standing_does(
    visitor: Client, owner: User, club: Club, night: Tournament
) -> None:
    guest = factories.players.add_player(owner, club, name="Zoe")
    entries.enter_players(owner, night, [guest], checked_in=False)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    kept = Snapshot.objects.get(round=round_, revision=1)
    *ranked, absent = kept.standings["rows"]
    last = ranked[-1]
    pages = [f"/players/{pk}/" for pk in (absent["player"], last["player"])]
    cells = ['data-label="Rank">–</td>', 'data-label="Rank">7</td>']
    for page, cell in zip(pages, cells, strict=True):
        assert sound(visitor.get(page)).count(cell) == 1
    nothing = dict.fromkeys(absent["values"], "0")
    old = [*ranked[:-1], absent | {"rank": 7, "values": nothing}, last | {"rank": 8}]
    Snapshot.objects.create(
        round=round_, revision=2, position=kept.position, computed_at=timezone.now(),
        standings=kept.standings | {"format": 2, "rows": old},
    )  # fmt: skip
    for page, cell in zip(pages, cells, strict=True):
        assert sound(visitor.get(page)).count(cell) == 1
    found = rows(sound(visitor.get(f"/rounds/{round_.pk}/standings/")))
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "6", "7", "–"]
