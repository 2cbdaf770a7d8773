"""Django app of the `symbols` package."""

from django.apps import AppConfig


class SymbolsConfig(AppConfig):
    name = "symbols"
    verbose_name = "Symbols and costs"
    default_auto_field = "django.db.models.BigAutoField"
