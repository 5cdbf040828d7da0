"""The back room: every table to look at, hardly anything to change."""

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import models
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import (
    BoardVersion,
    Club,
    JournalEntry,
    Match,
    Player,
    Record,
    TileSetVersion,
    Token,
    User,
)
from tournaments.services import casual, idempotency, ratings, rounds, tokens

pytestmark = pytest.mark.django_db

MODELS = list(apps.get_app_config("tournaments").get_models())


@pytest.fixture
def staff(owner: User) -> Client:
    User.objects.filter(pk=owner.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(User.objects.get(pk=owner.pk))
    return client


@pytest.fixture
def everything(owner: User, club: Club) -> None:
    """At least one row of every model."""
    one_night(owner, club)
    tokens.create_token(owner, name="Scoreboard", scopes=["read"])
    idempotency.once(owner, "key", ["asked"], lambda: (200, "the answer"))
    match = Match.objects.order_by("id")[0]
    Record.objects.create(match=match, text="…", rules=1)
    for kind in (BoardVersion, TileSetVersion):
        kind.objects.create(club=club, name="Own", text="{}", hash="0" * 64, status="own")


def one_night(owner: User, club: Club) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 4))
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    ratings.rebuild(club, "niwa")


def stored() -> dict[str, list[Any]]:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values()) for model in MODELS
    }


def address(model: type[models.Model], *parts: object) -> str:
    return "/".join(["/admin/tournaments", str(model._meta.model_name), *map(str, parts), ""])


def test_every_model_is_there_and_nothing_else() -> None:
    registered = set(admin.site._registry)
    assert registered == set(MODELS)
    assert Group not in registered
    for model in MODELS:
        room = admin.site._registry[model]
        assert room.list_display != ("__str__",), model
        assert room.search_fields, model


def test_every_table_can_be_looked_at_and_searched(staff: Client, everything: None) -> None:
    for model in MODELS:
        row = model._default_manager.order_by("pk")[0]
        assert staff.get(address(model), {"q": "1"}).status_code == 200, model
        page = staff.get(address(model))
        assert page.status_code == 200, model
        assert address(model, row.pk, "change") in page.content.decode(), model
        page = staff.get(address(model, row.pk, "change"))
        assert page.status_code == 200, model
        assert ('name="_save"' in page.content.decode()) is (model is User), model


def test_a_match_names_its_tile_set_with_the_status(staff: Client, owner: User, club: Club) -> None:
    factories.tile_set(owner, club)
    people = factories.add_players(owner, club, 2)
    matches = [{"tileset": "Hollow moon"}]
    played = casual.start_series(owner, club, game="gnome_hollow", players=people, matches=matches)
    row = played.matches.get()
    page = staff.get(address(Match, row.pk, "change")).content.decode()
    named = f"Hollow moon {row.tile_set_version.hash[:8]}, Reconstruction"
    assert named in page


def test_nothing_is_added_deleted_or_changed(staff: Client, everything: None) -> None:
    before = stored()
    for model in MODELS:
        row = model._default_manager.order_by("pk")[0]
        for target in (address(model, "add"), address(model, row.pk, "delete")):
            assert staff.get(target).status_code == 403, model
            assert staff.post(target, {"post": "yes", "name": "Eve"}).status_code == 403, model
        if model is not User:
            form = {"name": "Eve", "state": "done"}
            assert staff.post(address(model, row.pk, "change"), form).status_code == 403, model
        action = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
        staff.post(address(model), action)
    assert stored() == before


def test_an_account_changes_its_address_and_password_alone(staff: Client, owner: User) -> None:
    kenji = factories.user("kenji")
    form = {
        "username": "mallory", "email": "kenji@example.org", "is_active": "on",
        "is_staff": "on", "is_superuser": "on",
    }  # fmt: skip
    assert staff.post(address(User, kenji.pk, "change"), form).status_code == 302
    kenji.refresh_from_db()
    assert (kenji.username, kenji.email) == ("kenji", "kenji@example.org")
    assert (kenji.is_active, kenji.is_staff, kenji.is_superuser) == (True, False, False)
    new = "pebble-and-pond-3"
    response = staff.post(
        address(User, kenji.pk, "password"),
        {"password1": new, "password2": new, "usable_password": "true"},
    )
    assert response.status_code == 302
    assert Client().login(username="kenji", password=new)


def test_a_password_given_in_the_back_room_ends_the_tokens(staff: Client, owner: User) -> None:
    kenji = factories.user("kenji")
    for person in (owner, kenji):
        tokens.create_token(person, name="Tool", scopes=["score"])
    form = {"password1": "short", "password2": "other", "usable_password": "true"}
    assert staff.post(address(User, kenji.pk, "password"), form).status_code == 200
    assert kenji.auth_token_set.count() == 1
    form |= {"password1": "pebble-and-pond-3", "password2": "pebble-and-pond-3"}
    assert staff.post(address(User, kenji.pk, "password"), form).status_code == 302
    assert [token.user for token in Token.objects.all()] == [owner]


ODD = ["\x00", "9" * 30, "0001-01-01 00:00:00+23:59", "9999-12-31 23:59:59-23:59", "-1", "x",
       "infinity", "", "0000-00-00"]  # fmt: skip


DATES = ("created", "expiry", "at", "reported_at", "starts_on")


def filters() -> Iterator[tuple[type[models.Model], str, object]]:
    """Each table with each key that its address takes, and the kind of that key."""
    for model in MODELS:
        room = admin.site._registry[model]
        yield model, "q", ("q", any(name.startswith("=") for name in room.search_fields))
        for key in ("p", "o", "id__exact"):
            yield model, key, key
        for name in room.list_filter:
            if isinstance(name, str):
                field = model._meta.get_field(name)
                for key in (name, f"{name}__exact"):
                    yield model, key, (type(field), bool(field.choices), key == name)
        for name in DATES:
            if hasattr(model, name):
                for part in ("gte", "lt", "year", "month"):
                    yield model, f"{name}__{part}", (type(model._meta.get_field(name)), part)


def odd_filters() -> Iterator[tuple[type[models.Model], str, str]]:
    """Every odd value for a key of each kind; every other key of a kind takes the next one."""
    met: dict[object, Iterator[str]] = {}
    for model, key, kind in filters():
        for odd in [next(met[kind])] if kind in met else ODD:
            yield model, key, odd
        met.setdefault(kind, cycle(ODD))


def test_odd_filters_are_the_askers_fault(staff: Client, everything: None) -> None:
    staff.raise_request_exception = False
    before = stored()
    statuses = {}
    for model, key, odd in odd_filters():
        response = staff.get(address(model), {key: odd})
        statuses[model.__name__, key, odd] = response.status_code
        if response.status_code == 400:
            assert "That was not understood" in sound(response)
    assert set(statuses.values()) == {200, 302, 400}, {
        asked: status for asked, status in statuses.items() if status not in {200, 302, 400}
    }
    assert stored() == before


def test_a_filter_with_nul_is_a_bad_request(staff: Client, everything: None) -> None:
    for filters in ({"verb__exact": "\x00"}, {"verb": "draw_round\x00"}):
        response = staff.get(address(JournalEntry), filters)
        assert response.status_code == 400, filters
        assert "That was not understood" in sound(response)
    assert staff.get(address(JournalEntry), {"verb": "draw_round"}).status_code == 200


def test_a_fault_of_ours_is_not_blamed_on_the_asker(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("ours")

    monkeypatch.setattr(type(admin.site._registry[Player]), "get_queryset", broken)
    with pytest.raises(ValueError, match="ours"):
        staff.get(address(Player))


def test_secrets_are_not_shown(staff: Client, owner: User, everything: None) -> None:
    token = owner.auth_token_set.get()
    assert token.digest not in staff.get(address(type(token), token.pk, "change")).content.decode()
    key = owner.idempotency_keys.get(key="key")
    page = staff.get(address(type(key), key.pk, "change")).content.decode()
    assert "the answer" not in page
    assert key.body_hash not in page


def test_only_staff_come_in(visitor: Client, owner: User, everything: None) -> None:
    member = factories.user("kenji")
    clerk = User.objects.create_user("clerk", password=factories.PASSWORD, is_staff=True)
    for person, status in ((None, 302), (member, 302), (clerk, 403)):
        client = Client()
        if person:
            client.force_login(person)
        assert client.get(address(Player)).status_code == status
        assert client.post(address(User, owner.pk, "change"), {"email": "x"}).status_code == status
    assert not User.objects.filter(email="x").exists()


def test_every_list_makes_as_many_queries_for_many_rows(
    staff: Client, owner: User, everything: None, count_queries: Callable[..., int]
) -> None:
    def counts() -> dict[str, int]:
        return {
            model.__name__: count_queries(lambda: staff.get(address(model)))  # noqa: B023
            for model in MODELS
        }

    few = counts()
    rows = {model.__name__: model._default_manager.count() for model in MODELS}
    for number in range(4):
        one_night(owner, factories.club(owner, f"Club {number}"))
    many = counts()
    more = [
        name for name in rows if apps.get_model("tournaments", name).objects.count() > rows[name]
    ]
    assert len(more) >= 14
    assert {name: count for name, count in many.items() if count > few[name]} == {}


def test_the_back_room_has_no_door_of_its_own(
    visitor: Client, staff: Client, owner: User, browser_of: Callable[[User], Client]
) -> None:
    assert visitor.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    door = "/admin/login/?next=/admin/tournaments/player/"
    assert visitor.get(door)["Location"] == "/login/?next=/admin/tournaments/player/"
    credentials = {"username": "hanako", "password": factories.PASSWORD}
    assert visitor.post(door, credentials)["Location"].startswith("/login/?next=")
    assert "_auth_user_id" not in visitor.session
    assert staff.get(door)["Location"] == "/admin/tournaments/player/"
    assert staff.get("/admin/login/?next=//evil.example/")["Location"] == "/admin/"
    response = browser_of(factories.user("kenji")).get(door)
    assert response.status_code == 403
    assert "This is for people with another role." in sound(response)
