"""What editions say of symbols is the library's to keep; it is derived, so it is dropped here and made again there."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("symbols", "0004_which_cards")]

    operations = [
        migrations.DeleteModel("Use"),
        migrations.DeleteModel("Place"),
        migrations.DeleteModel("Reading"),
        migrations.DeleteModel("Filling"),
    ]
