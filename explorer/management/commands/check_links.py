"""`manage.py check_links`: broken references by edition, which are typos in the document or bugs of the parser."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, TypedDict

from django.core.management.base import CommandParser
from django.db.models import QuerySet

from explorer.importing.prepare import prepare
from explorer.library.glossaries import glossary_of
from explorer.library.loaded import library
from explorer.library.queries import EditionInfo
from explorer.management.base import JsonCommand, iso_date, must_be_loaded
from explorer.models import Reference, Rule, Term, Wording

_CONTEXT = 40
_NUMBERS = {Reference.Kind.RULE, Reference.Kind.SECTION, Reference.Kind.CHAPTER}
_FIELDS = ("kind", "target", "paragraph", "start", "end")


class BrokenLink(TypedDict):
    """Broken reference; `where` is a rule's number or a glossary entry's name, and `words` the text around it."""

    where: str
    kind: str
    target: str
    words: str


class Checked(TypedDict):
    """Checked references of an edition.

    Attributes:
        references: their number.
        dead: None for an excerpt, which lacks the targets. If the glossary is incomplete, references to it aren't
            checked.
    """

    edition: str
    references: int
    dead: Sequence[BrokenLink] | None


@dataclass(frozen=True, slots=True)
class _Row:
    where: str
    wording: int
    kind: int
    target: str
    paragraph: int
    start: int
    end: int


def check_links(edition: EditionInfo) -> Checked:
    """Check the references of an edition, in document order.

    Numbers within a range don't count. A glossary name with commas is fine if it, or each of its parts, is an entry.
    """
    found = [
        *_rows(Rule.objects.filter(edition_id=edition.id), "number", "sort_key"),
        *_rows(Term.objects.filter(edition_id=edition.id), "name", "position"),
    ]
    written = [one for one in found if one.kind not in {Reference.Kind.WITHIN, Reference.Kind.PART}]
    if not edition.has_all_rules:
        return {"edition": edition.iso, "references": len(written), "dead": None}
    dead = list(_dead(edition, found))
    texts = dict(Wording.objects.filter(pk__in={one.wording for one in dead}).values_list("pk", "paragraphs"))
    broken: list[BrokenLink] = [
        {"where": one.where, "kind": _kind(one), "target": one.target, "words": _excerpt(one, texts)} for one in dead
    ]
    return {"edition": edition.iso, "references": len(written), "dead": broken}


def _rows(rows: QuerySet[Any], place: str, order: str) -> list[_Row]:
    fields = (f"wording__references__{field}" for field in _FIELDS)
    named = rows.filter(wording__references__isnull=False).order_by(
        order, "wording__references__paragraph", "wording__references__start", "wording__references__pk"
    )
    return [_Row(*row) for row in named.values_list(place, "wording_id", *fields)]


def _dead(edition: EditionInfo, found: Sequence[_Row]) -> Iterator[_Row]:
    numbers = set(Rule.objects.filter(edition_id=edition.id).values_list("number", flat=True))
    glossary = glossary_of(edition)
    for place, one in enumerate(found):
        if one.kind in _NUMBERS:
            if one.target not in numbers:
                yield one
        elif one.kind == Reference.Kind.GLOSSARY and edition.complete and glossary.find(one.target) is None:
            # Its parts are the next rows.
            parts = list(takewhile(lambda part: part.kind == Reference.Kind.PART, islice(found, place + 1, None)))
            dead = [part for part in parts if glossary.find(part.target) is None]
            yield from dead if len(dead) < len(parts) else [one]


def _kind(one: _Row) -> str:
    return "glossary" if one.kind == Reference.Kind.PART else Reference.Kind(one.kind).name.lower()


def _excerpt(one: _Row, texts: Mapping[int, Sequence[Mapping[str, str]]]) -> str:
    text = texts[one.wording][one.paragraph]["text"]
    before, after = text[: one.start], text[one.end :]
    if len(before) > _CONTEXT:
        before = "…" + before[-_CONTEXT:].partition(" ")[2]
    if len(after) > _CONTEXT:
        after = after[:_CONTEXT].rpartition(" ")[0] + "…"
    return before + text[one.start : one.end] + after


class Command(JsonCommand):
    help = "List broken references: to rules, sections and glossary entries that their edition doesn’t have."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", type=iso_date, metavar="DATE", help="edition date (default: every edition)")
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """List broken references; they don't fail, since official documents have typos."""
        prepare()
        loaded, date = library(), options["edition"]
        editions = [must_be_loaded(loaded.on(date), date, "--edition")] if date else loaded.editions
        checked = [check_links(edition) for edition in editions]
        if options["json"]:
            self.print_json(checked)
            return
        for one in checked:
            self.stdout.write(_summary(one))
            for end in one["dead"] or ():
                self.stdout.write(f"    {end['where']}: no {end['kind']} {end['target']}: {end['words']}")


def _summary(checked: Checked) -> str:
    count = f"{checked['edition']}  {checked['references']:,} references"
    if checked["dead"] is None:
        return f"{count}, not checked, because it’s an excerpt"
    return f"{count}, {len(checked['dead']) or 'none'} broken"
