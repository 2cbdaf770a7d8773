"""Entry point for application servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "explorer.settings")

application = get_wsgi_application()


def _prepare() -> None:
    """Bring a database that an older version left up to date; of several processes that start, one does it."""
    from django.db import connections

    from explorer.library.prepare import prepare

    prepare()
    # A server that forks now must not have its processes share a connection.
    connections.close_all()


_prepare()
