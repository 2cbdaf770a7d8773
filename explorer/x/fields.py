"""Form of the X explorer: the fields that apply to the situation so far."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.forms import Field, FieldOption, edition_options
from explorer.x.question import XQuestion
from symbols.engine.x import FIELDS, KEYS, Place, Subject, Word, kind_of, offered, questions, words_of

_ABILITIES: Final = frozenset({Subject.ACTIVATED, Subject.TRIGGERED, Subject.ENTERS, Subject.DELAYED, Subject.STATIC})
_COST_OF_ITS_OBJECT: Final[Mapping[Word, str]] = {
    Place.MANA_COST: "its object’s mana cost",
    Place.ALTERNATIVE_COST: "an alternative cost of its object",
    Place.ADDITIONAL_COST: "an additional cost of its object",
}
_SHOWN_EDITION: Final = 30
_LONGEST_ECHO: Final = 60

# A choice refreshes form and answer; typing the questions, the answer and error messages.
_HTMX: Final = {"hx-include": "closest form", "hx-sync": "closest form:replace"}
_ON_CHANGE: Final = {**_HTMX, "hx-trigger": "change", "hx-target": "#explorer"}
_ON_INPUT: Final = {
    **_HTMX,
    "hx-trigger": "input changed delay:200ms",
    "hx-target": "#answer",
    "hx-select": "#answer",
    "hx-swap": "outerHTML",
    "hx-select-oob": ",".join(
        ["#x-before", "#x-questions", "#x-ready", "#map", *(f"#x-wrong-{key}" for key in ("cost", "edition", *KEYS))]
    ),
}


def cost_field(question: XQuestion) -> Field:
    plain = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false"}
    return _field(
        question,
        "cost",
        f"A cost with {question.situation.letter}",
        kind="cost",
        value=question.typed,
        hint=format_html("<code>{}</code> or <code>xr</code>", "{X}{R}"),
        attributes={"class": "cost", "placeholder": "{X}{R}", "dir": "auto", **plain},
    )


def edition_field(question: XQuestion, editions: Sequence[EditionInfo]) -> Field:
    chosen = question.edition.iso if question.edition else ""
    options = edition_options(editions, chosen, "the newest edition")
    if "edition" in question.problems:
        typed = question.edition_typed
        shown = typed if len(typed) <= _SHOWN_EDITION else f"{typed[: _SHOWN_EDITION - 1]}…"
        options.insert(1, FieldOption(typed, shown, chosen=True))
    return _field(question, "edition", "Edition", kind="list", options=options)


def fields_of(question: XQuestion) -> dict[str, Field]:
    """The fields that apply, by parameter."""
    there = offered(question.layout) | question.problems.keys()
    return {key: _field_of(question, key) for key in KEYS if key in there}


def question_fields(question: XQuestion, fields: Mapping[str, Field]) -> list[list[Field]]:
    """The fields of each question; the one without an answer has none chosen."""
    return [
        [_as_question(fields[key], is_open=key == question.open) for key in keys if key in fields]
        for keys in question.steps
    ]


def _as_question(field: Field, *, is_open: bool) -> Field:
    if field.kind != "list":
        return field
    options = [replace(option, chosen=option.chosen and not is_open) for option in field.options]
    return replace(field, kind="radios", options=options)


def more(question: XQuestion, fields: Mapping[str, Field]) -> list[Field]:
    questioned = {key for keys in questions(question.layout) for key in keys}
    return [field for key, field in fields.items() if key not in questioned]


def notes(question: XQuestion) -> list[str]:
    """Sentences on values that were dropped because of a change."""
    letter = question.situation.letter
    return [f"Left out: {FIELDS[each.key].left_out.format(x=letter)}. {each.why}" for each in question.dropped]


def _field_of(question: XQuestion, key: str) -> Field:
    situation = question.situation
    names = {"x": str(situation.letter)}
    label = FIELDS[key].label.pick(situation.facts).format(**names)
    kind = kind_of(key)
    if kind == "several":
        return _field(
            question, key, label, kind="ticks", options=_places(question), unset=situation.possible.needed or ""
        )
    if kind == "choice":
        return _field(question, key, label, kind="list", options=_options(question, key))
    if kind == "yes":
        return _field(question, key, label, kind="tick", value="1", checked=situation.value(key))
    return _field(
        question,
        key,
        label,
        kind=kind,
        value=_said(question, key),
        hint=FIELDS[key].hint.format(**names),
        attributes={"placeholder": "unknown"} if kind == "number" else {},
    )


def _said(question: XQuestion, key: str) -> str:
    """The value as submitted, if it has an error; else the situation's."""
    if key in question.problems:
        return ",".join(question.submitted.get(key, ()))
    return question.situation.as_query().get(key, "")


def _options(question: XQuestion, key: str) -> list[FieldOption]:
    letter = str(question.situation.letter)
    chosen = question.value(key)
    labels = {str(word): word.label.replace("the letter", letter) for word in words_of(key) or ()}
    wrong = _said(question, key).strip() if key in question.problems else ""
    options = [
        FieldOption(word, labels[word], not wrong and word is chosen) for word in question.situation.choices(key)
    ]
    # An invalid value stays in the list until the user chooses another.
    first = [FieldOption(wrong, labels.get(wrong.lower(), wrong[:_LONGEST_ECHO]), chosen=True)] if wrong else []
    return first + options


def _places(question: XQuestion) -> list[FieldOption]:
    situation, can = question.situation, question.situation.possible
    # A place that can't be unticked is always submitted.
    needed = frozenset({can.needed} if can.needed else ())
    ticked, implied = situation.spots, situation.spots - (situation.places or situation.usual_spots) | needed
    if "in" in question.problems:
        words = {word.strip().lower() for value in question.submitted.get("in", ()) for word in value.split(",")}
        ticked = frozenset(place for place in Place if place in words) | needed
    labels = _COST_OF_ITS_OBJECT if situation.subject in _ABILITIES else dict[Word, str]()
    return [
        FieldOption(place, labels.get(place, place.label), place in ticked, place in ticked & implied)
        for place in situation.choices("in")
    ]


def _field(question: XQuestion, key: str, label: str, *, kind: str, hint: SafeString | str = "", **more: Any) -> Field:
    """A field with the ids, errors and htmx attributes that all of them have."""
    # Of several changes, the first key in `KEYS` caused the others.
    caused = key == next((each for each in KEYS if each in question.changed), "")
    live = _ON_INPUT if kind in {"number", "text", "cost"} else _ON_CHANGE
    attributes = {**more.pop("attributes", {}), "hx-get": addresses.x(), **live}
    return Field(
        key=key,
        label=label,
        kind=kind,
        id=f"x-{key}",
        hint_id=f"x-hint-{key}",
        problem_id=f"x-wrong-{key}",
        hint=hint,
        problem=question.problems.get(key),
        notes=notes(question) if caused else (),
        back=question.came_from,
        attributes=attributes,
        **more,
    )
