"""Fields of the checker's options: those always shown, those in use, and those found by words."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.web.forms import Field, FieldOption, edition_options, titled
from symbols.engine import KEYWORDS, MAIN, OPTIONS, CheckOption, KeywordInput
from symbols.sentences import as_sentence
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
# The options are below the answer, outside of their form element.
_IN_FORM = {"form": "ask"}
_BESIDE_COST = ("cost", "pool", "sources")
_MAX_FOUND = 8

LABELS: Mapping[str, str] = {key: option.label for key, option in OPTIONS.items() if key != "cost"}
"""Labels of all fields but the cost's."""

_CONDITIONS = [option for option in OPTIONS.values() if option.key not in _BESIDE_COST]


class FieldMark(NamedTuple):
    """Note beside a label, a placeholder, and a label that replaces the field's own."""

    words: str = ""
    example: str = ""
    label: str = ""


_UNMARKED = FieldMark()


@dataclass(frozen=True, slots=True)
class FoundOption:
    """An option under the keyword or name by which it was found.

    Attributes:
        hint: what it is, and how to use it.
        field: None if the field is always shown; `main` is then its id.
    """

    name: str
    hint: str
    field: Field | None
    main: str = ""


def main_fields(values: Mapping[str, str], marks: Mapping[str, FieldMark]) -> list[Field]:
    return [_field(option, values, (), marks.get(option.key, _UNMARKED)) for option in MAIN]


def found_options(
    values: Mapping[str, str],
    find: str,
    called: Collection[str],
    editions: Sequence[EditionInfo],
    marks: Mapping[str, FieldMark],
) -> list[FoundOption]:
    """Options with values, those that the cost or the card calls for, and those that `find` names, each once.

    Args:
        find: the start of a keyword, or a word of an option's name.
        called: keys of options.
        editions: choices, in display order.
        marks: from a card, by key.
    """
    used = [key for key in OPTIONS if (values.get(key) or key in called) and key not in _BESIDE_COST]
    found = {key: FoundOption(_name(key), _about(OPTIONS[key]), None) for key in used if not OPTIONS[key].main}
    of_main: dict[str, FoundOption] = {}
    for key, keyword in list(_matching(find))[:_MAX_FOUND]:
        option, name = OPTIONS[key], keyword.name if keyword else _name(key)
        if option.main:
            hint = f"{_about(option, keyword)} {keyword.instructions(LABELS) if keyword else ''}".rstrip()
            of_main[name] = FoundOption(name, hint, None, f"option-{key}")
        else:
            found.setdefault(key, FoundOption(name, _about(option, keyword), None))
    with_fields = [
        FoundOption(one.name, one.hint, _field(OPTIONS[key], values, editions, marks.get(key, _UNMARKED)))
        for key, one in found.items()
    ]
    return [*with_fields, *of_main.values()]


def _matching(find: str) -> Iterator[tuple[str, KeywordInput | None]]:
    """Keys by keywords that begin with the words, then by words of labels, else of help texts."""
    words = " ".join(find.split()).casefold()
    if not words:
        return
    named = [
        (keyword.key, keyword)
        for name, keyword in KEYWORDS.items()
        if name.startswith(words) and keyword.key in OPTIONS and keyword.key not in _BESIDE_COST
    ]
    yield from named
    labeled = [option for option in _CONDITIONS if _has(option.label, words)]
    helped = [option for option in _CONDITIONS if _has(option.help, words)]
    yield from ((option.key, None) for option in labeled or ([] if named else helped))


def _has(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}", text.casefold()) is not None


def _name(key: str) -> str:
    keyword = OPTIONS[key].keyword
    return KEYWORDS[keyword].name if keyword else OPTIONS[key].label


def _about(option: CheckOption, keyword: KeywordInput | None = None) -> str:
    known = keyword or KEYWORDS.get(option.keyword)
    return as_sentence(known.citations[0].fact if known else option.help)


def question_with(title: str, request: Mapping[str, object]) -> str:
    """`title` with everything in a request except cost and mana."""
    values = {key: text for key, value in request.items() if (text := str(value).strip())}
    if day := values.get("edition"):
        values["edition"] = long_date(date.fromisoformat(day))
    # Which plan is shown is no condition.
    options = (option for option in _CONDITIONS if option.key in values and option.key != "plan")
    fields = [(_typed if option.kind == "date" else _field)(option, values) for option in options]
    return titled(title, (field for field in fields if field.kind != "tick" or field.checked))


def _choices(option: CheckOption, current: str, editions: Sequence[EditionInfo]) -> list[FieldOption]:
    if option.kind == "date":
        return edition_options(editions, current, "the newest rules")
    current = current.strip().lower()
    if option.kind == "yes or no":
        current = "yes" if current in YES else "no" if current and current in NO else ""
    choices = option.choices or _YES_OR_NO
    return [FieldOption(value, words, value == current) for value, words in choices.items()]


def _field(
    option: CheckOption, values: Mapping[str, str], editions: Sequence[EditionInfo] = (), mark: FieldMark = _UNMARKED
) -> Field:
    key, value = option.key, values.get(option.key, "")
    kind = _CONTROLS.get(option.kind, "text")
    attributes = {"id": f"option-{key}", **_IN_FORM}
    if kind == "list":
        options = _choices(option, value, editions)
        return Field(key=key, label=option.label, kind=kind, options=options, attributes=attributes)
    if kind == "tick":
        is_set = value.strip().lower() in YES
        return Field(key=key, label=option.label, kind=kind, value="true", checked=is_set, attributes=attributes)
    return _typed(option, values, mark, kind)


def _typed(option: CheckOption, values: Mapping[str, str], mark: FieldMark = _UNMARKED, kind: str = "text") -> Field:
    attributes = {
        "id": f"option-{option.key}",
        "placeholder": mark.example or option.example,
        "autocomplete": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
    }
    return Field(
        key=option.key,
        label=mark.label or option.label,
        kind=kind,
        value=values.get(option.key, ""),
        mark=mark.words,
        attributes=attributes | _IN_FORM,
    )
