"""A walk as templates show it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from django.utils.safestring import SafeString

from explorer.casting.answer import Numbered
from explorer.casting.ledger import Row
from explorer.casting.request import CastRequest
from explorer.casting.steps import Answer, Choice, Step
from explorer.casting.undone import Undone
from explorer.casting.walk import Walk
from explorer.costcheck.check.cited_facts import newest_facts
from explorer.costcheck.shown_payment import ShownPayment, show_payment
from explorer.costcheck.shown_questions import Stepper
from explorer.document.tree import Paragraph
from explorer.library.loaded import Library
from explorer.web import addresses
from symbols.engine import Citation
from symbols.rendering import spoken
from symbols.sentences import join_words

_MOST_TABS: Final = 8
_MOST: Final = 60
_MOST_NAMES: Final = 12
_PAYING: Final = ("601.2g", "601.2h")


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """`payable` is None where it doesn't matter or isn't known."""

    text: str
    address: str
    chosen: bool
    payable: bool | None = None


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice with the way to make it.

    Attributes:
        tabs: values of a number, of which none is chosen yet.
        fields: texts to type, each with its element's id.
        is_list: whether the answers are long, such as modes.
    """

    key: str
    text: str
    note: str
    answers: Sequence[ShownAnswer]
    tabs: Sequence[ShownAnswer]
    stepper: Stepper | None
    fields: Sequence[tuple[str, str]]
    several: bool
    is_list: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class ShownFact:
    text: str
    cite: SafeString


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step.

    Attributes:
        cite: its rule, as a link; `rule` is its stable name.
        said: what happens, in a quiet line; `facts` are folded.
        quoted: the text of its rule.
    """

    rule: str
    cite: SafeString
    title: str
    state: str
    choices: Sequence[ShownChoice]
    said: Sequence[ShownFact]
    facts: Sequence[ShownFact]
    reason: ShownFact | None
    quoted: Sequence[Paragraph]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is chosen, shown or refused in it."""
        return not (self.choices or self.reason or self.rule in ("601.2f", *_PAYING, "116.2"))


@dataclass(frozen=True, slots=True)
class ShownRow:
    row: Row
    cite: SafeString


@dataclass(frozen=True)
class ShownWalk:
    """A walk.

    Attributes:
        steps: up to the first that isn't done; `later` are those to come.
        rows: of the total cost.
        kept: parameters that the form has to send along: name and value.
        ways: what could be chosen instead of what is impossible.
    """

    walk: Walk
    request: CastRequest
    steps: Sequence[ShownStep]
    later: Sequence[ShownStep]
    rows: Sequence[ShownRow]
    payment: ShownPayment | None
    headline: str
    undone: Undone | None
    undone_facts: Sequence[ShownFact]
    undone_cite: SafeString
    ways: Sequence[ShownAnswer]
    kept: Sequence[tuple[str, str]]
    edition: str

    @property
    def name(self) -> str:
        return self.walk.spell.name

    @property
    def verdict(self) -> str | None:
        return self.walk.verdict

    @property
    def word(self) -> str:
        return f"{self.verdict.capitalize()}." if self.verdict else ""

    @cached_property
    def address(self) -> str:
        return addresses.cast(self.request.asked)

    @property
    def type_line(self) -> str:
        faces = self.walk.spell.faces
        return faces[0].type_line if len(faces) == 1 else ""

    @property
    def texts(self) -> Sequence[str]:
        """Paragraphs of the card, each once."""
        return [line for face in self.walk.spell.faces for line in face.symbol_text.split("\n") if line]

    @property
    def drawn(self) -> str:
        """Mana cost as symbols, where it is short."""
        checked = self.walk.checked
        if checked is None or len(checked.result.cost.symbols) > _MOST_TABS:
            return ""
        return "".join(map(str, checked.result.cost.canonical_symbols))

    @property
    def total(self) -> str:
        """So far."""
        if self.walk.total is None:
            return ""
        if self.walk.total.locked is not None:
            return self.walk.total.text
        return ""

    @property
    def so_far(self) -> Sequence[Row]:
        return [row.row for row in self.rows if not row.row.is_total]

    @property
    def waits_for(self) -> str:
        """“Choose X to see if you can pay.”; empty where nothing has to be chosen before that is known."""
        stopped = self.walk.stopped
        if self.verdict not in (None, "yes") or stopped is None or stopped.state != "open":
            return ""
        open_ = [choice for choice in stopped.choices if choice.is_open and choice.key != "pool"]
        if not open_:
            return ""
        words = {"modes": "modes", "targets": "targets", "cast": "which part you cast", "division": "how to divide"}
        named = [words.get(choice.key, choice.text.rstrip("?")) for choice in open_]
        return f"Choose {join_words(list(dict.fromkeys(named)))} to go on."

    @property
    def question(self) -> str:
        means = [str(self.request.asked.get(key) or "") for key in ("pool", "sources")]
        paid = join_words([text for text in means if text])
        return f"Can you cast {self.name}{f' with {paid}' if paid else ''}?"

    @property
    def said(self) -> str:
        """The verdict for screen readers."""
        return spoken(" ".join(filter(None, [self.word, self.waits_for or self.headline])))


def show_walk(walk: Walk, loaded: Library) -> ShownWalk:
    told = Numbered(walk, loaded)
    steps = told.steps(walk)
    told.citations.read([step.rule for step in steps])
    shown = [_step(step, walk, told) for step in steps]
    at = next((place for place, step in enumerate(shown) if step.state in ("open", "impossible")), len(shown))
    back = walk.undone
    here = {choice.key for step in shown[: at + 1] for choice in step.choices if choice.fields}
    return ShownWalk(
        walk=walk,
        request=walk.request,
        steps=shown[: at + 1],
        later=shown[at + 1 :] if back is None else (),
        rows=[ShownRow(row, told.citations.link(row.rule)) for row in (walk.total.rows if walk.total else ())],
        payment=_payment(walk, told),
        headline=told.words(walk.headline),
        undone=back,
        undone_facts=[_fact(fact, told) for fact in (back.facts if back else ())],
        undone_cite=told.citations.link("731.1"),
        ways=[_answer(one, walk.request) for one in (back.ways if back else ())],
        kept=[pair for pair in _kept(walk.request) if pair[0] not in here],
        edition=told.day.isoformat() if told.day else "",
    )


def _payment(walk: Walk, told: Numbered) -> ShownPayment | None:
    checked = walk.checked
    if checked is None:
        return None
    facts = checked.facts if checked.edition else newest_facts(checked.result.citations)
    return show_payment(checked.result, facts, told.citations)


def _kept(request: CastRequest) -> Sequence[tuple[str, str]]:
    """All but what the form's own fields have."""
    own = ("card", "cost", "ability", "pool", "sources", "in_play")
    found = []
    for key, value in request.asked.items():
        if key not in own:
            found += [(key, str(each)) for each in (value if isinstance(value, list | tuple) else [value])]
    return found


def _step(step: Step, walk: Walk, told: Numbered) -> ShownStep:
    found = told.citations.get(step.rule)
    quoted = told.citations.text_of(found) if found else ()
    facts = [_fact(fact, told) for fact in step.facts]
    choices = [_choice(choice, walk) for choice in step.choices if _is_shown(choice)]
    first = 0 if step.rule in ("601.2f", "601.2b") and choices else 1
    return ShownStep(
        step.rule,
        told.citations.link(step.rule),
        told.words(step.title),
        step.state,
        choices,
        facts[:first],
        facts[first:],
        _fact(Citation(step.reason, step.reason_rule), told) if step.reason else None,
        quoted,
    )


def _is_shown(choice: Choice) -> bool:
    return bool(choice.answers or choice.kind in ("number", "text"))


def _fact(fact: Citation, told: Numbered) -> ShownFact:
    return ShownFact(told.words(fact.fact), told.citations.link(fact.rule))


def _answer(one: Answer, request: CastRequest) -> ShownAnswer:
    return ShownAnswer(one.text, addresses.cast(request.changed(one.changes)), one.chosen, one.payable)


def _choice(choice: Choice, walk: Walk) -> ShownChoice:
    answers = [_answer(one, walk.request) for one in choice.answers]
    number = _number(choice)
    is_x = choice.key in ("x", "y", "z")
    tabs = _tabs(choice, walk) if is_x and choice.kind == "number" and number is None else ()
    stepper = _stepper(choice, number, walk.request) if choice.kind == "number" and not tabs else None
    return ShownChoice(
        choice.key,
        choice.text,
        choice.note,
        answers,
        tabs,
        stepper,
        _fields(choice, walk),
        choice.kind == "several",
        any(len(one.text) > _LONG for one in answers),
        choice.is_open,
    )


_LONG: Final = 24


def _number(choice: Choice) -> int | None:
    """The number within a value such as `{1} 3 targets`."""
    pattern = re.escape(choice.pattern).replace(re.escape("#"), "([0-9]{1,7})")
    match = re.fullmatch(pattern, choice.value)
    if match is None and choice.value.isdigit():
        return int(choice.value)
    return int(match[1]) if match else None


def _tabs(choice: Choice, walk: Walk) -> list[ShownAnswer]:
    """Values of X from 0, up to the first that can't be paid."""
    checked = walk.checked
    most = checked.result.max_x if checked and choice.key == "x" else None
    last = _MOST_TABS - 1 if most is None else min(most + 1, _MOST_TABS)
    values = [*range(last + 1)] if choice.most is None else [*range(min(last, choice.most) + 1)]
    if most is not None and most > _MOST_TABS:
        values = [*range(_MOST_TABS - 2), most, most + 1]
    return [
        ShownAnswer(
            f"{value:,}",
            addresses.cast(walk.request.changed({choice.key: str(value)})),
            chosen=False,
            payable=None if most is None else value <= most,
        )
        for value in values
    ]


def _stepper(choice: Choice, number: int | None, request: CastRequest) -> Stepper:
    least = choice.least
    most = _MOST if choice.most is None else choice.most
    at = partial(_with_number, choice, request)
    shown = number if number is not None or choice.pattern == "#" else 0
    if shown is None:
        return Stepper(None, "", at(max(least, 0 if least != most else least) or (1 if most else 0)))
    return Stepper(
        shown,
        at(shown - 1) if shown > least else "",
        at(shown + 1) if choice.key in ("x", "y", "z") or shown < most else "",
    )


def _with_number(choice: Choice, request: CastRequest, number: int) -> str:
    is_none = number == 0 and choice.pattern != "#"
    value: object = "" if is_none else choice.pattern.replace("#", str(number))
    if choice.key == "targets":
        value = [str(number), *request.names[:number]] if request.names else str(number)
    changes: Mapping[str, object] = {choice.key: value}
    return addresses.cast(request.changed(changes))


def _fields(choice: Choice, walk: Walk) -> list[tuple[str, str]]:
    """What is typed: names of the targets, or a text."""
    if choice.key == "targets":
        count = min(walk.request.targets or 0, _MOST_NAMES)
        names = [*walk.request.names, *[""] * count][:count]
        return [(f"target-{place}", name) for place, name in enumerate(names, 1)]
    return [(f"choice-{choice.key}", choice.value)] if choice.kind == "text" else []
