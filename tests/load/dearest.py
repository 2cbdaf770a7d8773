"""Search for the most expensive requests by processor time.

    .venv/bin/python -m tests.load.dearest [--minutes 15] [--seed 1] [--data FOLDER] [--kinds /check/]

It generates requests of all kinds, and mutates the most expensive of each kind. The site runs in this process, without
a rate limit. Caches other than the page cache are warm: an expensive request is measured again.
"""

import argparse
import os
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from tests.load.drawing import KINDS, Chance, Library, Request
from tests.load.machines import load_everything
from tests.processes import manage

_TOP = 4
_SHOWN = 12
_WORTH_REPEATING = 0.2


@dataclass(frozen=True)
class Measured:
    """Processor time of a request, in seconds."""

    seconds: float
    request: Request
    status: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="a data folder with rules and cards; else one is made")
    parser.add_argument("--kinds", default="", help="only kinds that begin so")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = given.data or Path(folder)
        if not given.data:
            load_everything(data)
        prepared = manage("prepare", data=data)
        assert prepared.returncode == 0, prepared.stderr
        os.environ |= {
            "PIPWISE_DATA_DIR": str(data),
            "PIPWISE_RATE": "0",
            "PIPWISE_FETCH": "never",
            "PIPWISE_ALLOWED_HOSTS": "testserver",
        }
        _search(given.minutes * 60, given.seed, [kind for kind in KINDS if kind.startswith(given.kinds)])


def _search(seconds: float, seed: int, kinds: list[str]) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "explorer.settings"
    django.setup()
    chance = Chance(_library(), seed)
    costliest: dict[str, list[Measured]] = {kind: [measure(chance.fresh(kind))] for kind in kinds}
    tried, end = len(kinds), time.monotonic() + seconds
    while time.monotonic() < end:
        kind = chance.one(chance.one([kinds, kinds, sorted(kinds, key=lambda each: -costliest[each][0].seconds)[:9]]))
        request = chance.fresh(kind)
        if chance.random.random() < 0.7:
            request = chance.like(chance.one(costliest[kind]).request, request)
        found = measure(request)
        tried += 1
        if found.seconds > costliest[kind][-1].seconds or len(costliest[kind]) < _TOP:
            costliest[kind] = sorted([*costliest[kind], found], key=lambda each: -each.seconds)[:_TOP]
    print(f"{tried:,} requests. Two million additions take {_additions():.3f} s.")
    for most in sorted((found[0] for found in costliest.values()), key=lambda each: -each.seconds)[:_SHOWN]:
        again = measure(most.request)
        print(f"\n{most.seconds:.3f} s, {again.seconds:.3f} s at the end, {most.status}: {most.request.kind}")
        print(most.request.address, flush=True)


def measure(request: Request) -> Measured:
    """Measure a request; repeat an expensive one, since the first may have filled caches."""
    first = _measure(request)
    return min(first, _measure(request), key=lambda each: each.seconds) if first.seconds > _WORTH_REPEATING else first


def _measure(request: Request) -> Measured:
    from django.core.cache import cache
    from django.test import Client

    cache.clear()
    client = Client(raise_request_exception=False)
    started = time.process_time()
    response = client.get(request.address, headers=request.headers)
    seconds = time.process_time() - started
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        print(f"{response.status_code}: {request.address}", flush=True)
    return Measured(seconds, request, response.status_code)


def _library() -> Library:
    pages = list(_locations("/sitemap.xml"))
    words = sorted({word for page in pages for word in re.findall(r"[a-z]{4,}", page)})
    return Library(pages, words)


def _locations(sitemap: str) -> Iterator[str]:
    from django.test import Client

    listed = re.findall(r"<loc>https?://[^/]+([^<]+)</loc>", Client().get(sitemap).content.decode())
    for address in listed:
        if address.endswith(".xml"):
            yield from _locations(address)
        else:
            yield address


def _additions() -> float:
    """Seconds that two million additions take, to compare machines."""
    started, total = time.process_time(), 0
    for number in range(2_000_000):
        total += number
    return time.process_time() - started


if __name__ == "__main__":
    main()
