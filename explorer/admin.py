"""Django’s admin with `PIPWISE_ADMIN`: tables of rules, cards, symbols and derived data, to look at only."""

from typing import Any

from django.apps import apps
from django.contrib.admin import AdminSite, ModelAdmin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


class LibraryAdmin(AdminSite):
    """Admin of the library.

    Forms are for signing in and out and for one’s own password; any other is refused (`explorer.middleware.ReadOnly`).
    """

    site_title = site_header = "Pipwise"
    index_title = "What is loaded"
    enable_nav_sidebar = False

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign in."""
        return super().login(request, extra_context)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Sign out."""
        return super().logout(request, extra_context)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Change one’s own password."""
        return super().password_change(request, extra_context)

    login.takes_post = logout.takes_post = password_change.takes_post = True  # type: ignore[attr-defined]


# Only type checkers know that it has a parameter.
class ReadOnlyAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Table that nobody changes here, whatever they may do."""

    actions = None
    # Counting hundreds of thousands of rows takes longer than showing a hundred.
    show_full_result_count = False
    list_select_related = True

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """Find by the short texts of a row."""
        return [field.name for field in self.opts.fields if isinstance(field, models.CharField) and not field.choices]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False


site = LibraryAdmin(name="admin")
for _app in ("explorer", "cards", "symbols"):
    site.register(apps.get_app_config(_app).get_models(), ReadOnlyAdmin)
