"""Template context of the X explorer."""

from collections.abc import Mapping, Sequence

from explorer.citations import Citations, citations_in
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.web.forms import Field, titled
from explorer.wording.differences import source_of
from explorer.x.answer import as_given, note_on, shown_steps
from explorer.x.fields import cost_field, edition_field, fields_of, more, notes, question_fields
from explorer.x.question import XQuestion
from explorer.x.quoting import LoadedRules, read_rules
from symbols.engine import Cost
from symbols.engine.x import (
    EXAMPLES,
    OTHER_RULES,
    SUBRULES,
    CostInSituation,
    Filled,
    Method,
    Place,
    StepOutcome,
    Subject,
    Trace,
    Track,
    XAnswer,
    cost_in_situation,
    has_variable,
    trace,
)
from symbols.sentences import in_terms_of, mana_value_term, with_minus

_STATES: Mapping[StepOutcome | None, tuple[str, str]] = {
    StepOutcome.DECIDES: ("decides", "decides"),
    StepOutcome.ADDS: ("adds", "applies too"),
    StepOutcome.NOT_APPLICABLE: ("passes", "doesn’t apply"),
    None: ("", ""),
}


def page(question: XQuestion, loaded: Library, rules: LoadedRules | None = None) -> dict[str, object]:
    """The context, by the names that templates use; `rules` are those to quote, if they were loaded before."""
    rules = rules or rules_to_quote([question], loaded)
    citations = rules.citations
    answer = as_given(question.answer, citations) if question.answer else None
    problem = next(iter(question.problems.values()), None)
    problems = [each.message for each in question.problems.values()]
    deciding = citations.get(answer.rule) if answer else None
    note = note_on(question, answer, citations)
    steps = _steps(answer, rules) if answer else []
    fields = fields_of(question)
    folded = [cost_field(question), *more(question, fields), edition_field(question, loaded.newest_first)]
    sentence = in_terms_of(citations.day, answer.sentence) if answer else ""
    cost = _cost(question.cost, answer, citations) if question.cost and answer else None
    # Undefined is what everybody takes it for.
    supposed = fields[question.open].in_words().replace(":", "") if question.open not in {"", "defined"} else ""
    lasting = question.permalink(fields.values())
    return {
        "questions": question_fields(question, fields),
        "more": folded,
        "says_more": any(field.notes or field.key in question.given for field in folded),
        "question": _question(question, fields, has_cost=bool(cost)),
        "lasting": lasting,
        "pinned": addresses.keeping(lasting, deciding.date if deciding else None),
        "answer": answer,
        "note": note,
        "headline": with_minus(sentence) if answer else problem.message if problem else "",
        "verdict": _verdict(question, answer, citations, supposed) if answer else (),
        "moment": in_terms_of(citations.day, answer.moment) if answer else "",
        "steps": steps,
        "passing": any(step["state"] == _STATES[StepOutcome.NOT_APPLICABLE] for step in steps),
        "map": _map(trace(question.answer), question, citations),
        "cost": cost,
        "examples": [(each, question.address_of(each.situation, each.cost)) for each in EXAMPLES],
        "source": source_of(deciding),
        "cite": citations.link(answer.rule) if answer else "",
        "said": " ".join(filter(None, [*problems, note, sentence, *notes(question)])),
    }


def rules_to_quote(questions: Sequence[XQuestion], loaded: Library) -> LoadedRules:
    """Load the rules that the answers quote. All questions must be about the same edition."""
    edition = next((question.edition for question in questions), None)
    citations = citations_in(edition.date if edition else None, loaded)
    answers = [as_given(question.answer, citations) for question in questions if question.answer]
    return read_rules([step.rule for answer in answers for step in answer.steps], citations)


def _question(question: XQuestion, fields: Mapping[str, Field], *, has_cost: bool) -> str:
    within = f" in {question.cost}" if has_cost else ""
    shown = (field for key, field in fields.items() if key != "letter" and (field.kind != "tick" or field.checked))
    return titled(f"What is {question.situation.letter}{within}?", shown)


def _verdict(question: XQuestion, answer: XAnswer, citations: Citations, supposed: str) -> tuple[str, str]:
    """The value, and what else there is to say: that one answer is `supposed`, where a question has none."""
    value, rest = answer.verdict
    why = next(step.why for step in answer.steps if step.outcome is StepOutcome.DECIDES)
    words = in_terms_of(citations.day, rest) if rest else citations.renumbered(in_terms_of(citations.day, why))
    if supposed and question.open != answer.ask:
        words = f"{words.removesuffix('.')}, if {supposed}."
    return with_minus(value), with_minus(words)


def _steps(answer: XAnswer, rules: LoadedRules) -> list[dict[str, object]]:
    citations, quotes = rules.citations, rules.quotes()
    return [
        {
            "rule": step.rule,
            "why": with_minus(citations.renumbered(in_terms_of(citations.day, step.why))),
            "state": _STATES[step.outcome],
            "cite": citations.link(step.rule),
            "quote": quotes.get(step.rule),
        }
        for step in shown_steps(answer, citations)
    ]


def _map(way: Trace, question: XQuestion, citations: Citations) -> list[tuple[str, bool, list[dict[str, object]]]]:
    """The decision map, branch by branch, with the path to the answer lit."""
    examples = {each.rule: question.address_of(each.situation, each.cost) for each in (*SUBRULES, *OTHER_RULES)}

    def shown(track: Track) -> dict[str, object]:
        rule = track.stop.rule
        number = citations.number_of(rule) or (f"({rule})" if citations.day else rule)
        return {
            "question": track.stop.question,
            "reply": in_terms_of(citations.day, track.stop.reply),
            "number": number,
            "state": _STATES[track.outcome],
            "address": examples.get(rule, ""),
        }

    trunk = ("Any object", False, [shown(track) for track in (*way.trunk, way.one_number)])
    return [trunk, *((branch.title, lit, [shown(track) for track in tracks]) for branch, lit, tracks in way.branches)]


def _cost(cost: Cost, answer: XAnswer, citations: Citations) -> dict[str, object]:
    """The user's cost: what it is on the stack and elsewhere, or for the first values of X."""
    found = cost_in_situation(cost, answer)
    lacks = not has_variable(cost, found.letter)
    return {
        "cost": cost,
        "which": _which(found, answer),
        "becomes": None if lacks else found.paid or found.here,
        "sentence": citations.renumbered(in_terms_of(citations.day, _sentence(found, answer, lacks=lacks))),
        "term": mana_value_term(citations.day),
        "lines": () if lacks else _lines(found),
        "has_mana_values": any(line and line.mana_value is not None for line in (found.elsewhere, *found.rows)),
        "is_table": bool(found.rows),
    }


def _which(found: CostInSituation, answer: XAnswer) -> str:
    if answer.situation.refers:
        return "a cost of the other object"
    if found.place is Place.TEXT:
        return "a cost its text mentions"
    return found.place.label


def _sentence(found: CostInSituation, answer: XAnswer, *, lacks: bool) -> str:
    if lacks:
        return f"This cost has no {found.letter}, so it doesn’t change."
    if found.place is Place.MANA_COST and not found.cost.may_be_mana_cost:
        return "A mana cost is only mana. Choose what has this cost."
    sentences = [_of_times(found), _of_negative(found), _of_paying(found, answer)]
    return " ".join(filter(None, sentences))


def _of_times(found: CostInSituation) -> str:
    letter = found.letter
    if found.times > 1 and found.here is not None:
        times = "twice" if found.times == 2 else f"{found.times} times"
        return f"It has {letter} {times}; each is {found.here.value:,}."
    if found.times > 1:
        return f"It has {letter} {found.times} times; each is the same number."
    return ""


def _of_negative(found: CostInSituation) -> str:
    """Why a cost is filled in with 0 where X is negative."""
    if all(filled is None or filled.value >= 0 for filled in (found.here, found.on_stack)):
        return ""
    return f"{found.letter} is negative. You can’t pay a negative amount, so you pay 0 for it (107.1b)."


def _of_paying(found: CostInSituation, answer: XAnswer) -> str:
    """What is paid of the cost, where that isn't all of it."""
    if found.place is not Place.MANA_COST or answer.situation.subject is not Subject.SPELL:
        return ""
    return {
        Method.FREE: "This cost isn’t paid, but it sets the mana value.",
        Method.ALTERNATIVE_WITH: "You pay the alternative cost, but this one sets the mana value.",
        Method.ALTERNATIVE_WITHOUT: "You pay the alternative cost, but this one sets the mana value.",
        Method.REDUCED: "Reductions never change the mana value.",
        Method.COPIED: "You pay nothing for a copy.",
    }.get(answer.situation.method, _of_doubling(found, answer))


def _of_doubling(found: CostInSituation, answer: XAnswer) -> str:
    """What is paid, where effects double X after it is announced."""
    letter = found.letter
    if found.paid and found.on_stack:
        return f"You paid {found.paid.pips}; {letter} on the stack is {found.on_stack.number}."
    if answer.situation.doubled:
        return f"You pay for the {letter} you announce; on the stack it’s {answer.situation.times} that."
    return ""


def _lines(found: CostInSituation) -> list[tuple[str, Filled, bool]]:
    """Rows for values of X, or for zones; the flag marks the current zone."""
    if found.rows:
        return [(str(row.value), row, False) for row in found.rows]
    places = (
        ("On the stack", found.on_stack, found.is_here_on_stack),
        ("Anywhere else", found.elsewhere, not found.is_here_on_stack),
    )
    return [(words, filled, here) for words, filled, here in places if filled]
