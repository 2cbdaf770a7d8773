"""Trials: icons without effect on game play, that is tombstones and type icons (107.9, 107.10)."""

from dataclasses import dataclass
from itertools import product
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import a_or_an, join_words
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.loading import steps_of
from symbols.trials.outcome import Outcome, Row
from symbols.trials.trial import Reading


def tombstone(inputs: Inputs, reading: Reading) -> Outcome:
    """Whether a tombstone icon matters (107.9)."""
    icon, ability, there = inputs.yes("icon"), inputs.yes("ability"), inputs.choice("zone") == "graveyard"
    matters = ability and there
    mark = "It only makes this card easy to spot." if icon else "This card works the same without one."
    if matters:
        card = "Its graveyard ability matters here."
    else:
        card = "Its graveyard ability matters once it’s there." if ability else "It has no graveyard ability."
    return Outcome(
        sentence=f"Nothing. {mark} {card}",
        steps=steps_of("tombstone", {"ability": ability, "there": there}, reading),
        facts={"matters": matters, "icon_matters": False},
        caption="The same card, four ways",
        rows=tuple(_four_ways(icon=icon, ability=ability, there=there)),
    )


def _four_ways(*, icon: bool, ability: bool, there: bool) -> list[Row]:
    return [
        Row(
            f"{'icon' if has_icon else 'no icon'}, {'' if has_ability else 'no '}graveyard ability",
            "its ability matters there" if has_ability and there else "no ability matters there",
            marked=(has_icon, has_ability) == (icon, ability),
            symbol="tombstone" if has_icon else "",
        )
        for has_icon, has_ability in product((True, False), repeat=2)
    ]


@dataclass(frozen=True, slots=True)
class _TypeIcon:
    """`picture` is in the rule's words, `symbol` the symbol's code."""

    picture: str
    meaning: str
    symbol: str


_ICONS: Final = {name: _TypeIcon(**icon) for name, icon in read_data("trials/type-icon.toml")["icon"].items()}
"""By card type, in the order of the rule."""

_SEVERAL: Final = _ICONS.pop("multiple")
_TYPES: Final = (*_ICONS, "planeswalker", "kindred")


def type_icon(inputs: Inputs, reading: Reading) -> Outcome:
    """Which type icon a card has (107.10)."""
    types = [name for name in _TYPES if inputs.yes(name)]
    if not types:
        raise TrialError("Every card has a card type: tick at least one.", field=_TYPES[0])
    icon = _SEVERAL if len(types) > 1 else _ICONS.get(types[0])
    facts = {"several": icon is _SEVERAL, "has_icon": icon is not None}
    names = {"picture": icon.picture, "meaning": icon.meaning} if icon else {}
    if inputs.decided("called_tribal"):
        types = ["tribal" if name == "kindred" else name for name in types]
    return Outcome(
        sentence=_icon_sentence(types, icon),
        steps=steps_of("type-icon", facts, reading, **names),
        facts={"icon": icon.picture if icon else None, "types": types, "icon_matters": False},
        caption="What each icon says",
        rows=tuple(
            Row(each.picture, each.meaning, marked=each is icon, symbol=each.symbol)
            for each in (*_ICONS.values(), _SEVERAL)
        ),
    )


def _icon_sentence(types: list[str], icon: _TypeIcon | None) -> str:
    if icon is None:
        return f"The rule names no icon for a card whose only card type is {types[0]}."
    return f"A card that is {a_or_an(join_words(types))} has {icon.picture} as its icon. It has no effect on game play."
