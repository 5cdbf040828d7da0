"""The first run, clubs, members and players."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from engines.texts import are_lines, is_line
from engines.values import shown
from tests import factories
from tournaments.errors import Conflict, Forbidden, Refused, Stale
from tournaments.models import Club, JournalEntry, Membership, Player, Tournament, User
from tournaments.services import accounts, clubs, imports, players, texts, tournaments

pytestmark = pytest.mark.django_db


def test_the_first_run_makes_an_owner_and_a_club() -> None:
    club = clubs.create_owner("hanako", factories.PASSWORD, "Club Koi", "Asia/Tokyo")
    membership = Membership.objects.get()
    assert (membership.club, membership.user.username, membership.role) == (club, "hanako", "owner")
    assert [(e.position, e.verb) for e in JournalEntry.objects.all()] == [(1, "create_club")]


def test_a_second_first_run_is_refused(club: Club) -> None:
    with pytest.raises(Conflict) as refusal:
        clubs.create_owner("eve", factories.PASSWORD, "Eve's")
    assert refusal.value.code == "already_set_up"
    assert User.objects.count() == 1
    assert Club.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "12345678901", "password", "hanako-x"])
def test_a_weak_password_is_refused(db: None, password: str) -> None:
    with pytest.raises(Refused, match="password"):
        clubs.create_owner("hanako-x", password, "Club Koi")
    assert not User.objects.exists()


def test_an_organiser_adds_players_and_a_scorer_does_not(owner: User, club: Club) -> None:
    scorer = factories.member(owner, club, "scorer", "scorer")
    organiser = factories.member(owner, club, "organiser", "organiser")
    players.add_player(organiser, club, name="Zoë")
    with pytest.raises(Forbidden) as refusal:
        players.add_player(scorer, club, name="Élodie")
    assert str(refusal.value) == (
        "Only an owner or organiser of the club may add, change and import players."
    )
    assert [player.name for player in Player.objects.all()] == ["Zoë"]


@pytest.mark.parametrize(
    "again",
    [
        "Zoë", "zoe\u0308", " ZOË ", "Ｚｏë", "Z\u200boë", "\u202aZoë\u202c", "\u200fZoë",
        "Zo\u00adë", "Zoë\ufe0f", "\ufeffZoë", "Zo\u2060ë", "Zo\u200d\u200cë", "Zoe\u034f\u0308",
        "Zoë\u3164",
        "\u2800Zoë\u2800", "Zo\U000e0041ë", "Zo\u180eë", "\u2066Z\u2069oë", "\ufffcZoë",
        "Zo\u061cë",
    ],
)  # fmt: skip
def test_one_name_in_any_form_is_one_player(owner: User, club: Club, again: str) -> None:
    players.add_player(owner, club, name="Zoë")
    with pytest.raises(Conflict) as refusal:
        players.add_player(owner, club, name=again)
    assert refusal.value.code == "player_exists"
    assert Player.objects.count() == 1
    assert JournalEntry.objects.filter(verb="add_player").count() == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "missing"),
        (" \u3000 ", "missing"),
        ("\u200b\u200d", "missing"),
        ("\u3164", "missing"),
        ("\uffa0 \u115f\u1160", "missing"),
        ("\u2800\u2800", "missing"),
        ("\u00ad", "missing"),
        ("\u034f", "missing"),
        ("\u17b4\u17b5", "missing"),
        ("\u180e", "missing"),
        ("\u202e\u202c", "missing"),
        ("\u2066\u2069", "missing"),
        ("\ufe0f", "missing"),
        ("\ufeff", "missing"),
        ("\ufffc", "missing"),
        ("\U000e0041\U000e007f", "missing"),
        ("\U0001d173", "missing"),
        ("Zo\ufdd0", "bad_characters"),
        ("Zo\U0001ffff", "bad_characters"),
        ("Zo\ue000", "bad_characters"),
        ("\u0301", "missing"),
        ("Zo\x00e", "bad_characters"),
        ("Zo\ud800", "bad_characters"),
        ("x" * 121, "too_long"),
        ("\ufdfa" * 120, "too_long"),
        (7, "not_a_text"),
        (None, "not_a_text"),
    ],
)
def test_a_name_that_is_none_is_refused(owner: User, club: Club, name: object, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        players.add_player(owner, club, name=name)  # type: ignore[arg-type]
    assert (refusal.value.code, refusal.value.facts["field"]) == (code, "name")
    assert not Player.objects.exists()
    assert not JournalEntry.objects.filter(verb="add_player").exists()


@pytest.mark.parametrize(
    "name",
    [
        "𠮷田 健太", "👩\u200d🌾 Aoi", "Ng", "李", "O’Brien-Łoś",
        "علی\u200cرضا",  # Persian: the joiner keeps the two halves apart
        "ක්\u200dරිෂාන්",  # Sinhala: the joiner makes the conjunct
        "क\u094d\u200dष",  # Hindi: a half letter
        "葛\U000e0100城 花子",  # Japanese: which form of the character
        "ᠪᠠᠶᠠᠷ\u180b",  # Mongolian
        "❤\ufe0f\u200d🔥",
        "محمد", "דוד", "สมชาย", "ខ្មែរ", "김철수", "မောင်", "Nguyễn Thị Ánh", "⠁⠃",
    ],
)  # fmt: skip
def test_real_names_are_taken(owner: User, club: Club, name: str) -> None:
    assert players.add_player(owner, club, name=f" {name}  ").name == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202aZoë\u202c", "Zoë"),
        ("Anna\u2800Berg", "Anna Berg"),
        ("A\u200dnna", "Anna"),
        ("\u200cعلی\u200c \u200dرضا\u200d", "علی رضا"),
        ("Zoe\u200b\u0308", "Zoë"),
        ("1\ufe0f", "1"),
        ("김\u3164철수", "김철수"),
    ],
)
def test_what_is_unseen_and_shapes_nothing_goes(
    owner: User, club: Club, typed: str, kept: str
) -> None:
    assert players.add_player(owner, club, name=typed).name == kept


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("علی\u200cرضا", "علیرضا"),
        ("葛\U000e0100城", "葛城"),
        ("❤\ufe0f\u200d🔥", "❤🔥"),
        ("क\u094d\u200dष", "क\u094dष"),
    ],
)
def test_what_shapes_a_letter_tells_nobody_apart(
    owner: User, club: Club, name: str, again: str
) -> None:
    players.add_player(owner, club, name=name)
    with pytest.raises(Conflict) as refusal:
        players.add_player(owner, club, name=again)
    assert refusal.value.code == "player_exists"
    assert Player.objects.get().name == name


def test_numbers_and_other_lines_are_cleaned_alike(owner: User, club: Club) -> None:
    players.add_player(owner, club, name="Zoë", number="7", reading="\u200b")
    with pytest.raises(Conflict) as refusal:
        players.add_player(owner, club, name="Aoi", number="\u200e7\ufe0f")
    assert refusal.value.code == "number_taken"
    assert [(p.number, p.reading) for p in Player.objects.all()] == [("7", "")]
    with pytest.raises(Conflict, match="There is a club called “Club Koi” already"):
        clubs.create_club(owner, name="Club\u200b Koi\u2060")
    with pytest.raises(Conflict, match="The user name “hanako” is taken"):
        accounts.create_user("hana\u3164ko", factories.PASSWORD)
    assert (Club.objects.count(), User.objects.count()) == (1, 1)


def test_all_doors_see_through_a_name_alike(owner: User, club: Club, api: APIClient) -> None:
    players.add_player(owner, club, name="Zoë")
    browser = Client()
    browser.force_login(owner)
    hidden = "Zo\u200bë\u202c"
    body = {"club": club.pk, "name": hidden}
    assert api.post("/api/v1/players", body, format="json").json()["code"] == "player_exists"
    page = browser.post(f"/clubs/{club.pk}/players/", {"name": hidden, "reading": "", "number": ""})
    assert page.status_code == 409
    report = imports.import_players(owner, club, f"name\n{hidden}\n".encode(), dry_run=False)
    assert [row.name for row in report.unchanged] == ["Zoë"]
    file = f"na\u200bme\nAoi\n{hidden}\nA\u00adoi\n".encode()
    with pytest.raises(Refused, match="“Aoi” is in row 2 already"):
        imports.import_players(owner, club, file, dry_run=False)
    assert [player.name for player in Player.objects.all()] == ["Zoë"]


@given(st.text(st.characters(codec="utf-8"), max_size=12))
def test_a_clean_line_stays_as_it_is(text: str) -> None:
    try:
        line = texts.clean_line(text, field="name", longest=120)
    except Refused:
        return
    assert texts.clean_line(line, field="name", longest=120) == line
    assert texts.name_key(line) == texts.name_key(text)
    assert texts.name_key(texts.name_key(line)) == texts.name_key(line)
    assert texts.name_key(line).strip()


ZONES = ["localtime", "Factory", "posixrules", "posix/Europe/Berlin", "right/UTC", "Moon", "", None,
         ["UTC"], "europe/berlin", "../UTC"]  # fmt: skip


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_what_names_no_place_on_earth_is_no_time_zone(owner: User, club: Club, zone: Any) -> None:
    night = factories.tournament(owner, club)
    before = list(Club.objects.values()), list(Tournament.objects.values())
    for write in (
        lambda: clubs.create_club(owner, name="Club Pine", timezone=zone),
        lambda: clubs.change_club(owner, club, timezone=zone),
        lambda: factories.tournament(owner, club, timezone=zone),
        lambda: tournaments.change_tournament(owner, night, timezone=zone),
    ):
        with pytest.raises(Refused) as refusal:
            write()
        assert str(refusal.value) == "Name a time zone such as Europe/Berlin or Asia/Tokyo."
        assert (refusal.value.code, refusal.value.facts) == (
            "unknown_timezone", {"field": "timezone"},
        )  # fmt: skip
    assert (list(Club.objects.values()), list(Tournament.objects.values())) == before


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Etc/GMT-9", "Japan", "America/Nuuk"])
def test_time_zones_are_taken(owner: User, club: Club, zone: str) -> None:
    assert clubs.change_club(owner, club, timezone=zone).timezone == zone


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\n", "\x7f", "\ud800"])
def test_a_password_that_nobody_could_type_is_refused(owner: User, club: Club, letter: str) -> None:
    bad = f"moss-and{letter}-stone-8"
    before = list(User.objects.values())
    for write in (
        lambda: accounts.create_user("kenji", bad),
        lambda: clubs.add_member(owner, club, username="kenji", role="member", password=bad),
        lambda: accounts.change_password(
            owner, current=factories.PASSWORD, new=bad, end_tokens=True
        ),
    ):
        with pytest.raises(Refused) as refusal:
            write()
        assert refusal.value.code == "bad_characters"
        assert str(refusal.value) == ("A password has no control characters: they can’t be typed.")
    assert list(User.objects.values()) == before


def test_a_stale_version_is_refused_and_changes_nothing(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Zoë")
    players.change_player(owner, player, expected=1, name="Zoë K.")
    with pytest.raises(Stale) as refusal:
        players.change_player(owner, player, expected=1, name="Zoe")
    assert refusal.value.facts["version"] == 2
    assert Player.objects.get().name == "Zoë K."


def test_the_journal_never_holds_a_name(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Zoë Quintessa", reading="zoe")
    players.change_player(owner, player, name="Zoë Q.")
    text = str(list(JournalEntry.objects.values("before", "after")))
    assert "Quintessa" not in text
    assert "Zoë" not in text


def test_the_last_owner_stays(owner: User, club: Club) -> None:
    membership = Membership.objects.get()
    for change in (
        lambda: clubs.change_role(owner, membership, role="member"),
        lambda: clubs.remove_member(owner, membership),
    ):
        with pytest.raises(Conflict) as refusal:
            change()
        assert refusal.value.code == "last_owner"
    assert Membership.objects.get().role == "owner"


def test_the_journal_is_append_only(owner: User, club: Club) -> None:
    from django.db import IntegrityError, transaction

    entry = JournalEntry.objects.get()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.filter(pk=entry.pk).update(verb="nothing")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        JournalEntry.objects.all().delete()
    assert JournalEntry.objects.get().verb == "create_club"


CHARACTERS = [
    chr(code)
    for run in (range(0x3400), range(0x3400, 0x110000, 101), range(0x1F000, 0x1FC00),
                range(0x11000, 0x11200), range(0x13430, 0x13460), range(0xE0000, 0xE0200))
    for code in run
]  # fmt: skip
"""All of the first blocks, of symbols and of what is unseen, and some of each other block."""


def test_what_is_a_line_here_is_one_to_the_engines() -> None:
    """Else a set or a board could be saved, but not simulated nor read back."""
    lines, refused = 0, Counter[str]()
    for text in (part for c in CHARACTERS for part in (c, f"A{c}b", f"é{c}é")):
        try:
            line = texts.clean_line(text, field="name", longest=120)
        except Refused as refusal:
            refused[refusal.code] += 1
        else:
            assert is_line(line), ascii(line)
            lines += 1
    assert lines > 60_000
    assert set(refused) == {"missing", "bad_characters"}


@pytest.mark.parametrize("name", ["Garten 🪻", "🫨", "\u0600 5", "\u06dd", "\U0002ebf0"])
def test_what_is_newer_than_python_or_seen_all_the_same_is_a_name(
    owner: User, club: Club, name: str
) -> None:
    assert players.add_player(owner, club, name=name).name == name
    assert (is_line(name), are_lines(name), shown(name)) == (True, True, f'"{name}"')


@pytest.mark.parametrize("name", ["a\ufdd0", "b\U0001ffff", "\ue000", "x\U00013430"])
def test_what_is_no_text_is_no_name(owner: User, club: Club, name: str) -> None:
    with pytest.raises(Refused) as refusal:
        players.add_player(owner, club, name=name)
    assert (refusal.value.code, Player.objects.count()) == ("bad_characters", 0)
    assert not is_line(name)


@pytest.mark.parametrize("unseen", ["\u2065", "\ufff0", "\U000e0080", "\U000e01f0"])
def test_what_will_never_be_seen_is_in_no_line(owner: User, club: Club, unseen: str) -> None:
    assert players.add_player(owner, club, name=f"Ao{unseen}i").name == "Aoi"
    assert not is_line(f"Ao{unseen}i")
    assert not are_lines(unseen)
