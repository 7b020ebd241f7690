import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_merged_entries"),
    ]

    operations = [
        migrations.CreateModel(
            name="CalendarMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=40)),
                ("sequence", models.PositiveIntegerField(db_default=0, default=0)),
                ("fingerprint", models.CharField(max_length=64)),
                ("detail", models.CharField(max_length=64)),
                ("changed_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_marks",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "event as it was last sent",
                "verbose_name_plural": "events as they were last sent",
                "constraints": [models.UniqueConstraint(fields=("club", "key"), name="calendar_mark_once")],
            },
        ),
    ]
