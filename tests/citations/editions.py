"""The named rules of every edition at hand, found once."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from explorer.citations.names import NAMES, numbers_in, says
from symbols.plain_text import plain_text
from tests.document.editions import document
from tests.shared import SHARED

DATES = [path.stem for path in sorted((SHARED / "rules").glob("*.txt"))] or ["no edition"]


@cache
def words_of(date: str) -> Mapping[str, str]:
    """By number, without examples."""
    return {
        str(entry.number): "\n".join(part.text for part in entry.paragraphs if part.kind != "example")
        for top in document(f"{date}.txt").body
        for entry in top.walk()
        if entry.paragraphs
    }


@cache
def numbers_of(date: str) -> Mapping[str, str]:
    return numbers_in(words_of(date).items())


def place_file() -> list[tuple[str, str, str]]:
    """The table of places: name, edition, number there or nothing."""
    lines = (Path(__file__).parent / "places.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(name, date, "" if number == "-" else number) for name, date, number in rows]


def names_in(words: str) -> frozenset[str]:
    plain = plain_text(words)
    return frozenset(name for name in NAMES if says(name, plain))
