from django.db import migrations, models

NEW = models.UniqueConstraint(
    fields=("round", "person"), condition=models.Q(("extra", False)), name="own_seat_once_in_round"
)


def create(apps, schema_editor):
    """The new index; on PostgreSQL while the program goes on writing."""
    concurrently = " CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""
    sql = str(NEW.create_sql(apps.get_model("tournaments", "Seat"), schema_editor))
    schema_editor.execute(sql.replace("UNIQUE INDEX", "UNIQUE INDEX" + concurrently, 1))


def drop(apps, schema_editor):
    concurrently = " CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f'DROP INDEX{concurrently} IF EXISTS "{NEW.name}"')


class Migration(migrations.Migration):
    atomic = False  # an index cannot be made concurrently within a transaction

    dependencies = [("tournaments", "0016_filling_in")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(create, drop)],
            state_operations=[migrations.AddConstraint("seat", NEW)],
        ),
        migrations.RemoveConstraint("seat", "person_once_in_round"),
    ]
