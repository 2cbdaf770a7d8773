"""Answer of a trial: a sentence, the rules that led to it, and facts that a program can compare."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Fact = str | int | bool | None | Sequence[str] | Sequence[int]
"""Value that a program can compare."""


@dataclass(frozen=True, slots=True)
class Step:
    """One rule on the way to an answer.

    Attributes:
        rule: the rule's stable name.
        why: what it says about this case, in our words; may hold symbols in braces.
        decides: whether this is the rule that decided.
        number: in an answer (`answered`), its number in the edition read under; empty where that lacks the rule.
    """

    rule: str
    why: str
    decides: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Line of a small table: symbols in braces are drawn.

    Attributes:
        label: what the line is about.
        value: what applies there.
        marked: whether it is the line that applies, or that was asked for.
        symbol: the code of a symbol that is drawn before the label, where it is one that texts do not write.
    """

    label: str
    value: str
    marked: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Page of the site that answers the same and more.

    Attributes:
        page: its name, such as `x` for the X explorer.
        label: the words of a link to it.
        query: the parameters of its address.
    """

    page: str
    label: str
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Answer of a trial.

    Attributes:
        sentence: the answer; may hold symbols in braces.
        steps: every rule that was asked, in order; exactly one decides.
        facts: the answer for programs and for the official examples.
        caption: the heading of the table.
        rows: a small table, where that says it better than words.
        elsewhere: a page that answers the same and more, if there is one.
    """

    sentence: str
    steps: tuple[Step, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    caption: str = ""
    rows: tuple[Row, ...] = ()
    elsewhere: Elsewhere | None = None

    @property
    def deciding(self) -> Step:
        """Return the step that decided."""
        return next(step for step in self.steps if step.decides)
