"""Operations that check the citations of a text."""

import json
from collections.abc import Mapping
from typing import Annotated, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Query, Router, Schema, Status
from pydantic import Field

from explorer.api.common import BAD_INPUT
from explorer.api.refusals import unknown_parameter
from explorer.api.schemas import Failure
from explorer.citing.checking import MAX_LENGTH, ON_SITE, Checker, edition_in_force
from explorer.citing.sentences import sentence, summary
from explorer.document.dates import long_date
from explorer.library.loaded import library
from explorer.web import addresses
from symbols.engine import BadRequest, ErrorJson, error_json

router = Router()

_KEYS = ("text", "written")
_WRITTEN = "When the text was written, such as 2014-05-01. Default: guessed from numbers, quotes and dates in it."
_FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
_FORM = "Say what you send: Content-Type: text/plain, or application/json with “text”."
_TOO_LONG = f"Send up to {MAX_LENGTH:,} characters at once."


class DifferencePart(Schema):
    """Part of a rule’s text, old or new."""

    kind: Literal["kept", "deleted", "added"]
    text: str


class CitationOut(Schema):
    """Rule number in a text, and what became of it."""

    start: int = Field(description="Where it starts in the text, in characters.")
    end: int
    number: str
    now: str | None = Field(description="Today’s number; null if the rule is gone or unknown.")
    status: Literal["same", "reworded", "moved", "moved and reworded", "removed", "unknown", "misquoted"]
    quote: str | None = Field(description="Words quoted beside the number.")
    compared: bool = Field(
        description="False if `quote` wasn’t compared: it doesn’t look like the rule’s words. Perhaps it’s a card’s."
    )
    text: str | None = Field(description="Today’s text of the rule.")
    edition: str = Field(description="Edition the number is read in: the text’s, or the one with the words quoted.")
    since: str | None = Field(description="Edition of the last change, or the first without the rule.")
    says: str | None = Field(
        description="If misquoted, the rule or glossary entry with these words; null if no edition has them."
    )
    says_edition: str | None
    says_now: str | None = Field(description="Today’s number of `says`.")
    altered: bool = Field(description="Whether the quote differs a little from the words of `says`.")
    split: list[str] = Field(description="Today’s numbers, if the rule is now several.")
    merged: bool = Field(description="Whether the rule is now part of another.")
    left: bool = Field(description="Whether its range is left as it was, since today’s numbers aren’t one.")
    sentence: str = Field(description="All of it in words.")
    difference: list[DifferencePart] = Field(description="Words that changed in the rule; empty if none did.")
    dated: bool = Field(description="Whether its date is beside it, as in “704.5k (July 13, 2013)”. It’s left alone.")
    address: str | None = Field(description="Page of the rule today.")


class CitedSectionOut(Schema):
    """Section of a tournament document that a text cites."""

    start: int = Field(description="Where its number starts, in characters.")
    end: int
    document: str = Field(description="mtr, ipg or jar.")
    number: str = Field(description="Such as 4.2 or appendix-b. Empty for JAR, whose sections have none.")
    now: str | None = Field(description="Its number in the newest document.")
    status: str = Field(description="As of a rule.")
    edition: str | None = Field(description="Edition that the number is read in.")
    title: str
    quote: str | None = Field(description="Words quoted beside the number.")
    compared: bool = Field(description="False if `quote` wasn’t compared: it doesn’t look like the section’s words.")
    sentence: str = Field(description="All of it in words.")
    address: str | None = Field(description="Page of the section today.")


class CitationsOut(Schema):
    """Citations of a text."""

    summary: str = Field(description="Such as “6 citations: 1 is still right, 5 need a look.”")
    edition: str = Field(description="Edition the text cites.")
    assumed: bool = Field(description="Whether it was guessed.")
    newest: str = Field(description="Edition it’s compared with.")
    citations: list[CitationOut]
    updated: str = Field(description="The text with today’s numbers, and nothing else changed.")
    sections: list[CitedSectionOut] = Field(description="MTR 4.2 and the like, if these documents are loaded.")


@router.get("/citations", response={200: CitationsOut, **BAD_INPUT}, summary="Check citations", tags=["rules"])
def citations(
    request: HttpRequest,
    text: Annotated[str, Query(description="Text that cites rules. Use POST for a longer one.", max_length=2_000)],
    written: Annotated[str, Query(description=_WRITTEN)] = "",
) -> dict[str, object]:
    """Check the rule numbers in a text and words quoted from these rules, and bring the numbers up to date."""
    return _checked(request, text, written)


@router.post(
    "/citations",
    response={200: CitationsOut, 415: Failure, **BAD_INPUT},
    summary="Check citations of a long text",
    tags=["rules"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "required": ["text"],
                        "additionalProperties": False,
                        "properties": {
                            "text": {"type": "string", "maxLength": MAX_LENGTH},
                            "written": {"type": "string", "description": _WRITTEN},
                        },
                    }
                },
                "text/plain": {"schema": {"type": "string", "maxLength": MAX_LENGTH}},
            },
        }
    },
)
def citations_of_text(
    request: HttpRequest, written: Annotated[str, Query(description=_WRITTEN)] = ""
) -> dict[str, object] | Status[dict[str, ErrorJson]]:
    """Check the citations of a text, as plain text or JSON. Nothing is stored."""
    if request.content_type in _FORMS:
        return Status(415, {"error": error_json("bad_body", _FORM)})
    body = _read_body(request)
    return _checked(request, body["text"], body.get("written") or written)


def _checked(request: HttpRequest, text: str, written: str) -> dict[str, object]:
    if len(text) > MAX_LENGTH:
        raise BadRequest("too_long", _TOO_LONG)
    loaded = library()
    checked = Checker(loaded, edition_in_force(written, loaded), ON_SITE).check(text)
    found = checked.as_json()
    for row, citation in zip(found["citations"], checked.citations, strict=True):
        row["sentence"] = sentence(citation, long_date)
        row["address"] = request.build_absolute_uri(addresses.rule(row["now"])) if row["now"] else None
    sections = [
        {
            **section.as_json(),
            "sentence": section.in_words(),
            "address": request.build_absolute_uri(section.address) if section.address else None,
        }
        for section in checked.sections
    ]
    return {**found, "sections": sections, "summary": summary(checked)}


def _read_body(request: HttpRequest) -> Mapping[str, str]:
    if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise BadRequest("too_long", _TOO_LONG)
    try:
        body = request.body.decode()
        if request.content_type != "application/json":
            return {"text": body}
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("bad_body", "Send the text as UTF-8, or JSON with “text”.") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise BadRequest("bad_body", "Send JSON with “text” and, if you like, “written”, both strings.")
    if unknown := [key for key in found if key not in _KEYS]:
        raise unknown_parameter(unknown[0], _KEYS)
    if "text" not in found:
        raise BadRequest("missing", "“text” is missing.")
    return found
