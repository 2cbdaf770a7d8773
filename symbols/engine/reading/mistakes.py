"""Errors for text that can't be parsed as a cost, each with its position and a suggestion.

    {2}{W/Q}   ->   “W/Q” isn’t a symbol in costs, at 3 to 8; suggestion {W}

`plain` is the input normalized by `symbols.engine.reading.notation`. Suggestions are the closest match; the parser
(`symbols.engine.reading.reader`) then drops those that can't be parsed.
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
    """A number with commas may be one number or several. The suggestion fits its context."""
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
    """A number before a symbol may be generic mana or a count of that symbol."""
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
    """The suggestion, the cost that follows the word, replaces all up to `end`."""
    return CostSyntaxError(
        "words",
        f"{quoted(word)} isn’t a symbol or an action.",
        start=start,
        end=end,
        expected="a symbol, or an action such as “Sacrifice a creature”",
        suggestion=suggestion,
    )


def stray(text: str, plain: str, place: int, end: int) -> EngineError:
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
    """Span of what a slash or plus sign joins, and its notation; the character alone if that is nothing."""
    pattern = {"/": _STROKES, "+": _SUM}.get(plain[place])
    # Search nearby only, since the text may be long.
    for match in pattern.finditer(plain, max(0, place - 40), min(len(plain), place + 40)) if pattern else ():
        if match.start() <= place < match.end():
            halves = re.sub(r"[\s{}]", "", match[0])
            suggestion = _added(match[0]) if pattern is _SUM else suggest(upper(halves)) or _symbol(halves)
            return (*match.span(), suggestion) if suggestion else (place, place + 1, None)
        if match.start() > place:
            break
    return place, place + 1, None


def _added(summands: str) -> str | None:
    if re.search(r"\s\+[0-9xyz]", summands, re.IGNORECASE):
        return None  # may be a loyalty cost
    symbols = [_symbol(braced or loose) for braced, loose in _SUMMAND.findall(summands)]
    return "".join(filter(None, symbols)) if all(symbols) else None


def _symbol(spelled: str) -> str | None:
    """Official notation of a symbol, or the closest one."""
    with suppress(EngineError):
        return str(resolve(spelled, 0, 0))
    return suggest(upper(spelled))


def unclosed(plain: str, place: int, end: int) -> EngineError:
    """An unclosed brace, or brackets around something other than a loyalty cost."""
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
