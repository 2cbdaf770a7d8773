"""Situations as judges meet them, in the newest rules and old ones, answered as the rules and rulings of the time say.

The answers of `situations.tsv` were written from rule texts and rulings before anything was asked. Its third column is
the verdict, the fourth what else the answer says: `stack`, `battlefield` and `elsewhere` are mana values, `total` the
total cost and `pays` the one that is paid; `lacks` is nothing where it isn’t there; any other is a fact of a Try it.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from explorer.costcheck.check.report import amounts_as_text
from explorer.document.dates import long_date
from tests.cards.samples import write
from tests.conftest import forget_everything, using_library
from tests.shared import shared

Json = Mapping[str, Any]


class Situation(NamedTuple):
    edition: str
    request: str
    verdict: str
    answer: str = ""
    rules: str = ""
    why: str = ""

    @property
    def path(self) -> str:
        name, mark, _ = self.request.partition("?")
        return f"/api/{name.replace('try/', 'trials/')}" if mark or name.startswith("try/") else "/api/check"

    @property
    def query(self) -> dict[str, str]:
        given = self.request.removeprefix(self.request.partition("?")[0] + "?")
        pairs = [each.split("=", 1) for each in given.split("&") if "=" in each]
        return {**dict(pairs), **({"edition": self.edition} if self.edition else {})}

    @property
    def expected(self) -> dict[str, str]:
        told = dict(each.split(" ", 1) for each in self.answer.split("; ") if each)
        return {"verdict": self.verdict, "lacks": "", **told}


def situations() -> list[Situation]:
    lines = (Path(__file__).parent / "situations.tsv").read_text(encoding="utf-8").splitlines()
    return [Situation(*line.split("\t")) for line in lines if not line.startswith("#")][1:]


@pytest.fixture(autouse=True)
def library_and_cards(every_edition: str, tmp_path: Path, django_db_blocker: Any) -> Iterator[None]:
    """All editions, and the cards of the table in one file of Scryfall’s shape."""
    named = {situation.query["card"] for situation in situations() if "card" in situation.query}
    cards = {card["name"]: card for card in all_cards() if card["name"] in named}
    assert cards.keys() == named
    with using_library(every_edition, django_db_blocker), django_db_blocker.unblock():
        import_cards([write(tmp_path / "cards.json", list(cards.values()))])
        forget_everything()
        yield
    forget_everything()


def all_cards() -> Iterator[Json]:
    folder = shared("cards")
    for name, faces in json.loads(gzip.decompress((folder / "AtomicCards-2019-2022.json.gz").read_bytes()))[
        "data"
    ].items():
        (face, *others) = faces
        if not others:
            cost, text = face.get("manaCost", ""), face.get("text", "")
            plain = {"name": name, "layout": "normal", "mana_cost": cost, "cmc": face["manaValue"], "oracle_text": text}
            yield {**plain, "object": "card", "oracle_id": "", "type_line": face["type"]}
    yield from json.loads(gzip.decompress((folder / "oracle-cards.json.gz").read_bytes()))
    yield from json.loads((folder / "modern.json").read_bytes())


def test_each_is_answered_as_the_rules_say(subtests: pytest.Subtests) -> None:
    client = Client()
    for situation in situations():
        with subtests.test(f"{situation.edition} {situation.request}"):
            answer = client.get(situation.path, situation.query).json()
            told = _told(answer)
            expected = situation.expected
            assert {key: told.get(key) for key in expected} == expected, situation.why
            assert {*situation.rules.split()} <= _cited(answer, situation.edition)
            if expected["lacks"] and "sentence" in answer:
                assert answer["sentence"].startswith(
                    f"The {long_date(date.fromisoformat(situation.edition))} rules have no "
                )


def _told(answer: Json) -> dict[str, str]:
    if "error" in answer:
        return {"verdict": "error", "lacks": "", "code": answer["error"]["code"]}
    lacks = ", ".join((answer.get("edition") or {}).get("lacks", ()))
    if "sentence" in answer:
        return {"verdict": "", "lacks": lacks, **{key: str(value).lower() for key, value in answer["facts"].items()}}
    values = {
        zone: "+".join(map(str, value if isinstance(value, list) else [value]))
        for zone, value in (answer["mana_value"] or {}).items()
    }
    return {
        **values,
        "verdict": answer["verdict"],
        "lacks": lacks,
        "total": " or ".join(map(amounts_as_text, answer["totals"]["items"])),
        "pays": amounts_as_text(answer["payment"]["total"]) if answer["payment"] else "",
        "max_x": str(answer["max_x"]),
        "asks": "; ".join(question["text"] for question in answer["questions"]),
    }


def _cited(answer: Json, edition: str) -> set[str]:
    """Numbers of the rules that an answer cites: those of the edition, if there is one."""
    if "error" in answer:
        return set()
    if "steps" in answer:
        return {step["rule"] for step in answer["steps"]}
    if edition:
        return {fact["number"] for fact in answer["edition"]["citations"]}
    return {fact["rule"] for fact in answer["citations"]} | {
        rule for part in answer.get("parts", ()) for rule in part["rules"]
    }
