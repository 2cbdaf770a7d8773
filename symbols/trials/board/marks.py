"""What a line says of an object besides what it is: damage, counters, its zone, what it's attached to."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from symbols.trials.board.era import data
from symbols.trials.board.scanning import NUMBER, Scanner, compiled, number_of, pattern
from symbols.trials.board.state import OPPONENT, YOU, Thing, Zone
from symbols.trials.layers.words import is_keyword

_PAIR: Final = re.compile(r"\d/[-+]?\d")
_LOST: Final = compiled("lost")
_ATTACHED: Final = compiled("attached")
_ATTACHED_FIRST: Final = pattern("attached_first")
_NOT_ATTACHED: Final = pattern("not_attached")
_ZONE: Final = pattern("zone")
_PENDING: Final = pattern("pending")
_SETTLED: Final = pattern("settled")
_DAMAGE: Final = pattern("damage")
_AGAIN: Final = pattern("again")
_BURNT: Final = rf"\b(?:{'|'.join(data()['words']['burnt'])})\b"
_WITHERED: Final = pattern("withered")
_TOUCHED: Final = pattern("touched")
_SOURCE: Final = pattern("source")
_TOGETHER: Final = pattern("together")
_MOST: Final = pattern("most")
_COUNTERS: Final = pattern("counters")
_TIMES: Final = pattern("times")
_SHIELDS: Final = pattern("shields")
_CHAPTERS: Final = pattern("chapters")
_NO_CHAPTERS: Final = pattern("no_chapters")
_LAST_ROOM: Final = pattern("last_room")
_PROTECTED: Final = pattern("protected")
_COMMANDER: Final = r"\b(?<!on )(?<!to )(?<!on my )(?<!to my )(?:a |my |your |the )?(?:commander|general)\b"
_NO_PROTECTOR: Final = pattern("no_protector")
ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_KINDS: Final = {
    "spell copy": r"\bcopy of (?:an? |the )?(?:spell|instant|sorcery)\b|\bspell copy\b|\bcopied spell\b",
    "card copy": r"\bcopy of (?:an? )?card\b|\bcard copy\b",
    "dungeon": r"\bdungeon\b|(?=\b(?:on|in) (?:its|the) (?:last|final|bottom(?:most)?) room\b)",
    "scheme": r"\bscheme\b",
    "phenomenon": r"\bphenomenon\b",
}
_ENCHANTS: Final = pattern("enchants")


def with_marks(line: Scanner, thing: Thing) -> Thing:
    """A thing with everything that a line says besides what it is."""
    most = {}
    while match := line.take(_MOST):
        most[match["kind"].lower()] = number_of(match[1])
    thing = replace(thing, most=most, is_settled=line.takes(_SETTLED), is_pending=line.takes(_PENDING))
    unattached = line.takes(_NOT_ATTACHED)
    thing = _damaged(line, _counters(line, _battle(line, _kind(line, thing))))
    if not unattached and (match := _ATTACHED.search(line.rest)):
        line.rest = line.rest[: match.start()]
        thing = replace(thing, attached=match["to"].strip())
    elif not unattached and (match := line.take(_ATTACHED_FIRST)):
        thing = replace(thing, attached=match["to"].strip())
    return thing


def _kind(line: Scanner, thing: Thing) -> Thing:
    """What isn't a card, and where it is."""
    kind = next((kind for kind, found in _KINDS.items() if line.takes(found)), "")
    if kind == "dungeon":
        thing = replace(thing, is_done=line.takes(_LAST_ROOM))
    elif kind == "scheme":
        is_not = line.takes(r"\b(?:non[- ]?|(?:is )?not (?:an )?|isn't (?:an )?)ongoing\b")
        thing = replace(thing, is_done=not is_not and line.takes(r"\bongoing\b"))
    return replace(thing, kind=kind, zone=_zone(line, kind))


def _damaged(line: Scanner, thing: Thing) -> Thing:
    """Damage, regeneration shields and what else is true of it."""
    if line.takes(pattern("not_regenerated")):
        thing = replace(thing, cant_regenerate=True)
    is_lethal = line.takes(pattern("lethal"))
    thing = replace(thing, is_lethal=is_lethal)
    touched = line.take(_TOUCHED)
    damage = line.number(_DAMAGE)
    if damage and (again := line.take(_AGAIN)):
        damage *= 3 if again[1] else 2
    if damage is None and (burnt := line.take(_BURNT)):
        damage = int(data()["words"]["burnt"][burnt[0].lower()])
    if damage is None and touched:
        damage = number_of(touched[1] or "1")
        line.takes(r"\b(?:damaged|dealt damage)\b")
    is_dealt = damage is not None or is_lethal or line.takes(r"\b(?:damaged|dealt damage)\b(?= by )")
    source = line.take(_SOURCE) if is_dealt else None
    line.takes(pattern("no_shields"))
    shields = line.take(_SHIELDS)
    thing = replace(
        thing,
        # 120.8: damage of 0 isn't dealt.
        touched=touched is not None and damage != 0,
        source=source["by"].strip() if source and damage != 0 else "",
        is_simultaneous=line.takes(_TOGETHER),
        damage=max(damage or 0, 0),
        shields=number_of(shields[1] or "1") if shields else 0,
        is_phased_out=line.takes(r"\bphased[ -]out\b"),
        is_attacked=line.takes(r"\b(?:being |is )?attacked\b"),
        is_commander=line.takes(_COMMANDER),
    )
    if tapped := line.take(r"\b(un)?tapped\b"):
        thing = replace(thing, is_tapped=not tapped[1])
    if sector := line.take(r"\b(alpha|beta|gamma)(?: sector)?\b"):
        thing = replace(thing, sector=sector[1].lower())
    if enchants := line.take(_ENCHANTS):
        thing = replace(thing, enchants=enchants[1].lower())
    return thing


def _zone(line: Scanner, kind: str) -> Zone:
    match = line.take(_ZONE)
    word = next(filter(None, match.groups()), "").lower() if match else ""
    zones: Mapping[str, Zone] = {
        "command zone": "command",
        "exiled": "exile",
        "graveyard": "graveyard",
        "exile": "exile",
    }
    zones = {**zones, "hand": "hand", "library": "library", "stack": "stack", "ante": "ante"}
    default: Zone = "command" if kind in {"dungeon", "scheme", "phenomenon"} else "battlefield"
    return zones.get(word, default)


def _battle(line: Scanner, thing: Thing) -> Thing:
    """Numbers and players that Sagas and battles have."""
    if line.takes(_NO_CHAPTERS):
        thing = replace(thing, chapters=0)
    elif match := line.take(_CHAPTERS):
        thing = replace(thing, chapters=ROMAN.get(match[2] or "") or number_of(match[1] or match[2]))
    for kind in ("loyalty", "defense", "lore"):
        amount = line.number(
            rf"(?<![\w/])({NUMBER})\s+{kind}(?: counters?)?\b(?: on it)?|\b{kind}(?: counters?)?:?\s+(\d{{1,4}})\b"
        )
        if amount is not None:
            thing = thing.with_counters(kind, amount)
    if line.takes(_NO_PROTECTOR):
        thing = replace(thing, protector="")
    elif match := line.take(_PROTECTED):
        who = match["who"].lower()
        nobody = {"nobody", "no one", "noone", "none"}
        mine = {"me", "you", "myself"}
        key = "" if who in nobody else YOU if who in mine else thing.owner if who == "its controller" else who
        key = OPPONENT if key.endswith("opponent") else key
        thing = replace(
            thing, protector=f"{key[:-1]}{key[-1].upper()}" if key.startswith(("player", "opponent ")) else key
        )
    return thing


def _counters(line: Scanner, thing: Thing) -> Thing:
    while match := line.take(_WITHERED):
        thing = thing.with_counters("-1/-1", thing.count("-1/-1") + number_of(match[1] or match[2]))
    while match := line.take(_TIMES):
        kind = match["kind"] or match["signed"]
        thing = thing.with_counters(kind, thing.count(kind) + number_of(match[2] or match[3]))
    while match := line.take(_COUNTERS):
        kind = match["kind"].lower()
        thing = thing.with_counters(kind, thing.count(kind) + number_of(match[1] or "1"))
    return thing


def bonuses_in(line: Scanner, *, has_card: bool) -> list[str]:
    """What raises or lowers the size, as a sentence: of the permanent itself, or of what it's attached to."""
    for kind, attached in (("Equipment", "Equipped creature"), ("Aura", "Enchanted creature")):
        if re.search(rf"\b{kind}\b", line.rest, re.IGNORECASE):
            found = line.take(pattern("grants"))
            return [f"{attached} gets {found['gives']}."] if found else []
    # A bare pair with signs is a size where there's no other.
    has_size = has_card or len(_PAIR.findall(line.rest)) > 1
    given: list[str] = []
    while match := line.take(pattern("bonus")) or (line.take(pattern("bare_bonus")) if has_size else None):
        given.append(f"This creature gets {match['gets']}.")
    return given


def lost_in(line: Scanner) -> list[str]:
    """Keywords that it's without, as sentences."""
    found: list[str] = []
    while (match := _LOST.search(line.rest)) and (match["what"] == "all abilities" or is_keyword(match["what"])):
        words = [match["what"], *filter(is_keyword, filter(None, [match["more"]]))]
        found += [f"This creature loses {one.lower()}." for one in words]
        line.take(re.escape(match[0]))
    return found
