"""Figures for Prometheus, with the extra `metrics`: requests, how long they took, and how much of it in the database.

Several processes of one server share their figures in a folder (`PROMETHEUS_MULTIPROC_DIR`), which `up` makes anew.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Protocol

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from explorer.readers import address_of

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# By these a proxy shows itself.
_OF_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_VIA")
_METHODS = {"GET", "HEAD", "OPTIONS", "POST"}
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _Process:
    """Place of this process among those of its server; 0 where the server gives none."""

    place = 0


def take_place(place: int) -> None:
    """Go on with the figures of the process that had this place before, so that files don't pile up."""
    _Process.place = place


class Figures:
    """All that is counted."""

    def __init__(self) -> None:
        if _FOLDER in os.environ:
            place = values.MultiProcessValue(lambda: _Process.place or os.getpid())  # type: ignore[no-untyped-call]
            values.ValueClass = place
        own = CollectorRegistry()
        labels = ["method", "page", "status"]
        self.registry = own
        self.requests = Counter("pipwise_requests", "Requests, by kind of page.", labels, registry=own)
        self.seconds = Histogram(
            "pipwise_request_seconds", "Seconds until the answer.", ["page"], buckets=_BUCKETS, registry=own
        )
        self.queries = Counter("pipwise_database_queries", "Queries to the database.", registry=own)
        self.database = Counter("pipwise_database_seconds", "Seconds in the database.", registry=own)


@cache
def figures() -> Figures:
    """Return what this process counts; made as the site is loaded."""
    return Figures()


class HasDatabaseTime(Protocol):
    """Queries of one request."""

    queries: int
    seconds: float


def observe(request: HttpRequest, response: HttpResponse, took: float, database: HasDatabaseTime) -> None:
    """Count a request; its page is the name of its address, empty for files and where no page was asked."""
    page = _page(request)
    # Anybody may make up methods, and each would be kept.
    method = request.method if request.method in _METHODS else "other"
    counted = figures()
    counted.requests.labels(method, page, str(response.status_code)).inc()
    counted.seconds.labels(page).observe(took)
    counted.queries.inc(database.queries)
    counted.database.inc(database.seconds)


def _page(request: HttpRequest) -> str:
    try:
        # A page that was made before is answered without looking for its view.
        return (request.resolver_match or resolve(request.path_info)).view_name or ""
    except Resolver404:
        return ""


class Metrics:
    """Answers `/metrics` for the addresses that `PIPWISE_METRICS` names, asked without a proxy, and for no others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # Now, before threads could make them twice.
        figures()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        if request.path_info != "/metrics" or not _may_ask(request):
            return self.get_response(request)
        return HttpResponse(generate_latest(_shared()), content_type=CONTENT_TYPE_LATEST)


def _shared() -> CollectorRegistry:
    """Return the figures of all processes."""
    if _FOLDER not in os.environ:
        return figures().registry
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def _may_ask(request: HttpRequest) -> bool:
    if any(name in request.META for name in _OF_PROXIES):
        return False
    address = address_of(request.META.get("REMOTE_ADDR", ""))
    return address is not None and any(address in network for network in settings.METRICS)
