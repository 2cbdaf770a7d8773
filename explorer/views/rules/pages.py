"""Contents, chapters, sections, rules and subrules: live at the newest text, or pinned to an edition.

One view serves both; everything it links to is made by the resolver, so that a pinned page stays
within its own edition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.numbers import Kind, RuleNumber
from explorer.errors import PageLink
from explorer.library import lookups, queries
from explorer.library.queries import EditionInfo, RuleText
from explorer.prose import presenting
from explorer.views import not_found
from explorer.views.rules.cited import cited_by
from explorer.views.rules.leaves import leaf_of, rules_around

# Contents of more lines than this are folded, chapter by chapter.
OPEN = 40


@dataclass(frozen=True, slots=True)
class Turn:
    """A way to the previous or the next page."""

    number: str
    heading: str
    address: str
    gap: bool


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """A line of the edition switch."""

    date: date
    address: str
    note: str
    holds: bool


@dataclass(frozen=True, slots=True)
class ContentsChapter:
    """A chapter in the contents."""

    number: str
    heading: str
    address: str
    entries: Sequence[PageLink]


def rule(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    """Show what a number names: a chapter's contents, a section, a rule, or a subrule in its rule."""
    wanted = RuleNumber.try_parse(number)
    if wanted is None:
        raise not_found.not_a_number(number)
    pin = not_found.date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.rule(str(wanted), pin))
    if pin:
        chosen = not_found.edition_or_404(pin)
    else:
        newest = queries.newest_with(number)
        if newest is None:
            raise not_found.no_such_rule(wanted)
        chosen = newest
    if wanted.kind is Kind.CHAPTER:
        return _chapter(request, wanted, chosen, pinned=pin is not None)
    return _leaf(request, wanted, chosen, pinned=pin is not None)


def _leaf(request: HttpRequest, wanted: RuleNumber, edition: EditionInfo, *, pinned: bool) -> HttpResponse:
    """Show a section, a rule, or a subrule in its rule's context."""
    editions = queries.editions()
    current = edition == editions[-1]
    is_section = wanted.kind is Kind.SECTION
    context_number = wanted.parent if wanted.kind is Kind.SUBRULE else wanted
    leaves = leaf_of(wanted, edition, pinned=pinned, library=tuple(known.sha256 for known in editions))
    section, chapter = RuleNumber.of(wanted.section), RuleNumber(wanted.chapter)
    headings = lookups.headings_of([str(section), str(chapter)], edition)
    page = addresses.rule(str(wanted), edition.date if pinned else None)
    context = {
        "here": "rules",
        "subject": str(wanted),
        "is_section": is_section,
        "edition": edition,
        "held": "" if edition.complete else lookups.extent(edition),
        "pinned": pinned,
        "leaves": leaves.html,
        "tries": leaves.tries,
        "sections": _sections(section, headings, edition, pinned=pinned),
        "section": _heading(section, headings, edition, pinned=pinned),
        "chapter": _heading(chapter, headings, edition, pinned=pinned) if str(chapter) in headings else None,
        "toc": leaves.rules if is_section else rules_around(section, context_number, edition, pinned=pinned),
        "summary": leaves.summary,
        "named": leaves.symbols,
        "cited": cited_by(wanted, leaves.subrules, edition, pinned=pinned, current=current),
        "here_address": page,
        "pinned_address": addresses.rule(str(wanted), edition.date),
        "canonical": request.build_absolute_uri(page),
        **_switch(str(wanted), edition, editions),
        **_turns(str(context_number), edition, pinned=pinned),
    }
    return render(request, "rules/rule.html", context)


def contents(request: HttpRequest, edition: str | None = None) -> HttpResponse:
    """Show the contents of the current edition, or of one edition."""
    if edition:
        chosen = not_found.edition_or_404(not_found.date_or_404(edition))
    else:
        newest = queries.current_edition()
        if newest is None:
            raise not_found.empty_library()
        chosen = newest
    pinned = edition is not None
    chapters = _chapters([chosen] if pinned or chosen.complete else _newest_first(), pinned=pinned)
    return _contents_page(request, "Contents", chosen, chapters, pinned=pinned)


def _chapter(request: HttpRequest, wanted: RuleNumber, edition: EditionInfo, *, pinned: bool) -> HttpResponse:
    chapters = _chapters([edition] if pinned or edition.complete else _newest_first(), pinned=pinned)
    own = [chapter for chapter in chapters if chapter.number == str(wanted)]
    if not own:
        raise not_found.not_in_edition(wanted, edition)
    return _contents_page(request, f"{wanted}. {own[0].heading}", edition, own, pinned=pinned, number=str(wanted))


def _contents_page(
    request: HttpRequest,
    heading: str,
    edition: EditionInfo,
    chapters: Sequence[ContentsChapter],
    *,
    pinned: bool,
    number: str = "",
) -> HttpResponse:
    pin = edition.date if pinned else None
    page = addresses.rule(number, pin) if number else addresses.contents(pin)
    glossary_from = edition if pinned or edition.complete else _edition_with_glossary()
    editions = queries.editions()
    switch = _switch(number, edition, editions) if number else _switch_contents()
    current = edition == editions[-1]
    context = {
        "here": "rules",
        "heading": heading,
        "edition": edition,
        "held": "" if edition.complete else lookups.extent(edition),
        "pinned": pinned,
        "chapters": chapters,
        "folded": len(chapters) > 1 and sum(len(chapter.entries) for chapter in chapters) > OPEN,
        "has_glossary": not number and glossary_from is not None and glossary_from.terms > 0,
        "contents_address": addresses.contents(pin) if number else "",
        "cited": cited_by(RuleNumber.parse(number), (), edition, pinned=pinned, current=current) if number else [],
        "glossary_address": addresses.glossary(pin),
        "glossary_note": _count(glossary_from.terms, "entry", "entries") if glossary_from else "",
        "canonical": request.build_absolute_uri(page),
        **switch,
    }
    return render(request, "rules/contents.html", context)


def _newest_first() -> list[EditionInfo]:
    return list(reversed(queries.editions()))


def _edition_with_glossary() -> EditionInfo | None:
    return next((edition for edition in _newest_first() if edition.terms), None)


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _chapters(editions: Sequence[EditionInfo], *, pinned: bool) -> list[ContentsChapter]:
    """Return the contents of an edition; of several, what each has that no newer one has.

    A library of excerpts has its sections from many editions: each is listed with the newest.
    """
    headings: dict[RuleNumber, str] = {}
    sections: dict[RuleNumber, PageLink] = {}
    for place, edition in enumerate(editions):
        note = f"as of {long_date(edition.date)}" if place else ""
        for chapter in queries.contents(edition):
            headings.setdefault(chapter.parsed, "")
            headings[chapter.parsed] = headings[chapter.parsed] or chapter.heading
            for section in chapter.children:
                if section.heading:
                    address = _address(section.number, edition, pinned=pinned)
                    sections.setdefault(section.parsed, PageLink(section.number, section.heading, address, note))
                elif pinned:
                    sections.update(
                        (
                            rule.parsed,
                            PageLink(
                                rule.number,
                                presenting.opening_words(rule),
                                _address(rule.number, edition, pinned=True),
                                note,
                            ),
                        )
                        for rule in lookups.rules_of(edition, section.parsed)
                    )
    return [
        ContentsChapter(
            number=str(chapter),
            heading=heading or lookups.heading_of(str(chapter), editions[0]),
            address=_address(str(chapter), editions[0], pinned=pinned) if heading else "",
            entries=[sections[number] for number in sorted(sections) if chapter.contains(number)],
        )
        for chapter, heading in sorted(headings.items())
    ]


def _address(number: str, edition: EditionInfo, *, pinned: bool) -> str:
    return addresses.rule(number, edition.date if pinned else None)


def _sections(
    section: RuleNumber, headings: Mapping[str, str], edition: EditionInfo, *, pinned: bool
) -> list[dict[str, str]]:
    """Return the sections around one; an excerpt may lack even that."""
    listed = lookups.sections_of(RuleNumber(section.chapter), edition)
    around = {RuleNumber.parse(number): heading for number, heading in listed}
    around.setdefault(section, headings.get(str(section), ""))
    return [
        {"number": str(number), "heading": around[number], "address": _address(str(number), edition, pinned=pinned)}
        for number in sorted(around)
    ]


def _heading(number: RuleNumber, headings: Mapping[str, str], edition: EditionInfo, *, pinned: bool) -> dict[str, str]:
    address = _address(str(number), edition, pinned=pinned)
    return {"number": str(number), "heading": headings.get(str(number), ""), "address": address}


def _turns(number: str, edition: EditionInfo, *, pinned: bool) -> dict[str, Turn | None]:
    around = queries.previous_and_next(edition, number)

    def turn(entry: RuleText | None) -> Turn | None:
        if entry is None:
            return None
        heading = entry.heading if entry.kind is Kind.SECTION else ""
        gap = queries.is_neighbour_missing(edition, number, entry.number)
        return Turn(entry.number, heading, _address(entry.number, edition, pinned=pinned), gap)

    return {"previous": turn(around.previous), "next": turn(around.next)}


def _switch(number: str, edition: EditionInfo, editions: Sequence[EditionInfo]) -> dict[str, object]:
    """Return the editions to switch to, newest first, and how each has the number."""
    wordings = lookups.wordings_of(number)
    parsed = RuleNumber.parse(number)
    own = wordings.get(edition.date)
    others: list[OtherEdition] = []
    for other in reversed(editions):
        holds = other.date in wordings
        if other.date == edition.date:
            note = "you are reading it"
        elif not holds:
            note = f"{'excerpt ' if not other.complete else ''}without {number}"
        elif parsed.kind in {Kind.CHAPTER, Kind.SECTION}:
            note = "" if other.complete else "excerpt"
        else:
            note = "same words" if wordings[other.date] == own else "other words"
        address = addresses.rule(number, other.date) if holds else addresses.contents(other.date)
        others.append(OtherEdition(other.date, address, note, holds))
    newest = max(wordings, default=edition.date)
    return {
        "editions": others,
        "elsewhere": [other for other in others if other.holds and other.date != edition.date],
        "newest_address": addresses.rule(number),
        "is_current": not others or edition.date == others[0].date,
        "is_newest_text": edition.date == newest,
    }


def _switch_contents() -> dict[str, object]:
    others = [
        OtherEdition(
            other.date,
            addresses.contents(other.date),
            "" if other.complete else f"excerpt: {lookups.extent(other)}",
            holds=True,
        )
        for other in _newest_first()
    ]
    return {"editions": others, "newest_address": addresses.contents(), "is_current": True, "is_newest_text": True}
