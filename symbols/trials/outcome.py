"""Outcome of a trial: a sentence, the rules that led to it, and facts for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Fact = str | int | bool | None | Sequence[str] | Sequence[int] | Mapping[str, Any] | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """A rule that led to the outcome.

    Attributes:
        rule: the rule's stable name.
        why: what it says about this case, in our words; may contain symbols in braces.
        needed: whether the answer follows from it, too, though another rule decides.
        number: its number in the edition, set by `answered`; empty if no rule of the edition states it.
        term: the entry of the edition's glossary that states it, if no rule does.
    """

    rule: str
    why: str
    decides: bool = False
    needed: bool = False
    number: str = ""
    term: str = ""

    @property
    def is_given(self) -> bool:
        return bool(self.number or self.term)


@dataclass(frozen=True, slots=True)
class Row:
    """Row of the outcome's table; may contain symbols in braces. The one that applies is `marked`.

    `symbol` is the code of one to draw before the label, if it is only drawn and has no spelling.
    """

    label: str
    value: str
    marked: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Link to a page of the site that answers the same and more; `page` is its name: `x` or `check`."""

    page: str
    label: str
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Outcome of a trial, in texts that may contain symbols in braces.

    Attributes:
        steps: the rules that were applied, in order; exactly one decides.
        facts: the answer for programs, compared with the official examples.
        caption: heading of the table.
    """

    sentence: str
    steps: tuple[Step, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    caption: str = ""
    rows: tuple[Row, ...] = ()
    elsewhere: Elsewhere | None = None

    @property
    def deciding(self) -> Step:
        return next(step for step in self.steps if step.decides)
