"""What an edition is said to know: findings word for word, and the edition's words for kinds of symbols."""

import pytest

from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.engine.reading.reader import read_cost
from tests.tables import cases

RULES = {
    "107.1": "The only numbers are integers.",
    "107.4": "The mana symbols are {W}, {U}, {B}, {R}, {G}, and {C}; the numerical symbols {0}, {1}, {2}, and so on; "
    "the variable symbol {X}; the hybrid symbols {W/U} and {W/B}; and the snow mana symbol {S}.",
    "107.4b": "Numerical symbols and variable symbols represent generic mana.",
    "107.4e": "A hybrid mana symbol can be paid in one of two ways. Example: {G/W} is paid with {G} or {W}.",
    "107.5": "The tap symbol is {T}.",
    "107.6": "The untap symbol is {Q}.",
    "107.2": "If a number is not determined, 0 is used.",
    "107.3": "Many objects use the letter X.",
    "107.7": "[+N] means “Put N loyalty counters on this permanent.” [−N] means to remove them. [0] means nothing.",
    "107.8": "The pawprint symbol is {P}.",
    "107.9": "The level symbols are {LEVEL N1-N2} and {LEVEL N3+}.",
    "108.1": "Something else.",
}
GLOSSARY = {"Energy Symbol": "The energy symbol is {E}.", "Ticket Symbol": "The ticket symbol {TK} in a cost."}


@pytest.fixture
def symbols() -> EditionSymbols:
    return EditionSymbols("2030-01-01", RULES, GLOSSARY)


@pytest.mark.parametrize(
    ("code", "meaning", "known", "sentence", "rules"),
    cases("symbols_by_edition/findings", "a_finding_says_what_the_edition_has"),
)
def test_a_finding_says_what_the_edition_has(
    symbols: EditionSymbols, code: str, meaning: str, known: bool, sentence: str, rules: list[str]
) -> None:
    finding = symbols.finding(code, meaning)
    assert (finding.known, finding.sentence) == (known, sentence)
    assert finding.as_json()["rules"] == rules


def test_a_cost_with_every_mark_is_known(symbols: EditionSymbols) -> None:
    findings = symbols.check(read_cost("{W}{W}{X}, {T}, {Q}, {E}, [-1]"))
    assert [(finding.code, finding.known) for finding in findings] == [
        ("W", True),
        ("X", True),
        ("T", True),
        ("Q", True),
        ("E", True),
        ("[-1]", True),
    ]
    (ticket,) = symbols.check(read_cost("{TK}"))
    assert (ticket.code, ticket.known, ticket.as_json()["symbol"]) == ("TK", False, "{TK}")


@pytest.mark.parametrize(
    ("code", "group"),
    [("W", ""), ("C", ""), ("0", "numerical"), ("9", "numerical"), ("X", "variable"), ("W/B", "hybrid"), ("S", "snow")],
)
def test_the_edition_has_its_own_words_for_kinds(symbols: EditionSymbols, code: str, group: str) -> None:
    found = symbols.get(code)
    assert found is not None
    assert (found.code, found.group, found.meaning, found.written) == (code, group, "mana", f"{{{code}}}")


def test_an_excerpt_is_whole_only_when_the_next_section_follows() -> None:
    rules = {number: text for number, text in RULES.items() if number.startswith("107")}
    symbols = EditionSymbols("2030-01-01", rules)
    assert not symbols.whole
    assert EditionSymbols("2030-01-01", RULES).whole
    assert symbols.knows("CHAOS") is None
    assert symbols.finding("CHAOS", "chaos").sentence == (
        "Unknown: this excerpt lacks some rules about symbols, so {CHAOS} may or may not be there."
    )
