"""Parsing costs: every notation, every error, and arbitrary text."""

import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import Energy, Loyalty, PayLife, Tap, TextPart, Tickets
from symbols.engine.costs.symbols import NAMED, mana_symbol
from symbols.engine.errors import EngineError, TooLarge
from symbols.engine.reading.reader import MAX_LENGTH, MAX_SYMBOLS, read_cost
from tests.engine.strategies import costs
from tests.shared import examples, shared
from tests.tables import rows


def test_every_notation_is_read(subtests: pytest.Subtests) -> None:
    for typed, official in rows("readings.txt"):
        with subtests.test(typed=typed, official=official):
            assert read_cost(typed).canonical == official


def test_unreadable_costs_have_a_position_and_a_suggestion(subtests: pytest.Subtests) -> None:
    for typed, code, start, end, suggestion in rows("unreadable.txt"):
        with subtests.test(typed=typed, code=code, start=start, end=end, suggestion=suggestion):
            with pytest.raises(EngineError) as caught:
                read_cost(typed)
            error = caught.value
            assert (error.code, error.start, error.end) == (code, int(start), int(end))
            assert error.suggestion == (None if suggestion == "-" else suggestion)
            assert re.fullmatch(r".{10,}[.]", error.message)
            if suggestion != "-":
                read_cost(typed[: int(start)] + suggestion + typed[int(end) :])


@pytest.mark.parametrize("nothing", ["", " ", "\t\n", ", ;", "\u200b", "\ufeff", "\u00a0"])
def test_empty_costs_are_refused(nothing: str) -> None:
    with pytest.raises(EngineError) as caught:
        read_cost(nothing)
    assert caught.value.code == "empty"
    assert (caught.value.start, caught.value.end) == (0, len(nothing))


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x7f", "\u202e", "\u2066", "\ud800"])
def test_control_characters_are_named(char: str) -> None:
    with pytest.raises(EngineError) as caught:
        read_cost(f"W{char}")
    assert caught.value.code == "unexpected_character"
    assert caught.value.start == 1
    assert caught.value.message.isprintable()
    assert f"U+{ord(char):04X}" in caught.value.message


def test_limits(subtests: pytest.Subtests) -> None:
    for typed, code in [
        ("{W}" * (MAX_SYMBOLS + 1), "too_many_symbols"),
        ("w" * (MAX_SYMBOLS + 1), "too_many_symbols"),
        ("e" * (MAX_SYMBOLS + 1), "too_many_symbols"),
        ("[0]" * (MAX_SYMBOLS + 1), "too_many_symbols"),
        ("[0]," * (MAX_SYMBOLS + 1), "too_many_symbols"),
        ("{" * (MAX_LENGTH + 1), "too_long"),
        ("W" * 10_000_000, "too_long"),
        ("{" + "9" * 1000 + "}", "number_too_large"),
        ("0" * 8, "number_too_large"),
    ]:
        with subtests.test(typed=typed, code=code):
            with pytest.raises(TooLarge) as caught:
                read_cost(typed)
            assert caught.value.code == code


def test_the_limits_themselves_are_allowed() -> None:
    assert len(read_cost("{W}" * MAX_SYMBOLS).symbols) == MAX_SYMBOLS
    assert len(read_cost("w" * MAX_SYMBOLS).symbols) == MAX_SYMBOLS
    assert read_cost("{T}: " + "x" * (MAX_LENGTH - 5)).parts == (Tap(),)
    assert read_cost("{9999999}").mana_value() == 9_999_999


@pytest.mark.parametrize("thing", [None, 2, b"{W}", ["{W}"]])
def test_only_text_is_a_cost(thing: object) -> None:
    with pytest.raises(EngineError) as caught:
        read_cost(thing)  # type: ignore[arg-type]
    assert caught.value.code == "not_text"


def test_activation_cost() -> None:
    cost = read_cost("{2}{W}, {T}, Sacrifice a creature: Draw a card. Add {G}.")
    assert [str(symbol) for symbol in cost.symbols] == ["{2}", "{W}"]
    assert cost.parts == (Tap(), TextPart("Sacrifice a creature"))
    assert [(part.start, part.end) for part in cost.parts] == [(8, 11), (13, 33)]
    assert cost.effect == "Draw a card. Add {G}."
    assert cost.activated
    assert str(cost) == "{2}{W}, {T}, Sacrifice a creature: Draw a card. Add {G}."


def test_cost_labels(subtests: pytest.Subtests) -> None:
    for typed, label, spans in [
        ("Mana cost: {2}{W}", "Mana cost", [(11, 14), (14, 17)]),
        (" Suspend  4 — {U}", "Suspend 4", [(14, 17)]),
        ("Equip legendary  creature {3}", "Equip legendary creature", [(26, 29)]),
        ("Heroic deed — {1}{R}: Foo.", "Heroic deed", [(14, 17), (17, 20)]),
        ("{2}{W}", "", [(0, 3), (3, 6)]),
        ("2 w", "", [(0, 1), (2, 3)]),
        ("Cost of living: Foo.", "", []),
        ("Pay its mana cost: Foo.", "", []),
    ]:
        with subtests.test(typed=typed, label=label, spans=spans):
            try:
                cost = read_cost(typed)
            except EngineError:
                assert not label
                continue
            assert (cost.label, list(cost.spans)) == (label, spans)
            assert cost.activated == (": F" in typed)


def test_energy_and_ticket_amounts() -> None:
    assert read_cost("Pay X {E}, {E}").parts == (Energy(None, "X"), Energy(1))
    assert read_cost("Pay X {E}").variables == ("X",)
    assert read_cost("Pay X {E}").all_symbols == ("{E}",)
    assert read_cost("Pay 9999999 {TK}").parts == (Tickets(9_999_999),)
    assert read_cost("Pay 9999999 {TK}").all_symbols == ("{TK}",)
    assert read_cost("Pay 20 {E}").text == "Pay 20 {E}"
    assert read_cost("Pay 20 {E}").canonical == "{E}" * 20


def test_loyalty_and_life_amounts() -> None:
    assert read_cost("[-X]").parts == (Loyalty("-", None, "X"),)
    assert read_cost("[-X]").variables == ("X",)
    assert read_cost("Pay X life, {E}{E}").parts == (PayLife(None, "X"), Energy(2))
    assert read_cost("{Y}{X}, Pay Z life").variables == ("X", "Y", "Z")
    assert read_cost("{W}{T}{E}{E}, [+1]").all_symbols == ("{W}", "{T}", "{E}", "{E}", "[+1]")


@pytest.mark.parametrize("cost", ["{2}{W/U}{X}", "2wu/b", " (w/u) {2}", "{T}, {2}{W}: Add {G}", "o2oW"])
def test_symbol_spans(cost: str) -> None:
    read = read_cost(cost)
    assert len(read.spans) == len(read.symbols)
    for (start, end), symbol in zip(read.spans, read.symbols, strict=True):
        assert read_cost(cost[start:end]).symbols == (symbol,)


@given(costs())
def test_text_of_a_cost_reads_the_same(cost: Cost) -> None:
    assert read_cost(str(cost)) == cost
    assert read_cost(cost.canonical).canonical == cost.canonical
    assert hash(read_cost(str(cost))) == hash(cost)


@given(costs(), st.sampled_from(["Draw a card.", "Add {G}: or not", ""]))
def test_effect_does_not_change_the_cost(cost: Cost, effect: str) -> None:
    read = read_cost(f"{cost.canonical}: {effect}")
    assert read == cost
    assert read.effect == effect
    assert read_cost(str(read)) == read
    assert read_cost(str(read)).effect == effect


@given(st.lists(st.sampled_from(list(NAMED)), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_halves_in_any_order_and_case(codes: list[str], rng: random.Random) -> None:
    turned = ["/".join(rng.sample(code.split("/"), len(code.split("/")))) for code in codes]
    text = "".join(f"{{{code.lower() if rng.random() < 0.5 else code}}}" for code in turned)
    assert read_cost(text).symbols == tuple(map(mana_symbol, codes))


def test_printed_costs_are_read() -> None:
    for printed in (shared("costs") / "printed.txt").read_text().split():
        cost = read_cost(printed)
        assert "".join(map(str, cost.symbols)) == printed
        loose = printed.replace("{", "").replace("}", "")
        if loose.replace("/", "").isalnum() and not re.search(r"\d\{2/|\}\{\d", printed):
            assert read_cost(loose.lower()) == cost, loose


PIECES = [
    *"{}()[]/WUBRGCXYZSPHTQEo0123456789 ,;:+-−½∞<>\"“'.\n\0",
    *["{W}", "{2/W}", "{W/U/P}", "{T}", "{E}", "{TK}", "[-X]", "[+1]", "Sacrifice a creature", "Pay ", "2 life", "🔥"],
    *["pay {1} ", "tap ", "white", "Kicker", "Mana cost: ", "—", "1,000", "\u202e", "é", "ſ", "İ", "\u0301", "Exile "],
]
anything = st.text() | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def assert_answered(text: str) -> None:
    """A text is read, or refused with a position inside it."""
    error = error_of(text)
    if error is None:
        cost = read_cost(text)
        assert read_cost(str(cost)) == cost
        places = [*cost.spans, *((part.start, part.end) for part in cost.parts)]
    else:
        assert error.message.isprintable()
        assert error.suggestion is None or error.suggestion.isprintable()
        assert error.start is not None
        assert error.end is not None
        places = [(error.start, error.end)]
    for start, end in places:
        assert 0 <= start <= end <= len(text)


@pytest.mark.slow
@examples(200)
@given(anything | st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join))
@example("2wt")
@example("{[1]}")
def test_suggestions_fix_the_error(text: str) -> None:
    error = error_of(text)
    if error is None or error.suggestion is None:
        return
    assert error.start is not None
    left = error_of(text[: error.start] + error.suggestion + text[error.end :])
    if left is not None:
        assert left.start is not None
        assert left.end is not None
        assert left.end <= error.start or left.start >= error.start + len(error.suggestion)


def error_of(text: str) -> EngineError | None:
    try:
        read_cost(text)
    except EngineError as error:
        return error
    return None


@examples(300)
@given(anything)
@example("{" * MAX_LENGTH)
@example("pay " * 500)
@example("pay {1} " * 250)
@example('"' * 1999 + ":")
@example("a " * 1000)
@example("hello {1} foo " * 140)
@example("(" * 1000 + ")" * 1000)
@example("w/" * 1000)
@example("o" * MAX_LENGTH)
def test_anything_is_read_or_refused(text: str) -> None:
    assert_answered(text)
