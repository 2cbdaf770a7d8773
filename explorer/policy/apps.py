"""Django app of the tournament documents."""

from django.apps import AppConfig


class PolicyConfig(AppConfig):
    name = "explorer.policy"
    verbose_name = "Tournament documents"
    default_auto_field = "django.db.models.BigAutoField"
