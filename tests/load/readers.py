"""Readers who ask for pages, each at its own time and from its own address, and how long they waited."""

import asyncio
import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

import httpx

#: How long a reader waits for a page before it counts as lost (seconds).
PATIENCE = 30.0
_CLIENTS = 100
_ASKED = {"Accept-Encoding": "gzip, deflate, br", "User-Agent": "Pipwise load"}
_SEARCHED = ("mana", "first strike", "what is trample", "state-based actions", "can i counter a land", "layers", "x")
_TYPED = ("{2}{W}{W}", "{X}{R}", "{2/W}{2/U}", "{G/W/P}{X}", "{10}", "{W}{U}{B}{R}{G}", "{S}{S}{C}", "{X}{X}{U/B}")


@dataclass
class Waits:
    """Response times in seconds, and errors by kind."""

    seconds: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    begun: float = field(default_factory=time.monotonic)

    def share(self, share: float) -> float:
        """Percentile of the response times, for a share of 0 to 1."""
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))] if self.seconds else float("inf")

    def __str__(self) -> str:
        took, count = time.monotonic() - self.begun, len(self.seconds)
        within = ", ".join(f"{share:.0%} within {self.share(share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99, 1))
        errors = f"{self.wrong.total()} errors {dict(self.wrong) or ''}".rstrip()
        return f"{count:,} answers in {took:.0f} s, {count / took:.0f} a second: {within}; {errors}"


class Readers:
    """Simulates many users."""

    def __init__(self, address: str) -> None:
        self.address = address
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        plain = httpx.create_ssl_context()
        # Several, since each looks through all of its connections for every page.
        self._clients = [
            httpx.AsyncClient(base_url=address, headers=_ASKED, limits=limits, timeout=PATIENCE, verify=plain)
            for _ in range(_CLIENTS)
        ]

    async def ask(self, asked: str, reader: int, waits: Waits, **headers: str) -> None:
        """Request a page as one of the users, and record the time."""
        begun = time.monotonic()
        # Behind a proxy each reader has an address of its own, and the site counts by it.
        place = f"10.{reader >> 16 & 255}.{reader >> 8 & 255}.{reader & 255}"
        try:
            async with self._clients[reader % _CLIENTS].stream(
                "GET", asked, headers={"X-Forwarded-For": place, **headers}
            ) as response:
                # Unpacking is the reader's own business, on a machine of their own.
                async for _ in response.aiter_raw():
                    pass
            if response.status_code not in {httpx.codes.OK, httpx.codes.FOUND}:
                waits.wrong[f"{response.status_code}"] += 1
        except httpx.HTTPError as error:
            waits.wrong[type(error).__name__] += 1
        else:
            waits.seconds.append(time.monotonic() - begun)

    async def mix(self, readers: int, every: float, seconds: float) -> Waits:
        """Users who each request a typical page every few seconds."""
        asked, waits = mixed_pages(await self._listed()), Waits()
        end = waits.begun + seconds
        chance = random.Random(7)  # noqa: S311 - the same load each time

        async def read(reader: int, first: float) -> None:
            await asyncio.sleep(first)
            for turn in itertools.count(1):
                page, headers = next(asked)
                await self.ask(page, reader, waits, **headers)
                until = waits.begun + first + turn * every
                if until > end:
                    return
                await asyncio.sleep(until - time.monotonic())

        await asyncio.gather(*(read(one, chance.random() * every) for one in range(readers)))
        return waits

    async def link(self, readers: int, page: str) -> Waits:
        """Users who open the same link within a second."""
        waits = Waits()

        async def open_link(reader: int) -> None:
            await asyncio.sleep(reader / readers)
            await self.ask(page, reader, waits)

        await asyncio.gather(*map(open_link, range(readers)))
        return waits

    async def _listed(self) -> Sequence[str]:
        response = await self._clients[0].get("/sitemap-pages.xml")
        response.raise_for_status()
        found = [urlsplit(address).path for address in re.findall("<loc>(.*?)</loc>", response.text)]
        assert len(found) > 100, "The site needs a whole edition."
        return found


def mixed_pages(listed: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Typical requests: of ten, five rules, a symbol, a term, a search, and two letters of a cost."""
    chance = random.Random(11)  # noqa: S311 - the same load each time
    rules = [one for one in listed if one.startswith("/rules/")]
    symbols = [one for one in listed if one.startswith("/symbols/")]
    terms = [one for one in listed if one.startswith("/glossary/")]
    typing = itertools.cycle((cost, end) for cost in _TYPED for end in range(1, len(cost) + 1))
    while True:
        # Half of all readers come by a link that others have, too.
        yield from ((page, {}) for page in chance.sample(rules, 3))
        yield from ((page, {}) for page in chance.sample(rules[:40], 2))
        yield chance.choice(symbols), {}
        yield chance.choice(terms), {}
        yield f"/search/?q={quote(chance.choice(_SEARCHED))}", {}
        for cost, end in itertools.islice(typing, 2):
            yield f"/check/?cost={quote(cost[:end])}", {"HX-Request": "true", "HX-Target": "answer"}
