"""Fields of the checker beyond the first, grouped by the question that they answer.

A group is folded until it has a value, the cost needs it or the user opens it; only then are its fields created.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.web.forms import Field, FieldOption, edition_options, titled
from symbols.engine import GROUPS, OPTIONS, CheckOption
from symbols.yes_no import NO, YES

_YES_OR_NO = {"": "unknown", "yes": "yes", "no": "no"}
_CONTROLS: Mapping[str, str] = {
    "number": "number",
    "count": "number",
    "flag": "tick",
    "yes or no": "list",
    "choice": "list",
    "date": "list",
}
# The groups are below the answer, outside of their form element.
_IN_FORM = {"form": "ask"}


class FieldMark(NamedTuple):
    """Note beside a label, a placeholder, and a label that replaces the field's own."""

    words: str = ""
    example: str = ""
    label: str = ""


_UNMARKED = FieldMark()


GROUP_OF: Mapping[str, str] = {key: option.group for key, option in OPTIONS.items() if option.group}
"""Group by key."""

LABELS: Mapping[str, str] = {key: option.label for key, option in OPTIONS.items() if key != "cost"}
"""Labels of all fields but the cost's."""

_CONDITIONS = (OPTIONS["life"], OPTIONS["x"], *(option for group in GROUPS.values() for option in group.options))


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Without fields while it is folded."""

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
    """Groups of fields; those with values are open.

    Args:
        asked: keys of a request, with their text.
        opened: further groups to open.
        editions: choices, in display order.
        marks: what a card says of some fields, by key.
    """
    to_open = {*opened, *(GROUP_OF[key] for key in asked if key in GROUP_OF)}
    return [
        FieldGroup(
            name,
            GROUPS[name].title,
            GROUPS[name].hint,
            [_field(each, asked, editions, marks.get(each.key, _UNMARKED)) for each in GROUPS[name].options]
            if name in to_open
            else (),
        )
        for name in names
    ]


def question_with(title: str, asked: Mapping[str, object]) -> str:
    """`title`, with everything in a request but the cost and the mana."""
    said = {key: text for key, value in asked.items() if (text := str(value).strip())}
    if day := said.get("edition"):
        said["edition"] = long_date(date.fromisoformat(day))
    options = (option for option in _CONDITIONS if option.key in said)
    fields = [(_typed if option.kind == "date" else _field)(option, said) for option in options]
    return titled(title, (field for field in fields if field.kind != "tick" or field.checked))


def _choices(option: CheckOption, said: str, editions: Sequence[EditionInfo]) -> list[FieldOption]:
    if option.kind == "date":
        return edition_options(editions, said, "the newest symbols")
    said = said.strip().lower()
    if option.kind == "yes or no":
        said = "yes" if said in YES else "no" if said and said in NO else ""
    choices = option.choices or _YES_OR_NO
    return [FieldOption(value, words, value == said) for value, words in choices.items()]


def _field(
    option: CheckOption, asked: Mapping[str, str], editions: Sequence[EditionInfo] = (), mark: FieldMark = _UNMARKED
) -> Field:
    key, said = option.key, asked.get(option.key, "")
    kind = _CONTROLS.get(option.kind, "text")
    if kind == "list":
        options = _choices(option, said, editions)
        return Field(key=key, label=option.label, kind=kind, options=options, attributes=_IN_FORM)
    if kind == "tick":
        is_set = said.strip().lower() in YES
        return Field(key=key, label=option.label, kind=kind, value="true", checked=is_set, attributes=_IN_FORM)
    return _typed(option, asked, mark, kind)


def _typed(option: CheckOption, asked: Mapping[str, str], mark: FieldMark = _UNMARKED, kind: str = "text") -> Field:
    attributes = {
        "placeholder": mark.example or option.example,
        "autocomplete": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
    }
    return Field(
        key=option.key,
        label=mark.label or option.label,
        kind=kind,
        value=asked.get(option.key, ""),
        mark=mark.words,
        attributes=attributes | _IN_FORM,
    )
