"""Results with equal scores come in the same order, in whatever order a library was filled."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.cards.samples import EMBER, MARKED, RULING, write
from tests.conftest import Command, forget_everything, using_library
from tests.document.samples import DOCUMENT


def document(*headings: str) -> str:
    """The sample with a rule for each heading, every one with the same subrule."""
    rules = [
        f"101.{number}. {heading}\n\n101.{number}a It may rest here.\n\n" for number, heading in enumerate(headings, 3)
    ]
    return DOCUMENT.replace("2. Other Things\n\n200.", f"{''.join(rules)}2. Other Things\n\n200.")


OLD = document(*["Badgers"] * 6, *["Wombats"] * 6)
NEW = document(*["Wombats"] * 12)
CARDS = [EMBER, MARKED]
RULINGS = [
    {**RULING, "oracle_id": card["oracle_id"], "comment": f"A wombat {may} rest here."}
    for card in CARDS
    for may in ("may", "might", "can", "could")
]
FIRST_OF_EQUALS = ["101.3", "101.4", "101.5", "101.6", "101.7", "101.8"]


@pytest.fixture
def libraries(tmp_path: Path, default_library_file: Path, command: Command) -> list[str]:
    """The same documents, cards and rulings, in this order and in the opposite one."""
    urls = []
    for name, step in (("there", 1), ("back", -1)):
        folder = tmp_path / name
        folder.mkdir()
        url = f"sqlite:///{folder}/library.sqlite3"
        (folder / "library.sqlite3").write_bytes(default_library_file.read_bytes())
        for text, day in [(OLD, "2025-07-01"), (NEW, "2025-08-01")][::step]:
            (folder / "rules.txt").write_text(text)
            done = command("import_rules", str(folder / "rules.txt"), "--effective", day, url=url)
            assert done.returncode == 0, done.stderr
        files = write(folder / "cards.json", CARDS[::step]), write(folder / "rulings.json", RULINGS[::step])
        done = command("import_cards", *map(str, files), url=url)
        assert done.returncode == 0, done.stderr
        urls.append(url)
    return urls


@pytest.mark.slow
def test_the_order_of_imports_changes_no_result(
    libraries: list[str], command: Command, django_db_blocker: Any, subtests: pytest.Subtests
) -> None:
    for typed in ["wombats", "where can a wombat rest", "Ember Choir wombat rest", "wombat here", "rest"]:
        with subtests.test(typed=typed):
            pages, results = [], []
            for url in libraries:
                results.append(json.loads(command("search", typed, "--json", "--explain", url=url).stdout))
                with using_library(url, django_db_blocker), django_db_blocker.unblock():
                    pages.append(Client().get("/search/", {"q": typed}).content.decode())
                forget_everything()
            assert results[0] == results[1]
            assert pages[0] == pages[1]
            assert "wombat" in pages[0].lower()
            if typed == "wombats":
                assert [one["number"] for one in results[0]["items"]][: len(FIRST_OF_EQUALS)] == FIRST_OF_EQUALS
