"""Numbers: shares, values below zero, any number, numbers that nobody can tell, stars, numerals."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbols.roman import to_roman
from symbols.trials import TrialError
from symbols.trials.any_number import choosable, exact_number
from symbols.trials.below_zero import NumberEffect, negative_rule
from symbols.trials.fractions import Rounding, share
from symbols.trials.stars import read_star
from tests.trials.readings import run

NATURAL = (
    "If a creature's power or toughness, a mana cost, a player's life total, or an amount of damage would be less than "
    "0, it's treated as 0 for all purposes except changing that total."
)
NEGATIVE = "You can't choose a negative number. If such a calculation yields a negative number, zero is used instead, "
# How the exceptions of 107.1b were told over the years.
IN_2007 = NEGATIVE + (
    "unless that effect sets a creature's power or toughness, changes a creature's power or toughness, or sets a "
    "player's life total."
)
IN_2009 = NEGATIVE + (
    "unless that effect sets a player's life total to a specific value, sets a creature's power or toughness to a "
    "specific value, or otherwise modifies a creature's power or toughness."
)
IN_2011 = NEGATIVE + (
    "unless that effect sets a player's life total to a specific value, doubles a player's life total, sets a "
    "creature's power or toughness to a specific value, or otherwise modifies a creature's power or toughness."
)
IN_2018 = NEGATIVE + (
    "unless that effect doubles or sets to a specific value a player’s life total or a creature’s power and/or "
    "toughness."
)
IN_2021 = NEGATIVE + (
    "unless that effect doubles or sets to a specific value a player’s life total or the power and/or toughness of a "
    "creature or creature card."
)
IN_2025 = NEGATIVE + (
    "unless that effect doubles, triples, or sets to a specific value a player’s life total or the power and/or "
    "toughness of a creature or creature card."
)


def test_without_a_word_on_the_card_no_number_is_right() -> None:
    found = run("halves", number="7", part="half", round="unsaid")
    assert "3 1/2, which isn’t a whole number" in found.sentence
    assert "between 3 and 4" in found.sentence


@given(st.integers(-(10**6), 10**6), st.integers(1, 50))
def test_shares_lie_about_the_exact_one(number: int, parts: int) -> None:
    exact = Fraction(number, parts)
    down, up = (share(number, parts, rounding).value for rounding in (Rounding.DOWN, Rounding.UP))
    assert (down, up) == (floor(exact), ceil(exact))
    assert share(number, parts, Rounding.UNSAID).value == (down if down == up else None)


@pytest.mark.parametrize(
    ("words", "excepted", "cards"),
    [
        (IN_2007, "SETS_POWER CHANGES_POWER SETS_LIFE", False),
        (IN_2009, "SETS_POWER CHANGES_POWER SETS_LIFE", False),
        (IN_2011, "SETS_POWER CHANGES_POWER SETS_LIFE DOUBLES_LIFE", False),
        (IN_2018, "SETS_POWER DOUBLES_POWER SETS_LIFE DOUBLES_LIFE", False),
        (IN_2021, "SETS_POWER DOUBLES_POWER SETS_LIFE DOUBLES_LIFE", True),
        (IN_2025, "SETS_POWER DOUBLES_POWER TRIPLES_POWER SETS_LIFE DOUBLES_LIFE TRIPLES_LIFE", True),
        ("", "SETS_POWER DOUBLES_POWER TRIPLES_POWER SETS_LIFE DOUBLES_LIFE TRIPLES_LIFE", True),
        (NATURAL, "", False),
    ],
    ids=["2007", "2009", "2011", "2018", "2021", "2025", "unknown", "2004"],
)
def test_the_exceptions_are_read_from_each_edition(words: str, excepted: str, cards: bool) -> None:
    rule = negative_rule(words)
    assert rule.excepted == {NumberEffect[name] for name in excepted.split()}
    assert rule.cards is cards
    assert rule.counts_as_zero is (words == NATURAL)


@pytest.mark.parametrize(
    ("number", "words", "use", "power", "toughness"),
    [
        # Chameleon Colossus, 4/4, gets -6/-0 and then +X/+X, X being its power.
        ("104.1b", IN_2007, "pump", -4, 2),
        ("107.1b", IN_2009, "pump", -4, 2),
        ("107.1b", IN_2011, "pump", -4, 2),
        ("107.1b", IN_2018, "pump", -2, 4),
        ("107.1b", IN_2025, "pump", -2, 4),
        ("104.2", NATURAL, "pump", -2, 4),
        ("107.1b", IN_2011, "double", -4, 4),
        ("107.1b", IN_2018, "double", -4, 4),
        ("107.1b", IN_2011, "triple", -6, 4),
        ("107.1b", IN_2021, "triple", -2, 4),
        ("107.1b", IN_2025, "triple", -6, 4),
    ],
)
def test_power_below_zero_changes_as_the_edition_says(
    number: str, words: str, use: str, power: int, toughness: int
) -> None:
    found = run("using-power", {number: words}, power="4", toughness="4", gets="-6", andt="0", use=use)
    assert (found.facts["power"], found.facts["toughness"]) == (power, toughness)
    assert found.deciding.number == number


@pytest.mark.parametrize("use", ["mana", "damage", "gain", "lose", "draw", "counters"])
@pytest.mark.parametrize("words", [NATURAL, IN_2007, IN_2018, IN_2025])
def test_nothing_comes_of_a_negative_amount(use: str, words: str) -> None:
    number = "104.2" if words == NATURAL else "107.1b"
    assert run("using-power", {number: words}, use=use).facts["result"] == 0
    assert " no " in run("using-power", {number: words}, use=use).sentence
    assert run("using-power", {number: words}, use=use, power="5").facts["result"] == 3


@pytest.mark.parametrize(
    ("words", "does", "n", "life"),
    [
        (IN_2007, "double", "0", 0),
        (IN_2011, "double", "0", -6),
        (IN_2021, "double", "0", -6),
        (IN_2021, "triple", "0", 0),
        (IN_2025, "triple", "0", -9),
        (IN_2007, "set", "-5", -5),
        (IN_2025, "set", "-5", -5),
        (IN_2025, "gain", "-4", -3),
        (IN_2025, "lose", "-4", -3),
        (IN_2025, "gain", "4", 1),
        (IN_2025, "lose", "4", -7),
    ],
)
def test_life_below_zero(words: str, does: str, n: str, life: int) -> None:
    assert run("negative-life", {"107.1b": words}, life="-3", does=does, n=n).facts["life"] == life


def test_a_creature_below_zero() -> None:
    found = run("negative-power", power="3", toughness="4", gets="-5", andt="-0", then="3", thent="0")
    assert found.facts == {
        "power": -2,
        "toughness": 4,
        "treated_as": -2,
        "damage": 0,
        "total": 2,
        "later_power": 1,
        "later_toughness": 4,
    }
    assert [step.rule for step in found.steps] == ["107.1b", "510.1a"]
    dying = run("negative-power", toughness="1", andt="-1")
    assert "704.5f" in [step.rule for step in dying.steps]


small = st.integers(-50, 50)


@given(small, small, small, small, small, small)
def test_changes_add_up(power: int, toughness: int, gets: int, andt: int, then: int, thent: int) -> None:
    said = {"power": power, "toughness": toughness, "gets": gets, "andt": andt, "then": then, "thent": thent}
    facts = run("negative-power", None, **{key: str(value) for key, value in said.items()}).facts
    assert facts["later_power"] == power + gets + then
    assert facts["total"] == power + gets + toughness + andt
    assert facts["damage"] == max(0, power + gets)


@given(
    st.sampled_from([IN_2007, IN_2009, IN_2011, IN_2018, IN_2021, IN_2025, ""]), small, st.sampled_from(NumberEffect)
)
def test_only_an_exception_lets_a_result_be_negative(words: str, number: int, effect: NumberEffect) -> None:
    rule = negative_rule(words)
    assert rule.result(number, effect) == (number if number >= 0 or rule.keeps(effect) else 0)
    assert not rule.keeps(NumberEffect.OTHER)


def test_dividing_among_none() -> None:
    old = {
        "107.1c": "If a spell or ability instructs a player to choose “any number,” that player may choose any "
        "positive number or zero, unless something is divided. "
        "In that case, a nonzero number of players and/or objects must be chosen if possible."
    }
    assert run("any-number", old, number="0", divided="yes").facts["can_be_chosen"] is False
    assert run("any-number", old, number="1", divided="yes").facts["can_be_chosen"] is True
    assert run("any-number", number="0", divided="yes").facts["can_be_chosen"] is True


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=99))
def test_numbers_are_read_as_they_are_written(number: Fraction) -> None:
    assert exact_number(str(number)) == number
    assert choosable(number) == ("yes" if number >= 0 and number.denominator == 1 else choosable(number))


def test_where_a_star_is_what_it_is() -> None:
    everywhere = {"208.2a": "The card may have a characteristic-defining ability. This ability functions everywhere."}
    old = {
        "208.2": "*, where * is a value determined by the abilities of the object. The * is 0 while it is not in play."
    }
    assert run("stars", everywhere, printed="*", star="5", zone="elsewhere").facts["value"] == 5
    assert run("stars", old, printed="1+*", star="5", zone="elsewhere").facts["value"] == 1
    assert run("stars", old, printed="1+*", star="5", zone="battlefield").facts["value"] == 6
    off = run("stars", printed="1+*", by="chosen", zone="elsewhere")
    assert (off.facts["value"], off.deciding.rule) == (0, "208.2b")
    assert "the rule sets its power and toughness to 0" in off.deciding.why
    assert run("stars", printed="*", star="5", by="chosen", zone="battlefield").deciding.rule == "208.2b"


@given(small, st.integers(0, 99), st.sampled_from("+-"))
def test_a_star_is_calculated(star: int, fixed: int, sign: str) -> None:
    assert read_star(f"{fixed}{sign}*").value(star) == (fixed + star if sign == "+" else fixed - star)
    assert read_star(f"*{sign}{fixed}").value(star) == (star + fixed if sign == "+" else star - fixed)


@given(st.integers(1, 3999))
def test_numerals_there_and_back(number: int) -> None:
    numeral = to_roman(number)
    assert run("roman", number=numeral).facts["number"] == number
    assert sum(int(row.value.replace(",", "")) for row in run("roman", number=str(number)).rows) == number


@pytest.mark.parametrize(
    ("typed", "good"),
    [("IIII", "IV"), ("IC", "XCIX"), ("VV", "X"), ("iix", "X"), ("MMMM", None), ("VX", "V")],
)
def test_bad_numerals_get_the_right_spelling(typed: str, good: str | None) -> None:
    with pytest.raises(TrialError) as wrong:
        run("roman", number=typed)
    assert wrong.value.suggestion == good
    assert typed.upper() in wrong.value.message
    if good:
        assert good in wrong.value.message
        assert run("roman", number=good).facts["numeral"] == good


@pytest.mark.parametrize(
    ("words", "symbol", "count"),
    [
        ("the Phyrexian symbol {P} with no colored background means any of the five Phyrexian", "{P}", 1),
        ("the Phyrexian symbol {P} with no colored background means any of the fifteen", "{P}", 2),
        ("the Phyrexian symbol {H} with no colored background means any of the fifteen", "{H}", 2),
    ],
)
def test_the_bare_phyrexian_symbol(words: str, symbol: str, count: int) -> None:
    facts = run("phyrexian", {"107.4g": f"In rules text, {words}"}, cost="{1}{W/P}{G/U/P}").facts
    assert (facts["symbol"], facts["count"]) == (symbol, count)


def test_a_reduction_leaves_snow_alone() -> None:
    found = run("paying", cost="{2}{S}", reduce="{3}", pool="CCG", snow="G")
    assert found.facts["payable"] is True
    assert run("paying", cost="{2}{S}", reduce="{3}", pool="CCG").facts["payable"] is False


@pytest.mark.parametrize(
    ("power", "said"),
    [("8", "an 8/4"), ("11", "an 11/4"), ("18", "an 18/4"), ("80", "an 80/4"), ("11000", "an 11000/4")],
)
def test_a_creature_is_named_as_one_says_it(power: str, said: str) -> None:
    assert f"it’s {said} creature" in run("negative-power", power=power, toughness="4", gets="0").sentence
    assert "It’s a 3/4 creature" in run("negative-power", power="3", toughness="4", gets="0", then="0").sentence
    assert "gets -5/-0" in [row.label for row in run("negative-power").rows]
