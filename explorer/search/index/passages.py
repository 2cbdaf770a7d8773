"""Query passages from the full-text index, restricted to some editions."""

import datetime as dt
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple

from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.search.index.engines import engine, rows
from explorer.search.index.vocabulary import Wanted
from explorer.search.words.splitting import title_keys

#: One edition, all of them, or (None) the newest text of each number and name.
Scope = EditionInfo | Literal["all"] | None

# With fewer words, leaving one out changes the question.
ENOUGH_TO_LEAVE_ONE = 3
# With more words, no text has all but one of them.
_MAX_TO_LEAVE_ONE = 12
# If leaving one out isn't enough, try this many of the rarest words, then fewer.
_MAX_RAREST = 3


class PassageRow(NamedTuple):
    kind: int
    number: str
    slug: str
    title: str
    wording: int | None
    last: str
    keys: str | None


class SqlCondition(NamedTuple):
    text: str
    values: Sequence[Any]


def name_of(found: PassageRow) -> str:
    """`702.19` or `/mana-value`."""
    return found.number or f"/{found.slug}"


def document_order(found: PassageRow) -> str:
    """A sort key: rules by number, then glossary entries by name."""
    return _sort_key(found.number) or f"~{found.slug}"


@lru_cache(maxsize=8192)
def _sort_key(number: str) -> str:
    parsed = RuleNumber.try_parse(number)
    return parsed.sort_key if parsed else ""


def is_heading(found: PassageRow) -> bool:
    """Whether a rule has no text but its title."""
    return bool(found.number and found.title) and tuple((found.keys or "").split()) in {(), title_keys(found.title)}


def candidates(wanted: Sequence[Wanted], within: SqlCondition, *, loosely: bool) -> tuple[list[PassageRow], bool]:
    """Passages that have everything wanted; if there are none and `loosely`, all but one, or only the rarest.

    Returns:
        The passages, and whether anything was left out.
    """
    found = having([wanted], within) if wanted else []
    if found or not loosely or len(wanted) < ENOUGH_TO_LEAVE_ONE:
        return found, False
    fewer: list[list[Sequence[Wanted]]] = []
    if len(wanted) <= _MAX_TO_LEAVE_ONE:
        fewer.append(list(combinations(wanted, len(wanted) - 1)))
    fewer += [[rarest(wanted, few)] for few in range(min(_MAX_RAREST, len(wanted) - 2), 0, -1)]
    return next((found for some in fewer if (found := having(some, within))), []), True


def rarest(wanted: Sequence[Wanted], most: int) -> Sequence[Wanted]:
    return sorted(wanted, key=lambda one: -one.weight)[:most]


def having(some: Iterable[Sequence[Wanted]], within: SqlCondition) -> list[PassageRow]:
    """Passages that have everything in at least one of the groups."""
    searching = engine()
    questions = [searching.all_of([keys for one in group for keys in _alternatives(one)]) for group in some]
    return selected(SqlCondition(searching.condition, [searching.any_of(questions)]), within)


def selected(condition: SqlCondition, within: SqlCondition) -> list[PassageRow]:
    statement = (
        "SELECT p.kind, p.number, p.slug, p.title, p.wording_id, CAST(p.last AS text), t.keys "  # noqa: S608
        "FROM explorer_passage p LEFT JOIN explorer_indexedtext t ON t.wording_id = p.wording_id "
        f"WHERE {condition.text} AND {within.text}"
    )
    return [PassageRow(*row) for row in rows(statement, [*condition.values, *within.values])]


def _alternatives(wanted: Wanted) -> Sequence[Sequence[str]]:
    return [[key] for key in dict.fromkeys(wanted.phrase)] if wanted.phrase else [wanted.keys]


# The same number or name has another text in a later edition.
_OUTDATED = (
    "EXISTS (SELECT 1 FROM explorer_rule r JOIN explorer_edition e ON e.id = r.edition_id "
    "WHERE p.number <> '' AND r.number = p.number AND e.date > p.last) "
    "OR EXISTS (SELECT 1 FROM explorer_term g JOIN explorer_edition e ON e.id = g.edition_id "
    "WHERE p.slug <> '' AND g.slug = p.slug AND e.date > p.last)"
)
# In an edition; a passage may be missing from some between its first and its last.
_WITHIN = (
    "p.first <= %s AND p.last >= %s AND (p.first = %s OR p.last = %s "
    "OR EXISTS (SELECT 1 FROM explorer_rule r WHERE r.edition_id = %s AND r.number = p.number AND r.heading = p.title "
    "AND (r.wording_id = p.wording_id OR (r.wording_id IS NULL AND p.wording_id IS NULL))) "
    "OR EXISTS (SELECT 1 FROM explorer_term g WHERE g.edition_id = %s AND g.slug = p.slug "
    "AND g.name = p.title AND g.wording_id = p.wording_id))"
)


def scope_of(edition: Scope, loaded: Library) -> SqlCondition:
    if edition == "all":
        return SqlCondition("1 = 1", [])
    if isinstance(edition, EditionInfo):
        day = edition.date.isoformat()
        return SqlCondition(_WITHIN, [day, day, day, day, edition.id, edition.id])
    days = [one.iso for one in loaded.undated]
    if len(days) == 1:
        return SqlCondition("p.last = %s", days)
    return SqlCondition(f"p.last IN ({', '.join(['%s'] * len(days)) or 'NULL'}) AND NOT ({_OUTDATED})", days)


def day_of(found: PassageRow, edition: Scope) -> dt.date:
    """The effective date of the edition to show a passage from."""
    return edition.date if isinstance(edition, EditionInfo) else dt.date.fromisoformat(found.last)


def parents_of(number: str, day: dt.date) -> list[tuple[str, dt.date]]:
    """The rule and the section above a number, each with the day."""
    parsed = RuleNumber.try_parse(number)
    over: list[tuple[str, dt.date]] = []
    while parsed and (parsed := parsed.parent) and parsed.section:
        over.append((str(parsed), day))
    return over
