"""What all pages share: frame, navigation, messages, style."""

import re
from pathlib import Path
from zoneinfo import available_timezones

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.tournaments.web.soundness import faults, sound
from tournaments.models import Club, User
from tournaments.services import players
from tournaments.web.zones import zones

pytestmark = pytest.mark.django_db

LONG = "Donaudampfschifffahrtsgesellschaftskapitänskajütentürschlüsselloch" + "x" * 50


def test_every_page_has_its_title_way_in_and_frame(visitor: Client, club: Club) -> None:
    html = sound(visitor.get(f"/clubs/{club.pk}/players/"))
    assert "<title>Players · Club Koi · Teien</title>" in html
    assert '<a class="skip" href="#content">' in html
    assert '<main id="content"' in html
    assert 'name="viewport" content="width=device-width, initial-scale=1"' in html
    assert f'href="/login/?next=/clubs/{club.pk}/players/"' in html


def test_the_navigation_says_where_one_is(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"/clubs/{club.pk}/players/"))
    assert f'href="/clubs/{club.pk}/players/" aria-current="true"' in html
    assert html.count("aria-current") == 1
    assert f'href="/clubs/{club.pk}/" aria-current="page"' in sound(
        browser.get(f"/clubs/{club.pk}/")
    )


def test_who_is_signed_in_can_sign_out(browser: Client, club: Club) -> None:
    html = sound(browser.get("/"))
    assert '<form method="post" action="/logout/">' in html
    assert "Tokens for tools" in html
    assert "Admin" not in html


def test_the_admin_is_shown_to_staff(browser: Client, owner: User, club: Club) -> None:
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    assert 'href="/admin/">Admin</a>' in sound(browser.get("/"))


def test_what_was_done_is_said_once(browser: Client, club: Club) -> None:
    browser.post(f"/clubs/{club.pk}/players/", {"name": "Zoë"})
    html = sound(browser.get("/"))
    assert '<p class="message success" role="status">Zoë is added.</p>' in html
    assert "Zoë is added." not in sound(browser.get("/"))


def test_reading_changes_nothing(browser: Client, owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name=LONG)
    for address in (
        "/", "/tokens/", f"/clubs/{club.pk}/", f"/clubs/{club.pk}/edit/",
        f"/clubs/{club.pk}/members/", f"/clubs/{club.pk}/players/", f"/clubs/{club.pk}/import/",
        f"/players/{player.pk}/", f"/players/{player.pk}/edit/",
        f"/members/{club.memberships.get().pk}/",
    ):  # fmt: skip
        response = browser.get(address)
        assert response.status_code == 200, address
        sound(response)
        assert browser.head(address).status_code == 200, address
        assert browser.put(address).status_code == 405, address
    club.refresh_from_db()
    assert (club.version, club.position) == (1, 2)


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p>", "<p> is never closed"),
        ("<p></b></p>", "</b> closes ['html', 'p']"),
        ("<script></script>", "a script"),
        ('<img src="x">', "an image without alt"),
        ("<input name='a'>", "no label for"),
        ("<h1>a</h1><h3>b</h3>", "a heading skips a level"),
        ("<table></table>", "a table without a caption"),
        ("<form method=post></form>", "a form without a guard"),
        ('<p id="a"></p><p id="a"></p>', "the id a stands 2 times"),
        ('<a onclick="x()">a</a>', "onclick on <a>"),
    ],
)
def test_the_check_of_pages_finds_faults(html: str, fault: str) -> None:
    sound_page = '<html lang="en"><h1>a</h1></html>'
    assert faults(sound_page) == []
    page = f'<html lang="en">{"" if "<h1>" in html else "<h1>a</h1>"}{html}</html>'
    assert any(found.startswith(fault) for found in faults(page))


# The style --------------------------------------------------------------------------------------


def css() -> str:
    found = finders.find("web/teien.css")
    assert isinstance(found, str)
    return Path(found).read_text()


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def contrast(first: str, second: str) -> float:
    """The contrast of two colours by WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "paper"), ("ink", "card"), ("ink", "leaf-soft"), ("ink", "alarm-soft"),
        ("ink", "sand-soft"), ("quiet", "paper"), ("quiet", "card"), ("quiet", "leaf-soft"),
        ("leaf", "paper"), ("leaf", "card"), ("leaf", "leaf-soft"), ("leaf-deep", "leaf-soft"),
        ("on-leaf", "leaf"), ("on-leaf", "leaf-deep"), ("alarm", "card"), ("alarm", "paper"),
        ("alarm", "alarm-soft"), ("sand", "sand-soft"),
    ],
)  # fmt: skip
def test_text_is_readable_on_its_ground(scheme: str, text: str, ground: str) -> None:
    light, dark = css().split("@media (prefers-color-scheme: dark)")[:2]
    palette = colours(light) if scheme == "light" else colours(dark.split("/* Frame")[0])
    assert contrast(palette[text], palette[ground]) >= 4.5


def test_fields_are_seen_and_reached_by_a_thumb() -> None:
    light, dark = css().split("@media (prefers-color-scheme: dark)")[:2]
    for palette in (colours(light), colours(dark.split("/* Frame")[0])):
        assert contrast(palette["edge"], palette["paper"]) >= 3
        assert contrast(palette["focus"], palette["paper"]) >= 3
    assert "min-height: 2.75rem" in css()
    assert css().count("{") == css().count("}")
    assert "http" not in css()


def test_the_zones_that_a_form_offers() -> None:
    groups = dict(zones())
    assert list(groups)[:3] == ["Common", "Africa", "America"]
    assert {"Asia/Tokyo", "Europe/Berlin", "UTC"} <= set(groups["Common"])
    assert "America/Argentina/Buenos_Aires" in groups["America"]
    every = {name for names in groups.values() for name in names}
    assert every <= available_timezones()
    assert not any(name.startswith(("Etc/", "US/", "posix/")) for name in every)


def test_only_links_are_underlined_in_a_standing() -> None:
    (rule,) = re.findall(r"^\.decides \{(.*?)\}", css(), re.M | re.S)
    assert "background" in rule
    assert "underline" not in rule
