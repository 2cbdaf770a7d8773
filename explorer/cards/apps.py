"""App that holds cards and their rulings."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards and rulings, as far as anybody has imported them."""

    name = "explorer.cards"
    verbose_name = "Cards"
    default_auto_field = "django.db.models.BigAutoField"
