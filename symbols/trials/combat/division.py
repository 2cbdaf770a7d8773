"""How creatures' damage is divided, as text, a line each: `8, 2`, `1: 1, 1, 3`, `blocker 2: 2, 1`, `1 second: 0, 3`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symbols.sentences import counted, join_words
from symbols.trials.combat.board import Board
from symbols.trials.inputs import TrialError

Division = Mapping[tuple[str, str], Sequence[int]]
"""What a creature, such as `attacker 1`, assigns in a step to each of its recipients, in order."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A division that fits no creature as it is now: it has fewer recipients, or isn't there."""

    source: str
    amounts: Sequence[int]
    why: str


_WHOSE = re.compile(
    r"(?P<side>attacker|blocker)?\s*#?(?P<number>\d{1,2})"
    r"(?:[\s,]+(?P<step>first|second|regular|then|again)(?:[ -]+(?:strike|step|damage))*)?\s*:",
    re.IGNORECASE,
)
_AMOUNTS = re.compile(r"\s*(?:\d{1,7}(?:\s*(?:,|/|\band\b|\s)\s*|\s*$))*")


def as_division(values: Sequence[str]) -> str:
    """One text of a form’s fields: `1:`, `8`, `` and `2:`, ``, `` are `1: 8, 0`."""
    groups: list[list[str]] = []
    for value in values:
        if value.strip().endswith(":"):
            groups.append([value.strip()])
        elif groups:
            groups[-1].append(value.strip())
        elif value.strip():
            groups.append(["", value.strip()])
    said = [(whose, amounts) for whose, *amounts in groups if any(amounts)]
    return "\n".join(f"{whose} {', '.join(each or '0' for each in amounts)}".strip() for whose, amounts in said)


def read_division(text: str, board: Board) -> tuple[Division, Sequence[Misfit]]:
    """Read divisions; one without a creature is that of the first attacker with a choice."""
    found: dict[tuple[str, str], Sequence[int]] = {}
    misfits: list[Misfit] = []
    for whose, is_second, amounts in _parts(text):
        source = whose or _first_with_choice(board)
        steps = board.steps_of(source) if source in board.creatures else []
        step = next(iter(steps[is_second:]), "")
        if why := _misfit(source, step, amounts, board):
            misfits.append(Misfit(source, amounts, why))
        elif amounts:
            found[step, source] = amounts[: len(board.recipients(source, step))]
    return found, misfits


def _misfit(source: str, step: str, amounts: Sequence[int], board: Board) -> str:
    if not source:
        return "no attacker here divides its damage"
    if source not in board.creatures:
        return f"there’s no {source}"
    if not step:
        return f"{source} deals no damage then"
    most = len(board.recipients(source, step))
    return f"{source} can deal damage to {counted(most, 'recipient')}" if any(amounts[most:]) else ""


def _parts(text: str) -> Iterator[tuple[str, bool, list[int]]]:
    starts = list(_WHOSE.finditer(text))
    ends = [*(match.start() for match in starts), len(text)]
    before = text[: ends[0]]
    pieces = [("", False, before)] if before.strip(" ;,\n") else []
    for match, end in zip(starts, ends[1:], strict=True):
        name = f"{(match['side'] or 'attacker').lower()} {int(match['number'])}"
        is_second = (match["step"] or "first").lower() != "first"
        pieces.append((name, is_second, text[match.end() : end]))
    for whose, is_second, amounts in pieces:
        if not _AMOUNTS.fullmatch(amounts.strip(" ;,\n")):
            message = f"Division: “{amounts.strip()[:40]}” isn’t a division. Type numbers, such as 8, 2."
            raise TrialError(message, field="divide")
        yield whose, is_second, [int(number) for number in re.findall(r"\d+", amounts)]


def _first_with_choice(board: Board) -> str:
    """The first attacker that may deal damage to several, else the first that has damage to deal."""
    steps = {name: steps for name in board.attackers if (steps := board.steps_of(name))}
    several = (name for name, (step, *_) in steps.items() if len(board.recipients(name, step)) > 1)
    return next(several, next(iter(steps), ""))


def join_amounts(amounts: Sequence[int]) -> str:
    return join_words([*map(str, amounts)])
