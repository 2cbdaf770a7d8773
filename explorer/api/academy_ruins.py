"""Rules in the format of Academy Ruins' API, so that its clients can use this site: https://api.academyruins.com.

Editions are identified by date instead of the code or name of a set.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import chain, pairwise, zip_longest
from typing import Annotated, Any

from django.db.models import Q
from django.http import HttpRequest
from ninja import Path, Query, Router, Status

from explorer.api.academy_ruins_schemas import (
    Diff,
    Examples,
    FullRule,
    GlossaryTerm,
    Keywords,
    Missing,
    NoDiff,
    NoSuchRule,
    PlainRule,
    Section,
    TraceItem,
)
from explorer.api.common import examples_of, words_of
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.library.glossaries import terms_of
from explorer.library.history.changes import changes_between
from explorer.library.history.life import life_at, steps_with_texts
from explorer.library.links import outline_of
from explorer.library.loaded import Library, library
from explorer.library.place import find_edition
from explorer.library.queries import EditionInfo, RuleText, entries_of, newest_rules, stands_below
from explorer.lineages.difference import Segment, text_difference
from explorer.lineages.provisions import ChangeKind, Provision, is_term
from explorer.lineages.tracing import TraceStep
from explorer.models import Rule
from explorer.web.errors import NotFound
from symbols.engine import BadRequest, ErrorJson
from symbols.similar import similar

router = Router(tags=["Academy Ruins"])
diffs = Router(tags=["Academy Ruins"])

_ABILITY_WORDS = re.compile(r"The ability words are (?P<words>.*?)\.", re.DOTALL)
_ACTIONS, _ABILITIES = "701", "702"
# A cited number, with words and punctuation around it; renumbered citations are no change.
_CITATION = re.compile(r"(?:rules?\s)?\d{3}(?:\.\d+)?[a-z]?(?:[-–—](?:\d{3}(?:\.\d+)?)?[a-z]?)?[\s),.;]*")
# A subrule that only classifies a keyword: “Defender is a static ability.”
_CLASSIFICATION = re.compile(r"[^.]*\bis an?\b[^.]*\.$")


_INVALID: Mapping[int, Any] = {422: Missing, 429: Missing}
_NOT_FOUND: Mapping[int, Any] = {404: Missing, **_INVALID}
_NO_RULE: Mapping[int, Any] = {404: NoSuchRule | Missing, **_INVALID}
_NO_DIFF: Mapping[int, Any] = {404: NoDiff, **_INVALID}

RuleId = Annotated[str, Path(description="Rule number, such as 107.4f.", max_length=20)]


def shape_of_error(error: ErrorJson, status: int) -> dict[str, object]:
    return {"detail": error["message"]}


@router.get("", response={200: dict[str, FullRule], **_NOT_FOUND}, summary="Get every rule")
def all_rules(request: HttpRequest) -> dict[str, object]:
    """Get every rule by its number."""
    rules = _rules(find_edition(None).edition)
    numbers = [rule.number for rule in rules]
    around = zip(rules, [None, *numbers], [*numbers[1:], None], strict=False)
    return {rule.number: _full(rule, before, after) for rule, before, after in around}


@router.get("/keywords", response={200: Keywords, **_NOT_FOUND}, summary="List keywords")
def keywords(request: HttpRequest) -> dict[str, object]:
    """List keyword abilities, keyword actions and ability words."""
    edition = find_edition(None).edition
    named = Q(number__startswith=f"{_ACTIONS}.") | Q(number__startswith=f"{_ABILITIES}.") | Q(number="207.2c")
    found = entries_of(edition, named)
    headed = [rule for rule in found if _is_keyword(rule)]
    ability_words = next((_ABILITY_WORDS.search(rule.text) for rule in found if rule.number == "207.2c"), None)
    words = re.split(r",\s+(?:and\s+)?", ability_words["words"]) if ability_words else []
    return {
        "keywordAbilities": [name for rule in headed if rule.number.startswith(_ABILITIES) for name in _names(rule)],
        "keywordActions": [name for rule in headed if rule.number.startswith(_ACTIONS) for name in _names(rule)],
        "abilityWords": words,
    }


@router.get("/glossary", response={200: dict[str, GlossaryTerm], **_NOT_FOUND}, summary="Get the glossary")
def glossary(request: HttpRequest) -> dict[str, object]:
    """Get every glossary entry, by its name in lower case."""
    return {name.lower(): {"term": name, "definition": text} for name, text in _terms()}


@router.get("/glossary/{term}", response={200: GlossaryTerm, **_NOT_FOUND}, summary="Get a glossary entry")
def glossary_term(
    request: HttpRequest,
    term: Annotated[str, Path(description="Name of a glossary entry.", max_length=200)],
    fuzzy: Annotated[bool, Query(description="Whether to find the closest name.")] = False,
    unofficial: Annotated[bool, Query(description="No effect: every entry is official.")] = True,
) -> object:
    """Get a glossary entry by name."""
    entries = {name.lower(): (name, text) for name, text in _terms()}
    requested = term.lower()
    if fuzzy and requested not in entries:
        names = {_sort_words(name): name for name in entries}
        requested = next((names[near] for near in similar(_sort_words(requested), names)), requested)
    if requested not in entries:
        raise NotFound("There’s no such entry", f"Entry not found.{_excerpts()}")
    name, text = entries[requested]
    return {"term": name, "definition": text}


def _sort_words(name: str) -> str:
    return " ".join(sorted(name.split()))


@router.get("/toc", response={200: list[Section], **_NOT_FOUND}, summary="Get the contents")
def contents(request: HttpRequest) -> list[dict[str, object]]:
    """Get the table of contents: chapters and their sections."""
    outline = outline_of(find_edition(None).edition)
    return [
        {
            "number": int(str(chapter)),
            "title": outline.headings.get(str(chapter), ""),
            "subsections": [
                {"number": int(str(section)), "title": outline.headings.get(str(section), "")} for section in sections
            ],
        }
        for chapter, sections in outline.contents.items()
    ]


@router.get("/example/{rule_id}", response={200: Examples, **_NO_RULE}, summary="Get a rule’s examples")
def examples(request: HttpRequest, rule_id: RuleId) -> object:
    """Get a rule’s examples."""
    rule = _rule(rule_id)
    return {"ruleNumber": rule.number, "examples": examples_of(rule) or None} if rule else _missing(rule_id)


@router.get(
    "/trace/{rule_id}", response={200: list[TraceItem], **_NO_RULE}, summary="Get a rule’s history", exclude_unset=True
)
def trace(request: HttpRequest, rule_id: RuleId) -> object:
    """Get a rule’s changes through the editions, newest first."""
    loaded, rule = library(), _rule(rule_id)
    life = life_at(rule.number, rule.edition.date) if rule else None
    if life is None:
        return _missing(rule_id)
    return list(_trace_items(steps_with_texts(life), loaded))


@router.get(
    "/diff", response={200: Diff, **_NO_DIFF}, summary="Compare two editions", exclude_unset=True, by_alias=True
)
@diffs.get(
    "/cr",
    response={200: Diff, **_NO_DIFF},
    summary="Compare two editions",
    exclude_unset=True,
    by_alias=True,
    operation_id="diff_cr",
)
def diff(
    request: HttpRequest,
    old: Annotated[
        str, Query(description="Date of the older edition. Default: the one before `new`.", max_length=40)
    ] = "",
    new: Annotated[
        str,
        Query(description="Date of the newer edition. Default: the one after `old`, else the newest.", max_length=40),
    ] = "",
    nav: Annotated[bool, Query(description="Whether to add the dates of the editions before and after.")] = False,
) -> object:
    """Compare two editions, by default the two newest."""
    loaded = library()
    complete = loaded.with_all_rules
    try:
        later = loaded.requested_edition(new) or _after(loaded.requested_edition(old), complete)
        before = loaded.requested_edition(old) or _before(later, complete)
    except BadRequest as error:
        return Status(HTTPStatus.NOT_FOUND, {"detail": error.message, "old": old or None, "new": new or None})
    if before is None or later is None or before.date >= later.date:
        detail = f"No diff between these editions found.{_excerpts()}"
        return Status(HTTPStatus.NOT_FOUND, {"detail": detail, "old": old or None, "new": new or None})
    changed = (row for row in changes_between(before, later, loaded) if row.change is not ChangeKind.REFERENCES)
    rows = [row for row in changed if _is_rule(row.new or row.old)]
    sides = [(row, _sides(row.old, row.new)) for row in rows]
    earlier, next_one = _before(before, complete), _after(later, complete)
    around = {"prevSourceCode": earlier and earlier.iso, "nextDestCode": next_one and next_one.iso}
    return {
        **_between(before, later),
        "creationDay": later.date,
        "changes": [shown for _, shown in sides if shown],
        "moves": [
            {"from": row.old.key, "to": row.new.key}
            for row, shown in sides
            if row.old and row.new and not shown and row.old.key != row.new.key
        ],
        **({"nav": around} if nav else {}),
    }


@router.get("/{rule_id}", response={200: PlainRule, **_NO_RULE}, summary="Get a rule")
def rule(
    request: HttpRequest,
    rule_id: RuleId,
    exact_match: Annotated[
        bool, Query(description="Whether to get a keyword’s heading itself, not the subrule that explains it.")
    ] = False,
) -> object:
    """Get a rule; for a keyword’s heading, the subrule that explains the keyword."""
    found = _rule(rule_id)
    if found is None:
        return _missing(rule_id)
    if not exact_match and _is_keyword(found):
        subrules = [one for one in _rules(found.edition, found.number) if stands_below(one, found.parsed)]
        is_action = found.number.startswith(_ACTIONS)
        explaining = (one for one in subrules if is_action or not _CLASSIFICATION.match(one.text))
        found = next(chain(explaining, subrules[-1:]), found)
    return {"ruleNumber": found.number, "ruleText": words_of(found)}


def _rules(edition: EditionInfo, under: str = "") -> list[RuleText]:
    which = Q(kind__in=(Rule.Kind.RULE, Rule.Kind.SUBRULE))
    return entries_of(edition, which & Q(number__startswith=under) if under else which)


def _rule(typed: str) -> RuleText | None:
    number = RuleNumber.try_parse(typed)
    if number is None or number.kind not in {NumberKind.RULE, NumberKind.SUBRULE}:
        return None
    return newest_rules([str(number)], library().undated).get(str(number))


def _missing(typed: str) -> Status[dict[str, str]]:
    return Status(HTTPStatus.NOT_FOUND, {"detail": f"Rule not found.{_excerpts()}", "ruleNumber": typed})


def _excerpts() -> str:
    return "" if library().has_complete else " Pipwise has only excerpts."


def _full(rule: RuleText, before: str | None, after: str | None) -> dict[str, object]:
    return {
        "ruleNumber": rule.number,
        "ruleText": words_of(rule),
        "examples": examples_of(rule) or None,
        "fragment": rule.number.partition(".")[2],
        "navigation": {"previousRule": before, "nextRule": after},
    }


def _terms() -> Iterator[tuple[str, str]]:
    for term in terms_of(find_edition(None, with_glossary=True).edition):
        yield term.name, "\n".join(one.text for one in term.paragraphs)


def _between(old: EditionInfo, new: EditionInfo) -> dict[str, object]:
    named = {"sourceSet": long_date(old.date), "destSet": long_date(new.date)}
    return {**named, "sourceCode": old.iso, "destCode": new.iso}


def _before(edition: EditionInfo | None, complete: Sequence[EditionInfo]) -> EditionInfo | None:
    return next((old for old, new in pairwise(complete) if new == edition), None)


def _after(edition: EditionInfo | None, complete: Sequence[EditionInfo]) -> EditionInfo | None:
    if edition is None:
        return complete[-1] if complete else None
    return next((new for old, new in pairwise(complete) if old == edition), None)


def _is_rule(side: Provision | None) -> bool:
    return side is not None and "." in side.key and not is_term(side.key)


def _is_keyword(rule: RuleText) -> bool:
    """Whether a rule is only a keyword’s name; the first rule of a section isn't."""
    return rule.kind is NumberKind.RULE and rule.parsed.rule != 1 and rule.number.startswith((_ACTIONS, _ABILITIES))


def _names(keyword: RuleText) -> list[str]:
    """Two keywords may share a rule."""
    return words_of(keyword).split(" and ")


def _sides(old: Provision | None, new: Provision | None) -> dict[str, dict[str, str] | None] | None:
    """A rule before and after, with marked differences; None if its text is the same.

    Differences in examples, cited numbers, and the typography of quotes and dashes don't count.
    """
    if old is None or new is None:
        return {name: _plain(one, words_of(one)) if one else None for name, one in (("old", old), ("new", new))}
    parts = list(text_difference(words_of(old), words_of(new)))
    if not any(map(_is_change, parts)):
        return None
    texts = {
        kind: "".join(
            f"<<<<{one.text}>>>>" if _is_change(one) else one.text for one in parts if one.kind in {"kept", kind}
        )
        for kind in ("deleted", "added")
    }
    return {"old": _plain(old, texts["deleted"]), "new": _plain(new, texts["added"])}


def _plain(side: Provision, text: str) -> dict[str, str]:
    return {"ruleNumber": side.key, "ruleText": text}


def _is_change(part: Segment) -> bool:
    return part.kind != "kept" and not part.is_typing and not _CITATION.fullmatch(part.text)


def _trace_items(steps: list[TraceStep], loaded: Library) -> Iterator[dict[str, object]]:
    """Changes of a rule, newest first, without removals, for which that API has no item."""
    complete = loaded.with_all_rules
    for one, earlier in zip_longest(steps, steps[1:]):
        later = loaded.on(one.step.date)
        before = _before(later, complete)
        if later is None or before is None or one.step.change is ChangeKind.REMOVED:
            continue
        new, old = one.provision, earlier.provision if earlier and one.step.change is not ChangeKind.CREATED else None
        sides = _sides(old, new)
        if old and sides is None:
            if old.key == new.key:
                continue
            action, sides = "moved", {"old": {"ruleNumber": old.key}, "new": {"ruleNumber": new.key}}
        else:
            action = "created" if old is None else "edited" if old.key == new.key else "replaced"
        yield {"action": action, **(sides or {}), "diff": _between(before, later)}
