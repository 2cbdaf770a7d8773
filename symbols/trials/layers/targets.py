"""Targets of spells and abilities (115), and what Auras and Equipment can be attached to (303.4, 301.5)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from symbols.sentences import a_or_an
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.entries import Entry, UnreadableError
from symbols.trials.layers.subjects import Filter, One, Target, fits_word, read_filter, target_in
from symbols.trials.layers.values import Values

State = Mapping[int, Values]
_ENCHANT: Final = re.compile(r"^Enchant (.+?)\.?$", re.IGNORECASE)
_ENCHANTED: Final = re.compile(r"\benchanted ((?:non)?[a-z]+)", re.IGNORECASE)
_EQUIP: Final = {"Equipment": "creature", "Fortification": "land"}
_PLAYERS: Final = {"player", "opponent"}
_REFERS: Final = re.compile(r"(?:it|they|that creature|those creatures)\b", re.IGNORECASE)


def choose(
    entry: Entry, clauses: Sequence[Clause], state: State, labels: Mapping[int, str], first: tuple[int, ...]
) -> tuple[list[tuple[Clause, tuple[int, ...]]], list[str]]:
    """Each clause with the objects that it's about, and sentences about targets that weren't chosen.

    Raises:
        UnreadableError: the target is illegal, or there is none.
    """
    found: list[tuple[Clause, tuple[int, ...]]] = []
    left, unread = list(entry.targets), list[str]()
    mentioned = target_in(entry.text) if entry.source else None
    before: tuple[int, ...] = ()
    for clause in clauses:
        subject = clause.subject
        if entry.own and subject is One.SELF and not (mentioned and _REFERS.match(clause.sentence)):
            found.append((clause, (entry.own,)))
            continue
        if mentioned and (subject is One.SELF or (isinstance(subject, Target) and not (subject.said or before))):
            subject = mentioned
        if not isinstance(subject, Target):
            found.append((clause, entry.targets[:1] or first))
            continue
        if not (subject.said or before or entry.targets) and entry.source:
            unread.append(clause.sentence)
            continue
        if before and not (subject.another or (left and subject.said)):
            targets = before
        elif left:
            targets = tuple(left) if subject.many or not subject.said else (left[0],)
            left = left[len(targets) :]
            for line in targets:
                check(entry, subject, state[line], labels[line])
        elif subject.another:
            unread.append(clause.sentence)
            continue
        else:
            targets = _usual_target(entry, subject, state, labels)
        before = targets
        found.append((clause, targets))
    if left and any(isinstance(clause.subject, Target) for clause in clauses):
        raise UnreadableError(f"{entry.label} has fewer targets than that.", "115.1")
    return found, unread


def check(entry: Entry, subject: Target, values: Values, label: str) -> None:
    """Raise `UnreadableError` for an illegal target."""
    if wrong := _why_illegal(entry, subject, values, label):
        raise wrong


def legal_targets(entry: Entry, subject: Target, state: State, labels: Mapping[int, str]) -> Iterator[int]:
    return (line for line, one in state.items() if _why_illegal(entry, subject, one, labels[line]) is None)


def _usual_target(entry: Entry, subject: Target, state: State, labels: Mapping[int, str]) -> tuple[int, ...]:
    """The first legal target. Raises `UnreadableError` without one."""
    wrong = {line: _why_illegal(entry, subject, one, labels[line]) for line, one in state.items()}
    if legal := next((line for line, why in wrong.items() if why is None), 0):
        return (legal,)
    if barring := next((why for why in wrong.values() if why and ", which has " in why.message), None):
        raise barring
    raise UnreadableError(f"{entry.label} has no legal target: it needs {_needed(subject)}.", "115.1")


def _why_illegal(entry: Entry, subject: Target, values: Values, label: str) -> UnreadableError | None:
    if subject.wanted and not subject.wanted.fits(values, controller=entry.controller):
        return UnreadableError(f"{entry.label} can’t target {label}: it needs {_needed(subject)}.", "115.1")
    source = replace(entry.source or Values(), controller=entry.controller)
    why = barred(values, source) if subject.said else ""
    return UnreadableError(f"{entry.label} can’t target {label}, which has {why}.", "115.1") if why else None


def _needed(subject: Target) -> str:
    return subject.said if subject.many else a_or_an(subject.said)


@dataclass(frozen=True, slots=True)
class Attaching:
    """What an Aura or Equipment can be attached to: `filter` is None if that isn't understood."""

    filter: Filter | None
    said: str
    is_aura: bool


def attaches(values: Values) -> Attaching | None:
    """What a permanent can be attached to; None for other permanents, and Auras on players."""
    kind = next((one for one in ("Aura", *_EQUIP) if one in values.subtypes), "")
    if not kind:
        return None
    said = _EQUIP.get(kind) or _enchants(values)
    if said.split()[-1] in _PLAYERS:
        return None
    return Attaching(read_filter(said), a_or_an(said), kind == "Aura")


def _enchants(values: Values) -> str:
    texts = [one.text for one in values.abilities]
    if found := next((match[1] for text in texts if (match := _ENCHANT.match(text))), ""):
        return found
    return next((match[1].lower() for text in texts if (match := _ENCHANTED.search(text))), "permanent")


def why_not(
    wanted: Attaching, source: Values, host: Values, host_label: str, label: str, *, attached: bool = False
) -> UnreadableError | None:
    """Why it can't be attached; with `attached`, why it can't stay, which isn't about targets any more."""
    verb = "enchant" if wanted.is_aura else "be attached to"
    rule = "115.1" if wanted.is_aura else "704.5n"
    if wanted.filter and not wanted.filter.fits(host, controller=source.controller):
        return UnreadableError(f"{label} can’t {verb} {host_label}, which isn’t {wanted.said}.", rule)
    bars = protected(host, source) if attached or not wanted.is_aura else barred(host, source)
    return UnreadableError(f"{label} can’t {verb} {host_label}, which has {bars}.", rule) if bars else None


def barred(values: Values, source: Values) -> str:
    """The ability that keeps a source from targeting an object; empty if it may."""
    if values.has_ability("shroud"):
        return "shroud"
    hexproof = [one.text for one in values.abilities if one.text.lower().startswith("hexproof")]
    bars = (" from " not in text or fits_word(text.split(" from ")[-1], source) for text in hexproof)
    if values.controller != source.controller and any(bars):
        return hexproof[0].lower()
    return protected(values, source)


def protected(values: Values, source: Values) -> str:
    """The protection that an object has from a source; empty if none."""
    for one in values.abilities:
        quality = one.text.removeprefix("protection from ")
        if quality != one.text and (quality == "everything" or fits_word(quality, source)):
            return one.text
    return ""
