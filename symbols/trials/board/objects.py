"""Lines about permanents and other objects: `2/2 Bear damaged 2`, `Aura on 1`, `token in graveyard`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from symbols.plain_text import plain_text
from symbols.trials.board.era import data
from symbols.trials.board.naming import Words, named, read_words
from symbols.trials.board.scanning import NUMBER, Scanner, UnreadableError, number_of
from symbols.trials.board.state import OPPONENT, YOU, Thing, Zone
from symbols.trials.layers.notes import MissingNoteError
from symbols.trials.layers.objects import with_self
from symbols.trials.layers.phrases import read_ability
from symbols.trials.layers.values import Ability, Values
from symbols.trials.layers.words import COLORS, is_keyword
from symbols.trials.printed import FindCard, PrintedCard

_QUOTED: Final = re.compile(r'"([^"]+)"')
_COUNT: Final = re.compile(r"^(?:(\d{1,2})x?|x(\d{1,2})|(two|three|four|five))\s+(?![/\d]|[+-]\d|counter)|\s*[x×*]\s*(\d)$", re.I)
_WHOSE: Final = re.compile(
    r"^(?:(?P<theirs>(?:an |my |your |the )?opponent'?s'?|opp'?s?|their|his|her|theirs:?)|(?P<mine>my|your)"
    r"|(?P<named>player \w+|opponent \w)'s)\s+",
    re.IGNORECASE,
)
_CONTROLS: Final = (
    r"[,(]?\s*\b(?:(?P<theirs>(?:an |my |your )?opponent controls|controlled by (?:an |my |your )?opponent)"
    r"|(?P<mine>you control|i control|controlled by (?:me|you))"
    r"|(?:controlled by )?(?P<named>player \w+|opponent \w)(?: controls)?)\)?\s*$"
)
_ATTACHED: Final = re.compile(
    r"[\s,]*\b(?:(?:still )?(?:attached|equipped|stuck) to|enchanting|equipping|on)\s+"
    r"(?P<to>(?:(?:line|number|permanent|the|my|a|an|#) ?)*[^\",;]+?)\s*$",
    re.IGNORECASE,
)
_NOT_ATTACHED: Final = r"\b(?:un|not )attached\b|\b(?:attached to|on|enchanting) (?:nothing|nobody|no(?:thing)? (?:creature|permanent|one))\b"
_ZONE: Final = (
    r"\b(?:is |was |goes? |went |put |just |now )*(?:in|into|to)\s+(?:(?:the|a|my|your|their|its owner's|an opponent's|owner's|his|her)\s+)?"
    r"(graveyard|exile|hand|library|command zone|ante)\b|\b(exiled)\b|\bon (?:the )?(stack)\b"
)
_PENDING: Final = (
    r"[\s,]*\b(?:(?:with|and|its?|a|the|an|last|final)\s+)*(?:chapter|room|triggered|defeat)?\s*(?:ability|trigger|chapter)(?: is)?(?: still)?"
    r"\s+(?:on the stack|waiting|pending|has triggered|not resolved)"
)
_DAMAGE: Final = rf"\b(?:damaged?|marked|dealt)(?:\s*:)?\s+({NUMBER})(?:\s+damage)?\b|(?<![/\w])({NUMBER})\s+damage\b(?:\s+marked)?(?:\s+on it)?"
_TOUCHED: Final = r"\b(?:(?:dealt |damaged? |damage )?(?:by|from) (?:an? )?(?:source |creature )?(?:with )?deathtouch|deathtouched)\b"
_MOST: Final = rf"\bcan'?t have more than ({NUMBER}) (?P<kind>[\w-]+)(?: counters?)?(?: on it)?"
_SIGNED: Final = r"[+-]\d+/[+-]\d+"
_COUNTERS: Final = rf"(?<![\w/])(?:({NUMBER})\s+)?(?P<kind>{_SIGNED}|(?!no\b)[a-z][a-z-]+(?: strike)?) counters?\b(?: on it)?"
_TIMES: Final = rf"(?P<kind>{_SIGNED})(?: counters?)?\s*[x×*]\s*(\d{{1,4}})(?: counters?)?|({NUMBER})\s+(?P<signed>{_SIGNED})(?![\w/])"
_SHIELDS: Final = rf"(?:({NUMBER})\s+)?\bregeneration shields?\b|\b(?:regenerates?|regenerated|regeneration)\b(?: shields?)?"
_CHAPTERS: Final = rf"(?:,|with|and|of)*\s*\b({NUMBER}) chapters?(?: abilit\w+)?\b|\bfinal chapter (?:number )?(\d|I{{1,3}}|IV|V|VI)\b"
_NO_CHAPTERS: Final = r"\b(?:no|without|0)(?: any)? chapters?(?: abilities)?\b"
_LAST_ROOM: Final = r"\b(?:on |in |at )?(?:its |the |his |her |my )*(?:last|bottom\s?most|bottom|final) room\b|\bcompleted?\b|\bfinished\b"
_PROTECTED: Final = r"\bprotect(?:ed by|or(?: is|:)?)\s+(?P<who>me|you|myself|opponent|an opponent|my opponent|player \w+|opponent \w+|nobody|no ?one|none|its controller)\b"  # fmt: skip
_NO_PROTECTOR: Final = r"\b(?:no|without(?: an?)?) protector\b"
_ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_FLAGS: Final = {
    "is_phased_out": r"\bphased[ -]out\b",
    "is_attacked": r"\b(?:being |is )?attacked\b",
    "is_commander": r"\b(?:a |my |your |the )?(?:commander|general)\b",
}
_KINDS: Final = {
    "spell copy": r"\bcopy of (?:an? |the )?(?:spell|instant|sorcery)\b|\bspell copy\b|\bcopied spell\b",
    "card copy": r"\bcopy of (?:an? )?card\b|\bcard copy\b",
    "dungeon": r"\bdungeon\b",
    "phenomenon": r"\bphenomenon\b",
}
_ENCHANTS: Final = r"\benchants? (creature|land|artifact|permanent|planeswalker|player|enchantment|opponent)\b"
_GETS: Final = re.compile(r"^[+-]\d+/[+-]\d+$")


def read_things(text: str, line: int, find: FindCard) -> list[Thing]:
    """The objects of a line, one after another.

    Raises:
        UnreadableError: it isn't understood.
    """
    text = plain_text(text, keep_case=True).strip().rstrip(".,")
    quoted = _QUOTED.findall(text)
    text = _QUOTED.sub(" ", text).strip()
    owner, text = _owner(text)
    count, text = _counted(text)
    card, text = _card(text, find)
    scanner = Scanner(text)
    thing = _said(scanner, Thing(key=str(line), line=line, text="", label="", values=Values(), owner=owner))
    rider, scanner.rest = _rider(scanner.rest, find)
    words = read_words(scanner.rest, has_card=card is not None)
    thing = _with_words(thing, words, card, quoted)
    found = [thing] if count == 1 else [replace(thing, key=f"{line}.{place}") for place in range(1, count + 1)]
    if rider:
        found.append(replace(of_printed(rider, f"{line}a", line), attached=found[0].key, owner=owner))
    return found


def _owner(text: str) -> tuple[str, str]:
    match = _WHOSE.match(text)
    rest = text[match.end() :] if match else text
    scanner = Scanner(rest)
    found = match or scanner.take(_CONTROLS)
    if found is None:
        return YOU, text
    named_ = found["named"]
    key = OPPONENT if found["theirs"] else f"{named_.split()[0].lower()} {named_.split()[1].upper()}" if named_ else YOU
    return key, (rest if match else scanner.rest).strip().rstrip(",")


def _counted(text: str) -> tuple[int, str]:
    match = _COUNT.search(text)
    if match is None or not (number := next(filter(None, match.groups()), "")):
        return 1, text
    count = number_of(number)
    if not 1 <= count <= 8:
        raise UnreadableError("list up to 8 of the same.")
    return count, f"{text[: match.start()]} {text[match.end() :]}".strip()


def _card(text: str, find: FindCard) -> tuple[PrintedCard | None, str]:
    """The card that a line begins with, perhaps after its supertypes and types."""
    skipped = re.match(r"^(?:(?:legendary|creature|enchantment|artifact|planeswalker|world|an?|the)\s+)*", text, re.I)
    start = skipped.end() if skipped else 0
    words = list(re.finditer(r"\S+", text[start:]))[:12]
    for end in range(len(words), 0, -1):
        name = text[start : start + words[end - 1].end()].rstrip(",:")
        if not is_plain(name) and (card := find(name)):
            return card, f"{text[:start]} {text[start + len(name) :].lstrip(',:')}"
    return None, text


@cache
def _plain() -> frozenset[str]:
    words = data()["words"]
    return frozenset({*words["idle"], *words["not_cards"]})


def is_plain(name: str) -> bool:
    """Whether all the words of what could be a card's name are those of lines."""
    return all(
        word.lower() in _plain() or re.search(r"\d", word) or is_keyword(word) or word.lower() in COLORS
        for word in name.split()
    )


def _said(line: Scanner, thing: Thing) -> Thing:
    """A thing with everything that a line says besides what it is."""
    most = {}
    while match := line.take(_MOST):
        most[match["kind"].lower()] = number_of(match[1])
    thing = replace(thing, most=most, is_pending=line.takes(_PENDING))
    unattached = line.takes(_NOT_ATTACHED)
    kind = next((kind for kind, pattern in _KINDS.items() if line.takes(pattern)), "")
    if line.takes(r"\bongoing scheme\b"):
        thing = replace(thing, is_done=True, kind="scheme")
    elif line.takes(r"\bscheme\b"):
        kind = "scheme"
    if kind == "dungeon":
        thing = replace(thing, is_done=line.takes(_LAST_ROOM))
    thing = replace(thing, kind=kind or thing.kind, zone=_zone(line, kind or thing.kind))
    thing = _battle(line, thing)
    thing = replace(thing, touched=line.takes(_TOUCHED))
    if thing.touched and line.takes(r"(?:^|\s)(?:damaged|dealt damage)\s*$"):
        thing = replace(thing, damage=1)
    thing = _counters(line, thing)
    if (damage := line.number(_DAMAGE)) is not None:
        thing = replace(thing, damage=max(damage, 0))
    elif thing.touched:
        thing = replace(thing, damage=max(thing.damage, 1))
    if shields := line.take(_SHIELDS):
        thing = replace(thing, shields=number_of(shields[1] or "1"))
    for name, pattern in _FLAGS.items():
        if line.takes(pattern):
            thing = replace(thing, **{name: True})
    if sector := line.take(r"\b(alpha|beta|gamma)(?: sector)?\b"):
        thing = replace(thing, sector=sector[1].lower())
    if enchants := line.take(_ENCHANTS):
        thing = replace(thing, enchants=enchants[1].lower())
    if not unattached and (match := _ATTACHED.search(line.rest)):
        line.rest = line.rest[: match.start()]
        thing = replace(thing, attached=match["to"].strip())
    return thing


def _zone(line: Scanner, kind: str) -> Zone:
    match = line.take(_ZONE)
    word = next(filter(None, match.groups()), "").lower() if match else ""
    zones: Mapping[str, Zone] = {"command zone": "command", "exiled": "exile", "graveyard": "graveyard", "exile": "exile"}
    zones = {**zones, "hand": "hand", "library": "library", "stack": "stack", "ante": "ante"}
    default: Zone = "command" if kind in {"dungeon", "scheme", "phenomenon"} else "battlefield"
    return zones.get(word, default)


def _battle(line: Scanner, thing: Thing) -> Thing:
    """Numbers and players that Sagas and battles have."""
    if line.takes(_NO_CHAPTERS):
        thing = replace(thing, chapters=0)
    elif match := line.take(_CHAPTERS):
        thing = replace(thing, chapters=_ROMAN.get(match[2] or "") or number_of(match[1] or match[2]))
    for kind in ("loyalty", "defense", "lore"):
        amount = line.number(rf"(?<![\w/])({NUMBER})\s+{kind}(?: counters?)?\b|\b{kind}(?: counters?)?:?\s+(\d{{1,4}})\b")
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
        thing = replace(thing, protector=f"{key[:-1]}{key[-1].upper()}" if key.startswith(("player", "opponent ")) else key)
    return thing


def _counters(line: Scanner, thing: Thing) -> Thing:
    while match := line.take(_TIMES):
        kind = match["kind"] or match["signed"]
        thing = thing.with_counters(kind, thing.count(kind) + number_of(match[2] or match[3]))
    while match := line.take(_COUNTERS):
        kind = match["kind"].lower()
        thing = thing.with_counters(kind, thing.count(kind) + number_of(match[1] or "1"))
    return thing


def _rider(text: str, find: FindCard) -> tuple[PrintedCard | None, str]:
    """An Aura or Equipment that a permanent is listed with: `Goblin token 1/1 with Rancor`."""
    match = re.search(r"\bwith ([A-Z].*?)\s*$", text)
    card = find(match[1].strip()) if match and not is_plain(match[1]) else None
    if match and card and re.search(r"Aura|Equipment", card.type_line):
        return card, text[: match.start()]
    return None, text


def of_printed(card: PrintedCard, key: str, line: int) -> Thing:
    return _with_words(Thing(key=key, line=line, text="", label="", values=Values()), Words(), card, [])


def _with_words(thing: Thing, words: Words, card: PrintedCard | None, quoted: list[str]) -> Thing:
    values, label = named(words, card, thing)
    texts = [*words.keywords, *(with_self(one, values.name) for one in quoted)]
    if "Role" in values.subtypes:
        role = data()["roles"].get(values.name.removesuffix(" Role"), "")
        texts += [role] if role else []
        values = replace(values, is_token=True)
    if thing.attached and not ({"Aura", "Equipment", "Fortification"} & set(values.subtypes)) and not values.types:
        values = replace(values, types=("Enchantment",), subtypes=(*values.subtypes, "Aura"))
    if words.size is None and card is None and (thing.damage or thing.shields) and "Creature" in values.types:
        raise UnreadableError("it needs power and toughness, such as 2/2.", f"{{}} {values.power or 2}/2")
    known = [*values.abilities, *(Ability(one, f"said {place}") for place, one in enumerate(texts))]
    values = replace(values, abilities=tuple(filter(_is_readable, known)), controller=thing.owner)
    thing = replace(thing, values=values, label=label)
    if card:
        thing = _of_card(thing, card)
    if not (thing.enchants or card) and "Role" in values.subtypes:
        thing = replace(thing, enchants="creature")
    return thing


def _is_readable(ability: Ability) -> bool:
    """Whether what it does needs nothing that only players know."""
    try:
        read_ability(ability.text, ability.note)
    except MissingNoteError:
        return False
    return True


def _of_card(thing: Thing, card: PrintedCard) -> Thing:
    """What cards say besides their characteristics."""
    changed: dict[str, Any] = {}
    if not thing.enchants and (match := re.search(r"^Enchant (?:target )?(?:non\w+ )?(\w+)", card.text, re.MULTILINE)):
        changed["enchants"] = match[1].lower()
    if "Saga" in card.type_line and thing.chapters is None:
        numerals = re.findall(r"^((?:[IV]+(?:, )?)+) —", card.text, re.MULTILINE)
        changed["chapters"] = max((_ROMAN.get(one, 0) for line in numerals for one in line.split(", ")), default=0)
    return replace(thing, **changed)

