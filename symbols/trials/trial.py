"""Trial: a rule shown computing, on the reader's own numbers.

A trial is data (`symbols/data/trials`) and one pure function, which reads what was put into the controls and answers.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from symbols.plain_text import plain_text
from symbols.trials.inputs import Control, Inputs
from symbols.trials.outcome import Outcome


class Reading(Protocol):
    """Edition that a trial is read under: some rules say different things in different years."""

    @property
    def edition(self) -> date | None:
        """Return the effective date of the edition; None for the newest text of everything."""

    def find(self, name: str) -> str:
        """Return the number under which that edition has the rule of a stable name; empty where it lacks the rule."""

    def giving(self, name: str, fact: str) -> str:
        """Return the name of the rule that gives a fact there: the one that gives it now, or one that did before."""

    def words(self, name: str) -> str:
        """Return the words of the rule of a stable name, without examples; empty where the edition lacks the rule."""


TrialFunction = Callable[[Inputs, Reading], Outcome]
"""Answers what was put in, under an edition. Raises nothing but `EngineError`, its `field` the key of a control."""


@dataclass(frozen=True, slots=True)
class Try:
    """Question ready to be asked with one tap: its name, and what the controls then say."""

    label: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Placement:
    """Rule under which a trial stands.

    Attributes:
        rule: the rule's stable name, under whatever number an edition has it.
        given: what the controls say at first, where that is not their default.
        tries: a few questions ready to be asked.
        controls: the questions that are asked here, where not all of the trial's are: some of them, perhaps with
            fewer choices. The others say what is given, or their default.
        needs: the stable name of another rule that an edition must have too, since what is given is about that; empty
            for none.
    """

    rule: str
    given: Mapping[str, str] = field(default_factory=dict)
    tries: tuple[Try, ...] = ()
    controls: tuple[Control, ...] = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Question that editions decide differently, answered by the words that an edition has for a rule.

    Attributes:
        key: its name in the trial's function.
        rule: the stable name of the rule.
        phrases: words of that rule, as `plain_text` has them.
        without: whether it applies where the rule has none of the phrases, rather than one of them.
    """

    key: str
    rule: str
    phrases: tuple[str, ...]
    without: bool = False

    def applies(self, reading: Reading) -> bool:
        """Return whether it applies under an edition; an edition without the rule decides nothing."""
        words = plain_text(reading.words(self.rule))
        return bool(words) and any(phrase in words for phrase in self.phrases) is not self.without


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Rule that a reader can try.

    Attributes:
        slug: its name in an address.
        title: its heading.
        lead: one sentence on what can be tried.
        controls: its questions, in order.
        function: answers what was put in.
        places: the rules under which it stands, the first its own home.
        decisions: what editions decide differently.
    """

    slug: str
    title: str
    lead: str
    controls: tuple[Control, ...]
    function: TrialFunction
    places: tuple[Placement, ...]
    decisions: tuple[Decision, ...] = ()

    @property
    def rules(self) -> list[str]:
        """Return the stable names of those rules."""
        return [place.rule for place in self.places]

    def placed(self, names: Collection[str], find: Callable[[str], str]) -> Placement | None:
        """Return the first placement under rules in an edition; None where the trial stands under none of them.

        Args:
            names: the stable names of the rules.
            find: returns the number that the edition gives a rule, by its stable name; empty where it lacks the rule.
        """
        fit = (place for place in self.places if place.rule in names and (not place.needs or find(place.needs)))
        return next(fit, None)

    def run(self, values: Mapping[str, str], reading: Reading) -> Outcome:
        """Answer under an edition what the controls say; one that says nothing has its default.

        Raises:
            EngineError: what a control says makes no sense; `field` is its key.
        """
        decided = {decision.key: decision.applies(reading) for decision in self.decisions}
        return self.function(Inputs(values, self.controls, decided), reading)
