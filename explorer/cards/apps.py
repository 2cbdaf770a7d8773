"""Django app of cards and rulings."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "explorer.cards"
    verbose_name = "Cards"
    default_auto_field = "django.db.models.BigAutoField"
