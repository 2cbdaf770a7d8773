"""Parse a cost as people type it.

Official notation, `{2}{W/U}`, takes a fast path that looks up each symbol. Anything else is split at a colon into cost
and effect (602.1), and the cost at its commas into parts. Each part is loyalty, text, or symbols in one of the common
notations: braces, `(w/u)`, `2/w2/w`, `2WU`, and Gatherer's old `o2ooW`. Loose text is parsed only if it is unambiguous;
anything else is an error with its position, in characters of the input.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from symbols.engine.costs.cost import NO_MANA_COST, PROTOTYPE, Cost, Span
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Sign, Tap, TextPart, Tickets, Untap
from symbols.engine.costs.symbols import MAX_DIGITS, ManaSymbol
from symbols.engine.errors import BadRequest, CostSyntaxError, EngineError, TooLarge, UnknownSymbol
from symbols.engine.reading import mistakes, notation
from symbols.engine.reading.labels import SPREE, Label, find_label
from symbols.engine.reading.spelling import (
    SPELLINGS,
    OtherSymbol,
    Piece,
    character_name,
    quoted,
    resolve,
    suggest,
    unknown,
    upper,
)
from symbols.sentences import COUNT_WORDS


@dataclass
class CostBuilder:
    symbols: list[ManaSymbol] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    waterbent: list[int] = field(default_factory=list)

    def extend(self, other: "CostBuilder") -> None:
        self.waterbent += [len(self.symbols) + place for place in other.waterbent]
        self.symbols += other.symbols
        self.spans += other.spans
        for part in other.parts:
            self.add_part(part)

    def add_part(self, part: Part) -> None:
        """Energy counters are merged into one part, since they are removed together; likewise tickets."""
        for index, old in enumerate(self.parts):
            if isinstance(old, Energy | Tickets) and isinstance(part, Energy | Tickets) and type(old) is type(part):
                if old.count is None or part.count is None:
                    continue
                count = old.count + part.count
                if count >= 10**MAX_DIGITS:
                    raise too_many_digits("counters", part.start, part.end)
                self.parts[index] = replace(old, count=count, end=part.end)
                return
        self.parts.append(part)

    def add(self, piece: Piece, start: int, end: int) -> None:
        if isinstance(piece, ManaSymbol):
            self.symbols.append(piece)
            self.spans.append((start, end))
        else:
            self.add_part(_part_of(piece, start, end))


def _part_of(symbol: OtherSymbol, start: int, end: int) -> Part:
    if symbol.code in ("T", "Q"):
        return (Tap if symbol.code == "T" else Untap)(start=start, end=end)
    return (Energy if symbol.code == "E" else Tickets)(symbol.count, start=start, end=end)


def too_many_digits(what: str, start: int, end: int) -> TooLarge:
    article = "An amount" if what == "life" else "A number"
    message = f"{article} of {what} can have at most {MAX_DIGITS} digits."
    return TooLarge("number_too_large", message, start=start, end=end)


MAX_LENGTH = 2_000
"""In characters."""
MAX_SYMBOLS = 200


_lookup = SPELLINGS.__getitem__


def read_cost(text: str) -> Cost:
    """A mana cost, or an activation cost with or without its effect, in any notation."""
    if not isinstance(text, str):
        raise BadRequest("not_text", "A cost must be text.")
    if len(text) > MAX_LENGTH:
        message = f"A cost can be at most {MAX_LENGTH:,} characters long; this one has {len(text):,}."
        raise TooLarge("too_long", message, start=MAX_LENGTH, end=len(text))
    if text[:1] == "{" and text[-1] == "}":
        try:
            symbols = tuple(map(_lookup, text[1:-1].split("}{")))
        except KeyError:
            pass
        else:
            if len(symbols) <= MAX_SYMBOLS:
                return Cost(text, symbols)
    if text.strip().casefold() == NO_MANA_COST:
        return Cost(text)
    try:
        return _Parser(text).read()
    except EngineError as error:
        if error.suggestion is not None and not _is_fixed_by_suggestion(error, text):
            error.suggestion = None
        raise


def _is_fixed_by_suggestion(error: EngineError, text: str) -> bool:
    """Even if another error remains elsewhere."""
    if error.start is None or error.suggestion is None:
        return False
    end = error.start + len(error.suggestion)
    try:
        _Parser(text[: error.start] + error.suggestion + text[error.end :]).read()
    except EngineError as left:
        return left.start is not None and left.end is not None and (left.start >= end or left.end <= error.start)
    return True


class _Parser:
    """For text off the fast path."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(notation.ONE_TO_ONE)
        self.count = 0
        self.looks_further = True

    def read(self) -> Cost:
        if bad := notation.FORBIDDEN.search(self.plain):
            message = f"A cost can’t have {character_name(bad[0])} in it."
            raise CostSyntaxError("unexpected_character", message, start=bad.start(), end=bad.end())
        label = self.label(0)
        begin = label.end if label else 0
        if label and self.text[begin:].strip().casefold() == NO_MANA_COST:
            return Cost(self.text, label=label.name)
        reminder = notation.REMINDER.search(self.plain, begin)
        whole = reminder.start() if reminder else len(self.plain)
        colon = notation.COLON.match(self.plain, begin, whole)
        end = colon.start(1) if colon else whole
        if label and label.name.casefold() == PROTOTYPE and (size := notation.SIZE.search(self.plain, begin, end)):
            end = size.start()
        if label and label.name == SPREE and (mode := notation.MODE_TEXT.search(self.plain, begin, end)):
            end = mode.start()
        if last := notation.SENTENCE_END.search(self.plain, begin, end):
            end = last.start()
        effect = self.text[end + 1 : whole].strip() if colon else ""
        if not notation.SOMETHING.search(self.plain, begin, end):
            raise CostSyntaxError(
                "empty",
                "Type a cost before the colon." if colon else "Type a cost.",
                start=begin,
                end=end,
                expected="a cost such as {2}{W/U}, 2WU or {T}, Sacrifice a creature",
            )
        result = CostBuilder()
        for start, stop in self.choices(begin, end):
            self.read_segment(start, stop, result, any_words=colon is not None or bool(label and label.is_keyword))
        return Cost(
            self.text,
            tuple(result.symbols),
            tuple(result.parts),
            effect,
            colon is not None,
            tuple(result.spans),
            label.name if label else "",
            tuple(result.waterbent),
            self.text[whole:].strip(),
        )

    def segments(self, begin: int, end: int) -> Iterator[Span]:
        """Split at the commas outside braces, brackets and quotation marks."""
        number = notation.THOUSANDS.search(self.plain, begin, end)
        if number:
            raise mistakes.thousands(number)
        for match in notation.SEGMENT.finditer(self.plain, begin, end):
            piece = match[0]
            start = match.start() + len(piece) - len(piece.lstrip())
            stop = match.start() + len(piece.rstrip())
            if start < stop:
                yield start, stop

    def choices(self, begin: int, end: int) -> Iterator[Span]:
        """Split at the commas, except within a list of choices: `Discard a card, or pay {5}`."""
        result: list[Span] = []
        for start, stop in self.segments(begin, end):
            if notation.OR_ELSE.match(self.plain, start, stop):
                first = len(result)
                while first and notation.WORD.match(self.plain, result[first - 1][0]):
                    first -= 1
                while first < len(result) and not notation.VERB.match(self.plain, *result[first]):
                    first += 1
                start = result[first][0] if first < len(result) else start
                del result[first:]
            result.append((start, stop))
        yield from result

    def read_segment(self, start: int, end: int, result: CostBuilder, *, any_words: bool) -> None:
        """Parse the text between two commas.

        Text that begins like an action is a part. Other text is one only before a colon (602.1a), after a keyword's
        dash, or as the rest of a list: `Sacrifice an artifact, creature, or land`.
        """
        try:
            result.extend(self.segment(start, end))
        except (CostSyntaxError, UnknownSymbol) as error:
            words = self.words(start, end)
            before = result.parts[-1] if result.parts else None
            if error.code == "ambiguous" or not notation.WORD.search(words):
                raise
            if "{" in words:
                if not (isinstance(before, TextPart) and words[:3].casefold() == "or "):
                    raise
                self.segment(start + len("or "), end)
            if isinstance(before, TextPart):
                result.parts[-1] = TextPart(f"{before.text}, {words}", start=before.start, end=end)
            elif any_words and words[0].isalpha() and " " in words and not self.label(start):
                result.parts.append(TextPart(words, start=start, end=end))
            else:
                raise

    def label(self, start: int) -> Label | None:
        return find_label(self.text[start:], self.plain[start:])

    def words(self, start: int, end: int) -> str:
        return " ".join(self.text[start:end].split())

    def segment(self, start: int, end: int) -> CostBuilder:
        result = CostBuilder()
        if waterbend := notation.WATERBEND.match(self.plain, start, end):
            self.scan(waterbend.end(), end, result)
            result.waterbent += range(len(result.symbols))
            return result
        loyalty = notation.LOYALTY.fullmatch(self.plain, start, end)
        if loyalty and (loyalty["open"] or loyalty["sign"]):
            result.parts.append(self.loyalty(loyalty))
        elif notation.VERB.match(self.plain, start, end):
            result.extend(self.action(start, end))
        else:
            self.scan(start, end, result)
        return result

    def loyalty(self, match: re.Match[str]) -> Loyalty:
        start, end = match.span()
        self.check_count(start)
        written, sign, amount = match[0], match["sign"], match["amount"].upper()
        if bool(match["open"]) != bool(match["close"]):
            message = f"{quoted(written)} needs both brackets."
            whole = f"[{written.strip(' []')}]"
            expected = None if sign or not amount.strip("0") else f"[+{amount}] or [-{amount}]"
            raise CostSyntaxError(
                "unclosed_bracket", message, start=start, end=end, expected=expected, suggestion=whole
            )
        if amount.isdigit() and len(amount) > MAX_DIGITS:
            raise too_many_digits("loyalty counters", start, end)
        if amount.isdigit() and int(amount) == 0:
            return Loyalty("0", 0, start=start, end=end)
        if not sign:
            message = f"{quoted(written)} needs a plus or minus sign (107.7)."
            raise CostSyntaxError(
                "no_sign", message, start=start, end=end, expected=f"[+{amount}] or [-{amount}]", suggestion=None
            )
        plus_or_minus: Sign = "+" if sign == "+" else "-"
        if amount.isdigit():
            return Loyalty(plus_or_minus, int(amount), start=start, end=end)
        return Loyalty(plus_or_minus, None, amount, start=start, end=end)

    def action(self, start: int, end: int) -> CostBuilder:
        """Text that begins with a verb: paying life, counters or mana, or anything else."""
        result = CostBuilder()
        life = notation.LIFE.fullmatch(self.plain, start, end)
        counters = notation.COUNTERS.fullmatch(self.plain, start, end)
        mana = notation.MANA.fullmatch(self.plain, start, end)
        if life:
            amount, variable = self.amount(life, "life")
            result.parts.append(PayLife(amount, variable, start=life.start(), end=life.end()))
        elif counters:
            kind = Energy if counters["energy"] else Tickets
            amount, variable = self.amount(counters, "counters")
            result.parts.append(kind(amount, variable, start=counters.start(), end=counters.end()))
        elif mana:
            self.mana(mana, result)
        if life or counters or mana:
            return result
        pay = notation.PAY.match(self.plain, start, end)
        if pay:
            try:
                self.scan(pay.end(), end, result, actions=False)
            except (CostSyntaxError, UnknownSymbol):
                result = CostBuilder()
            else:
                return result
        words = self.words(start, end)
        for symbol in notation.BRACED.finditer(self.plain, start, end):
            resolve(symbol[1], *symbol.span())
        result.parts.append(TextPart(words, start=start, end=end))
        return result

    def mana(self, match: re.Match[str], result: CostBuilder) -> None:
        """`Pay two {W}`. A digit or variable before a symbol is ambiguous, since it could be a symbol itself."""
        piece = resolve(match["symbol"].strip("{}"), *match.span("symbol"))
        number = COUNT_WORDS.get(match["amount"].lower())
        if number is None:
            raise mistakes.amount_of_mana(match, str(piece))
        for _ in range(number):
            self.take(piece, *match.span("symbol"), result)

    def amount(self, match: re.Match[str], what: str) -> tuple[int | None, str | None]:
        amount = match["amount"].lower()
        if amount in COUNT_WORDS:
            return COUNT_WORDS[amount], None
        if not amount.isdigit():
            return None, amount.upper()
        if len(amount) > MAX_DIGITS:
            raise too_many_digits(what, *match.span())
        return int(amount), None

    def scan(self, start: int, end: int, result: CostBuilder, *, actions: bool = True) -> None:
        """Symbols in any notation, until the end or text that begins with a verb."""
        place = start
        while place < end:
            if actions and place > start and notation.VERB.match(self.plain, place, end):
                result.extend(self.action(place, end))
                return
            token = notation.TOKEN.match(self.plain, place, end)
            if not token:
                raise self.stray(place, end)
            if token["chunk"]:
                self.chunk(*token.span(), end if place == start else place, result)
            elif token["loyalty"]:
                loyalty = notation.LOYALTY.fullmatch(self.plain, *token.span())
                if not loyalty:
                    raise mistakes.unclosed(self.plain, *token.span())
                result.parts.append(self.loyalty(loyalty))
            elif not token["space"]:
                self.enclosed(token, result)
            place = token.end()

    def enclosed(self, token: re.Match[str], result: CostBuilder) -> None:
        start, end = token.span()
        content = token["braced"] if token["braced"] is not None else token["round"]
        if not content.strip():
            message = "These braces are empty."
            raise CostSyntaxError("empty_braces", message, start=start, end=end, expected="a symbol, as in {W}")
        self.take(resolve(content, start, end), start, end, result)

    def chunk(self, start: int, end: int, limit: int, result: CostBuilder) -> None:
        """A run of letters and digits; if it turns out to be a label, the cost may follow, up to `limit`."""
        chunk = self.plain[start:end]
        if notation.OTHER_SYMBOLS.fullmatch(chunk):
            for match in notation.OTHER_SYMBOL.finditer(self.plain, start, end):
                self.take(resolve(match[0], *match.span()), *match.span(), result)
            return
        try:
            pieces = list(self.pieces(start, end))
        except (CostSyntaxError, UnknownSymbol) as error:
            raise self.unreadable(error, start, end, limit) from None
        for symbol, first, last in pieces:
            self.take(symbol, first, last, result)

    def unreadable(self, error: EngineError, start: int, end: int, limit: int) -> EngineError:
        """About the whole word if the chunk is or contains one, else about one character."""
        chunk = self.plain[start:end]
        if chunk.isalpha():
            if len(chunk) == 1 or suggest(upper(chunk)):
                return unknown(chunk, start, end)
            return self.not_symbols(start, end, limit)
        words = notation.WORD.finditer(self.plain, start, end)
        word = next((word for word in words if not notation.SYMBOL_LETTERS.fullmatch(word[0])), None)
        return self.not_symbols(*word.span(), limit) if word else error

    def pieces(self, start: int, end: int) -> Iterator[tuple[Piece, int, int]]:
        """Split a chunk into symbols, in Gatherer's old notation if all of it is."""
        pattern = notation.OLD_PIECE if notation.OLD.fullmatch(self.plain, start, end) else notation.LOOSE
        place = start
        while place < end:
            piece = pattern.match(self.plain, place, end)
            if not piece:
                raise self.stray(place, end)
            symbol = resolve(piece[0], *piece.span())
            if not isinstance(symbol, ManaSymbol) and pattern is notation.LOOSE:
                raise self.stray(place, end)
            yield symbol, *piece.span()
            place = piece.end()

    def take(self, piece: Piece, start: int, end: int, result: CostBuilder) -> None:
        self.check_count(start)
        result.add(piece, start, end)

    def check_count(self, start: int) -> None:
        self.count += 1
        if self.count > MAX_SYMBOLS:
            message = f"A cost can have at most {MAX_SYMBOLS} symbols here."
            raise TooLarge("too_many_symbols", message, start=start, end=len(self.text))

    def not_symbols(self, start: int, end: int, limit: int) -> EngineError:
        """If a cost follows a word or two, suggest that cost alone."""
        word, suggestion = self.plain[start:end], None
        label = notation.LABEL.match(self.plain, start, limit) if self.looks_further and start < limit else None
        if label:
            rest = _Parser(self.text)
            rest.looks_further = False
            with suppress(EngineError):
                rest.scan(label.end(), limit, CostBuilder())
                suggestion, end = self.words(label.end(), limit), limit
        return mistakes.not_symbols(word, start, end, suggestion)

    def stray(self, place: int, end: int) -> EngineError:
        return mistakes.stray(self.text, self.plain, place, end)
