"""Ratings, what they come from, and their history; the database holds that they belong together."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models


belong = import_module("tournaments.migrations.0003_more_guards").belong

BELONGS = {
    "a_rating_event_is_a_series_of_the_pool": (
        "ratingevent", "INSERT OR UPDATE OF pool_id, series_id", None,
        """1 FROM tournaments_ratingpool p JOIN tournaments_series v
        ON v.club_id = p.club_id AND v.game = p.game
        WHERE p.id = NEW.pool_id AND v.id = NEW.series_id""",
    ),
    "a_rating_is_for_a_player_of_the_club": (
        "rating", "INSERT OR UPDATE OF pool_id, player_id", None,
        """1 FROM tournaments_ratingpool p JOIN tournaments_player q ON q.club_id = p.club_id
        WHERE p.id = NEW.pool_id AND q.id = NEW.player_id""",
    ),
    "a_rating_change_is_of_an_event_of_the_pool": (
        "ratingchange", "INSERT OR UPDATE OF pool_id, event_id, player_id", None,
        """1 FROM tournaments_ratingevent e JOIN tournaments_ratingpool p ON p.id = e.pool_id
        JOIN tournaments_player q ON q.club_id = p.club_id
        WHERE e.id = NEW.event_id AND p.id = NEW.pool_id AND q.id = NEW.player_id""",
    ),
}


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_boards_of_a_club'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(choices=[('niwa', 'Niwa'), ('gazebo', 'Gazebo'), ('gnome_hollow', 'Gnome Hollow')], max_length=16)),
                ('model', models.CharField(max_length=40)),
                ('version', models.PositiveSmallIntegerField()),
                ('position', models.PositiveBigIntegerField(default=0)),
                ('merged', models.JSONField(default=dict)),
                ('computed_at', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True, db_index=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_pools', to='tournaments.club')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='RatingEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_version', models.PositiveIntegerField()),
                ('closed_at', models.DateTimeField()),
                ('counts', models.BooleanField()),
                ('series', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating_event', to='tournaments.series')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_events', to='tournaments.ratingpool')),
            ],
            options={
                'ordering': ['closed_at', 'series'],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('side', models.PositiveSmallIntegerField()),
                ('place', models.DecimalField(decimal_places=1, max_digits=3)),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu_after', models.FloatField()),
                ('sigma_after', models.FloatField()),
                ('changed_at', models.DateTimeField(auto_now=True, db_index=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='tournaments.player')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='tournaments.ratingevent')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='tournaments.ratingpool')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('events', models.PositiveIntegerField()),
                ('changed_at', models.DateTimeField(auto_now=True, db_index=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='tournaments.player')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='tournaments.ratingpool')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddConstraint(
            model_name='ratingpool',
            constraint=models.UniqueConstraint(fields=('club', 'game'), name='one_pool_a_club_and_game'),
        ),
        migrations.AddConstraint(
            model_name='ratingpool',
            constraint=models.CheckConstraint(condition=models.Q(('game__in', ['niwa', 'gazebo', 'gnome_hollow'])), name='known_pool_game'),
        ),
        migrations.AddIndex(
            model_name='ratingevent',
            index=models.Index(fields=['pool', 'closed_at', 'series'], name='events_of_a_pool'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='one_change_a_player'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('pool', 'player', 'number'), name='rating_change_number_once', deferrable=models.Deferrable.DEFERRED),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='events_count_from_1'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.CheckConstraint(condition=models.Q(('sigma_after__gt', 0), ('sigma_before__gt', 0)), name='changes_leave_doubt'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', 'mu'], name='ratings_by_strength'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('pool', 'player'), name='one_rating_a_player'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='ratings_leave_doubt'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('events__gte', 1)), name='rated_by_an_event'),
        ),
        *[belong(name, *check) for name, check in BELONGS.items()],
    ]
