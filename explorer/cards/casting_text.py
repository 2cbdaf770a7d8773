"""Where and when a card can be cast by its own text, its special actions, and effects of how it is paid for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from explorer.cards.card import CardFace
from explorer.cards.sentences import Sentence, paragraphs, sentences
from explorer.cards.spell_words import DATA

Timing = Literal["instant", "sorcery", ""]

_ZONES: Mapping[str, Mapping[str, Any]] = DATA["zones"]
_ACTIONS: Mapping[str, Mapping[str, Any]] = DATA["special_actions"]
_SENTENCES: Mapping[str, Any] = DATA["sentences"]
_FROM_ZONE, _FLASH, _LIMITS, _PAYMENT = (
    re.compile(_SENTENCES[name]) for name in ("from_zone", "flash", "limits", "payment")
)
_ZONE_WORDS = {zone: re.compile(rf"\b(?:{words})\b") for zone, words in _SENTENCES["zones"].items()}
_TRIGGERED = re.compile(r"(?:When|Whenever|At) ")
_OF_OTHERS = re.compile(r"Whenever (?:you|a player|an opponent) casts? ")
_KEYWORD_COST = re.compile(r"(?: (?P<number>[0-9]+|X))?(?:—| )(?P<cost>\{.+|(?<=—)[A-Z].+)")
_NEVER_CAST = ("Land", "Plane —", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon")
_AS_FLASH = re.compile(r"You may cast ~ as though it had flash")
_DISCARD = re.compile(r"may discard ~ any time you could cast an instant")
UNLOCK_RULE, DISCARD_RULE = "116.2m", "116.2e"


@dataclass(frozen=True, slots=True)
class ZonePermission:
    """Way to cast a card from elsewhere than a hand, by its own text.

    Attributes:
        zone: `graveyard`, `exile`, `library` or `command`.
        keyword: such as `Flashback`; empty for a sentence.
        only_there: whether its cost is only for casting from that zone.
        excludes_others: whether the card can be cast from nowhere else (702.127a).
        after: condition such as `you foretold it on an earlier turn`.
    """

    zone: str
    keyword: str = ""
    is_free: bool = False
    only_there: bool = False
    sentence: str = ""
    excludes_others: bool = False
    after: str = ""


@dataclass(frozen=True, slots=True)
class SpecialAction:
    """Special action with a card (116.2).

    Attributes:
        cost: as printed; `{2}` for foretelling whatever the foretell cost is.
        rule: number in today's rules.
        number: time counters of suspend, `3` or `X`.
    """

    name: str
    cost: str
    rule: str
    sentence: str
    number: str = ""


@lru_cache(maxsize=512)
def zones_of(face: CardFace, layout: str = "") -> Sequence[ZonePermission]:
    """Zones that the face may be cast from; with layout `adventure`, exile too, but for the Adventure (715.3d)."""
    found = list(_zones_by_keyword(face))
    found += [zone for sentence in _own_sentences(face) for zone in _zones_in(sentence)]
    if layout == "adventure" and "Adventure" not in face.type_line:
        found.append(ZonePermission("exile", "Adventure", after="its Adventure resolved"))
    return tuple(found)


@lru_cache(maxsize=512)
def timing_of(face: CardFace) -> Timing:
    """Like an instant (304.1, 702.8a), or like a sorcery (307.1); empty if it is never cast."""
    if not face.type_line or any(kind in face.type_line for kind in _NEVER_CAST):
        return ""
    has_flash = any(name.lower() == "flash" for name, _ in _keywords(face))
    has_flash = has_flash or any(_AS_FLASH.fullmatch(each.plain) for each in _own_sentences(face))
    return "instant" if has_flash or "Instant" in face.type_line else "sorcery"


def flash_if(face: CardFace) -> Sequence[str]:
    """Sentences that let it be cast as though it had flash."""
    return _matching(face, _FLASH)


def limits_on_casting(face: CardFace) -> Sequence[str]:
    """Sentences that restrict when, or whether, it may be cast."""
    return _matching(face, _LIMITS)


@lru_cache(maxsize=512)
def payment_effects(face: CardFace) -> Sequence[str]:
    """Sentences whose effect depends on what was paid for the spell."""
    words = [text for name, text in _keywords(face) if name == _SENTENCES["payment_words"]]
    found = [one.text for one in _own_sentences(face) if _PAYMENT.search(one.plain) and not _OF_OTHERS.match(one.plain)]
    return tuple(dict.fromkeys(words + found))


@lru_cache(maxsize=512)
def hand_special_actions(face: CardFace, layout: str = "") -> Sequence[SpecialAction]:
    """Special actions that a face has by its text or, as a half of a Room, by its layout."""
    found = []
    for name, text in _keywords(face):
        row = _ACTIONS.get(name)
        match = _KEYWORD_COST.fullmatch(text[len(name) :].partition(". ")[0].rstrip("."))
        if row is None or ("cost" not in row and match is None):
            continue
        cost = row["cost"] if "cost" in row else match["cost"] if match else ""
        found.append(SpecialAction(name, cost, row["rule"], text, (match["number"] or "") if match else ""))
    found += [SpecialAction("Discard", "", DISCARD_RULE, text) for text in _matching(face, _DISCARD)]
    if (layout == "room" or "Room" in face.type_line) and face.mana_cost:
        found.append(SpecialAction("Unlock", face.mana_cost, UNLOCK_RULE, ""))
    return tuple(found)


def _keywords(face: CardFace) -> Iterator[tuple[str, str]]:
    """Keywords that paragraphs begin with or list, each with its text."""
    names = sorted({*_ZONES, *_ACTIONS, "Flash", _SENTENCES["payment_words"]}, key=len, reverse=True)
    pattern = re.compile(rf"(?i:{'|'.join(names)})(?=[ —.]|$)(?! [a-z])")
    for paragraph in paragraphs(face):
        listed = re.split(r"[,;] ", paragraph) if "." not in paragraph and "—" not in paragraph else [paragraph]
        for piece in listed:
            if match := pattern.match(piece):
                yield match[0].capitalize(), piece[:1].upper() + piece[1:]


def _zones_by_keyword(face: CardFace) -> Iterator[ZonePermission]:
    for name, text in _keywords(face):
        row = _ZONES.get(name)
        if row is not None:
            yield ZonePermission(
                row["zone"],
                name,
                is_free=row.get("free", False),
                only_there=row.get("only", False),
                sentence=text,
                excludes_others=name == "Aftermath",
                after=row.get("after", ""),
            )


def _zones_in(sentence: Sentence) -> Iterator[ZonePermission]:
    found = _FROM_ZONE.search(sentence.plain)
    # A trigger allows it only as it resolves.
    if found is None or _TRIGGERED.match(sentence.plain):
        return
    places = found["zones"].partition(" by ")[0].partition(" rather than ")[0].partition(" if ")[0]
    for zone, words in _ZONE_WORDS.items():
        if zone != "hand" and words.search(places):
            yield ZonePermission(
                zone,
                is_free="without paying" in found[0],
                sentence=sentence.text,
                excludes_others="not from anywhere else" in found[0],
            )


def _own_sentences(face: CardFace) -> Iterator[Sentence]:
    for paragraph in paragraphs(face):
        yield from sentences(paragraph, face)


def _matching(face: CardFace, pattern: re.Pattern[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(one.text for one in _own_sentences(face) if pattern.search(one.plain)))
