"""Hostile input to whatever reads what people type: so much more text takes about so much more work."""

import time
from collections.abc import Callable
from contextlib import suppress

from explorer.cards.card import CardFace
from explorer.cards.x_in_text import x_in_text
from explorer.document.decode import decode
from explorer.document.document_error import DocumentError
from explorer.fetching.links import newest_document
from explorer.search.query import Query
from explorer.search.said_numbers import find_numbers, read_dated_words
from explorer.search.understanding import understand
from symbols.catalog.finding import resolve
from symbols.engine import CheckRequest, EngineError
from tests.cases import every

Reader = Callable[[str], object]

# What is repeated without end: beginnings that never come to theirs, and what may be read in several ways.
UNITS = (
    *("a", "a ", " ", "1", "1 ", "1.", "1,000,", "{", "{W", "{W}", "(", "((W)", "[", '"', '"a ', "'", ",", ", ", "A, "),
    *(
        "/",
        "1/",
        "w/",
        "-",
        "- ",
        "+1/",
        "+1/+1 ",
        "x ",
        "o1",
        "½",
        "oo",
        "{tk",
        "A b-",
        "a\n",
        "tap, ",
        "{T}, ",
        "1: ",
    ),
    *("and ", "or ", "for ", "with ", "the ", "of ", "in the ", "no ", "if ", "pay ", "pay x ", "pay 2 life, "),
    *("i have ", "can i pay ", "i have w can i pay w with ", "what is ", "how does a work ", "3/4 gets ", "least 1, "),
    *("rule ", "107.4 ", "107.4f-", "twenty ", "one oh four ", "jan 1, 2020 ", "2020-", "in 2020 ", "colored only "),
    *('<a href="', '<a b="&', "<!--", "<base ", "href=", "comprules.txt", "&#1"),
    *("sacrifice a ", "sacrifice a creature or ", "exile two ", "from among ", "discard a card, then ", "kicker {W} "),
)
SHORT, LONG = 250, 2_000
"""Lengths (characters). A cost and a search may have the longer one."""
MARGIN = 4
"""How much more work than in proportion to the length is let pass; the square of it would be eight times as much."""


def of_check(key: str) -> Reader:
    return lambda text: CheckRequest.parse({"cost": "{X}{W/P}", key: text})


READERS: dict[str, Reader] = {
    "card": lambda text: x_in_text(CardFace("A, B", "{X}", "Instant", text)),
    # One of each kind of field.
    **{key: of_check(key) for key in ("cost", "pool", "reduce", "additional", "multikicker", "strive", "convoke", "x")},
    "understand": understand,
    "query": Query.read,
    "numbers": find_numbers,
    "dates": read_dated_words,
    "symbols": resolve,
    "page": lambda text: newest_document(text * 10, "https://wizards.example/"),
    "document": lambda text: decode((text * 10).encode("cp1252", errors="replace") + b"\x92t"),
}


def spent(read: Reader, text: str) -> float:
    """Return the time of this thread alone that reading takes, whatever else the machine does (seconds)."""
    found = []
    for _ in range(2):
        begun = time.thread_time()
        with suppress(EngineError, DocumentError):
            read(text)
        found.append(time.thread_time() - begun)
    return min(found)


def repeated(unit: str, length: int) -> str:
    """Return a unit again and again, and an end that most of them don’t lead to."""
    return (unit * length)[: length - 1] + "!"


@every("name", READERS)
def test_more_text_takes_no_more_than_its_share(name: str) -> None:
    read = READERS[name]
    # Below what an ordinary cost of that length takes, a time says nothing.
    ordinary = max(spent(of_check("cost"), repeated("{W}", SHORT)), spent(read, repeated("{W}", SHORT)))
    slow = {}
    for unit in UNITS:
        most = MARGIN * LONG / SHORT * max(ordinary, spent(read, repeated(unit, SHORT)))
        if spent(read, repeated(unit, LONG)) > most and spent(read, repeated(unit, LONG)) > most:
            slow[unit] = round(spent(read, repeated(unit, LONG)) / most * MARGIN, 1)
    assert not slow
