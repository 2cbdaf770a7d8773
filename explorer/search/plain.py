"""Search by looking through the wordings: every piece of the query must be in the text."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from explorer.models import Rule, Term, Wording
from explorer.search.query import Query

HEADING_BONUS = 6.0
TERM_BONUS = 4.0
NUMBER_BONUS = 100.0


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found.

    `slug` is set for a glossary entry, `number` for everything else; `edition` is the newest one
    that has these very words; `paragraph` is the text that fits best and `marks` are the places
    in it.
    """

    number: str
    slug: str
    heading: str
    edition: date
    paragraph: str
    marks: tuple[tuple[int, int], ...]
    score: float


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found: the best hits, and how many there are in all."""

    hits: Sequence[Hit]
    total: int


def search(query: Query, *, edition: date | None = None, limit: int = 50) -> Results:
    """Find rules, headings and glossary entries that have every piece of the query.

    Without an edition the whole library is searched; a wording that several editions share is
    found once, in the newest of them.
    """
    if not query:
        return Results((), 0)
    texts = _wordings(query)
    best: dict[tuple[str, str], Hit] = {}
    for hit in [*_rules(query, texts, edition), *_terms(query, texts, edition)]:
        key = (hit.number, hit.slug)
        if key not in best or hit.edition > best[key].edition:
            best[key] = hit
    ranked = sorted(best.values(), key=lambda hit: (-hit.score, -hit.edition.toordinal(), hit.number, hit.slug))
    return Results(tuple(ranked[:limit]), len(ranked))


def _has(field: str, piece: str) -> Q:
    """A condition on a stored text: the piece is in it, however its quotes are set."""
    curled = piece.replace("'", "’")
    condition = Q(**{f"{field}__icontains": piece})
    return condition | Q(**{f"{field}__icontains": curled}) if curled != piece else condition


def _wordings(query: Query) -> Mapping[int, Sequence[Mapping[str, str]]]:
    """Return the paragraphs of the wordings that have every piece."""
    found: QuerySet[Wording] = Wording.objects.annotate(plain=Cast("paragraphs", TextField(max_length=None)))
    for piece in query.pieces:
        # The paragraphs are stored as JSON, where a straight double quote is written \".
        found = found.filter(_has("plain", piece.replace('"', '\\"')))
    rows = found.values_list("pk", "paragraphs")
    # The database compares what is stored, which has more in it than the words of the rules.
    return {pk: body for pk, body in rows if query.fits(" ".join(paragraph["text"] for paragraph in body))}


def _rules(query: Query, texts: Mapping[int, Sequence[Mapping[str, str]]], edition: date | None) -> Iterable[Hit]:
    heading = Q()
    for piece in query.pieces:
        heading &= _has("heading", piece)
    wanted = Q(wording_id__in=list(texts)) | (heading & ~Q(heading=""))
    if len(query.pieces) == 1:
        wanted |= Q(number=query.pieces[0])
    rows = Rule.objects.filter(wanted)
    if edition:
        rows = rows.filter(edition__date=edition)
    newest: dict[tuple[str, int | None], tuple[date, str]] = {}
    for number, wording, day, title in rows.values_list("number", "wording_id", "edition__date", "heading"):
        key = (number, wording)
        if key not in newest or day > newest[key][0]:
            newest[key] = (day, title)
    missing = {words for _, words in newest if words and words not in texts}
    more = dict(Wording.objects.filter(pk__in=missing).values_list("pk", "paragraphs"))
    for (number, words), (day, title) in newest.items():
        body = texts.get(words or 0) or more.get(words or 0) or ()
        bonus = NUMBER_BONUS if query.pieces == (number,) else 0.0
        bonus += HEADING_BONUS * query.score(title)
        yield _hit(query, number=number, heading=title, day=day, body=body, bonus=bonus)


def _terms(query: Query, texts: Mapping[int, Sequence[Mapping[str, str]]], edition: date | None) -> Iterable[Hit]:
    name = Q()
    for piece in query.pieces:
        name &= _has("name", piece)
    rows = Term.objects.filter(Q(wording_id__in=list(texts)) | name)
    if edition:
        rows = rows.filter(edition__date=edition)
    newest: dict[str, tuple[date, str, Sequence[Mapping[str, str]]]] = {}
    for slug, title, day, body in rows.values_list("slug", "name", "edition__date", "wording__paragraphs"):
        if slug not in newest or day > newest[slug][0]:
            newest[slug] = (day, title, body)
    for slug, (day, title, body) in newest.items():
        bonus = TERM_BONUS * query.score(title)
        yield _hit(query, slug=slug, heading=title, day=day, body=body, bonus=bonus)


def _hit(
    query: Query,
    *,
    day: date,
    body: Sequence[Mapping[str, str]],
    heading: str,
    bonus: float,
    number: str = "",
    slug: str = "",
) -> Hit:
    """Make a hit, showing the paragraph that has most of the query."""
    scores: dict[int, int] = defaultdict(int)
    for place, paragraph in enumerate(body):
        scores[place] = len(query.places(paragraph["text"]))
    best = max(scores, key=lambda place: (scores[place], -place), default=None)
    text = body[best]["text"] if best is not None else ""
    whole = " ".join(paragraph["text"] for paragraph in body)
    return Hit(
        number=number,
        slug=slug,
        heading=heading,
        edition=day,
        paragraph=text,
        marks=tuple(query.places(text)),
        score=bonus + query.score(whole),
    )
