"""Steps of casting a spell or activating an ability, each with what is chosen in it and what happens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from symbols.data_files import read_data
from symbols.engine import Citation

State = Literal["done", "open", "impossible", "later"]
Kind = Literal["number", "one", "several", "text"]

_DATA: Final[Mapping[str, Any]] = read_data("casting_steps.toml", "explorer")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a choice, and the values of a request that give it."""

    text: str
    changes: Mapping[str, str]
    chosen: bool = False

    def as_json(self) -> dict[str, object]:
        return {"text": self.text, "set": dict(self.changes)}


def yes_or_no(key: str, value: str, *, chosen: bool, otherwise: str = "") -> list[Answer]:
    return [Answer("Yes", {key: value}, chosen), Answer("No", {key: otherwise}, not chosen)]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a player chooses.

    Attributes:
        key: of the request.
        value: current one; empty if none is chosen.
        note: the sentence of a card that asks for it.
        least: minimum of a number; likewise `most`, None without a limit.
        pattern: for a number within a longer value, that value with # for the number.
        is_open: whether it must be chosen and isn't.
    """

    key: str
    text: str
    kind: Kind
    value: str = ""
    answers: Sequence[Answer] = ()
    note: str = ""
    least: int = 0
    most: int | None = None
    pattern: str = "#"
    is_open: bool = False

    def as_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "key": self.key,
            "question": self.text,
            "kind": self.kind,
            "value": self.value or None,
            "open": self.is_open,
        }
        if self.note:
            found["note"] = self.note
        if self.kind == "number":
            found |= {"least": self.least, "most": self.most}
            if self.pattern != "#":
                found["pattern"] = self.pattern
        if self.answers:
            found["answers"] = [{**one.as_json(), "chosen": one.chosen} for one in self.answers]
        return found


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        rule: stable name. Likewise in `facts`.
        reason: why it is impossible.
    """

    rule: str
    title: str
    state: State
    choices: Sequence[Choice]
    facts: Sequence[Citation]
    reason: Citation | None


@dataclass
class Draft:
    """A step that is being put together."""

    rule: str
    choices: list[Choice] = field(default_factory=list)
    facts: list[Citation] = field(default_factory=list)
    reason: Citation | None = None
    title: str = ""
    rule_shown: str = ""

    def say(self, sentence: str, rule: str) -> None:
        self.facts.append(Citation(sentence, rule))

    def refuse(self, sentence: str, rule: str) -> None:
        """Make it impossible, unless it is already."""
        self.reason = self.reason or Citation(sentence, rule)

    def finished(self) -> Step:
        is_open = any(choice.is_open for choice in self.choices)
        state: State = "impossible" if self.reason else "open" if is_open else "done"
        title = self.title or _DATA["step"][self.rule]["title"]
        return Step(self.rule_shown or self.rule, title, state, self.choices, self.facts, self.reason)


def in_sequence(steps: Sequence[Step]) -> list[Step]:
    """Mark what follows an open or impossible step as `later`."""
    found: list[Step] = []
    stopped = False
    for step in steps:
        if stopped:
            # Choices can change later steps, so what they say doesn't hold yet.
            choices = [replace(choice, is_open=False) for choice in step.choices]
            step = replace(step, state="later", choices=choices, facts=(), reason=None)
        stopped = stopped or step.state != "done"
        found.append(step)
    return found
