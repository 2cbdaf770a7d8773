"""A walk as JSON and as plain text, with the numbers that the edition read has."""

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

_OF_CHECK = ("payable", "payment", "plan", "other_plans", "open", "shortfall", "reasons", "max_x", "mana_value", "card")


NAMED_IN: Final = date(2025, 6, 6)
"""Stable names are numbers of this edition."""


class Numbered:
    """Facts and steps of a walk in the terms and with the numbers of an edition."""

    def __init__(self, walk: Walk, loaded: Library) -> None:
        day = walk.checked.edition.date if walk.checked and walk.checked.edition else walk.request.asked.get("edition")
        self.day = date.fromisoformat(str(day)) if day else None
        self.citations: Citations = citations_in(self.day, loaded)

    def number(self, rule: str) -> str:
        """In the edition; its stable name where it has no such rule."""
        found = self.citations.get(rule)
        if found is None or (self.day is None and found.date < NAMED_IN):
            # An excerpt of old rules isn't what is read.
            return rule
        # An excerpt may leave open what the number was.
        return found.number_then or self.citations.cited(rule)

    def steps(self, walk: Walk) -> list[Step]:
        """The steps that the edition has, whose rules are read with them."""
        self.citations.read([step.rule for step in walk.steps])
        return [step for step in walk.steps if not self._is_unborn(step.rule)] or list(walk.steps)

    def _is_unborn(self, rule: str) -> bool:
        """Whether the edition has no such step, as before 2015 none for legality (601.2e)."""
        found = self.citations.get(rule)
        if found is None or found.is_left_out:
            return False
        words = plain_text("\n".join(each.text for each in self.citations.text_of(found)))
        return bool(found.missing_from) or not says(rule, words)

    def has(self, rule: str) -> bool:
        """Whether the edition has the rule; unknown rules count as had."""
        found = self.citations.get(rule)
        return self.day is None or found is None or found.is_left_out or not (found.missing_from or found.followed)

    def cited(self, rule: str) -> str:
        """Number in the edition; of a rule that it lacks, the newest with its date."""
        return self.number(rule) if self.has(rule) else self.citations.cited(rule)

    def told(self, facts: Sequence[Citation]) -> list[Citation]:
        """Those that the edition has rules for."""
        return [fact for fact in facts if self.has(fact.rule)]

    def fact(self, fact: Citation) -> dict[str, str]:
        return {"sentence": self.words(fact.fact), "rule": self.cited(fact.rule)}

    def words(self, text: str) -> str:
        return in_terms_of(self.day, text)


def as_json(walk: Walk, loaded: Library) -> dict[str, object]:
    """The answer of the API and the command line."""
    told = Numbered(walk, loaded)
    spell = walk.spell
    checked: Mapping[str, Any] = walk.checked.as_json() if walk.checked else {}
    found: dict[str, object] = {
        "name": spell.name if spell.question else None,
        "cost": checked.get("canonical"),
        "zone": None if spell.is_ability else walk.zone.name,
        "steps": [_step(step, told) for step in told.steps(walk)],
        "total": _total(walk, told),
        "verdict": walk.verdict,
        "sentence": told.words(walk.headline),
        "depends_on": list(walk.unread),
        **{key: checked.get(key) for key in _OF_CHECK if key in checked},
        "questions": checked.get("questions", []),
        "taken_back": _undone(walk, told),
        "citations": [
            {"fact": told.words(fact.fact), "rule": fact.rule, "number": told.number(fact.rule)}
            for fact in told.told(walk.citations)
        ],
    }
    found.setdefault("payable", None)
    if edition := checked.get("edition"):
        found["edition"] = edition
    return found


def _step(step: Step, told: Numbered) -> dict[str, object]:
    found: dict[str, object] = {
        "rule": told.number(step.rule),
        "title": told.words(step.title),
        "state": step.state,
        "choices": [choice.as_json() for choice in step.choices],
        "facts": [told.fact(fact) for fact in told.told(step.facts)],
    }
    if step.reason:
        found["reason"] = told.fact(step.reason)
    return found


def _total(walk: Walk, told: Numbered) -> dict[str, object] | None:
    total = walk.total
    if total is None:
        return None
    return {
        "rows": [_row(row, told) for row in total.rows],
        "locked": None if total.locked is None else total.locked.as_json(),
        "other_costs": list(total.others),
        "otherwise": list(total.otherwise),
    }


def _row(row: Row, told: Numbered) -> dict[str, object]:
    found: dict[str, object] = {
        "amount": dict(row.amount),
        "text": row.text,
        "why": row.why,
        "rule": told.cited(row.rule),
    }
    if row.parts:
        found["also"] = list(row.parts)
    if row.note:
        found["note"] = row.note
    return found


def _undone(walk: Walk, told: Numbered) -> dict[str, object] | None:
    back = walk.undone
    if back is None:
        return None
    return {
        "step": told.number(back.step),
        "reason": told.words(back.reason.fact),
        "rule": told.number(back.reason.rule),
        "facts": [told.fact(fact) for fact in back.facts],
        "ways": [way.as_json() for way in back.ways],
    }


def as_text(walk: Walk, loaded: Library) -> str:
    """A report in sections, for the command line."""
    told = Numbered(walk, loaded)
    sections = [[_head(walk)], *([*_lines(step, walk, told)] for step in told.steps(walk))]
    if walk.undone:
        sections.append(["Undone", *(_fact(told.fact(fact)) for fact in walk.undone.facts)])
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _head(walk: Walk) -> str:
    word = f"{walk.verdict.capitalize()}. " if walk.verdict else ""
    return f"{walk.spell.called}\n{word}{walk.headline}".rstrip()


def _lines(step: Step, walk: Walk, told: Numbered) -> Iterator[str]:
    state = "" if step.state == "done" else f"  [{step.state}]"
    yield f"{told.number(step.rule):8}{told.words(step.title)}{state}"
    if step.state == "later":
        return
    for choice in step.choices:
        if choice.value or choice.is_open:
            yield f"  {choice.text.rstrip('?')}: {choice.value or '?'}"
    if step.rule == "601.2f" and walk.total:
        for row in walk.total.rows:
            also = f", {', '.join(row.parts)}" if row.parts else ""
            yield f"  {row.text:14}{row.why}{also} ({told.number(row.rule)})"
    if step.reason:
        yield f"  {told.words(step.reason.fact)} ({told.number(step.reason.rule)})"
    for fact in step.facts:
        yield _fact(told.fact(fact))


def _fact(fact: Mapping[str, str]) -> str:
    return f"  {fact['sentence']} ({fact['rule']})"
