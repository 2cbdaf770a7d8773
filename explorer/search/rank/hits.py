"""Build hits from passages: their text, highlights, and the heading above; exact phrases first."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TypeVar

from explorer.document.tree import Paragraph, from_json
from explorer.lineages.provisions import Provision
from explorer.models import Passage, Rule, Wording
from explorer.search.index.passages import PassageRow, Scope, day_of, parents_of
from explorer.search.index.vocabulary import Wanted
from explorer.search.rank.known import FIRST_ENDINGS, KnownPassages
from explorer.search.words.query import Query, QueryPiece
from explorer.search.words.splitting import Token, folded, initials_of, tokens, tokens_from

Places = tuple[tuple[int, int], ...]


class Highlighter:
    def __init__(self, wanted: Sequence[Wanted]) -> None:
        plain = [one for one in wanted if not one.phrase]
        self._keys = {key: place for place, one in enumerate(plain) for key in one.keys if not key.endswith("*")}
        self._prefixes = tuple(key[:-1] for one in plain for key in one.keys if key.endswith("*"))
        self._phrases = [one.phrase for one in wanted if one.phrase]
        first = {key[0] for key in [*self._keys, *self._prefixes]} | initials_of(frozenset(self._keys))
        initials = "".join(sorted(first))
        # Nearly all forms of a word begin with the same letter, so other words can be skipped.
        self._initials = initials if initials and "_" not in initials and not self._phrases else ""

    def places(self, text: str) -> Places:
        """Matches as pairs of offsets, in order and without overlap."""
        return self._look(text)[0]

    def fit(self, text: str) -> tuple[int, int, Places]:
        """The number of different terms that match, the number of matches, and the matches."""
        places, different = self._look(text)
        return different, len(places), places

    def _look(self, text: str) -> tuple[Places, int]:
        found = tokens_from(text, self._initials) if self._initials else tokens(text)
        spans: list[tuple[int, int]] = []
        different: set[object] = set()
        for token in found:
            thing = self._term(token)
            if thing is not None:
                spans.append((token.start, token.end))
                different.add(thing)
        for phrase in self._phrases:
            runs = _runs([token.key for token in found], phrase)
            spans += [(found[run].start, found[run + len(phrase) - 1].end) for run in runs]
            if runs:
                different.add(phrase)
        return _merged(spans), len(different)

    def _term(self, token: Token) -> object | None:
        if token.key in self._keys:
            return self._keys[token.key]
        if self._prefixes and token.key.startswith(self._prefixes):
            return next(begun for begun in self._prefixes if token.key.startswith(begun))
        return None


def best_paragraph(texts: Sequence[str], marks: Highlighter) -> tuple[str, Places]:
    """The first paragraph with the most different terms, and its matches."""
    fits = [marks.fit(text) for text in texts]
    best = max(range(len(texts)), key=lambda place: (fits[place][0], -place), default=None)
    return ("", ()) if best is None else (texts[best], fits[best][2])


def _runs(keys: Sequence[str], phrase: Sequence[str]) -> list[int]:
    size = len(phrase)
    return [place for place in range(len(keys) - size + 1) if list(keys[place : place + size]) == list(phrase)]


def _merged(spans: list[tuple[int, int]]) -> Places:
    """Sort spans and merge overlapping ones."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)


_T = TypeVar("_T")


def exact_first(found: Sequence[_T], query: Query, texts_of: Callable[[Sequence[_T]], Iterable[str]]) -> list[_T]:
    """Move results that have the query's phrases in exactly that form to the front.

    Args:
        texts_of: gives the text of each result; only called if the query has a phrase.
    """
    forms = [_pattern(query, piece) for piece in query.pieces if piece.kind == "phrase"]
    if not forms or len(found) < 2:
        return list(found)
    exact: list[_T] = []
    other: list[_T] = []
    for one, text in zip(found, texts_of(found), strict=True):
        plain = folded(text)
        (exact if all(form.search(plain) for form in forms) else other).append(one)
    return exact + other


def _pattern(query: Query, piece: QueryPiece) -> re.Pattern[str]:
    """A regex for a phrase in a folded text, with any punctuation between its words."""
    text = query.typed[piece.start + 1 : piece.end - 1]
    plain = folded(text)
    words = [plain[token.start : token.end] for token in tokens(text)]
    start = r"(?<![^\W_])" if words[0][0].isalnum() else ""
    end = r"(?![^\W_])" if words[-1][-1].isalnum() else ""
    gaps = [r"[\W_]+" if one[-1].isalnum() and two[0].isalnum() else r"[\W_]*" for one, two in pairwise(words)]
    body = "".join(re.escape(word) + gap for word, gap in zip(words, [*gaps, ""], strict=True))
    return re.compile(start + body + end)


#: This many hits include their full text.
BEST = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result.

    Attributes:
        above: without a heading, that of its rule or section, whose number is `above_number`; else empty.
        edition: the edition that was searched, or the newest one with this text.
        paragraph: the best matching one; empty if there is only a heading.
        marks: highlights in the paragraph: pairs of offsets, in order.
        indexed: the index name that matched, if nothing is highlighted.
        provisions: the full text of the best hits and those with a heading, including the first rules under it.
    """

    number: str
    slug: str
    heading: str
    above: str
    edition: dt.date
    paragraph: str
    marks: tuple[tuple[int, int], ...]
    heading_marks: tuple[tuple[int, int], ...] = ()
    above_marks: tuple[tuple[int, int], ...] = ()
    indexed: str = ""
    above_number: str = ""
    body: Sequence[Paragraph] = field(default=(), compare=False, repr=False)
    provisions: Sequence[Provision] = field(default=(), compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.number or f"/{self.slug}"


class Texts:
    """Texts of passages, cached."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Paragraph, ...]] = {}

    def bodies(self, found: Sequence[PassageRow]) -> list[tuple[Paragraph, ...]]:
        """The paragraphs of each passage, with one query for uncached ones."""
        if unread := {one.wording for one in found if one.wording is not None} - self._read.keys():
            rows = Wording.objects.filter(pk__in=unread).values_list("pk", "paragraphs")
            self._read.update((pk, from_json(body)) for pk, body in rows)
        return [self._read.get(one.wording or 0, ()) for one in found]

    def paragraphs(self, found: Sequence[PassageRow]) -> list[list[str]]:
        return [[paragraph.text for paragraph in body] for body in self.bodies(found)]

    def whole(self, found: Sequence[PassageRow]) -> list[str]:
        return ["\n".join([one.title, *body]) for one, body in zip(found, self.paragraphs(found), strict=True)]


def hits_of(
    found: Sequence[PassageRow],
    marks: Highlighter,
    edition: Scope,
    texts: Texts,
    known: KnownPassages,
    keys: Set[str],
    *,
    whole: bool,
) -> list[Hit]:
    """Build hits from passages.

    Args:
        keys: canonical keys of the query.
        whole: fill `Hit.provisions`.
    """
    days = [day_of(one, edition) for one in found]
    above = _headings_above(zip(found, days, strict=True), known.headings)
    # Prefetch all texts in one query.
    under = [
        [one, *_first_under(one, known, edition)] if whole and (one.title or place < BEST) else []
        for place, one in enumerate(found)
    ]
    texts.bodies([*found, *chain.from_iterable(under)])
    provisions = [[_provision(one, texts) for one in some if one.number] for some in under]
    hits: list[Hit] = []
    for one, day, body in zip(found, days, texts.bodies(found), strict=True):
        paragraph, places = best_paragraph([each.text for each in body], marks)
        over_key = None if one.title else next((key for key in parents_of(one.number, day) if above.get(key)), None)
        over = above[over_key] if over_key else ""
        named, over_named = marks.places(one.title), marks.places(over)
        is_indexed = not (places or named or over_named) and known.book.names_same_rule(one.number, day)
        indexed = known.book.name_with(keys, one.number) if is_indexed else ""
        said = provisions[len(hits)]
        hits.append(
            Hit(
                one.number,
                one.slug,
                one.title,
                over,
                day,
                paragraph,
                places,
                named,
                over_named,
                indexed,
                over_key[0] if over_key else "",
                body,
                said,
            )
        )
    return hits


def _first_under(found: PassageRow, known: KnownPassages, edition: Scope) -> list[PassageRow]:
    names = {
        Passage.Kind.SECTION: [f"{found.number}{ending}" for ending in FIRST_ENDINGS[:1]],
        Passage.Kind.RULE: [f"{found.number}{ending}" for ending in FIRST_ENDINGS[1:]],
    }.get(Passage.Kind(found.kind), [])
    under = (known.passages[name] for name in names if name in known.passages)
    return [one for one in under if day_of(one, edition) == day_of(found, edition)]


def _provision(found: PassageRow, texts: Texts) -> Provision:
    (body,) = texts.bodies([found])
    return Provision(found.number, found.title, body)


def _headings_above(
    found: Iterable[tuple[PassageRow, dt.date]], known: Mapping[tuple[str, dt.date], str]
) -> Mapping[tuple[str, dt.date], str]:
    """Headings above passages, each in its own edition; `known` ones aren't queried."""
    over = {key for one, day in found if one.number and not one.title for key in parents_of(one.number, day)}
    wanted = {key for key in over if key not in known and (key[0].partition(".")[0], key[1]) not in known}
    if not wanted:
        return known
    numbers, days = {number for number, _ in wanted}, {day for _, day in wanted}
    rules = Rule.objects.filter(number__in=numbers, edition__date__in=days).exclude(heading="")
    rows = rules.values_list("number", "edition__date", "heading")
    return {**known, **{(number, day): heading for number, day, heading in rows}}
