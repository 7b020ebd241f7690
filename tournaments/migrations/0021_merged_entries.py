import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_published_divisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="MergedEntry",
            fields=[
                ("key", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="was",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "merged entry",
                "verbose_name_plural": "merged entries",
            },
        ),
    ]
