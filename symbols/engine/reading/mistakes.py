"""Mistakes in a text that is no cost: the error for each, with its place and what would do instead.

    {2}{W/Q}   ->   “W/Q” isn’t a symbol in costs, at 3 to 8; {W} is near

A text comes as `plain`, with one writing for each character (`symbols.engine.reading.notation`). The suggestions are
what is near; whether one can be read in its place is asked by whoever reads (`symbols.engine.reading.reader`).
"""

import re
from contextlib import suppress

from symbols.engine.costs.symbols import MAX_DIGITS
from symbols.engine.errors import CostSyntaxError, EngineError
from symbols.engine.reading import notation
from symbols.engine.reading.spelling import SPELLINGS, character_name, quoted, resolve, suggest, upper

_AMOUNT_AFTER = re.compile(r"\s*\]|\s+[^\W\d_]{2,}|\s*\{(?:e|tk)\}", re.IGNORECASE)
_STROKES = re.compile(r"\{?[0-9a-z]\}?(?:\s*/\s*\{?[0-9a-z]\}?)+", re.IGNORECASE | re.ASCII)
_SUM = re.compile(r"(?:\{[^{}]*\}|[0-9a-z½∞/]+)(?:\s*\+\s*(?:\{[^{}]*\}|[0-9a-z½∞/]+))+", re.IGNORECASE | re.ASCII)
_SUMMAND = re.compile(r"\{([^{}]*)\}|([^\s+{}]+)")


def thousands(match: re.Match[str]) -> EngineError:
    """Report that a number with commas could be several; the suggestion fits what the number is an amount of."""
    number = match[0].replace(",", "")
    plain, start, end = match.string, match.start(), match.end()
    bare = plain[:start].rstrip()[-1:] in ("[", "+", "-") or _AMOUNT_AFTER.match(plain, end)
    suggestion = number if bare else f"{{{number}}}"
    return CostSyntaxError(
        "ambiguous",
        f"{quoted(match[0])} could be one number or several.",
        start=start,
        end=end,
        expected="a number without commas, or numbers in braces",
        suggestion=suggestion if len(number) <= MAX_DIGITS else None,
    )


def amount_of_mana(match: re.Match[str], symbol: str) -> EngineError:
    """Report that a number before a symbol could be generic mana or how many of the symbol there are."""
    number = f"{{{match['amount'].upper()}}}"
    return CostSyntaxError(
        "ambiguous",
        f"{quoted(match[0])} could ask for {number} and {symbol}, or for that many {symbol}.",
        start=match.start(),
        end=match.end(),
        expected=f"Pay {number}{symbol} for the one, or for the other {symbol} as often as it is paid",
        suggestion=f"Pay {number}{symbol}",
    )


def not_symbols(word: str, start: int, end: int, suggestion: str | None) -> EngineError:
    """Report that a word is no symbol.

    Args:
        word: the word.
        start: where it begins.
        end: the place after it, or after what the suggestion takes the place of.
        suggestion: the cost that follows it, if one does.
    """
    return CostSyntaxError(
        "words",
        f"{quoted(word)} isn’t a symbol or the start of an action in a cost.",
        start=start,
        end=end,
        expected="a symbol, or an action such as “Sacrifice a creature”",
        suggestion=suggestion,
    )


def stray(text: str, plain: str, place: int, end: int) -> EngineError:
    """Explain what is wrong with a character that begins nothing."""
    char = plain[place]
    if char in "{([":
        return unclosed(plain, place, end)
    if char in "})]":
        message = f"Add an opening brace for this {character_name(char)}."
        return CostSyntaxError("stray_brace", message, start=place, end=place + 1, expected="a symbol")
    if char in "tTqQeE":
        return CostSyntaxError(
            "unexpected_character",
            f"“{char}” isn’t mana, so it needs its own part.",
            start=place,
            end=place + 1,
            expected="a comma before it",
            suggestion=f", {{{char.upper()}}}",
        )
    start, stop, suggestion = _around(plain, place)
    name = character_name(text[place])
    return CostSyntaxError(
        "unexpected_character",
        f"{name[0].upper()}{name[1:]} isn’t part of a symbol here.",
        start=start,
        end=stop,
        expected="a symbol such as {2}, {W} or {T}",
        suggestion=suggestion,
    )


def _around(plain: str, place: int) -> tuple[int, int, str | None]:
    """Return what a stroke or a plus sign joins, and how that is written; the character alone where that is nothing."""
    pattern = {"/": _STROKES, "+": _SUM}.get(plain[place])
    # The mistake is named by what stands next to it; a long text is not searched from its start.
    for match in pattern.finditer(plain, max(0, place - 40), min(len(plain), place + 40)) if pattern else ():
        if match.start() <= place < match.end():
            suggestion = _joined(match[0]) if pattern is _STROKES else _added(match[0])
            return (*match.span(), suggestion) if suggestion else (place, place + 1, None)
        if match.start() > place:
            break
    return place, place + 1, None


def _joined(halves: str) -> str | None:
    return suggest(upper(re.sub(r"[\s{}]", "", halves))) or _symbol(re.sub(r"[\s{}]", "", halves))


def _added(summands: str) -> str | None:
    if re.search(r"\s\+[0-9xyz]", summands, re.IGNORECASE):
        return None  # a loyalty cost may be meant
    symbols = [_symbol(braced or loose) for braced, loose in _SUMMAND.findall(summands)]
    return "".join(filter(None, symbols)) if all(symbols) else None


def _symbol(spelled: str) -> str | None:
    """Write a symbol officially, or the nearest to it."""
    with suppress(EngineError):
        return str(resolve(spelled, 0, 0))
    return suggest(upper(spelled))


def unclosed(plain: str, place: int, end: int) -> EngineError:
    """Report that a brace is not closed, or that brackets hold something else than a loyalty cost."""
    opening = plain[place]
    inside = notation.UNCLOSED.match(plain, place, end)
    content, stop = (inside["content"], inside.end()) if inside else ("", place + 1)
    if opening == "[" and inside and inside["close"] == "]":
        symbol = SPELLINGS.get(upper(content))
        return CostSyntaxError(
            "not_loyalty",
            f"{quoted(inside[0])} isn’t a loyalty cost. Put mana symbols in braces.",
            start=place,
            end=stop,
            suggestion=str(symbol) if symbol else None,
        )
    return CostSyntaxError(
        "unclosed_brace",
        f"Add a closing “{notation.CLOSING[opening]}”.",
        start=place,
        end=stop,
        expected=f"“{notation.CLOSING[opening]}” after the symbol",
        suggestion=_symbol(content) if content else None,
    )
