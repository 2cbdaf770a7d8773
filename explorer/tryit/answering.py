"""The answer of a trial under an edition: by its rules, or by the newest, with what the edition lacks said first."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from explorer.citations import absence_from, citations_in
from explorer.costcheck.check.verdict import Lacking
from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.symbols_by_edition.edition_text import braced
from explorer.symbols_by_edition.query import edition_symbols
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.engine import EngineError, read_cost
from symbols.sentences import in_terms_of, join_words
from symbols.trials import Outcome, Step, in_terms


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, with the rules' numbers of the edition whose rules give it.

    Attributes:
        reading: what the rules are read from: the edition, or the newest text if that lacks what decides.
        lacks: what the edition has none of: “Sagas”, “{Q}”; empty if it gives the answer, or is an excerpt without it.
        number: the deciding rule or glossary entry in the edition; empty if it lacks it.
        source: the date of the rules that decide, if they aren't those of the edition.
        note: caveats about the edition; else empty.
    """

    outcome: Outcome
    reading: TrialContext
    lacks: Sequence[str] = ()
    number: str = ""
    source: date | None = None
    note: str = ""

    def cited(self, step: Step) -> tuple[str, date | None]:
        """A step's rule or glossary entry, and the date of its edition."""
        rule = self.reading.citations.get(step.rule)
        if step.term:
            return step.term, self.reading.edition
        return (rule.number, rule.date) if rule else (step.rule, None)

    def as_json(self, edition: EditionInfo | None) -> dict[str, object]:
        """The answer, without its address."""
        outcome = self.outcome
        return {
            "sentence": outcome.sentence,
            "facts": dict(outcome.facts),
            "steps": [
                {"rule": rule, "edition": day, "why": one.why, "decides": one.decides}
                for one in outcome.steps
                for rule, day in [self.cited(one)]
            ],
            "note": self.note or None,
            "edition": self._edition_json(edition),
        }

    def _edition_json(self, edition: EditionInfo | None) -> dict[str, object] | None:
        if edition is None:
            return None
        newest = {"date": self.source, "number": self.cited(self.outcome.deciding)[0]} if self.source else None
        return {"date": edition.date, "number": self.number or None, "lacks": list(self.lacks), "newest": newest}


def answer(request: TrialRequest, reading: TrialContext) -> Answer:
    """An answer by the edition; by the newest text alone, if the edition lacks what the answer follows from."""
    outcome = request.answer(reading)
    edition, lacks = request.edition, _lacking(request, outcome, reading)
    if edition is None:
        return Answer(outcome, reading)
    if lacks:
        return _by_newest(request, edition, lacks, TrialContext(reading.loaded))
    note, given = _note(outcome, edition, reading), outcome.deciding
    source = None if given.is_given else _newest(outcome, reading)
    outcome = _renumbered(_dated(outcome, reading, source), reading)
    if source:
        outcome = replace(outcome, sentence=f"In the {long_date(source)} rules: {outcome.sentence}")
    return _numbered(Answer(outcome, reading, (), given.number or given.term, source, note))


def _by_newest(request: TrialRequest, edition: EditionInfo, lacks: Sequence[str], reading: TrialContext) -> Answer:
    # The part of an excerpt that isn’t loaded has rules of its own about the same.
    found = map(citations_in(edition.date, reading.loaded).get, request.trial.rules)
    is_excerpt = not edition.complete and any(rule.is_left_out for rule in found if rule)
    reading.read_sections(request.trial.rules)
    outcome = request.answer(reading)
    source = _newest(outcome, reading)
    outcome = in_terms(outcome, source)
    lacking = Lacking(tuple(lacks), edition.date, source, is_excerpt)
    outcome = replace(outcome, sentence=f"{lacking.sentence} {outcome.sentence}")
    return _numbered(Answer(outcome, reading, lacks, "", source))


def _numbered(found: Answer) -> Answer:
    """With the rule among the facts by its number in the edition that it is cited from, as it is among the steps."""
    facts = found.outcome.facts
    if "rule" not in facts:
        return found
    return replace(
        found, outcome=replace(found.outcome, facts={**facts, "rule": found.cited(found.outcome.deciding)[0]})
    )


def _lacking(request: TrialRequest, outcome: Outcome, reading: TrialContext) -> Sequence[str]:
    """What the edition has none of, though the answer follows from it; what an excerpt leaves out is unknown."""
    edition = request.edition
    if edition is None:
        return ()
    # An excerpt may leave out by what rule of the time the rest is decided.
    needed = [step for step in outcome.steps if step.decides or (step.needed and edition.complete)]
    lacked = [
        step
        for step in sorted(needed, key=lambda step: not step.decides)
        if not step.is_given and not _is_left_out(step, edition, reading)
    ]
    symbols = request.lacked_in(request.complete)
    is_foreign = edition.complete and lacked and not any(map(reading.find, request.trial.rules))
    if symbols and not is_foreign:
        return _in_words(request, edition) or list(map(braced, symbols))
    return [in_terms_of(edition.date, request.trial.subject_of(lacked[0]))] if lacked else ()


def _in_words(request: TrialRequest, edition: EditionInfo) -> list[str]:
    """What the edition lacks of the costs, as the checker says it: `{C} as a mana symbol`."""
    found: dict[str, None] = {}
    for control in request.trial.controls:
        # Not all that a trial reads is a cost, such as {TK5}.
        with contextlib.suppress(EngineError):
            if control.kind == "cost" and request.complete[control.key]:
                findings = edition_symbols(edition).check(read_cost(request.complete[control.key]))
                found |= dict.fromkeys(finding.lacking for finding in findings if finding.lacking)
    return list(found)


def _is_left_out(step: Step, edition: EditionInfo, reading: TrialContext) -> bool:
    """Whether an excerpt may just leave it out, or the edition has it in words that mean something else."""
    rule = reading.citations.get(step.rule)
    if rule is None or edition.complete:
        return rule.followed is not None if rule else not edition.complete
    before = next((one for one in reading.loaded.newest_first if one.complete and one.date < edition.date), None)
    # Its glossary isn't loaded.
    in_glossary = before and citations_in(before.date, reading.loaded).term_giving(step.rule, step.why)
    return rule.is_left_out or in_glossary is not None


def _newest(outcome: Outcome, reading: TrialContext) -> date | None:
    rule = reading.citations.elsewhere(outcome.deciding.rule)
    return rule.date if rule else None


def _dated(outcome: Outcome, reading: TrialContext, source: date | None) -> Outcome:
    """In the terms of the rules that each step is from."""
    steps = tuple(step if step.is_given else _in_terms_of_newest(step, reading) for step in outcome.steps)
    outcome = replace(outcome, steps=steps)
    return in_terms(outcome, source) if source else outcome


def _in_terms_of_newest(step: Step, reading: TrialContext) -> Step:
    rule = reading.citations.elsewhere(step.rule)
    return replace(step, why=in_terms_of(rule.date if rule else None, step.why))


def _renumbered(outcome: Outcome, reading: TrialContext) -> Outcome:
    steps = tuple(replace(step, why=reading.citations.renumbered(step.why)) for step in outcome.steps)
    return replace(outcome, sentence=reading.citations.renumbered(outcome.sentence), steps=steps)


def _note(outcome: Outcome, edition: EditionInfo, reading: TrialContext) -> str:
    """Sentence on rules that the edition lacks: the deciding one, or else all of them; else empty."""
    foreign = [step for step in outcome.steps if not step.is_given]
    if not foreign:
        return ""
    verb, used = ("Uses", foreign) if outcome.deciding.is_given else ("Decided by", [outcome.deciding])
    absences = dict.fromkeys(absence(step.rule, edition, reading) for step in used)
    return f"{verb} {join_words(_numbers(used, reading))}, {join_words(list(absences))}."


def _numbers(steps: Sequence[Step], reading: TrialContext) -> list[str]:
    """Numbers of rules, then how many others there are."""
    citations = reading.citations
    names = dict.fromkeys(step.rule for step in steps)
    # A rule may be there in other words, which don't state it.
    rules = [citations.newest(name) if citations.number_of(name) else citations.get(name) for name in names]
    numbers = [rule.number_then if rule else "" for rule in rules]
    named = [number for number in numbers if number]
    unknown = len(numbers) - len(named)
    return [*named, f"{unknown} {'other ' * bool(named)}rule{'s' * (unknown > 1)}"] if unknown else named


def absence(name: str, edition: EditionInfo, reading: TrialContext, *, dated: bool = False) -> str:
    """Why the edition doesn't give a rule; `dated` beside its newer number, which may be another rule's there."""
    rule = reading.citations.get(name)
    words = (rule.absence if rule else "") or absence_from(edition)
    return f"{long_date(rule.date)} rules, {words}" if rule and rule.is_left_out and dated else words
