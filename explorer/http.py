"""The request as our views see it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that the htmx middleware has looked at."""

    htmx: HtmxDetails
