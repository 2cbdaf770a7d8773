"""WSGI application, for any application server. Importing it reads and writes nothing."""

import os
import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

#: Django takes the square of it (letters).
LONGEST_TYPE = 1_000
# Names of RFC 2231. Some clients send a star alone, for any type.
_IN_PIECES = re.compile(r"\*[0-9*]*\s*=")
# Some servers put the environment into each request, and Django's debug pages show it.
_WITH_PASSWORDS = ("DATABASE_URL", "CACHE_URL")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")


class _Request(WSGIRequest):
    def __init__(self, environ: dict[str, Any]) -> None:
        """Forget what no browser says of types: Django would take long to read it, or fail at a part of it."""
        for name in ("CONTENT_TYPE", "HTTP_ACCEPT"):
            said = environ.get(name, "")
            if len(said) > LONGEST_TYPE or _IN_PIECES.search(said):
                del environ[name]
        for name in _WITH_PASSWORDS:
            environ.pop(name, None)
        super().__init__(environ)

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        """Read what is sent, but no encoding: it would be the address's, too, and readers share pages by addresses."""
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


application = get_wsgi_application()
application.request_class = _Request
# Pages wait for the database no longer than that; imports, which are commands, may take any time.
settings.DATABASES["default"]["OPTIONS"] = settings.PAGE_TIMEOUTS | settings.DATABASES["default"]["OPTIONS"]
