"""Reading of what is typed to add a part to a brief: a link, a rule, a cost, a creature and a change, or an entry."""

from collections.abc import Sequence

from explorer.costcheck import too_long
from explorer.document.tree import slugify
from explorer.library.glossaries import glossary_of
from explorer.library.loaded import Library, library_with
from explorer.library.queries import EditionInfo
from explorer.not_found.pages import shorten
from explorer.search.understand.said_changes import TRIAL
from explorer.search.understand.said_numbers import Span
from explorer.search.understand.understanding import Asked, understand
from explorer.sharing.brief.subjects import PartError
from explorer.web import addresses
from symbols.engine import MAX_LENGTH


def address_of(typed: str, loaded: Library) -> str:
    """Return the address of what is to be added, pinned to an edition where it is a text.

    Raises:
        PartError: it is nothing that a brief can have, or isn’t there.
    """
    text = typed.strip()
    if len(text) > MAX_LENGTH:
        raise PartError(too_long(text).message)
    if text.startswith("/") or "://" in text:
        return text
    # “107.4f@2014”, as bots have it.
    asked = understand(text.replace("@", " "))
    found = _rule(asked, loaded) or _answer(asked, text) or _named(asked, text, loaded)
    if found:
        return found
    if asked.error:
        raise PartError(asked.error.message)
    message = f"“{shorten(text)}” isn’t a rule number, a cost or a glossary entry."
    raise PartError(f"{message} Search for it, then press Share.")


def _rule(asked: Asked, loaded: Library) -> str:
    number = str(asked.number or (asked.named[0] if len(asked.named) == 1 else ""))
    if not number or asked.cost:
        return ""
    _, wordings = library_with(number)
    # A chapter or a section has an address too; why it can’t be added is said there.
    having = loaded.among(wordings)
    edition = _then(asked.span, having) if asked.span else loaded.shown_of(wordings) or next(iter(having), None)
    if edition is None:
        when = f" from {asked.span}" if asked.span else ""
        raise PartError(f"Pipwise has no {number}{when}.")
    return addresses.rule(number, edition.date)


def _then(span: Span, having: Sequence[EditionInfo]) -> EditionInfo | None:
    """Return the edition of some time, of those that have a rule, newest first."""
    return next((edition for edition in having if edition.date <= span.last), None)


def _answer(asked: Asked, text: str) -> str:
    if asked.kind == "payment" and asked.cost:
        return addresses.check(**asked.fields)
    if asked.kind == "change":
        return addresses.trial(TRIAL, asked.fields)
    return addresses.check(text) if asked.cost and asked.kind in {"cost", "rule"} else ""


def _named(asked: Asked, text: str, loaded: Library) -> str:
    edition = loaded.newest_with_glossary
    slug = glossary_of(edition).find(slugify(text)) if edition else None
    if edition and slug:
        return addresses.term(slug, edition.date)
    return addresses.symbol(asked.symbol.slug) if asked.symbol else ""
