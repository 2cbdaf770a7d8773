"""Interpret a query: a rule, a cost, a payment, a spell to cast, a change of a creature, a symbol, or words.

Each kind has a parser that returns None for queries of other kinds. The first one that doesn't wins.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from explorer.cards.reading import card_names
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.loaded import library
from explorer.library.queries import is_loaded
from explorer.search import is_word, to_half_width
from explorer.search.index.book import entry_index, is_keyword
from explorer.search.index.book import phrases as book_phrases
from explorer.search.rank.query_cards import is_term
from explorer.search.understand.boards import read_boards
from explorer.search.understand.casts import read_cast
from explorer.search.understand.combats import read_combat, without_time
from explorer.search.understand.layers import read_layers
from explorer.search.understand.payments import read_payment
from explorer.search.understand.rule_numbers import LEAD, Span, find_numbers, read_number
from explorer.search.understand.trial_questions import read_question
from explorer.search.words.phrases import PLAIN
from explorer.search.words.splitting import trimmed
from symbols.catalog.definitions import Definition
from symbols.catalog.finding import resolve
from symbols.engine import Cost, EngineError, read_cost
from symbols.engine.costs import TextPart
from symbols.sentences import COUNT_OR_ARTICLE

_SIGNS = str.maketrans("−–", "--")
_CHANGE = re.compile(
    r"""
    (?:(?:what\s+(?:happens|is)|how\s+big\s+is)\s+)?(?:(?:if|when|to|does|do|will|would|can|is)\s+)?
    (?:an?\s+|my\s+|the\s+|your\s+|their\s+|his\s+|her\s+)?
    (?P<power>-?\d{1,4})\s*/\s*(?P<toughness>-?\d{1,4})
    (?:\s+creature)?(?:\s+(?:die|survive|live))?(?:\s+(?:that|which|and|it|if\s+it|when\s+it|after|to))?
    (?:\s+(?:gets?|got|getting|given|with|has|receives?|takes?|\+))?
    \s+(?:(?P<times>an?|[a-z]{3,5}|\d{1,2})\s+)?
    (?P<gets>[+-]\d{1,4}|0+)\s*/\s*(?P<andt>[+-]\d{1,4}|0+)(?P<counters>\s+counters?(?:\s+on\s+it)?)?
    (?:\s+(?P<again>twice|thrice|[a-z]{3,5}\s+times|\d{1,2}\s+times))?
    (?:\s*,?\s*(?:(?:and\s+)?(?:then|later)|(?P<too>and))\s+(?:gets?\s+|an?\s+)?(?P<then>[+-]\d{1,4}|0+)\s*/\s*(?P<thent>[+-]\d{1,4}|0+)(?:\s+counter)?)?
    (?:\s+until\s+end\s+of\s+turn)?
    (?:\s*,?\s*(?:does|will|would|is|can)\s+it\s+(?:die|survive|live|dead|still\s+alive))?
    """,
    re.VERBOSE,
)
_TOGETHER = re.compile(
    r"([+-]\d{1,4})/([+-]\d{1,4}),?\s+and\s+([+-]\d{1,4})/([+-]\d{1,4})(?!\s+(?:counter|twice|thrice|\w+\s+times))"
)
_DEATH = re.compile(
    r"(?:why\s+)?(?:(?:does|did|do|would|will|has|is)\s+)?(?:an?\s+|my\s+|the\s+|your\s+|their\s+|his\s+|her\s+)?"
    r"-?\d{1,4}\s*/\s*(?P<toughness>-?\d{1,4})(?:\s+(?:creature|token))*\s+(?:die[sd]?|dead|dying)"
)
_COUNTS = COUNT_OR_ARTICLE | {"twice": 2, "thrice": 3}

CHANGE, COMBAT, LAYERS, BOARD = "negative-power", "combat", "layers", "board"
"""The trials that answer queries."""


def read_change(typed: str) -> Mapping[str, str] | None:
    """Inputs for the trial `CHANGE`; None for other texts."""
    text = trimmed(typed.lower().translate(_SIGNS))
    while joined := _TOGETHER.search(text):
        one, two, three, four = map(int, joined.groups())
        text = f"{text[: joined.start()]}{one + three:+d}/{two + four:+d}{text[joined.end() :]}"
    match = _CHANGE.fullmatch(text)
    # Only counters are counted by a number before the change, and a change has a sign.
    if (
        match is None
        or (match["times"] and not match["counters"])
        or (not match["times"] and (match["counters"] or "").split()[:1] == ["counters"])
        or not {match["gets"][0], match["andt"][0]} & {*"+-"}
    ):
        return None
    times = _times(match["times"] or "one") * _times((match["again"] or "one").removesuffix("times").strip())
    if not times:
        return None
    numbers = {key: int(match[key] or "0") for key in ("power", "toughness", "gets", "andt", "then", "thent")}
    numbers |= {"gets": times * numbers["gets"], "andt": times * numbers["andt"]}
    if match["too"]:
        for now, then in (("gets", "then"), ("andt", "thent")):
            numbers |= {now: numbers[now] + numbers[then], then: 0}
    return {key: str(value) for key, value in numbers.items()}


def read_death(typed: str) -> str:
    """The index entry for why a creature with some power and toughness dies; empty for other texts."""
    match = _DEATH.fullmatch(trimmed(typed.lower().translate(_SIGNS)))
    if match is None:
        return ""
    return "why does my creature die" if int(match["toughness"]) > 0 else "zero toughness"


def _times(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS.get(word, 0)


# Only costs have these: braces, loyalty brackets, a hybrid's slash.
MARKED = re.compile(r"[{}½∞]|\[\s*[+\-−–]?[\dxXN]|^\s*\(?[\dwubrgcWUBRGC]\s*/")
# The old Gatherer notation: an “o” before each letter.
GATHERER = re.compile(r"(?:o{1,2}c?(?:[WUBRGCXSTQ]|\d+))+")
# The characters of a cost without braces.
LOOSE = re.compile(r"[\dwubrgcxyzspqt/()\s,½∞]+", re.IGNORECASE)
# “what is the tap symbol”
_QUESTION = re.compile(
    r"(?:(?:what(?:['’]?s|\s+is|\s+are|\s+does|\s+do)?|define|explain|meaning\s+of|symbol)\s+)?(?:an?\s+|the\s+|this\s+)?"
    r"(.+?)(?:\s+(?:means?|do|stands?\s+for|meaning))?[?. ]*",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"\s+(?:symbol|icon|sign)s?$", re.IGNORECASE)
_HYBRID = re.compile(r"(?:\d{1,2}|[wubrgc])(?:/[wubrgcp]){1,2}|[½∞]", re.IGNORECASE)
_ONE_SYMBOL = re.compile(r"\{[^{}]{1,24}\}|\[[^\[\]]{1,9}\]")
_MIN_NAME = 3
_BRACED = re.compile(r"\{[^{}]*\}?")
_LETTERS = re.compile(r"[a-z]{2,}")
# A keyword with a number: “scry 2”, “ScryX”, “bury {X}”.
_COUNTED = re.compile(r"([a-z][a-z’'\- ]{1,30}?)[\s—–-]*(?:[\dx\s]|\{[^{}]{1,9}\})+", re.IGNORECASE)
_MANA = frozenset("wubrgcx")
_MIN_WORD = 3
_MAX_TERM = 60


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The interpretation of a query.

    Attributes:
        kind: a `rule` has a number, and a cost too if it is a single digit; a `cost` has either a cost or an error;
            `words` may have a cost or symbol that they are about; a `payment` has `fields` for the checker, and a cost
            or a card; a `cast` has `walk`; a `change` has `fields` for the `trial` that answers it.
        span: the time whose rules it is about; only with a rule, or a `change` that is a combat.
        walk: keys of a walk through casting (`explorer.casting.request`).
        named: rule numbers among words; they may not exist.
        term: what words with numbers are about: a keyword or an index name; else empty.
    """

    kind: Literal["nothing", "rule", "cost", "payment", "cast", "change", "words"]
    number: RuleNumber | None = None
    span: Span | None = None
    cost: Cost | None = None
    error: EngineError | None = None
    symbol: Definition | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    trial: str = CHANGE
    walk: Mapping[str, object] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    term: str = ""


def understand(text: str) -> Interpretation:
    """Interpret a query: rule numbers first, then costs, then words."""
    text = to_half_width(text).strip()
    if not text:
        return Interpretation("nothing")
    return next((meaning for step in _PARSERS if (meaning := step(text))), Interpretation("words"))


def as_rule(text: str) -> Interpretation | None:
    """Read a rule number in any notation; if not written as in the rules, it must exist."""
    said = read_number(text)
    if said is None:
        return None
    number = said.number
    if not (said.plain or is_loaded(number)):
        return None
    if not (said.span or LEAD.match(text) or _is_rule(number)):
        return None
    cost = _cost(text).cost if number.kind is NumberKind.CHAPTER and said.span is None else None
    return Interpretation("rule", number=number, span=said.span, cost=cost)


def as_trial(text: str) -> Interpretation | None:
    if fields := read_change(text):
        return _of_trial(CHANGE, fields)
    words, span = without_time(text)
    if fields := read_combat(words, _is_card):
        return _of_trial(COMBAT, fields, span)
    if question := read_question(text, library):
        return _of_trial(*question)
    fields = read_boards(text, library)
    return _of_trial(BOARD, fields) if fields else None


def as_layers(text: str) -> Interpretation | None:
    fields = read_layers(text, library)
    return _of_trial(LAYERS, fields) if fields else None


def _of_trial(trial: str, fields: Mapping[str, str], span: Span | None = None) -> Interpretation:
    return Interpretation("change", trial=trial, fields=fields, span=span)


def as_death(text: str) -> Interpretation | None:
    term = read_death(text)
    return Interpretation("words", term=term) if term else None


def as_cast(text: str) -> Interpretation | None:
    walk = read_cast(text, library(), is_term)
    return Interpretation("cast", walk=walk) if walk else None


def as_payment(text: str) -> Interpretation | None:
    said = read_payment(text, _is_card)
    return Interpretation("payment", cost=said.cost, fields=said.fields) if said else None


def _is_card(name: str) -> bool:
    return not is_term(name) and card_names(library()).named(name) is not None


def as_keyword(text: str) -> Interpretation | None:
    """Read a keyword with a number: “scry 2”. With its cost it is a cost: “ward {2}”."""
    match = _COUNTED.fullmatch(text) if len(text) <= _MAX_TERM else None
    if match is None or entry_index(text) is not None:
        return None
    # A symbol may follow any word: “exile {X}”, “draw {2}”.
    is_known = "{" in text and not LOOSE.fullmatch(match[1]) and all(map(_is_known_word, match[1].lower().split()))
    if not (is_known or is_keyword(match[1])):
        return None
    cost = _cost(text).cost if is_known else None
    return None if cost and cost.symbols else Interpretation("words", term=match[1])


def as_cost(text: str) -> Interpretation | None:
    """Read a cost, unless it is a word made of symbols' letters: “scry”."""
    bare = _BRACED.sub(" ", text)
    if LOOSE.fullmatch(bare) and any(map(_is_known_word, _LETTERS.findall(bare.lower()))):
        return Interpretation("words")
    if MARKED.search(text):
        meaning = _cost(text)
        if meaning.cost and _is_sentence(meaning.cost):
            return Interpretation("words")
        symbol = resolve(text) if _ONE_SYMBOL.fullmatch(text) else None
        if meaning.error and symbol:
            # Not every symbol can be in a cost.
            return Interpretation("words", symbol=symbol)
        if meaning.error and (question := _QUESTION.fullmatch(text)) and (cost := _cost(question[1]).cost):
            return Interpretation("words", cost=cost)
        return replace(meaning, symbol=symbol)
    if not (LOOSE.fullmatch(text) or GATHERER.fullmatch(text)):
        return None
    meaning = _cost(text)
    # A prefix of a word is searched for, and may be a cost, too.
    is_beginning = len(text) >= _MIN_WORD and text.isalpha() and not text.isupper() and _may_be_word(text.lower())
    is_begun = is_beginning and book_phrases().begins(text)
    return replace(meaning, kind="words", error=None) if meaning.cost is None or is_begun else meaning


def _is_sentence(cost: Cost) -> bool:
    """Whether a cost is only words with symbols among them: “exile {X} cards”."""
    said = not (cost.symbols or cost.label or cost.activated)
    return said and bool(cost.parts) and all(isinstance(part, TextPart) for part in cost.parts)


def _may_be_word(letters: str) -> bool:
    """Whether lower-case letters may be a word; mana and X alone aren't: “wubrg”, “xx”."""
    return len(letters) > 1 and not _MANA.issuperset(letters)


def _is_known_word(letters: str) -> bool:
    """Whether players, the rules or plain English have a lower-case word, in any form."""
    if not _may_be_word(letters):
        return False
    return letters in PLAIN or letters in book_phrases() or (len(letters) >= _MIN_WORD and is_word(letters))


def as_symbol(text: str) -> Interpretation | None:
    """Read the name of a symbol, or its code within a question."""
    match = _QUESTION.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    name = _SYMBOL.sub("", match[1])
    if _ONE_SYMBOL.fullmatch(name) or _HYBRID.fullmatch(name):
        if name == text:
            return None
        symbol = resolve(name)
        return Interpretation("words", symbol=symbol) if symbol else _cost(name)
    if len(match[1]) < _MIN_NAME or not re.search(r"[a-z]{3}", match[1], re.IGNORECASE):
        return None
    symbol = resolve(match[1]) or resolve(name)
    # “Paw print” is “pawprint”.
    if symbol is None and (joined := resolve(name.replace(" ", ""))) and joined.name == name.lower().replace(" ", ""):
        symbol = joined
    # “One” alone is a word, not the symbol of generic mana.
    if symbol is None or (match[1].isalpha() and not re.search(r"[a-z]", symbol.code, re.IGNORECASE)):
        return None
    return Interpretation("words", symbol=symbol)


def as_named(text: str) -> Interpretation | None:
    named = find_numbers(text)
    return Interpretation("words", named=named) if named else None


_PARSERS: tuple[Callable[[str], Interpretation | None], ...] = (
    as_rule,
    as_trial,
    as_death,
    as_cast,
    as_payment,
    as_layers,
    as_symbol,
    as_keyword,
    as_cost,
    as_named,
)


def _is_rule(number: RuleNumber) -> bool:
    """Whether a number is a rule's: a chapter must exist, since `5` may be a cost."""
    if number.kind is NumberKind.CHAPTER:
        return is_loaded(number)
    return True


def _cost(text: str) -> Interpretation:
    try:
        return Interpretation("cost", cost=read_cost(text))
    except EngineError as error:
        return Interpretation("cost", error=error)
