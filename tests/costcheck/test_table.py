"""Paying from the table as judges are asked about it: verdict, largest X, number of taps, life, what falls short.

The answers of `table.tsv` were written from card texts, rules and rulings before anything was asked.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import write
from tests.conftest import forget_everything
from tests.costcheck.test_situations import all_cards
from tests.shared import shared
from tests.tables import rows

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Case(NamedTuple):
    request: str
    verdict: str
    answer: str = ""
    rules: str = ""
    why: str = ""

    @property
    def query(self) -> dict[str, str]:
        return dict(each.split("=", 1) for each in self.request.split("&"))


def cases() -> list[Case]:
    return [Case(*row) for row in rows("table.tsv")[1:]]


@pytest.fixture(autouse=True)
def cards(db: None, tmp_path: Path) -> Iterator[None]:
    shared("cards")
    said = " ".join(f"{case.query.get('card', '')} {case.query.get('sources', '')}" for case in cases()).lower()
    named = {
        card["name"]: card
        for card in all_cards()
        if any(face.lower() in said for face in card["name"].split(" // ")) and card.get("type_line")
    }
    import_cards([write(tmp_path / "cards.json", list(named.values()))])
    forget_everything()
    yield
    forget_everything()


def told(answer: dict[str, Any]) -> dict[str, str]:
    plan, payment = answer.get("plan") or [], answer["payment"] or {"life": 0}
    short = (answer["shortfall"] or {}).get("symbols", [])
    return {
        "max_x": str(answer["max_x"]),
        "taps": str(len(plan)),
        "life": str(payment["life"] + sum(step["life"] for step in plan)),
        "short": "".join(sorted(one["symbol"] for one in short)),
    }


def test_each_is_answered_as_the_rules_say(subtests: pytest.Subtests) -> None:
    client = Client()
    for case in cases():
        with subtests.test(case.request):
            found = client.get("/api/check", {**case.query}).json()
            expected = dict(one.split(" ", 1) for one in case.answer.split("; ") if one)
            if "short" in expected:
                expected["short"] = "".join(sorted(re.findall(r"\{[^{}]+\}", expected["short"])))
            found_facts = {key: value for key, value in told(found).items() if key in expected}
            assert {"verdict": found["verdict"], **found_facts} == {"verdict": case.verdict, **expected}, case.why
            cited = {fact["rule"] for fact in found["citations"]}
            assert all(any(rule.startswith(number) for rule in cited) for number in case.rules.split())
