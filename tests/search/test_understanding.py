"""What each step understands of what was typed, and what it leaves to others."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.cards.importing import import_cards
from explorer.library.loaded import library
from explorer.search.understand.boards import read_boards
from explorer.search.understand.combats import read_combat, without_time
from explorer.search.understand.interpretation import as_symbol, read_change, read_death, understand
from explorer.search.understand.layers import read_layers
from explorer.search.understand.payments import read_payment
from explorer.search.understand.rule_numbers import find_numbers, read_number
from tests.cards.samples import write
from tests.conftest import forget_everything
from tests.shared import shared
from tests.tables import cases


def is_card(name: str) -> bool:
    return name.lower() in ("mantis rider", "chord of calling")


@pytest.mark.parametrize(
    ("typed", "number", "span"),
    [
        *((typed, number, None) for typed, number in cases("search/understanding", "numbers_however_they_are_said")),
        *((typed, number, days) for typed, number, *days in cases("search/understanding", "numbers_with_a_time")),
    ],
)
def test_numbers(typed: str, number: str, span: list[str] | None) -> None:
    found = read_number(typed)
    assert found
    assert str(found.number) == number
    assert (found.span and [found.span.first.isoformat(), found.span.last.isoformat()]) == span


@pytest.mark.parametrize("typed", cases("search/understanding", "what_is_no_number"))
def test_no_numbers(typed: str) -> None:
    said = read_number(typed)
    assert said is None or said.number.kind.name == "CHAPTER"


@pytest.mark.parametrize(("typed", "numbers"), cases("search/understanding", "numbers_in_a_sentence"))
def test_numbers_in_a_sentence(typed: str, numbers: str) -> None:
    assert " ".join(find_numbers(typed)) == numbers


@pytest.mark.parametrize(("typed", "cost", "fields"), cases("search/understanding", "payments"))
def test_payments(typed: str, cost: str, fields: dict[str, str]) -> None:
    said = read_payment(typed, is_card)
    assert said
    assert (said.cost.canonical if said.cost else "") == cost
    assert {key: value for key, value in said.fields.items() if key != "cost"} == fields


@pytest.mark.parametrize(("typed", "said"), cases("search/understanding", "changes"))
def test_changes(typed: str, said: str) -> None:
    fields = read_change(typed)
    assert fields
    assert " ".join(fields[key] for key in ("power", "toughness", "gets", "andt", "then", "thent")) == said


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("why does my 1/1 die?", "why does my creature die"),
        ("does a 0/1 die", "why does my creature die"),
        ("why did my 3 / 2 creature die", "why does my creature die"),
        *((typed, "zero toughness") for typed in ("why does my 0/0 die", "does a 1/0 token die", "3/−1 dies")),
        *((typed, "") for typed in ("1/1", "why does my 1/1 die to deathtouch", "3/4 gets -5/-0", "2/2/2 dies")),
    ],
)
def test_deaths(typed: str, name: str) -> None:
    assert read_death(typed) == name


@pytest.mark.parametrize(("typed", "attackers", "blockers"), cases("search/understanding", "combats"))
def test_combats(typed: str, attackers: str, blockers: str) -> None:
    assert read_combat(typed) == {"attackers": attackers, "blockers": blockers}


@pytest.mark.parametrize(("typed", "combat", "last"), cases("search/understanding", "combats_with_a_time"))
def test_combats_with_a_time(typed: str, combat: str, last: str) -> None:
    words, span = without_time(typed)
    assert (words, span and span.last.isoformat()) == (combat, last)
    assert read_combat(words)


@pytest.mark.parametrize("typed", cases("search/understanding", "combats"))
def test_combats_without_a_time(typed: tuple[str, ...]) -> None:
    assert without_time(typed[0]) == (typed[0], None)


@pytest.mark.parametrize(
    "typed", ["is 8 and 2 legal for 10/10 blocked by 7/7 and 3/3", "10/10 blocked by 7/7 and 3/3 8 and 2"]
)
def test_combats_with_a_division(typed: str) -> None:
    assert read_combat(typed) == {"attackers": "10/10", "blockers": "7/7 and 3/3 -> 1", "divide": "8, 2"}


def test_combats_of_cards_and_of_planeswalkers() -> None:
    is_knight = {"Black Knight", "White Knight"}.__contains__
    expected = {"attackers": "Black Knight", "blockers": "White Knight -> 1"}
    assert read_combat("Black Knight blocked by White Knight", is_knight) == expected
    assert read_combat("White Knight blocks a Black Knight", is_knight) == expected
    fields = read_combat("4/4 trample attacking a planeswalker with 4 loyalty, blocked by a 1/1")
    assert fields == {"attackers": "4/4 trample", "blockers": "1/1 -> 1", "defender": "planeswalker 4"}
    fields = read_combat("5/5 attacks a battle with 5 defense")
    assert fields == {"attackers": "5/5", "blockers": "", "defender": "battle 5"}


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "board"), cases("search/understanding", "boards"))
def test_boards(typed: str, board: str) -> None:
    assert read_boards(typed, library) == {"board": board, "choices": ""}


NAMED = {
    *("Serra Angel", "Grizzly Bears", "Clone", "Dryad Arbor", "Blood Moon", "Urborg", "Urborg, Tomb of Yawgmoth"),
    *(
        "Bonesplitter",
        "Giant Growth",
        "Turn to Frog",
        "Glorious Anthem",
        "Lightning Bolt",
        "Forest",
        "Plains",
        "Island",
    ),
}


@pytest.fixture
def real_cards(tmp_path: Path) -> None:
    every = json.loads(gzip.decompress((shared("cards") / "oracle-cards.json.gz").read_bytes()))
    import_cards([write(tmp_path / "cards.json", [one for one in every if one["name"] in NAMED])])
    forget_everything()


@pytest.mark.django_db
@pytest.mark.usefixtures("real_cards")
def test_layers(subtests: pytest.Subtests) -> None:
    for typed, objects, effects in cases("search/understanding", "layers"):
        with subtests.test(typed=typed):
            assert read_layers(typed, library) == {"objects": objects, "effects": effects}
    for typed in cases("search/understanding", "no_layers"):
        with subtests.test(typed=typed):
            assert read_layers(typed, library) is None


@pytest.mark.parametrize(("typed", "code"), cases("search/understanding", "symbols_by_name"))
def test_symbols_by_name(typed: str, code: str) -> None:
    found = as_symbol(typed)
    assert found
    assert found.symbol
    assert found.symbol.code == code


NO_PAYMENTS = [
    *("double strike with trample", "2WU", "{W} with trample", "{W} with 3 cows", "with WW", "{W} with W with U"),
    *("if i have WW can i cast spells", "can a creature pay for w", "what can i cast with WW"),
    # Nobody said which color the snow mana has.
    "{S}{G} with 2 snow",
    *("i have islands", "ive got bugs", "got rug", "i have 0 life", "i have u"),
    *("i need islands", "have 2 islands need help", "ive bugs", "my mana is gone", "bugs in pool"),
]
NO_CHANGES = [
    *("3/4", "+1/+1 and -1/-1", "2/w 2/w", "3/4 gets trample", "1/1 token", "3/3 gets 2/2", "2/2 gets 3 +1/+1"),
    *("2/2 with many +1/+1 counters", "2/2 gets +1/+1 and -1/-1 twice"),
]
NO_SYMBOLS = ["mana", "first strike", "w", "draw a card", "", "one", "two", "half", "{T}", "w/p"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("read", "queries"),
    [
        (lambda typed: read_payment(typed, is_card), NO_PAYMENTS),
        (read_change, NO_CHANGES),
        (lambda typed: read_combat(without_time(typed)[0]), cases("search/understanding", "no_combats")),
        (lambda typed: read_boards(typed, library), cases("search/understanding", "no_boards")),
        (as_symbol, NO_SYMBOLS),
    ],
    ids=["payment", "change", "combat", "board", "symbol"],
)
def test_other_queries_are_left_to_other_readers(
    read: Callable[[str], object], queries: list[str], subtests: pytest.Subtests
) -> None:
    for typed in queries:
        with subtests.test(typed=typed):
            assert read(typed) is None


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "kind"), cases("search/understanding", "kinds"))
def test_kinds(typed: str, kind: str) -> None:
    assert understand(typed).kind == kind


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        *(("exile {X}", "exile"), ("counter {1}", "counter"), ("scry {2}", "scry"), ("ScryX", "Scry")),
        *(("toxic1", "toxic"), ("first strike 2", "first strike")),
        *((typed, "") for typed in ("ward 2", "layer 7", "scry", "life 40", "hex", "mana 2")),
    ],
)
@pytest.mark.django_db
def test_a_keyword_is_understood_without_its_number(typed: str, term: str) -> None:
    assert understand(typed).term == term


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "cost"), [("buyb", "{Y}{U}{B}{B}"), ("sub", "{S}{U}{B}"), ("guy", "")])
def test_the_beginning_of_a_word_may_be_a_cost_too(typed: str, cost: str) -> None:
    asked = understand(typed)
    assert asked.kind == "words"
    assert (asked.cost.canonical if asked.cost else "") == cost


@pytest.mark.django_db
def test_wide_letters_and_digits_are_letters_and_digits() -> None:
    assert str(understand("１０４.３ｆ").number) == "104.3f"
    assert understand("｛Ｔ｝").symbol == understand("{T}").symbol
    assert understand("{T}").symbol


@pytest.mark.django_db
@given(st.text(st.sampled_from("0123456789./{}wubrgfxpj +-−withandon é"), max_size=40))
def test_anything_can_be_understood(typed: str) -> None:
    assert understand(typed).kind
