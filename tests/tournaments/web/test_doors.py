"""A second click, a form that was changed after Back, and a form from an older view."""

import pytest
from django.test import Client

from tournaments.models import Club, JournalEntry, Player

pytestmark = pytest.mark.django_db


def test_a_second_click_adds_one_player(browser: Client, club: Club) -> None:
    form = {"name": "Zoë", "form_key": "the-form"}
    answers = [browser.post(f"/clubs/{club.pk}/players/", form) for _ in range(3)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (303, answers[0]["Location"])
    ] * 3
    assert Player.objects.count() == 1
    assert JournalEntry.objects.filter(verb="add_player").count() == 1


def test_a_form_changed_after_back_is_another_request(browser: Client, club: Club) -> None:
    for name in ("Zoë", "Élodie"):
        browser.post(f"/clubs/{club.pk}/players/", {"name": name, "form_key": "the-form"})
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Zoë", "Élodie"]


@pytest.mark.parametrize("version", ["x", "-1", "1" * 10, "٣"])
def test_a_damaged_version_changes_nothing(browser: Client, club: Club, version: str) -> None:
    form = {"name": "Club Tanuki", "timezone": "Asia/Tokyo", "version": version}
    answer = browser.post(f"/clubs/{club.pk}/edit/", form)
    assert answer.status_code == 422
    assert "This form is damaged. Load the page again and repeat." in answer.content.decode()
    assert Club.objects.get().name == "Club Koi"


def test_a_refused_form_can_be_sent_again(browser: Client, club: Club) -> None:
    form = {"name": " ", "form_key": "the-form"}
    assert browser.post(f"/clubs/{club.pk}/players/", form).status_code == 422
    assert browser.post(f"/clubs/{club.pk}/players/", form).status_code == 422
    assert not Player.objects.exists()
