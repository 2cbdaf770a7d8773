"""Rate limit: a client over it gets 429, with `Retry-After`."""

import ipaddress
import math
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from explorer.web.error_handlers import too_many
from explorer.web.page_cache import is_from_cache

# Prefix length of one household's or venue's network.
_IPV6_NETWORK = 64
FORMS = 10
"""POST requests a minute: there is one button."""
UNCACHED_COST = 10
"""What a rendered page counts for; one from the cache, or a 304, counts for 1."""
PROCESSOR_TIME = 30_000
"""Milliseconds of processor time a minute, about what `PIPWISE_RATE` ordinary pages take."""


class RateLimitMiddleware:
    """Answers 429 to a client over `PIPWISE_RATE` pages, `PROCESSOR_TIME` or `FORMS` a minute.

    Each process counts for itself. Ten times as many cached pages are allowed: a hall of players has one address, and
    reads the same pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.pages = RateLimitItemPerMinute(settings.RATE * UNCACHED_COST) if settings.RATE else None
        self.forms = RateLimitItemPerMinute(FORMS)
        self.processor = RateLimitItemPerMinute(PROCESSOR_TIME)
        self.limiter = SlidingWindowCounterRateLimiter(storage_from_string("memory://"))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        client, limit = _network(client_ip(request)), self.forms if request.method == "POST" else self.pages
        if settings.RATE and not self.limiter.test(self.processor, client):
            return self._refuse(request, self.processor, client)
        if limit is None or self.limiter.hit(limit, client):
            started = time.thread_time()
            response = self.get_response(request)
            self._spend(client, time.thread_time() - started)
            # Clients retry while the database is out of reach.
            is_free = is_from_cache(request) or response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            if limit is self.pages and limit and not is_free:
                self.limiter.hit(limit, client, cost=UNCACHED_COST - 1)
            return response
        return self._refuse(request, limit, client)

    def _spend(self, client: str, seconds: float) -> None:
        """Count processor time, up to the limit: `hit` refuses a cost beyond what remains."""
        room = self.limiter.get_window_stats(self.processor, client).remaining
        if cost := min(round(seconds * 1000), room):
            self.limiter.hit(self.processor, client, cost=cost)

    def _refuse(self, request: HttpRequest, limit: RateLimitItem, client: str) -> HttpResponse:
        again = self.limiter.get_window_stats(limit, client).reset_time - time.time()
        return too_many(request, max(1, math.ceil(again)))


def client_ip(request: HttpRequest) -> str:
    """The client's address as seen by the outermost trusted proxy."""
    seen: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        # Each proxy appends its client; anything before the trusted proxies' entries may be forged.
        passed = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
        seen = passed[-settings.PROXIES] if len(passed) >= settings.PROXIES else seen
    return seen


def _network(ip: str) -> str:
    """The /64 network of an IPv6 address; IPv4 as it is, also when mapped ("::ffff:192.0.2.1")."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _IPV6_NETWORK), strict=False))
    return str(address)
