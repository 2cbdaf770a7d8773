"""Operations on the rules: editions, rules, sections, glossary, and their histories."""

import re
from collections import Counter
from datetime import date
from typing import Annotated

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from ninja import Path, Query, Router

from explorer.api.common import (
    BAD_INPUT,
    FAILURES,
    MOST,
    Fields,
    day_of,
    edition_fields,
    paged,
    rule_fields,
    term_fields,
)
from explorer.api.schemas import (
    ChangesOut,
    ContentsOut,
    EditionOut,
    Page,
    RuleInPlace,
    RulesOut,
    SectionOut,
    StepOut,
    TermOut,
)
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.glossaries import terms_of
from explorer.library.history.changes import changes_between
from explorer.library.history.life import Life, life_at, steps_with_texts
from explorer.library.loaded import library, library_with
from explorer.library.place import NotInLibrary, RulePlace, find_edition, find_number
from explorer.library.queries import RuleText, is_neighbour_missing, newest_rules, rules_at, with_contents
from explorer.lineages.provisions import term_key
from explorer.lineages.tracing import TraceStep
from explorer.not_found.path_arguments import date_or_404, handle_not_found, number_or_404, term_on
from explorer.policy.place import address_of
from explorer.policy.references import RULES
from explorer.policy.related import sections_related_to
from explorer.rules.glossary.query import entry_meant
from explorer.rules.rule.query import RulePage, rule_page, with_text
from explorer.search.understand.rule_numbers import read_date
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten
from explorer.web.http import FOR_GOOD
from explorer.wording.wordings import short_label
from symbols.engine import BadRequest

router = Router()

EDITION = "Edition date, such as 2025-06-06. Default: newest."
EditionParameter = Annotated[str, Query("", description=EDITION, format="date", max_length=40)]
Time = Annotated[
    str,
    Query(
        "",
        description="Year, month or day, such as 2014, instead of `edition`: the newest rules up to then.",
        max_length=40,
    ),
]
PageNumber = Annotated[int, Query(1, description=f"Page number. Each page has {MOST} items.", ge=1, le=10_000)]
Number = Annotated[str, Path(description="Rule number, such as 107.4f.", max_length=20)]
SectionNumber = Annotated[str, Path(description="Section number, such as 702.", max_length=20)]
Day = Annotated[date, Path(description="Edition date, such as 2025-06-06.")]
Slug = Annotated[str, Path(description="Name of a glossary entry, as in its address: legend-rule.", max_length=200)]


@router.get("/editions", response={200: Page[EditionOut], **BAD_INPUT}, summary="List editions", tags=["editions"])
def editions(request: HttpRequest, page: PageNumber = 1) -> dict[str, object]:
    """List loaded editions, newest first."""
    return paged(library().newest_first, page, lambda one: edition_fields(request, one))


@router.get("/editions/{edition}", response={200: EditionOut, **FAILURES}, summary="Get an edition", tags=["editions"])
def edition(request: HttpRequest, edition: Day) -> dict[str, object]:
    """Get an edition by date."""
    return edition_fields(request, find_edition(edition).edition)


@router.get("/rules", response={200: RulesOut, **FAILURES}, summary="Get several rules", tags=["rules"])
def rules(
    request: HttpRequest,
    number: Annotated[
        list[str],
        Query(description="Rule number, such as 107.4f. Repeat it for more rules.", max_length=MOST, min_length=1),
    ],
    edition: EditionParameter = "",
) -> dict[str, object]:
    """Get several rules by number."""
    loaded = library()
    day = day_of(edition, loaded)
    numbers = list(dict.fromkeys(str(_number(one)) for one in number))
    if day:
        found = rules_at([(day, one) for one in numbers], loaded.editions)
    else:
        newest = newest_rules(numbers, loaded.undated)
        found = [newest[one] for one in numbers if one in newest]
    present = {one.number for one in found}
    missing = [one for one in numbers if one not in present]
    return {**paged(found, 1, rule_fields(request, loaded, found)), "missing": missing}


@router.get("/rules/{number}", response={200: RuleInPlace, **FAILURES}, summary="Get a rule", tags=["rules"])
def rule(request: HttpRequest, number: Number, edition: EditionParameter = "", on: Time = "") -> dict[str, object]:
    """Get a rule or subrule with its neighbors."""
    page = _page(number, edition, {NumberKind.RULE, NumberKind.SUBRULE}, on)
    shown = page.requested or page.tree
    before, after = _neighbors(page)
    return {
        **rule_fields(request, page.place.library, [shown])(shown),
        "parent": str(parent) if (parent := shown.parsed.parent) else None,
        "children": [child.number for child in shown.children],
        "previous": before.number if before else None,
        "next": after.number if after else None,
        "cited_by": list(dict.fromkeys(one.number or one.slug for one in page.citations)),
        "policy": _policy(request, shown.number, page.place),
    }


def _policy(request: HttpRequest, number: str, place: RulePlace) -> list[Fields]:
    """Sections of tournament documents that link to a rule, if it's in the newest rules."""
    if place.edition != place.library.newest_complete:
        return []
    return [
        {
            "document": edition.document,
            "number": section.number,
            "title": section.title,
            "address": request.build_absolute_uri(address_of(edition.document, section.number)),
        }
        for edition, section in sections_related_to(RULES, number, place.library)
    ]


@router.get("/sections/{number}", response={200: SectionOut, **FAILURES}, summary="Get a section", tags=["rules"])
def section(
    request: HttpRequest, number: SectionNumber, edition: EditionParameter = "", page: PageNumber = 1
) -> dict[str, object]:
    """Get a section with all its rules."""
    found = _page(number, edition, {NumberKind.SECTION})
    rules = with_text(found.tree)
    fields = rule_fields(request, found.place.library, [found.tree, *rules])
    return {
        **fields(found.tree),
        "rules": paged(rules, page, fields),
        "previous": found.previous.number if found.previous else None,
        "next": found.next.number if found.next else None,
    }


@router.get(
    "/contents/{number}",
    response={200: ContentsOut, **FAILURES},
    summary="Get a table of contents",
    tags=["rules"],
)
def contents(
    request: HttpRequest,
    number: Annotated[str, Path(description="Chapter or section number, such as 7 or 702.", max_length=20)],
    edition: EditionParameter = "",
    on: Time = "",
) -> dict[str, object]:
    """Get a chapter’s sections, or a section’s rules without their text."""
    place = _place(number, edition, {NumberKind.CHAPTER, NumberKind.SECTION}, on)
    top = with_contents(place.edition, place.number)
    if top is None:
        raise place.not_there
    entries = [{"number": one.number, "label": short_label(one)} for one in top.children]
    return {**rule_fields(request, place.library, [top])(top), "entries": entries}


@router.get(
    "/rules/{number}/history",
    response={200: Page[StepOut], **FAILURES},
    summary="Get a rule’s history",
    tags=["history"],
)
def rule_history(
    request: HttpRequest, number: Number, edition: EditionParameter = "", page: PageNumber = 1
) -> dict[str, object]:
    """Get a rule’s history through the editions, newest first."""
    place = find_number(_number(number), day_of(edition))
    return _steps(life_at(place.key, place.edition.date), page)


@router.get("/glossary", response={200: Page[TermOut], **FAILURES}, summary="List glossary entries", tags=["glossary"])
def glossary(request: HttpRequest, edition: EditionParameter = "", page: PageNumber = 1) -> dict[str, object]:
    """List an edition’s glossary entries, in its order."""
    place = find_edition(day_of(edition), with_glossary=True)
    return paged(terms_of(place.edition), page, lambda one: term_fields(request, one))


@router.get("/glossary/{slug}", response={200: TermOut, **FAILURES}, summary="Get a glossary entry", tags=["glossary"])
def term(request: HttpRequest, slug: Slug, edition: EditionParameter = "") -> dict[str, object]:
    """Get a glossary entry by name. Other forms of the name work too."""
    return term_fields(request, entry_meant(term_on(slug, day_of(edition))))


@router.get(
    "/glossary/{slug}/history",
    response={200: Page[StepOut], **FAILURES},
    summary="Get a glossary entry’s history",
    tags=["history"],
)
def term_history(
    request: HttpRequest, slug: Slug, edition: EditionParameter = "", page: PageNumber = 1
) -> dict[str, object]:
    """Get a glossary entry’s history through the editions, newest first."""
    place = term_on(slug, day_of(edition))
    life = life_at(term_key(slug), place.edition.date)
    if life is None:
        raise place.not_there
    return _steps(life, page)


@router.get(
    "/changes/{old}/{new}", response={200: ChangesOut, **FAILURES}, summary="Compare two editions", tags=["history"]
)
def changes(
    request: HttpRequest,
    old: Annotated[date, Path(description="Date of the older edition, such as 2024-03-08.")],
    new: Annotated[date, Path(description="Date of the newer edition, such as 2025-06-06.")],
    page: PageNumber = 1,
) -> dict[str, object]:
    """List what changed between two editions, in the order of the newer one."""
    loaded = library()
    before, after = (loaded.effective(day) for day in sorted((old, new)))
    rows = changes_between(before, after, loaded)
    return {**paged(rows, page, lambda row: row.as_json()), "counts": Counter(row.counted for row in rows)}


def _number(typed: str) -> RuleNumber:
    number = RuleNumber.try_parse(typed)
    if number is None:
        raise BadRequest("bad_number", f"“{typed}” isn’t a rule number. Type one such as 107.4f.").in_field("number")
    return number


def _page(typed: str, edition: str, kinds: set[NumberKind], on: str = "") -> RulePage:
    """Like `_place`, but raises NotInLibrary if the edition lacks the number."""
    place = _place(typed, edition, kinds, on)
    return rule_page(place, place.edition.date)


def _place(typed: str, edition: str, kinds: set[NumberKind], on: str = "") -> RulePlace:
    """A number in an edition, or in the last rules of a year, month or day.

    Raises:
        NotFound: it isn't a number.
        NotInLibrary: there were no rules yet, or the newest rules don't have it.
        BadRequest: the edition isn't loaded, `on` is invalid, both are given, or the number is of another kind.
    """
    number = number_or_404(typed)
    if number.kind not in kinds:
        names = " or ".join(sorted(kind.value for kind in kinds))
        raise BadRequest("bad_number", f"{number} is a {number.kind.value}, not a {names}.").in_field("number")
    if on.strip() and edition.strip():
        raise BadRequest("too_many", "Send “edition” or “on”, not both.")
    return find_number(number, _last_on(on, number) if on.strip() else day_of(edition))


def _last_on(typed: str, number: RuleNumber) -> date:
    span = read_date(typed)
    if span is None:
        message = f"“{shorten(typed)}” isn’t a year, month or day. Type one such as 2014, 2014-07 or 2014-07-18."
        raise BadRequest("bad_date", message).in_field("on")
    loaded, wordings = library_with(str(number))
    then = loaded.until(span.last, wordings)
    if not then:
        raise NotInLibrary(library=loaded, day=span.last, number=number)
    return then[-1].date


def _neighbors(page: RulePage) -> tuple[RuleText | None, RuleText | None]:
    """The previous and next rule; of a subrule, its siblings."""
    if page.requested is None or page.requested.kind is not NumberKind.SUBRULE:
        return page.previous, page.next
    siblings = [None, *page.tree.children, None]
    at = siblings.index(page.requested)
    before, after = (
        one if one and not is_neighbour_missing(one.edition, page.requested.number, one.number) else None
        for one in (siblings[at - 1], siblings[at + 1])
    )
    return before, after


def _steps(life: Life | None, page: int) -> dict[str, object]:
    """One page of a history; a chapter has none."""
    return paged(steps_with_texts(life) if life else (), page, TraceStep.as_json)


_TYPES = {"txt": "text/plain", "md": "text/markdown"}


@handle_not_found
def short_form(request: HttpRequest, number: str, form: str, edition: str | None = None) -> HttpResponse:
    wanted = number_or_404(number)
    day = date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.rule_as(str(wanted), form, day))
    if wanted.kind is NumberKind.CHAPTER:
        raise NotFound(
            "A chapter has no such form", f"{wanted} is a chapter. Only sections, rules and subrules have this form."
        )
    place = find_number(wanted, day)
    page = rule_page(place, place.edition.date)
    shown = [page.requested] if page.requested else with_text(page.tree)
    if form == "json":
        top = page.requested or page.tree
        fields_of = rule_fields(request, place.library, [top, *shown])
        fields = fields_of(top)
        if wanted.kind is NumberKind.SECTION:
            fields["rules"] = [fields_of(one) for one in shown]
        return JsonResponse(fields)
    link = request.build_absolute_uri(addresses.rule(str(wanted), place.edition.date))
    parts = [_titled(page, form), *(_written(one, form) for one in shown)]
    source = f"(Comprehensive Rules, {long_date(place.edition.date)})"
    ending = f"{source}\n{link}" if form == "txt" else f"[{source[1:-1]}]({link})"
    body = "\n\n".join(filter(None, [*parts, ending]))
    # Only text of complete editions is immutable: an excerpt may be replaced.
    headers = FOR_GOOD if day and place.edition.complete else None
    return HttpResponse(f"{body}\n", content_type=f"{_TYPES[form]}; charset=utf-8", headers=headers)


def _titled(page: RulePage, form: str) -> str:
    if page.place.number.kind is not NumberKind.SECTION or not page.tree.heading:
        return ""
    title = f"{page.tree.number}. {page.tree.heading}"
    return title if form == "txt" else f"# {title}"


def _written(rule: RuleText, form: str) -> str:
    number = f"{rule.number}." if form == "txt" else f"**{rule.number}.**"
    lines = [one.text for one in rule.paragraphs] or [rule.heading]
    if form == "md":
        lines = [re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", line) for line in lines]
    return "\n\n".join([f"{number} {lines[0]}", *lines[1:]])
