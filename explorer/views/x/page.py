"""Everything that the page of the explorer shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from explorer.citations import Citations, citations_in
from explorer.library.queries import EditionInfo
from explorer.views.forms import Field
from explorer.views.x.fields import FieldGroup, cost_field, edition_field, field_of, groups, notes
from explorer.views.x.question import XQuestion
from explorer.views.x.quoting import Quote, quotes
from symbols.engine import Cost
from symbols.engine.x import (
    EXAMPLES,
    OTHER_RULES,
    SUBRULES,
    AnswerKind,
    CostHere,
    DecisionRow,
    Filled,
    Method,
    Place,
    StepOutcome,
    Subject,
    Trace,
    Track,
    XAnswer,
    cost_here,
    letter_stands_in,
    trace,
)

_STATES: Mapping[StepOutcome | None, tuple[str, str]] = {
    StepOutcome.DECIDES: ("decides", "decides here"),
    StepOutcome.ADDS: ("adds", "applies here too"),
    StepOutcome.NOT_APPLICABLE: ("passes", "asked here: not so"),
    None: ("", "not asked here"),
}

_ANY = ("{X}{R}", "{X}{X}", "{X}{2}{W/U}")
_TRIES: Mapping[Subject, tuple[str, ...]] = {Subject.ACTIVATED: ("{X}, {T}", "{X}{X}{G}")}
"""Costs to see X in."""


@dataclass(frozen=True, slots=True)
class ShownRuleStep:
    """A step on the way to the answer, with the rule's words."""

    rule: str
    why: str
    state: str
    words: str
    cite: SafeString
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class ShownStop:
    """A stop on the map: its question, what became of it, and an example of it."""

    row: DecisionRow
    state: str
    words: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class ShownBranch:
    """A branch of the map; `lit` where the way leads along it."""

    title: str
    lit: bool
    stops: Sequence[ShownStop]


@dataclass(frozen=True, slots=True)
class ShownMap:
    """The map, with the way to the answer lit."""

    trunk: Sequence[ShownStop]
    branches: Sequence[ShownBranch]
    one_number: ShownStop


@dataclass(frozen=True, slots=True)
class CostLine:
    """A cost with a number in it, and where or for which number it is so."""

    words: str
    filled: Filled
    here: bool


@dataclass(frozen=True, slots=True)
class ShownCost:
    """The reader's cost.

    Attributes:
        pips: its mana as typed, in the printed order.
        parts: its other parts.
        which: which cost it is taken for.
        becomes: what it is here, or None.
        sentence: what is done with the letter.
        lines: what it is on the stack and elsewhere, or for the first numbers.
        has_mana_values: whether the lines have them.
        is_table: whether the lines are for numbers to choose from.
        lacks: whether the letter isn't in it at all.
    """

    pips: str
    parts: Sequence[str]
    which: str
    becomes: Filled | None
    sentence: str
    lines: Sequence[CostLine]
    has_mana_values: bool
    is_table: bool
    lacks: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """An example to look at."""

    name: str
    words: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that the page shows.

    Attributes:
        cost_field: the field for the reader's cost; fields in `groups`; and for `letter` and `edition`.
        answer: the answer, or None.
        headline: the answer as one sentence, or what is wrong.
        value: the number in a word or two.
        steps: the way to the answer.
        map: the map of the rules.
        cost: the reader's cost, or None.
        examples: ready examples.
        cite: the deciding rule as a link.
        choices: for an answer that depends on something not said, what may be said: a label and an address.
        tries: costs to see it in, where none was typed: each with its address.
        said: what is spoken of it: what is wrong, the answer, and what could not stay.
    """

    cost_field: Field
    groups: Sequence[FieldGroup]
    letter: Field
    edition: Field
    answer: XAnswer | None
    headline: str
    value: str
    steps: Sequence[ShownRuleStep]
    map: ShownMap
    cost: ShownCost | None
    examples: Sequence[Ready]
    cite: SafeString | str
    choices: Sequence[tuple[str, str]]
    said: str
    tries: Sequence[tuple[str, str]]


def page(question: XQuestion, editions: Sequence[EditionInfo]) -> Page:
    """Return everything that the page shows for what was asked."""
    answer = question.answer
    rules = [step.rule for step in answer.steps] if answer else []
    citations = citations_in(question.edition.date if question.edition else None)
    said = quotes(rules, citations)
    problem = next(iter(question.problems.values()), None)
    sentence = [answer.sentence] if answer else []
    return Page(
        cost_field=cost_field(question),
        groups=groups(question),
        letter=field_of(question, "letter"),
        edition=edition_field(question, editions),
        answer=answer,
        headline=answer.sentence if answer else problem.message if problem else "",
        value=_value(answer) if answer else "",
        steps=_steps(answer, citations, said) if answer else (),
        map=_map(trace(answer), question),
        cost=_cost(question.cost, answer) if question.cost and answer else None,
        examples=[
            Ready(each.name, each.words, address, address == question.address)
            for each in EXAMPLES
            for address in [question.address_of(each.situation, each.cost)]
        ],
        cite=citations.link(answer.rule) if answer else "",
        choices=_choices(question),
        said=" ".join([*(each.message for each in question.problems.values()), *sentence, *notes(question)]),
        tries=() if question.typed or not answer else _tries(question),
    )


def _tries(question: XQuestion) -> list[tuple[str, str]]:
    situation = question.situation
    costs = _TRIES.get(situation.subject, _ANY)
    if situation.spots & {Place.LOYALTY_COST} and situation.subject is Subject.ACTIVATED:
        costs = ("[-X]",)
    written = [cost.replace("X", situation.letter) for cost in costs]
    return [(cost, question.address_of(situation, cost)) for cost in written]


def _value(answer: XAnswer) -> str:
    if answer.value is not None:
        return f"{answer.value:,}"
    if not answer.is_legal:
        return "none is legal"
    if answer.kind is AnswerKind.CHOSEN:
        least = answer.situation.least
        return f"any from {least:,} up"
    return {AnswerKind.SAME: "not said", AnswerKind.DEPENDS: "it depends"}.get(answer.kind, "what the text makes it")


def _choices(question: XQuestion) -> list[tuple[str, str]]:
    """Return what would settle an answer that depends on something not said."""
    answer = question.answer
    if answer is None or not answer.ask:
        return []
    can = answer.situation.possible.origins - {answer.situation.origin}
    settled = [replace(answer.situation, origin=origin) for origin in sorted(can)]
    return [(each.origin.label, question.address_of(each, question.typed)) for each in settled]


def _steps(answer: XAnswer, citations: Citations, said: Mapping[str, Quote]) -> list[ShownRuleStep]:
    return [
        ShownRuleStep(step.rule, step.why, *_STATES[step.outcome], citations.link(step.rule), said.get(step.rule))
        for step in answer.steps
    ]


def _map(way: Trace, question: XQuestion) -> ShownMap:
    examples = {each.rule: question.address_of(each.situation, each.cost) for each in (*SUBRULES, *OTHER_RULES)}

    def shown(track: Track) -> ShownStop:
        address = examples.get(track.stop.rule, "")
        return ShownStop(track.stop, *_STATES[track.outcome], address, address == question.address)

    return ShownMap(
        [shown(track) for track in way.trunk],
        [ShownBranch(branch.title, lit, [shown(track) for track in tracks]) for branch, lit, tracks in way.branches],
        shown(way.one_number),
    )


def _cost(cost: Cost, answer: XAnswer) -> ShownCost:
    found = cost_here(cost, answer)
    letter = found.letter
    lacks = not letter_stands_in(cost, letter)
    return ShownCost(
        pips="".join(map(str, cost.canonical_symbols)),
        parts=[part.text for part in cost.parts],
        which=_which(found, answer),
        becomes=None if lacks else found.here,
        sentence=_sentence(found, answer, lacks=lacks),
        lines=() if lacks else _lines(found),
        has_mana_values=any(
            line is not None and line.mana_value is not None for line in (found.elsewhere, *found.rows)
        ),
        is_table=bool(found.rows),
        lacks=lacks,
    )


def _which(found: CostHere, answer: XAnswer) -> str:
    if answer.situation.refers:
        return "a cost of the other object"
    if found.place is Place.TEXT:
        return "a cost that its text speaks of"
    return found.place.label


def _sentence(found: CostHere, answer: XAnswer, *, lacks: bool) -> str:
    if lacks:
        return f"There is no {found.letter} in this cost, so nothing in it changes."
    if found.place is Place.MANA_COST and not found.cost.may_be_mana_cost:
        return "A mana cost is mana and nothing else, so this is the cost of something else: say what it is on."
    sentences = [_of_times(found), _of_less_than_nothing(found), _of_paying(found, answer)]
    return " ".join(filter(None, sentences))


def _of_times(found: CostHere) -> str:
    letter = found.letter
    if found.times > 1 and found.here is not None:
        times = "twice" if found.times == 2 else f"{found.times} times"
        return f"{letter} stands in it {times}, and each is {found.here.value:,}."
    if found.times > 1:
        return f"{letter} stands in it {found.times} times; each is the same number."
    return ""


def _of_less_than_nothing(found: CostHere) -> str:
    """Why a cost is filled in with 0 where the number is below zero."""
    if all(filled is None or filled.value >= 0 for filled in (found.here, found.on_stack)):
        return ""
    return (
        f"{found.letter} is below zero, and a cost never asks for less than nothing: there is no negative amount of "
        "mana, life or anything else to pay, so 0 is paid for it (107.1b)."
    )


def _of_paying(found: CostHere, answer: XAnswer) -> str:
    """What is paid of it, where that is not all."""
    if found.place is not Place.MANA_COST or answer.situation.subject is not Subject.SPELL:
        return ""
    return {
        Method.FREE: "This cost is not paid, but the mana value goes by it.",
        Method.ALTERNATIVE_WITH: "The alternative cost is paid instead, but the mana value goes by this one.",
        Method.ALTERNATIVE_WITHOUT: "The alternative cost is paid instead, but the mana value goes by this one.",
        Method.REDUCED: "Effects make it cheaper only then, and never change the mana value.",
        Method.COPIED: "Nothing is paid for a copy.",
    }.get(answer.situation.method, "")


def _lines(found: CostHere) -> list[CostLine]:
    if found.rows:
        return [CostLine(str(row.value), row, here=False) for row in found.rows]
    places = (
        ("On the stack", found.on_stack, found.is_here_on_stack),
        ("Anywhere else", found.elsewhere, not found.is_here_on_stack),
    )
    return [CostLine(words, filled, here) for words, filled, here in places if filled]
