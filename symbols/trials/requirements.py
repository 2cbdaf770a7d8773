"""Requirements checked in order, and which of them decides."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Template
from typing import Final, cast

from symbols.engine import Condition, Verdict, all_of
from symbols.engine.abilities import Timing
from symbols.trials.loading import fitting, is_so
from symbols.trials.outcome import Step
from symbols.trials.trial import Reading

_WHY: Final = {
    "main": "You have priority in your main phase, with an empty stack.",
    "stack": "The stack must be empty.",
    "phase": "It must be a main phase.",
    "turn": "It must be your own main phase.",
    "priority": "You need priority.",
}
"""By moment (the common control `when`): whether a player can act then as a sorcery, or what keeps them from it."""


def as_sorcery(moment: str) -> Condition:
    """Whether something can be done that can be done only as a sorcery (307.5)."""
    return Condition(moment == "main", _WHY[moment], ("307.5",))


def timing_at(moment: str, *, activated: int = 0, instant_speed: bool = False) -> Timing:
    """Return the timing of a loyalty ability at a moment (606.3); for the other arguments, see `Timing`."""
    return Timing(
        has_priority=moment != "priority",
        own_main_phase=moment not in ("phase", "turn"),
        stack_empty=moment != "stack",
        activated=activated,
        instant_speed=instant_speed,
    )


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule that something must satisfy to be allowed, and what it says about this case.

    Attributes:
        default_deciding: whether it decides if all requirements are met.
        premise: whether the answer follows from it, too, if another isn't met.
    """

    rule: str
    why: str
    met: Verdict = True
    default_deciding: bool = False
    premise: bool = False


def requirements_of(slug: str, facts: Mapping[str, object], reading: Reading, **names: object) -> Iterator[Requirement]:
    """Yield the requirements of a data file that fit the facts, and the edition."""
    for record in fitting(slug, "requirement", facts, reading):
        yield Requirement(
            record["rule"],
            Template(record["why"]).substitute(names),
            cast("Verdict", facts[record["met"]]) if "met" in record else True,
            default_deciding=is_so(record.get("default_deciding", False), facts),
            premise=record.get("premise", False),
        )


def judge(requirements: Iterable[Requirement]) -> tuple[Verdict, tuple[Step, ...]]:
    """Return whether all requirements are met, and the steps, one of which decides.

    That is the first requirement that isn't met, else the first unknown one, else the default one, or the last. If all
    are met, all are needed.
    """
    found = list(requirements)
    verdicts = [one.met for one in found]
    decides = next((verdicts.index(stopped) for stopped in (False, None) if stopped in verdicts), None)
    if decides is None:
        decides = next((place for place, one in enumerate(found) if one.default_deciding), len(found) - 1)
    verdict = all_of(verdicts)
    return verdict, tuple(
        Step(one.rule, one.why, place == decides, needed=one.premise or verdict is True)
        for place, one in enumerate(found)
    )


def deciding(steps: Iterable[Step]) -> Step:
    return next(step for step in steps if step.decides)


def in_words(verdict: Verdict, yes: str, no: str, unknown: str = "It depends") -> str:
    return unknown if verdict is None else yes if verdict else no
