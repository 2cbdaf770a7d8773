"""Bulk files read record by record, plain or gzipped, and recognised by what is in them."""

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import InvalidOperation
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import ijson
from pydantic import ValidationError

from explorer.cards.card import Card, CardRuling
from explorer.cards.shapes import ScryfallCard, ScryfallRuling, atomic_card
from explorer.library.library_error import LibraryError

#: A larger file is refused, as is a larger record in it. Bytes, unpacked.
MOST_BYTES, MOST_OF_A_RECORD = 2_000_000_000, 8_000_000
_GZIP = b"\x1f\x8b"
# The parser takes so many bytes at once, and grows slow with what is nested deeply; records are some five levels deep.
_PIECE, _DEEPEST = 16_384, 1_000
# The parser crashes where Python refuses to make a number of so many digits: from 640, at its strictest.
_MOST_DIGITS = 500
_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
# Of half a letter the parser would make a question mark, or another letter with what follows. Two backslashes are one.
_HALF_A_LETTER = re.compile(rb"(?<!\\)\\(?:\\\\)*u[dD][89abAB]..(?=[^\\]|\\[^u]|\\u[^dD]|\\u[dD][^c-fC-F])")
# By then the first record of any of these files has shown its kind.
_EVENTS = 5_000


class BulkError(LibraryError):
    """Error: a bulk file can't be read; the message is one sentence for the person who gave it."""


class BulkKind(Enum):
    """Kinds of bulk files, by what they have."""

    SCRYFALL_CARDS = "Scryfall’s oracle cards"
    SCRYFALL_RULINGS = "Scryfall’s rulings"
    MTGJSON = "MTGJSON’s AtomicCards"


@dataclass(frozen=True, slots=True)
class Malformed:
    """Record that is left out.

    Attributes:
        name: of its card, as far as it says.
        why: what is wrong with it, and where in it.
    """

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class RulingOf:
    """Ruling, and the `oracle_id` of its card."""

    oracle_id: str
    ruling: CardRuling


class BulkFile:
    """Bulk file, read record by record.

    Attributes:
        path: where it is.
        kind: what it has.
        done: how much of it was read, from 0 to 1.
    """

    def __init__(self, path: Path) -> None:
        """Look at what is in a file.

        Raises:
            BulkError: it can't be read, or has nothing that Pipwise knows.
        """
        self.path = path
        self.done = 0.0
        with self._opened() as file:
            kind = _kind(islice(ijson.parse(file, buf_size=_PIECE), _EVENTS))
        if kind is None:
            raise BulkError(
                f"{path.name} has no cards that Pipwise can read. Give it Scryfall’s “oracle-cards” and “rulings” "
                "bulk files, or MTGJSON’s AtomicCards."
            )
        self.kind = kind

    def __iter__(self) -> Iterator[Card | RulingOf | Malformed]:
        """Yield the records, one by one.

        Raises:
            BulkError: the file ends before its time, or isn't JSON.
        """
        with self._opened() as file:
            if self.kind is BulkKind.MTGJSON:
                records = ijson.kvitems(file, "data", buf_size=_PIECE)
            else:
                records = ijson.items(file, "item", buf_size=_PIECE)
            for record in records:
                file.begin_record()
                yield from _read(self.kind, record)

    @contextmanager
    def _opened(self) -> Iterator["_Measured"]:
        try:
            with self.path.open("rb") as packed:
                size = self.path.stat().st_size
                is_packed = packed.read(2) == _GZIP
                packed.seek(0)
                with gzip.open(packed) if is_packed else packed as unpacked:
                    yield _Measured(self, unpacked, packed, size)
        except (ijson.JSONError, UnicodeDecodeError) as error:
            raise BulkError(f"{self.path.name} isn’t whole: {_first_line(error)}. Download it again.") from error
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BulkError(f"{self.path.name} can’t be unpacked ({error}). Download it again.") from error
        except InvalidOperation as error:
            raise self.absurd_number() from error
        except OSError as error:
            raise BulkError(f"Can’t read {self.path} ({error.strerror}).") from error

    def absurd_number(self) -> BulkError:
        """Return what is wrong with a file where a number has more digits than any of a card."""
        return BulkError(f"{self.path.name} has a longer number than any file of cards.")


class _Measured:
    """Reads a file for the parser, and notes how far it is."""

    def __init__(self, owner: BulkFile, unpacked: BinaryIO | gzip.GzipFile, packed: BinaryIO, size: int) -> None:
        self._owner, self._unpacked, self._packed, self._size = owner, unpacked, packed, max(size, 1)
        self._read = self._begun = self._depth = 0
        self._end = b""

    def read(self, wanted: int = _PIECE) -> bytes:
        """Return the next bytes."""
        piece = self._unpacked.read(wanted)
        self._read += len(piece)
        self._owner.done = min(1.0, self._packed.tell() / self._size)
        if self._read > MOST_BYTES or self._read - self._begun > MOST_OF_A_RECORD:
            raise BulkError(f"{self._owner.path.name} is larger than any file of cards.")
        # Within texts, brackets come in pairs.
        self._depth += sum(map(piece.count, (b"[", b"{"))) - sum(map(piece.count, (b"]", b"}")))
        if self._depth > _DEEPEST:
            raise BulkError(f"{self._owner.path.name} is nested more deeply than any file of cards.")
        # A number may begin in the piece before.
        joined = self._end + piece
        if b"0" * (_MOST_DIGITS + 1) in joined.translate(_DIGITS_AS_ZEROS):
            raise self._owner.absurd_number()
        # What is before the first byte isn't known.
        if half := _HALF_A_LETTER.search(joined, min(1, self._read - len(piece))):
            before = joined[max(0, half.start() - 30) : half.start()].decode(errors="ignore")
            raise BulkError(f"{self._owner.path.name} has half a letter, after “{before}”. Download it again.")
        self._end = joined[-_MOST_DIGITS:]
        return piece

    def begin_record(self) -> None:
        """Note that a record was read."""
        self._begun, self._depth = self._read, 0


def _kind(events: Iterator[tuple[str, str, Any]]) -> BulkKind | None:
    """Return what a file has by how it begins."""
    for prefix, event, value in events:
        if prefix == "item.object" and event == "string":
            return {"card": BulkKind.SCRYFALL_CARDS, "ruling": BulkKind.SCRYFALL_RULINGS}.get(value)
        if (prefix, event) == ("data", "start_map"):
            return BulkKind.MTGJSON
    return None


def _read(kind: BulkKind, record: Any) -> Iterator[Card | RulingOf | Malformed]:
    """Yield what a record has; of a card with malformed rulings, the card without them."""
    try:
        if kind is BulkKind.MTGJSON:
            card, wrong = atomic_card(record[1])
            yield from (_malformed(kind, record, error, "ruling, ") for error in wrong)
        elif kind is BulkKind.SCRYFALL_CARDS:
            card = ScryfallCard.model_validate(record).card()
        else:
            found = ScryfallRuling.model_validate(record)
            if ruling := found.ruling():
                yield RulingOf(found.oracle_id, ruling)
            return
        if card:
            yield card
    except ValidationError as error:
        yield _malformed(kind, record, error)


def _malformed(kind: BulkKind, record: Any, error: ValidationError, part: str = "") -> Malformed:
    first = error.errors()[0]
    return Malformed(_name_of(kind, record), f"{part}{'.'.join(map(str, first['loc'])) or 'record'}: {first['msg']}")


def _name_of(kind: BulkKind, record: Any) -> str:
    if kind is BulkKind.MTGJSON:
        return str(record[0])[:100]
    named = record if isinstance(record, dict) else {}
    return str(named.get("name") or named.get("oracle_id") or "a record without a name")[:100]


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].removesuffix(".")
