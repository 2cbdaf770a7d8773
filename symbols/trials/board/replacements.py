"""Where permanents go instead of a graveyard (614): Rest in Peace, Kalitas, Progenitus, finality counters."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from symbols.sentences import capital
from symbols.trials.board.checking import Check
from symbols.trials.board.conditions import text_in_force
from symbols.trials.board.scanning import compiled
from symbols.trials.board.state import GameObject, State, Zone
from symbols.trials.layers.subjects import Filter, read_filter
from symbols.trials.layers.values import Ability, Values

_DIES: Final = compiled("would_die")
_GRAVEYARD: Final = compiled("would_be_put")
_ITSELF: Final = compiled("itself")
_OWNED: Final = re.compile(r"\s(?P<who>you|an opponent|your opponents) owns?$", re.IGNORECASE)
_DEALT: Final = re.compile(r"^(?P<what>.+?) dealt damage (?:this turn )?by (?P<by>.+?)(?: this turn)?$", re.IGNORECASE)
_REGENERATES: Final = re.compile(r"^if (?:~|this \w+) would be destroyed, regenerate it\b", re.IGNORECASE)
_VERBS: Final[dict[Zone, str]] = {
    "exile": "exiles it",
    "library": "puts it into its owner’s library",
    "hand": "puts it into a hand",
}


@dataclass(frozen=True, slots=True)
class Replacement:
    """What replaces going to a graveyard: `by` is a permanent's key, or `finality`; `name` for sentences."""

    by: str
    name: str
    zone: Zone
    is_counter: bool = False

    @property
    def why(self) -> str:
        return f"{capital(self.name)} {_VERBS[self.zone]} instead."


def instead_of_graveyard(check: Check, obj: GameObject) -> list[Replacement]:
    """Replacement effects that apply to its going to a graveyard."""
    found = [Replacement("finality", "a finality counter", "exile", is_counter=True)] if obj.count("finality") else []
    for one in check.state.permanents:
        for ability in check.values[one.key].abilities:
            text = text_in_force(ability, one, check.values, check.state)
            zone = _zone_of(text)
            if zone and _replaces(text, obj, one, check):
                found.append(Replacement(one.key, "its own ability" if one.key == obj.key else one.label, zone))
    return found


def always_regenerates(check: Check, obj: GameObject) -> bool:
    return any(_REGENERATES.match(one.text) for one in check.values[obj.key].abilities)


@cache
def _zone_of(text: str) -> Zone | None:
    """Where a replacement effect puts what would go to a graveyard; None for other texts, and for what's optional."""
    match = _DIES.match(text) or _GRAVEYARD.match(text)
    if match is None or "may" in match["then"].split():
        return None
    return next((zone for zone in _VERBS if re.search(rf"\b{zone}\b", match["then"])), None)


def _is_understood(text: str) -> bool:
    """Whether it's known where what would go to a graveyard goes, and what does."""
    match = _DIES.match(text) or _GRAVEYARD.match(text)
    if match is None:
        return True
    is_read = "whose" in match.groupdict() or _ITSELF.match(match["what"]) or _wanted(match["what"])
    return _zone_of(text) is not None and bool(is_read)


def _replaces(text: str, obj: GameObject, source: GameObject, check: Check) -> bool:
    """Whether the source's effect applies to a permanent that would go to its owner's graveyard."""
    values = check.values[obj.key]
    if match := _DIES.match(text):
        can_die = values.is_creature or "Planeswalker" in values.types
        return can_die and _is_meant(match["what"], obj, values, source, check)
    match = _GRAVEYARD.match(text)
    if match is None:
        return False
    if _ITSELF.match(match["what"]):
        return obj.key == source.key
    whose = match["whose"].lower()
    if whose == "enchanted player's":
        return source.attached == obj.owner and _is_card(match["what"], obj, values)
    is_there = whose in {"a", "its owner's"} or (obj.owner == source.controller) is (whose == "your")
    return is_there and _is_card(match["what"], obj, values)


def _is_meant(what: str, obj: GameObject, values: Values, source: GameObject, check: Check) -> bool:
    """`a nontoken creature an opponent owns`, `another creature`, `a creature dealt damage by ~ this turn`."""
    if _ITSELF.match(what):
        return obj.key == source.key
    if match := _DEALT.match(what):
        by = source.attached if match["by"].lower().startswith(("enchanted", "equipped")) else source.key
        return by in obj.damaged_by and _is_meant(match["what"], obj, values, source, check)
    owned = _OWNED.search(what)
    if owned and (obj.owner == source.controller) is not (owned["who"].lower() == "you"):
        return False
    wanted = _wanted(what)
    return wanted is not None and wanted.fits(
        values, is_source=source.key == obj.key, controller=check.values[source.key].controller
    )


def _wanted(what: str) -> Filter | None:
    match = _DEALT.match(what)
    return read_filter(re.sub(r"^an? ", "", _OWNED.sub("", match["what"] if match else what)))


def _is_card(what: str, obj: GameObject, values: Values) -> bool:
    """`a card`, `a card or token`, `a creature card`, `a nontoken permanent`."""
    for one in re.split(r",? or ", what):
        words = re.sub(r"^an? ", "", one)
        if re.search(r"\bcards?$", words) and obj.is_token:
            continue
        wanted = read_filter(re.sub(r"\bcards?$", "permanent", words))
        if wanted and wanted.fits(values, is_source=False, controller=obj.owner):
            return True
    return False


def replacing_texts(abilities: Sequence[Ability], state: State) -> Iterator[str]:
    """Sentences about going to a graveyard that aren't understood, or not known to apply."""
    is_said = any(one.damaged_by for one in state.objects.values())
    for ability in abilities:
        match = _DIES.match(ability.text)
        dealt = _DEALT.match(match["what"]) if match else None
        if not _is_understood(ability.text) or (dealt and not is_said):
            yield ability.text
