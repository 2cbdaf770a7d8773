"""The glossary of an edition, cached for recent editions, since editions never change."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from explorer.document.references import find_references
from explorer.document.terms import Glossary, Name, TermUse
from explorer.document.tree import from_json
from explorer.library.queries import EditionInfo, TermText
from explorer.models import Reference, Rule, Term

_GLOSSARIES = 16
# Each cached key references a glossary, some 60,000 objects.
_TEXTS = 512
_RESULTS = 512

KEYWORDS = ("701.", "702.")
"""Prefixes of the numbers of keyword actions and keyword abilities."""

_ENTRY = ("slug", "name", "wording__paragraphs", "obsolete")


@lru_cache(maxsize=_GLOSSARIES)
def terms_of(edition: EditionInfo) -> tuple[TermText, ...]:
    if not edition.terms:
        return ()
    rows = Term.objects.filter(edition_id=edition.id).order_by("position")
    return tuple(_term(edition, *row) for row in rows.values_list(*_ENTRY))


def terms_at(wanted: Collection[tuple[EditionInfo, str]]) -> list[TermText]:
    """Glossary entries of several editions by slug, oldest first, with one query; missing ones are omitted."""
    if not wanted:
        return []
    editions = {edition.id: edition for edition, _ in wanted}
    rows = Term.objects.filter(edition_id__in=editions, slug__in={slug for _, slug in wanted})
    rows = rows.order_by("edition__date")
    found = (_term(editions[row], *entry) for row, *entry in rows.values_list("edition_id", *_ENTRY))
    return [entry for entry in found if (entry.edition, entry.slug) in wanted]


def _term(edition: EditionInfo, slug: str, name: str, body: Any, obsolete: bool) -> TermText:  # noqa: FBT001
    return TermText(edition, slug, name, from_json(body), obsolete)


@lru_cache(maxsize=_GLOSSARIES)
def glossary_of(edition: EditionInfo) -> Glossary:
    return Glossary(
        Name.of(entry.slug, entry.name, entry.paragraphs[0].text if entry.paragraphs else "")
        for entry in terms_of(edition)
    )


@lru_cache(maxsize=_GLOSSARIES)
def rules_meant(edition: EditionInfo) -> Mapping[str, str]:
    """By slug, the rule that an entry is about: the only one, or only keyword (701, 702), that it cites."""
    cited = {
        entry.slug: dict.fromkeys(
            one.target for each in entry.paragraphs for one in find_references(each.text) if one.kind != "glossary"
        )
        for entry in terms_of(edition)
    }
    keyword = {slug: [one for one in numbers if one.startswith(KEYWORDS)] for slug, numbers in cited.items()}
    meant = {slug: keyword[slug] or list(numbers) for slug, numbers in cited.items()}
    return {slug: numbers[0] for slug, numbers in meant.items() if len(numbers) == 1}


@lru_cache(maxsize=_TEXTS)
def uses_in(text: str, glossary: Glossary) -> tuple[TermUse, ...]:
    """`Glossary.uses`, cached: pages show the same few thousand texts."""
    return tuple(glossary.uses(text))


@lru_cache(maxsize=_RESULTS)
def rules_using(edition: EditionInfo, slug: str) -> tuple[tuple[str, str], ...] | None:
    """Number and heading of the rules that use an entry's words, in order; None if these are stop words."""
    glossary = glossary_of(edition)
    words = glossary.words_for(slug)
    if not words:
        return None
    # Prefilter in SQL by the longest word of each form; `uses_in` decides.
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


@lru_cache(maxsize=_RESULTS)
def entries_naming(edition: EditionInfo, slug: str) -> tuple[TermText, ...]:
    glossary = glossary_of(edition)
    named = Term.objects.filter(
        edition_id=edition.id, wording__references__kind__in=(Reference.Kind.GLOSSARY, Reference.Kind.PART)
    )
    pointing = {
        entry
        for entry, target in named.values_list("slug", "wording__references__target")
        if entry != slug and glossary.find(target) == slug
    }
    return tuple(entry for entry in terms_of(edition) if entry.slug in pointing)
