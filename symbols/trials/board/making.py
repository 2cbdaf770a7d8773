"""An object from what is known of it: the words of its line, its card, and the sentences that it has."""

import re
from dataclasses import replace
from typing import Final

from symbols.trials.board.attachments import kind_of_attachment
from symbols.trials.board.cards import PERMANENT
from symbols.trials.board.conditions import is_readable
from symbols.trials.board.enchanting import enchanted_by
from symbols.trials.board.era import data
from symbols.trials.board.marks import ROMAN
from symbols.trials.board.naming import Words, named
from symbols.trials.board.scanning import UnreadableError
from symbols.trials.board.state import Thing
from symbols.trials.layers.objects import with_self
from symbols.trials.layers.values import Ability, Values
from symbols.trials.printed import PrintedCard

_OF_LIFE: Final = re.compile(r"~'s power and toughness are each equal to your life total", re.IGNORECASE)
_OWN_BONUS: Final = re.compile(r"This creature gets [-+]")


def of_printed(card: PrintedCard, key: str, line: int) -> Thing:
    return with_words(Thing(key=key, line=line, values=Values()), Words(), card, [])


def with_words(thing: Thing, words: Words, card: PrintedCard | None, quoted: list[str]) -> Thing:
    values, label = named(words, card, thing, has_text=bool(quoted))
    texts = [*words.keywords, *(with_self(one, values.name) for one in quoted)]
    if "Role" in values.subtypes:
        role = data()["roles"].get(values.name.removesuffix(" Role"), "")
        texts += role.splitlines()
        # What it says is known.
        thing = replace(thing, has_unknown_text=thing.has_unknown_text and not role)
        values = replace(values, is_token=True)
    if thing.attached and not (kind_of_attachment(values) or values.types):
        is_equipment = any(re.search(r"\bequip", one, re.IGNORECASE) for one in quoted)
        kind, subtype = ("Artifact", "Equipment") if is_equipment else ("Enchantment", "Aura")
        values = replace(values, types=(kind,), subtypes=(*values.subtypes, subtype))
    needs_size = thing.damage or thing.shields or thing.is_lethal or any(map(_OWN_BONUS.match, texts))
    has_size = words.size or card or thing.is_copying
    if needs_size and not has_size and _may_be_creature(thing, values):
        raise UnreadableError("it needs power and toughness, such as 2/2.", with_size=True)
    if "Saga" in values.subtypes and "lore" in thing.counters and thing.chapters is None and card is None:
        raise UnreadableError("say how many chapters it has, such as 3 chapters.")
    known = [*values.abilities, *(Ability(one, f"said {place}") for place, one in enumerate(texts))]
    of_life = [one for one in known if _OF_LIFE.match(one.text)]
    known = [one for one in known if one not in of_life]
    uncounted = tuple(one.text for one in known if not is_readable(one))
    thing = replace(thing, uncounted=uncounted, has_size_of_life=bool(of_life) and words.size is None)
    values = replace(values, abilities=tuple(filter(is_readable, known)), controller=thing.owner)
    if thing.damage:
        thing = _without_counters(thing, values)
    if thing.is_lethal:
        thing = replace(thing, damage=max(values.toughness or 0, 1))
    thing = replace(thing, values=values, label=label)
    if card:
        if thing.zone == "battlefield" and not thing.kind and not PERMANENT & {*values.types}:
            matters = not {"Instant", "Sorcery"} & {*values.types}
            says = card.text.replace("\n", " ") if matters else ""
            raise UnreadableError(f"{card.name} isn’t a permanent.", is_unknown=matters, says=says)
        if words.size is None and not of_life and not re.fullmatch(r"-?\d*", card.toughness):
            raise UnreadableError(f"{card.name} is {card.power}/{card.toughness}. Type its numbers.", with_size=True)
        thing = _of_card(thing, card)
    if not (thing.enchants or card) and "Role" in values.subtypes:
        thing = replace(thing, enchants="creature")
    return _bestowed(thing) if thing.attached and values.has_ability("bestow") else thing


def _may_be_creature(thing: Thing, values: Values) -> bool:
    """Whether it's a creature, or nothing says what it is."""
    is_elsewhere = thing.kind or thing.attached or thing.zone != "battlefield"
    return "Creature" in values.types or not (values.types or is_elsewhere)


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
    return replace(thing.with_counters(kind, left), damage=thing.damage if values.is_creature else 0)


def _bestowed(thing: Thing) -> Thing:
    """What bestow makes an Aura of is a creature without it."""
    types = dict.fromkeys([*thing.values.types, "Enchantment", "Creature"])
    subtypes = [one for one in thing.values.subtypes if one != "Aura"]
    values = replace(thing.values, types=tuple(types), subtypes=tuple(subtypes))
    return replace(thing, values=values, is_bestowed=True, enchants="creature")


def _of_card(thing: Thing, card: PrintedCard) -> Thing:
    """What cards say besides their characteristics."""
    thing = replace(thing, enchants=thing.enchants or enchanted_by(card.text))
    if "Saga" not in card.type_line or thing.chapters is not None:
        return thing
    numerals = re.findall(r"^((?:[IV]+(?:, )?)+) —", card.text, re.MULTILINE)
    chapters = [ROMAN.get(one, 0) for line in numerals for one in line.split(", ")]
    return replace(thing, chapters=max(chapters, default=0))


def copied(thing: Thing, original: Thing) -> Thing:
    """With what a copy of another permanent has of it (707.2), besides what its own line says."""
    own = (replace(one, key=f"own {one.key}") for one in thing.values.abilities)
    abilities = (*original.values.abilities, *own)
    values = replace(original.values, abilities=abilities, is_token=thing.is_token, controller=thing.controller)
    return replace(
        thing,
        values=values,
        label=original.label,
        enchants=original.enchants,
        chapters=original.chapters,
        most=original.most,
        has_unknown_text=original.has_unknown_text,
        uncounted=original.uncounted,
        damage=max(values.toughness or 0, 1) if thing.is_lethal else thing.damage,
        is_copying=False,
    )
