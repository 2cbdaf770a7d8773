"""Requirements that are looked at one after the other, and which of them decided."""

from collections.abc import Iterable
from dataclasses import dataclass

from symbols.engine import Verdict, all_of
from symbols.trials.outcome import Step


@dataclass(frozen=True, slots=True)
class Requirement:
    """Rule that was asked whether something can be done.

    Attributes:
        rule: its number.
        why: what it says about this case.
        met: whether it lets the thing happen; None where what is known does not settle it.
        chief: whether it is the rule to name where nothing stands in the way.
    """

    rule: str
    why: str
    met: Verdict = True
    chief: bool = False


def judge(requirements: Iterable[Requirement]) -> tuple[Verdict, tuple[Step, ...]]:
    """Return whether all requirements are met, and the steps with the one that decided.

    That is the first condition that is not met; else the first that nothing settles; else the chief one, or the last.
    """
    found = list(requirements)
    verdicts = [one.met for one in found]
    decides = next((verdicts.index(stopped) for stopped in (False, None) if stopped in verdicts), None)
    if decides is None:
        decides = next((place for place, one in enumerate(found) if one.chief), len(found) - 1)
    return all_of(verdicts), tuple(Step(one.rule, one.why, place == decides) for place, one in enumerate(found))


def deciding(steps: Iterable[Step]) -> Step:
    """Return the step that decided."""
    return next(step for step in steps if step.decides)


def in_words(verdict: Verdict, yes: str, no: str, unknown: str = "It depends") -> str:
    """Return the word for a verdict."""
    return unknown if verdict is None else yes if verdict else no
