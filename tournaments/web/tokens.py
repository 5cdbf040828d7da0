"""A person's own tokens, by which tools act for them."""

from collections.abc import Mapping
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import NotThere, Refused
from tournaments.models import Token
from tournaments.models.users import Scope
from tournaments.services import tokens as token_services
from tournaments.web.doors import page, submit
from tournaments.web.errors import refusal, says_refusals, sign_in_address

LIVES = {"7": "a week", "30": "30 days", "90": "90 days", "365": "a year"}
"""Days ↦ what the form calls them."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a POST makes one and shows its secret, this once."""
    if not request.user.is_authenticated:
        return redirect(sign_in_address(request))
    if request.method == "POST":
        return _create(request)
    return _list(request, {"days": "90", "scopes": [Scope.READ]})


@require_POST
@says_refusals
def token_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ends a token of one's own. A second click is answered as the first was."""

    def delete() -> None:
        own = Token.objects.filter(pk=pk, user=request.user).first()
        if own is None:
            raise NotThere("not_found", "You have no such token.")
        token_services.delete_token(request.user, own)  # type: ignore[arg-type]

    answer = submit(request, delete, to=reverse("web:tokens"), said="The token is deleted.")
    return refusal(request, answer) if isinstance(answer, Refused) else answer


def _create(request: HttpRequest) -> HttpResponse:
    """The answer to the form itself shows the secret: nothing keeps it, not even a session."""
    typed = {
        "name": request.POST.get("name", ""),
        "days": request.POST.get("days", ""),
        "scopes": request.POST.getlist("scopes"),
    }
    made: list[tuple[Token, str]] = []
    answer = submit(
        request,
        lambda: made.append(_made(request, typed)),
        to=reverse("web:tokens"),
        said="The token is made.",
    )
    if isinstance(answer, Refused):
        return _list(request, typed, answer)
    if not made:
        return answer
    token, secret = made[0]
    return page(request, "web/token_secret.html", {"token": token, "secret": secret})


def _made(request: HttpRequest, typed: Mapping[str, object]) -> tuple[Token, str]:
    days = str(typed["days"])
    if days not in LIVES:
        raise Refused("bad_expiry", "Choose how long the token lives.", field="expires_at")
    return token_services.create_token(
        request.user,  # type: ignore[arg-type]
        name=str(typed["name"]),
        scopes=request.POST.getlist("scopes"),
        expires_at=timezone.now() + timedelta(days=int(days)),
    )


def _list(
    request: HttpRequest, typed: Mapping[str, object], refused: Refused | None = None
) -> HttpResponse:
    context = {
        "tokens": Token.objects.filter(user=request.user),
        "now": timezone.now(),
        "typed": typed,
        "scopes": Scope.choices,
        "lives": LIVES,
    }
    return page(request, "web/tokens.html", context, refused)
