"""What each step understands of what was typed, and what it leaves to others."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.search.understand.said_numbers import find_numbers, read_number
from explorer.search.understand.said_payments import read_payment
from explorer.search.understand.understanding import as_symbol, read_change, read_death, understand


def is_card(name: str) -> bool:
    return name.lower() in ("mantis rider", "chord of calling")


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
    [
        ("704.5j 2014", "704.5j", "2014-01-01", "2014-12-31"),
        ("104.3f in 2007", "104.3f", "2007-01-01", "2007-12-31"),
        ("what was 704.5j in 2014?", "704.5j", "2014-01-01", "2014-12-31"),
        ("2014 704.5j", "704.5j", "2014-01-01", "2014-12-31"),
        ("rule 704.5j as of 2014-02-01", "704.5j", "2014-02-01", "2014-02-01"),
        ("704.5j February 2014", "704.5j", "2014-02-01", "2014-02-28"),
        ("704.5j from Feb 1, 2014", "704.5j", "2014-02-01", "2014-02-01"),
        ("seven oh four five j 2014", "704.5j", "2014-01-01", "2014-12-31"),
        ("704.5j 13 july 2018", "704.5j", "2018-07-13", "2018-07-13"),
        ("704.5j 13th of July, 2018", "704.5j", "2018-07-13", "2018-07-13"),
        ("july 13 2018 704.5j", "704.5j", "2018-07-13", "2018-07-13"),
        ("704.5j 7/13/2018", "704.5j", "2018-07-13", "2018-07-13"),
        ("704.5j 13/7/2018", "704.5j", "2018-07-13", "2018-07-13"),
        ("7/13/2018 704.5j", "704.5j", "2018-07-13", "2018-07-13"),
        ("704.5j 2018/07/13", "704.5j", "2018-07-13", "2018-07-13"),
        ("104.3f (2007)", "104.3f", "2007-01-01", "2007-12-31"),
        ("104.3f(2007)", "104.3f", "2007-01-01", "2007-12-31"),
        ("what did 704.5j say in 2014", "704.5j", "2014-01-01", "2014-12-31"),
        ("704.5j 1850", "704.5j", "1850-01-01", "1850-12-31"),
        ("104.3f in the 2007 rules", "104.3f", "2007-01-01", "2007-12-31"),
        ("104.3f 2007 edition", "104.3f", "2007-01-01", "2007-12-31"),
        ("the 2007 version of 104.3f", "104.3f", "2007-01-01", "2007-12-31"),
        ("what is 104.3f (2007 rules)", "104.3f", "2007-01-01", "2007-12-31"),
        ("704.5j in the year 2014", "704.5j", "2014-01-01", "2014-12-31"),
        ("104.3f in october of 2007", "104.3f", "2007-10-01", "2007-10-31"),
        ("104.3f 10/2007", "104.3f", "2007-10-01", "2007-10-31"),
        ("104.3f 2007-10", "104.3f", "2007-10-01", "2007-10-31"),
        ("704.5j feb 1 '14", "704.5j", "2014-02-01", "2014-02-01"),
        ("704.5j feb '14", "704.5j", "2014-02-01", "2014-02-28"),
        ("704.5j after 2013", "704.5j", "2014-01-01", "2014-01-01"),
        ("704.5j before 2014", "704.5j", "2013-12-31", "2013-12-31"),
    ],
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
    [
        "",
        "one",
        "draw two cards",
        "3/4",
        "2WU",
        "704.5j 1387",
        "104.3f 13/2007",
        "704.5j 2014-02-31",
        "704.5j 31 june 2014",
        "3 rules",
        "601.2 targets",
        "5 life",
        "f",
    ],
)
def test_what_is_no_number(typed: str) -> None:
    said = read_number(typed)
    assert said is None or said.number.kind.name == "CHAPTER"


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("104.3f vs 704.5a", "104.3f 704.5a"),
        ("does 104.3(f) beat 104.3f?", "104.3f"),
        ("where is rule 104f", "104f"),
        ("104f", "104f"),
        ("704.5j 3014", "704.5j"),
        ("does section 702 have ward", "702"),
        ("704.5j: the legend rule.", "704.5j"),
        ("a 250 card deck", ""),
        ("{100.5} and 3/4 and 100.5/2 and $104.30", ""),
        ('"704.5j"', ""),
        ("version 1.104.3", ""),
        ("104fold", ""),
        ("rules 601-603", "601 602 603"),
        ("601.2a-c", "601.2a 601.2b 601.2c"),
        ("702.2 through 702.4", "702.2 702.3 702.4"),
        ("702.2-702.4", "702.2 702.3 702.4"),
        ("702.4 to 702.2", ""),
    ],
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
        ("{1}{R}{W} with plains and 2 boros signets", "{1}{R}{W}", {"pool": "", "sources": "plains, 2 boros signets"}),
        ("1rw with 2 plains, a boros signet", "{1}{R}{W}", {"pool": "", "sources": "2 plains, boros signet"}),
        (
            "{1}{R}{W} with plains and {1}, {T}: {R}{W}",
            "{1}{R}{W}",
            {"pool": "", "sources": "plains; {1}, {T}: {R}{W}"},
        ),
        (
            "3GGG from 4 swamps and 3 {1}, {T}: {G}",
            "{3}{G}{G}{G}",
            {"pool": "", "sources": "4 swamps; 3 {1}, {T}: {G}"},
        ),
        ("can i cast mantis rider with WUR", "", {"card": "mantis rider", "pool": "WUR"}),
        ("mantis rider with 3 islands", "", {"card": "mantis rider", "pool": "UUU"}),
        (
            "cast mantis rider with a plains, watery grave and boros signet",
            "",
            {"card": "mantis rider", "pool": "", "sources": "1 plains, watery grave, boros signet"},
        ),
        (
            "I have 2 treasures, can I cast mantis rider",
            "",
            {"card": "mantis rider", "pool": "", "sources": "2 treasures"},
        ),
    ],
)
def test_payments(typed: str, cost: str, fields: dict[str, str]) -> None:
    said = read_payment(typed, is_card)
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
    assert read_payment(typed, is_card) is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3/4 gets -5/-0", "3 4 -5 0 0 0"),
        ("a 3/4 creature gets −5/−0", "3 4 -5 0 0 0"),
        ("what happens if a 2/2 gets +1/+1 until end of turn?", "2 2 1 1 0 0"),
        ("3/4 with -5/-0 then +3/+0", "3 4 -5 0 3 0"),
        ("-1/1 gets +2/+2", "-1 1 2 2 0 0"),
        ("my 2/2 gets -2/-2", "2 2 -2 -2 0 0"),
        ("3/4 gets -5/0", "3 4 -5 0 0 0"),
        ("what happens to a 3/3 if it gets 0/-3", "3 3 0 -3 0 0"),
        ("does a 2/2 die if it gets -2/-2?", "2 2 -2 -2 0 0"),
        ("can a 3/3 survive -3/-3", "3 3 -3 -3 0 0"),
        ("2/2 with two +1/+1 counters", "2 2 2 2 0 0"),
        ("a 2/2 with a -1/-1 counter", "2 2 -1 -1 0 0"),
        ("2/3 with +1/+1 counter", "2 3 1 1 0 0"),
        ("2/2 gets +2/+2 and -1/-1", "2 2 1 1 0 0"),
        ("2/2 gets -2/-2 and +1/+1", "2 2 -1 -1 0 0"),
        ("2/2 gets +1/+1 and -3/-3", "2 2 -2 -2 0 0"),
        ("2/2 with two +1/+1 counters and -1/-1", "2 2 1 1 0 0"),
        ("2/2 with two +1/+1 counters and a -1/-1 counter", "2 2 1 1 0 0"),
        ("2/2 gets +2/+2 and then -1/-1", "2 2 2 2 -1 -1"),
        ("2/2 gets +1/+1 twice", "2 2 2 2 0 0"),
        ("2/2 gets +10/+10 and -5/-5 and -5/-5", "2 2 0 0 0 0"),
        ("2/2 gets +1/+1 and +1/+1 and then -3/-3", "2 2 2 2 -3 -3"),
    ],
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
    [
        ("pawprint", "P"),
        ("tap symbol", "T"),
        ("what is the tap symbol?", "T"),
        ("what does the untap symbol mean", "Q"),
        ("energy", "E"),
        ("chaos symbol", "CHAOS"),
        ("what does {Q} mean", "Q"),
        ("what is {CHAOS}?", "CHAOS"),
        ("what does [+1] do", "[+1]"),
        ("{T} symbol", "T"),
        ("what is w/p", "W/P"),
        ("what does ½ mean", "½"),
    ],
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
