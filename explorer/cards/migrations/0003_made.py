"""When a file of cards was made, so that the same one needn't come again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The day and hour of a source."""

    dependencies = [("cards", "0002_meeting")]

    operations = [
        migrations.AddField(
            model_name="cardsource",
            name="made",
            field=models.DateTimeField(null=True, verbose_name="when it was made, as far as known"),
        ),
        # Nothing of the table is another.
        migrations.AlterField(
            model_name="storedruling",
            name="card",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.DO_NOTHING, related_name="rulings", to="cards.storedcard"
            ),
        ),
    ]
