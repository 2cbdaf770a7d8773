"""Replace a card's words with numbers: how often a cost is paid, any amount of life, half the life total."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symbols.engine.citations import Citation
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import Energy, Part, PayLife, TextPart
from symbols.engine.costs.symbols import generic_symbol
from symbols.engine.errors import BadRequest
from symbols.engine.options import OPTIONS
from symbols.engine.reading.reader import MAX_LENGTH
from symbols.engine.reading.text_parts import AMOUNT_OF, ANY_NUMBER
from symbols.engine.totals.changes import MAX_SYMBOLS
from symbols.sentences import COUNT_WORDS

_TIMES = re.compile(
    rf"(?P<cost>.*?\S)\s*(?:[,;:]\s*)?(?:(?:[×*]|\btimes|(?<=[\s}}])(?-i:x)(?=[0-9]))\s*(?P<after>[0-9]+)"
    rf"|(?<=\s)(?P<fold>[0-9]+)\s*(?:×|(?-i:x))"
    rf"|\b(?P<word>once|twice|thrice)\b"
    rf"|(?:\bfor\s+)?(?P<before>(?<![0-9])[0-9]+|\b(?:{'|'.join(COUNT_WORDS)})\b)\s*(?P<unit>times?|targets?|modes?)\b)\s*",
    re.IGNORECASE | re.ASCII,
)
_TIMES_FIRST = re.compile(
    r"\s*(?P<fold>[0-9]+)\s*(?:[×*]|\btimes|(?-i:x))\s*(?P<cost>\{.*\S)\s*", re.IGNORECASE | re.ASCII
)
_WORDS: Mapping[str, int] = {**COUNT_WORDS, "once": 1, "twice": 2, "thrice": 3}
_HALF_LIFE = re.compile(r"pay half your life(?: total)?(?:, ?rounded (?P<way>up|down))?\.?", re.IGNORECASE)
_PLURAL = re.compile(
    r"\A(\s+(?:(?!(?:from|with|that|you|and|or)\b)\S+(?<!,)\s+)*?"
    r"(?:card|counter|creature|artifact|enchantment|land|permanent|token))s\b(?!,|\s+(?:and|or)\b)",
    re.IGNORECASE,
)
"""Plural that becomes singular after the number one: ` creature cards from your graveyard`."""


def split_times(name: str, text: str) -> tuple[str, int]:
    """`{1}{G} 3 times`, `3 x {1}{G}` or `{2}{R} 3 targets` to the cost and how often it is paid."""
    named = OPTIONS[name]
    of_keyword = named.kind == "keyword cost"
    match = _TIMES.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None and of_keyword and len(text) <= MAX_LENGTH:
        match = _TIMES_FIRST.fullmatch(text)
    groups = match.groupdict() if match else {}
    unit = (groups.get("unit") or "times").lower().rstrip("s") if match else ""
    if groups.get("fold") and not of_keyword:
        return text, 1
    bare = match if (groups.get("after") or groups.get("fold")) and named.beyond_first else None
    if match is None and of_keyword and not named.once and not _OF_ACTION.search(text):
        bare = _NUMBER_ALONE.search(text)
    if bare:
        raise _no_unit(name, *bare.span())
    if match is None or (not of_keyword and unit != "time"):
        return text, 1
    digits = next(filter(None, map(groups.get, ("after", "fold", "before", "word"))))
    times = _WORDS.get(digits.lower()) or (int(digits) if len(digits) <= _MOST_DIGITS else MAX_SYMBOLS + 1)
    if unit not in ("time", named.beyond_first):
        raise _no_unit(name, *match.span())
    if unit == named.beyond_first and unit:
        times = max(0, times - 1)
    if times > MAX_SYMBOLS or (named.once and times > 1):
        most = 1 if named.once else MAX_SYMBOLS
        message = f"You can pay the {name} cost {'once' if most == 1 else f'{most:,} times'} at most."
        raise BadRequest("bad_times", message, start=match.start(), end=match.end())
    return match["cost"], times


def _no_unit(name: str, start: int, end: int) -> BadRequest:
    message = f"Type how many times you pay the {name} cost, such as “3 times”."
    if of := OPTIONS[name].beyond_first:
        message = f"Type the number of {of}s after the {name} cost, such as “3 {of}s”."
    return BadRequest("bad_times", message, start=start, end=end)


_MOST_DIGITS = 4
_OF_ACTION = re.compile(r"\b(?:blight|collect evidence|waterbend)\s+[0-9]+\s*$", re.IGNORECASE | re.ASCII)
_NUMBER_ALONE = re.compile(r"(?<=[}\s])(?<!\s\s)\s*[0-9]+\s*$", re.ASCII)


def asks_for_half_life(cost: Cost) -> bool:
    return any(_HALF_LIFE.fullmatch(part.text) for part in cost.parts if isinstance(part, TextPart))


def filled(cost: Cost, amount: int | None, life: int | None) -> tuple[Cost, Sequence[Citation]]:
    """Replace “any amount of”, “any number of” and half a life total with numbers; None leaves the words."""
    if not any(isinstance(part, TextPart) for part in cost.parts):
        return cost, ()
    parts: list[Part] = []
    citations: list[Citation] = []
    symbols, spans = list(cost.symbols), list(cost.spans)
    for part in cost.parts:
        if not isinstance(part, TextPart):
            parts.append(part)
            continue
        any_amount, half = AMOUNT_OF.fullmatch(part.text), _HALF_LIFE.fullmatch(part.text)
        any_number = ANY_NUMBER.match(part.text)
        if any_amount and amount is not None:
            citations.append(Citation("“Any amount” may be any positive number or zero.", "107.1c"))
            what = any_amount["what"].lower()
            if what == "mana":
                symbols.append(generic_symbol(amount))
                spans.append((part.start, part.end))
            else:
                kind = PayLife if what == "life" else Energy
                parts.append(kind(amount, start=part.start, end=part.end))
        elif any_number and amount is not None:
            if any_number["some"] and not amount:
                raise BadRequest("bad_count", "“One or more” is at least 1.").in_field("amount")
            if not any_number["some"]:
                citations.append(Citation("“Any number” may be any positive number or zero.", "107.1c"))
            what = part.text[any_number.end() :]
            what = _PLURAL.sub(r"\1", what) if amount == 1 else what
            parts.append(TextPart(f"{any_number['verb']} {amount}{what}", start=part.start, end=part.end))
        elif half and life is not None and (half["way"] or life % 2 == 0):
            citations.append(Citation("The card says how to round a half that isn’t a whole number.", "107.1a"))
            whole = max(0, life)
            rounded = -(-whole // 2) if (half["way"] or "").lower() == "up" else whole // 2
            parts.append(PayLife(rounded, start=part.start, end=part.end))
        else:
            parts.append(part)
    if (*symbols, *parts) == (*cost.symbols, *cost.parts):
        return cost, ()
    return replace(cost, symbols=tuple(symbols), typed_spans=tuple(spans), parts=tuple(parts)), citations
