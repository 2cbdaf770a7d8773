"""The answer to a question under its edition, for the page and for the API."""

from collections.abc import Sequence
from dataclasses import replace

from explorer.citations import Citations, citations_in
from explorer.library.loaded import Library
from explorer.symbols_by_edition.query import edition_symbols, lacking_in_words
from explorer.x.question import XQuestion, error_of
from symbols.engine import read_cost
from symbols.engine.costs import amount_as_json
from symbols.engine.x import Filled, Place, RuleStep, SituationError, StepOutcome, XAnswer, cost_in_situation
from symbols.sentences import in_terms_of
from symbols.trials.x import fact_for_giving


def answer_json(question: XQuestion, loaded: Library) -> dict[str, object]:
    """The answer; under an edition in its terms, with its rule numbers. A problem of the question is raised."""
    for key, problem in question.problems.items():
        error = error_of(problem)
        if isinstance(error, SituationError):
            # Its message stands beside the field on the page.
            error.field = None
        raise error.in_field(key)
    answer = question.layout
    found = answer.as_json()
    if question.edition:
        citations = citations_in(question.edition.date, loaded)
        answer = as_given(answer, citations)
        found |= {
            "sentence": in_terms_of(citations.day, answer.sentence),
            "rule": citations.number_of(answer.rule) or answer.rule,
            "note": note_on(question, answer, citations) or None,
            "steps": [_step_json(step, citations) for step in shown_steps(answer, citations)],
        }
    return {**found, "cost": _cost_json(question, answer)}


def _step_json(step: RuleStep, citations: Citations) -> dict[str, str]:
    why = citations.renumbered(in_terms_of(citations.day, step.why))
    return {**step.as_json(), "rule": citations.number_of(step.rule) or step.rule, "why": why}


def _cost_json(question: XQuestion, answer: XAnswer) -> dict[str, object] | None:
    if question.cost is None:
        return None
    found = cost_in_situation(question.cost, answer)
    lines = {"now": found.here, "paid": found.paid, "on_stack": found.on_stack, "elsewhere": found.elsewhere}
    filled: dict[str, object] = {name: _filled_json(line) if line else None for name, line in lines.items()}
    return {**filled, "rows": [_filled_json(row) for row in found.rows]}


def _filled_json(filled: Filled) -> dict[str, object]:
    value = None if filled.mana_value is None else amount_as_json(filled.mana_value)
    return {"value": filled.value, "cost": filled.text, "mana_value": value}


def as_given(answer: XAnswer, citations: Citations) -> XAnswer:
    """Replace rules by those that give the same facts in the edition shown."""
    given = {step.rule: citations.load_rule_giving(step.rule, fact_for_giving(step, answer)) for step in answer.steps}
    steps = tuple(replace(step, rule=given[step.rule]) for step in answer.steps)
    return replace(answer, rule=given[answer.rule], steps=steps)


def shown_steps(answer: XAnswer, citations: Citations) -> Sequence[RuleStep]:
    """Steps to the answer. If the edition lacks the deciding rule, without those that don't apply: there they may."""
    known = not _absence(answer, citations)
    return [step for step in answer.steps if known or step.outcome is not StepOutcome.NOT_APPLICABLE]


def note_on(question: XQuestion, answer: XAnswer | None, citations: Citations) -> str:
    """Sentences on what of the question and the answer the edition lacks; else empty."""
    return " ".join(filter(None, [_lacking(question), _absence(answer, citations) if answer else ""]))


def _absence(answer: XAnswer, citations: Citations) -> str:
    deciding = citations.get(answer.rule)
    if not deciding or not deciding.absence:
        return ""
    return f"Decided by {deciding.number_then or 'a rule'}, {deciding.absence}."


def _lacking(question: XQuestion) -> str:
    """Sentence on symbols of the cost that the edition lacks; else empty."""
    loyalty = Place.LOYALTY_COST in question.situation.spots
    cost = question.cost or (read_cost("[-X]") if loyalty else None)
    if question.edition is None or cost is None:
        return ""
    findings = edition_symbols(question.edition).check(cost)
    return lacking_in_words([each.code for each in findings if each.known is False], question.edition.date)
