"""Requirements checked in order, and which of them decides."""

from collections.abc import Iterable
from dataclasses import dataclass

from symbols.engine import Verdict, all_of
from symbols.trials.outcome import Step


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule that something must satisfy to be allowed.

    Attributes:
        rule: its number.
        why: what it says about this case.
        default_deciding: whether it decides if all requirements are met.
        premise: whether the answer follows from it, too, if another isn't met.
    """

    rule: str
    why: str
    met: Verdict = True
    default_deciding: bool = False
    premise: bool = False


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
