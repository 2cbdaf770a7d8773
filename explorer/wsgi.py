"""Entry point for application servers."""

import os
from collections.abc import Mapping
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")


class _Request(WSGIRequest):
    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        """Read what kind of content there is; an encoding that nobody knows is no error of ours."""
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except (LookupError, ValueError):
            self.content_type, self.content_params = "", {}


application = get_wsgi_application()
application.request_class = _Request


def _prepare() -> None:
    """Bring a database that an older version left up to date; of several processes that start, one does it.

    Raises:
        ImproperlyConfigured: pages have nothing to load.
    """
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.db import connections

    from explorer.library.prepare import prepare
    from explorer.storage import collected
    from explorer.warming import load_pages

    if not (settings.DEBUG or collected()):
        raise ImproperlyConfigured(
            f"There are no static files in {settings.STATIC_ROOT}. Run {settings.PROGRAM_NAME} collectstatic first."
        )
    prepare()
    # From here on readers wait, not whoever runs an import (seconds).
    connections["default"].settings_dict["PATIENCE"] = 6.0
    connections.close_all()
    load_pages()
    # A server that forks now must not have its processes share a connection.
    connections.close_all()


_prepare()
