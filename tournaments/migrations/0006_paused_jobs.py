from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_ratings")]

    operations = [
        migrations.RemoveConstraint(model_name="job", name="known_job_state"),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("running", "Running"),
                    ("paused", "Paused"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="queued",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["queued", "running", "paused", "done", "failed", "cancelled"])
                ),
                name="known_job_state",
            ),
        ),
    ]
