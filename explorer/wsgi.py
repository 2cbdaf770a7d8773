"""Entry point for application servers."""

import os
import re
from collections.abc import Mapping
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

#: Django takes the square of it (letters).
LONGEST_TYPE = 1_000
# Names of RFC 2231. Some clients send a star alone, for any type.
_IN_PIECES = re.compile(r"\*[0-9*]*\s*=")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")


class _Request(WSGIRequest):
    def __init__(self, environ: dict[str, Any]) -> None:
        """Forget what no browser says of types: Django would take long to read it, or fail at a part of it."""
        for name in ("CONTENT_TYPE", "HTTP_ACCEPT"):
            said = environ.get(name, "")
            if len(said) > LONGEST_TYPE or _IN_PIECES.search(said):
                del environ[name]
        super().__init__(environ)

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        """Read what is sent, but no encoding: it would be the address's, too, and readers share pages by addresses."""
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


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

    if not (settings.DEBUG or collected()):
        raise ImproperlyConfigured(
            f"There are no static files in {settings.STATIC_ROOT}. Run {settings.PROGRAM_NAME} collectstatic first."
        )
    prepare()
    # From here on readers wait, not whoever runs an import (seconds).
    connections["default"].settings_dict["PATIENCE"] = 6.0
    # A server that forks now must not have its processes share a connection.
    connections.close_all()


_prepare()
