"""Fields of the checker beyond the first, grouped by the question of a player that they answer.

A group is folded until it says something, the cost calls for it or a reader opens it; only then are its fields made.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.views.forms import Field, FieldOption, edition_options, titled
from symbols.yes_no import NO, YES

YES_OR_NO = (("", "unknown"), ("yes", "yes"), ("no", "no"))
# The groups are below the answer, outside of the form that they are sent with.
_IN_FORM = {"form": "ask"}


class OptionField(NamedTuple):
    """Key of a request with its label, and an example or the choices of what it takes."""

    key: str
    label: str
    kind: str = "text"
    example: str = ""
    choices: Sequence[tuple[str, str]] = ()


class FieldMark(NamedTuple):
    """Words beside a label, an example of what to type there, and a label in place of the field's own."""

    words: str = ""
    example: str = ""
    label: str = ""


_UNMARKED = FieldMark()


def _number(key: str, label: str, example: str = "0") -> OptionField:
    return OptionField(key, label, "number", example)


def _list(key: str, label: str, choices: Sequence[tuple[str, str]]) -> OptionField:
    return OptionField(key, label, "list", choices=choices)


LAYOUTS = ("split", "adventure", "omen", "prototype", "transform", "modal", "room")
CHANGING = (
    OptionField("increase", "Costs more", example="{2}"),
    OptionField("reduce", "Costs less", example="{1} or {2} least 1"),
    _number("minimum", "Minimum mana"),
    OptionField("additional", "Additional cost", example="{3}"),
    OptionField("alternative", "Paid instead", example="{4}{G}"),
    OptionField("free", "Cast without paying its mana cost", "tick", "true"),
    OptionField("kicker", "Kicker", example="{2}{R}"),
    OptionField("multikicker", "Multikicker", example="{1}{G} 3 times"),
    OptionField("replicate", "Replicate", example="{1}{U} 2 times"),
    OptionField("strive", "Strive", example="{2}{R} 3 targets"),
    OptionField("escalate", "Escalate", example="{1} 2 modes"),
    _number("affinity", "Affinity: permanents"),
    _number("commander_casts", "Earlier commander casts"),
    _list("layout", "Card with two costs", (("", "split, or one cost"), *((name, name) for name in LAYOUTS))),
    _list("cast", "Part you cast", (("", "first part"), ("2", "second part"), ("both", "both, fused"))),
    _number("y", "Y"),
    _number("z", "Z"),
    _number("amount", "“Any number” you choose", ""),
)
PAYING = (
    OptionField("snow", "Your snow mana", example="WW"),
    _list(
        "spend",
        "Spend mana",
        (("", "as usual"), ("any color", "as though any color"), ("any type", "as though any type")),
    ),
    OptionField("x_only", "Only mana for X", example="B"),
    OptionField("convoke", "Convoke: your creatures", example="{W}{G/W}{C}"),
    _number("improvise", "Improvise: artifacts"),
    _number("waterbend", "Waterbend: to tap"),
    _number("delve", "Delve: cards in graveyard"),
    _number("assist", "Assist: another player pays"),
    OptionField("life_for", "2 life pays for", example="B"),
    _number("energy", "Energy counters", ""),
    _number("tickets", "Ticket counters", ""),
    _number("to_sacrifice", "You could sacrifice", ""),
    _number("to_discard", "You could discard", ""),
    _number("to_remove", "You could remove", ""),
    _number("to_exile", "You could exile", ""),
)
PERMANENT = (
    _number("loyalty", "Its loyalty", ""),
    _number("activated", "Loyalty abilities used this turn"),
    _number("activations", "Loyalty abilities allowed", "1"),
    _list("tapped", "Tapped", YES_OR_NO),
    _list("creature", "A creature", YES_OR_NO),
    _list("haste", "Has haste", YES_OR_NO),
    _list("controlled", "Yours since your turn began", YES_OR_NO),
)
RULES = (_list("edition", "Edition", ()),)


class Question(NamedTuple):
    """Question of a player with its name in an address, a hint at what belongs to it, and its fields."""

    name: str
    title: str
    hint: str
    fields: Sequence[OptionField]


QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        Question("changes", "What changes the cost?", "increase, reduction, kicker, two-part cards", CHANGING),
        Question("paying", "What else can you pay with?", "creatures, artifacts, graveyard, counters", PAYING),
        Question("permanent", "What state is the permanent in?", "tapped, new, loyalty", PERMANENT),
        Question("rules", "Which rules?", "an older edition’s symbols", RULES),
    )
}
"""The questions by the names of their groups in an address."""

GROUP_OF: Mapping[str, str] = {asked.key: name for name, question in QUESTIONS.items() for asked in question.fields}
"""The group that has the field for a key."""

LABELS: Mapping[str, str] = {
    "pool": "Pay with",
    "life": "Life",
    "x": "X",
    **{asked.key: asked.label for question in QUESTIONS.values() for asked in question.fields},
}
"""The labels of those fields, and of the three that are always in sight beside the cost."""

_CONDITIONS = (
    *(OptionField(key, LABELS[key]) for key in ("life", "x")),
    *(*CHANGING, *PAYING, *PERMANENT),
    OptionField("edition", LABELS["edition"]),
)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that answer one question of a player; without any while it is folded."""

    name: str
    title: str
    hint: str
    fields: Sequence[Field]


def field_groups(
    asked: Mapping[str, str],
    opened: Iterable[str],
    editions: Sequence[EditionInfo],
    names: Iterable[str],
    marks: Mapping[str, FieldMark],
) -> list[FieldGroup]:
    """Return groups of fields, those with something to say opened.

    Args:
        asked: the keys of a request, with their text.
        opened: the names of further groups that are open.
        editions: those to choose from, in the order in which they are shown.
        names: the groups to return.
        marks: what a card says of some fields, by their keys.
    """
    to_open = {*opened, *(GROUP_OF[key] for key in asked if key in GROUP_OF)}
    return [
        FieldGroup(
            name,
            QUESTIONS[name].title,
            QUESTIONS[name].hint,
            [_field(each, asked, editions, marks.get(each.key, _UNMARKED)) for each in QUESTIONS[name].fields]
            if name in to_open
            else (),
        )
        for name in names
    ]


def question_with(title: str, asked: Mapping[str, object]) -> str:
    """Return a question about a cost with everything that a request says besides the cost and the mana."""
    said = {key: text for key, value in asked.items() if (text := str(value).strip())}
    if day := said.get("edition"):
        said["edition"] = long_date(date.fromisoformat(day))
    fields = [_field(option, said, ()) for option in _CONDITIONS if option.key in said]
    return titled(title, (field for field in fields if field.kind != "tick" or field.checked))


def _chosen(option: OptionField, said: str) -> str:
    """Return which choice of a list was said."""
    plain = said.strip().lower()
    if option.choices is not YES_OR_NO:
        return plain
    return "yes" if plain in YES else "no" if plain and plain in NO else ""


def _field(
    option: OptionField, asked: Mapping[str, str], editions: Sequence[EditionInfo], mark: FieldMark = _UNMARKED
) -> Field:
    key, said = option.key, asked.get(option.key, "")
    if option.kind == "list":
        said = _chosen(option, said)
        options = [FieldOption(value, words, value == said) for value, words in option.choices]
        if key == "edition":
            options = edition_options(editions, said, "the newest symbols")
        return Field(key=key, label=option.label, kind="list", options=options, attributes=_IN_FORM)
    if option.kind == "tick":
        return Field(
            key=key,
            label=option.label,
            kind="tick",
            value=option.example,
            checked=said.strip().lower() in YES,
            attributes=_IN_FORM,
        )
    typed = {
        "placeholder": mark.example or option.example,
        "autocomplete": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
    }
    label = mark.label or option.label
    return Field(key=key, label=label, kind=option.kind, value=said, mark=mark.words, attributes=typed | _IN_FORM)
