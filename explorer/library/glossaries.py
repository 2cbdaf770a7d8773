"""The glossary of an edition, ready to be looked up, kept in memory for the editions read lately."""

import re
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from explorer.document.terms import Glossary, Name, TermUse
from explorer.library.queries import EditionInfo
from explorer.models import Reference, Rule, Term

_GLOSSARIES = 16
_TEXTS = 8192
_ANSWERS = 512


@dataclass(frozen=True, slots=True)
class TermName:
    """An entry of a glossary without what it means."""

    slug: str
    name: str
    obsolete: bool


def glossary_of(edition: EditionInfo) -> Glossary:
    """Return an edition’s glossary. An edition never changes, so what is in memory stays true whoever imports more."""
    return _read(edition.id, edition.sha256)


def uses_in(text: str, glossary: Glossary) -> tuple[TermUse, ...]:
    """Return where a text uses words of a glossary; the same few thousand texts are shown over and over."""
    return _uses(text, glossary)


def names_in(edition: EditionInfo) -> list[TermName]:
    """Return the names of an edition's glossary in printed order, without what they mean."""
    rows = Term.objects.filter(edition_id=edition.id).order_by("position")
    return [TermName(*row) for row in rows.values_list("slug", "name", "obsolete")]


def rules_using(edition: EditionInfo, slug: str) -> tuple[tuple[str, str], ...] | None:
    """Return the rules whose text uses the words of an entry, in order: number, and heading where there is one.

    None for an entry whose words are not looked for (see `explorer.document.terms.PASSED_OVER`).
    """
    return _using(edition, slug)


def entries_naming(edition: EditionInfo, slug: str) -> list[TermName]:
    """Return the entries of an edition's glossary that point to an entry (“See Landwalk”), in printed order."""
    glossary = glossary_of(edition)
    rows = Term.objects.filter(
        edition_id=edition.id, wording__references__kind__in=(Reference.Kind.GLOSSARY, Reference.Kind.PART)
    ).order_by("position")
    named = rows.values_list("slug", "name", "obsolete", "wording__references__target")
    found = [TermName(*row[:3]) for row in named if row[0] != slug and glossary.find(row[3]) == slug]
    return list(dict.fromkeys(found))


@lru_cache(maxsize=_ANSWERS)
def _using(edition: EditionInfo, slug: str) -> tuple[tuple[str, str], ...] | None:
    glossary = glossary_of(edition)
    words = glossary.words_for(slug)
    if not words:
        return None
    # The database narrows it down by the longest word of each form; the text itself decides.
    longest = {max(re.findall(r"[a-z]+", form), key=len) for form in words if re.search(r"[a-z]", form)}
    has = Q()
    for word in longest:
        has |= Q(plain__icontains=word)
    rows = Rule.objects.filter(edition_id=edition.id, kind__in=(Rule.Kind.RULE, Rule.Kind.SUBRULE))
    rows = rows.annotate(plain=Cast("wording__paragraphs", TextField(max_length=None))).filter(has)
    return tuple(
        (number, heading)
        for number, heading, body in rows.order_by("position").values_list("number", "heading", "wording__paragraphs")
        if any(
            use.slug == slug
            for paragraph in body
            if paragraph["kind"] == "text"
            for use in uses_in(paragraph["text"], glossary)
        )
    )


@lru_cache(maxsize=_GLOSSARIES)
def _read(edition: int, sha256: str) -> Glossary:  # noqa: ARG001 - the row's number may be given again, its bytes may not
    rows = Term.objects.filter(edition_id=edition).order_by("position")
    return Glossary(
        Name.of(slug, name, body[0]["text"] if body else "")
        for slug, name, body in rows.values_list("slug", "name", "wording__paragraphs")
    )


@lru_cache(maxsize=_TEXTS)
def _uses(text: str, glossary: Glossary) -> tuple[TermUse, ...]:
    return tuple(glossary.uses(text))
