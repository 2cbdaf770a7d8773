"""Streaming reader of bulk files, plain or gzipped, whose kind is detected from their content."""

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
from explorer.importing.loading import LibraryError

#: Maximum size of a file, and of a record in it, in uncompressed bytes.
MOST_BYTES, MOST_OF_A_RECORD = 2_000_000_000, 8_000_000
_GZIP = b"\x1f\x8b"
# Buffer size of the parser, and maximum nesting, which makes it slow; records have some five levels.
_BUFFER_SIZE, _MAX_DEPTH = 16_384, 1_000
# The parser crashes at numbers longer than Python's limit for ints, which is 640 digits or more.
_MAX_DIGITS = 500
_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
# An unpaired surrogate, which the parser would replace, or combine with what follows.
_LONE_SURROGATE = re.compile(rb"(?<!\\)\\(?:\\\\)*u[dD][89abAB]..(?=[^\\]|\\[^u]|\\u[^dD]|\\u[dD][^c-fC-F])")
# Events within which the first record shows a file's kind.
_MAX_EVENTS = 5_000


class BulkError(LibraryError):
    """A bulk file can't be read; the message is a sentence for the user."""


class BulkKind(Enum):
    SCRYFALL_CARDS = "Scryfall’s oracle cards"
    SCRYFALL_RULINGS = "Scryfall’s rulings"
    MTGJSON = "MTGJSON’s AtomicCards"


@dataclass(frozen=True, slots=True)
class Malformed:
    """Invalid record: name of its card, if known, and what is wrong."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class RulingOf:
    oracle_id: str
    ruling: CardRuling


class BulkFile:
    """Bulk file that yields one record after the other; `done` is the share that has been read, from 0 to 1."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done = 0.0
        with self._open() as file:
            kind = _detect_kind(islice(ijson.parse(file, buf_size=_BUFFER_SIZE), _MAX_EVENTS))
        if kind is None:
            raise BulkError(
                f"{path.name} has no cards that Pipwise can read. Give it Scryfall’s “oracle-cards” and “rulings” "
                "bulk files, or MTGJSON’s AtomicCards."
            )
        self.kind = kind

    def __iter__(self) -> Iterator[Card | RulingOf | Malformed]:
        with self._open() as file:
            if self.kind is BulkKind.MTGJSON:
                records = ijson.kvitems(file, "data", buf_size=_BUFFER_SIZE)
            else:
                records = ijson.items(file, "item", buf_size=_BUFFER_SIZE)
            for record in records:
                file.begin_record()
                yield from _read(self.kind, record)

    @contextmanager
    def _open(self) -> Iterator["_LimitedReader"]:
        try:
            with self.path.open("rb") as compressed:
                size = self.path.stat().st_size
                is_gzipped = compressed.read(2) == _GZIP
                compressed.seek(0)
                with gzip.open(compressed) if is_gzipped else compressed as decompressed:
                    yield _LimitedReader(self, decompressed, compressed, size)
        except (ijson.JSONError, UnicodeDecodeError) as error:
            why = str(error).strip().partition("\n")[0].removesuffix(".")
            raise BulkError(f"{self.path.name} isn’t complete: {why}. Download it again.") from error
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BulkError(f"{self.path.name} can’t be unpacked ({error}). Download it again.") from error
        except InvalidOperation as error:
            raise self.number_too_long() from error
        except OSError as error:
            raise BulkError(f"Can’t read {self.path} ({error.strerror}).") from error

    def number_too_long(self) -> BulkError:
        return BulkError(f"{self.path.name} has a longer number than any file of cards.")


class _LimitedReader:
    """What the parser reads from: checks limits and tracks progress."""

    def __init__(
        self, owner: BulkFile, decompressed: BinaryIO | gzip.GzipFile, compressed: BinaryIO, size: int
    ) -> None:
        self._owner, self._decompressed, self._compressed, self._size = owner, decompressed, compressed, max(size, 1)
        self._read = self._begun = self._depth = 0
        self._end = b""

    def read(self, size: int = _BUFFER_SIZE) -> bytes:
        piece = self._decompressed.read(size)
        self._read += len(piece)
        self._owner.done = min(1.0, self._compressed.tell() / self._size)
        if self._read > MOST_BYTES or self._read - self._begun > MOST_OF_A_RECORD:
            raise BulkError(f"{self._owner.path.name} is larger than any file of cards.")
        # Brackets in texts come in pairs, so they cancel out.
        self._depth += sum(map(piece.count, (b"[", b"{"))) - sum(map(piece.count, (b"]", b"}")))
        if self._depth > _MAX_DEPTH:
            raise BulkError(f"{self._owner.path.name} is nested more deeply than any file of cards.")
        # A number may begin in the previous chunk.
        joined = self._end + piece
        if b"0" * (_MAX_DIGITS + 1) in joined.translate(_DIGITS_AS_ZEROS):
            raise self._owner.number_too_long()
        # The pattern looks behind, where nothing is known before the first byte.
        if lone := _LONE_SURROGATE.search(joined, min(1, self._read - len(piece))):
            before = joined[max(0, lone.start() - 30) : lone.start()].decode(errors="ignore")
            raise BulkError(f"{self._owner.path.name} breaks off in a character, after “{before}”. Download it again.")
        self._end = joined[-_MAX_DIGITS:]
        return piece

    def begin_record(self) -> None:
        self._begun, self._depth = self._read, 0


def _detect_kind(events: Iterator[tuple[str, str, Any]]) -> BulkKind | None:
    for prefix, event, value in events:
        if prefix == "item.object" and event == "string":
            return {"card": BulkKind.SCRYFALL_CARDS, "ruling": BulkKind.SCRYFALL_RULINGS}.get(value)
        if (prefix, event) == ("data", "start_map"):
            return BulkKind.MTGJSON
    return None


def _read(kind: BulkKind, record: Any) -> Iterator[Card | RulingOf | Malformed]:
    """Card or ruling of a record, if any; malformed rulings come apart from their card."""
    try:
        if kind is BulkKind.MTGJSON:
            card, errors = atomic_card(record[1])
            yield from (_malformed(kind, record, error, "ruling, ") for error in errors)
        elif kind is BulkKind.SCRYFALL_CARDS:
            card = ScryfallCard.model_validate(record).card()
        else:
            row = ScryfallRuling.model_validate(record)
            if ruling := row.ruling():
                yield RulingOf(row.oracle_id, ruling)
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
    fields = record if isinstance(record, dict) else {}
    return str(fields.get("name") or fields.get("oracle_id") or "a record without a name")[:100]
