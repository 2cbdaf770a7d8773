"""When a file of cards was made, so that the same one needn't come again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The day and hour of a source."""

    dependencies = [("cards", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="cardsource",
            name="made",
            field=models.DateTimeField(null=True, verbose_name="when it was made, as far as known"),
        ),
    ]
