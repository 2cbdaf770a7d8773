"""What Auras and Equipment can be attached to, and what can't be targeted (303.4, 301.5, 702)."""

import re
from dataclasses import dataclass
from typing import Final

from symbols.sentences import a_or_an
from symbols.trials.layers.entries import UnreadableError
from symbols.trials.layers.subjects import Filter, fits_word, read_filter
from symbols.trials.layers.values import Values

_ENCHANT: Final = re.compile(r"^Enchant (.+?)\.?$", re.IGNORECASE)
_ENCHANTED: Final = re.compile(r"\benchanted ((?:non)?[a-z]+)", re.IGNORECASE)
_EQUIP: Final = {"Equipment": "creature", "Fortification": "land"}
_PLAYERS: Final = {"player", "opponent"}


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
