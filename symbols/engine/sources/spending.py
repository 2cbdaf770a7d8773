"""What restricted mana may be spent on: “only to cast creature spells” (106.6)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from symbols.engine.conditions import any_of
from symbols.engine.sources.ability import ManaAbility, Purpose, Unknown
from symbols.engine.sources.kinds import is_kind
from symbols.engine.sources.source import Source

ABILITY: Final = "ability"
_ABILITIES = re.compile(r"\bactivat\w+ (?:an? )?(?P<kind>\w+ )?abilit(?:y|ies)(?P<of> of\b)?", re.IGNORECASE)
_CAST = re.compile(r"\bcast (?:an? )?(?P<kinds>.*?)\s*\bspells?\b(?P<rest>.*?)(?:\bor (?:to )?activate\b.*)?$")
_OR = re.compile(r"\s+(?:or|and)\s+|,\s*(?:or\s+|and\s+)?")


def may_be_spent(restriction: str, spent_on: str) -> bool | None:
    """None if unknown.

    Args:
        restriction: as printed: `to cast creature spells`, `can’t be spent to cast a nonartifact spell`.
        spent_on: one of `TYPES`, `ability`, a type line, or all that is known: `Creature — Elf; green monocolored`.
    """
    if not restriction:
        return True
    if not spent_on:
        return None
    words = re.split(r",? and that spell\b", restriction.lower().replace("’", "'"))[0].rstrip(". ")
    is_forbidden = words.startswith("can't")
    if spent_on == ABILITY:
        of_abilities = _ABILITIES.search(words)
        if is_forbidden or of_abilities is None:
            return is_forbidden
        return None if of_abilities["of"] or of_abilities["kind"] else True
    if "costs that contain {x}" in words and ";" in spent_on:
        return "{X}" in spent_on
    spell = _CAST.search(words)
    if spell is None:
        return False if _ABILITIES.match(words.removeprefix("to ")) else None
    fits = any_of(is_kind(kind.split(), spent_on.lower()) for kind in _OR.split(spell["kinds"]))
    if fits and (rest := spell["rest"].strip(" ,")):
        # “of the chosen type” is still to be told.
        return "devoid" in spent_on if rest == "with devoid" and ";" in spent_on else None
    return (None if fits is None else not fits) if is_forbidden else fits


class SourceQuestion(NamedTuple):
    """What an ability depends on that only the player knows."""

    source: Source
    ability: ManaAbility
    unknown: Unknown
    is_restriction: bool = False  # whether it asks if the mana may be spent on what is cast

    @property
    def is_open(self) -> bool:
        notes = self.source.notes
        notes_by_kind = {"colors": notes.colors, "number": notes.number, "condition": notes.is_met}
        return notes_by_kind[self.unknown] in (None, ())


def questions_of(source: Source, spent_on: str) -> tuple[SourceQuestion, ...]:
    """One of each kind."""
    found: dict[Unknown, SourceQuestion] = {}
    for ability in source.abilities:
        if ability.unknown:
            found.setdefault(ability.unknown, SourceQuestion(source, ability, ability.unknown))
        elif spent_on and may_be_spent(ability.restriction, spent_on) is None:
            found.setdefault("condition", SourceQuestion(source, ability, "condition", is_restriction=True))
    return tuple(found.values())


def spendable(
    sources: Sequence[Source], spent_on: str, *, allow_unknown_type: bool = False, allow_unknown_notes: bool = False
) -> tuple[Source, ...]:
    """The sources with the abilities that can be used for this, and with the player's notes applied.

    Args:
        spent_on: as for `may_be_spent`.
        allow_unknown_type: whether an unknown type counts as one that the mana may be spent on.
        allow_unknown_notes: whether unknowns count in favor of the source.
    """
    found = []
    for source in sources:
        kept = []
        for ability in source.abilities:
            may = may_be_spent(ability.restriction, spent_on)
            if may is None:
                is_met = None if ability.unknown else source.notes.is_met
                may = is_met if is_met is not None else allow_unknown_notes if spent_on else allow_unknown_type
            of_abilities = may_be_spent(ability.restriction, ABILITY)
            for_abilities = allow_unknown_notes if of_abilities is None else of_abilities
            if (may or for_abilities) and (
                usable := ability.answered(
                    source.notes,
                    sure=not allow_unknown_notes,
                    is_creature=source.creature is not None and not source.has_haste,
                )
            ):
                purpose: Purpose = "" if may and for_abilities else "cost" if may else "abilities"
                kept.append(replace(usable, purpose=purpose))
        if kept or source.creature is not None or source.is_artifact:
            found.append(replace(source, abilities=tuple(kept)))
    return tuple(found)
