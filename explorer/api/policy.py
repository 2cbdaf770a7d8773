"""Operations on the tournament documents."""

from datetime import date
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Path, Router, Schema
from pydantic import Field

from explorer.api.common import FAILURES, Fields
from explorer.api.library import EditionParameter
from explorer.policy.finding import find_policy
from explorer.policy.history import policy_history
from explorer.policy.place import PolicyPlace, address_of
from explorer.policy.reading.tree import Paragraph, Section
from explorer.policy.related import Related, named_in_text, related_to
from symbols.engine import edition_date

router = Router(tags=["policy"])

Document = Literal["mtr", "ipg", "jar"]
DocumentKey = Annotated[
    Document,
    Path(
        description="`mtr` (Magic Tournament Rules), `ipg` (Infraction Procedure Guide) or `jar` (Judging at Regular)."
    ),
]
PolicyNumber = Annotated[str, Path(description="Section number, such as 4.2 or appendix-b.", max_length=100)]


class PolicyReferenceOut(Schema):
    """A rule or a section that a section names."""

    document: Literal["rules", "mtr", "ipg", "jar"]
    number: str = Field(description="Of a rule, the one that the newest rules have. Empty for a whole document.")
    address: str


class PolicyBesideOut(PolicyReferenceOut):
    """A rule or a section that Pipwise puts beside a section."""

    words: str


class PolicySectionListed(Schema):
    """Section without its text."""

    number: str = Field(description="Of a section without a number, a name such as `introduction`.")
    title: str = Field(description="As printed.")
    penalty: str = Field(description="Of an infraction; else empty.")
    address: str | None = Field(description="Page of what it became in the newest edition; null if it is gone.")


class PolicyEditionOut(Schema):
    """Edition of a tournament document."""

    date: date
    source: str
    address: str


class PolicyOut(Schema):
    """Tournament document, with its editions and the sections of one of them."""

    document: Document
    name: str
    edition: date
    editions: list[PolicyEditionOut] = Field(description="Newest first.")
    sections: list[PolicySectionListed] = Field(description="In printed order.")


class PolicyTextLink(Schema):
    """Link to the web in a paragraph's text, from one character to another; of a table, in its lines of `text`."""

    start: int
    end: int
    address: str


class PolicyParagraph(Schema):
    """Part of a section."""

    kind: Literal["text", "heading", "item", "example", "table", "figure"]
    mark: str = Field(description="Of an item of a list, as printed: • or A.")
    text: str
    rows: list[list[str]] = Field(
        description="Of a table. A cell that goes on over the next columns has empty ones there."
    )
    links: list[PolicyTextLink]


class PolicySectionOut(PolicySectionListed):
    """Section of a tournament document."""

    document: Document
    edition: date
    text: str = Field(
        description="All of it but its title: the penalty, then a line per paragraph, heading or row of a table."
    )
    paragraphs: list[PolicyParagraph]
    references: list[PolicyReferenceOut] = Field(description="Rules and sections that the text names.")
    beside: list[PolicyBesideOut] = Field(description="What Pipwise puts beside it.")
    pinned: str = Field(description="Link to this edition’s wording.")


@router.get("/policy/{document}", response={200: PolicyOut, **FAILURES}, summary="Get a tournament document")
def document(request: HttpRequest, document: DocumentKey, edition: EditionParameter = "") -> Fields:
    """Get a tournament document: its editions, and the sections of the newest or another."""
    place = _place(document, edition)
    url = request.build_absolute_uri
    return {
        "document": document,
        "name": place.kind.name,
        "edition": place.edition.date,
        "editions": [
            {"date": each.date, "source": each.source, "address": url(address_of(document, edition=each.date))}
            for each in place.editions
        ],
        "sections": [_listed(request, place, section) for section in place.edition.text.sections],
    }


@router.get(
    "/policy/{document}/{number}",
    response={200: PolicySectionOut, **FAILURES},
    summary="Get a section of a tournament document",
)
def section(
    request: HttpRequest, document: DocumentKey, number: PolicyNumber, edition: EditionParameter = ""
) -> Fields:
    """Get a section of a tournament document, with what it names."""
    place = _place(document, edition, number)
    found = place.section
    assert found is not None, "a number was requested"  # noqa: S101
    return {
        **_listed(request, place, found),
        "document": document,
        "edition": place.edition.date,
        "text": "\n".join(found.body()),
        "paragraphs": [_paragraph(each) for each in found.paragraphs],
        "references": [_link(request, one) for one in named_in_text(place.edition, found, place.library)],
        "beside": [
            {**_link(request, one), "words": one.words}
            for one in related_to(place.edition, found, place.library)
            if one.words
        ],
        "pinned": request.build_absolute_uri(address_of(document, found.number, place.edition.date)),
    }


def _paragraph(paragraph: Paragraph) -> Fields:
    return {
        "kind": paragraph.kind,
        "mark": paragraph.mark,
        "text": paragraph.text,
        "rows": [[cell or "" for cell in row] for row in paragraph.rows],
        "links": [{"start": one.start, "end": one.end, "address": one.target} for one in paragraph.links],
    }


def _place(document: str, edition: str, number: str = "") -> PolicyPlace:
    day = edition_date(edition).isoformat() if edition.strip() else None
    return find_policy(document, day, number)


def _listed(request: HttpRequest, place: PolicyPlace, section: Section) -> Fields:
    newest, now = place.editions[0], section.number
    if place.edition != newest:
        now = policy_history(place.kind.key, place.library).number_in(newest.date, place.edition.date, section.number)
    return {
        "number": section.number,
        "title": section.title,
        "penalty": section.penalty,
        "address": request.build_absolute_uri(address_of(place.kind.key, now)) if now else None,
    }


def _link(request: HttpRequest, one: Related) -> Fields:
    address = request.build_absolute_uri(address_of(one.document, one.number))
    return {"document": one.document, "number": one.number, "address": address}
