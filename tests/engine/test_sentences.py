"""Sentences for players: facts with their rules, checks of parts, shortfalls and errors."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from symbols.engine.abilities.activation import Permanent, Player, Remaining, check_parts
from symbols.engine.conditions import Condition
from symbols.engine.costs.parts import Energy, Loyalty, Tap
from symbols.engine.errors import EngineError
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import CheckRequest
from symbols.sentences import number_word
from tests.tables import rows

FACTS: dict[str, list[tuple[str, ...]]] = {}
for _request, *_fact in rows(str(Path(__file__).with_name("facts.txt"))):
    FACTS.setdefault(_request, []).append(tuple(_fact))


def ask(request: str) -> Mapping[str, Any]:
    """Read a request as in an address, where a plus sign is a plus sign."""
    return dict(parse_qsl(request.replace("+", "%2B")))


def test_facts(subtests: pytest.Subtests) -> None:
    for request_, facts in FACTS.items():
        with subtests.test(request_=request_, facts=facts):
            found = CheckRequest.parse(ask(request_)).check().as_json()["citations"]
            assert [(each["fact"], each["rule"]) for each in found] == facts


def test_activation_check() -> None:
    check = check_parts(
        [Tap(), Loyalty("-", 1), Energy(1)],
        permanent=Permanent(tapped=False, creature=False, loyalty=2),
        player=Player(life=9, energy=2, tickets=4),
    )
    removed = "1 loyalty counter is removed for [-1]. The permanent has 2."
    assert check.payable is True
    assert [(part.part.text, part.payable, part.sentence, part.rules) for part in check.parts] == [
        ("{T}", True, "The permanent can be tapped.", ("107.5",)),
        ("[-1]", True, removed, ("107.7", "606.6")),
        ("{E}", True, "Uses 1 of your 2 energy counters.", ("107.14", "118.3")),
    ]
    assert check.left == Remaining(tapped=True, loyalty=1, life=9, energy=1, tickets=4)
    loyalty = check.loyalty
    assert loyalty is not None
    assert (loyalty.total, loyalty.written, loyalty.left, loyalty.greatest) == (-1, "[-1]", 1, None)
    assert loyalty.counters == Condition(met=True, sentence=removed, rules=("107.7", "606.6"))
    stuck = check_parts([Tap()], permanent=Permanent(tapped=True))
    assert (stuck.payable, stuck.loyalty, stuck.left) == (False, None, None)


def test_shortfall_messages(subtests: pytest.Subtests) -> None:
    for request_, message, rules in rows(str(Path(__file__).with_name("shortfalls.txt"))):
        with subtests.test(request_=request_, message=message, rules=rules):
            found = CheckRequest.parse(ask(request_)).check().shortfall
            assert found is not None
            assert (found.message, " ".join(found.rules)) == (message, rules)


def test_shortfall_as_json() -> None:
    found = CheckRequest.parse(ask("cost={1}{W/P}, Pay 3 life&pool=U&life=4")).check().shortfall
    assert found is not None
    assert found.as_json() == {
        "reason": "types",
        "message": "{W/P} needs white mana, or 2 life; you have none, with too little life left.",
        "symbols": [{"symbol": "{W/P}", "of": "cost", "index": 1}],
        "parts": ["Pay 3 life"],
        "slots": ["W"],
        "needed": 1,
        "available": 0,
        "rules": ["118.3", "107.4f", "119.4"],
    }


def test_numbers_in_words() -> None:
    words = "none one two three four five six seven eight nine ten eleven twelve 13"
    assert [number_word(number) for number in range(14)] == words.split()
    assert number_word(10_000) == "10,000"


def test_parse_error_messages(subtests: pytest.Subtests) -> None:
    for typed, message, expected, suggestion in rows(str(Path(__file__).with_name("refusals.txt"))):
        with subtests.test(typed=typed, message=message, expected=expected, suggestion=suggestion):
            with pytest.raises(EngineError) as caught:
                read_cost(typed.replace("\\u2028", "\u2028"))
            error = caught.value
            assert (error.message, error.expected or "-", error.suggestion or "-") == (message, expected, suggestion)
            assert error.as_json()["message"] == message


def test_errors_name_another_field_once() -> None:
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": "W", "pool": "{V}"})
    said = "In “pool”: “V” isn’t a symbol in costs."
    assert (caught.value.message, caught.value.field) == (said, "pool")
    assert caught.value.in_field("snow").message == said
    with pytest.raises(EngineError, match=r"^“V” isn’t"):
        CheckRequest.parse({"cost": "{V}"})


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        ("{X}", "In “pool”: {X} doesn’t say which type of mana. Type W, U, B, R, G or C."),
        ("{S}", "In “pool”: Type snow mana by its type here, and again as snow mana (107.4h)."),
        ("W, {T}", "In “pool”: Type only mana here; “{T}” isn’t mana."),
    ],
)
def test_pool_error_messages(pool: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        Pool.of_costs(read_cost(pool))
    assert caught.value.message == message
