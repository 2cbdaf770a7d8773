"""Trial: the value of X in a situation (107.3), with the controls that matter under each subrule.

The X explorer has all situations and controls; every outcome links to it.
"""

from collections.abc import Mapping
from typing import Final

from symbols.engine import EngineError, read_cost
from symbols.engine.x import (
    Filled,
    LetterDefinition,
    Method,
    Origin,
    Place,
    RuleStep,
    Situation,
    Subject,
    VariableLetter,
    XAnswer,
    Zone,
    cost_in_situation,
    letter_stands_in,
    what_is_x,
)
from symbols.engine.x import StepOutcome as Came
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Elsewhere, Outcome, Row, Step
from symbols.trials.trial import Reading

_WORDS: Final = {
    word.value: word.label
    for words in (Subject, Zone, Place, LetterDefinition, Method, Origin, VariableLetter)
    for word in words
}


def label_of(value: str) -> str:
    """Return the label of a choice: one value of the X explorer's fields, or several with commas.

    Raises:
        KeyError: there is no such value.
    """
    return " and ".join(_WORDS[word] for word in value.split(",")) if value else "the usual place"


def value_of_x(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.values.get("cost", "").strip()
    answer = what_is_x(Situation.from_query(_relevant(inputs.values)))
    rows = _rows(cost, answer)
    lacking = reading.edition is not None and not reading.find(answer.rule)
    return Outcome(
        sentence=answer.sentence,
        steps=tuple(
            Step(reading.giving(step.rule, fact_for_giving(step, answer)), step.why, step.outcome is Came.DECIDES)
            for step in answer.steps
            # If the edition lacks the deciding rule, others that don't apply today may apply in it.
            if not (lacking and step.outcome is Came.NOT_APPLICABLE)
        ),
        facts={
            "value": answer.value,
            "kind": answer.kind.value,
            "allowed": None if answer.allowed is None else sorted(answer.allowed),
            "least": answer.situation.least,
            "chooser": answer.chooser.value,
            "when": answer.when.value,
            "rule": answer.rule,
        },
        caption="The cost" if rows else "",
        rows=rows,
        elsewhere=Elsewhere("x", "Open in the X explorer", {**answer.situation.as_query(), "cost": cost}),
    )


def fact_for_giving(step: RuleStep, answer: XAnswer) -> str:
    """Return the fact that a rule must state for `Reading.giving`, with [-X] if the answer is about a loyalty cost."""
    return f"{step.why} [-X]" if Place.LOYALTY_COST in answer.situation.spots else step.why


def _relevant(values: Mapping[str, str]) -> dict[str, str]:
    """Drop the cost, and numbers that are ignored unless another control has a certain value, as their hints say."""
    defined = values.get("defined", "") not in {"", LetterDefinition.NONE}
    counts = {
        "cost": False,
        "gives": defined,
        "formula": defined,
        "other": values.get("refers") == "yes",
        "was": values.get("origin") in {Origin.CHOSEN, Origin.TURNED_UP} or values.get("how") == Method.COPIED,
    }
    return {key: text for key, text in values.items() if counts.get(key, True)}


def _rows(typed: str, answer: XAnswer) -> tuple[Row, ...]:
    """Rows about the cost in the situation; none if no cost was typed.

    Raises:
        EngineError: it isn't a cost.
    """
    if not typed:
        return ()
    try:
        cost = read_cost(typed)
    except EngineError as error:
        raise error.in_field("cost") from None
    if not letter_stands_in(cost, answer.situation.letter):
        return (Row(str(cost), f"There is no {answer.situation.letter} in it."),)
    found = cost_in_situation(cost, answer)
    if found.rows:
        return tuple(Row(f"{found.letter} = {row.value:,}", _written(row)) for row in found.rows)
    lines = (("On the stack", found.on_stack), ("Anywhere else", found.elsewhere))
    rows = tuple(Row(words, _written(line), line is found.here) for words, line in lines if line)
    return rows or ((Row(str(cost), _written(found.here)),) if found.here else ())


def _written(filled: Filled) -> str:
    cost = ", ".join(filter(None, ["".join(map(str, filled.symbols)), *filled.parts]))
    return f"{cost}, mana value {filled.mana_value_text}" if filled.mana_value_text else cost
