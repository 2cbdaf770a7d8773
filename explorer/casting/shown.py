"""A walk for templates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

from django.utils.safestring import SafeString

from explorer.casting.answer import EditionTerms
from explorer.casting.form import CastForm
from explorer.casting.ledger import Row
from explorer.casting.request import CastRequest
from explorer.casting.shown_choices import (
    ShownChoice,
    divided,
    is_keyword_of,
    show_answer,
    show_choices,
)
from explorer.casting.shown_doubts import Doubt, show_doubts
from explorer.casting.shown_paying import pays_in_few_taps, summed
from explorer.casting.steps import Step
from explorer.casting.undone import Undone
from explorer.casting.walk import Walk
from explorer.costcheck.check.cited_facts import newest_facts
from explorer.costcheck.shown_card import ShownAnswer
from explorer.costcheck.shown_payment import ShownPayment, show_payment
from explorer.document.tree import Paragraph
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.web.forms import FieldOption, edition_options
from symbols.engine import Citation
from symbols.rendering import spoken
from symbols.sentences import counted, join_words

_MOST_DRAWN: Final = 8
_STACK: Final = "601.2a"
_CHOOSING: Final = "601.2b"
_TARGETING: Final = "601.2c"
_DIVIDING: Final = "601.2d"
_LEGAL: Final = "601.2e"
_ADDING: Final = "601.2f"
_MAKING: Final = "601.2g"
_PAYING: Final = "601.2h"
_REMINDER: Final = re.compile(r"\s*\([^()]*\)")
_BEYOND: Final = re.compile(r"([0-9]+) (target|mode)s? beyond the first")
_X: Final = re.compile(r"with (.+)$")
_PAID_WITH: Final = frozenset({"alternative", "additional", "kicker", "multikicker", "replicate", "free"})


@dataclass(frozen=True, slots=True)
class ShownFact:
    """`cite` is empty if it is the step's own rule."""

    text: str
    cite: SafeString | str


@dataclass(frozen=True, slots=True)
class Quote:
    cite: SafeString
    paragraphs: Sequence[Paragraph]


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step, or two that are shown as one.

    Attributes:
        rule: stable name; `number` is that in the edition, `601.2g–h` for two.
        cite: the number as a link.
        said: facts that are always shown; `facts` are shown with the rule.
    """

    rule: str
    number: str
    cite: SafeString
    title: str
    state: str
    choices: Sequence[ShownChoice]
    said: Sequence[ShownFact]
    facts: Sequence[ShownFact]
    reason: ShownFact | None
    quotes: Sequence[Quote]
    has_ledger: bool = False
    has_taps: bool = False
    has_flow: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether it has no choices, drawings or problems."""
        return not (self.choices or self.reason or self.has_ledger or self.has_taps or self.has_flow)


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of the total; `short` is its name in the summary."""

    row: Row
    cite: SafeString
    short: str

    @property
    def note(self) -> str:
        """Empty if it only repeats a keyword: `Escalate {1}`."""
        return "" if is_keyword_of(self.row.why, self.row.note) else self.row.note

    @property
    def text(self) -> str:
        """Empty if only other costs are paid."""
        return "" if self.row.parts and self.row.text == "{0}" else self.row.text


@dataclass(frozen=True)
class ShownWalk:
    """A walk.

    Attributes:
        steps: up to the first that isn't done; `later` are the rest.
        rows: of the total cost.
        kept: names and values of the form's hidden fields.
        ways: legal choices in place of impossible ones.
        edition: as an ISO date; empty for the newest. `effective` is its date if requested.
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
    doubts: Sequence[Doubt]
    kept: Sequence[tuple[str, str]]
    edition: str
    effective: date | None
    editions: Sequence[FieldOption]

    @property
    def name(self) -> str:
        return self.walk.spell.name

    @property
    def called(self) -> str:
        return self.walk.spell.called

    @property
    def title(self) -> str:
        spell = self.walk.spell
        if spell.is_ability:
            return "Activate an ability"
        return f"Cast {spell.name}" if spell.question else f"Cast {self.request.options.get('cost')}"

    @property
    def verdict(self) -> str | None:
        return self.walk.verdict

    @property
    def word(self) -> str:
        return f"{self.verdict.capitalize()}." if self.verdict else ""

    @cached_property
    def address(self) -> str:
        return addresses.cast(self.request.options)

    @property
    def of_newest(self) -> str:
        """Address of the walk under the newest rules."""
        return addresses.cast(self.request.changed({"edition": ""}))

    @property
    def type_line(self) -> str:
        """Empty for an ability, and for two halves."""
        faces = self.walk.spell.faces
        return faces[0].type_line if len(faces) == 1 else ""

    @property
    def texts(self) -> Sequence[str]:
        """Paragraphs without reminder text, and without modes that are a choice below."""
        if self.walk.spell.is_ability:
            return [self.request.ability]
        lines = [line for face in self.walk.spell.faces for line in face.symbol_text.split("\n")]
        modal = self.walk.spell.modal
        if modal and any(choice.key == "modes" for step in self.steps for choice in step.choices):
            lead = modal.text.removesuffix("—").strip()
            lines = [line for line in lines if not line.lstrip().startswith("•") and not line.startswith(lead)]
        return list(dict.fromkeys(text for line in lines if (text := _REMINDER.sub("", line).strip())))

    @property
    def drawn(self) -> str:
        """A short mana cost as symbols."""
        checked = self.walk.checked
        if checked is None or self.request.action or len(checked.result.cost.symbols) > _MOST_DRAWN:
            return ""
        return "".join(map(str, checked.result.cost.canonical_symbols))

    @property
    def total(self) -> str:
        """Mana and life, or other costs if there is neither."""
        total = self.walk.total
        if total is None or total.locked is None:
            return ""
        return total.text if total.locked or not total.others else join_words(list(total.others))

    @property
    def so_far(self) -> Sequence[ShownRow]:
        return [row for row in self.rows if not row.row.is_total]

    @property
    def draws_what_is_short(self) -> bool:
        """Whether the payment shows missing mana."""
        groups = self.payment.groups if self.payment else ()
        return any(flow.missing for group in groups for flow in group.flows)

    @property
    def at_hand(self) -> int | None:
        return self.walk.at_hand

    @property
    def has_sources(self) -> bool:
        checked = self.walk.checked
        return checked is not None and bool(checked.result.sources)

    @property
    def has_ledger(self) -> bool:
        """Whether a step shows the total line by line."""
        return any(step.has_ledger for step in self.steps)

    @property
    def undone_title(self) -> str:
        if self.undone is None:
            return ""
        if self.undone.step == _STACK and not self.walk.spell.is_ability:
            return "You can’t begin"
        return "You can’t pay, so the game goes back" if self.undone.step == _PAYING else "The game goes back"

    @property
    def waits_for(self) -> str:
        """“Choose X to see if you can pay.”; empty if no choice is missing."""
        stopped = next((step for step in self.steps if step.state == "open"), None)
        if self.verdict not in (None, "yes") or stopped is None:
            return ""
        named = list(dict.fromkeys(_open_choice(choice) for choice in stopped.choices if choice.is_open))
        if not named:
            return ""
        if stopped.rule == _DIVIDING:
            return f"{stopped.title} to continue."
        if named == ["X"]:
            return "Choose X to see if you can pay."
        if named == [_ALLOWED]:
            return "Can you cast it now? Answer to continue."
        return f"Choose {join_words([name for name in named if name != _ALLOWED])} to continue."

    @property
    def question(self) -> str:
        """“Can you cast Fireball with X = 3 and 3 targets, with Thalia in play, from RRRRRRR?”, for instance."""
        options, request = self.request.options, self.request
        what = self.name
        if self.walk.spell.is_ability:
            what = f"“{request.ability}”"
        elif self.walk.spell.question is None:
            what = str(options.get("cost") or "")
        targets = [counted(request.targets, "target")] if request.targets else []
        values = [
            f"{name} = {options[name.lower()]}" for name in "XYZ" if options.get(name.lower()) is not None
        ] + targets
        verb = "activate" if self.walk.spell.is_ability else request.action or "cast"
        parts = [f"Can you {verb} {what}{f' with {join_words(values)}' if values else ''}"]
        if request.in_play:
            parts.append(f"with {'; '.join(request.in_play)} in play")
        mana = join_words([text for key in ("pool", "sources") if (text := str(options.get(key) or "").strip())])
        if mana:
            parts.append(f"from {mana}")
        return f"{', '.join(parts)}?"

    @property
    def in_words(self) -> str:
        """The verdict, or the missing choices."""
        return self.waits_for or f"{self.word} {self.headline}".strip()

    @property
    def said(self) -> str:
        """For screen readers, with symbols by their names."""
        return spoken(self.in_words)


_ALLOWED: Final = "allowed"
_OPEN_CHOICES: Final = {"cast": "which part you cast", "announced": "how to pay"}


def _open_choice(choice: ShownChoice) -> str:
    match choice.key:
        case "allowed":
            return _ALLOWED
        case "modes":
            return "modes" if choice.several else "a mode"
        case "targets":
            return "a target" if choice.places == 1 else "targets"
        case key if key in _PAID_WITH:
            return "what to pay"
        case key:
            return _OPEN_CHOICES.get(key) or choice.called.rstrip("?")


def show_walk(walk: Walk, loaded: Library, form: CastForm | None = None) -> ShownWalk:
    terms = EditionTerms(walk, loaded)
    steps = terms.steps(walk)
    payment = _payment(walk, terms)
    shares = form.shares if form else ()
    shown = [_step(step, walk, terms, payment, shares) for step in steps]
    at = next((place for place, step in enumerate(shown) if step.state in ("open", "impossible")), len(shown))
    back = walk.undone
    here = {
        choice.key
        for step in shown[: at + 1]
        for choice in step.choices
        if choice.fields or choice.key == "targets" or choice.typed is not None
    }
    here.add("edition")
    effective = terms.day if walk.request.options.get("edition") else None
    drawn = summed(payment, walk) if payment else None
    return ShownWalk(
        walk=walk,
        request=walk.request,
        steps=_together(shown[: at + 1], payment),
        later=shown[at + 1 :] if back is None else (),
        rows=_rows(walk, terms),
        payment=drawn,
        headline=terms.words(walk.headline),
        undone=back,
        undone_facts=[_fact(fact, terms) for fact in (back.facts if back else ())],
        undone_cite=terms.citations.link("731.1"),
        ways=[show_answer(one, walk.request) for one in (back.ways if back else ())],
        doubts=show_doubts(walk, loaded),
        kept=[pair for pair in _kept(walk.request) if pair[0] not in here],
        edition=terms.day.isoformat() if terms.day else "",
        effective=effective,
        editions=edition_options(loaded.newest_first, effective.isoformat() if effective else "", "Newest"),
    )


def _rows(walk: Walk, terms: EditionTerms) -> list[ShownRow]:
    total = walk.total
    if total is None:
        return []
    name = walk.steps[0].title if walk.request.action else walk.spell.name
    found = []
    for row in total.rows:
        if row.is_total and not total.locked and total.others and not row.parts:
            row = replace(row, text=join_words(list(total.others)))
        found.append(ShownRow(row, terms.citations.link(row.rule), _short(row, name)))
    return found


def _payment(walk: Walk, terms: EditionTerms) -> ShownPayment | None:
    checked = walk.checked
    if checked is None:
        return None
    facts = checked.facts if checked.edition else newest_facts(checked.result.citations)
    return show_payment(checked.result, facts, terms.citations)


def _kept(request: CastRequest) -> Sequence[tuple[str, str]]:
    """Values that the form's own fields don't have."""
    own = ("card", "cost", "ability", "pool", "sources", "in_play")
    found = []
    for key, value in request.options.items():
        if key not in own:
            found += [(key, str(each)) for each in (value if isinstance(value, list | tuple) else [value])]
    return found


def _step(
    step: Step, walk: Walk, terms: EditionTerms, payment: ShownPayment | None, shares: Sequence[str]
) -> ShownStep:
    found = terms.citations.get(step.rule)
    cite = terms.citations.link(step.rule)
    paragraphs = terms.citations.text_of(found) if found else ()
    choices = show_choices(step.choices, walk, shares)
    said, facts = _split_facts(step, choices)
    amount = divided(step.choices) if choices else ""
    pays = step.rule == _PAYING or bool(walk.request.action)
    has_flow = pays and payment is not None and bool(payment.groups or payment.parts)
    return ShownStep(
        step.rule,
        terms.number(step.rule),
        cite,
        _title(step, choices, amount, terms),
        step.state,
        choices,
        [_fact(fact, terms, step.rule) for fact in said],
        [_fact(fact, terms, step.rule) for fact in facts],
        _fact(step.reason, terms, step.rule) if step.reason else None,
        [Quote(cite, paragraphs)] if paragraphs else (),
        has_ledger=step.rule == _ADDING and walk.total is not None,
        has_taps=step.rule == _MAKING and payment is not None and bool(payment.table.steps),
        has_flow=has_flow,
    )


def _title(step: Step, choices: Sequence[ShownChoice], amount: str, terms: EditionTerms) -> str:
    if amount:
        return f"Divide {amount}"
    if step.rule == _CHOOSING and choices and {choice.key for choice in choices} <= _PAID_WITH:
        return "Choose what to pay"
    if step.rule == _STACK and any(choice.key == "cast" and choice.is_open for choice in choices):
        return "Choose a part"
    return terms.words(step.title)


def _split_facts(step: Step, choices: Sequence[ShownChoice]) -> tuple[Sequence[Citation], Sequence[Citation]]:
    """`ShownStep.said` and `ShownStep.facts`."""
    facts = list(step.facts)
    keys = {choice.key for choice in choices if choice.key != "cast" or choice.is_open}
    if step.rule == _DIVIDING and not facts and not choices:
        facts.append(Citation("The one target gets all of it.", "601.2d"))
    if step.rule == _STACK and "cast" not in keys:
        # The zone comes first, then anything unusual.
        facts.sort(key=lambda fact: " goes from " not in fact.fact)
        special = [fact for fact in facts if fact.rule not in ("601.2a", "117.1a")]
        said = [*facts[:1], *(fact for fact in special if fact not in facts[:1])]
        return said, [fact for fact in facts if fact not in said]
    if step.rule == _CHOOSING and keys:
        said = [fact for fact in facts if fact.rule not in ("601.2b", "700.2")]
        return said, [fact for fact in facts if fact not in said]
    if step.rule == _LEGAL and step.state == "done":
        return [Citation("Yes. If it weren’t, you’d be back where you began.", "731.1")], facts
    if step.rule == _ADDING:
        said = [fact for fact in facts if "“" not in fact.fact]
        return said, [fact for fact in facts if fact not in said]
    if step.rule == _TARGETING and not keys:
        return facts[-1:], facts[:-1]
    return facts[:2], facts[2:]


def _together(steps: Sequence[ShownStep], payment: ShownPayment | None) -> Sequence[ShownStep]:
    """Merge making mana and paying, if few things are tapped."""
    if [step.rule for step in steps[-3:-1]] == [_MAKING, _PAYING]:
        making, paying, after = steps[-3], steps[-2], steps[-1:]
    elif [step.rule for step in steps[-2:]] == [_MAKING, _PAYING]:
        making, paying, after = steps[-2], steps[-1], ()
    else:
        return steps
    if payment is None or not pays_in_few_taps(payment) or not paying.has_flow:
        return steps
    if payment.payable and not payment.spent:
        return steps
    both = replace(
        paying,
        rule=_MAKING,
        number=f"{making.number}–{paying.number[-1:]}",
        cite=SafeString(f"{making.cite} {paying.cite}"),
        title="Make mana, and pay",
        choices=[*making.choices, *paying.choices],
        said=paying.said,
        facts=[*making.said, *making.facts, *paying.facts],
        quotes=[*making.quotes, *paying.quotes],
    )
    return [*steps[: len(steps) - 2 - len(after)], both, *after]


def _fact(fact: Citation, terms: EditionTerms, rule: str = "") -> ShownFact:
    return ShownFact(terms.words(fact.fact), "" if fact.rule == rule else terms.citations.link(fact.rule))


def _short(row: Row, name: str) -> str:
    """“Fireball, X = 3”, “2 more targets”, “Thalia”."""
    if match := _BEYOND.fullmatch(row.why):
        return f"{counted(int(match[1]), f'more {match[2]}')}"
    if row.rule in ("107.3a", "202.1", "602.1a", "118.6"):
        match = _X.search(row.why)
        return f"{name[:1].upper()}{name[1:]}{f', {match[1]}' if match else ''}"
    if "Phyrexian symbol" in row.why:
        return "Phyrexian symbols" if "each" in row.why else "Phyrexian symbol"
    short, comma, _ = row.why.partition(",")
    return short if comma else row.why.partition(" // ")[0]
