"""Results with equal scores come in the same order, in whatever order a library was filled."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.cards.samples import write
from tests.conftest import Command, forget_everything, using_library
from tests.shared import shared

EDITIONS = ("2014-02-01", "2026-02-27")
CARDS = {"Kitchen Finks", "Edgar Markov", "Rite of Replication", "Twincast", "Phantasmal Image", "Blood Moon", "Clone"}
SEARCHES = [
    "do my lands untap first or upkeep first",
    "can i cycle at instant speed",
    "can you respond to an attack before blockers",
    "can you respond to a morph being turned face up",
    "i manifested an instant can i flip it up",
    "do vehicles get summoning sickness",
    "commander tax",
    "does clone copy the counters and auras",
    "kitchen finks with a +1/+1 counter dies from -1/-1 counters, does persist work",
    "twincast on a kicked rite of replication, do i get five tokens too",
    "edgar markov gets sent back to the command zone with his eminence trigger on the stack",
    # Among rulings.
    "spell",
    "copy of a creature",
]


@pytest.fixture(scope="module")
def libraries(library_of: Callable[..., str]) -> tuple[str, str]:
    """The same editions, the oldest first and the newest first."""
    return library_of(*EDITIONS), library_of(*reversed(EDITIONS))


def test_the_order_of_imports_changes_no_result(
    libraries: tuple[str, str],
    tmp_path: Path,
    command: Command,
    django_db_blocker: Any,
    subtests: pytest.Subtests,
) -> None:
    cards, rulings = (
        json.loads(gzip.decompress((shared("cards") / name).read_bytes()))
        for name in ("oracle-cards.json.gz", "rulings.json.gz")
    )
    cards = [one for one in cards if one["name"] in CARDS]
    named = {one["oracle_id"] for one in cards}
    rulings = [one for one in rulings if one["oracle_id"] in named]
    pages: list[list[bytes]] = []
    for url, step in zip(libraries, (1, -1), strict=True):
        files = write(tmp_path / "cards.json", cards[::step]), write(tmp_path / "rulings.json", rulings[::step])
        done = command("import_cards", *map(str, files), url=url)
        assert done.returncode == 0, done.stderr
        with using_library(url, django_db_blocker), django_db_blocker.unblock():
            pages.append([Client().get("/search/", {"q": typed}).content for typed in SEARCHES])
        forget_everything()
    for typed, one, other in zip(SEARCHES, *pages, strict=True):
        with subtests.test(typed=typed):
            assert one.decode() == other.decode()
            first, second = (
                command("search", typed, "--json", "--explain", "--limit", "100", url=url).stdout for url in libraries
            )
            assert json.loads(first) == json.loads(second)
