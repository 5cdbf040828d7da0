"""Who may do what: the table, and each of its cells."""

import io
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from tests import factories
from tournaments.errors import Forbidden
from tournaments.models import Club, User
from tournaments.models.clubs import Role
from tournaments.models.users import Scope
from tournaments.permissions import VERBS, can, check


def test_the_docs_have_the_table() -> None:
    made = io.StringIO()
    call_command("permissions_table", stdout=made)
    page = Path(settings.BASE_DIR) / "docs" / "permissions.md"
    assert page.read_text(encoding="utf-8") == made.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role.values)
def test_a_role_may_what_its_column_says(owner: User, club: Club, role: str) -> None:
    person = owner if role == "owner" else factories.member(owner, club, "someone", role)
    person = User.objects.get(pk=person.pk)
    allowed = {verb for verb in VERBS if can(person, verb, club)}
    assert allowed == {verb for verb, (roles, _, _) in VERBS.items() if role in roles}


@pytest.mark.django_db
def test_a_stranger_and_nobody_may_do_nothing(owner: User, club: Club) -> None:
    stranger = factories.user("eve")
    factories.clubs.create_club(stranger, name="Eve's")
    for person in (stranger, AnonymousUser()):
        assert not any(can(person, verb, club) for verb in VERBS)


@pytest.mark.django_db
def test_an_account_that_was_shut_may_do_nothing(owner: User, club: Club) -> None:
    owner.is_active = False
    assert not any(can(owner, verb, club) for verb in VERBS)


@pytest.mark.django_db
@pytest.mark.parametrize("scope", Scope.values)
def test_a_token_does_no_more_than_its_scopes(owner: User, club: Club, scope: str) -> None:
    owner.scopes = frozenset([scope])
    allowed = {verb for verb in VERBS if can(owner, verb, club)}
    assert allowed == {verb for verb, (_, needed, _) in VERBS.items() if needed == scope}
    for verb in VERBS.keys() - allowed:
        with pytest.raises(Forbidden) as refusal:
            check(owner, verb, club)
        assert refusal.value.code == "missing_scope"
