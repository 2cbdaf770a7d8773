"""Interpret search-box input as a rule, a cost or words."""

import re
from dataclasses import dataclass
from typing import Literal

from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.queries import is_loaded
from explorer.search import is_word
from symbols.engine import Cost, EngineError, read_cost

# People cite rules as "rule 107.4f", "CR 107.4f", "§107.4f".
LEAD = re.compile(r"^\s*(?:comprehensive\s+rules?|rules?|cr|c\.r\.|section|chapter|§)\s*(?=\d)", re.IGNORECASE)
# "107.4.f", as some write it.
STOP = re.compile(r"(?<=\d)\.(?=[a-z]\.?$)", re.IGNORECASE)
# What only a cost has: a brace, a loyalty bracket, a hybrid's stroke.
MARKED = re.compile(r"[{}½∞]|\[\s*[+\-−–]?[\dxXN]|^\s*\(?[\dwubrgcWUBRGC]\s*/")
LETTERS = re.compile(r"[a-z]+")
# Old Gatherer's way: a small o before each letter.
GATHERER = re.compile(r"(?:o{1,2}c?(?:[WUBRGCXSTQ]|\d+))+")
# What a loose cost is made of; anything else in the box is words.
LOOSE = re.compile(r"[\dwubrgcxyzspqt/()\s,½∞]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """Interpretation of search-box input.

    A `rule` has its number, and a cost too when it is a lone digit; a `cost` has either the cost or the error that
    says why it can't be read; `words` may have a cost too, when the letters could also be read as one.
    """

    kind: Literal["nothing", "rule", "cost", "words"]
    number: RuleNumber | None = None
    cost: Cost | None = None
    error: EngineError | None = None


def understand(text: str) -> Asked:
    """Decide what the text in the box means. Rule numbers come first, then costs, then words."""
    text = text.strip()
    if not text:
        return Asked("nothing")
    number = RuleNumber.try_parse(STOP.sub("", LEAD.sub("", text)))
    if number is not None and (LEAD.match(text) or _is_rule(number)):
        return Asked("rule", number=number, cost=_cost(text).cost if number.kind is NumberKind.CHAPTER else None)
    if MARKED.search(text):
        return _cost(text)
    if LOOSE.fullmatch(text) or GATHERER.fullmatch(text):
        asked = _cost(text)
        if asked.cost is None:
            return Asked("words")
        # "rug" and "but" are costs, and words; small letters that are a word of a rule are words.
        if LETTERS.fullmatch(text) and len(text) > 1 and is_word(text):
            return Asked("words", cost=asked.cost)
        return asked
    return Asked("words")


def _is_rule(number: RuleNumber) -> bool:
    """Return whether input is a rule: a bare chapter number only where there is such a chapter; `5` may be a cost."""
    if number.kind is NumberKind.CHAPTER:
        return is_loaded(number)
    return True


def _cost(text: str) -> Asked:
    try:
        return Asked("cost", cost=read_cost(text))
    except EngineError as error:
        return Asked("cost", error=error)
