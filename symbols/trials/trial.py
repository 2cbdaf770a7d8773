"""What a trial is: a rule shown computing, on the reader's own numbers.

A trial is data and one pure function. It names its controls, reads what was asked through them, and answers
with a sentence, with the steps that led to it, each with its rule, and with facts that a program can compare.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from symbols.engine.errors import EngineError
from symbols.plain_text import plain_text

__all__ = [
    "Choice",
    "Control",
    "Elsewhere",
    "Fact",
    "Outcome",
    "Placement",
    "Reading",
    "Row",
    "Step",
    "Trial",
    "TrialError",
    "Try",
]

Fact = str | int | bool | None | Sequence[str] | Sequence[int]
"""A value that a program can compare."""

ControlKind = Literal["number", "text", "cost", "choice", "yes"]


class TrialError(EngineError):
    """What was typed into a control makes no sense there. `field` is the control's key."""

    def __init__(self, message: str, *, field: str, suggestion: str | None = None) -> None:
        super().__init__("bad_control", message, suggestion=suggestion)
        self.field = field


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a control offers: how it stands in an address, and how a page says it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One question that a trial asks.

    Attributes:
        key: the parameter in an address, in lower case.
        label: the question, short enough for a form.
        kind: `number` is a whole number, typed; `text` a line of words; `cost` symbols, typed; `choice` one of
            `choices`; `yes` a tick.
        default: what is meant when nothing is said; for a tick `yes` or nothing.
        choices: for a choice.
        hint: a word on what is meant, under the control.
        least: the smallest number that makes sense, where there is one; likewise `most`.
        optional: whether nothing at all is an answer too, one that `default` does not replace.
    """

    key: str
    label: str
    kind: ControlKind = "number"
    default: str = ""
    choices: tuple[Choice, ...] = ()
    hint: str = ""
    least: int | None = None
    most: int | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One question on the way to an answer.

    Attributes:
        rule: the rule that asks it, by its number in the edition of 2025-06-06; in an answer (`answered`) by its
            number in the one read under, where that has it.
        why: what it says about this case, in our words; may hold symbols in braces.
        decides: whether this is the clause that decided.
        clause: in an answer, the stable name by which the rule is looked up; empty where
            the trial itself found the rule in the edition.
        known: in an answer, whether the edition read under was found to have the rule.
    """

    rule: str
    why: str
    decides: bool = False
    clause: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a small table: symbols in braces are drawn.

    Attributes:
        label: what the line is about.
        value: what holds there.
        marked: whether it is the line that is in force, or that was asked for.
        symbol: the code of a symbol that is drawn before the label, where it is one that texts do not write.
    """

    label: str
    value: str
    marked: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A page of the site that answers the same and more.

    Attributes:
        page: its name, such as `x` for the X explorer.
        label: what a link to it says.
        asked: what it is asked, as the parameters of an address.
    """

    page: str
    label: str
    asked: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a trial answers.

    Attributes:
        sentence: the answer; may hold symbols in braces.
        steps: every rule that was asked, in order; exactly one decides.
        facts: the answer for programs and for the official examples.
        rows: a small table, where that says it better than words; `caption` is its heading.
        elsewhere: where the same is answered more at large, if anywhere.
    """

    sentence: str
    steps: tuple[Step, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    caption: str = ""
    rows: tuple[Row, ...] = ()
    elsewhere: Elsewhere | None = None

    @property
    def rule(self) -> str:
        """The rule that decided."""
        return next(step.rule for step in self.steps if step.decides)


class Reading(Protocol):
    """The edition that a trial is read under: some clauses say different things in different years."""

    @property
    def edition(self) -> date | None:
        """The effective date of the edition; None for the newest text of everything."""

    def words(self, number: str) -> str:
        """Return the words of a rule of that edition; empty where it is not known."""

    def is_name(self, rule: str) -> bool:
        """Return whether a number is the stable name of a rule, by which any edition can be asked for it."""

    def find(self, name: str) -> str:
        """Return the number under which that edition has a rule; empty where it is not found there.

        Args:
            name: the rule's stable name, its number in the edition of 2025-06-06.
        """


@dataclass(frozen=True, slots=True)
class Try:
    """A question ready to be asked with one tap: what it is called, and what the controls then say."""

    label: str
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Placement:
    """A rule under which a trial stands.

    Attributes:
        number: the rule's number in the edition of 2025-06-06.
        phrase: words that the rule has wherever it says this; an edition whose rule of that number lacks them
            has another rule there, and the trial does not stand under it.
        given: what the controls say at first, where that is not their default.
        tries: a few questions ready to be asked.
        controls: the questions that are asked here, where not all of the trial's are: some of them, perhaps with
            fewer choices. The others say what is given, or their default.
        former: whether the number is one of older editions, under which today's has another clause or none.
    """

    number: str
    phrase: str
    given: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[Try, ...] = ()
    controls: tuple[Control, ...] = ()
    former: bool = False

    def stands_in(self, words: str) -> bool:
        """Return whether a rule of this number, with these words, is the one that is meant."""
        return plain_text(self.phrase) in plain_text(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Something that a reader can try.

    Attributes:
        slug: its name in an address.
        title: its heading.
        lead: one sentence on what can be tried.
        controls: its questions, in order.
        run: answers what was asked (every control's key, as text) under a reading.
            Raises `EngineError` with a control's key as its `field`, and nothing else.
        places: the rules under which it stands, the first its own home.
    """

    slug: str
    title: str
    lead: str
    controls: tuple[Control, ...]
    run: Callable[[Mapping[str, str], Reading], Outcome]
    places: tuple[Placement, ...]
