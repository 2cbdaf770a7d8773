"""Values in words."""

from typing import Final

from symbols.sentences import a_or_an, capital, join_words
from symbols.trials.layers.operations import shown
from symbols.trials.layers.values import SELF, Values
from symbols.trials.layers.words import COLOR_NAMES, COLORS, CREATURE, LAND, kind_of

CONTROLLERS: Final = {"you": "you", "opponent": "an opponent"}


def abilities_of(values: Values) -> list[str]:
    """Texts of its abilities, each once."""
    name = values.name or "this"
    return list(dict.fromkeys(one.text.replace(SELF, name) for one in values.abilities))


def colors_of(values: Values) -> list[str]:
    return [letter for letter in COLORS.values() if letter in values.colors]


def size_of(values: Values) -> str:
    """Power and toughness; empty for noncreatures (208.3)."""
    return f"{values.power or 0}/{values.toughness or 0}" if values.is_creature else ""


def subtypes_of(values: Values) -> list[str]:
    return [*_plain_subtypes(values), *["every creature type"] * values.every_type]


def kinds_line(values: Values) -> str:
    """Colors and card types, then subtypes: `White creature, Angel`."""
    types = " ".join((*values.supertypes, *values.types)).lower() or "no card type"
    first = capital(f"{_colors_line(values)} {types}".strip())
    return ", ".join(filter(None, [first, " ".join(subtypes_of(values))]))


def _colors_line(values: Values) -> str:
    """`white and blue`, `colorless`; empty for colorless lands."""
    colors = join_words([COLOR_NAMES[one] for one in colors_of(values)])
    return colors or ("" if LAND in values.types else "colorless")


def abilities_line(values: Values) -> str:
    """`Flying, vigilance`."""
    return capital(", ".join(map(shown, abilities_of(values)))) or "No abilities"


def phrase_of(values: Values) -> str:
    """An object in a phrase: `a blue Frog with no abilities`."""
    words = [*map(str.lower, values.supertypes), *filter(None, [_colors_line(values)])]
    subtypes = _plain_subtypes(values)
    # A Frog is known to be a creature.
    is_plain = values.types == (CREATURE,) and bool(subtypes)
    words += [*subtypes, *(one.lower() for one in values.types or ["permanent without a card type"] if not is_plain)]
    every = " of every creature type" if values.every_type else ""
    having = join_words(list(map(shown, abilities_of(values)))) or "no abilities"
    return f"{a_or_an(' '.join(words))}{every} with {having}"


def _plain_subtypes(values: Values) -> list[str]:
    """Without creature types if it has every one."""
    return [one for one in values.subtypes if not (values.every_type and kind_of(one) == CREATURE)]
