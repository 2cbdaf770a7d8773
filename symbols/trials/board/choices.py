"""Choices that state-based actions leave to players, and the lines that answer them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from symbols.trials.board.state import OPPONENT, YOU

_VERBS: Final = ("keep", "leave", "command", "protector", "sector", "regenerate", "armor", "yes", "no", "instead")
_LINE: Final = re.compile(
    rf"^(?P<verb>{'|'.join(_VERBS)})s?\s+(?:in\s+)?#?(?P<key>\d{{1,2}}(?:\.\d|[a-z])?(?:-\d)?)"
    r"(?:\s*[:,]?\s*(?P<value>[\w ]+))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chooses.

    Attributes:
        question: in a few words.
        options: lines of choices, each with its label.
        taken: the line that is followed here.
        is_said: whether it's the player's; else it is assumed.
        who: the key of the player.
    """

    key: str
    question: str
    who: str
    options: tuple[tuple[str, str], ...]
    taken: str
    is_said: bool


@dataclass(frozen=True, slots=True)
class TypedChoices:
    """Typed lines by verb and object: `protector 1 opponent` -> `{("protector", "1"): "opponent"}`."""

    lines: Mapping[tuple[str, str], str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()

    def has(self, verb: str, key: str) -> bool:
        return (verb, key) in self.lines

    def choice(self, key: str, question: str, who: str, options: Sequence[tuple[str, str]]) -> Choice:
        """The option whose line, such as `keep 2`, is typed, else the first."""
        said = next((line for line, _ in options if self._is_said(line)), None)
        return Choice(key, question, who, tuple(options), said or options[0][0], said is not None)

    def _is_said(self, line: str) -> bool:
        verb, key, value = _parts(line)
        return self.lines.get((verb, key)) == value


def _parts(line: str) -> tuple[str, str, str]:
    match = _LINE.match(line)
    if match is None:
        return "", "", ""
    value = (match["value"] or "").strip().lower()
    value = {"me": YOU, "my opponent": OPPONENT, "an opponent": OPPONENT}.get(value, value)
    return match["verb"].lower(), match["key"].lower(), value


def read_choices(text: str, known: TypedChoices | None = None) -> TypedChoices:
    """Parse lines of choices; they replace those in `known`."""
    lines = {**known.lines} if known else {}
    unread: list[str] = []
    for line in filter(None, map(str.strip, re.split(r"[\n;,]", text))):
        verb, key, value = _parts(line)
        if verb:
            lines[verb, key] = value
        else:
            unread.append(line)
    return TypedChoices(lines, tuple(unread))
