"""What each step understands of what was typed, and what it leaves to others."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.understand.said_changes import read_change, read_death
from explorer.search.understand.said_numbers import find_numbers, read_number
from explorer.search.understand.said_payments import read_payment
from explorer.search.understand.understanding import as_symbol, understand
from tests.tables import cases


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("104.3f", "104.3f"),
        ("104.3F.", "104.3f"),
        ("104 3 f", "104.3f"),
        ("1043f", "104.3f"),
        ("104-3f", "104.3f"),
        ("104.3(f)", "104.3f"),
        ("104.3.f", "104.3f"),
        ("104,3f", "104.3f"),
        ("cr 104.3f", "104.3f"),
        ("CR: 104.3f", "104.3f"),
        ("Rule: 104.3f", "104.3f"),
        ("rule 104.3f", "104.3f"),
        ("§104.3f", "104.3f"),
        ("what is 104.3f?", "104.3f"),
        ("one oh four three f", "104.3f"),
        ("one-oh-four point three f", "104.3f"),
        ("one hundred four point three f", "104.3f"),
        ("seven hundred and two point twenty one", "702.21"),
        ("seven oh two one eleven", "702.111"),
        ("70221", "702.21"),
        ("702 111", "702.111"),
        ("section 702", "702"),
        ("702", "702"),
        ("show me 104.3f", "104.3f"),
        ("what does rule 104.3f say?", "104.3f"),
        ("704.5j history", "704.5j"),
        ("history of 704.5j", "704.5j"),
        ("one oh four", "104"),
        *(
            (said, "704.5j")
            for said in ("704.5j today", "what does 704.5j say now?", "current 704.5j", "newest 704.5j")
        ),
    ],
)
def test_numbers_however_they_are_said(typed: str, number: str) -> None:
    said = read_number(typed)
    assert said
    assert str(said.number) == number
    assert said.span is None


@pytest.mark.parametrize(
    ("typed", "number", "first", "last"),
    cases("search/understanding", "numbers_with_a_time"),
)
def test_numbers_with_a_time(typed: str, number: str, first: str, last: str) -> None:
    said = read_number(typed)
    assert said
    assert said.span
    assert (str(said.number), said.span.first, said.span.last) == (
        number,
        dt.date.fromisoformat(first),
        dt.date.fromisoformat(last),
    )


@pytest.mark.parametrize(
    "typed",
    cases("search/understanding", "what_is_no_number"),
)
def test_what_is_no_number(typed: str) -> None:
    said = read_number(typed)
    assert said is None or said.number.kind.name == "CHAPTER"


@pytest.mark.parametrize(
    ("typed", "numbers"),
    cases("search/understanding", "numbers_in_a_sentence"),
)
def test_numbers_in_a_sentence(typed: str, numbers: str) -> None:
    assert " ".join(find_numbers(typed)) == numbers


@pytest.mark.parametrize(
    ("typed", "cost", "fields"),
    [
        ("{2/W}{2/W} with WWC", "{2/W}{2/W}", {"pool": "WWC"}),
        ("can I pay w/p w/p with 1 white and 3 life", "{W/P}{W/P}", {"pool": "W", "life": "3"}),
        ("can i pay 2WU with 3 islands and a plains?", "{2}{W}{U}", {"pool": "UUUW"}),
        ("1RR if i have two red mana, one green", "{1}{R}{R}", {"pool": "RRG"}),
        ("{E}{E} using 3 energy", "{E}{E}", {"pool": "", "energy": "3"}),
        ("{W/P} from 2 life", "{W/P}", {"pool": "", "life": "2"}),
        ("pay {X}{R} with {R}{R}{R}", "{X}{R}", {"pool": "RRR"}),
        ("if i have WW can i cast {1}{W}", "{1}{W}", {"pool": "WW"}),
        ("i have 3 forests, can i cast {2}{G}{G}?", "{2}{G}{G}", {"pool": "GGG"}),
        ("with RRR can i pay 2R", "{2}{R}", {"pool": "RRR"}),
        ("do i have enough for 2WW with WWWW", "{2}{W}{W}", {"pool": "WWWW"}),
        ("do I have enough mana to cast 3UU with 5 islands?", "{3}{U}{U}", {"pool": "UUUUU"}),
        ("can WW pay for {1}{W}", "{1}{W}", {"pool": "WW"}),
        ("is WWU enough for 1WU", "{1}{W}{U}", {"pool": "WWU"}),
        ("can i cast a 2WW spell with no mana", "{2}{W}{W}", {"pool": ""}),
        ("{S}{S} with 2 snow", "{S}{S}", {"pool": "CC", "snow": "CC"}),
        ("{1}{S} from two snow lands", "{1}{S}", {"pool": "CC", "snow": "CC"}),
        ("{S}{S} with SS", "{S}{S}", {"pool": "CC", "snow": "CC"}),
        ("{S}{U} with a snow-covered island and an island", "{S}{U}", {"pool": "UU", "snow": "U"}),
        ("can i pay {R}{R} with red", "{R}{R}", {"pool": "RR"}),
        ("can i pay {3} with wastes", "{3}", {"pool": "CCC"}),
        ("what can X be for {X}{X}{U} with 7 islands", "{X}{X}{U}", {"pool": "UUUUUUU"}),
        ("cost 2bb have bbb", "{2}{B}{B}", {"pool": "BBB"}),
        ("can i pay 1u with w w", "{1}{U}", {"pool": "WW"}),
        ("1 white and 3 life for w/p w/p", "{W/P}{W/P}", {"pool": "W", "life": "3"}),
        ("WW with one white one blue", "{W}{W}", {"pool": "WU"}),
        ("WW with one white, and one blue", "{W}{W}", {"pool": "WU"}),
        ("{G/P}{G/P} no mana 3 life", "{G/P}{G/P}", {"pool": "", "life": "3"}),
        ("4 forests 2 swamps can i cast 2BG", "{2}{B}{G}", {"pool": "GGGGBB"}),
        *(
            (f"{cost} with nothing", cost, {"pool": "", "life": "0", "energy": "0", "tickets": "0"})
            for cost in ("{0}", "{E}", "{E}{E}", "{TK}", "{W/P}")
        ),
        ("i've got WWU, can i cast {1}{W}{W}", "{1}{W}{W}", {"pool": "WWU"}),
        ("ive got WWU, can i cast {1}{W}{W}", "{1}{W}{W}", {"pool": "WWU"}),
        ("i have 10 life can i pay {W/P}{W/P} with no mana", "{W/P}{W/P}", {"pool": "", "life": "10"}),
        ("{R/P} and {G/P} with 4 life", "{R/P}{G/P}", {"pool": "", "life": "4"}),
        ("2UU with island", "{2}{U}{U}", {"pool": "U"}),
        *((typed, "", {"pool": "WWU"}) for typed in ("ive got WWU", "I have {W}{W}{U}", "i've got w w u")),
        *(
            (typed, "", {"pool": "WWU"})
            for typed in ("i’ve WWU", "my mana is WWU", "WWU in pool", "wwu in my mana pool")
        ),
        ("ive got WWU and 5 life", "", {"pool": "WWU", "life": "5"}),
        ("ive got WWU for {1}{U}", "{1}{U}", {"pool": "WWU"}),
        ("have wwu need 1wu", "{1}{W}{U}", {"pool": "WWU"}),
        ("2UU with islands", "{2}{U}{U}", {"pool": "UUUU"}),
    ],
)
def test_payments(typed: str, cost: str, fields: dict[str, str]) -> None:
    said = read_payment(typed)
    assert said
    assert (said.cost.canonical if said.cost else "") == cost
    assert {key: value for key, value in said.fields.items() if key != "cost"} == fields


@pytest.mark.parametrize(
    "typed",
    [
        *("double strike with trample", "2WU", "{W} with trample", "{W} with 3 cows", "with WW", "{W} with W with U"),
        *("if i have WW can i cast spells", "can a creature pay for w", "what can i cast with WW"),
        # Nobody said which color the snow mana has.
        "{S}{G} with 2 snow",
        *("i have islands", "ive got bugs", "got rug", "i have 0 life", "i have u"),
        *("i need islands", "have 2 islands need help", "ive bugs", "my mana is gone", "bugs in pool"),
    ],
)
def test_what_is_no_payment(typed: str) -> None:
    assert read_payment(typed) is None


@pytest.mark.parametrize(
    ("typed", "said"),
    cases("search/understanding", "changes"),
)
def test_changes(typed: str, said: str) -> None:
    fields = read_change(typed)
    assert fields
    assert " ".join(fields[key] for key in ("power", "toughness", "gets", "andt", "then", "thent")) == said


@pytest.mark.parametrize(
    "typed",
    [
        *("3/4", "+1/+1 and -1/-1", "2/w 2/w", "3/4 gets trample", "1/1 token", "3/3 gets 2/2", "2/2 gets 3 +1/+1"),
        "2/2 with many +1/+1 counters",
        "2/2 gets +1/+1 and -1/-1 twice",
    ],
)
def test_what_is_no_change(typed: str) -> None:
    assert read_change(typed) is None


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


@pytest.mark.parametrize(
    ("typed", "code"),
    cases("search/understanding", "symbols_by_name"),
)
def test_symbols_by_name(typed: str, code: str) -> None:
    asked = as_symbol(typed)
    assert asked
    assert asked.symbol
    assert asked.symbol.code == code


@pytest.mark.parametrize("typed", ["mana", "first strike", "w", "draw a card", "", "one", "two", "half", "{T}", "w/p"])
def test_what_names_no_symbol(typed: str) -> None:
    assert as_symbol(typed) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        *((typed, "nothing") for typed in ("", "   ")),
        *((typed, "rule") for typed in ("1", "107", "107.4", "107.4f", "107.4F.", "107.4.f", "§107.4f", "999.9z")),
        *((typed, "rule") for typed in ("rule 107.4f", "CR 107.4f")),
        *((typed, "cost") for typed in ("5", "15", "{X}{R}", "xr", "2/w2/w", "(w/u)", "[-X]", "oXooR", "{")),
        *((typed, "words") for typed in ("trample", "hybrid", "mana value", "tap symbol", "Pay 2 life", "don't", "🙂")),
        ("107.4f in 2024", "rule"),
        ("107 4 f", "rule"),
        # No rule has this number, and no cost has this letter order by chance: it stays a cost.
        ("100 2 w", "cost"),
        ("{W/P} with 2 life", "payment"),
        ("3/4 gets -5/-0", "change"),
        ("{C/P}", "cost"),
        ("what does {C/P} mean", "cost"),
        ("{PW}", "words"),
        ("{H}", "words"),
        ("{T}", "cost"),
        ("what is {2/W}{2/W}", "words"),
        ("if i have WW can i cast {1}{W}", "payment"),
        ("１０４．３ｆ ２００７", "rule"),
        ("2WU", "cost"),
        ("pawprint", "words"),
        ("who goes first", "words"),
        # Words whose letters could be symbols, in the library that everybody starts with.
        *((typed, "words") for typed in ("scry", "Scry", "SCRY", "scry 2", "scry X", "Bury", "bury 2003", "gy")),
        *((typed, "words") for typed in ("scry {2}", "scry2", "ScryX", "scrys", "bury {X}", "mill {3}", "guy", "buy")),
        # What a verb does with a symbol is no cost, unless the symbol is paid.
        *((typed, "words") for typed in ("exile {X}", "counter {1}", "exile {X} cards", "add {G}", "put {2} counters")),
        *((typed, "cost") for typed in ("pay {2}", "suspend 4 {U}", "exile a card, {X}", "sacrifice a land: add {G}")),
        *((typed, "cost") for typed in ("WUBRG", "wubrg", "w u b r g", "xx", "x x r", "SU", "BB", "2wy", "SUB", "rug")),
        *(
            (typed, "cost")
            for typed in ("ward {2}", "cycling {1}{R}", "{2}, {T}: Scry 2", "{T}, bury a creature", "bur")
        ),
    ],
)
def test_kinds(typed: str, kind: str) -> None:
    assert understand(typed).kind == kind


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        *(
            ("exile {X}", "exile"),
            ("counter {1}", "counter"),
            ("scry {2}", "scry"),
            ("ScryX", "Scry"),
            ("toxic1", "toxic"),
            ("first strike 2", "first strike"),
        ),
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
