"""X as a trial: each clause of 107.3 with a situation that leads to it, and the controls that matter there.

The whole of it, every situation with every control, is the X explorer; each answer leads there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from symbols.engine.errors import EngineError
from symbols.engine.reading.reader import read_cost
from symbols.engine.x import (
    SUBRULES,
    Filled,
    LetterDefinition,
    Method,
    Origin,
    Place,
    Situation,
    Subject,
    VariableLetter,
    XAnswer,
    Zone,
    cost_here,
    letter_stands_in,
    possible,
    what_is_x,
)
from symbols.engine.x import StepOutcome as Came
from symbols.engine.x.telling import TELLING, in_plain_letters, numbers_of, says
from symbols.trials.trial import Choice, Control, Elsewhere, Outcome, Placement, Reading, Row, Step, Trial

__all__ = ["X"]

_Word = Subject | Zone | LetterDefinition | Method | Origin | VariableLetter


def _choices(*words: _Word) -> tuple[Choice, ...]:
    return tuple(Choice(word, word.label) for word in words)


def _in(*spots: tuple[Place, ...]) -> tuple[Choice, ...]:
    """Choices of where the letter stands; the last of several places is named after an “and”."""
    return tuple(Choice(",".join(places), " and ".join(place.label for place in places)) for places in spots)


_MANA, _TEXT = (Place.MANA_COST,), (Place.TEXT,)
_MANA_AND_TEXT = (Place.MANA_COST, Place.TEXT)
_USUAL: Final = Choice("", "the usual place")

_WHAT = Control(key="what", label="X is on", kind="choice", default=Subject.SPELL, choices=_choices(*Subject))
_ZONE = Control(key="zone", label="which is", kind="choice", choices=(_USUAL, *_choices(*Zone)), optional=True)
_HOW = Control(
    key="how", label="It is cast or activated", kind="choice", default=Method.NORMAL, choices=_choices(*Method)
)
_WHERE = Control(
    key="in",
    label="X stands in",
    kind="choice",
    choices=(
        _USUAL,
        *_in(
            _MANA,
            _MANA_AND_TEXT,
            _TEXT,
            (Place.ALTERNATIVE_COST,),
            (Place.ADDITIONAL_COST,),
            (Place.ADDITIONAL_COST, Place.TEXT),
            (Place.ACTIVATION_COST,),
            (Place.ACTIVATION_COST, Place.TEXT),
            (Place.LOYALTY_COST,),
            (Place.LOYALTY_COST, Place.TEXT),
            (Place.SPECIAL_COST,),
        ),
    ),
    optional=True,
)
_DEFINED = Control(
    key="defined", label="What X is,", kind="choice", default=LetterDefinition.NONE, choices=_choices(*LetterDefinition)
)
_FORMULA = Control(key="formula", label="X is, in its words", kind="text", optional=True)
_GIVES = Control(
    key="gives",
    label="Those words give, now",
    hint="Counts where the text says what X is. It may be below zero, as nobody chooses it.",
    optional=True,
)
_GAINED = Control(key="gained", label="The ability was gained", kind="yes")
_REFERS = Control(key="refers", label="It speaks of the X of another object", kind="yes")
_OTHER = Control(key="other", label="The other object’s X", optional=True)
_ORIGIN = Control(
    key="origin",
    label="Of what it came from",
    kind="choice",
    default=Origin.UNSTATED,
    choices=_choices(*Origin),
)
_WAS = Control(key="was", label="X chosen then", hint="Counts where one was chosen.", optional=True, least=0)
_ANNOUNCED = Control(key="announced", label="X announced", optional=True, least=0)
_LEAST = Control(key="least", label="X is at least", default="0", hint="1 where the text says “X can’t be 0”.", least=0)
_LETTER = Control(
    key="letter", label="The letter is", kind="choice", default=VariableLetter.X, choices=_choices(*VariableLetter)
)
_COST = Control(key="cost", label="A cost with X", kind="cost", optional=True)

_CONTROLS: Final = (
    *(_WHAT, _ZONE, _HOW, _WHERE, _GAINED, _REFERS, _DEFINED, _FORMULA, _GIVES, _OTHER, _ORIGIN, _WAS),
    *(_ANNOUNCED, _LEAST, _LETTER, _COST),
)
_KEYS: Final = tuple(control.key for control in _CONTROLS)


def _of(control: Control, *words: _Word) -> Control:
    """A control with some of its choices."""
    return replace(control, choices=tuple(choice for choice in control.choices if choice.value in words))


def _zones(subject: Subject) -> Control:
    can = possible(subject)
    default = str(can.usual_zone)
    return replace(_of(_ZONE, *(zone for zone in Zone if zone in can.zones)), default=default, optional=False)


_ASKED: Final[Mapping[str, tuple[Control, ...]]] = {
    "107.3": (_WHAT, _of(_DEFINED, LetterDefinition.NONE, LetterDefinition.TEXT), _GIVES, _COST),
    "107.3a": (
        replace(_WHERE, choices=_in(_MANA_AND_TEXT, _MANA, (Place.ADDITIONAL_COST, Place.TEXT)), optional=False),
        _ANNOUNCED,
        _LEAST,
        _COST,
    ),
    "107.3b": (replace(_HOW, label="The spell is cast"), _ANNOUNCED, _LEAST, _COST),
    "107.3c": (replace(_HOW, label="The spell is cast"), _FORMULA, _GIVES, _ANNOUNCED, _COST),
    "107.3d": (_zones(Subject.SPECIAL_ACTION), replace(_ANNOUNCED, label="X chosen"), _COST),
    "107.3e": (_of(_WHAT, *(subject for subject in Subject if possible(subject).refers)), _OTHER, _COST),
    "107.3f": (_of(_WHAT, Subject.SPELL, Subject.ACTIVATED, Subject.TRIGGERED), _ANNOUNCED, _COST),
    "107.3g": (_zones(Subject.CARD), _DEFINED, _GIVES, _COST),
    "107.3h": (
        _zones(Subject.PAYMENT),
        replace(_ANNOUNCED, label="X announced for it as a spell", hint="Only a spell on the stack has one."),
        _COST,
    ),
    "107.3i": (replace(_WHERE, choices=_in(_MANA_AND_TEXT, _MANA), optional=False), _ANNOUNCED, _COST),
    "107.3j": (
        _of(_WHAT, *(subject for subject in Subject if possible(subject).gained)),
        _of(_DEFINED, LetterDefinition.NONE, LetterDefinition.TEXT),
        _GIVES,
    ),
    "107.3k": (
        replace(
            _WHERE,
            choices=_in((Place.LOYALTY_COST, Place.TEXT), (Place.ACTIVATION_COST, Place.TEXT)),
            optional=False,
        ),
        _ANNOUNCED,
        _COST,
    ),
    "107.3m": (
        replace(
            _of(_ORIGIN, *(origin for origin in Origin if origin in possible(Subject.ENTERS).origins)),
            label="Of the spell that became it",
        ),
        _WAS,
        _COST,
    ),
    "107.3n": (
        replace(
            _of(_ORIGIN, *(origin for origin in Origin if origin in possible(Subject.DELAYED).origins)),
            label="Of what created the trigger",
        ),
        _WAS,
    ),
    "107.3p": (_LETTER, _ANNOUNCED, _COST),
}


def _run(said: Mapping[str, str], reading: Reading) -> Outcome:
    asked = {key: said.get(key, "") for key in _KEYS if key != "cost"}
    answer = what_is_x(Situation.from_query(_counting(asked)))
    rows = _rows(said.get("cost", ""), answer)
    return Outcome(
        sentence=_dated(answer, reading),
        steps=tuple(Step(step.rule, step.why, step.outcome is Came.DECIDES) for step in answer.steps),
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
        elsewhere=Elsewhere(
            "x", "Open in the X explorer", {**answer.situation.as_query(), "cost": said.get("cost", "").strip()}
        ),
    )


def _dated(answer: XAnswer, reading: Reading) -> str:
    """The sentence; where the edition being read does not have the words that decide, it says whose answer it is."""
    if reading.edition is None or _has(reading, answer.rule):
        return answer.sentence
    return f"By the rules of today: {answer.sentence} The edition being read does not have the words that decide it."


def _has(reading: Reading, rule: str) -> bool:
    return any(says(rule, in_plain_letters(reading.words(number))) for number in numbers_of(rule))


def _counting(asked: Mapping[str, str]) -> dict[str, str]:
    """Leave out the numbers that count only where something else is so; their hints say when."""
    counts = {
        "gives": asked["defined"] not in {"", LetterDefinition.NONE},
        "formula": asked["defined"] not in {"", LetterDefinition.NONE},
        "other": asked["refers"] == "yes",
        "was": asked["origin"] in {Origin.CHOSEN, Origin.TURNED_UP} or asked["how"] == Method.COPIED,
    }
    return {key: text for key, text in asked.items() if counts.get(key, True)}


def _rows(typed: str, answer: XAnswer) -> tuple[Row, ...]:
    """What becomes of the cost.

    Raises:
        EngineError: it can't be read.
    """
    if not typed.strip():
        return ()
    try:
        cost = read_cost(typed)
    except EngineError as error:
        raise error.in_field("cost") from None
    if not letter_stands_in(cost, answer.situation.letter):
        return (Row(str(cost), f"There is no {answer.situation.letter} in it."),)
    found = cost_here(cost, answer)
    if found.rows:
        return tuple(Row(f"{found.letter} = {row.value:,}", _written(row)) for row in found.rows)
    lines = (("On the stack", found.on_stack), ("Anywhere else", found.elsewhere))
    rows = tuple(Row(words, _written(line), line is found.here) for words, line in lines if line)
    return rows or ((Row(str(cost), _written(found.here)),) if found.here else ())


def _written(filled: Filled) -> str:
    cost = ", ".join(filter(None, ["".join(map(str, filled.symbols)), *filled.parts]))
    return f"{cost}, mana value {filled.mana_value_text}" if filled.mana_value_text else cost


def _placements() -> tuple[Placement, ...]:
    home = Placement("107.3", TELLING["107.3"], {"cost": "{X}{R}"}, controls=_ASKED["107.3"])
    return home, *(
        Placement(
            each.rule,
            TELLING[each.rule],
            _given(each.situation.as_query(), _ASKED[each.rule], each.cost),
            controls=_ASKED[each.rule],
        )
        for each in SUBRULES
    )


def _given(query: Mapping[str, str], controls: tuple[Control, ...], cost: str) -> dict[str, str]:
    """Say an example by the controls: a tick is `yes`, and what is chosen from a narrower choice is said."""
    given = {control.key: control.default for control in controls if control.key in {"zone"}}
    if any(control.key == "what" for control in controls) and query.get("what") == Subject.TRIGGERED:
        # Whatever else is chosen, X stands in its text alone, and not where it usually does.
        given["in"] = Place.TEXT
    given |= {key: "yes" if key in {"gained", "refers"} else text for key, text in query.items()}
    if any(control.key == "cost" for control in controls):
        given["cost"] = cost
    return given


X: Final = Trial(
    slug="x",
    title="What is X?",
    lead="See what X is in a situation, who chooses it and when, and which clause of 107.3 says so.",
    controls=_CONTROLS,
    run=_run,
    places=_placements(),
)
