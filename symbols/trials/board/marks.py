"""What a line says of an object besides what it is: damage, counters, its zone, what it's attached to."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from symbols.trials.board.enchanting import enchanted_by
from symbols.trials.board.era import data
from symbols.trials.board.scanning import NUMBER, Scanner, compiled, number_of, pattern
from symbols.trials.board.state import OPPONENT, YOU, GameObject, Zone, player_key
from symbols.trials.layers.words import is_keyword

_PAIR: Final = re.compile(r"\d/[-+]?\d")
_LOST: Final = compiled("lost")
_ATTACHED: Final = compiled("attached")
_BURNT: Final = rf"\b(?:{'|'.join(data()['words']['burnt'])})\b"
_COMMANDER: Final = r"\b(?<!on )(?<!to )(?<!on my )(?<!to my )(?:a |my |your |the )?(?:commander|general)\b"
ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_KINDS: Final = {
    "spell copy": r"\bcopy of (?:an? |the )?(?:spell|instant|sorcery)\b|\bspell copy\b|\bcopied spell\b",
    "card copy": r"\bcopy of (?:an? )?card\b|\bcard copy\b",
    "dungeon": r"\bdungeon\b|(?=\b(?:on|in) (?:its|the) (?:last|final|bottom(?:most)?) room\b)",
    "scheme": r"\bscheme\b",
    "phenomenon": r"\bphenomenon\b",
}
_ZONES: Final[Mapping[str, Zone]] = {
    "command zone": "command", "exiled": "exile", "exile": "exile", "graveyard": "graveyard", "hand": "hand",
    "library": "library", "stack": "stack", "ante": "ante",
}  # fmt: skip
_PLAYERS: Final = {
    **dict.fromkeys(("me", "you", "myself"), YOU),
    **dict.fromkeys(("nobody", "no one", "noone", "none"), ""),
    **dict.fromkeys(("opponent", "an opponent", "my opponent"), OPPONENT),
}
"""Who may protect a battle, by what lines call them."""


def with_marks(line: Scanner, obj: GameObject) -> GameObject:
    most = {}
    while match := line.take(pattern("most")):
        most[match["kind"].lower()] = number_of(match[1])
    obj = replace(
        obj, max_counters=most, is_settled=line.takes(pattern("settled")), is_pending=line.takes(pattern("pending"))
    )
    unattached = line.takes(pattern("not_attached"))
    obj = _damaged(line, _counters(line, _battle(line, _kind(line, obj))))
    if not unattached and (match := _ATTACHED.search(line.rest)):
        line.rest = line.rest[: match.start()]
        obj = replace(obj, attached=match["to"].strip())
    elif not unattached and (match := line.take(pattern("attached_first"))):
        obj = replace(obj, attached=match["to"].strip())
    return obj


def _kind(line: Scanner, obj: GameObject) -> GameObject:
    kind = next((kind for kind, found in _KINDS.items() if line.takes(found)), "")
    if kind == "dungeon":
        obj = replace(obj, is_done=line.takes(pattern("last_room")))
    elif kind == "scheme":
        is_not = line.takes(r"\b(?:non[- ]?|(?:is )?not (?:an )?|isn't (?:an )?)ongoing\b")
        obj = replace(obj, is_done=not is_not and line.takes(r"\bongoing\b"))
    return replace(obj, kind=kind, zone=_zone(line, kind))


def _damaged(line: Scanner, obj: GameObject) -> GameObject:
    obj = replace(obj, cant_regenerate=line.takes(pattern("not_regenerated")), is_lethal=line.takes(pattern("lethal")))
    touched = line.take(pattern("touched"))
    damage = line.number(pattern("damage"))
    if damage and (again := line.take(pattern("again"))):
        damage *= 3 if again[1] else 2
    if damage is None and (burnt := line.take(_BURNT)):
        damage = int(data()["words"]["burnt"][burnt[0].lower()])
    if damage is None and touched:
        damage = number_of(touched[1] or "1")
        line.takes(r"\b(?:damaged|dealt damage)\b")
    is_dealt = damage is not None or obj.is_lethal or line.takes(r"\b(?:damaged|dealt damage)\b(?= by )")
    source = line.take(pattern("source")) if is_dealt else None
    line.takes(pattern("no_shields"))
    shields = line.take(pattern("shields"))
    obj = replace(
        obj,
        # 120.8: damage of 0 isn't dealt.
        deathtouched=touched is not None and damage != 0,
        source=source["by"].strip() if source and damage != 0 else "",
        is_simultaneous=line.takes(pattern("together")),
        damage=max(damage or 0, 0),
        shields=number_of(shields[1] or "1") if shields else 0,
        is_phased_out=line.takes(r"\bphased[ -]out\b"),
        is_attacked=line.takes(r"\b(?:being |is )?attacked\b"),
        is_commander=line.takes(_COMMANDER),
    )
    if tapped := line.take(r"\b(un)?tapped\b"):
        obj = replace(obj, is_tapped=not tapped[1])
    if sector := line.take(r"\b(alpha|beta|gamma)(?: sector)?\b"):
        obj = replace(obj, sector=sector[1].lower())
    if enchants := line.take(pattern("enchants")):
        obj = replace(obj, enchants=enchanted_by(enchants[0].lower()))
    return obj


def _zone(line: Scanner, kind: str) -> Zone:
    match = line.take(pattern("zone"))
    word = next(filter(None, match.groups()), "").lower() if match else ""
    default: Zone = "command" if kind in {"dungeon", "scheme", "phenomenon"} else "battlefield"
    return _ZONES.get(word, default)


def _battle(line: Scanner, obj: GameObject) -> GameObject:
    """Numbers and players that Sagas and battles have."""
    if line.takes(pattern("no_chapters")):
        obj = replace(obj, chapters=0)
    elif match := line.take(pattern("chapters")):
        obj = replace(obj, chapters=ROMAN.get(match[2] or "") or number_of(match[1] or match[2]))
    for kind in ("loyalty", "defense", "lore"):
        amount = line.number(
            rf"(?<![\w/])({NUMBER})\s+{kind}(?: counters?)?\b(?: on it)?|\b{kind}(?: counters?)?:?\s+(\d{{1,4}})\b"
        )
        if amount is not None:
            obj = obj.with_counters(kind, amount)
    if line.takes(pattern("no_protector")):
        obj = replace(obj, protector="")
    elif match := line.take(pattern("protected")):
        who = match["who"].lower()
        protector = obj.owner if who == "its controller" else _PLAYERS.get(who)
        obj = replace(obj, protector=player_key(who) if protector is None else protector)
    return obj


def _counters(line: Scanner, obj: GameObject) -> GameObject:
    while match := line.take(pattern("withered")):
        obj = obj.with_counters("-1/-1", obj.count("-1/-1") + number_of(match[1] or match[2]))
    while match := line.take(pattern("times")):
        kind = match["kind"] or match["signed"]
        obj = obj.with_counters(kind, obj.count(kind) + number_of(match[2] or match[3]))
    while match := line.take(pattern("counters")):
        kind = match["kind"].lower()
        obj = obj.with_counters(kind, obj.count(kind) + number_of(match[1] or "1"))
    return obj


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
    found: list[str] = []
    while (match := _LOST.search(line.rest)) and (match["what"] == "all abilities" or is_keyword(match["what"])):
        words = [match["what"], *filter(is_keyword, filter(None, [match["more"]]))]
        found += [f"This creature loses {one.lower()}." for one in words]
        line.take(re.escape(match[0]))
    return found
