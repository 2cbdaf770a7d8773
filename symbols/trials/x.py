"""X as a trial: each rule of 107.3 with a situation that leads to it, and the controls that matter there.

The whole of it, every situation with every control, is the X explorer; each answer leads there.
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
    """Return the label of a choice: a word of the X explorer, or several with commas between them.

    Raises:
        KeyError: there is no such word.
    """
    return " and ".join(_WORDS[word] for word in value.split(",")) if value else "the usual place"


def value_of_x(inputs: Inputs, reading: Reading) -> Outcome:
    """Answer what X is in a situation (107.3)."""
    cost = inputs.values.get("cost", "").strip()
    answer = what_is_x(Situation.from_query(_counting(inputs.values)))
    rows = _rows(cost, answer)
    lacking = reading.edition is not None and not reading.find(answer.rule)
    return Outcome(
        sentence=answer.sentence,
        steps=tuple(
            Step(reading.giving(step.rule, fact_of(step, answer)), step.why, step.outcome is Came.DECIDES)
            for step in answer.steps
            # What doesn't apply beside a rule that the edition lacks may well apply in the edition.
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


def fact_of(step: RuleStep, answer: XAnswer) -> str:
    """Return what a rule has to say for an answer about X, with the symbol that it is about where that isn’t {X}."""
    return f"{step.why} [-X]" if Place.LOYALTY_COST in answer.situation.spots else step.why


def _counting(values: Mapping[str, str]) -> dict[str, str]:
    """Leave out the cost, and the numbers that count only where something else is so; their hints say when."""
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
    """Return what becomes of the cost.

    Raises:
        EngineError: it can't be read.
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
