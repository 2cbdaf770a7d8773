"""Requests: the same keys from a query, from JSON and from the command line; no text in a field is ignored."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.engine import OPTIONS
from symbols.engine.errors import EngineError
from symbols.engine.paying.pool import STARTING_LIFE
from symbols.engine.request import KEYS, CheckRequest


def test_only_the_cost_is_required() -> None:
    request = CheckRequest.parse({"cost": "2W"})
    assert request.cost.canonical == "{2}{W}"
    assert (request.values, request.pool, request.edition) == ({}, None, None)
    assert request.check().payable is None


def test_query_and_json_are_equal() -> None:
    query = {"cost": "{X}{R}", "x": "3", "y": "", "pool": "RRRR", "snow": "R", "life": "7", "reduce": "1", "free": "no"}
    json = {"cost": "{X}{R}", "x": 3, "y": None, "pool": "RRRR", "snow": "R", "life": 7, "reduce": ["1"], "free": False}
    one, other = CheckRequest.parse(query), CheckRequest.parse(json)
    assert one == other
    assert one.values == {"X": 3}
    assert one.pool is not None
    assert (one.pool.total, sum(one.pool.snow), one.pool.life) == (4, 1, 7)
    assert one.check().payable is True


def test_empty_pool_and_life_alone() -> None:
    empty = CheckRequest.parse({"cost": "{W}", "pool": ""})
    assert empty.pool is not None
    assert (empty.pool.total, empty.pool.life) == (0, STARTING_LIFE)
    assert empty.check().payable is False
    assert CheckRequest.parse({"cost": "{W}", "life": 5}).pool is None
    assert CheckRequest.parse({"cost": "{W}", "pool": None}).pool is None
    assert CheckRequest.parse({"cost": "{W}", "pool": "  "}).pool is None


def test_snow_alone_is_the_pool() -> None:
    pool = CheckRequest.parse({"cost": "{S}", "snow": "GG"}).pool
    assert pool is not None
    assert (pool.total, sum(pool.snow)) == (2, 2)


def test_changes_may_repeat() -> None:
    changes = CheckRequest.parse(
        {"cost": "{4}{W}", "reduce": ["1", "W"], "increase": "2", "additional": "pay 2 life", "minimum": "3"}
    ).changes
    assert [cost.canonical for cost in changes.reductions] == ["{1}", "{W}"]
    assert [cost.canonical for cost in changes.increases] == ["{2}"]
    assert [cost.canonical for cost in changes.additional] == ["Pay 2 life"]
    assert changes.minimum == 3


def test_edition_is_a_date() -> None:
    request = CheckRequest.parse({"cost": "{W}", "edition": "2011-06-17"})
    assert str(request.edition) == "2011-06-17"


def test_errors_name_their_field(subtests: pytest.Subtests) -> None:
    table: list[Any] = [
        ({}, "no_cost", None),
        ({"cost": None}, "no_cost", None),
        ({"cost": ""}, "empty", "cost"),
        ({"cost": 3}, "not_text", "cost"),
        ({"cost": "{V}"}, "unknown_symbol", "cost"),
        ({"cost": "2", "colour": "W"}, "unknown_key", None),
        ({"cost": "2", "x": "many"}, "not_a_number", "x"),
        ({"cost": "2", "x": "٣"}, "not_a_number", "x"),
        ({"cost": "2", "x": 1.0}, "not_a_number", "x"),
        ({"cost": "2", "x": True}, "not_a_number", "x"),
        ({"cost": "2", "x": []}, "not_a_number", "x"),
        ({"cost": "2", "y": -1}, "bad_value", "y"),
        ({"cost": "2", "x": 10**7}, "number_too_large", "x"),
        ({"cost": "2", "x": "9" * 5000}, "not_a_number", "x"),
        ({"cost": "2", "x": 10**5000}, "number_too_large", "x"),
        ({"cost": "2", "life": "x"}, "not_a_number", "life"),
        ({"cost": "2", "pool": "V"}, "unknown_symbol", "pool"),
        ({"cost": "2", "pool": "W/U"}, "bad_pool", "pool"),
        ({"cost": "2", "pool": "W", "snow": "G"}, "snow_not_in_pool", "pool"),
        ({"cost": "2", "pool": "W", "spend": "freely"}, "bad_as_though", "spend"),
        ({"cost": "2", "reduce": "{T}"}, "reduction_not_mana", "reduce"),
        ({"cost": "2", "reduce": ["1", "{"]}, "unclosed_brace", "reduce"),
        ({"cost": "2", "increase": 5}, "not_text", "increase"),
        ({"cost": "2", "minimum": -1}, "bad_minimum", "minimum"),
        ({"cost": "2", "alternative": "1", "free": True}, "two_alternatives", "alternative"),
        ({"cost": "2", "free": "perhaps"}, "not_a_flag", "free"),
        ({"cost": "2", "edition": "2025-13-01"}, "bad_date", "edition"),
        ({"cost": "2", "edition": "June"}, "bad_date", "edition"),
        ({"cost": "2", "edition": 2025}, "bad_date", "edition"),
    ]
    for asked, code, field in table:
        with subtests.test(asked=asked, code=code, field=field):
            with pytest.raises(EngineError) as caught:
                CheckRequest.parse(asked)
            error = caught.value
            assert (error.code, error.field) == (code, field)
            assert (f"“{field}”" in error.message) == (field not in (None, "cost"))
            assert error.message.endswith(".")
            assert str(error) == error.message
            assert error.as_json().keys() == {"code", "message", "start", "end", "suggestion"}


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["2W", "{X}{R}", "RRR", "3", "2025-06-06", "any color", "{T}"]),
    st.lists(st.sampled_from(["1", "{W}", "x"]), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=1),
)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(KEYS), values), st.sampled_from(["{X}{W/P}", "[-X]", "{2/W}{S}, pay X life"]))
def test_any_request_is_answered_or_refused(asked: dict[str, object], cost: str) -> None:
    refused: EngineError | None = None
    try:
        CheckRequest.parse({"cost": cost} | asked).check().as_json()
    except EngineError as error:
        refused = error
    assert refused is None or refused.message


BASE = {"cost": "{2}{W}", "pool": "WWW"}
EXAMPLES = {
    "mana": "WW",
    "number": "2",
    "reductions": "{1}",
    "costs": "{1}",
    "cost": "{1}",
    "flag": "true",
    "count": "2",
    "yes or no": "yes",
    "creatures": "{W}",
    "colors": "W",
    "types of mana": "W",
    "keyword cost": "{1}",
    "date": "2025-06-06",
}
FIELDS = [
    (key, EXAMPLES[one.kind]) for key, one in OPTIONS.items() if one.kind in EXAMPLES and key != "waterbend"
]  # which needs a waterbend cost
WORDS = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz ()“”[]"), min_size=1, max_size=24).filter(str.strip)


def answer(**asked: str) -> object:
    try:
        found = dict(CheckRequest.parse({**BASE, **asked}).check().as_json())
    except EngineError as error:
        return error.message
    # What was typed comes back as it was.
    found.pop("cost", None)
    return found


@pytest.mark.parametrize(("key", "value"), FIELDS)
@pytest.mark.parametrize(
    "words", [" (zorble)", " zorble", " (only if artifact)", ", (zorble)", " [zorble]", " -- x", " (Only if blue.)"]
)
def test_added_nonsense_changes_the_answer(key: str, value: str, words: str) -> None:
    value = BASE.get(key, value)
    assert answer(**{key: value + words}) != answer(**{key: value})


@given(st.sampled_from(FIELDS), WORDS)
def test_no_text_is_ignored(field: tuple[str, str], words: str) -> None:
    key, value = field
    value = BASE.get(key, value)
    added = f"{value} {words.strip()} zorble"
    assert answer(**{key: added}) != answer(**{key: value})
