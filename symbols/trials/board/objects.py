"""Lines about permanents and other objects: `2/2 Bear damaged 2`, `Aura on 1`, `token in graveyard`."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from symbols.plain_text import plain_text
from symbols.sentences import capital
from symbols.trials.board.asking import refuse_unclear
from symbols.trials.board.conditions import is_readable
from symbols.trials.board.era import data
from symbols.trials.board.faces import face_down, face_up, is_face_down
from symbols.trials.board.naming import Words, is_kind, named, read_words, with_type
from symbols.trials.board.scanning import NUMBER, Scanner, UnreadableError, compiled, number_of, pattern
from symbols.trials.board.state import OPPONENT, YOU, Thing, Zone
from symbols.trials.layers.objects import with_self
from symbols.trials.layers.values import Ability, Values
from symbols.trials.layers.words import COLORS, is_keyword
from symbols.trials.printed import FindCard, PrintedCard
from symbols.trials.trial import Reading

LONGEST: Final = 600
"""Most characters of a line."""

_QUOTED: Final = re.compile(r'"([^"]+)"')
_SIZES: Final = re.compile(r"(?<![\w/])([-−–]?\d+/[-−–]?\d+)'?s\b")
_PAIR: Final = re.compile(r"\d/[-+]?\d")
_LOST: Final = compiled("lost")
_SAYS: Final = compiled("says")
_STARTS: Final = re.compile(pattern("starts_ability"))
_COPY: Final = compiled("copy_of")
_COUNT: Final = compiled("count")
_EACH_OF: Final = compiled("each_of")
_WHOSE: Final = compiled("whose")
_CONTROLS: Final = pattern("controls")
_ATTACHED: Final = compiled("attached")
_NOT_ATTACHED: Final = pattern("not_attached")
_ZONE: Final = pattern("zone")
_PENDING: Final = pattern("pending")
_DAMAGE: Final = pattern("damage")
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
_NO_PROTECTOR: Final = pattern("no_protector")
_ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_KINDS: Final = {
    "spell copy": r"\bcopy of (?:an? |the )?(?:spell|instant|sorcery)\b|\bspell copy\b|\bcopied spell\b",
    "card copy": r"\bcopy of (?:an? )?card\b|\bcard copy\b",
    "dungeon": r"\bdungeon\b|(?=\b(?:on|in) (?:its|the) (?:last|final|bottom(?:most)?) room\b)",
    "scheme": r"\bscheme\b",
    "phenomenon": r"\bphenomenon\b",
}
_ENCHANTS: Final = pattern("enchants")
_BEFORE_CARD: Final = re.compile(
    r"^(?:(?:legendary|tokens?|commander|general|creature|enchantment|artifact|planeswalker|world|an?|the)\s+)*",
    re.IGNORECASE,
)


def read_things(text: str, line: int, reading: Reading, names: Collection[str] = ()) -> list[Thing]:
    """The objects of a line, one after another; `names` are players'.

    Raises:
        UnreadableError: it isn't understood.
    """
    text = plain_text(text, keep_case=True).strip().rstrip(".,")
    if len(text) > LONGEST:
        raise UnreadableError(f"that’s {len(text):,} characters. Use {LONGEST} or fewer.")
    owner, text = _named_owner(text, names)
    refuse_unclear(text)
    some = list(_EACH_OF.finditer(text))
    base = _EACH_OF.sub("", text)
    things = _alike(base, line, reading) if some else []
    # “2/2, one +1/+1 counter” is about one permanent.
    found = _some(base, things, some, reading) if len(things) > 1 else _alike(text, line, reading)
    return [_owned(one, owner) for one in found] if owner else found


def _named_owner(text: str, names: Collection[str]) -> tuple[str, str]:
    """The named player whose it is, and the line without that; empty for none: `Anna's 2/2`."""
    for name in names:
        who = re.escape(name)
        before = rf"^{who}(?:'s?| controls| owns| has|:)\s+"
        after = rf"[,(]?\s*\b(?:(?:controlled|owned) by {who}|{who} (?:controls|owns))\)?(?=[\s,]|$)"
        if match := re.search(f"{before}|{after}", text, re.IGNORECASE):
            return name, f"{text[: match.start()]} {text[match.end() :]}".strip(" ,")
    return "", text


def _owned(thing: Thing, owner: str) -> Thing:
    return replace(thing, owner=owner, values=replace(thing.values, controller=owner))


def _some(base: str, things: list[Thing], some: Sequence[re.Match[str]], reading: Reading) -> list[Thing]:
    """`2 Grizzly Bears, one damaged 2`: several, and what only some of them have."""
    place = 0
    for match in some:
        changed = _alike(f"{base}, {match['what']}", things[0].line, reading)
        end = place + number_of(match["some"])
        if end > len(things):
            raise UnreadableError(f"there are only {len(things)} of them.")
        things[place:end] = changed[place:end]
        place = end
    return things


def _alike(text: str, line: int, reading: Reading) -> list[Thing]:
    """One, or several of the same."""
    quoted = [one for each in _QUOTED.findall(text) for one in _STARTS.split(each)]
    text = _QUOTED.sub(" ", text).strip()
    if not quoted and (says := _SAYS.match(text)):
        # “Platinum Angel: you can't lose the game”
        quoted, text = [capital(says["says"])], says["name"]
    owner, text = _owner(text)
    count, text = _counted(_SIZES.sub(r"\1", text))
    if owner == YOU:
        # “8 opponent's 3/3”
        owner, text = _owner(text)
    text = _as_copied(text, reading.card)
    copying = _COPY.search(text)
    text = _COPY.sub(lambda match: "token " if match["token"] else "", text)
    card, text = face_up(*_card(text, reading.card))
    scanner = Scanner(text)
    thing = _said(scanner, Thing(key=str(line), line=line, text="", label="", values=Values(), owner=owner))
    if copying and not copying["token"] and thing.zone != "battlefield" and not thing.kind:
        thing = replace(thing, kind=_kind_of_copy(card))
    is_hidden = is_face_down(scanner)
    quoted += [*_bonuses(scanner, has_card=card is not None), *_lost(scanner)]
    rider, scanner.rest = _rider(scanner.rest, reading.card)
    is_animated = scanner.takes(pattern("crewed"))
    words = read_words(scanner.rest, reading.is_name, card)
    if is_animated:
        words = with_type(words, "Creature")
    enchants = next(filter(None, (re.match(_ENCHANTS, one, re.IGNORECASE) for one in quoted)), None)
    thing = replace(thing, unread=words.unread, enchants=enchants[1].lower() if enchants else thing.enchants)
    has_text = quoted or words.keywords or words.is_token or card
    is_named = len(words.before) > (1 if words.size else 0) or (words.after and not words.size)
    is_unknown = bool(is_named and not has_text and not thing.kind)
    thing = replace(thing, has_unknown_text=is_unknown, is_sized=words.size is not None)
    if is_hidden and words.size is None:
        words = replace(words, size=(2, 2))
    thing = _with_words(thing, words, card, quoted)
    thing = face_down(thing) if is_hidden else thing
    found = [thing] if count == 1 else [replace(thing, key=f"{line}.{place}") for place in range(1, count + 1)]
    if rider:
        found.append(replace(of_printed(rider, f"{line}a", line), attached=found[0].key, owner=owner))
    return found


def _as_copied(text: str, find: FindCard) -> str:
    """`copy of Grizzly Bears` from `Clone as Grizzly Bears`: it's what it copies (707.2)."""
    if (match := compiled("copies").match(text)) and (
        match["of"] or find(match["what"]) or _card(match["what"], find)[0]
    ):
        return f"copy of {match['what']}"
    return text


def _kind_of_copy(card: PrintedCard | None) -> str:
    """What a copy that's no permanent is: of a spell, or of a card (704.5e)."""
    is_spell = card is not None and not any(one in card.type_line for one in _PERMANENT)
    return "spell copy" if is_spell else "card copy"


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
    skipped = _BEFORE_CARD.match(text)
    # “The Abyss” is a name, too.
    for start in dict.fromkeys((0, skipped.end() if skipped else 0)):
        words = list(re.finditer(r"\S+", text[start:]))[:12]
        for end in range(len(words), 0, -1):
            name = text[start : start + words[end - 1].end()].rstrip(",:")
            if is_plain(name) or _goes_on(text[start + len(name) :]):
                continue
            # A plural: “2 Hill Giants”. “Urza's Saga” isn't about Urza.
            one_of = "" if name.endswith(("'s", "’s")) else name.removesuffix("s")
            if card := find(name) or (one_of and find(one_of)):
                return card, f"{text[:start]} {text[start + len(name) :].lstrip(',:')}"
    return None, text


def _goes_on(rest: str) -> bool:
    """Whether a name goes on after what is a card's: “Elves” after “Llanowar”."""
    match = re.match(r" ([A-Z][\w'-]*)", rest)
    return match is not None and not is_plain(match[1]) and not is_kind(match[1].lower())


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
    thing = _marked(line, _counters(line, _battle(line, _kind(line, thing))))
    if not unattached and (match := _ATTACHED.search(line.rest)):
        line.rest = line.rest[: match.start()]
        thing = replace(thing, attached=match["to"].strip())
    return thing


def _kind(line: Scanner, thing: Thing) -> Thing:
    """What isn't a card, and where it is."""
    kind = next((kind for kind, found in _KINDS.items() if line.takes(found)), "")
    if kind == "dungeon":
        thing = replace(thing, is_done=line.takes(_LAST_ROOM))
    elif kind == "scheme":
        thing = replace(thing, is_done=line.takes(r"\bongoing\b"))
    return replace(thing, kind=kind, zone=_zone(line, kind))


def _marked(line: Scanner, thing: Thing) -> Thing:
    """Damage, regeneration shields and what else is true of it."""
    if line.takes(pattern("not_regenerated")):
        thing = replace(thing, cant_regenerate=True)
    is_lethal = line.takes(pattern("lethal"))
    thing = replace(thing, is_lethal=is_lethal)
    touched = line.take(_TOUCHED)
    damage = line.number(_DAMAGE)
    if damage is None and touched:
        damage = number_of(touched[1] or "1")
        line.takes(r"\b(?:damaged|dealt damage)\b")
    is_dealt = damage is not None or is_lethal or line.takes(r"\b(?:damaged|dealt damage)\b(?= by )")
    source = line.take(_SOURCE) if is_dealt else None
    line.takes(pattern("no_shields"))
    shields = line.take(_SHIELDS)
    thing = replace(
        thing,
        touched=touched is not None,
        source=source["by"].strip() if source else "",
        is_simultaneous=line.takes(_TOGETHER),
        damage=max(damage or 0, 0),
        shields=number_of(shields[1] or "1") if shields else 0,
        is_phased_out=line.takes(r"\bphased[ -]out\b"),
        is_attacked=line.takes(r"\b(?:being |is )?attacked\b"),
        is_commander=line.takes(r"\b(?:a |my |your |the )?(?:commander|general)\b"),
    )
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
        thing = replace(thing, chapters=_ROMAN.get(match[2] or "") or number_of(match[1] or match[2]))
    for kind in ("loyalty", "defense", "lore"):
        amount = line.number(
            rf"(?<![\w/])({NUMBER})\s+{kind}(?: counters?)?\b|\b{kind}(?: counters?)?:?\s+(\d{{1,4}})\b"
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


def _bonuses(line: Scanner, *, has_card: bool) -> list[str]:
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


def _lost(line: Scanner) -> list[str]:
    """Keywords that it's without, as sentences."""
    found: list[str] = []
    while (match := _LOST.search(line.rest)) and (match["what"] == "all abilities" or is_keyword(match["what"])):
        words = [match["what"], *filter(is_keyword, filter(None, [match["more"]]))]
        found += [f"This creature loses {one.lower()}." for one in words]
        line.take(re.escape(match[0]))
    return found


def _rider(text: str, find: FindCard) -> tuple[PrintedCard | None, str]:
    """An Aura or Equipment that a permanent is listed with: `Goblin token 1/1 with Rancor`."""
    match = re.search(r"\bwith ([A-Z].*?)\s*$", text)
    if match is None or is_plain(match[1]):
        return None, text
    card = find(match[1].strip())
    if card is None:
        raise UnreadableError(
            f"Pipwise doesn’t have “{match[1].strip()}”. Give it a line: {match[1].strip()} Aura on 1."
        )
    return card, text[: match.start()]


_PERMANENT: Final = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
"""Card types of permanents (110.4)."""


def of_printed(card: PrintedCard, key: str, line: int) -> Thing:
    return _with_words(Thing(key=key, line=line, text="", label="", values=Values()), Words(), card, [])


def _with_words(thing: Thing, words: Words, card: PrintedCard | None, quoted: list[str]) -> Thing:
    values, label = named(words, card, thing, has_text=bool(quoted))
    texts = [*words.keywords, *(with_self(one, values.name) for one in quoted)]
    if "Role" in values.subtypes:
        role = data()["roles"].get(values.name.removesuffix(" Role"), "")
        texts += role.split("\n") if role else []
        # What it says is known.
        thing = replace(thing, has_unknown_text=thing.has_unknown_text and not role)
        values = replace(values, is_token=True)
    if thing.attached and not ({"Aura", "Equipment", "Fortification"} & set(values.subtypes)) and not values.types:
        is_equipment = any(re.search(r"\bequip", one, re.IGNORECASE) for one in quoted)
        kind, subtype = ("Artifact", "Equipment") if is_equipment else ("Enchantment", "Aura")
        values = replace(values, types=(kind,), subtypes=(*values.subtypes, subtype))
    if (
        words.size is None
        and card is None
        and (thing.damage or thing.shields or thing.is_lethal)
        and "Creature" in values.types
    ):
        raise UnreadableError("it needs power and toughness, such as 2/2.", with_size=True)
    if "Saga" in values.subtypes and "lore" in thing.counters and thing.chapters is None and card is None:
        raise UnreadableError("say how many chapters it has, such as 3 chapters.")
    known = [*values.abilities, *(Ability(one, f"said {place}") for place, one in enumerate(texts))]
    uncounted = tuple(one.text for one in known if not is_readable(one))
    thing = replace(thing, uncounted=uncounted)
    values = replace(values, abilities=tuple(filter(is_readable, known)), controller=thing.owner)
    if thing.damage and not values.is_creature:
        thing = _without_counters(thing, values)
    if thing.is_lethal:
        thing = replace(thing, damage=max(values.toughness or 0, 1))
    thing = replace(thing, values=values, label=label)
    if card:
        if thing.zone == "battlefield" and not thing.kind and not _PERMANENT & {*values.types}:
            raise UnreadableError(f"{card.name} isn’t a permanent.")
        if words.size is None and not re.fullmatch(r"-?\d*", card.toughness):
            raise UnreadableError(f"{card.name} is {card.power}/{card.toughness}. Type its numbers.", with_size=True)
        thing = _of_card(thing, card)
    if not (thing.enchants or card) and "Role" in values.subtypes:
        thing = replace(thing, enchants="creature")
    return _bestowed(thing) if thing.attached and values.has_ability("bestow") else thing


def _without_counters(thing: Thing, values: Values) -> Thing:
    """Damage to a planeswalker or a battle removes counters (120.3c, 120.3h)."""
    kind = "loyalty" if "Planeswalker" in values.types else "defense" if "Battle" in values.types else ""
    if kind and kind not in thing.counters:
        raise UnreadableError(f"say its {kind}, such as 3 {kind}.")
    if not kind:
        return thing
    left = max(thing.count(kind) - thing.damage, 0)
    if not left and thing.count(kind) and values.has_subtype("Siege"):
        # Its ability triggers, so that it stays for now (310.11b, 704.5v).
        thing = replace(thing, is_pending=True, triggers="siege")
    return replace(thing.with_counters(kind, left), damage=0)


def _bestowed(thing: Thing) -> Thing:
    """What bestow makes an Aura of is a creature without it."""
    types = tuple(dict.fromkeys([*thing.values.types, "Enchantment", "Creature"]))
    subtypes = tuple(one for one in thing.values.subtypes if one != "Aura")
    values = replace(thing.values, types=types, subtypes=subtypes)
    return replace(thing, values=values, is_bestowed=True, enchants="creature")


def _of_card(thing: Thing, card: PrintedCard) -> Thing:
    """What cards say besides their characteristics."""
    changed: dict[str, Any] = {}
    if not thing.enchants and (match := re.search(r"^Enchant (?:target )?(?:non\w+ )?(\w+)", card.text, re.MULTILINE)):
        changed["enchants"] = match[1].lower()
    if "Saga" in card.type_line and thing.chapters is None:
        numerals = re.findall(r"^((?:[IV]+(?:, )?)+) —", card.text, re.MULTILINE)
        changed["chapters"] = max((_ROMAN.get(one, 0) for line in numerals for one in line.split(", ")), default=0)
    return replace(thing, **changed)
