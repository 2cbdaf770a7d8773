"""The glossary of an edition, ready to be looked up, kept in memory for the editions read lately."""

from functools import lru_cache

from explorer.document.terms import Glossary, Name, TermUse
from explorer.library.queries import EditionInfo
from explorer.models import Term

_GLOSSARIES = 16
_TEXTS = 8192


def glossary_of(edition: EditionInfo) -> Glossary:
    """Return an edition’s glossary. An edition never changes, so what is in memory stays true whoever imports more."""
    return _read(edition.id, edition.sha256)


def uses_in(text: str, glossary: Glossary) -> tuple[TermUse, ...]:
    """Return where a text uses words of a glossary; the same few thousand texts are shown over and over."""
    return _uses(text, glossary)


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
