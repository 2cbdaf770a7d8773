"""What pages ask about many numbers at once: where references lead, who else has a number."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from explorer.document.numbers import Kind, RuleNumber
from explorer.document.tree import from_json
from explorer.library.queries import EditionInfo, RuleText, contents
from explorer.models import Rule, Term
from symbols.sentences import join_words


def editions_holding(numbers: Collection[str]) -> Mapping[str, Sequence[date]]:
    """Return, for each of the numbers that the library has, the editions that have it, oldest first."""
    held: dict[str, list[date]] = defaultdict(list)
    if numbers:
        rows = Rule.objects.filter(number__in=numbers).order_by("edition__date")
        for number, day in rows.values_list("number", "edition__date"):
            held[number].append(day)
    return held


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a number leads as seen from an edition: the edition that has it, and whether none newer has it too."""

    edition: date
    newest: bool


def leads(numbers: Collection[str], edition: EditionInfo, *, newest: bool) -> Mapping[str, Lead]:
    """Return where numbers lead as seen from an edition; a number that leads nowhere is left out.

    They lead within the edition. From an excerpt, what it lacks leads to the newest text that bears the number.

    Args:
        numbers: the numbers that are named.
        edition: the edition that is being read.
        newest: whether none newer need be looked for: this is the newest edition, or links name it anyway.
    """
    wanted = set(numbers)
    if not wanted:
        return {}
    own = Rule.objects.filter(edition_id=edition.id, number__in=wanted)
    here = set(own.values_list("number", flat=True))
    asked = (set() if edition.complete else wanted - here) | (set() if newest else here)
    days: dict[str, date] = {}
    if asked:
        rows = Rule.objects.filter(number__in=asked).values_list("number")
        days = dict(rows.annotate(Max("edition__date")))
    found = {number: Lead(edition.date, days.get(number, edition.date) == edition.date) for number in here}
    return found | {number: Lead(day, newest=True) for number, day in days.items() if number not in here}


def newest_of_terms(slugs: Collection[str]) -> Mapping[str, date]:
    """Return, for each of some glossary entries, the newest edition that has it."""
    rows = Term.objects.filter(slug__in=slugs).order_by("edition__date") if slugs else Term.objects.none()
    return dict(rows.values_list("slug", "edition__date"))


def section_numbers(edition: EditionInfo | None = None) -> list[RuleNumber]:
    """Return the numbers of the sections that an edition, or the whole library, has."""
    rows = Rule.objects.filter(kind=Rule.Kind.SECTION)
    if edition is not None:
        rows = rows.filter(edition_id=edition.id)
    return [RuleNumber.parse(number) for number in rows.values_list("number", flat=True).distinct()]


def wordings_of(number: str) -> Mapping[date, int | None]:
    """Return which wording each edition has under a number, by effective date, oldest first."""
    rows = Rule.objects.filter(number=number).order_by("edition__date")
    return dict(rows.values_list("edition__date", "wording_id"))


def rules_of(edition: EditionInfo, section: RuleNumber) -> list[RuleText]:
    """Return the rules of a section without their subrules, in order."""
    rows = Rule.objects.filter(
        edition_id=edition.id,
        kind=Rule.Kind.RULE,
        sort_key__gte=section.sort_key,
        sort_key__lt=section.sort_key_after,
    ).order_by("position")
    return [
        RuleText(edition, number, Kind.RULE, heading=heading, paragraphs=from_json(body or ()))
        for number, heading, body in rows.values_list("number", "heading", "wording__paragraphs")
    ]


def sections_of(chapter: RuleNumber, edition: EditionInfo) -> list[tuple[str, str]]:
    """Return the sections that an edition has of a chapter, in order, each with its heading."""
    rows = Rule.objects.filter(
        edition_id=edition.id,
        kind=Rule.Kind.SECTION,
        sort_key__gte=chapter.sort_key,
        sort_key__lt=chapter.sort_key_after,
    )
    return list(rows.order_by("sort_key").values_list("number", "heading"))


def headings_of(numbers: Collection[str], edition: EditionInfo) -> Mapping[str, str]:
    """Return the headings of chapters or sections in an edition, else the newest ones in the library.

    An excerpt may hold a rule without the heading that it stands under; a number that has none is left out.
    """
    rows = Rule.objects.filter(number__in=numbers).exclude(heading="").order_by("edition__date")
    if edition.complete:
        rows = rows.filter(edition_id=edition.id)
    found: dict[str, str] = {}
    settled: set[str] = set()
    for number, day, heading in rows.values_list("number", "edition__date", "heading"):
        if number not in settled:
            found[number] = heading
        if day == edition.date:
            settled.add(number)
    return found


def heading_of(number: str, edition: EditionInfo) -> str:
    """Return the heading of a chapter or section, as `headings_of` does; empty where there is none."""
    return headings_of([number], edition).get(number, "")


def extent(edition: EditionInfo) -> str:
    """Say in words what an edition in the library holds: “section 107”, “sections 200 to 211”."""
    if edition.complete:
        return f"all {edition.sections} sections"
    whole: list[RuleNumber] = []
    parts: list[str] = []
    for chapter in contents(edition):
        for section in chapter.children:
            if section.heading:
                whole.append(section.parsed)
            else:
                parts += [rule.number for rule in rules_of(edition, section.parsed)]
    pieces = [_spans(whole)] if whole else []
    if parts:
        pieces.append(("rule " if len(parts) == 1 else "rules ") + join_words(parts))
    if edition.terms:
        pieces.append("one glossary entry" if edition.terms == 1 else f"{edition.terms} glossary entries")
    return join_words(pieces) or "nothing"


def _spans(sections: Sequence[RuleNumber]) -> str:
    """Name sections, those that follow each other as one span."""
    spans: list[list[RuleNumber]] = []
    for section in sections:
        if spans and section.section == spans[-1][-1].section + 1:
            spans[-1].append(section)
        else:
            spans.append([section])
    named = [str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans]
    return ("section " if len(sections) == 1 else "sections ") + join_words(named)
