"""How creatures' damage is divided, as text: `8, 2`, or `1: 1, 1, 3` and `blocker 2: 2, 1`, each on a line."""

import re
from collections.abc import Iterator, Mapping, Sequence

from symbols.sentences import counted
from symbols.trials.combat.damage import Damage
from symbols.trials.inputs import TrialError

Division = Mapping[str, Sequence[int]]
"""What a creature, such as `attacker 1`, assigns to each of its recipients, in order."""

_WHOSE = re.compile(r"(?P<side>attacker|blocker)?\s*#?(?P<number>\d{1,2})\s*:", re.IGNORECASE)
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


def read_division(text: str, key: str, label: str, damage: Damage) -> Division:
    """Read divisions; one that doesn't say whose it is is that of the first attacker with a choice."""
    found: dict[str, Sequence[int]] = {}
    for whose, amounts in _parts(text, key, label):
        source = whose or _first_with_choice(damage)
        if source not in damage.creatures:
            message = f"{label}: there’s no {source}." if source else f"{label}: no attacker here divides its damage."
            raise TrialError(message, field=key)
        step = damage.first_step(source)
        recipients = damage.recipients(source, step) if step else []
        if len(amounts) > len(recipients):
            takes = counted(len(recipients), "recipient")
            raise TrialError(f"{label}: {source} has {takes}, not {len(amounts)}.", field=key)
        if amounts:
            found[source] = amounts
    return found


def _parts(text: str, key: str, label: str) -> Iterator[tuple[str, list[int]]]:
    starts = list(_WHOSE.finditer(text))
    before = text[: starts[0].start()] if starts else text
    pieces = [("", before)] if before.strip(" ;\n") else []
    for at, match in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
        pieces.append((f"{(match['side'] or 'attacker').lower()} {int(match['number'])}", text[match.end() : end]))
    for whose, amounts in pieces:
        if not _AMOUNTS.fullmatch(amounts.strip(" ;,\n")):
            message = f"{label}: “{amounts.strip()[:40]}” isn’t a division. Type numbers, such as 8, 2."
            raise TrialError(message, field=key)
        yield whose, [int(number) for number in re.findall(r"\d+", amounts)]


def _first_with_choice(damage: Damage) -> str:
    """The first attacker that may deal damage to several, else the first that has damage to deal."""
    steps = {name: step for name in damage.attackers if (step := damage.first_step(name))}
    several = (name for name, step in steps.items() if len(damage.recipients(name, step)) > 1)
    return next(several, next(iter(steps), ""))
