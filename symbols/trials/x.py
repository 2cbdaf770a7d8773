"""Trial: the value of X in a situation (107.3), with the fields of the X explorer that matter under each subrule."""

from collections.abc import Mapping
from typing import Final

from symbols.engine import EngineError, read_cost
from symbols.engine.x import (
    FIELDS,
    KEYS,
    Filled,
    Place,
    RuleStep,
    Situation,
    SituationField,
    XAnswer,
    cost_in_situation,
    has_variable,
    kind_of,
    what_is_x,
    words_of,
)
from symbols.engine.x import StepOutcome as Came
from symbols.trials.inputs import Choice, Control, Inputs
from symbols.trials.outcome import Elsewhere, Outcome, Row, Step
from symbols.trials.trial import Reading

_COST: Final = Control(key="cost", label="A cost with X", kind="cost", default="", optional=True)
_OPENED: Final = ("formula", "gives", "other", "was")
"""Fields that another one opens. When that closes them, a form has them still, with what was typed."""


def controls_in(given: Mapping[str, str]) -> tuple[Control, ...]:
    """The fields of a situation (`x_fields.toml`), as they are where some are given; else with every choice."""
    situation = _situation(given)
    narrowed = situation if given else None
    return (*(_control(field, situation, narrowed) for field in FIELDS.values()), _COST)


def _control(field: SituationField, situation: Situation, narrowed: Situation | None) -> Control:
    kind, usual, names = kind_of(field.key), Situation().value(field.key), {"x": str(situation.letter)}
    words = narrowed.choices(field.key) if narrowed else words_of(field.key) or ()
    default = str(usual) if kind in {"choice", "number"} and usual is not None else ""
    return Control(
        key=field.key,
        label=field.label.pick(situation.facts).format(**names),
        kind=kind,
        default=default,
        choices=tuple(Choice(word, word.label) for word in words),
        hint=field.hint.format(**names),
        min=0 if kind == "number" and not field.negative else None,
        optional=not default,
    )


def _situation(values: Mapping[str, str]) -> Situation:
    """The situation, without what is left in fields that another one has closed."""
    said = {key: values.get(key, "") for key in KEYS}
    chosen = Situation.from_query({key: text for key, text in said.items() if kind_of(key) not in {"number", "text"}})
    closed = {key for key in _OPENED if not any(each.holds(chosen.facts) for each in FIELDS[key].offered)}
    return Situation.from_query({key: text for key, text in said.items() if key not in closed})


def value_of_x(inputs: Inputs, reading: Reading) -> Outcome:
    cost = inputs.values.get("cost", "").strip()
    answer = what_is_x(_situation(inputs.values))
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


def _rows(typed: str, answer: XAnswer) -> tuple[Row, ...]:
    if not typed:
        return ()
    try:
        cost = read_cost(typed)
    except EngineError as error:
        raise error.in_field("cost") from None
    if not has_variable(cost, answer.situation.letter):
        return (Row(str(cost), f"It has no {answer.situation.letter}."),)
    found = cost_in_situation(cost, answer)
    if found.rows:
        return tuple(Row(f"{found.letter} = {row.value:,}", _written(row)) for row in found.rows)
    lines = (("On the stack", found.on_stack), ("Anywhere else", found.elsewhere))
    rows = tuple(Row(words, _written(line), line is found.here) for words, line in lines if line)
    return rows or ((Row(str(cost), _written(found.here)),) if found.here else ())


def _written(filled: Filled) -> str:
    return f"{filled.text}, mana value {filled.mana_value_text}" if filled.mana_value_text else filled.text
