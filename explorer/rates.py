"""Limit on how much one reader asks for: what is over it gets 429, with when to ask again."""

import ipaddress
import math
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from explorer.readers import address_of
from explorer.views.error_handlers import too_many

# What one household or one hall has with IPv6 (bits).
_NETWORK = 64
FORMS = 10
"""Forms a minute: there is one button, and whoever guesses a password sends many."""
# What a page that has to be made counts for; one that was made before, or that the reader has, counts once.
_MADE = 10


class RateLimit:
    """Answers 429 where an address asks for more than `PIPWISE_RATE` pages a minute, or sends more than ten forms.

    Each process counts for itself. Of pages that were made before there may be ten times as many: a hall of readers has
    one address, and reads the same.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.most = RateLimitItemPerMinute(settings.RATE * _MADE) if settings.RATE else None
        self.forms = RateLimitItemPerMinute(FORMS)
        self.counted = SlidingWindowCounterRateLimiter(storage_from_string("memory://"))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        reader, most = _reader(request), self.forms if request.method == "POST" else self.most
        if most is None or self.counted.hit(most, reader):
            response = self.get_response(request)
            # Nothing was made where the database didn't answer, and readers try again.
            was_made = (
                not getattr(response, "made_before", False) and response.status_code != HTTPStatus.SERVICE_UNAVAILABLE
            )
            if most is self.most and most and was_made:
                self.counted.hit(most, reader, cost=_MADE - 1)
            return response
        again = self.counted.get_window_stats(most, reader).reset_time - time.time()
        return too_many(request, max(1, math.ceil(again)))


def _reader(request: HttpRequest) -> str:
    """Return the address of whoever asks, as the nearest proxy of ours saw it; with IPv6, their network's."""
    seen: str = request.META.get("REMOTE_ADDR", "")
    if settings.PROXIES:
        # Each proxy adds whom it was asked by; what stands before our own proxies anybody may have made up.
        passed = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
        seen = passed[-settings.PROXIES] if len(passed) >= settings.PROXIES else seen
    address = address_of(seen)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _NETWORK), strict=False))
    return str(address or seen)
