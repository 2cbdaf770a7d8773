"""Values and effects in words."""

from typing import Final

from symbols.sentences import a_or_an, join_words
from symbols.trials.layers.operations import shown
from symbols.trials.layers.values import SELF, Values
from symbols.trials.layers.words import COLOR_NAMES, COLORS, CREATURE, LAND, kind_of

CONTROLLERS: Final = {"you": "you", "opponent": "an opponent"}


def abilities_of(values: Values) -> list[str]:
    """Texts of its abilities, keywords once each."""
    name = values.name or "this"
    return list(dict.fromkeys(one.text.replace(SELF, name) for one in values.abilities))


def colors_of(values: Values) -> list[str]:
    return [letter for letter in COLORS.values() if letter in values.colors]


def size_of(values: Values) -> str:
    """Power and toughness; empty for noncreatures, which have none (208.3), and Vehicles show theirs."""
    return f"{values.power or 0}/{values.toughness or 0}" if values.is_creature else ""


def subtypes_of(values: Values) -> list[str]:
    return [*_plain_subtypes(values), *["every creature type"] * values.every_type]


def kinds_line(values: Values) -> str:
    """Colors and card types, then subtypes: `White creature, Angel`."""
    colors = join_words([COLOR_NAMES[one] for one in colors_of(values)])
    if not colors and LAND not in values.types:
        colors = "colorless"
    types = " ".join((*values.supertypes, *values.types)).lower() or "no card type"
    first = f"{colors} {types}".strip()
    return ", ".join(filter(None, [f"{first[:1].upper()}{first[1:]}", " ".join(subtypes_of(values))]))


def abilities_line(values: Values) -> str:
    """`Flying, vigilance`."""
    line = ", ".join(map(shown, abilities_of(values)))
    return f"{line[:1].upper()}{line[1:]}" if line else "No abilities"


def told(values: Values) -> str:
    """An object in a phrase: `a blue Frog creature with no abilities`."""
    words = [*(one.lower() for one in values.supertypes), *(COLOR_NAMES[one] for one in colors_of(values))]
    if len(colors_of(values)) > 1:
        words = [
            *(one.lower() for one in values.supertypes),
            join_words([COLOR_NAMES[one] for one in colors_of(values)]),
        ]
    if not values.colors and LAND not in values.types:
        words.append("colorless")
    subtypes = _plain_subtypes(values)
    # A Frog is known to be a creature.
    is_plain = values.types == (CREATURE,) and bool(subtypes)
    words += [*subtypes, *(one.lower() for one in values.types if not is_plain)]
    if not values.types:
        words.append("permanent without a card type")
    every = " of every creature type" if values.every_type else ""
    having = join_words(list(map(shown, abilities_of(values)))) or "no abilities"
    return f"{a_or_an(' '.join(words))}{every} with {having}"


def _plain_subtypes(values: Values) -> list[str]:
    """Without each of all creature types."""
    return [one for one in values.subtypes if not (values.every_type and kind_of(one) == CREATURE)]
