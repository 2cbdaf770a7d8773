"""What players read of a cost, word for word: facts with their rules, checks of parts, reasons and refusals."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from symbols.engine.abilities.activation import Permanent, Player, Remaining, check_parts
from symbols.engine.abilities.loyalty import Timing, check_loyalty, timing_checks
from symbols.engine.conditions import Condition
from symbols.engine.costs.parts import Energy, Loyalty, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.errors import EngineError
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.shortfall import number_word
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import CheckRequest
from tests.tables import cases, rows

FACTS: dict[str, list[tuple[str, ...]]] = {}
for _request, *_fact in rows(str(Path(__file__).with_name("facts.txt"))):
    FACTS.setdefault(_request, []).append(tuple(_fact))


def ask(request: str) -> Mapping[str, Any]:
    """Read a request as in an address, where a plus sign is a plus sign."""
    return dict(parse_qsl(request.replace("+", "%2B")))


def test_the_facts_of_a_request_are_these_in_this_order(subtests: pytest.Subtests) -> None:
    for request_, facts in FACTS.items():
        with subtests.test(request_=request_, facts=facts):
            found = CheckRequest.parse(ask(request_)).check().as_json()["citations"]
            assert [(each["fact"], each["rule"]) for each in found] == facts


LAND: dict[str, Any] = {"creature": False}
NEW: dict[str, Any] = {"creature": True, "controlled": False}
SICK = (
    "You haven’t controlled the creature continuously since your most recent turn began. "
    "It lacks haste, so you can’t activate an ability with {T} or {Q} in its cost."
)
MAYBE_SICK = (
    "It depends. Without haste, you must have controlled the creature continuously since your most recent turn began."
)
HASTE = "With haste, it needn’t have been there since the turn began."


def test_what_is_said_of_the_last_part(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ([Tap()], LAND | {"tapped": False}, "The permanent can be tapped."),
        ([Untap()], LAND | {"tapped": True}, "The permanent can be untapped."),
        (
            [Tap()],
            LAND | {"tapped": True},
            "The permanent is already tapped, so it can’t be tapped to pay a cost.",
        ),
        (
            [Untap()],
            LAND | {"tapped": False},
            "The permanent is already untapped, so it can’t be untapped to pay a cost.",
        ),
        ([Tap(), Tap()], LAND | {"tapped": False}, "The permanent can’t be tapped that many times for one cost."),
        ([Untap(), Untap()], LAND | {"tapped": True}, "The permanent can’t be untapped that many times for one cost."),
        ([Tap()], NEW | {"tapped": False}, SICK),
        ([Tap()], NEW | {"tapped": False, "haste": True}, f"The permanent can be tapped. {HASTE}"),
        ([Untap()], NEW | {"tapped": True, "haste": True}, f"The permanent can be untapped. {HASTE}"),
        (
            [Tap()],
            {"tapped": False, "creature": True, "controlled": True, "haste": True},
            "The permanent can be tapped.",
        ),
        ([Tap()], LAND, "Whether the permanent is tapped is unknown."),
        ([Tap()], {"tapped": False, "creature": True}, MAYBE_SICK),
        ([TextPart("Sacrifice a creature")], {}, "How many you could sacrifice is unknown."),
    ]
    for parts, permanent, sentence in table:
        with subtests.test(parts=parts, permanent=permanent, sentence=sentence):
            assert check_parts(parts, permanent=Permanent(**permanent)).parts[-1].sentence == sentence


COUNTERS = ("107.14", "118.3")
TICKETS = ("107.17a", "118.3")
LIFE = ("118.3b", "119.4")


def test_what_is_said_of_what_a_player_pays(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        (Energy(2), {"energy": 3}, 0, "Uses 2 of your 3 energy counters.", COUNTERS),
        (Energy(1), {"energy": 1}, 0, "Uses 1 of your 1 energy counter.", COUNTERS),
        (Energy(2), {"energy": 1}, 0, "You need 2 energy counters; you have 1.", COUNTERS),
        (Energy(1), {}, 0, "You need 1 energy counter; how many you have is unknown.", COUNTERS),
        (Tickets(2), {"tickets": 0}, 0, "You need 2 ticket counters; you have 0.", TICKETS),
        (PayLife(0), {}, 0, "You can always pay 0 life.", ("118.3b", "119.4b")),
        (PayLife(2), {}, 0, "You need 2 life; your life total is unknown.", ("119.4",)),
        (PayLife(2), {"life": 5}, 0, "Uses 2 of your 5 life, leaving 3.", LIFE),
        (PayLife(2), {"life": 1}, 0, "You need 2 life; you have 1.", LIFE),
        (
            PayLife(2),
            {"life": 5},
            4,
            "You need 2 life; you have 1. (4 life already pays for mana symbols.)",
            LIFE,
        ),
        (
            PayLife(2),
            {"life": 7},
            4,
            "Uses 2 of your 3 life, leaving 1. (4 life already pays for mana symbols.)",
            LIFE,
        ),
    ]
    for part, player, elsewhere, sentence, rules in table:
        with subtests.test(part=part, player=player, elsewhere=elsewhere, sentence=sentence, rules=rules):
            check = check_parts([part], player=Player(**player), life_elsewhere=elsewhere).parts[0]
            assert (check.sentence, check.rules) == (sentence, rules)


def test_what_is_said_of_loyalty(subtests: pytest.Subtests) -> None:
    table: list[Any] = cases("engine/sentences", "what_is_said_of_loyalty")
    for costs, counters, sentence in table:
        with subtests.test(costs=costs, counters=counters, sentence=sentence):
            check = check_loyalty([Loyalty(*cost) for cost in costs], counters=counters)
            assert check.counters.sentence == sentence


PRIORITY = "You have priority."
MAIN = "It’s your main phase."
EMPTY = "The stack is empty."


@pytest.mark.parametrize(
    ("timing", "said"),
    [
        (
            Timing(),
            [
                (None, "Whether you have priority is unknown."),
                (None, "Whether it’s your main phase is unknown."),
                (None, "Whether the stack is empty is unknown."),
                (None, "Whether you activated one of its loyalty abilities this turn is unknown."),
            ],
        ),
        (
            Timing(has_priority=True, own_main_phase=True, stack_empty=True, activated=0),
            [
                (True, PRIORITY),
                (True, MAIN),
                (True, EMPTY),
                (True, "You’ve activated none of its loyalty abilities this turn; the limit is 1."),
            ],
        ),
        (
            Timing(has_priority=False, own_main_phase=False, stack_empty=False, activated=1),
            [
                (False, "You don’t have priority."),
                (False, "It isn’t your main phase."),
                (False, "The stack isn’t empty."),
                (False, "You’ve activated 1 of its loyalty abilities this turn; the limit is 1."),
            ],
        ),
        (
            Timing(has_priority=True, instant_speed=True, activated=2, allowed=2),
            [
                (True, PRIORITY),
                (True, "An effect allows it whenever you have priority. The effect overrides the rule."),
                (False, "You’ve activated 2 of its loyalty abilities this turn; the limit is 2."),
            ],
        ),
    ],
)
def test_what_is_said_of_the_moment(timing: Timing, said: list[tuple[bool | None, str]]) -> None:
    checks = timing_checks(timing)
    assert [(check.met, check.sentence) for check in checks] == said
    by_effect = {"101.1"} if timing.instant_speed else set()
    assert {rule for check in checks for rule in check.rules} == {"606.3"} | by_effect


def test_the_whole_check_of_an_activation() -> None:
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


def test_what_is_said_of_a_pool_that_cannot_pay(subtests: pytest.Subtests) -> None:
    for request_, message, rules in rows(str(Path(__file__).with_name("shortfalls.txt"))):
        with subtests.test(request_=request_, message=message, rules=rules):
            found = CheckRequest.parse(ask(request_)).check().shortfall
            assert found is not None
            assert (found.message, " ".join(found.rules)) == (message, rules)


def test_a_shortfall_as_data() -> None:
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


def test_numbers_are_words_up_to_twelve() -> None:
    words = "none one two three four five six seven eight nine ten eleven twelve 13"
    assert [number_word(number) for number in range(14)] == words.split()
    assert number_word(10_000) == "10,000"


def test_what_is_said_of_what_cannot_be_read(subtests: pytest.Subtests) -> None:
    for typed, message, expected, suggestion in rows(str(Path(__file__).with_name("refusals.txt"))):
        with subtests.test(typed=typed, message=message, expected=expected, suggestion=suggestion):
            with pytest.raises(EngineError) as caught:
                read_cost(typed.replace("\\u2028", "\u2028"))
            error = caught.value
            assert (error.message, error.expected or "-", error.suggestion or "-") == (message, expected, suggestion)
            assert error.as_json()["message"] == message


def test_an_error_in_another_field_names_it_once() -> None:
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
        ("{X}", "In “pool”: {X} doesn’t give the type of mana. Type W, U, B, R, G or C."),
        ("{S}", "In “pool”: Type snow mana by its type here, and again as snow mana (107.4h)."),
        ("W, {T}", "In “pool”: Type only mana here; “{T}” isn’t mana."),
    ],
)
def test_what_is_said_of_a_pool_that_makes_no_sense(pool: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        Pool.of_costs(read_cost(pool))
    assert caught.value.message == message
