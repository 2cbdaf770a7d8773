"""References that lead nowhere in their own edition: misprints of the document, or mistakes of ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from django.db.models import QuerySet

from explorer.document.extent import has_all_rules
from explorer.library.glossaries import glossary_of
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule, Term, Wording

_AROUND = 40
_NUMBERS = {Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER}
_FIELDS = ("kind", "target", "paragraph", "start", "end")


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Reference to nothing.

    Attributes:
        where: the number of the rule that has it, or the name of the glossary entry.
        kind: what is named: `rule`, `section`, `chapter`, `glossary`.
        target: the number, or the name as it would stand in an address.
        words: the words around it.
    """

    where: str
    kind: str
    target: str
    words: str


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of checking one edition.

    Attributes:
        edition: the edition.
        references: how many references it has.
        dead: those that lead nowhere.
        judged: whether that can be told: an excerpt lacks what it does not hold, so nothing is said of it. Of a
            document that has all of its rules and breaks off after them, references to the glossary are left out.
    """

    edition: EditionInfo
    references: int
    dead: tuple[DeadEnd, ...]
    judged: bool


@dataclass(frozen=True, slots=True)
class _Named:
    where: str
    wording: int
    kind: int
    target: str
    paragraph: int
    start: int
    end: int


def check_links(edition: EditionInfo) -> Checked:
    """Look at every reference of an edition, in the order of the document.

    Numbers that a range includes without writing them are no references of their own. A name of the glossary with
    commas leads somewhere when all of it does, or each of its parts.
    """
    found = [
        *_found(Rule.objects.filter(edition_id=edition.id), "number", "sort_key"),
        *_found(Term.objects.filter(edition_id=edition.id), "name", "position"),
    ]
    written = [one for one in found if one.kind not in {Reference.Kind.WITHIN, Reference.Kind.PART}]
    if not edition.complete and not has_all_rules(edition.stops_at):
        return Checked(edition, len(written), (), judged=False)
    dead = list(_dead(edition, found))
    bodies = dict(Wording.objects.filter(pk__in={one.wording for one in dead}).values_list("pk", "paragraphs"))
    ends = tuple(DeadEnd(one.where, _kind(one), one.target, _words(one, bodies)) for one in dead)
    return Checked(edition, len(written), ends, judged=True)


def _found(rows: QuerySet[Any], place: str, order: str) -> list[_Named]:
    fields = (f"wording__references__{field}" for field in _FIELDS)
    named = rows.filter(wording__references__isnull=False).order_by(
        order, "wording__references__paragraph", "wording__references__start", "wording__references__pk"
    )
    return [_Named(*row) for row in named.values_list(place, "wording_id", *fields)]


def _dead(edition: EditionInfo, found: Sequence[_Named]) -> Iterator[_Named]:
    numbers = set(Rule.objects.filter(edition_id=edition.id).values_list("number", flat=True))
    glossary = glossary_of(edition)
    for place, one in enumerate(found):
        if one.kind in _NUMBERS:
            if one.target not in numbers:
                yield one
        elif one.kind == Reference.Kind.GLOSSARY and edition.complete and glossary.find(one.target) is None:
            # Its parts come right after it.
            parts = list(takewhile(lambda part: part.kind == Reference.Kind.PART, islice(found, place + 1, None)))
            dead = [part for part in parts if glossary.find(part.target) is None]
            yield from dead if len(dead) < len(parts) else [one]


def _kind(one: _Named) -> str:
    return "glossary" if one.kind == Reference.Kind.PART else Reference.Kind(one.kind).name.lower()


def _words(one: _Named, bodies: Mapping[int, Sequence[Mapping[str, str]]]) -> str:
    """Return the words around a reference, whole ones."""
    text = bodies[one.wording][one.paragraph]["text"]
    before, after = text[: one.start], text[one.end :]
    if len(before) > _AROUND:
        before = "…" + before[-_AROUND:].partition(" ")[2]
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + "…"
    return before + text[one.start : one.end] + after
