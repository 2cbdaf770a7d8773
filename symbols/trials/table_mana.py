"""Trials about mana from the table: what it may be spent on (106.6), and what is tapped in which order (605.3)."""

from symbols.engine import CheckRequest, EngineError
from symbols.engine.sources import Step as Tapping
from symbols.engine.sources import made_as_text, may_be_spent
from symbols.sentences import capital, join_words
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Elsewhere, Outcome, Row, Step
from symbols.trials.requirements import in_words
from symbols.trials.trial import Reading


def restricted_mana(inputs: Inputs, reading: Reading) -> Outcome:
    only, on = inputs.text("only").removesuffix("."), inputs.text("on")
    if not only.lower().startswith(("to ", "on ", "can")):
        raise inputs.error("only", "type what the card says after “only,” such as to cast creature spells.")
    # What is typed is a whole type line: it has no other types.
    is_ability = on.lower() == "ability"
    may = may_be_spent(only, "ability" if is_ability else on if "—" in on else f"{on} —")
    what = "an ability" if is_ability else f"“{on}”"
    yes, no = f"Yes. You may spend it on {what}.", f"No. You can’t spend it on {what}."
    why = "Whatever makes the mana says what you may spend it on. Its type stays the same."
    return Outcome(
        sentence=in_words(may, yes, no, "Maybe. That depends on more than the types."),
        steps=(Step("106.6", why, decides=True),),
        facts={"may": may},
    )


def tapping(inputs: Inputs, reading: Reading) -> Outcome:
    given = {"cost": inputs.text("cost"), "sources": inputs.text("sources")}
    edition = {"edition": reading.edition.isoformat()} if reading.edition else {}
    try:
        result = CheckRequest.parse({**given, **edition}).check()
        plan, payable = result.plan, result.payable
    except EngineError as error:
        error.field = "sources" if error.field not in given else error.field
        raise
    steps = plan.steps if plan else ()
    why = "You may use a mana ability whenever a cost asks for mana."
    if any(step.paid_with for step in steps):
        why = "You may use a mana ability while you pay, even for another mana ability."
    short = result.shortfall.message if result.shortfall else ""
    asked = [each.source.name for each in result.open_questions]
    is_open = not payable and bool(asked or result.depends_on_type)
    sentence = "Yes. " + _in_words(steps) if payable else f"No. {short}"
    if is_open:
        sentence = f"Maybe. That depends on {join_words(asked) or 'what you cast'}."
    return Outcome(
        sentence=sentence,
        steps=(Step("605.3a", why, decides=True), Step("601.2g", "Mana abilities come before payment.")),
        facts={
            "payable": None if is_open else payable,
            "taps": [step.source for step in steps],
            "paid_with": [_paid(step) for step in steps],
        },
        caption="In order" if steps else "",
        rows=tuple(_row(step) for step in steps),
        elsewhere=Elsewhere("check", "Check it with more", given),
    )


def _paid(step: Tapping) -> str:
    return "".join(f"{{{mana.type}}}" for mana in step.paid_with)


def _row(step: Tapping) -> Row:
    paying = f", paying {paid}" if (paid := _paid(step)) else ""
    return Row(f"{step.number}. {step.verb} {step.source}{paying}", made_as_text(step.makes))


def _in_words(steps: tuple[Tapping, ...]) -> str:
    """`Tap Plains for {W}; pay {W} into Boros Signet for {R}{W}.`."""
    doing = [f"pay {paid} into" if (paid := _paid(step)) else step.verb.lower() for step in steps]
    each = (f"{verb} {step.source} for {made_as_text(step.makes)}" for verb, step in zip(doing, steps, strict=True))
    return f"{capital('; '.join(each))}."
