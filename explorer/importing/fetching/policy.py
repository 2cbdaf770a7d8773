"""From where something may be fetched: the publisher, and whom the user named; over https."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from explorer.importing.fetching.fetch_error import BadAddressError, FetchError

RULES_PAGE = "https://magic.wizards.com/en/rules"
"""Where the publisher links the newest document."""

PUBLISHER = ("wizards.com",)
"""The publisher's domain; its page and its files are on different hosts of it."""

_HTTPS = 443
# Of anything else in a name, clients may take the part before it for the whole.
_NAME = re.compile(r"[a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules on the addresses that may be asked.

    Attributes:
        start: the address that a user named; its host may be asked too.
        plain: places on this very machine, `127.0.0.1:8080`, that may be asked over http.
        domains: the publisher's, any host of which may be asked.
    """

    start: str = RULES_PAGE
    plain: Collection[str] = field(default_factory=frozenset)
    domains: Collection[str] = PUBLISHER

    def check_start(self) -> None:
        """Make sure that the first address may be asked.

        Raises:
            BadAddressError: it is no address, or not of https.
        """
        if "@" in self.start.partition("//")[2].partition("/")[0]:
            # Not repeated: it may hold a password.
            raise BadAddressError("Leave the name and password out of the address.")
        parts = _split(self.start)
        if parts is None or not parts.hostname:
            raise BadAddressError(f"“{self.start[:200]}” isn’t an address. Give one that begins with https://.")
        if not self._is_private_enough(parts):
            raise BadAddressError(f"Use an https address, not {self.start[:200]}.")

    def check_next(self, address: str) -> None:
        """Make sure that an address which a page or a server named may be asked.

        Raises:
            FetchError: it may not: another host, not https, or no address at all.
        """
        parts = _split(address)
        if parts is None or not parts.hostname:
            raise FetchError("bad_redirect", f"The page led to “{address[:200]}”, which isn’t a valid address.")
        if not self._is_private_enough(parts):
            raise FetchError("bad_redirect", f"The page led to {address[:200]}, which isn’t https.")
        if not self._is_known(parts):
            raise FetchError(
                "bad_redirect",
                f"The page led to {parts.hostname}, which is neither the publisher’s site nor yours.",
            )

    def _is_private_enough(self, parts: SplitResult) -> bool:
        if parts.scheme == "https":
            return True
        here = (f"{_host(parts)}:{parts.port or 80}", _host(parts))
        return parts.scheme == "http" and any(place in self.plain for place in here)

    def _is_known(self, parts: SplitResult) -> bool:
        host, port = parts.hostname or "", parts.port or _HTTPS
        is_publisher = any(f".{host}".endswith(f".{one}") for one in self.domains) and _NAME.fullmatch(host)
        if parts.scheme == "https" and port == _HTTPS and is_publisher:
            return True
        start = urlsplit(self.start)
        return (parts.scheme, parts.hostname, parts.port) == (start.scheme, start.hostname, start.port)


def _split(address: str) -> SplitResult | None:
    """Return the parts of an address; None where it is none, or carries a name and a password."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - looking at it checks it
    except ValueError:
        return None
    return None if "@" in parts.netloc or not address.isprintable() else parts


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host
