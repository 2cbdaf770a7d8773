"""Checks of real cards against their texts and rulings."""

import json
import re
from collections.abc import Iterable

import pytest

from explorer.cards.card import Card, CardFace
from explorer.cards.inputs import COUNT, CardInput, read_face
from explorer.costcheck.check import CARD, check, question_about
from explorer.costcheck.check.report import amounts_as_text
from symbols.engine.costs import amount_as_text
from tests.tables import DATA

# The answers were written from the rulings, or from the rules, before anything was checked. Names, texts and rulings
# are © Wizards of the Coast; of each text there are the sentences that concern costs.
ROWS = [json.loads(line) for line in (DATA / "checked_cards.jsonl").read_text(encoding="utf-8").splitlines()]
# Options that no card has to ask for.
OWN = {"x", "pool", "snow", "life", "cast", "to_sacrifice", "to_discard", "to_exile"}


def test_cards(subtests: pytest.Subtests) -> None:
    for row in ROWS:
        with subtests.test(row=row):
            faces = [CardFace(**face) for face in row["faces"]]
            card = Card(" // ".join(face.name for face in faces), "", row["layout"], 0.0, faces)
            asked = {CARD: row["card"], **row["ask"]}
            question = question_about(card, "slug", asked)
            assert question
            for key in row["ask"].keys() - OWN - set(row.get("elsewhere", ())):
                assert is_offered(row["ask"][key], [one for one in question.inputs if one.key == key]), key
            result = check(asked, card=question).result
            expected = {"unread": 0, **row["expect"]}
            found = {
                "mv": amount_as_text(result.mana_value_on_stack),
                "payable": result.payable,
                "max_x": result.max_x,
                "unchecked": [part.text for part in result.unchecked],
                "unread": len(question.unread),
            }
            if "total" in expected:
                found["total"] = " or ".join(amounts_as_text(amounts) for amounts in result.totals)
            assert {key: str(found[key]) for key in expected} == {key: str(value) for key, value in expected.items()}


def is_offered(text: str, inputs: Iterable[CardInput]) -> bool:
    """Whether the inputs offer a text, or all of its pieces."""
    patterns = []
    for value in (each for one in inputs for each in (one.value, *one.choices)):
        whole = re.escape(value).replace(re.escape(COUNT), "[0-9]+")
        patterns.append(whole.replace(r"\ [0-9]+\ times", "(?: [0-9]+ times)?") or ".+")
    offered = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return bool(patterns and (offered.fullmatch(text) or all(map(offered.fullmatch, text.split(", ")))))


def test_costs_of_abilities(subtests: pytest.Subtests) -> None:
    for text, costs in [
        ("Equip legendary creature {3}", ["Equip legendary creature {3}"]),
        ("Basic landcycling {1}{U}", ["Basic landcycling {1}{U}"]),
        ("Craft with artifact {4}{W}", ["Craft with artifact {4}{W}"]),
        ("Each Sliver card in each player's hand has slivercycling {3}.", []),
    ]:
        with subtests.test(text=text, costs=costs):
            assert [one.cost for one in read_face(CardFace("Card", text=text)).costs] == costs
