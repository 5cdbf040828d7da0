"""A club's tile set may be a reconstruction too; two versions of a name may differ in that alone."""

from django.db import migrations, models

TABLE = "tilesetversion"
OWN = models.Q(club__isnull=False, status__in=["own", "reconstruction"])
SHIPPED = models.Q(club=None, retired_at=None) & ~models.Q(status="own")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_paused_jobs")]

    operations = [
        *[
            migrations.RemoveConstraint(TABLE, name)
            for name in ("tile_set_version_once", "tile_set_own_or_shipped")
        ],
        migrations.AddConstraint(
            TABLE,
            models.UniqueConstraint(
                fields=["club", "name", "hash", "status"], nulls_distinct=False,
                name="tile_set_version_once",
            ),
        ),
        migrations.AddConstraint(
            TABLE, models.CheckConstraint(condition=OWN | SHIPPED, name="tile_set_own_or_shipped")
        ),
    ]
