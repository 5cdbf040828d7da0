"""Who is what in a club."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, JournalEntry, Membership, User

pytestmark = pytest.mark.django_db

NEW = {"username": "kenji", "role": "scorer", "password": "pebble-and-pond-3"}


def stored() -> tuple[Any, ...]:
    members = Membership.objects.order_by("id").values_list("user__username", "role", "version")
    return list(members), User.objects.count(), JournalEntry.objects.count()


@pytest.fixture
def address(club: Club) -> str:
    return f"/clubs/{club.pk}/members/"


@pytest.fixture
def kenji(owner: User, club: Club) -> Membership:
    return Membership.objects.get(user=factories.member(owner, club, "kenji", "scorer"))


def test_an_owner_adds_a_member_with_a_new_account(
    browser: Client, visitor: Client, club: Club, address: str
) -> None:
    assert "1 member<" in sound(browser.get(address))
    response = browser.post(address, NEW)
    assert (response.status_code, response["Location"]) == (303, address)
    assert Membership.objects.get(user__username="kenji").role == "scorer"
    html = sound(browser.get(address))
    assert "kenji is a member now." in html
    assert "2 members<" in html
    assert NEW["password"] not in html
    assert visitor.login(username="kenji", password=NEW["password"])


def test_an_account_that_exists_needs_no_password(
    browser: Client, club: Club, address: str
) -> None:
    factories.user("kenji")
    assert browser.post(address, NEW | {"password": ""}).status_code == 303
    assert Membership.objects.get(user__username="kenji").club == club


@pytest.mark.parametrize(
    ("change", "status", "sentence", "field"),
    [
        ({"password": ""}, 404, "There is no account “kenji”.", "username"),
        ({"username": "hanako"}, 409, "The user name “hanako” is taken.", "username"),
        (
            {"username": "hanako", "password": ""},
            409, "hanako is a member already.", "username",
        ),
        ({"username": ""}, 422, "Username is missing.", "username"),
        ({"username": "a\x00b"}, 422, "Username has characters that are no text.", "username"),
        ({"password": "kenji"}, 422, "This password is too short.", "password"),
        ({"role": "king"}, 422, "A role is one of owner, organiser, scorer, member.", "role"),
        ({"role": ""}, 422, "A role is one of owner, organiser, scorer, member.", "role"),
    ],
)  # fmt: skip
def test_a_refused_member_is_not_added(
    browser: Client, club: Club, address: str,
    change: dict[str, str], status: int, sentence: str, field: str,
) -> None:  # fmt: skip
    before, typed = stored(), NEW | change
    response = browser.post(address, typed)
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == 2
    assert f'id="{field}-error"' in html
    assert 'type="password" value' not in html
    assert stored() == before


def test_a_role_is_changed(browser: Client, kenji: Membership) -> None:
    form = f"/members/{kenji.pk}/"
    assert 'value="scorer" checked' in sound(browser.get(form))
    response = browser.post(form, {"role": "organiser", "version": "1"})
    assert (response.status_code, response["Location"]) == (
        303,
        f"/clubs/{kenji.club_id}/members/",
    )
    kenji.refresh_from_db()
    assert (kenji.role, kenji.version) == ("organiser", 2)
    assert "kenji is organiser now." in sound(browser.get(response["Location"]))


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ({"role": "king", "version": "1"}, 422, "A role is one of"),
        ({"role": "owner", "version": "7"}, 412, "Somebody changed this membership meanwhile."),
    ],
)
def test_a_refused_role_changes_nothing(
    browser: Client, kenji: Membership, typed: dict[str, str], status: int, sentence: str
) -> None:
    before = stored()
    response = browser.post(f"/members/{kenji.pk}/", typed)
    assert response.status_code == status
    assert sentence in sound(response)
    assert stored() == before


def test_the_last_owner_stays(browser: Client, club: Club) -> None:
    owner, before = Membership.objects.get(), stored()
    for address in (f"/members/{owner.pk}/", f"/members/{owner.pk}/remove/"):
        response = browser.post(address, {"role": "member", "version": "1"})
        assert response.status_code == 409
        assert "A club keeps at least one owner." in sound(response)
    assert stored() == before


def test_a_member_is_removed_once_however_often_one_clicks(
    browser: Client, kenji: Membership
) -> None:
    form = {"version": "1", "form_key": "k" * 32}
    for _ in range(2):
        response = browser.post(f"/members/{kenji.pk}/remove/", form)
        assert (response.status_code, response["Location"]) == (
            303,
            f"/clubs/{kenji.club_id}/members/",
        )
    html = sound(browser.get(response["Location"]))
    assert html.count("kenji is no longer a member.") == 1
    assert [m.user.username for m in Membership.objects.all()] == ["hanako"]
    assert User.objects.filter(username="kenji").exists()
    assert JournalEntry.objects.filter(verb="remove_member").count() == 1
    assert browser.post(f"/members/{kenji.pk}/remove/").status_code == 404


def test_whoever_gives_up_their_own_role_is_led_to_the_club(
    browser: Client, owner: User, club: Club
) -> None:
    factories.member(owner, club, "second", "owner")
    own = Membership.objects.get(user=owner)
    response = browser.post(f"/members/{own.pk}/", {"role": "member"})
    assert response["Location"] == f"/clubs/{club.pk}/"
    assert browser.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("role", ["organiser", "scorer", "member"])
def test_others_change_nothing(
    owner: User, club: Club, kenji: Membership, address: str, role: str,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    client = browser_of(factories.member(owner, club, "other", role))
    before = stored()
    page = client.get(address)
    assert page.status_code == (200 if role == "organiser" else 403)
    assert "Add a member" not in sound(page)
    assert ("kenji" in page.content.decode()) is (role == "organiser")
    for target, form in (
        (address, NEW | {"username": "eve"}),
        (f"/members/{kenji.pk}/", {"role": "owner"}),
        (f"/members/{kenji.pk}/remove/", {}),
    ):
        response = client.post(target, form)
        assert response.status_code == 403
        assert "Only an owner of the club may add members" in sound(response)
    assert stored() == before


def test_a_visitor_is_asked_to_sign_in(visitor: Client, kenji: Membership, address: str) -> None:
    before = stored()
    for form in (address, f"/members/{kenji.pk}/"):
        assert visitor.get(form)["Location"].startswith("/login/?next=%2F")
    for form in (address, f"/members/{kenji.pk}/", f"/members/{kenji.pk}/remove/"):
        response = visitor.post(form, NEW)
        assert response.status_code == 403
        assert "Sign in first." in sound(response)
        assert "kenji" not in response.content.decode()
    assert stored() == before


def test_many_members_are_paged(browser: Client, club: Club, address: str) -> None:
    people = User.objects.bulk_create(User(username=f"person{n:03d}") for n in range(149))
    Membership.objects.bulk_create(
        Membership(club=club, user=person, role="member") for person in people
    )
    html = sound(browser.get(address))
    assert "150 members<" in html
    assert "Page 1 of 2" in html
    assert "person148" in sound(browser.get(address, {"page": 2}))
