"""A keyword is one line of `keywords.toml`, and the phrase that finds its rule: nothing else has to know it."""

import html
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.cards.samples import EMBER, write
from tests.processes import HANGING, ROOT, manage
from tests.servers import Site, serving

pytestmark = pytest.mark.slow

KEYWORDS = {
    "alternative": 'Hasten = { such_as = "{1}{R}", rule = "702.300a" }',
    "additional": 'Embellish = { such_as = "{2}", rule = "702.301a" }',
}
PHRASES = """
"702.300a" = ["Hasten represents two static abilities"]
"702.301a" = ["Embellish is a static ability"]
"""
RULES = """
702. Keyword Abilities

702.300. Hasten

702.300a Hasten represents two static abilities. “Hasten [cost]” means “You may cast this card by paying [cost].”

702.301. Embellish

702.301a Embellish is a static ability. “Embellish [cost]” means “You may pay an additional [cost].”
"""
TEXT = "Flying\nHasten {1}{R}\nEmbellish—Pay 2 life."
CARD = {**EMBER, "name": "Hasty Ember", "mana_cost": "{3}{R}", "oracle_text": TEXT}


@dataclass(frozen=True)
class Visitor:
    """Somebody who asks a running site, and runs its commands."""

    site: Site

    def page(self, given: Mapping[str, str]) -> tuple[str, list[str]]:
        """Return the words of the checker's page, without braces, and the rules that it cites."""
        text = self._get("/check/", given)
        words = html.unescape(re.sub(r"<[^>]*>|[{}]", "", text))
        return " ".join(words.split()), re.findall(r'<a class="cite" href="/rules/([^/]+)/"', text)

    def api(self, given: Mapping[str, str]) -> Any:
        """Return the answer of the API, without the address of the page that shows it."""
        found = json.loads(self._get("/api/check", given))
        found.pop("address", None)
        return found

    def command(self, given: Mapping[str, str]) -> Any:
        options = [part for key, value in given.items() if key != "cost" for part in (f"--{key}", value)]
        costs = [given["cost"]] if "cost" in given else []
        done = manage("cost", *costs, *options, "--json", data=self.site.data)
        return json.loads(done.stdout)

    def _get(self, path: str, given: Mapping[str, str]) -> str:
        try:
            with urlopen(f"{self.site.address}{path}?{urlencode(given)}", timeout=HANGING) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return error.read().decode()


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory, static_files: Path) -> Iterator[Visitor]:
    """The site with two keywords more in its data, and an edition that has their rules."""
    root, data = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("data")
    for name in ("symbols", "explorer"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", root)
    for name in ("templates", "static"):
        (root / name).symlink_to(ROOT / name)
    shutil.copytree(static_files, data / "static")
    table = root / "symbols/data/keywords.toml"
    text = table.read_text()
    for kind, row in KEYWORDS.items():
        assert f"\n[{kind}]\n" in text
        text = text.replace(f"\n[{kind}]\n", f"\n[{kind}]\n{row}\n")
    table.write_text(text)
    for file, more in (("cited_rules.toml", PHRASES), ("2025-06-06.txt", RULES)):
        with (root / "explorer/data" / file).open("a") as out:
            out.write(more)
    cards = write(data / "cards.json", [CARD])
    with mock.patch("tests.processes.ROOT", root):
        assert manage("import_cards", str(cards), data=data).returncode == 0
        with serving(data, "--workers", "1") as site:
            yield Visitor(site)


@pytest.mark.parametrize(
    ("given", "rule", "message"),
    [
        ({"cost": "hasten"}, "702.300a", "the hasten cost, such as {1}{R}"),
        ({"cost": "{3}{R}, hasten"}, "702.300a", "the hasten cost, such as {1}{R}"),
        ({"cost": "{3}{R}, Hasten {2}{R}"}, "702.300a", "Type {3}{R} as the cost, and {2}{R} for"),
        ({"cost": "embellish"}, "702.301a", "the embellish cost, such as {2}"),
        ({"cost": "{3}{R}, hasten, embellish"}, "702.301a", "the embellish cost, such as {2}"),
    ],
)
def test_a_keyword_alone_is_told_its_field_and_rule(
    visitor: Visitor, given: dict[str, str], rule: str, message: str
) -> None:
    found, (words, cited) = visitor.api(given), visitor.page(given)
    assert message in found["message"]
    assert rule in {each["rule"] for each in found["citations"]}
    assert re.sub(r"[{}]", "", message) in words
    assert rule in cited


@pytest.mark.parametrize(
    ("given", "total"),
    [
        ({"cost": "{3}{R}", "alternative": "Hasten {1}{R}"}, {"generic": 1, "R": 1}),
        ({"cost": "{3}{R}", "alternative": "hasten 1r"}, {"generic": 1, "R": 1}),
        ({"cost": "{3}{R}", "alternative": "Hasten cost: {1}{R}"}, {"generic": 1, "R": 1}),
        ({"cost": "{3}{R}, hasten", "alternative": "{1}{R}"}, {"generic": 1, "R": 1}),
        ({"cost": "{3}{R}, hasten", "alternative": "Hasten—{R}"}, {"R": 1}),
        ({"cost": "{R}", "additional": "Embellish {2}"}, {"generic": 2, "R": 1}),
        ({"cost": "{R}", "additional": "embellish—Pay 2 life"}, {"life": 2, "R": 1}),
        ({"cost": "{R}", "additional": "Embellish {2} 2 times"}, {"generic": 4, "R": 1}),
        ({"card": "Hasty Ember", "alternative": "Hasten {1}{R}"}, {"generic": 1, "R": 1}),
    ],
)
def test_its_cost_is_paid(visitor: Visitor, given: dict[str, str], total: dict[str, int]) -> None:
    given = {**given, "pool": "RRRRRRRR", "life": "20"}
    found = visitor.api(given)
    assert found.get("payable"), found
    assert found["totals"]["items"] == [total]
    assert " Yes. " in visitor.page(given)[0]


def test_its_cost_alone_is_told_its_field_and_rule(visitor: Visitor) -> None:
    given = {"cost": "Hasten {1}{R}"}
    assert visitor.api(given)["canonical"] == "{1}{R}"
    words, cited = visitor.page(given)
    assert "Type the cost of the spell, and 1R for" in words
    assert "702.300a" in cited


@pytest.mark.parametrize(
    ("given", "message", "suggestion"),
    [
        ({"additional": "Hasten {1}{R}"}, "Hasten doesn’t belong here (702.300a). Type {1}{R} for", None),
        ({"alternative": "Embellish {2}"}, "Embellish doesn’t belong here (702.301a). Type {2} for", None),
        ({"alternative": "hasten"}, "Hasten isn’t a cost. Type the hasten cost", None),
        ({"alternative": "Hasen {1}{R}"}, "“Hasen” isn’t a symbol", "Hasten"),
    ],
)
def test_a_mistake_with_it_is_explained(
    visitor: Visitor, given: dict[str, str], message: str, suggestion: str | None
) -> None:
    given = {"cost": "{3}{R}", **given}
    error = visitor.api(given)["error"]
    assert message in error["message"]
    assert error["suggestion"] == suggestion
    assert re.sub(r"[{}]", "", message) in visitor.page(given)[0]


def test_the_command_answers_as_the_api(visitor: Visitor) -> None:
    for given in (
        {"cost": "Hasten {1}{R}"},
        {"card": "Hasty Ember", "additional": "Embellish {2} 2 times", "pool": "R"},
    ):
        assert visitor.command(given) == visitor.api(given)


def test_a_card_offers_its_cost(visitor: Visitor) -> None:
    inputs = visitor.api({"card": "Hasty Ember"})["card"]["inputs"]
    assert [(each["key"], each["value"]) for each in inputs] == [
        ("alternative", "Hasten {1}{R}"),
        ("additional", "Embellish—Pay 2 life"),
    ]
