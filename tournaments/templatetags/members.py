"""What only a club's people are shown: `{% load members %}`."""

from typing import Any

from django import template

from tournaments.models import Club, User
from tournaments.permissions import role_in

register = template.Library()


@register.filter
def is_member(user: User | Any, club: Club) -> bool:
    """Whether the reader is one of the club's people. 1 query a request and club."""
    return bool(user and user.is_authenticated and role_in(user, club) is not None)
