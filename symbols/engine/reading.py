"""Reading a cost as people type it.

Official notation, `{2}{W/U}`, is read by looking each symbol up. Everything else goes the long way round: the
text is cut at a colon into a cost and an effect (602.1), the cost at its commas into parts, and each part is
loyalty, words, or symbols in one of the notations in use: braces, `(w/u)`, `2/w2/w`, `2WU`, and Gatherer's old
`o2ooW`. A piece of loose text is read only when it can be read in one way; anything else is an error with its
place. Positions are counted in characters of the input, whatever the input.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from symbols.engine import notation
from symbols.engine.cost import NO_MANA_COST, Cost, Span
from symbols.engine.errors import BadRequest, CostSyntaxError, EngineError, TooLarge, UnknownSymbol
from symbols.engine.parts import Energy, Loyalty, Part, PayLife, Sign, Tap, TextPart, Tickets, Untap
from symbols.engine.spelling import MARKS, SPELLINGS, Mark, Piece, character_name, quoted, resolve, suggest, unknown
from symbols.engine.symbols import MAX_DIGITS, ManaSymbol

MAX_LENGTH = 2_000
"""The longest input, in characters."""
MAX_SYMBOLS = 200
"""The most symbols in one cost."""


_LOOK_UP = SPELLINGS.__getitem__


def read_cost(text: str) -> Cost:
    """Read a cost in any notation in use.

    Args:
        text: a mana cost, or a whole activation cost with or without its effect.

    Raises:
        EngineError: it cannot be read; the error says where, why, and what was expected there.
    """
    if not isinstance(text, str):
        raise BadRequest("not_text", "A cost must be text.")
    if len(text) > MAX_LENGTH:
        message = f"A cost can be at most {MAX_LENGTH:,} characters long; this one has {len(text):,}."
        raise TooLarge("too_long", message, start=MAX_LENGTH, end=len(text))
    if text[:1] == "{" and text[-1] == "}":
        try:
            symbols = tuple(map(_LOOK_UP, text[1:-1].split("}{")))
        except KeyError:
            pass
        else:
            if len(symbols) <= MAX_SYMBOLS:
                return Cost(text, symbols)
    if text.strip().casefold() == NO_MANA_COST:
        return Cost(text)
    return _Reader(text).read()


@dataclass
class _Found:
    """What has been read so far."""

    symbols: list[ManaSymbol] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def extend(self, other: "_Found") -> None:
        self.symbols += other.symbols
        self.spans += other.spans
        for part in other.parts:
            self.add_part(part)

    def add_part(self, part: Part) -> None:
        """Add a part; counters of one kind are one part, because they are removed together."""
        for index, old in enumerate(self.parts):
            if isinstance(old, Energy) and isinstance(part, Energy):
                self.parts[index] = replace(old, count=old.count + part.count, end=part.end)
                return
            if isinstance(old, Tickets) and isinstance(part, Tickets):
                self.parts[index] = replace(old, count=old.count + part.count, end=part.end)
                return
        self.parts.append(part)

    def add(self, piece: Piece, start: int, end: int) -> None:
        if isinstance(piece, ManaSymbol):
            self.symbols.append(piece)
            self.spans.append((start, end))
        else:
            self.add_part(_part_of_mark(piece, start, end))


def _part_of_mark(mark: Mark, start: int, end: int) -> Part:
    if mark == "T":
        return Tap(start=start, end=end)
    if mark == "Q":
        return Untap(start=start, end=end)
    if mark == "E":
        return Energy(1, start=start, end=end)
    return Tickets(1, start=start, end=end)


class _Reader:
    """Reads one input the long way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(notation.ONE_TO_ONE)
        self.count = 0
        self.looks_further = True

    def read(self) -> Cost:
        self.check_characters()
        colon = notation.COLON.match(self.plain)
        end = colon.start(1) if colon else len(self.plain)
        effect = self.text[end + 1 :].strip() if colon else ""
        if not notation.SOMETHING.search(self.plain, 0, end):
            raise CostSyntaxError(
                "empty",
                "There is no cost before the colon." if colon else "There is no cost to read.",
                start=0,
                end=end,
                expected="a cost such as {2}{W/U}, 2WU or {T}, Sacrifice a creature",
            )
        found = _Found()
        for start, stop in self.segments(end):
            self.read_segment(start, stop, found, activated=colon is not None)
        return Cost(self.text, tuple(found.symbols), tuple(found.parts), effect, colon is not None, tuple(found.spans))

    def check_characters(self) -> None:
        bad = notation.FORBIDDEN.search(self.plain)
        if bad:
            message = f"A cost can't have {character_name(bad[0])} in it."
            raise CostSyntaxError("unexpected_character", message, start=bad.start(), end=bad.end())

    def segments(self, end: int) -> Iterator[Span]:
        """Cut the cost at the commas that are not inside braces, brackets or quotation marks."""
        thousands = notation.THOUSANDS.search(self.plain, 0, end)
        if thousands:
            number = thousands[0].replace(",", "")
            raise CostSyntaxError(
                "ambiguous",
                f"{quoted(thousands[0])} could be one number or several.",
                start=thousands.start(),
                end=thousands.end(),
                expected="a number without commas, or numbers in braces",
                suggestion=f"{{{number}}}" if len(number) <= MAX_DIGITS else None,
            )
        for match in notation.SEGMENT.finditer(self.plain, 0, end):
            piece = match[0]
            start = match.start() + len(piece) - len(piece.lstrip())
            stop = match.start() + len(piece.rstrip())
            if start < stop:
                yield start, stop

    def read_segment(self, start: int, end: int, found: _Found, *, activated: bool) -> None:
        """Read what stands between two commas and add it to what was found.

        Words that begin like an action are a part of their own. Other words are one only in an activated
        ability, where everything before the colon is the cost (602.1a), or as the rest of a list that began
        in the part before: `Sacrifice an artifact, creature, or land`.
        """
        try:
            found.extend(self.segment(start, end))
        except (CostSyntaxError, UnknownSymbol):
            words = self.words(start, end)
            if not notation.WORD.search(words) or "{" in words:
                raise
            before = found.parts[-1] if found.parts else None
            if isinstance(before, TextPart):
                found.parts[-1] = TextPart(f"{before.text}, {words}", start=before.start, end=end)
            elif activated and words[0].isalpha() and " " in words:
                found.parts.append(TextPart(words, start=start, end=end))
            else:
                raise

    def words(self, start: int, end: int) -> str:
        return " ".join(self.text[start:end].split())

    def segment(self, start: int, end: int) -> _Found:
        found = _Found()
        loyalty = notation.LOYALTY.fullmatch(self.plain, start, end)
        if loyalty and (loyalty["open"] or loyalty["sign"]):
            found.parts.append(self.loyalty(loyalty))
        elif notation.VERB.match(self.plain, start, end):
            found.extend(self.action(start, end))
        else:
            self.scan(start, end, found)
        return found

    def loyalty(self, match: re.Match[str]) -> Loyalty:
        start, end = match.span()
        written, sign, amount = match[0], match["sign"], match["amount"].upper()
        if bool(match["open"]) != bool(match["close"]):
            suggestion = f"[{written.strip(' []')}]"
            message = f"{quoted(written)} has only one of its two brackets."
            raise CostSyntaxError("unclosed_bracket", message, start=start, end=end, suggestion=suggestion)
        if amount.isdigit() and len(amount) > MAX_DIGITS:
            message = f"A number of loyalty counters can have at most {MAX_DIGITS} digits."
            raise TooLarge("number_too_large", message, start=start, end=end)
        if amount.isdigit() and int(amount) == 0:
            return Loyalty("0", 0, start=start, end=end)
        if not sign:
            message = f"{quoted(written)} lacks its sign: a loyalty cost puts counters on or takes them off (107.7)."
            raise CostSyntaxError(
                "no_sign", message, start=start, end=end, expected=f"[+{amount}] or [-{amount}]", suggestion=None
            )
        plus_or_minus: Sign = "+" if sign == "+" else "-"
        if amount.isdigit():
            return Loyalty(plus_or_minus, int(amount), start=start, end=end)
        return Loyalty(plus_or_minus, None, amount, start=start, end=end)

    def action(self, start: int, end: int) -> _Found:
        """Read words that begin with a verb: life, counters or mana to pay, or anything else to do."""
        found = _Found()
        life = notation.LIFE.fullmatch(self.plain, start, end)
        if life:
            found.parts.append(self.life(life))
            return found
        pay = notation.PAY.match(self.plain, start, end)
        if pay:
            try:
                self.scan(pay.end(), end, found, actions=False)
            except (CostSyntaxError, UnknownSymbol):
                found = _Found()
            else:
                return found
        words = self.words(start, end)
        for symbol in notation.BRACED.finditer(self.plain, start, end):
            resolve(symbol[1], *symbol.span())
        found.parts.append(TextPart(words, start=start, end=end))
        return found

    def life(self, match: re.Match[str]) -> PayLife:
        amount = match["amount"].lower()
        start, end = match.span()
        if amount in notation.NUMBER_WORDS:
            return PayLife(notation.NUMBER_WORDS[amount], start=start, end=end)
        if not amount.isdigit():
            return PayLife(None, amount.upper(), start=start, end=end)
        if len(amount) > MAX_DIGITS:
            message = f"An amount of life can have at most {MAX_DIGITS} digits."
            raise TooLarge("number_too_large", message, start=start, end=end)
        return PayLife(int(amount), start=start, end=end)

    def scan(self, start: int, end: int, found: _Found, *, actions: bool = True) -> None:
        """Read symbols, in whatever notation, up to the end or to words that begin with a verb."""
        place = start
        while place < end:
            if actions and place > start and notation.VERB.match(self.plain, place, end):
                found.extend(self.action(place, end))
                return
            token = notation.TOKEN.match(self.plain, place, end)
            if not token:
                raise self.stray(place, end)
            if token["chunk"]:
                self.chunk(*token.span(), end if place == start else place, found)
            elif not token["space"]:
                self.enclosed(token, found)
            place = token.end()

    def enclosed(self, token: re.Match[str], found: _Found) -> None:
        start, end = token.span()
        content = token["braced"] if token["braced"] is not None else token["round"]
        if not content.strip():
            message = "There is no symbol between these braces."
            raise CostSyntaxError("empty_braces", message, start=start, end=end, expected="a symbol, as in {W}")
        self.take(resolve(content, start, end), start, end, found)

    def chunk(self, start: int, end: int, limit: int, found: _Found) -> None:
        """Read a run of letters and digits that no space or brace interrupts.

        What follows it up to `limit` may be the cost that was meant, if the run is a label and no symbol.
        """
        chunk = self.plain[start:end]
        if notation.MARK_CHUNK.fullmatch(chunk):
            width = 2 if chunk[:2].upper() == "TK" else 1
            for place in range(start, end, width):
                self.take(MARKS[self.plain[place : place + width].upper()], place, place + width, found)
            return
        try:
            pieces = list(self.pieces(start, end))
        except (CostSyntaxError, UnknownSymbol):
            if not chunk.isalpha():
                raise
            if len(chunk) == 1 or suggest(chunk.upper()):
                raise unknown(chunk, start, end) from None
            raise self.not_symbols(start, end, limit) from None
        for symbol, first, last in pieces:
            self.take(symbol, first, last, found)

    def pieces(self, start: int, end: int) -> Iterator[tuple[Piece, int, int]]:
        """Cut a chunk into symbols, in Gatherer's old notation where all of it is in that."""
        pattern = notation.OLD_PIECE if notation.OLD.fullmatch(self.plain, start, end) else notation.LOOSE
        place = start
        while place < end:
            piece = pattern.match(self.plain, place, end)
            if not piece:
                raise self.stray(place, end)
            symbol = resolve(piece[0], *piece.span())
            if symbol in MARKS and pattern is notation.LOOSE:
                raise self.stray(place, end)
            yield symbol, *piece.span()
            place = piece.end()

    def take(self, piece: Piece, start: int, end: int, found: _Found) -> None:
        self.count += 1
        if self.count > MAX_SYMBOLS:
            message = f"A cost can have at most {MAX_SYMBOLS} symbols here."
            raise TooLarge("too_many_symbols", message, start=start, end=len(self.text))
        found.add(piece, start, end)

    def not_symbols(self, start: int, end: int, limit: int) -> EngineError:
        """Say that a word is no symbol; when a cost follows a word or two, suggest that cost alone."""
        word, suggestion = self.plain[start:end], None
        label = notation.LABEL.match(self.plain, start, limit) if self.looks_further and start < limit else None
        if label:
            rest = _Reader(self.text)
            rest.looks_further = False
            with suppress(EngineError):
                rest.scan(label.end(), limit, _Found())
                suggestion, end = self.words(label.end(), limit), limit
        return CostSyntaxError(
            "words",
            f"{quoted(word)} is not a symbol, and no action that a cost can ask for begins so.",
            start=start,
            end=end,
            expected="a symbol, or an action such as “Sacrifice a creature”",
            suggestion=suggestion,
        )

    def stray(self, place: int, end: int) -> EngineError:
        """Say what is wrong with a character that begins nothing."""
        char = self.plain[place]
        if char in "{([":
            return self.unclosed(place, end)
        if char in "})]":
            message = f"There is no opening brace for this {character_name(char)}."
            return CostSyntaxError("stray_brace", message, start=place, end=place + 1, expected="a symbol")
        if char in "tTqQeE":
            return CostSyntaxError(
                "unexpected_character",
                f"“{char}” stands for no mana, so it needs a place of its own.",
                start=place,
                end=place + 1,
                expected="a comma before it",
                suggestion=f", {{{char.upper()}}}",
            )
        name = character_name(self.text[place])
        return CostSyntaxError(
            "unexpected_character",
            f"{name[0].upper()}{name[1:]} is not part of any symbol here.",
            start=place,
            end=place + 1,
            expected="a symbol such as {2}, {W} or {T}",
        )

    def unclosed(self, place: int, end: int) -> EngineError:
        opening = self.plain[place]
        inside = notation.UNCLOSED.match(self.plain, place, end)
        content, stop = (inside["content"], inside.end()) if inside else ("", place + 1)
        symbol = SPELLINGS.get(content.upper())
        suggestion = str(symbol) if symbol else None
        if opening == "[" and inside and inside["close"] == "]":
            message = f"{quoted(inside[0])} is not a loyalty cost; mana symbols stand in braces."
            return CostSyntaxError("not_loyalty", message, start=place, end=stop, suggestion=suggestion)
        return CostSyntaxError(
            "unclosed_brace",
            f"This “{opening}” is never closed.",
            start=place,
            end=stop,
            expected=f"“{notation.CLOSING[opening]}” after the symbol",
            suggestion=suggestion,
        )
