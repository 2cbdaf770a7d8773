"""Predicates: what a sentence says of its subject, such as “gets +1/+1 and has flying”."""

import re
from dataclasses import replace
from typing import Final

from symbols.trials.layers.description import BASE, base_of, read_abilities, read_description, read_negative
from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import Copy, Gain, Lose, Operation
from symbols.trials.layers.sizes import Modify, SetPowerToughness
from symbols.trials.layers.subjects import Attachments, Counted, Counters, read_filter
from symbols.trials.layers.types import EveryType, LoseTypes, SetColors, SetTypes
from symbols.trials.layers.words import outside_quotes, split_outside

VERBS: Final = (
    r"(?:gets?|has|have|gains?|loses?|is|are|becomes?|became|can't|isn't|aren't|can|must|attacks?|doesn't|don't)"
)
_NEXT: Final = rf"(?:, and|, then|,| and)(?: it| they)? (?={VERBS}\b)"
_CHANGE: Final = re.compile(
    r"(?P<power>[+-](?:\d+|X))/(?P<toughness>[+-](?:\d+|X))(?P<each> for each .+|,? where X is .+)?"
)
_ONE_BASE: Final = re.compile(r"base (power|toughness) (\d+|X)")
_COUNTERS_ON: Final = re.compile(r"([+-]\d+/[+-]\d+|[a-z]+) counters? on (it|~|this \w+)", re.IGNORECASE)
_ATTACHED_TO: Final = re.compile(r"(?:other )?([\w ,/]+) attached to (?:it|~|this \w+)")
_AT_ONCE: Final = re.compile(r",? and (?:all creatures able to block .+? do so|can't .+|can .+|attacks? .+|must .+)$")
_CANNOT: Final = re.compile(r"(?:have or gain|gain or have|have|gain) (.+)")
_COPY: Final = re.compile(r"an? copy of (?P<of>.+?)(?:,? except (?:that )?(?P<except>.+))?", re.DOTALL)


def read_predicates(text: str, note: Note) -> tuple[Operation, ...] | None:
    """Parse predicates, starting with a verb; None if one of them isn't understood. Raises `MissingNoteError`."""
    if match := re.match(r"(?:becomes?|is|are) (?=an? copy of)", text):
        copied = _read_copy(text[match.end() :], note)
        return (copied,) if copied else None
    parts: list[Operation] = []
    for predicate in split_outside(text, _NEXT):
        verb, _, rest = predicate.strip().partition(" ")
        read = _read_one(verb.lower(), rest.strip().rstrip(".,"), note)
        if read is None:
            return None
        parts += read
    return _combined(parts)


def _read_one(verb: str, rest: str, note: Note) -> list[Operation] | None:
    match verb:
        case "get" | "gets":
            return _read_change(rest, note)
        case "has" | "have" | "gain" | "gains":
            return _read_having(rest, note)
        case "lose" | "loses":
            return _read_losing(rest)
        case "is" | "are" | "become" | "becomes" | "became":
            rest = re.sub(r"^(?:also|still) ", "", rest)
            return read_description(rest, note, plural=verb in {"are", "become"})
        case "isn't" | "aren't":
            return read_negative(re.sub(r"^an? ", "", rest))
        case "can" | "must" | "attack" | "attacks" | "doesn't" | "don't":
            return []
        case "can't":
            # What else it can't do is no characteristic.
            found = _CANNOT.fullmatch(rest)
            names = read_abilities(found[1]) if found else ()
            return None if names is None else [Lose(names, for_good=True)] if names else []
        case _:
            return None


def _read_change(rest: str, note: Note) -> list[Operation] | None:
    rest = rest.removeprefix("an additional ")
    match = _CHANGE.fullmatch(rest)
    if match is None:
        # “gets +1/+1 and flying”
        change, _, more = rest.partition(" and ")
        parts, abilities = _read_change(change, note) if more else None, read_abilities(more)
        return [*parts, Gain(abilities, note.text)] if parts and abilities else None
    said = match["each"] or ""
    each = said.removeprefix(" for each ") if said.startswith(" for each ") else ""
    on_board = counted(each or said.partition(" is the number of ")[2]) if said and not note.has_number else None
    stated = re.fullmatch(r",? where X is (\d+)", said)
    number = 1 if on_board or not (said or "X" in rest) else int(stated[1]) if stated else note.number()

    def amount(written: str) -> int:
        sign = -1 if written[0] == "-" else 1
        return sign * (number if written[1:] == "X" else int(written[1:]) * (number if each else 1))

    return [Modify(amount(match["power"]), amount(match["toughness"]), on_board)]


def counted(text: str) -> Counted | None:
    """What can be counted on a board: “Swamps you control”, “+1/+1 counters on it”, “Aura attached to it”."""
    if match := _COUNTERS_ON.fullmatch(text):
        return Counters(match[1].lower(), own=match[2] != "it")
    if match := _ATTACHED_TO.fullmatch(text):
        wanted = read_filter(match[1])
        return Attachments(wanted) if wanted else None
    is_there = text.endswith((" you control", " your opponents control", " on the battlefield"))
    return read_filter(text) if is_there else None


def _read_having(rest: str, note: Note) -> list[Operation] | None:
    if match := BASE.match(outside_quotes(rest)):
        tail = rest[match.end() :]
        return [base_of(match["pt"], note)] if not tail.strip() else None
    if match := _ONE_BASE.fullmatch(rest):
        number = note.number() if match[2] == "X" else int(match[2])
        return [SetPowerToughness(*((number, None) if match[1] == "power" else (None, number)))]
    if rest in {"all creature types", "every creature type"}:
        return [EveryType()]
    if _CHANGE.fullmatch(rest):
        return _read_change(rest, note)
    abilities = read_abilities(_AT_ONCE.sub("", rest))
    return [Gain(abilities, note.text)] if abilities else None


def _read_losing(rest: str) -> list[Operation] | None:
    parts: list[Operation] = []
    bare = re.sub(r"^all (?:other )?", "", rest)
    if bare == rest:
        names = read_abilities(rest)
        return [Lose(names)] if names else None
    for word in re.split(r",? and (?:all )?(?:other )?|, (?:other )?", bare):
        match word.strip():
            case "abilities":
                parts.append(Lose())
            case "card types":
                parts.append(LoseTypes(("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")))
            case "creature types" | "land types" as kind:
                parts.append(LoseTypes(kinds=(kind.split()[0].capitalize(),)))
            case "types":
                parts.append(LoseTypes(kinds=("Creature", "Land", "Artifact", "Enchantment")))
            case "colors":
                parts.append(SetColors(()))
            case _:
                return None
    return parts


def _combined(parts: list[Operation]) -> tuple[Operation, ...]:
    """In the order in which they apply: what is lost before what is gained, as in “has haste and loses all others”.

    What loses “all other types” sets exactly those that it gives.
    """
    if any(isinstance(one, SetTypes) for one in parts):
        lost = any(isinstance(one, LoseTypes) and one.types for one in parts)
        parts = [
            replace(one, only=lost or one.only) if isinstance(one, SetTypes) else one
            for one in parts
            if not (isinstance(one, LoseTypes) and (one.types or "Creature" in one.kinds))
        ]
    return tuple(sorted(parts, key=lambda one: isinstance(one, Gain)))


def _read_copy(text: str, note: Note) -> Copy | None:
    match = _COPY.fullmatch(text.rstrip("."))
    if match is None:
        return None
    parts: list[Operation] = []
    keeps: set[str] = set()
    named = ""
    said = match["except"] or ""
    for one in split_outside(said, r"(?:,? and|,) (?=(?:it|its|if|the copy's)\b)") if said else ():
        words = re.sub(r"^(?:it|they|the token) ", "", one.strip().rstrip("."))
        words = re.sub(r"^(isn't legendary) if .+$", r"\1", words)
        if re.match(r"enters with ", words):
            continue
        if words == "for its name":
            keeps.add("name")
        elif re.match(r"(?:doesn't copy|don't copy) that \w+'s colors?", words):
            keeps.add("color")
        elif found := re.match(r"(?:its|the copy's) name is (?:still )?(.+)", words):
            keeps.add("name")
            named = found[1]
        elif (read := read_predicates(re.sub(r"^(is|are|has) still ", r"\1 ", words), note)) is not None:
            parts += read
        else:
            return None
    return Copy(match["of"].strip(), tuple(parts), frozenset(keeps), named)
