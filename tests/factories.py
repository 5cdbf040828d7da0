"""Rows for tests, made through the services wherever one exists."""

from rest_framework.test import APIClient

from tournaments.models import Club, Player, User
from tournaments.services import clubs, players

PASSWORD = "moss-and-stone-7"


def user(username: str) -> User:
    return User.objects.create_user(username, password=PASSWORD)


def club(owner: User, name: str = "Club Koi") -> Club:
    return clubs.create_club(owner, name=name, timezone="Europe/Berlin")


def member(owner: User, in_club: Club, username: str, role: str) -> User:
    person = user(username)
    clubs.add_member(owner, in_club, username=username, role=role)
    return person


def add_players(owner: User, in_club: Club, count: int) -> list[Player]:
    return [
        players.add_player(owner, in_club, name=f"Player {number:03d}")
        for number in range(1, count + 1)
    ]


def api(person: User) -> APIClient:
    client = APIClient()
    client.force_login(person)
    return client
