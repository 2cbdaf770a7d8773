"""Any input has an answer or one of the engine's errors, with its field."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from explorer.casting.request import MOST_TARGETS, PARAMETERS, CastRequest
from explorer.costcheck.check import CARD
from symbols.engine import OPTIONS, EngineError
from tests.casting.cards import answer_to
from tests.shared import examples, is_search

pytestmark = pytest.mark.usefixtures("cast_cards")

WHAT = (CARD, "cost", "ability")
BASES: tuple[Mapping[str, object], ...] = (
    {"cost": "{X}{W/P}{2}"},
    {CARD: "Blaze"},
    {CARD: "Fire // Ice"},
    {CARD: "Fight with Fire"},
    {CARD: "Austere Command"},
    {"ability": "{2}, {T}: Target player draws a card."},
)
# Text of every sort, and of what fields can read.
VALUES = (
    *("", " ", "0", "-1", "1.5", "1e9", "9" * 300, "²", "٣", "½", "nan"),
    *("None", "true", "yes", "no", "none", "?", "\0"),
    *("{", "}", "{}", "{X", "{W/U}{2/B}{G/P}", ":", "::", "a:b", ": Draw a card.", "{T}:", "−X:", "[-X]:", "[", "//"),
    *(";", ";;;", ",,,", "\n", "\ud800", "a" * 3_000, "{1}" * 500, "{W/U}" * 400, "((((", "(1)", "both", "1, 2", "2"),
    *("Blaze", "Far // Away", "command", "graveyard", "W", "10000 Island", "9 Mountain; Boros Signet", "2026-02-27"),
    *("Thalia, Guardian of Thraben", "spells cost {1} more", "costs {X} less", "Sacrifice a creature", "Pay X life"),
    *("morph", "suspend", "Kicker {W}", "{1} 2 times", "{1} 99999 times", "{2} least 1", "{1} of buyback", "Equip {2}"),
    *("Choose two —\n• A\n• B", "'; --", "<b>", "e\u0301", "🂡"),
)
OTHERS: tuple[object, ...] = (
    *(None, 0, 1, -1, 10**30, 1.5, float("nan"), float("inf"), True, False, b"x"),
    *([], ["1"], [None], [[]], {}, {"a": 1}, ["1", "2"], ("1",), ["{1}", "{W}"]),
)
SYMBOLS = st.text("{}WUBRGCXSPTEH/2,;:() \n01-[]−+?•½", min_size=1, max_size=24)
# Infinite costs aren't answered yet: see `test_infinity`.
TEXTS = (st.text(max_size=40) | SYMBOLS | st.sampled_from(VALUES)).filter(lambda text: "∞" not in text)


def is_answered(asked: Mapping[str, object]) -> bool:
    """Whether there is an answer, which can be sent, and not an error."""
    try:
        answer = answer_to(asked)
    except EngineError:
        return False
    json.dumps(answer, allow_nan=False)
    assert answer["verdict"] in ("yes", "no", "maybe", None)
    assert {step["state"] for step in answer["steps"]} <= {"done", "open", "impossible", "later"}
    return True


def with_(base: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """A request that casts what is given, if anything."""
    return {**({} if any(key in WHAT for key in given) else base), **given}


@pytest.mark.slow
def test_each_key_takes_anything() -> None:
    """Half of the values for each key; all of them in the long search."""
    step = 1 if is_search() else 2
    for first, key in enumerate(PARAMETERS):
        for place, value in [*enumerate((*VALUES, *OTHERS))][first % step :: step]:
            is_answered(with_(BASES[place % len(BASES)], {key: value}))


@pytest.mark.slow
@examples(150)
@given(st.sampled_from(BASES), st.dictionaries(st.sampled_from(PARAMETERS), TEXTS, min_size=1, max_size=5))
def test_texts(base: Mapping[str, object], given_texts: dict[str, object]) -> None:
    event(f"answered: {is_answered(with_(base, given_texts))}")


@examples(60)
@given(st.text(max_size=30), st.text(max_size=30))
def test_abilities(cost: str, effect: str) -> None:
    if "∞" not in cost + effect:
        is_answered({"ability": f"{cost}:{effect}"})


@examples(60)
@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), min_size=1, max_size=3))
def test_keys(asked: dict[str, object]) -> None:
    if not {*asked} <= {*PARAMETERS}:
        with pytest.raises(EngineError) as caught:
            CastRequest.read({"cost": "{R}", **asked})
        assert caught.value.code == "unknown_key"


REFUSED: tuple[tuple[Mapping[str, object], str, str | None], ...] = (
    ({}, "no_cost", "cost"),
    ({"cost": " "}, "no_cost", "cost"),
    ({"pool": ""}, "no_cost", "cost"),
    ({"cost": "{R}", "nothing": "1"}, "unknown_key", None),
    ({CARD: "Blaze", "cost": "{R}"}, "bad_usage", "cost"),
    ({CARD: "Blaze", "ability": "{T}: Draw a card."}, "bad_usage", "ability"),
    ({"cost": "{R}", "ability": "{T}: Draw a card."}, "bad_usage", "ability"),
    ({CARD: "No Card Of That Name"}, "no_card", CARD),
    ({CARD: "Blaze", "action": "suspend"}, "no_action", "action"),
    ({"ability": "{T}"}, "no_colon", "ability"),
    ({"ability": "x" * 2_001}, "too_long", "ability"),
    ({"cost": ":"}, "empty", "cost"),
    ({"cost": "{1}" * 500}, "too_many_symbols", "cost"),
    ({"cost": "{R}", "zone": "moon"}, "bad_word", "zone"),
    ({"cost": "{R}", "zone": "hand" * 600}, "too_long", "zone"),
    ({"cost": "{R}", "action": "sing"}, "bad_word", "action"),
    ({"cost": "{R}", "allowed": "perhaps"}, "not_yes_or_no", "allowed"),
    ({"cost": "{R}", "modes": "two"}, "not_a_number", "modes"),
    ({"cost": "{R}", "modes": "0"}, "not_a_number", "modes"),
    ({"cost": "{R}", "modes": "1," * (MOST_TARGETS + 1)}, "too_long", "modes"),
    ({"cost": "{R}", "modes": "1," * 10_000}, "too_long", "modes"),
    ({"cost": "{R}", "division": "2, -1"}, "not_a_number", "division"),
    ({"cost": "{R}", "division": ["1"] * (MOST_TARGETS + 1)}, "too_long", "division"),
    ({"cost": "{R}", "targets": str(MOST_TARGETS + 1)}, "too_many", "targets"),
    ({"cost": "{R}", "targets": ["Grizzly Bears"] * 10_000}, "too_long", "targets"),
    ({"cost": "{R}", "targets": "a;" * 10_000}, "too_long", "targets"),
    ({"cost": "{R}", "targets": "-3"}, "not_a_number", "targets"),
    ({"cost": "{R}", "in_play": "x" * 100_000}, "too_long", "in_play"),
    ({"cost": "{R}", "in_play": "Island;" * 61}, "too_many_in_play", "in_play"),
    ({"cost": "{R}", "in_play": "99 Island"}, "too_many_in_play", "in_play"),
    ({"cost": "{R}", "in_play": "No Card Of That Name"}, "no_card", "in_play"),
    ({"cost": "{R}", "in_play": "costs {X} less"}, "unknown_effect", "in_play"),
    ({"cost": "{R}", "announced": "R"}, "bad_announcement", "announced"),
    ({"cost": "{R/W}", "announced": "half"}, "bad_announcement", "announced"),
    ({"cost": "{R}", "x": "-1"}, "bad_value", "x"),
    ({"cost": "{R}", "x": "many"}, "not_a_number", "x"),
    ({"cost": "{R}", "pool": "Q"}, "bad_pool", "pool"),
    ({"cost": "{R}", "edition": "1066-01-01"}, "unknown_edition", "edition"),
    ({"ability": ":"}, "empty", "ability"),
    ({"ability": ": Draw a card."}, "empty", "ability"),
    ({"ability": "{Q: Draw a card."}, "unclosed_brace", "ability"),
    ({"ability": "{Tx}: Draw a card."}, "unknown_symbol", "ability"),
    ({"cost": "{R}", "targets": "10000"}, "too_many", "targets"),
    ({"cost": "{R}", "targets": "9" * 50}, "too_many", "targets"),
)


def test_errors_name_their_field(subtests: pytest.Subtests) -> None:
    for asked, code, field in REFUSED:
        with subtests.test(str(asked)[:100]):
            with pytest.raises(EngineError) as caught:
                answer_to(asked)
            assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("base", "json_value", "text"),
    [
        ({CARD: "Austere Command"}, {"modes": []}, {"modes": "none"}),
        ({CARD: "Lightning Bolt"}, {"targets": []}, {"targets": "0"}),
        ({"cost": "{R}", "zone": "graveyard"}, {"allowed": False}, {"allowed": "no"}),
    ],
)
def test_json_values_equal_text(
    base: Mapping[str, object], json_value: Mapping[str, object], text: Mapping[str, object]
) -> None:
    assert answer_to({**base, **json_value}) == answer_to({**base, **text})


def test_infinite_multikicker() -> None:
    assert is_answered({CARD: "Fight with Fire", "pool": "", "multikicker": "{∞}"})


def test_numbers_of_targets(subtests: pytest.Subtests) -> None:
    for value, count in [(MOST_TARGETS, MOST_TARGETS), ("3", 3), ("0", 0), ("none", 0), ("a; b, c", 2), ("a, b", 2)]:
        with subtests.test(value=value):
            assert CastRequest.read({"cost": "{R}", "targets": value}).targets == count
    named: Any = {"cost": "{R}", "targets": ["Thalia, Guardian of Thraben", "2 Islands"]}
    assert CastRequest.read(named).names == ("Thalia, Guardian of Thraben", "2 Islands")


def test_every_option_of_a_check_is_passed_on() -> None:
    for key in OPTIONS:
        assert key in CastRequest.read({"cost": "{R}", key: "{1}"}).of_check
