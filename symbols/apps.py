"""App that holds what symbols and costs mean."""

from django.apps import AppConfig


class SymbolsConfig(AppConfig):
    """Symbols, their drawings and the cost engine."""

    name = "symbols"
    verbose_name = "Symbols and costs"
    default_auto_field = "django.db.models.BigAutoField"
