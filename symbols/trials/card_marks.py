"""Marks that say something about a card and do nothing in play: tombstones and type icons (107.9, 107.10)."""

from collections.abc import Mapping
from typing import Final

from symbols.sentences import join_words
from symbols.trials.asked import Asked
from symbols.trials.mechanics.type_icons import ICONS, SEVERAL, TypeIcon, icon_of
from symbols.trials.trial import Choice, Control, Outcome, Placement, Reading, Row, Step, Trial, TrialError

__all__ = ["TOMBSTONE", "TYPE_ICONS"]

_ABILITY: Final = Control(
    key="ability", label="It has an ability that matters in a graveyard", kind="yes", default="yes"
)
_ICON: Final = Control(key="icon", label="A tombstone is printed beside its name", kind="yes", default="yes")
_ZONE: Final = Control(
    key="zone",
    label="Where the card is",
    kind="choice",
    default="graveyard",
    choices=(Choice("graveyard", "in a graveyard"), Choice("elsewhere", "elsewhere")),
)


def _run_tombstone(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, TOMBSTONE.controls)
    icon, ability, there = asked.yes("icon"), asked.yes("ability"), asked.choice("zone") == "graveyard"
    matters = ability and there
    answer = "Its ability matters here" if matters else "Nothing that it has matters in a graveyard now"
    if icon:
        sentence = f"{answer}. The tombstone only helps to see such cards; with or without it, the game is the same."
    else:
        sentence = f"{answer}. It needs no tombstone for that: the icon only helps to see such cards."
    return Outcome(
        sentence=sentence,
        steps=(
            Step(
                "107.9",
                "The tombstone icon makes a card stand out in a graveyard. It has no effect on game play.",
                decides=True,
            ),
            Step("113.6", _where(ability=ability, there=there)),
        ),
        facts={"matters": matters, "icon_matters": False},
        caption="The same card, four ways",
        rows=tuple(_four_ways(icon=icon, ability=ability, there=there)),
    )


def _where(*, ability: bool, there: bool) -> str:
    if not ability:
        return "What counts is the text of its abilities, and none of them is about graveyards."
    place = "it is in one" if there else "it is not in one"
    return f"What counts is the text of its abilities: one works in a graveyard, and {place}."


def _four_ways(*, icon: bool, ability: bool, there: bool) -> list[Row]:
    rows = []
    for has_icon in (True, False):
        for has_ability in (True, False):
            label = (
                f"{'with' if has_icon else 'without'} the icon, {'with' if has_ability else 'without'} such an ability"
            )
            value = "its ability matters there" if has_ability and there else "nothing of it does"
            here = (has_icon, has_ability) == (icon, ability)
            rows.append(Row(label, value, marked=here, symbol="tombstone" if has_icon else ""))
    return rows


TOMBSTONE: Final = Trial(
    slug="tombstone",
    title="What does a tombstone icon do?",
    lead="Take the icon off, or put it on: what matters stays the same.",
    controls=(_ICON, _ABILITY, _ZONE),
    run=_run_tombstone,
    places=(Placement("107.9", "tombstone icon"), Placement("107.8", "tombstone icon", former=True)),
)

_TYPES: Final = (*ICONS, "planeswalker", "kindred")
_TICKS: Final = tuple(
    Control(key=name, label=name, kind="yes", default="yes" if name == "creature" else "") for name in _TYPES
)


def _run_icons(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = Asked(said, TYPE_ICONS.controls)
    types = [name for name in _TYPES if asked.yes(name)]
    if not types:
        raise TrialError("Every card has a card type: tick at least one.", field=_TYPES[0])
    icon = icon_of(types)
    return Outcome(
        sentence=_icon_sentence(types, icon),
        steps=(
            Step("107.10", _icon_why(types, icon), decides=True),
            *([Step("205.2b", "An object with several card types is each of them.")] if len(types) > 1 else []),
        ),
        facts={"icon": icon.picture if icon else None, "types": types, "icon_matters": False},
        caption="What each icon says",
        rows=tuple(
            Row(each.picture, each.meaning, marked=each is icon, symbol=each.symbol)
            for each in (*ICONS.values(), SEVERAL)
        ),
    )


def _icon_sentence(types: list[str], icon: TypeIcon | None) -> str:
    if icon is None:
        return f"The rule names no icon for a card whose only card type is {types[0]}."
    return f"A card that is {_a(join_words(types))} has {icon.picture} as its icon. It has no effect on game play."


def _icon_why(types: list[str], icon: TypeIcon | None) -> str:
    if icon is SEVERAL:
        return "Multiple card types are shown by a black and white cross, whichever they are."
    if icon is not None:
        return f"A single card type has an icon of its own: {icon.picture} for {icon.meaning}."
    return "Icons are named for creature, sorcery, instant, enchantment, artifact and land, and for several types."


def _a(words: str) -> str:
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


TYPE_ICONS: Final = Trial(
    slug="type-icon",
    title="Which type icon?",
    lead="Tick the card types of a card in the timeshifted frame, and see its icon.",
    controls=_TICKS,
    run=_run_icons,
    places=(Placement("107.10", "type icon"), Placement("107.9", "type icon", former=True)),
)
