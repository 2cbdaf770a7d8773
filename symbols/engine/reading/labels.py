"""Labels before a cost that say which cost it is: `Mana cost:`, `Kicker {2}`, `Ward—Pay 2 life`.

A label isn't part of the cost. It is recognized by the word `cost`, by the name of a keyword ability printed before a
cost (702), or, for an ability word (207.2c) or any other name, by the em dash that cards print after it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from symbols.engine.reading import notation
from symbols.engine.reading.keywords import DIGITAL, FORMS, KEYWORDS
from symbols.engine.reading.spelling import suggest, upper

_ACTION: Final = "(?:pay|sacrifice|discard|exile|return|reveal|tap|remove|put)"
_COST_FOLLOWS: Final = rf"(?=\s+(?:[{{(\[0-9½∞+]|[wubrgcsxyztq0-9/]+(?![^\W_])|{_ACTION}\s))|(?=\{{)"
"""Without a colon or dash, the cost must begin with a symbol or an action."""
_QUALITY: Final = rf"(?:(?:\s+(?!(?:[wubrgcsxyz]+|{_ACTION})\b)(?:[a-z]{{2,}}|a\b),?){{1,10}}(?=\s*[-{{:0-9]))?"
"""Words between a keyword and its cost, `Equip legendary creature {3}`; a symbol or dash must follow."""


def _names() -> Iterator[str]:
    """Patterns for the keywords that label a cost, as cards write them."""
    yield from DIGITAL
    for name, keyword in KEYWORDS.items():
        if keyword.labels:
            yield name + _QUALITY * keyword.quality
            if name in FORMS and not (keyword.quality or FORMS[name].groups):
                yield FORMS[name].pattern


def _any_of(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(patterns)})".replace(" ", r"\s+")


_COUNTED: Final = (
    rf"{_any_of(name for name, keyword in KEYWORDS.items() if keyword.counted)}"
    r"\s+(?:[0-9]+|x)(?=\s*\{|\s+[0-9wubrgcx])"
)
"""Keywords with a number before their cost, set off by a space or a dash: `Suspend 4—{R}`."""
_KEYWORD = re.compile(
    rf"\s*(?P<name>{_COUNTED}|{_any_of(_names())}(?:\s+(?:[0-9]+|x)(?=\s*--?))?)(?:\s*[:=]|\s*(?P<rule>--?)|{_COST_FOLLOWS})",
    re.IGNORECASE,
)
_OF_COST = re.compile(
    r"\s*(?!no\b)(?P<name>(?:[^\W\d_][\w'’-]*\s+){0,2}(?:costs(?=\s*:)|cost))"
    rf"(?:\s*[:=]|\s*(?P<rule>--?)|{_COST_FOLLOWS})",
    re.IGNORECASE,
)
_ANY_NAME = re.compile(r"\s*(?P<name>[^\W\d_][\w'’!-]*?(?:\s+[\w'’!]+){0,5})\s*(?P<rule>--?)(?=\s*\S)")
_SENTENCE = re.compile(
    r"\s*(?:(?P<name>strive)\s*--?\s*this\s+spell\s+costs\s+"
    r"|(?P<cost>as\s+an\s+additional\s+cost\s+to\s+cast\s+this\s+spell),\s*(?:you\s+may\s+)?)",
    re.IGNORECASE,
)
"""Start of a sentence in which a card prints an added cost."""
SPREE: Final = "Spree"
_MODE = re.compile(r"\s*\+\s*(?=\{[0-9wubrgcsx]+\})", re.IGNORECASE)
"""Plus sign before the cost of a spree mode (702.172a)."""
_LONG_DASHES: Final = "—―"


class Label(NamedTuple):
    """Label of a cost, which begins at `end`; a keyword with a dash (`is_keyword`) may have any text as its cost."""

    name: str
    end: int
    is_keyword: bool


def find_label(text: str, plain: str) -> Label | None:
    """`plain` is the text normalized by `notation.ONE_TO_ONE`."""
    if mode := _MODE.match(plain):
        return Label(SPREE, mode.end(), is_keyword=False)
    if sentence := _SENTENCE.match(plain):
        return Label(_normalized(sentence["name"] or sentence["cost"]), sentence.end(), is_keyword=False)
    if not notation.WORD.search(plain):
        return None
    verb = notation.VERB.match(plain.lstrip())
    for pattern in (_OF_COST, _KEYWORD):
        match = pattern.match(plain)
        if match and not (verb and pattern is _OF_COST) and _is_dash(match, text):
            return Label(_normalized(match["name"]), match.end(), pattern is _KEYWORD and bool(match["rule"]))
    match = _ANY_NAME.match(plain)
    if match and not verb and text[match.start("rule")] in _LONG_DASHES and _is_name(match["name"]):
        return Label(_normalized(match["name"]), match.end(), is_keyword=False)
    return None


def _is_dash(match: re.Match[str], text: str) -> bool:
    """Not the minus sign of a loyalty cost, which a number or variable follows directly."""
    if not match["rule"] or len(match["rule"]) > 1 or text[match.start("rule")] in _LONG_DASHES:
        return True
    return not re.match(r"[0-9xyz]\b", match.string[match.end() :][:2], re.IGNORECASE)


def _is_name(words: str) -> bool:
    """Not loosely typed symbols or a color's name."""
    return (
        bool(notation.WORD.search(words))
        and not re.fullmatch(r"[\swubrgcsxyz]+", words, re.I)
        and not suggest(upper(words))
    )


def _normalized(name: str) -> str:
    return " ".join(name.split())
