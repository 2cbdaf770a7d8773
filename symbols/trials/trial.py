"""Trial: the form of a rule (data in `symbols/data/trials`) and one pure function from its inputs to an outcome."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Protocol

from symbols.plain_text import plain_text
from symbols.sentences import in_terms_of
from symbols.trials.inputs import Control, Inputs
from symbols.trials.outcome import Outcome, Step
from symbols.trials.printed import CardLine, PrintedCard


class Reading(Protocol):
    """The edition that a trial runs under, since rules change over the years. A *name* is a rule's stable name."""

    @property
    def edition(self) -> date | None:
        """Effective date of the edition; None for the newest text of everything."""

    def find(self, name: str) -> str:
        """Return a rule's number in that edition; empty if the edition lacks it."""

    def giving(self, name: str, fact: str) -> str:
        """Return the name of the rule that states a fact in that edition: `name`, or one that stated it before."""

    def words(self, name: str) -> str:
        """Return a rule's text without examples, or the glossary's; empty if the edition lacks it."""

    def creature(self, name: str, size: str = "") -> CardLine:
        """Return the power, toughness and abilities of a card: `2/1 first strike`. Raises `TrialError`."""

    def is_card(self, name: str) -> bool: ...

    def is_kind(self, name: str) -> bool:
        """Whether a creature may be called so and be no card: `Goblin`; anything without cards."""

    def is_name(self, word: str) -> bool:
        """Whether a word is a creature type, or stands in a card's name."""

    def card(self, name: str) -> PrintedCard | None: ...

    def near_card(self, name: str) -> str:
        """Return the name of the card that a misspelled one means; empty for none."""

    def cited(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return steps with the rules or glossary entries by which that edition states them."""


TrialFunction = Callable[[Inputs, Reading], Outcome]
"""Raises nothing but `EngineError`, with the key of a control as `field`."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Values of the controls, set with one tap."""

    label: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Placement:
    """A rule that a trial is shown under.

    Attributes:
        rule: the rule's stable name.
        given: initial values that differ from the defaults.
        controls: the controls shown here, perhaps with fewer choices, if not all; the others have their initial values.
        needs: stable name of another rule that the edition must have too; empty for none.
    """

    rule: str
    given: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[Preset, ...] = ()
    controls: tuple[Control, ...] = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A difference between editions, decided by the wording of a rule.

    Attributes:
        key: for the trial's function, see `Inputs.decided`.
        phrases: in the form of `plain_text`.
        without: whether it applies if the rule has none of the phrases, rather than any.
    """

    key: str
    rule: str
    phrases: tuple[str, ...]
    without: bool = False

    def applies(self, reading: Reading) -> bool:
        """False if the edition lacks the rule."""
        words = plain_text(reading.words(self.rule))
        return bool(words) and any(phrase in words for phrase in self.phrases) is not self.without


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A form with which users can try a rule.

    Attributes:
        places: the rules it is shown under; the first is its home.
        subjects: what an edition has none of that lacks a rule, by the rule's stable name, perhaps with words of the
            step; empty for any other.
        normalize: rewrites a query whose controls depend on each other.
    """

    slug: str
    title: str
    lead: str
    controls: tuple[Control, ...]
    function: TrialFunction
    places: tuple[Placement, ...]
    decisions: tuple[Decision, ...] = ()
    subjects: Mapping[str, str] = field(default_factory=dict)
    normalize: Callable[[Mapping[str, Sequence[str]]], Mapping[str, Sequence[str]]] = lambda query: query

    def subject_of(self, step: Step) -> str:
        for key, subject in self.subjects.items():
            rule, _, words = key.partition(" ")
            if rule in {"", step.rule} and words in step.why:
                return subject
        return "rule about this"

    @property
    def initial(self) -> dict[str, str]:
        """What the form shows before anything is given."""
        return {control.key: control.initial for control in self.controls}

    @property
    def rules(self) -> list[str]:
        """Stable names of the rules it is shown under."""
        return [place.rule for place in self.places]

    def placed(self, names: Collection[str], find: Callable[[str], str]) -> Placement | None:
        """Return the first placement under one of the rules (by stable name), if the edition has what it `needs`."""
        fit = (place for place in self.places if place.rule in names and (not place.needs or find(place.needs)))
        return next(fit, None)

    def run(self, values: Mapping[str, str], reading: Reading) -> Outcome:
        """Compute the outcome under an edition; missing values are the controls' defaults, never their examples."""
        decided = {decision.key: decision.applies(reading) for decision in self.decisions}
        return self.function(Inputs(values, self.controls, decided), reading)


def answered(trial: Trial, values: Mapping[str, str], reading: Reading) -> Outcome:
    """Run a trial; an outcome whose deciding rule the edition lacks stays in today's terms.

    Even a value that the outcome doesn't depend on has to be valid; the `field` of an error is its control's key.
    """
    result = trial.run(values, reading)
    Inputs(values, trial.controls).check()
    steps = (
        replace(step, why=in_terms_of(reading.edition, step.why)) if step.is_given else step
        for step in reading.cited(result.steps)
    )
    result = replace(result, steps=tuple(steps))
    return in_terms(result, reading.edition) if result.deciding.is_given else result


def in_terms(outcome: Outcome, day: date | None) -> Outcome:
    """Put an outcome into the terms of a day's rules, except its steps, which may be from other editions."""
    rows = (replace(row, label=in_terms_of(day, row.label), value=in_terms_of(day, row.value)) for row in outcome.rows)
    sentence, caption = in_terms_of(day, outcome.sentence), in_terms_of(day, outcome.caption)
    return replace(outcome, sentence=sentence, caption=caption, rows=tuple(rows))
