"""Interpret what was typed to add to a brief: a link, rule, cost, spell to cast, entry, or `3/4 gets -5/-0`."""

from collections.abc import Sequence

from explorer.casting.request import CastRequest
from explorer.costcheck import too_long
from explorer.document.tree import slugify
from explorer.library.glossaries import glossary_of
from explorer.library.loaded import Library, library_with
from explorer.library.queries import EditionInfo
from explorer.search.understand.interpretation import Interpretation, understand
from explorer.search.understand.rule_numbers import Span
from explorer.sharing.brief.subjects import PartError
from explorer.web import addresses
from explorer.web.errors import shorten
from symbols.engine import MAX_LENGTH


def address_of(typed: str, loaded: Library) -> str:
    """The address to add; for a text, pinned to an edition."""
    text = typed.strip()
    if len(text) > MAX_LENGTH:
        raise PartError(too_long(text).message)
    if text.startswith("/") or "://" in text:
        return text
    # "107.4f@2014" is a syntax of chat bots.
    meaning = understand(text.replace("@", " "))
    found = _rule(meaning, loaded) or _answer(meaning, text, loaded) or _named(meaning, text, loaded)
    if found:
        return found
    if meaning.error:
        raise PartError(meaning.error.message)
    message = f"“{shorten(text)}” isn’t a rule number, a cost or a glossary entry."
    raise PartError(f"{message} Search for it, then press Share.")


def _rule(meaning: Interpretation, loaded: Library) -> str:
    number = str(meaning.number or (meaning.named[0] if len(meaning.named) == 1 else ""))
    if not number or meaning.cost:
        return ""
    _, wordings = library_with(number)
    # Chapters and sections pass; `subject_of` explains why they can't be added.
    having = loaded.among(wordings)
    edition = (
        _edition_in(meaning.span, having) if meaning.span else loaded.shown_of(wordings) or next(iter(having), None)
    )
    if edition is None:
        when = f" from {meaning.span}" if meaning.span else ""
        raise PartError(f"Pipwise has no {number}{when}.")
    return addresses.rule(number, edition.date)


def _edition_in(span: Span, having: Sequence[EditionInfo]) -> EditionInfo | None:
    """The newest of `having` that isn't after the time span."""
    return next((edition for edition in having if edition.date <= span.last), None)


def _answer(meaning: Interpretation, text: str, loaded: Library) -> str:
    if meaning.kind == "payment" and meaning.cost:
        return addresses.check(**meaning.fields)
    if meaning.kind == "cast":
        return addresses.cast(CastRequest.read(meaning.walk).options)
    if meaning.kind == "change":
        edition = _edition_in(meaning.span, loaded.newest_first) if meaning.span else None
        return addresses.trial(meaning.trial, {**meaning.fields, **({"edition": edition.iso} if edition else {})})
    return addresses.check(text) if meaning.cost and meaning.kind in {"cost", "rule"} else ""


def _named(meaning: Interpretation, text: str, loaded: Library) -> str:
    edition = loaded.newest_with_glossary
    slug = glossary_of(edition).find(slugify(text)) if edition else None
    if edition and slug:
        return addresses.term(slug, edition.date)
    return addresses.symbol(meaning.symbol.slug) if meaning.symbol else ""
