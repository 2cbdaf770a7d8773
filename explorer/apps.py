"""App that holds the site and the rule text."""

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    """Rules explorer."""

    name = "explorer"
    verbose_name = "Rules explorer"
    default_auto_field = "django.db.models.BigAutoField"
