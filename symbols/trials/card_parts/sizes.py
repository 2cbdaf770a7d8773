"""Power and toughness of a card where it is, its loyalty, defense, hand and life modifier (208 to 212)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from symbols.sentences import join_words
from symbols.trials import stars
from symbols.trials.card_parts.card import DATA, Face
from symbols.trials.card_parts.parts import Case
from symbols.trials.loading import load_trial
from symbols.trials.outcome import Step
from symbols.trials.printed import REMINDER
from symbols.trials.trial import Reading

Numbers = Mapping[str, str | None]

_SAYS: Final = DATA["says"]
_CREATURE: Final = "creature"
_COUNTED: Final = ("loyalty", "defense")
_STARS: Final = load_trial("stars", stars.stars)
_CHOSEN: Final = re.compile(
    r"\bas\b[^.]*\b(?:enters|comes into play|turned face up)\b|\b(?:enters|comes into play)(?: the battlefield)? as\b",
    re.IGNORECASE,
)
_DEFINED: Final = re.compile(r"\bequal to\b", re.IGNORECASE)


def numbers_of(case: Case, reading: Reading) -> Numbers:
    """None for numbers that the card lacks; `*` stays unless the rules give its value."""
    face, sized = case.face, _has_size(case)
    size = {
        key: _number(printed, case, reading) if sized else None
        for key, printed in (("power", face.power), ("toughness", face.toughness))
    }
    if _lacks_size(case, reading):
        size = {"power": face.power or "0", "toughness": face.toughness or "0"}
    numbers = {key: face.numbers.get(key) for key in ("loyalty", "defense", "hand", "life")}
    return {**size, **{key: None if counted(key, case) else found for key, found in numbers.items()}}


def _lacks_size(case: Case, reading: Reading) -> bool:
    """Whether it’s a creature on the battlefield without a value for its power or toughness (208.5)."""
    face = case.face
    is_there = case.where == "battlefield" and _CREATURE in face.types and not (face.power and face.toughness)
    return is_there and (reading.edition is None or bool(reading.find("208.5")))


def counted(key: str, case: Case) -> str:
    """What loyalty or defense is on the battlefield, where counters have it (306.5c); empty elsewhere."""
    printed = case.face.numbers.get(key)
    if key not in _COUNTED or case.where != "battlefield" or not (printed or key == case.face.number_kind):
        return ""
    return f"its {key} counters (enters with {printed})" if printed else f"its {key} counters"


def _has_size(case: Case) -> bool:
    """A noncreature permanent has no power or toughness (208.3)."""
    return bool(case.face.power) and not (case.where == "battlefield" and _CREATURE not in case.face.types)


def _number(printed: str, case: Case, reading: Reading) -> str:
    kind = _star(case, reading)
    if "*" not in printed or kind not in {"star_unchosen", "star_zero"}:
        return printed
    by = "chosen" if kind == "star_unchosen" else "ability"
    found = _STARS.run({"printed": printed, "by": by, "zone": "elsewhere"}, reading)
    return str(found.facts["value"])


StarKind = Literal["star_unchosen", "star_chosen", "star_zero", "star_defined", "star"]


def _star(case: Case, reading: Reading) -> StarKind | None:
    """What `*` means where the card is, as a key of `says` in the data file; None without a star."""
    face, elsewhere = case.face, case.where != "battlefield"
    if "*" not in face.power + face.toughness:
        return None
    if _is_chosen(face) and (reading.edition is None or reading.find("208.2b")):
        return "star_unchosen" if elsewhere else "star_chosen"
    if elsewhere and any(one.key == "zero_out_of_play" and one.applies(reading) for one in _STARS.decisions):
        return "star_zero"
    return "star_defined" if _DEFINED.search(face.text) else "star"


def _is_chosen(face: Face) -> bool:
    return bool(_CHOSEN.search(REMINDER.sub("", face.text))) and not _DEFINED.search(face.text)


def size_steps(case: Case, reading: Reading) -> Iterator[Step]:
    face = case.face
    keys = [
        f"{key}_counters" if counted(key, case) else key
        for key in ("loyalty", "defense", "hand", "life")
        if key in face.numbers or counted(key, case)
    ]
    if _lacks_size(case, reading):
        keys = ["no_value", *keys]
    elif face.power and _CREATURE not in face.types:
        keys = ["no_creature" if case.where == "battlefield" else "printed_only", *keys]
    elif face.power:
        star = _star(case, reading)
        keys = [*([star] if star else []), "size", *keys]
    if case.face_down:
        keys = ["face_down", *keys]
    for place, key in enumerate(keys or ["none"]):
        yield Step(_SAYS[key]["rule"], _SAYS[key]["why"], decides=place == 0)


def size_sentence(name: str, case: Case, numbers: Numbers) -> str:
    if case.face.power and not _has_size(case):
        return f"{name} has no power or toughness while it isn’t a creature."
    modifiers = [f"a {key} modifier of {numbers[key]}" for key in ("hand", "life") if numbers[key]]
    said = [f"{name} is {numbers['power']}/{numbers['toughness']}."] if numbers["power"] else []
    said += [f"{name} has {join_words(modifiers)}."] if modifiers else []
    for key in _COUNTED:
        whose = "Its" if said else f"{name}’s"
        if counted(key, case):
            printed = case.face.numbers.get(key)
            enters = f" It enters with {printed}." if printed else ""
            said.append(f"{whose} {key} is the number of {key} counters on it.{enters}")
        elif numbers[key]:
            said.append(f"{whose} {key} is {numbers[key]}.")
    return " ".join(said) or f"{name} has no power, toughness, loyalty or defense."
