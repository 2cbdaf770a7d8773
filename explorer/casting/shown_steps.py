"""Steps of a walk for templates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.safestring import SafeString

from explorer.casting.answer import EditionTerms
from explorer.casting.shown_choices import ShownChoice, divided, show_choices
from explorer.casting.shown_paying import pays_in_few_taps
from explorer.casting.steps import Step
from explorer.casting.walk import Walk
from explorer.costcheck.shown_payment import ShownPayment
from explorer.document.tree import Paragraph
from symbols.engine import Citation

STACK: Final = "601.2a"
_CHOOSING: Final = "601.2b"
_TARGETING: Final = "601.2c"
DIVIDING: Final = "601.2d"
_LEGAL: Final = "601.2e"
_ADDING: Final = "601.2f"
_MAKING: Final = "601.2g"
PAYING: Final = "601.2h"
PAID_WITH: Final = frozenset({"alternative", "additional", "kicker", "multikicker", "replicate", "free"})


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


def show_step(
    step: Step, walk: Walk, terms: EditionTerms, payment: ShownPayment | None, shares: Sequence[str]
) -> ShownStep:
    found = terms.citations.get(step.rule)
    cite = terms.citations.link(step.rule)
    paragraphs = terms.citations.text_of(found) if found else ()
    choices = show_choices(step.choices, walk, shares)
    said, facts = _split_facts(step, choices)
    amount = divided(step.choices) if choices else ""
    pays = step.rule == PAYING or bool(walk.request.action)
    has_flow = pays and payment is not None and bool(payment.groups or payment.parts)
    return ShownStep(
        step.rule,
        terms.number(step.rule),
        cite,
        _title(step, choices, amount, terms),
        step.state,
        choices,
        [show_fact(fact, terms, step.rule) for fact in said],
        [show_fact(fact, terms, step.rule) for fact in facts],
        show_fact(step.reason, terms, step.rule) if step.reason else None,
        [Quote(cite, paragraphs)] if paragraphs else (),
        has_ledger=step.rule == _ADDING and walk.total is not None,
        has_taps=step.rule == _MAKING and payment is not None and bool(payment.table.steps),
        has_flow=has_flow,
    )


def _title(step: Step, choices: Sequence[ShownChoice], amount: str, terms: EditionTerms) -> str:
    if amount:
        return f"Divide {amount}"
    if step.rule == _CHOOSING and choices and {choice.key for choice in choices} <= PAID_WITH:
        return "Choose what to pay"
    if step.rule == STACK and any(choice.key == "cast" and choice.is_open for choice in choices):
        return "Choose a part"
    return terms.words(step.title)


def _split_facts(step: Step, choices: Sequence[ShownChoice]) -> tuple[Sequence[Citation], Sequence[Citation]]:
    """`ShownStep.said` and `ShownStep.facts`."""
    facts = list(step.facts)
    keys = {choice.key for choice in choices if choice.key != "cast" or choice.is_open}
    if step.rule == DIVIDING and not facts and not choices:
        facts.append(Citation("The one target gets all of it.", "601.2d"))
    if step.rule == STACK and "cast" not in keys:
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


def merge_paying(steps: Sequence[ShownStep], payment: ShownPayment | None) -> Sequence[ShownStep]:
    """Merge making mana and paying, if few things are tapped."""
    if [step.rule for step in steps[-3:-1]] == [_MAKING, PAYING]:
        making, paying, after = steps[-3], steps[-2], steps[-1:]
    elif [step.rule for step in steps[-2:]] == [_MAKING, PAYING]:
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


def show_fact(fact: Citation, terms: EditionTerms, rule: str = "") -> ShownFact:
    return ShownFact(terms.words(fact.fact), "" if fact.rule == rule else terms.citations.link(fact.rule))
