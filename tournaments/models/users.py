"""Accounts and the tokens by which tools act for them."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from knox.models import AbstractAuthToken
from knox.settings import CONSTANTS


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no types
    """An account. What it may do in a club says its membership (`permissions.can`)."""

    scopes: frozenset[str] | None = None
    """Set for the length of a request that came with a token; `None`: all the person may do."""

    class Meta(AbstractUser.Meta):
        ordering = ["id"]


class Scope(models.TextChoices):
    READ = "read", "read"
    SCORE = "score", "report, confirm and correct results"
    ORGANISE = "organise", "players, tournaments, draws"
    ADMINISTER = "administer", "the club and its members"


class Token(AbstractAuthToken):
    """A tool's key: what it is called, what it may do and until when. Only a digest is stored."""

    digest = models.CharField(max_length=CONSTANTS.DIGEST_LENGTH, unique=True)
    name = models.CharField(max_length=80)
    scopes = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"
