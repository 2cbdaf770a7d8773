"""WSGI application, for any application server. Importing it reads and writes nothing."""

import os
import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

#: Characters; Django's parser is quadratic.
MAX_CONTENT_TYPE = 1_000
# RFC 2231's continued parameters. Some clients send a star alone, for any type.
_CONTINUED_PARAMETER = re.compile(r"\*[0-9*]*\s*=")
# Some servers copy the environment into each request, and Django's debug pages show it.
_VARIABLES_WITH_PASSWORDS = ("DATABASE_URL", "CACHE_URL")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")


class _Request(WSGIRequest):
    def __init__(self, environ: dict[str, Any]) -> None:
        """Drop malformed media types, which Django would parse slowly or fail on."""
        for name in ("CONTENT_TYPE", "HTTP_ACCEPT"):
            value = environ.get(name, "")
            if len(value) > MAX_CONTENT_TYPE or _CONTINUED_PARAMETER.search(value):
                del environ[name]
        for name in _VARIABLES_WITH_PASSWORDS:
            environ.pop(name, None)
        super().__init__(environ)

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        """Ignore the charset: Django would decode the URL with it, too, and cached pages are shared by URL."""
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


application = get_wsgi_application()
application.request_class = _Request
# Only requests time out; imports, which are commands, may take any time.
settings.DATABASES["default"]["OPTIONS"] = settings.PAGE_TIMEOUTS | settings.DATABASES["default"]["OPTIONS"]
