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
from symbols.trials.board.state import GameObject
from symbols.trials.layers.objects import with_self
from symbols.trials.layers.values import Ability, Values
from symbols.trials.printed import PrintedCard

_OF_LIFE: Final = re.compile(r"~'s power and toughness are each equal to your life total", re.IGNORECASE)
_OWN_BONUS: Final = re.compile(r"This creature gets [-+]")


def of_printed(card: PrintedCard, key: str, line: int) -> GameObject:
    return with_words(GameObject(key=key, line=line, values=Values()), Words(), card, [])


def with_words(obj: GameObject, words: Words, card: PrintedCard | None, quoted: list[str]) -> GameObject:
    values, label = named(words, card, obj, has_text=bool(quoted))
    texts = [*words.keywords, *(with_self(one, values.name) for one in quoted)]
    if "Role" in values.subtypes:
        role = data()["roles"].get(values.name.removesuffix(" Role"), "")
        texts += role.splitlines()
        # What it says is known.
        obj = replace(obj, has_unknown_text=obj.has_unknown_text and not role)
        values = replace(values, is_token=True)
    if obj.attached and not (kind_of_attachment(values) or values.types):
        is_equipment = any(re.search(r"\bequip", one, re.IGNORECASE) for one in quoted)
        kind, subtype = ("Artifact", "Equipment") if is_equipment else ("Enchantment", "Aura")
        values = replace(values, types=(kind,), subtypes=(*values.subtypes, subtype))
    needs_size = obj.damage or obj.shields or obj.is_lethal or any(map(_OWN_BONUS.match, texts))
    has_size = words.size or card or obj.is_copying
    if needs_size and not has_size and _may_be_creature(obj, values):
        raise UnreadableError("it needs power and toughness, such as 2/2.", with_size=True)
    if "Saga" in values.subtypes and "lore" in obj.counters and obj.chapters is None and card is None:
        raise UnreadableError("say how many chapters it has, such as 3 chapters.")
    known = [*values.abilities, *(Ability(one, f"said {place}") for place, one in enumerate(texts))]
    of_life = [one for one in known if _OF_LIFE.match(one.text)]
    known = [one for one in known if one not in of_life]
    uncounted = tuple(one.text for one in known if not is_readable(one))
    obj = replace(obj, uncounted=uncounted, has_size_of_life=bool(of_life) and words.size is None)
    values = replace(values, abilities=tuple(filter(is_readable, known)), controller=obj.owner)
    if obj.damage:
        obj = _without_counters(obj, values)
    if obj.is_lethal:
        obj = replace(obj, damage=max(values.toughness or 0, 1))
    obj = replace(obj, values=values, label=label)
    if card:
        if obj.zone == "battlefield" and not obj.kind and not PERMANENT & {*values.types}:
            matters = not {"Instant", "Sorcery"} & {*values.types}
            says = card.text.replace("\n", " ") if matters else ""
            raise UnreadableError(f"{card.name} isn’t a permanent.", is_unknown=matters, says=says)
        if words.size is None and not of_life and not re.fullmatch(r"-?\d*", card.toughness):
            raise UnreadableError(f"{card.name} is {card.power}/{card.toughness}. Type its numbers.", with_size=True)
        obj = _of_card(obj, card)
    if not (obj.enchants or card) and "Role" in values.subtypes:
        obj = replace(obj, enchants="creature")
    return _bestowed(obj) if obj.attached and values.has_ability("bestow") else obj


def _may_be_creature(obj: GameObject, values: Values) -> bool:
    """Whether it's a creature, or of no known type."""
    is_elsewhere = obj.kind or obj.attached or obj.zone != "battlefield"
    return "Creature" in values.types or not (values.types or is_elsewhere)


def _without_counters(obj: GameObject, values: Values) -> GameObject:
    """Damage to a planeswalker or a battle removes counters (120.3c, 120.3h)."""
    kind = "loyalty" if "Planeswalker" in values.types else "defense" if "Battle" in values.types else ""
    if kind and kind not in obj.counters:
        raise UnreadableError(f"say its {kind}, such as 3 {kind}.")
    if not kind:
        return obj
    left = max(obj.count(kind) - obj.damage, 0)
    if not left and obj.count(kind) and values.has_subtype("Siege"):
        # Its ability triggers, so that it stays for now (310.11b, 704.5v).
        obj = replace(obj, is_pending=True, triggers="siege")
    return replace(obj.with_counters(kind, left), damage=obj.damage if values.is_creature else 0)


def _bestowed(obj: GameObject) -> GameObject:
    """A bestowed Aura, whose own values are those of a creature (702.103)."""
    types = dict.fromkeys([*obj.values.types, "Enchantment", "Creature"])
    subtypes = [one for one in obj.values.subtypes if one != "Aura"]
    values = replace(obj.values, types=tuple(types), subtypes=tuple(subtypes))
    return replace(obj, values=values, is_bestowed=True, enchants="creature")


def _of_card(obj: GameObject, card: PrintedCard) -> GameObject:
    obj = replace(obj, enchants=obj.enchants or enchanted_by(card.text))
    if "Saga" not in card.type_line or obj.chapters is not None:
        return obj
    numerals = re.findall(r"^((?:[IV]+(?:, )?)+) —", card.text, re.MULTILINE)
    chapters = [ROMAN.get(one, 0) for line in numerals for one in line.split(", ")]
    return replace(obj, chapters=max(chapters, default=0))


def copied(obj: GameObject, original: GameObject) -> GameObject:
    """A copy of another permanent (707.2), with what its own line adds."""
    own = (replace(one, key=f"own {one.key}") for one in obj.values.abilities)
    abilities = (*original.values.abilities, *own)
    values = replace(original.values, abilities=abilities, is_token=obj.is_token, controller=obj.controller)
    return replace(
        obj,
        values=values,
        label=original.label,
        enchants=original.enchants,
        chapters=original.chapters,
        max_counters=original.max_counters,
        has_unknown_text=original.has_unknown_text,
        uncounted=original.uncounted,
        damage=max(values.toughness or 0, 1) if obj.is_lethal else obj.damage,
        is_copying=False,
    )
