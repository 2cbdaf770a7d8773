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
    asked = understand(text.replace("@", " "))
    found = _rule(asked, loaded) or _answer(asked, text, loaded) or _named(asked, text, loaded)
    if found:
        return found
    if asked.error:
        raise PartError(asked.error.message)
    message = f"“{shorten(text)}” isn’t a rule number, a cost or a glossary entry."
    raise PartError(f"{message} Search for it, then press Share.")


def _rule(asked: Interpretation, loaded: Library) -> str:
    number = str(asked.number or (asked.named[0] if len(asked.named) == 1 else ""))
    if not number or asked.cost:
        return ""
    _, wordings = library_with(number)
    # Chapters and sections pass; `subject_of` explains why they can't be added.
    having = loaded.among(wordings)
    edition = _edition_in(asked.span, having) if asked.span else loaded.shown_of(wordings) or next(iter(having), None)
    if edition is None:
        when = f" from {asked.span}" if asked.span else ""
        raise PartError(f"Pipwise has no {number}{when}.")
    return addresses.rule(number, edition.date)


def _edition_in(span: Span, having: Sequence[EditionInfo]) -> EditionInfo | None:
    """The newest of `having` that isn't after the time span."""
    return next((edition for edition in having if edition.date <= span.last), None)


def _answer(asked: Interpretation, text: str, loaded: Library) -> str:
    if asked.kind == "payment" and asked.cost:
        return addresses.check(**asked.fields)
    if asked.kind == "cast":
        return addresses.cast(CastRequest.read(asked.walk).options)
    if asked.kind == "change":
        edition = _edition_in(asked.span, loaded.newest_first) if asked.span else None
        return addresses.trial(asked.trial, {**asked.fields, **({"edition": edition.iso} if edition else {})})
    return addresses.check(text) if asked.cost and asked.kind in {"cost", "rule"} else ""


def _named(asked: Interpretation, text: str, loaded: Library) -> str:
    edition = loaded.newest_with_glossary
    slug = glossary_of(edition).find(slugify(text)) if edition else None
    if edition and slug:
        return addresses.term(slug, edition.date)
    return addresses.symbol(asked.symbol.slug) if asked.symbol else ""
