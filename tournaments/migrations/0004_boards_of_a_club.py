"""A club's own boards and tile sets: who made which version, and which one is in force.

What a version is still never changes; a match with a result keeps the version it was played on.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

DATA = {"boardversion": "board", "tilesetversion": "tile_set"}
OWN = models.Q(club__isnull=False)

FIELDS = {
    "name_key": models.CharField(default="", editable=False, max_length=240),
    "number": models.PositiveIntegerField(default=1),
    "made_by": models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT,
        related_name="made_%(class)ss", to=settings.AUTH_USER_MODEL,
    ),
    "retired_at": models.DateTimeField(blank=True, null=True),
    "version": models.PositiveIntegerField(default=1, editable=False),
    "changed_at": models.DateTimeField(auto_now=True, db_index=True),
}

KEPT = ["id", "club_id", "name", "name_key", "number", "text", "hash", "status", "made_by_id", "created_at"]
"""All of a version but whether it is in force, and what counts its changes."""

PLAYED = """
DROP TRIGGER a_match_with_a_result_keeps_what_is_played ON tournaments_match;
CREATE TRIGGER a_match_with_a_result_keeps_what_is_played
    BEFORE UPDATE OF {columns} ON tournaments_match FOR EACH ROW
    WHEN (({old}) IS DISTINCT FROM ({new}))
    EXECUTE FUNCTION teien_a_match_with_a_result_keeps_what_is_played()
"""


def constraints(noun):
    in_force = OWN & models.Q(retired_at=None)
    shipped = models.Q(club=None, retired_at=None) & ~models.Q(status="own")
    return [
        models.UniqueConstraint(
            condition=OWN, fields=("club", "name_key", "number"), name=f"{noun}_number_once"
        ),
        models.UniqueConstraint(
            condition=in_force, fields=("club", "name_key"), name=f"one_{noun}_in_force_a_name"
        ),
        models.CheckConstraint(
            condition=OWN & models.Q(status="own") | shipped, name=f"{noun}_own_or_shipped"
        ),
        models.CheckConstraint(condition=models.Q(number__gte=1), name=f"{noun}_count_from_1"),
    ]


def keeps_what_it_is(table):
    """In the place of a trigger that refused any change."""
    old, new = (", ".join(f"{row}.{column}" for column in KEPT) for row in ("OLD", "NEW"))
    create = f"CREATE TRIGGER never_changes BEFORE UPDATE ON tournaments_{table} FOR EACH ROW "
    drop = f"DROP TRIGGER never_changes ON tournaments_{table}; "
    refuse = "EXECUTE FUNCTION teien_refuse_change()"
    return migrations.RunSQL(
        f"{drop}{create}WHEN (({old}) IS DISTINCT FROM ({new})) {refuse}",
        f"{drop}{create}WHEN (OLD.* IS DISTINCT FROM NEW.*) {refuse}",
    )


def played(*columns):
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("OLD", "NEW"))
    return PLAYED.format(columns=", ".join(columns), old=old, new=new)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_more_guards")]

    operations = [
        *[
            migrations.AlterModelOptions(
                name=table, options={"ordering": ["id"], "verbose_name": noun.replace("_", " ")}
            )
            for table, noun in DATA.items()
        ],
        *[
            migrations.AddField(model_name=table, name=name, field=field.clone())
            for table in DATA
            for name, field in FIELDS.items()
        ],
        *[
            migrations.AddConstraint(model_name=table, constraint=constraint)
            for table, noun in DATA.items()
            for constraint in constraints(noun)
        ],
        *[keeps_what_it_is(table) for table in DATA],
        migrations.RunSQL(
            played("setup", "number", "board_version_id", "tile_set_version_id"),
            played("setup", "number"),
        ),
    ]
