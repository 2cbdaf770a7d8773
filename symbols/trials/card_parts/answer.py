"""Trial: the parts of a card, one of them in detail (200 to 212, 903.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from symbols.engine.costs import Amount, amount_as_text
from symbols.sentences import capital, join_words
from symbols.trials.card_parts.card import DATA, read_card, unread_lines
from symbols.trials.card_parts.parts import (
    Case,
    Identity,
    ManaValue,
    color_identity,
    colors,
    colors_named,
    guessed_layout,
    mana_value,
)
from symbols.trials.card_parts.sizes import Numbers, counted, numbers_of, size_sentence, size_steps
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading
from symbols.trials.type_lines import Lists, read_type_line

_LAYOUTS: Final = {"transform": "double", "prepare": "adventure"}
"""Layouts of printed cards, where they have other names here; those that nothing here depends on are `single`."""


def card_parts(inputs: Inputs, reading: Reading) -> Outcome:
    faces, printed, face_down = read_card(inputs, reading)
    layout = inputs.choice("layout") or _LAYOUTS.get(printed, printed)
    if layout not in DATA["layouts"] or (layout == "single" and len(faces) > 1):
        layout = guessed_layout(faces)
    about, where = inputs.choice("about"), inputs.choice("where")
    where = "battlefield" if face_down and where == "elsewhere" else where
    case = Case(faces, layout, where, inputs.choice("up"), inputs.number_or_none("x"), face_down)
    if about == "value" and case.lacks_x:
        inputs.number("x")
    value, identity = mana_value(case, reading), color_identity(case)
    has, color_steps = colors(case, reading)
    problems = [] if printed else list(_problems(case, reading))
    unread = [] if printed else unread_lines(faces)
    left_out = [f"Not read, and left out: {join_words([f'“{one[:60]}”' for one in unread])}."] if unread else []
    steps = {
        "value": [replace(step, decides=place == 0) for place, step in enumerate(value.steps)],
        "color": list(color_steps),
        "identity": _decided(identity.steps),
        "size": list(size_steps(case, reading)),
    }
    numbers = numbers_of(case, reading)
    parts = list(_parts(case, value, has, identity, numbers))
    return Outcome(
        sentence=" ".join(
            [_sentence(about, case, value, has, identity, numbers), *(one.why for one in problems), *left_out]
        ),
        steps=(*steps[about], *(Step(_rule_of(one, reading), one.why) for one in problems)),
        facts={
            "name": case.face.name or None,
            "layout": layout,
            "mana_cost": case.face.mana_cost or None,
            "mana_value": _amount(value.amounts[0]) if len(value.amounts) == 1 else None,
            "mana_values": [one for one in value.amounts if isinstance(one, int)],
            "color_indicator": list(case.face.indicator),
            "colors": list(has),
            "color_identity": list(identity.colors),
            "deck_colors": list(identity.deck),
            "supertypes": case.face.supertypes,
            "types": case.face.types,
            "subtypes": case.face.subtypes,
            **numbers,
            "unread": unread,
            "problems": [one.why for one in problems],
            "parts": [{"part": part, "value": said, "rule": reading.find(rule) or rule} for part, said, rule in parts],
        },
        caption="Part by part",
        rows=tuple(Row(capital(part), said) for part, said, _ in parts),
    )


def _problems(case: Case, reading: Reading) -> Iterator[Step]:
    lists = Lists(reading)
    for face in case.faces if lists.types else ():
        if face.line:
            yield from read_type_line(face.line, lists).problems


def _rule_of(problem: Step, reading: Reading) -> str:
    """Since 2012, 205.3d says that no object has a subtype without its type."""
    return "205.3d" if problem.rule == "205.3c" and reading.find("205.3d") else problem.rule


def _amount(value: Amount) -> int | str:
    """Halves and infinity as text."""
    return value if isinstance(value, int) else amount_as_text(value)


def _decided(steps: Sequence[Step]) -> list[Step]:
    """With one deciding step: the first that changes something, else 903.4."""
    place = next((place for place, step in enumerate(steps) if step.decides), None)
    if place is None:
        place = next(place for place, step in enumerate(steps) if step.rule == "903.4")
    return [replace(step, decides=number == place) for number, step in enumerate(steps)]


def _parts(
    case: Case, value: ManaValue, has: Sequence[str], identity: Identity, numbers: Numbers
) -> Iterator[tuple[str, str, str]]:
    """Each part that the card has: what it's called, its value, and the rule about it."""
    face = case.face
    size = f"{numbers['power']}/{numbers['toughness']}" if numbers["power"] else ""
    if face.power and not size:
        size = f"none now ({face.power}/{face.toughness} is printed)"
    deck = f" (needs a deck with {colors_named(identity.deck)})" if identity.deck != identity.colors else ""
    found = {
        "name": face.name,
        "mana cost": face.mana_cost or "none",
        "mana value": " and ".join(map(amount_as_text, value.amounts)),
        "color indicator": colors_named(face.indicator) if face.indicator else "",
        "colors": colors_named(has),
        "color identity": colors_named(identity.colors) + deck,
        "type line": face.line,
        "rules text": face.text,
        "power and toughness": size,
        **{key: numbers[key] or counted(key, case) for key in ("loyalty", "defense")},
        "hand modifier": numbers["hand"] or "",
        "life modifier": numbers["life"] or "",
    }
    for part, said in found.items():
        if said:
            yield part, said, DATA["parts"][part]


def _sentence(
    about: str, case: Case, value: ManaValue, has: Sequence[str], identity: Identity, numbers: Numbers
) -> str:
    name = "the face-down card" if case.face_down else case.face.name or "the card"
    match about:
        case "value" if len(value.amounts) > 1:
            said = f"{name} has two mana values, {' and '.join(map(amount_as_text, value.amounts))}."
        case "value":
            said = f"The mana value of {name} is {amount_as_text(value.amounts[0])}."
        case "color":
            said = f"{name} is {colors_named(has)}."
        case "identity":
            whole = next((face.name for face in case.faces if face.name), "the card")
            said = f"The color identity of {whole} is {colors_named(identity.colors)}."
            if identity.deck != identity.colors:
                said += f" Its basic land types keep it to decks with {colors_named(identity.deck)}."
        case _:
            said = size_sentence(name, case, numbers)
    return capital(said)
