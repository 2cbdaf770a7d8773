"""Keep the search index in sync with the library.

A passage is one wording, or a bare title, under one number or name, with the first and the last edition that have it.
A new edition adds passages and extends the range of others.
"""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import digits

from django.db import connection
from django.db.models import Q, QuerySet

from explorer.library.derivation import Derivation, EditionTexts, chunks
from explorer.models import Edition, IndexedEdition, IndexedText, Passage, Rule, Term, VocabularyWord, Wording
from explorer.search.index.engines import engine
from explorer.search.words.splitting import Token, number_key, title_keys, tokens

# A word in lower case, and its key.
_Word = tuple[str, str]
# Number, slug, wording, title.
_What = tuple[str, str, int | None, str]

_BATCH = 2000
_MAX_FILTERED = 300


class SearchIndex(Derivation):
    name = "search index"

    def add(self, edition: Edition, texts: EditionTexts, wordings: Sequence[Wording]) -> None:
        _add(wordings)

    def forget(self, wording_ids: Sequence[int]) -> None:
        counts: Counter[_Word] = Counter()
        for chunk in chunks(wording_ids):
            for paragraphs in Wording.objects.filter(pk__in=chunk).values_list("paragraphs", flat=True):
                counts.subtract(_words_of(_read(paragraphs)))
            counts.subtract(_drop(Passage.objects.filter(wording_id__in=chunk)))
            IndexedText.objects.filter(wording_id__in=chunk).delete()
        _count_words(counts)

    def rebuild(self) -> None:
        Passage.objects.all().delete()
        IndexedText.objects.all().delete()
        IndexedEdition.objects.all().delete()
        VocabularyWord.objects.all().delete()
        engine().clear()
        _add(Wording.objects.order_by("pk").iterator(_BATCH))


def _add(wordings: Iterable[Wording]) -> None:
    counts = _add_texts(wordings)
    editions = dict(Edition.objects.order_by("date").values_list("pk", "date"))
    indexed = dict(IndexedEdition.objects.values_list("edition_id", "date"))
    if gone := indexed.keys() - editions.keys():
        IndexedEdition.objects.filter(edition_id__in=gone).delete()
        left = {edition: date for edition, date in editions.items() if edition in indexed}
        counts.subtract(_end_with({indexed[edition] for edition in gone}, left))
    for edition, date in editions.items():
        if edition not in indexed:
            counts.update(_add_edition(edition, date))
            IndexedEdition.objects.create(edition_id=edition, date=date)
    _count_words(counts)


# Texts and words --------------------------------------------------------------------------------


def _add_texts(wordings: Iterable[Wording]) -> Counter[_Word]:
    counts: Counter[_Word] = Counter()
    for batch in chunks(wordings, _BATCH):
        stored = []
        for wording in batch:
            found = _read(wording.paragraphs)
            counts.update(_words_of(found))
            keys = " ".join(token.key for token in found)
            stored.append(IndexedText(wording_id=wording.pk, keys=f" {keys} "))
        IndexedText.objects.bulk_create(stored)
    return counts


def _read(paragraphs: Sequence[Mapping[str, str]]) -> list[Token]:
    return [token for paragraph in paragraphs for token in tokens(paragraph["text"])]


def _words_of(found: Iterable[Token]) -> set[_Word]:
    return {(token.word, token.key) for token in found if token.word}


@lru_cache(maxsize=8192)
def _words_of_title(title: str) -> frozenset[_Word]:
    return frozenset(_words_of(tokens(title)))


def _count_words(counts: Mapping[_Word, int]) -> None:
    """Add to the document frequencies; words that reach zero are deleted."""
    more = [(word, key, count) for (word, key), count in counts.items() if count > 0]
    fewer = [(-count, word) for (word, _), count in counts.items() if count < 0]
    with connection.cursor() as cursor:
        if more:
            cursor.executemany(
                "INSERT INTO explorer_vocabularyword AS known (word, key, count) VALUES (%s, %s, %s) "
                "ON CONFLICT (word) DO UPDATE SET count = known.count + excluded.count",
                more,
            )
        if fewer:
            # Delete first, since a check constraint forbids negative counts.
            cursor.executemany("DELETE FROM explorer_vocabularyword WHERE count <= %s AND word = %s", fewer)
            cursor.executemany("UPDATE explorer_vocabularyword SET count = count - %s WHERE word = %s", fewer)


# Passages ---------------------------------------------------------------------------------------


def _add_edition(edition: int, date: dt.date) -> Counter[_Word]:
    """Add an edition's passages; return the frequency of words in the titles of new ones."""
    found = {_digest(what, above): (what, kind, above) for what, kind, above in _found_in(edition)}
    there: set[int] = set()
    for chunk in chunks(found):
        known = Passage.objects.filter(key__in=chunk)
        lives = list(known.values_list("key", "first", "last"))
        there.update(key for key, _, _ in lives)
        if any(first > date for _, first, _ in lives):
            known.filter(first__gt=date).update(first=date)
        if any(last < date for _, _, last in lives):
            known.filter(last__lt=date).update(last=date)
    new = [key for key in found if key not in there]
    stored = Passage.objects.bulk_create(_passage(key, *found[key][:2], date) for key in new)
    texts = _texts({passage.wording_id for passage in stored if passage.wording_id})
    engine().add(
        (passage.pk, _keys_of(passage, found[passage.key][2], texts.get(passage.wording_id or 0, "")))
        for passage in stored
    )
    counts: Counter[_Word] = Counter()
    for passage in stored:
        counts.update(_words_of_title(passage.title))
    return counts


def _found_in(
    edition: int, numbers: Collection[str] | None = None, slugs: Collection[str] | None = None
) -> Iterator[tuple[_What, Passage.Kind, str]]:
    """Yield what an edition has, or only some of it, with its kind and the headings above it."""
    rules = Rule.objects.filter(edition_id=edition).order_by("sort_key")
    if numbers is not None and len(numbers) < _MAX_FILTERED:
        rules = rules.filter(number__in={over for number in numbers for over in _itself_and_over(number)})
    headings: dict[str, str] = {}
    for number, kind, heading, wording in rules.values_list("number", "kind", "heading", "wording_id"):
        headings[number] = heading
        if numbers is not None and number not in numbers:
            continue
        _, rule, section = _itself_and_over(number)
        above = " ".join(headings.get(over, "") if over != number else "" for over in (rule, section))
        yield (number, "", wording, heading), Passage.Kind(kind), above
    terms = Term.objects.filter(edition_id=edition) if slugs is None or slugs else Term.objects.none()
    for slug, name, wording in terms.values_list("slug", "name", "wording_id"):
        if slugs is None or slug in slugs:
            yield ("", slug, wording, name), Passage.Kind.TERM, ""


def _itself_and_over(number: str) -> tuple[str, str, str]:
    """A number, its rule's and its section's, which may be equal: `702.30d-2`, `702.30`, `702`."""
    section, stop, rule = number.partition(".")
    length = len(rule) - len(rule.lstrip(digits))
    return number, f"{section}{stop}{rule[:length]}", section


def _digest(what: _What, above: str) -> int:
    number, slug, wording, title = what
    digest = hashlib.blake2b("\n".join([number, slug, str(wording or 0), title, above]).encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "big", signed=True)


def _passage(key: int, what: _What, kind: Passage.Kind, date: dt.date) -> Passage:
    number, slug, wording, title = what
    return Passage(key=key, kind=kind, number=number, slug=slug, title=title, wording_id=wording, first=date, last=date)


def _keys_of(passage: Passage, above: str, text: str) -> frozenset[str]:
    """All keys of a passage: its number, its title, the headings above, its words."""
    own = [number_key(passage.number)] if passage.number else []
    return frozenset([*own, *title_keys(passage.title), *title_keys(above), *text.split()])


def _texts(wordings: Iterable[int]) -> dict[int, str]:
    out: dict[int, str] = {}
    for chunk in chunks(wordings):
        out.update(IndexedText.objects.filter(pk__in=chunk).values_list("pk", "keys"))
    return out


def _end_with(gone: set[dt.date], left: Mapping[int, dt.date]) -> Counter[_Word]:
    """Update the ranges of passages after editions were removed, and delete passages left without any.

    Args:
        gone: the dates of those editions.
        left: the remaining editions, oldest first, with their dates.

    Returns:
        The frequency of words in the titles of deleted passages.
    """
    touched = list(Passage.objects.filter(Q(first__in=gone) | Q(last__in=gone)))
    numbers = {passage.number for passage in touched if passage.number}
    slugs = {passage.slug for passage in touched if passage.slug}
    lives: dict[int, tuple[dt.date, dt.date]] = {}
    for edition, date in left.items():
        for what, _, above in _found_in(edition, numbers, slugs):
            key = _digest(what, above)
            lives[key] = (lives[key][0] if key in lives else date, date)
    for passage in touched:
        if passage.key in lives:
            first, last = lives[passage.key]
            Passage.objects.filter(pk=passage.pk).update(first=first, last=last)
    counts: Counter[_Word] = Counter()
    for chunk in chunks(passage.pk for passage in touched if passage.key not in lives):
        counts.update(_drop(Passage.objects.filter(pk__in=chunk)))
    return counts


def _drop(passages: QuerySet[Passage]) -> Counter[_Word]:
    """Delete passages; return the frequency of words in their titles."""
    counts: Counter[_Word] = Counter()
    titles = dict(passages.values_list("pk", "title"))
    for title in titles.values():
        counts.update(_words_of_title(title))
    Passage.objects.filter(pk__in=list(titles)).delete()
    engine().forget(list(titles))
    return counts
