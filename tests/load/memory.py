"""Memory of a process while it serves different pages: of all editions, all cards, searches and costs.

    .venv/bin/python -m tests.load.memory [--pages 10000] [--data FOLDER] [--cache CACHE_URL]

Resident memory is what the process has for itself, and what it has mapped of files: of SQLite's, up to 128 MB, which
all processes share.
"""

import argparse
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.load.machines import load_everything
from tests.servers import serving

_BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
_STEP = 1_000
_COLORS = "WUBRG"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--data", type=Path, help="a data folder with rules and cards; else one is made")
    parser.add_argument("--cache", default="", help="a CACHE_URL; else pages are cached in the process")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = given.data or Path(folder)
        if not given.data:
            load_everything(data)
        settings = {"PIPWISE_RATE": "0", "CACHE_URL": given.cache}
        with serving(data, "--offline", "--workers", "1", **settings) as site, httpx.Client(timeout=60) as client:
            print(f"    0 pages: {_largest(data)}", flush=True)
            for number, address in enumerate(_pages(client, site.address, given.pages), 1):
                client.get(address, headers=_BROWSER)
                if number % _STEP == 0:
                    print(f"{number:5d} pages: {_largest(data)}", flush=True)


def _pages(client: httpx.Client, site: str, wanted: int) -> Iterator[str]:
    """Distinct URLs in a fixed order: 80% from the sitemaps, 10% searches, 10% checks."""
    chance = random.Random(1)  # noqa: S311 - the same in every run
    listed = [page for sitemap in _locations(client, f"{site}/sitemap.xml") for page in _locations(client, sitemap)]
    words = sorted({word for page in listed for word in re.findall(r"[a-z]{4,}", page)})
    chosen = chance.sample(listed, min(len(listed), wanted * 8 // 10))
    for at in range(wanted - len(chosen)):
        symbols = "".join(chance.choices(_COLORS, k=1 + at % 7))
        other = f"check/?cost={at}{symbols}" if at % 2 else f"search/?q={'+'.join(chance.sample(words, 2))}"
        chosen.append(f"{site}/{other}")
    chance.shuffle(chosen)
    yield from chosen


def _locations(client: httpx.Client, sitemap: str) -> list[str]:
    return re.findall(r"<loc>([^<]+)</loc>", client.get(sitemap).raise_for_status().text)


def _largest(data: Path) -> str:
    """Memory of the site's largest process."""
    sizes = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"PIPWISE_DATA_DIR={data}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found = dict(re.findall(r"Rss(Anon|File):\s+(\d+) kB", (process / "status").read_text()))
                sizes.append((int(found.get("Anon", 0)) // 1_000, int(found.get("File", 0)) // 1_000))
        except OSError:
            continue
    own, mapped = max(sizes)
    return f"{own:4d} MB, and {mapped:4d} MB of files"


if __name__ == "__main__":
    main()
