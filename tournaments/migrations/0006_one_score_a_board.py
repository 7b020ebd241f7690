from django.db import migrations, models

BEFORE = models.UniqueConstraint(
    condition=models.Q(("kind", "penalty"), _negated=True), fields=("round", "entry"), name="one_score_a_round"
)
AFTER = models.UniqueConstraint(
    condition=models.Q(("kind__in", ["penalty", "granted", "filled_in"]), _negated=True),
    fields=("round", "entry", "board"),
    name="one_score_a_board",
)


def replace(old, new):
    """One unique index for another; on PostgreSQL while the program goes on writing."""

    def run(apps, schema_editor):
        posting = apps.get_model("tournaments", "Posting")
        concurrently = " CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""
        create = str(new.create_sql(posting, schema_editor))
        schema_editor.execute(create.replace("UNIQUE INDEX", "UNIQUE INDEX" + concurrently, 1))
        schema_editor.execute(f'DROP INDEX{concurrently} IF EXISTS "{old.name}"')

    return run


class Migration(migrations.Migration):
    atomic = False  # an index cannot be made concurrently within a transaction

    dependencies = [("tournaments", "0005_seasons")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(replace(BEFORE, AFTER), replace(AFTER, BEFORE))],
            state_operations=[
                migrations.RemoveConstraint("posting", BEFORE.name),
                migrations.AddConstraint("posting", AFTER),
            ],
        )
    ]
