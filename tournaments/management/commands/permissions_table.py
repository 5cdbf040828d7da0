"""`./teien manage permissions_table > docs/permissions.md`: who may do what, from the code."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments import permissions
from tournaments.models.clubs import Role

HEAD = """# Who may do what

Made from `tournaments/permissions.py` by `./teien manage permissions_table`; a test holds it.
Anyone, signed in or not, may read what is published. A token acts for its owner, and only within
its scopes; a session has them all. A player with an account counts as one of a table's own players
at every series that the player has a seat in.
"""


class Command(BaseCommand):
    help = "Prints the table of roles and verbs as Markdown."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(HEAD)
        roles = [str(role) for role in Role]
        self.stdout.write(f"| verb | what it is | {' | '.join(roles)} | scope of a token |")
        self.stdout.write("|---|---|" + "---|" * (len(roles) + 1))
        for verb, text, allowed, scope in permissions.table():
            cells = ["yes" if allowed[role] else "" for role in roles]
            self.stdout.write(f"| `{verb}` | {text} | {' | '.join(cells)} | `{scope}` |")
