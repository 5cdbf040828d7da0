"""The back room: every table to look at, hardly anything to change.

What a service does is not done here: it would leave no journal entry, ask no rule and lock no row.
Left to change is what no service does and no standing rests on: an account's address, whether it
is active, and its password.
"""

import logging
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DataError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    IdempotencyKey,
    Job,
    JournalEntry,
    Match,
    Membership,
    Player,
    Rating,
    RatingChange,
    RatingEvent,
    RatingPool,
    Record,
    Result,
    Round,
    Score,
    Seat,
    Series,
    Snapshot,
    Stage,
    TileSetVersion,
    Token,
    Tournament,
    User,
)
from tournaments.services import accounts

log = logging.getLogger("teien.back_room")

admin.site.site_header = "Teien: admin"
admin.site.site_title = "Teien"
admin.site.index_title = "Everything that is stored"
admin.site.unregister(Group)  # who may do what says a membership


def sign_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """The back room has no door of its own: the sign-in page counts the attempts."""
    onward = request.GET.get(REDIRECT_FIELD_NAME, "")
    allowed = url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure())
    if not (allowed and onward.startswith("/")):
        onward = reverse("admin:index")
    if admin.site.has_permission(request):
        return HttpResponseRedirect(onward)
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(onward, reverse("web:login"))


admin.site.login = sign_in  # type: ignore[method-assign]

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
    Accounts = UserAdmin[User]
    PasswordForm = AdminPasswordChangeForm[User]
else:
    Rows, Accounts, PasswordForm = admin.ModelAdmin, UserAdmin, AdminPasswordChangeForm


class Filtered(Rows):
    """A list whose address may say what no database can look for, such as NUL in a text or a time
    before all times: that is the asker's fault and not ours."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        try:
            with transaction.atomic():
                response = super().changelist_view(request, extra_context)
                return response.render() if isinstance(response, TemplateResponse) else response
        except (ValueError, OverflowError, DataError) as error:
            if not request.GET:
                raise
            log.warning("a filter that can't be", extra={"filter": str(error)})
            raise BadRequest("a filter that can't be") from error


class BackRoom(Filtered):
    """Read only. `hidden`: fields that are nobody's business."""

    hidden: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.hidden


# People -----------------------------------------------------------------------------------------


class NewPassword(PasswordForm):
    """Whoever needs this may have lost more than the password: the account's tokens end too."""

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            user: User = super().save(commit)
            accounts.end_all_tokens(user)
        return user


@admin.register(User)
class UserBackRoom(Filtered, Accounts):
    """An owner who has lost a password is helped here, by a superuser."""

    change_password_form = NewPassword
    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["username", "email"]
    ordering = ["username"]
    filter_horizontal = ()
    fieldsets = [
        (None, {"fields": ["username", "password", "email", "is_active"]}),
        ("Not changed here", {"fields": ["is_staff", "is_superuser", "last_login", "date_joined"]}),
    ]
    readonly_fields = ["username", "is_staff", "is_superuser", "last_login", "date_joined"]
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Token)
class TokenBackRoom(BackRoom):
    list_display = ["name", "token_key", "user", "scopes", "created", "expiry"]
    list_filter = ["created", "expiry"]
    list_select_related = ["user"]
    search_fields = ["name", "user__username"]
    hidden = ("digest",)


@admin.register(Club)
class ClubBackRoom(BackRoom):
    list_display = ["name", "timezone", "position", "created_at"]
    search_fields = ["name"]


@admin.register(Membership)
class MembershipBackRoom(BackRoom):
    list_display = ["user", "club", "role", "created_at"]
    list_filter = ["role", "club"]
    list_select_related = ["user", "club"]
    search_fields = ["user__username", "club__name"]


@admin.register(Player)
class PlayerBackRoom(BackRoom):
    list_display = ["name", "reading", "number", "club", "user", "merged_into", "erased_at"]
    list_filter = ["club", ("erased_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club", "user", "merged_into"]
    search_fields = ["name", "name_key", "reading", "number"]


# Tournaments ------------------------------------------------------------------------------------


@admin.register(Tournament)
class TournamentBackRoom(BackRoom):
    list_display = ["name", "club", "game", "state", "starts_on", "scheme"]
    list_filter = ["state", "game", "club"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    date_hierarchy = "starts_on"


@admin.register(Stage)
class StageBackRoom(BackRoom):
    list_display = ["tournament", "number", "kind", "table_size"]
    list_filter = ["kind"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


@admin.register(Entry)
class EntryBackRoom(BackRoom):
    list_display = ["player", "tournament", "state", "joined_round", "dropped_round"]
    list_filter = ["state"]
    list_select_related = ["player", "tournament"]
    search_fields = ["player__name", "tournament__name"]


@admin.register(Round)
class RoundBackRoom(BackRoom):
    list_display = ["stage", "number", "state", "seed", "drawn_at", "published_at", "closed_at"]
    list_filter = ["state"]
    list_select_related = ["stage__tournament"]
    search_fields = ["stage__tournament__name"]


@admin.register(Snapshot)
class SnapshotBackRoom(BackRoom):
    list_display = ["round", "revision", "position", "computed_at"]
    list_select_related = ["round__stage__tournament"]
    search_fields = ["round__stage__tournament__name"]


# Tables and results -----------------------------------------------------------------------------


@admin.register(Series)
class SeriesBackRoom(BackRoom):
    list_display = ["id", "club", "round", "table_no", "game", "state", "closed_at"]
    list_filter = ["state", "game", "club"]
    list_select_related = ["club", "round__stage__tournament"]
    search_fields = ["=id", "round__stage__tournament__name"]


@admin.register(Seat)
class SeatBackRoom(BackRoom):
    list_display = ["id", "series", "position", "player", "round"]
    list_select_related = ["series", "player", "round__stage__tournament"]
    search_fields = ["player__name", "=series__id"]


@admin.register(Match)
class MatchBackRoom(BackRoom):
    list_display = ["id", "series", "number", "setup", "state"]
    list_filter = ["state"]
    list_select_related = ["series"]
    search_fields = ["=id", "=series__id"]


@admin.register(Result)
class ResultBackRoom(BackRoom):
    list_display = ["id", "match", "revision", "state", "source", "reported_by", "confirmed_by"]
    list_filter = ["state", "source"]
    list_select_related = ["match__series", "reported_by", "confirmed_by"]
    search_fields = ["=id", "=match__id", "reported_by__username"]
    date_hierarchy = "reported_at"


@admin.register(Score)
class ScoreBackRoom(BackRoom):
    list_display = ["id", "result", "seat", "score", "place", "credit"]
    list_select_related = ["result__match__series", "seat__series"]
    search_fields = ["=result__id", "seat__player__name"]


@admin.register(Record)
class RecordBackRoom(BackRoom):
    list_display = ["match", "rules", "verified", "created_at"]
    list_filter = ["verified", "rules"]
    list_select_related = ["match__series"]
    search_fields = ["=match__id"]


# Ratings ----------------------------------------------------------------------------------------


@admin.register(RatingPool)
class RatingPoolBackRoom(BackRoom):
    list_display = ["club", "game", "model", "version", "position", "computed_at"]
    list_filter = ["game"]
    list_select_related = ["club"]
    search_fields = ["club__name"]


@admin.register(RatingEvent)
class RatingEventBackRoom(BackRoom):
    list_display = ["series", "pool", "closed_at", "counts", "seen_version"]
    list_filter = ["counts"]
    list_select_related = ["series", "pool__club"]
    search_fields = ["=series__id", "pool__club__name"]


@admin.register(RatingChange)
class RatingChangeBackRoom(BackRoom):
    list_display = ["event", "player", "number", "place", "mu_before", "mu_after", "sigma_after"]
    list_select_related = ["event__series", "event__pool__club", "player"]
    search_fields = ["player__name", "=event__series__id"]


@admin.register(Rating)
class RatingBackRoom(BackRoom):
    list_display = ["player", "pool", "mu", "sigma", "events"]
    list_select_related = ["player", "pool__club"]
    search_fields = ["player__name", "pool__club__name"]


# Game data --------------------------------------------------------------------------------------


@admin.register(BoardVersion, TileSetVersion)
class GameDataBackRoom(BackRoom):
    list_display = ["name", "number", "status", "club", "hash", "created_at", "retired_at"]
    list_filter = ["status", "club", ("retired_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["name", "hash"]


# Who did what, and what is to be done -----------------------------------------------------------


@admin.register(JournalEntry)
class JournalBackRoom(BackRoom):
    list_display = ["position", "club", "verb", "noun", "noun_id", "actor", "at", "tournament"]
    list_filter = ["club", "verb"]
    list_select_related = ["club", "actor", "tournament"]
    search_fields = ["=noun_id", "verb", "noun", "request_id", "actor__username"]
    date_hierarchy = "at"


@admin.register(IdempotencyKey)
class IdempotencyKeyBackRoom(BackRoom):
    list_display = ["key", "actor", "status", "created_at"]
    list_filter = ["status"]
    list_select_related = ["actor"]
    search_fields = ["key", "actor__username"]
    hidden = ("body_hash", "answer")


@admin.register(Job)
class JobBackRoom(BackRoom):
    list_display = ["kind", "key", "state", "done", "total", "attempts", "requested_at", "message"]
    list_filter = ["state", "kind"]
    list_select_related = ["club"]
    search_fields = ["key", "message", "error"]
