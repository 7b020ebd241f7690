from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_ratings")]

    operations = [
        migrations.AddField("seat", "extra", models.BooleanField(db_default=False, default=False)),
    ]
