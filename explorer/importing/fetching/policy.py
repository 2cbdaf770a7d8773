"""Which URLs may be fetched: the publisher's and the user's, over https."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit


class FetchError(Exception):
    """The download failed.

    Attributes:
        code: `no_network`, `timeout`, `too_large`, `wrong_type`, `bad_status`, `bad_redirect`, `bad_certificate`,
            `cut_short`, `no_document`; for a URL given by the user, `bad_address`.
        message: a sentence or two for the user.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class BadAddressError(FetchError):
    """For the URL given by the user."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_address", message)


RULES_PAGE = "https://magic.wizards.com/en/rules"
"""The publisher's page, which links the newest document."""

PUBLISHER = ("wizards.com",)
"""The publisher's domain; its page and its files are on different hosts of it."""

_HTTPS = 443
# Clients may truncate a host name at any other character.
_NAME = re.compile(r"[a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Policy:
    """Allowed URLs.

    Attributes:
        start: the first URL, given by the user; its host is allowed.
        plain: loopback hosts, `127.0.0.1:8080`, that are allowed over http.
        domains: domains whose hosts are all allowed.
    """

    start: str = RULES_PAGE
    plain: Collection[str] = field(default_factory=frozenset)
    domains: Collection[str] = PUBLISHER

    def check_start(self) -> None:
        """Raise `BadAddressError` if the first URL is invalid, or not https."""
        if "@" in self.start.partition("//")[2].partition("/")[0]:
            # Doesn't repeat the URL, which has a password.
            raise BadAddressError("Leave the name and password out of the address.")
        parts = _split(self.start)
        if parts is None or not parts.hostname:
            raise BadAddressError(f"“{self.start[:200]}” isn’t an address. Give one that begins with https://.")
        if not self._is_secure(parts):
            raise BadAddressError(f"Use an https address, not {self.start[:200]}.")

    def check_next(self, address: str) -> None:
        """Raise `FetchError` if a URL from a page or a redirect is invalid, not https, or of another host."""
        parts = _split(address)
        if parts is None or not parts.hostname:
            raise FetchError("bad_redirect", f"The page led to “{address[:200]}”, which isn’t a valid address.")
        if not self._is_secure(parts):
            raise FetchError("bad_redirect", f"The page led to {address[:200]}, which isn’t https.")
        if not self._is_allowed_host(parts):
            raise FetchError(
                "bad_redirect",
                f"The page led to {parts.hostname}, which is neither the publisher’s site nor yours.",
            )

    def _is_secure(self, parts: SplitResult) -> bool:
        if parts.scheme == "https":
            return True
        here = (f"{_host(parts)}:{parts.port or 80}", _host(parts))
        return parts.scheme == "http" and any(place in self.plain for place in here)

    def _is_allowed_host(self, parts: SplitResult) -> bool:
        host, port = parts.hostname or "", parts.port or _HTTPS
        is_publisher = any(f".{host}".endswith(f".{one}") for one in self.domains) and _NAME.fullmatch(host)
        if parts.scheme == "https" and port == _HTTPS and is_publisher:
            return True
        start = urlsplit(self.start)
        return (parts.scheme, parts.hostname, parts.port) == (start.scheme, start.hostname, start.port)


def _split(address: str) -> SplitResult | None:
    """Parts of a URL; None if it is invalid or has credentials."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - validates it
    except ValueError:
        return None
    return None if "@" in parts.netloc or not address.isprintable() else parts


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host
