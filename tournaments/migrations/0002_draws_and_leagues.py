import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, help_text='for who cannot move from table to table', null=True, verbose_name='fixed table'),
        ),
        migrations.AddField(
            model_name='entry',
            name='strength',
            field=models.IntegerField(blank=True, help_text='higher is stronger; only its order counts', null=True, verbose_name='playing strength'),
        ),
        migrations.AddField(
            model_name='round',
            name='given',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='method',
            field=models.CharField(db_default='lot', default='lot', max_length=12),
        ),
        migrations.AddField(
            model_name='round',
            name='provisional_by',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='table',
            name='pinned',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('level', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)], verbose_name='level')),
                ('kind', models.CharField(choices=[('round_robin', 'everybody against everybody'), ('knock_out', 'knock-out')], default='round_robin', max_length=12, verbose_name='kind')),
                ('legs', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(4)], verbose_name='times against each')),
                ('promoted', models.PositiveSmallIntegerField(default=0, verbose_name='go up')),
                ('relegated', models.PositiveSmallIntegerField(default=0, verbose_name='go down')),
                ('seed', models.BigIntegerField(default=0)),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.competition')),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'ordering': ['competition', 'level', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Schedule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('method', models.CharField(max_length=12)),
                ('seed', models.BigIntegerField()),
                ('entries', models.JSONField()),
                ('rounds', models.JSONField()),
                ('sit_outs', models.JSONField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('evening', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='schedule', to='tournaments.evening')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'schedule',
                'verbose_name_plural': 'schedules',
            },
        ),
        migrations.CreateModel(
            name='Venue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('address', models.CharField(blank=True, max_length=200, verbose_name='address')),
                ('tables', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tables')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='venues', to='tournaments.club')),
            ],
            options={
                'verbose_name': 'venue',
                'verbose_name_plural': 'venues',
                'ordering': ['club', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_day', models.PositiveSmallIntegerField(verbose_name='match day')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('home_from', models.CharField(blank=True, max_length=8)),
                ('away_from', models.CharField(blank=True, max_length=8)),
                ('date', models.DateField(blank=True, null=True, verbose_name='date')),
                ('first_date', models.DateField(editable=False, help_text='before it was postponed', null=True)),
                ('state', models.CharField(choices=[('planned', 'planned'), ('postponed', 'postponed'), ('played', 'played'), ('awarded', 'decided without play'), ('cancelled', 'cancelled')], default='planned', max_length=10)),
                ('note', models.CharField(blank=True, max_length=300, verbose_name='note')),
                ('away', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='away_fixtures', to='tournaments.entry')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='tournaments.division')),
                ('home', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='home_fixtures', to='tournaments.entry')),
                ('table', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixture', to='tournaments.table')),
                ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixtures', to='tournaments.venue')),
            ],
            options={
                'verbose_name': 'fixture',
                'verbose_name_plural': 'fixtures',
                'ordering': ['division', 'match_day', 'number'],
            },
        ),
        migrations.CreateModel(
            name='DivisionEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(verbose_name='seed')),
                ('blocked_dates', models.JSONField(blank=True, default=list, verbose_name='cannot play on')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.division')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='tournaments.entry')),
                ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.venue', verbose_name='home')),
            ],
            options={
                'verbose_name': 'entry of a division',
                'verbose_name_plural': 'entries of a division',
                'ordering': ['division', 'position'],
            },
        ),
        migrations.CreateModel(
            name='ApartGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('worth', models.PositiveSmallIntegerField(blank=True, help_text='empty: never, as long as any draw exists', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)], verbose_name='worth a gap of so many ranks')),
                ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='apart_groups', to='tournaments.competition')),
                ('entries', models.ManyToManyField(related_name='apart_groups', to='tournaments.entry', verbose_name='entries')),
            ],
            options={
                'verbose_name': 'group to keep apart',
                'verbose_name_plural': 'groups to keep apart',
                'ordering': ['competition', 'name'],
                'constraints': [models.UniqueConstraint(fields=('competition', 'name'), name='apart_group_name')],
            },
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('competition', 'name'), name='division_name'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='venue_name'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='fixture_number'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='fixture_against_another'),
        ),
        migrations.AddConstraint(
            model_name='divisionentry',
            constraint=models.UniqueConstraint(fields=('division', 'entry'), name='entry_once_in_division'),
        ),
        migrations.AddConstraint(
            model_name='divisionentry',
            constraint=models.UniqueConstraint(fields=('division', 'position'), name='division_position'),
        ),
    ]
