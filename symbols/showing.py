"""What the engine answers, made ready for pages: the same for the checker and for the front page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from explorer import addresses
from explorer.library.lookups import editions_holding
from symbols.engine.cost import Cost
from symbols.engine.errors import EngineError
from symbols.engine.result import CheckResult
from symbols.engine.slots import MANA_TYPES, Amount, Amounts, amount_as_text
from symbols.rendering import render_text

MOST_WAYS = 30
X_LAST = 5
MOST_ECHOED = 400
COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


@dataclass(frozen=True, slots=True)
class Cite:
    """A rule that says so; without an address when the library does not have it."""

    number: str
    address: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to announce a cost: what is paid as pips, and the rest in words."""

    pips: str
    words: str


@dataclass(frozen=True, slots=True)
class XRow:
    """A line of the table of X."""

    x: int
    paid: str
    mana_value: str


@dataclass(frozen=True, slots=True)
class OtherPart:
    """A part of a cost that is not mana."""

    html: SafeString
    words: str
    rules: Sequence[Cite]


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that a page shows of one cost."""

    canonical: str
    mana_value_stack: str
    mana_value_elsewhere: str
    mana_value_rules: Sequence[Cite]
    has_variable: bool
    variable: str
    variables_at: str
    color_pips: str
    color_words: str
    colors: Sequence[str]
    color_rules: Sequence[Cite]
    parts: Sequence[OtherPart]
    ways: Sequence[Way]
    ways_count: str
    ways_more: str
    announce_rules: Sequence[Cite]
    x_rows: Sequence[XRow]
    x_last: int
    x_rules: Sequence[Cite]


@dataclass(frozen=True, slots=True)
class Problem:
    """What can't be read, with its place in what was typed."""

    message: str
    before: str
    wrong: str
    after: str
    marked: bool
    expected: str
    suggestion: str
    suggestion_address: str
