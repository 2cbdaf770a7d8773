"""Defaults, limits and other small cases."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.symbols_by_edition.edition_text import is_section_whole, rule_order
from symbols.engine.abilities.loyalty import total_loyalty
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.order import in_printed_order
from symbols.engine.costs.parts import Energy, Loyalty, PayLife, Tap, TextPart
from symbols.engine.costs.symbols import CHOICES, NAMED, mana_symbol
from symbols.engine.errors import BadRequest, EngineError, UnknownSymbol
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.pool_result import PoolResult
from symbols.engine.reading.reader import read_cost
from symbols.engine.request import CheckRequest
from symbols.engine.totals.changes import CostChanges, CostToPay
from symbols.engine.totals.total_costs import TotalCosts
from symbols.engine.x import Situation, SituationError, read_value, what_is_x


def pay(cost: str, pool: str, changes: CostChanges | None = None, **more: Any) -> PoolResult:
    mana = Pool.of_costs(read_cost(pool)) if pool else Pool()
    return PoolResult(CostToPay(read_cost(cost), changes or CostChanges(), **more), mana)


def test_parts_default_to_position_zero() -> None:
    assert (Tap().start, Tap().end) == (0, 0)
    assert (Energy(2).start, Energy(2).end) == (0, 0)


def test_zero_amounts_are_written_out() -> None:
    assert [Loyalty("+", 0).text, Loyalty("-", 0).text, Loyalty("0", 0).text] == ["[+0]", "[-0]", "[0]"]
    assert PayLife(0).text == "Pay 0 life"


def test_zero_loyalty_ignores_its_amount() -> None:
    assert total_loyalty([Loyalty("0", 3), Loyalty("+", 2)]) == 2


def test_missing_values_are_zero() -> None:
    assert [str(symbol) for symbol in read_cost("{X}{R}").filled_in({})] == ["{R}"]
    assert [str(symbol) for symbol in read_cost("{X}{2}").filled_in({"Y": 5})] == ["{2}"]


def test_cost_of_symbols_has_text_and_spans() -> None:
    cost = Cost.of([mana_symbol("R"), mana_symbol("1"), mana_symbol("G/W")])
    assert cost.text == "{R}{1}{G/W}"
    assert cost.spans == ((0, 3), (3, 6), (6, 11))


def test_pool_defaults_and_limits() -> None:
    assert Pool() == Pool.holding({})
    assert (Pool().mana, Pool().snow, Pool().life) == ((0,) * 6, (0,) * 6, 20)
    for impossible in ({"mana": (-1, 0, 0, 0, 0, 0)}, {"snow": (-1, 0, 0, 0, 0, 0)}, {"mana": (10**7, 0, 0, 0, 0, 0)}):
        with pytest.raises(BadRequest) as caught:
            Pool(**impossible)  # type: ignore[arg-type]
        assert caught.value.message == "The amount of {W} must be from 0 to 9,999,999."
    assert Pool(mana=(10**7 - 1, 0, 0, 0, 0, 0)).total == 9_999_999


def test_numbers_have_at_most_forty_characters() -> None:
    assert CheckRequest.parse({"cost": "{X}", "x": "0" * 39 + "7"}).values == {"X": 7}
    with pytest.raises(EngineError) as caught:
        CheckRequest.parse({"cost": "{X}", "x": "0" * 40 + "7"})
    assert caught.value.code == "not_a_number"


def test_messages_quote_at_most_twenty_characters() -> None:
    with pytest.raises(SituationError, match="“" + "x" * 20 + "”"):
        read_value("x" * 20)
    with pytest.raises(SituationError, match="“" + "x" * 20 + "…”"):
        read_value("x" * 21)


def test_activation_cost_text_begins_with_a_letter() -> None:
    assert read_cost("A creature token: Draw a card.").parts == (TextPart("A creature token"),)
    with pytest.raises(EngineError):
        read_cost("?aa bbb ccc: Draw a card.")


def test_unknown_symbol_codes_are_refused() -> None:
    with pytest.raises(UnknownSymbol, match=r"^There is no mana symbol {Q}\.$"):
        mana_symbol("Q")
    with pytest.raises(EngineError, match=r"^Numbers in a cost can have at most 7 digits\.$"):
        mana_symbol("12345678")


def test_pair_sorts_by_its_first_color_among_four() -> None:
    symbols = [mana_symbol(code) for code in ("B/G", "U", "W", "G")]
    assert "".join(map(str, in_printed_order(symbols))) == "{G}{W}{U}{B/G}"


def test_section_is_whole_without_gaps(subtests: pytest.Subtests) -> None:
    for numbers, whole in [
        (["123.1", "123.2", "200.1"], True),
        (["123.1", "123.2", "124.1"], True),
        (["123.1", "123.2", "201.1"], False),
        (["123.1", "123.2", "125.1"], False),
        (["123.1", "123.2", "300.1"], False),
        (["123.1", "123.3", "124.1"], False),
        (["123.2", "124.1"], False),
        (["123.1", "123.2"], False),
        (["200.1", "200.2", "300.1"], True),
        (["201.1", "201.2", "300.1"], True),
        (["299.1", "299.2", "300.1"], True),
        (["905.1", "905.2", "1000.1"], True),
        (["200.1", "200.2", "400.1"], False),
        (["100.1", "100.2", "200.1"], True),
    ]:
        with subtests.test(numbers=numbers, whole=whole):
            assert is_section_whole(f"{numbers[0].partition('.')[0]}.1", numbers) is whole


def test_generic_mana_from_several_types() -> None:
    payment = pay("{1}{3}{1}", "{C}{W}{W}{U}{B}{B}").payment
    assert payment is not None
    assert [sum(mana.count for mana in line.mana) for line in payment.symbols] == [1, 3, 1]
    assert sum(mana.count for mana in payment.mana) == 5
    assert payment.left.total == 1


def test_smallest_shortfall_has_the_largest_symbols(subtests: pytest.Subtests) -> None:
    for cost, pool, wanting, needed in [
        ("{2}{2}{1}{1}", "{5}", ["{2}", "{2}", "{1}", "{1}"], 6),
        ("{1}{2/W}{2/W}", "U", ["{2/W}"], 2),
        ("{3}{2}{W}{U}", "{W}{U}{C}{C}{C}{C}", ["{3}", "{2}", "{W}", "{U}"], 7),
        ("{4}{3}{2}", "{8}", ["{4}", "{3}", "{2}"], 9),
        ("{4}{3}{2}", "{6}", ["{4}", "{3}"], 7),
        ("{4}{1}", "{3}", ["{4}"], 4),
        ("{1}{1}{1}", "{2}", ["{1}", "{1}", "{1}"], 3),
        ("{2}{W/P}{W/P}", "{W}{W}{C}", ["{2}", "{W/P}", "{W/P}"], 4),
        ("{W/P}{W/P}{2/W}", "{W}{W}", ["{W/P}", "{W/P}", "{2/W}"], 3),
    ]:
        with subtests.test(cost=cost, pool=pool, wanting=wanting, needed=needed):
            to_pay = CostToPay(read_cost(cost))
            mana = Pool.of_costs(read_cost(pool), life=1)
            shortfall = PoolResult(to_pay, mana).shortfall
            assert shortfall is not None
            assert sorted(str(entry.symbol) for entry in shortfall.symbols) == sorted(wanting)
            assert shortfall.needed == needed
            assert shortfall.available == mana.total


some_symbols = st.lists(
    st.sampled_from([*CHOICES, *(symbol for symbol in NAMED.values() if symbol.kind == "half")]), max_size=4
)


@pytest.mark.slow
@given(some_symbols, some_symbols, st.sampled_from([0, 0, 3]))
def test_totals_with_halves_are_distinct(cost: list[Any], off: list[Any], minimum: int) -> None:
    changes = CostChanges(reductions=(Cost.of(off),) if off else (), minimum=minimum)
    totals = TotalCosts(CostToPay(Cost.of([mana_symbol("1"), *cost]), changes))
    listed = list(totals)
    assert totals.count() == len(listed) == len(set(listed))


def test_formula_is_optional() -> None:
    assert what_is_x(Situation()).as_json()["formula"] is None
    copied = what_is_x(Situation.from_query({"how": "copied"}))
    assert copied.as_json()["formula"] == "the X of the original"


def test_at_most_four_hundred_symbols() -> None:
    many = (Cost.of([mana_symbol("W")] * 200),)
    assert len(CostToPay(many[0], CostChanges(increases=many)).symbols) == 400
    with pytest.raises(EngineError) as caught:
        CostToPay(many[0], CostChanges(increases=many, additional=(read_cost("{1}"),)))
    assert caught.value.message == "A cost and its changes can have at most 400 symbols."


def test_refusals_have_error_codes() -> None:
    refusals: list[tuple[str, Callable[[], object]]] = [
        ("unknown_symbol", lambda: mana_symbol("Q")),
        ("number_too_large", lambda: mana_symbol("12345678")),
        ("bad_as_though", lambda: Pool(as_though="freely")),  # type: ignore[arg-type]
        ("bad_life", lambda: Pool(life=10**7)),
        ("bad_pool", lambda: Pool.holding({"P": 1})),  # type: ignore[dict-item]
        ("bad_value", lambda: CostToPay(read_cost("{X}"), values={"X": -1})),
        ("unknown_variable", lambda: CostToPay(read_cost("{X}"), values={"T": 1})),
        ("value_too_large", lambda: CostToPay(read_cost("{X}"), values={"X": 10**7})),
        ("x_must_be_zero", lambda: CostToPay(read_cost("{X}"), CostChanges(without_paying=True), {"X": 1})),
    ]
    for code, refused in refusals:
        with pytest.raises(EngineError) as caught:
            refused()
        assert caught.value.code == code


def test_life_amounts_in_words() -> None:
    words = "one two three four five six seven eight nine ten"
    assert [read_cost(f"Pay {word} life").parts for word in words.split()] == [(PayLife(n),) for n in range(1, 11)]


def test_negative_choice_names_its_variable(subtests: pytest.Subtests) -> None:
    for key in ["announced", "was", "least"]:
        for letter in ["X", "Y", "Z"]:
            with subtests.test(key=key, letter=letter):
                with pytest.raises(SituationError) as caught:
                    Situation.from_query({"letter": letter, key: "-2"})
                assert caught.value.message == f"{letter} can’t be -2: no one can choose a negative number (107.1b)."
                assert caught.value.field == key


def test_answer_as_json() -> None:
    data = what_is_x(Situation.from_query({"announced": "3"})).as_json()
    steps = data.pop("steps")
    assert isinstance(steps, list)
    assert data == {
        "situation": {"announced": "3"},
        "kind": "chosen",
        "value": 3,
        "allowed": None,
        "least": 0,
        "formula": None,
        "chooser": "controller",
        "when": "while-casting",
        "rule": "107.3a",
        "sentence": "X is 3, chosen by its controller as the spell is cast.",
        "ask": None,
    }


def test_half_symbol_is_suggested() -> None:
    with pytest.raises(EngineError) as caught:
        read_cost("{X/}")
    assert caught.value.suggestion == "{X}"


@pytest.mark.parametrize(
    ("word", "gained"),
    [
        *((word, False) for word in ("0", "no", "false", "off", "NO", " off ")),
        *((word, True) for word in ("yes", "Yes")),
    ],
)
def test_spellings_of_yes_and_no(word: str, gained: bool) -> None:
    assert Situation.from_query({"what": "triggered-ability", "gained": word}).gained is gained


def test_rules_sort_by_number() -> None:
    numbers = ["Credits", "107.12", "202.1", "107.4f", "107", "107.4"]
    assert sorted(numbers, key=rule_order) == ["107", "107.4", "107.4f", "107.12", "202.1", "Credits"]
