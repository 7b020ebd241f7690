import django.db.models.deletion
from django.db import migrations, models


def say_of_which_club(apps, schema_editor):
    """The club of every list that still has its evening."""
    RatingList = apps.get_model("tournaments", "RatingList")
    Evening = apps.get_model("tournaments", "Evening")
    of_evening = Evening.objects.filter(pk=models.OuterRef("evening")).values("competition__club")
    RatingList.objects.filter(evening__isnull=False).update(club=models.Subquery(of_evening))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_transfers"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratinglist",
            name="club",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        migrations.CreateModel(
            name="RatingNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField()),
                ("version", models.PositiveBigIntegerField()),
                ("counts", models.BooleanField()),
                ("rounds", models.BinaryField()),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_notes",
                        to="tournaments.evening",
                    ),
                ),
            ],
            options={
                "verbose_name": "note for the rating",
                "verbose_name_plural": "notes for the rating",
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(say_of_which_club, migrations.RunPython.noop, elidable=True),
    ]
