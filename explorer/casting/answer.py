"""A walk as JSON and as plain text, in the terms and with the rule numbers of an edition."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from explorer.casting.ledger import Row
from explorer.casting.steps import Step
from explorer.casting.walk import Walk
from explorer.citations import Citations, citations_in, says
from explorer.library.loaded import Library
from symbols.engine import Citation
from symbols.plain_text import plain_text
from symbols.sentences import in_terms_of

_CHECK_KEYS = (
    "payable",
    "payment",
    "plan",
    "other_plans",
    "open",
    "shortfall",
    "reasons",
    "max_x",
    "mana_value",
    "card",
)
# Stable names of rules are their numbers in this edition.
_NAMES_FROM: Final = date(2025, 6, 6)


class EditionTerms:
    def __init__(self, walk: Walk, loaded: Library) -> None:
        day = (
            walk.checked.edition.date if walk.checked and walk.checked.edition else walk.request.options.get("edition")
        )
        self.day = date.fromisoformat(str(day)) if day else None
        self.citations: Citations = citations_in(self.day, loaded)

    def number(self, rule: str) -> str:
        """Number in the edition; the stable name if it has no such rule."""
        found = self.citations.get(rule)
        if found is None or (self.day is None and found.date < _NAMES_FROM):
            # Without a newer edition, an old excerpt doesn't count.
            return rule
        # An excerpt may lack the number.
        return found.number_then or self.citations.cited(rule)

    def steps(self, walk: Walk) -> list[Step]:
        """Steps that the edition has; reads their rules at once."""
        self.citations.read([step.rule for step in walk.steps])
        return [step for step in walk.steps if not self._is_missing(step.rule)] or list(walk.steps)

    def _is_missing(self, rule: str) -> bool:
        """Whether the edition has no such step: until 2015, none checks legality (601.2e)."""
        found = self.citations.get(rule)
        if found is None or found.is_left_out:
            return False
        words = plain_text("\n".join(each.text for each in self.citations.text_of(found)))
        return bool(found.missing_from) or not says(rule, words)

    def has(self, rule: str) -> bool:
        """True for unknown rules."""
        found = self.citations.get(rule)
        return self.day is None or found is None or found.is_left_out or not (found.missing_from or found.followed)

    def cited(self, rule: str) -> str:
        """Number in the edition; for a rule that it lacks, the newest number with its date."""
        return self.number(rule) if self.has(rule) else self.citations.cited(rule)

    def having_rules(self, facts: Sequence[Citation]) -> list[Citation]:
        """Facts whose rules the edition has."""
        return [fact for fact in facts if self.has(fact.rule)]

    def fact(self, fact: Citation) -> dict[str, str]:
        return {"sentence": self.words(fact.fact), "rule": self.cited(fact.rule)}

    def words(self, text: str) -> str:
        return in_terms_of(self.day, text)


def as_json(walk: Walk, loaded: Library) -> dict[str, object]:
    terms = EditionTerms(walk, loaded)
    spell = walk.spell
    checked: Mapping[str, Any] = walk.checked.as_json() if walk.checked else {}
    found: dict[str, object] = {
        "name": spell.name if spell.question else None,
        "cost": checked.get("canonical"),
        "zone": None if spell.is_ability else walk.zone.name,
        "steps": [_step(step, terms) for step in terms.steps(walk)],
        "total": _total(walk, terms),
        "verdict": walk.verdict,
        "sentence": terms.words(walk.headline),
        "depends_on": list(walk.unread),
        **{key: checked.get(key) for key in _CHECK_KEYS if key in checked},
        "questions": checked.get("questions", []),
        "taken_back": _undone(walk, terms),
        "citations": [
            {"fact": terms.words(fact.fact), "rule": fact.rule, "number": terms.number(fact.rule)}
            for fact in terms.having_rules(walk.citations)
        ],
    }
    found.setdefault("payable", None)
    if edition := checked.get("edition"):
        found["edition"] = edition
    return found


def _step(step: Step, terms: EditionTerms) -> dict[str, object]:
    found: dict[str, object] = {
        "rule": terms.number(step.rule),
        "title": terms.words(step.title),
        "state": step.state,
        "choices": [choice.as_json() for choice in step.choices],
        "facts": [terms.fact(fact) for fact in terms.having_rules(step.facts)],
    }
    if step.reason:
        found["reason"] = terms.fact(step.reason)
    return found


def _total(walk: Walk, terms: EditionTerms) -> dict[str, object] | None:
    total = walk.total
    if total is None:
        return None
    return {
        "rows": [_row(row, terms) for row in total.rows],
        "locked": None if total.locked is None else total.locked.as_json(),
        "other_costs": list(total.others),
        "otherwise": list(total.otherwise),
    }


def _row(row: Row, terms: EditionTerms) -> dict[str, object]:
    found: dict[str, object] = {
        "amount": dict(row.amount),
        "text": row.text,
        "why": row.why,
        "rule": terms.cited(row.rule),
    }
    if row.parts:
        found["also"] = list(row.parts)
    if row.note:
        found["note"] = row.note
    return found


def _undone(walk: Walk, terms: EditionTerms) -> dict[str, object] | None:
    undone = walk.undone
    if undone is None:
        return None
    return {
        "step": terms.number(undone.step),
        "reason": terms.words(undone.reason.fact),
        "rule": terms.number(undone.reason.rule),
        "facts": [terms.fact(fact) for fact in undone.facts],
        "ways": [way.as_json() for way in undone.ways],
    }


def as_text(walk: Walk, loaded: Library) -> str:
    """A report in sections, for the command line."""
    terms = EditionTerms(walk, loaded)
    word = f"{walk.verdict.capitalize()}. " if walk.verdict else ""
    head = f"{walk.spell.called}\n{word}{walk.headline}".rstrip()
    sections = [[head], *([*_lines(step, walk, terms)] for step in terms.steps(walk))]
    if walk.undone:
        sections.append(["Undone", *(_fact(terms.fact(fact)) for fact in walk.undone.facts)])
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _lines(step: Step, walk: Walk, terms: EditionTerms) -> Iterator[str]:
    state = "" if step.state == "done" else f"  [{step.state}]"
    yield f"{terms.number(step.rule):8}{terms.words(step.title)}{state}"
    if step.state == "later":
        return
    for choice in step.choices:
        if choice.value or choice.is_open:
            yield f"  {choice.text.rstrip('?')}: {choice.value or '?'}"
    if step.rule == "601.2f" and walk.total:
        for row in walk.total.rows:
            also = f", {', '.join(row.parts)}" if row.parts else ""
            yield f"  {row.text:14}{row.why}{also} ({terms.number(row.rule)})"
    if step.reason:
        yield f"  {terms.words(step.reason.fact)} ({terms.number(step.reason.rule)})"
    for fact in step.facts:
        yield _fact(terms.fact(fact))


def _fact(fact: Mapping[str, str]) -> str:
    return f"  {fact['sentence']} ({fact['rule']})"
