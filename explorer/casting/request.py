"""The request: what is cast, and the choices, from a query string, the API or the command line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import QueryDict

from explorer.costcheck.check import CARD, REPEATED
from symbols.data_files import read_data
from symbols.engine import KEYS, OPTIONS, BadRequest
from symbols.sentences import join_words
from symbols.yes_no import NO, YES

MOST_TARGETS: Final = 60
_MOST_DIGITS: Final = 9
_LONGEST: Final = 2_000
_LOYALTY = re.compile(r"\s*(?P<cost>[+−-]?(?:\d+|[XYZ]))(?=\s*:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CastOption:
    """Row of `cast_options.toml`, whose header describes the columns."""

    key: str
    label: str
    help: str
    choices: Mapping[str, str] = field(default_factory=dict)
    repeated: bool = False


CAST_OPTIONS: Final[Mapping[str, CastOption]] = {
    row["key"]: CastOption(**row) for row in read_data("cast_options.toml", "explorer")["option"]
}

PARAMETERS: Final = (CARD, *KEYS, *CAST_OPTIONS)
"""Every key of a request, in the order of an address."""


@dataclass(frozen=True, slots=True)
class CastRequest:
    """A request; only what is cast is required.

    Attributes:
        options: values by key, without empty ones except an empty `pool`.
        ability: text of the activated ability; empty for a spell.
        zone: empty if not given. Likewise `action`.
        modes: numbers from 1; None if not chosen yet.
        targets: how many; None if not chosen yet.
        names: of targets, if given.
        division: share of each target.
    """

    options: Mapping[str, object]
    ability: str = ""
    zone: str = ""
    allowed: bool | None = None
    modes: tuple[int, ...] | None = None
    targets: int | None = None
    names: tuple[str, ...] = ()
    division: tuple[int, ...] | None = None
    action: str = ""

    @classmethod
    def read(cls, given: Mapping[str, object]) -> "CastRequest":
        """Options of a check are only passed on.

        Raises:
            BadRequest: a key or a value is invalid, or there are several things to cast.
        """
        for key in given:
            if key not in PARAMETERS:
                raise BadRequest("unknown_key", f"{key!r} isn’t a key. Use one of: {', '.join(PARAMETERS)}.")
        options = {key: given[key] for key in PARAMETERS if _has_value(key, given.get(key))}
        what = [key for key in (CARD, "cost", "ability") if options.get(key)]
        if len(what) > 1:
            raise BadRequest("bad_usage", f"Give only one of {join_words(what)}.").in_field(what[1])
        targets, names = _targets(options.get("targets"))
        return cls(
            options,
            ability=_text(options, "ability"),
            zone=_choice(options, "zone"),
            allowed=_yes_or_no(options, "allowed"),
            modes=_numbers(options, "modes", 1),
            targets=targets,
            names=names,
            division=_numbers(options, "division", 0),
            action=_text(options, "action").strip().lower(),
        )

    @property
    def is_empty(self) -> bool:
        return not any(self.options.get(key) for key in (CARD, "cost", "ability"))

    @property
    def of_check(self) -> Mapping[str, object]:
        """Options of the check: an ability is its cost."""
        found = {key: value for key, value in self.options.items() if key not in CAST_OPTIONS}
        if self.ability:
            # “−X: …” is written [-X] (107.7).
            found["cost"] = _LOYALTY.sub(lambda one: f"[{one['cost']}]".replace("−", "-"), self.ability, count=1)
        return found

    @property
    def in_play(self) -> Sequence[str]:
        value = self.options.get("in_play")
        return [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)] if value else []

    def changed(self, changes: Mapping[str, object]) -> dict[str, object]:
        """The values with some changed; empty ones are left out."""
        found: dict[str, object] = {**self.options, **changes}
        return {key: found[key] for key in PARAMETERS if _has_value(key, found.get(key))}


def values_in(query: QueryDict) -> dict[str, object]:
    found: dict[str, object] = {}
    for key in query:
        texts = [text for text in query.getlist(key) if text.strip()]
        if key in REPEATED or (key in CAST_OPTIONS and CAST_OPTIONS[key].repeated):
            found[key] = texts if len(texts) > 1 else "".join(texts)
        else:
            found[key] = query.get(key)
    return found


def as_text(value: object) -> str:
    """Value of a request, with commas between several."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def _has_value(key: str, value: object) -> bool:
    if isinstance(value, str):
        return bool(value.strip()) or key == "pool"
    if key in ("modes", "targets", "allowed"):
        # Choosing none is a choice, too.
        return value is not None
    return value is not None and value is not False and value != []


def _text(options: Mapping[str, object], key: str) -> str:
    value = options.get(key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if len(text) > _LONGEST:
        raise BadRequest("too_long", f"This can be at most {_LONGEST:,} characters long.").in_field(key)
    return text


def _choice(options: Mapping[str, object], key: str) -> str:
    text = _text(options, key).strip().lower()
    choices = CAST_OPTIONS[key].choices
    if text and text not in choices:
        raise BadRequest("bad_word", f"This can be {join_words(list(choices), 'or')}.").in_field(key)
    return text


def _yes_or_no(options: Mapping[str, object], key: str) -> bool | None:
    text = _text(options, key).strip().lower()
    if not text:
        return None
    if text not in YES and text not in NO:
        raise BadRequest("not_yes_or_no", "This must be yes or no.").in_field(key)
    return text in YES


def _numbers(options: Mapping[str, object], key: str, least: int) -> tuple[int, ...] | None:
    """`1, 3`; `none` for no number."""
    if key not in options:
        return None
    pieces = [piece for piece in re.split(r"[,;\s]+", _text(options, key).strip()) if piece]
    if [piece.lower() for piece in pieces] == ["none"]:
        return ()
    for piece in pieces:
        if not re.fullmatch(r"[0-9]{1,7}", piece) or int(piece) < least:
            message = (
                f"“{piece}” isn’t a number of {least} or more. Type numbers with commas between them, such as 1, 2."
            )
            raise BadRequest("not_a_number", message).in_field(key)
    if len(pieces) > MOST_TARGETS:
        raise BadRequest("too_long", f"Type at most {MOST_TARGETS} numbers.").in_field(key)
    return tuple(map(int, pieces))


def _targets(value: Any) -> tuple[int | None, tuple[str, ...]]:
    """Number and names: `3; Bear; Elf` -> 3, (Bear, Elf)."""
    if value is None:
        return None, ()
    if len(str(value)) > _LONGEST:
        raise BadRequest("too_long", f"This can be at most {_LONGEST:,} characters long.").in_field("targets")
    pieces = list(_pieces(value))
    if not pieces or pieces == ["none"]:
        return 0, ()
    count = None
    if re.fullmatch(r"[0-9]+", pieces[0]):
        count = min(int(pieces.pop(0)[:_MOST_DIGITS]), 10**_MOST_DIGITS)
    if count is None and re.fullmatch(r"[+-]?[0-9]+(?:[.,][0-9]+)?", pieces[0]):
        message = f"“{pieces[0]}” can’t be a number of targets. Type a whole number from 0 to {MOST_TARGETS}."
        raise BadRequest("not_a_number", message).in_field("targets")
    names = tuple(pieces if count is None else pieces[:count])
    count = len(names) if count is None else count
    if count > MOST_TARGETS:
        raise BadRequest("too_many", f"There can be at most {MOST_TARGETS} targets.").in_field("targets")
    return count, names


def _pieces(value: Any) -> Iterator[str]:
    """Names, one by one; commas separate them in a single text without semicolons or lines."""
    texts = [str(each) for each in (value if isinstance(value, list | tuple) else [value])]
    for text in texts:
        separator = "[;\n]" if len(texts) > 1 or re.search("[;\n]", text) else ","
        yield from (piece.strip()[:200] for piece in re.split(separator, text) if piece.strip())


def option_names() -> Mapping[str, str]:
    """Labels of all fields, by key, for errors on pages."""
    checked = {key: option.label for key, option in OPTIONS.items()}
    return checked | {key: option.label for key, option in CAST_OPTIONS.items()}
