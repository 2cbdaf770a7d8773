"""What is cast and what is chosen, from a query string, the API or the command line."""

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
_APART = re.compile(r"[;\n]")


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
    """A request, of which only what is cast is required.

    Attributes:
        asked: what was given, by key, without what is empty; an empty `pool` is a pool.
        ability: the text of the ability that is activated; empty for a spell.
        zone: empty where it isn't given. Likewise `action`.
        modes: numbers from 1; None where no mode is chosen yet.
        targets: how many; None where none are chosen yet.
        names: of the targets, as far as they have any.
        division: the share of each target.
    """

    asked: Mapping[str, object]
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
        """Read a request; options of a check are only passed on.

        Raises:
            BadRequest: a key is unknown, a value isn't what it can be, or there isn't one thing to cast.
        """
        for key in given:
            if key not in PARAMETERS:
                raise BadRequest("unknown_key", f"{key!r} isn’t a key. Use one of: {', '.join(PARAMETERS)}.")
        asked = {key: given[key] for key in PARAMETERS if _is_said(key, given.get(key))}
        what = [key for key in (CARD, "cost", "ability") if asked.get(key)]
        if len(what) > 1:
            raise BadRequest("bad_usage", f"Give only one of {join_words(what)}.").in_field(what[1])
        targets, names = _targets(asked.get("targets"))
        return cls(
            asked,
            ability=_text(asked, "ability"),
            zone=_choice(asked, "zone"),
            allowed=_yes_or_no(asked, "allowed"),
            modes=_numbers(asked, "modes", 1),
            targets=targets,
            names=names,
            division=_numbers(asked, "division", 0),
            action=_text(asked, "action").strip().lower(),
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be cast."""
        return not any(self.asked.get(key) for key in (CARD, "cost", "ability"))

    @property
    def of_check(self) -> Mapping[str, object]:
        """The keys of a check: an ability is its cost."""
        found = {key: value for key, value in self.asked.items() if key not in CAST_OPTIONS}
        if self.ability:
            # “−X: …” is written [-X] (107.7).
            found["cost"] = _LOYALTY.sub(lambda one: f"[{one['cost']}]".replace("−", "-"), self.ability, count=1)
        return found

    @property
    def in_play(self) -> Sequence[str]:
        value = self.asked.get("in_play")
        return [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)] if value else []

    def changed(self, changes: Mapping[str, object]) -> dict[str, object]:
        """What is given with some values changed; an empty one is left out."""
        found: dict[str, object] = {**self.asked, **changes}
        return {key: found[key] for key in PARAMETERS if _is_said(key, found.get(key))}


def said_in(query: QueryDict) -> dict[str, object]:
    """Parameters of an address."""
    found: dict[str, object] = {}
    for key in query:
        texts = [text for text in query.getlist(key) if text.strip()]
        if key in REPEATED or (key in CAST_OPTIONS and CAST_OPTIONS[key].repeated):
            found[key] = texts if len(texts) > 1 else "".join(texts)
        else:
            found[key] = query.get(key)
    return found


def as_text(value: object) -> str:
    """A value of a request; several with commas between them."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def _is_said(key: str, value: object) -> bool:
    if isinstance(value, str):
        return bool(value.strip()) or key == "pool"
    if key in ("modes", "targets", "allowed"):
        # No mode is a choice, too.
        return value is not None
    return value is not None and value is not False and value != []


def _text(asked: Mapping[str, object], key: str) -> str:
    value = asked.get(key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if len(text) > _LONGEST:
        raise BadRequest("too_long", f"This can be at most {_LONGEST:,} characters long.").in_field(key)
    return text


def _choice(asked: Mapping[str, object], key: str) -> str:
    said = _text(asked, key).strip().lower()
    choices = CAST_OPTIONS[key].choices
    if said and said not in choices:
        raise BadRequest("bad_word", f"This can be {join_words(list(choices), 'or')}.").in_field(key)
    return said


def _yes_or_no(asked: Mapping[str, object], key: str) -> bool | None:
    said = _text(asked, key).strip().lower()
    if not said:
        return None
    if said not in YES and said not in NO:
        raise BadRequest("not_yes_or_no", "This must be yes or no.").in_field(key)
    return said in YES


def _numbers(asked: Mapping[str, object], key: str, least: int) -> tuple[int, ...] | None:
    """`1, 3`; `none` for no number."""
    if key not in asked:
        return None
    pieces = [piece for piece in re.split(r"[,;\s]+", _text(asked, key).strip()) if piece]
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
    """How many there are, and their names; a number before them says how many."""
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
    """Names, one by one; in a single text, commas stand between them where nothing else does."""
    each = value if isinstance(value, list | tuple) else [value]
    for text in map(str, each):
        apart = _APART if _APART.search(text) or len(each) > 1 else re.compile(",")
        yield from (piece.strip()[:200] for piece in apart.split(text) if piece.strip())


def option_names() -> Mapping[str, str]:
    """Labels of all fields, by key, for errors on pages."""
    return {
        **{key: option.label for key, option in OPTIONS.items()},
        **{key: option.label for key, option in CAST_OPTIONS.items()},
    }
