import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0006_paused_jobs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Simulation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(choices=[('niwa', 'Niwa'), ('gazebo', 'Gazebo'), ('gnome_hollow', 'Gnome Hollow')], max_length=16)),
                ('rules', models.PositiveSmallIntegerField()),
                ('bots', models.JSONField()),
                ('options', models.JSONField(blank=True, default=dict)),
                ('setups', models.JSONField()),
                ('seed', models.BigIntegerField()),
                ('games', models.PositiveBigIntegerField()),
                ('until_width', models.FloatField(blank=True, null=True)),
                ('next_block', models.PositiveBigIntegerField(default=0)),
                ('target_block', models.PositiveBigIntegerField()),
                ('blocks_done', models.PositiveBigIntegerField(default=0)),
                ('counts', models.JSONField(blank=True, default=dict)),
                ('call', models.PositiveIntegerField(default=0)),
                ('called_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField(auto_now=True, db_index=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='simulations', to='tournaments.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='simulations', to=settings.AUTH_USER_MODEL)),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='simulation', to='tournaments.job')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='SampleRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('block', models.PositiveBigIntegerField()),
                ('text', models.TextField()),
                ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='analytics.simulation')),
            ],
            options={
                'ordering': ['simulation', 'block'],
            },
        ),
        migrations.CreateModel(
            name='Chunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveBigIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('running', 'Running'), ('done', 'Done')], default='running', max_length=8)),
                ('attempt', models.PositiveSmallIntegerField(default=1)),
                ('worker', models.CharField(max_length=120)),
                ('lease_until', models.DateTimeField(null=True)),
                ('error', models.TextField(blank=True)),
                ('games', models.PositiveIntegerField(default=0)),
                ('seconds', models.FloatField(null=True)),
                ('counts', models.JSONField(null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='analytics.simulation')),
            ],
            options={
                'ordering': ['simulation', 'first'],
            },
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('game__in', ['niwa', 'gazebo', 'gnome_hollow'])), name='known_simulation_game'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('games__gt', 0)), name='a_simulation_has_games'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('blocks_done__lte', models.F('next_block')), ('next_block__lte', models.F('target_block'))), name='done_blocks_were_given_out'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('until_width', None), models.Q(('until_width__gt', 0), ('until_width__lt', 1)), _connector='OR'), name='a_width_is_a_share'),
        ),
        migrations.AddConstraint(
            model_name='samplerecord',
            constraint=models.UniqueConstraint(fields=('simulation', 'block'), name='one_record_a_block'),
        ),
        migrations.AddIndex(
            model_name='chunk',
            index=models.Index(fields=['simulation', 'done_at'], name='chunks_by_time'),
        ),
        migrations.AddConstraint(
            model_name='chunk',
            constraint=models.UniqueConstraint(fields=('simulation', 'first'), name='a_block_is_played_once'),
        ),
        migrations.AddConstraint(
            model_name='chunk',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('counts__isnull', True), ('lease_until__isnull', False), ('state', 'running')), models.Q(('counts__isnull', False), ('done_at__isnull', False), ('state', 'done')), _connector='OR'), name='a_done_chunk_has_counts'),
        ),
    ]
