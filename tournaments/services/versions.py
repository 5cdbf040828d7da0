"""Locking a row and holding it against the version that the caller has seen."""

from typing import TypeVar

from django.db import models

from tournaments.errors import NotThere, Stale

Row = TypeVar("Row", bound=models.Model)


def lock(rows: "models.QuerySet[Row]", pk: int, expected: int | None = None) -> Row:
    """The row, locked until the transaction ends; `Stale` if its version is not `expected`."""
    row = rows.select_for_update(of=("self",), no_key=True).filter(pk=pk).first()
    noun = str(rows.model._meta.verbose_name)
    if row is None:
        raise NotThere("not_found", f"There is no such {noun}.", noun=noun, id=pk)
    check_version(row, expected)
    return row


def check_version(row: models.Model, expected: int | None) -> None:
    version: int = getattr(row, "version")  # noqa: B009
    if expected is None or version == expected:
        return
    noun = str(row._meta.verbose_name)
    raise Stale(
        "stale_version",
        f"Somebody changed this {noun} meanwhile. Look again, then repeat what is still needed.",
        noun=noun,
        id=row.pk,
        expected=expected,
        version=version,
    )


def save(row: models.Model) -> None:
    """Saves a locked row under its next version."""
    setattr(row, "version", getattr(row, "version") + 1)  # noqa: B009, B010
    row.save()
