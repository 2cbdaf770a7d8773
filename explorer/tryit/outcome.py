"""A trial's answer as templates show it: symbols drawn, rules linked, the deciding rule quoted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.tryit.answering import Answer, absence
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.wording.differences import OtherWording, other_wording, source_of
from symbols.rendering import render_text, spoken
from symbols.sentences import with_minus
from symbols.trials import Elsewhere, Outcome, Row, Step

_PAGES: Mapping[str, Callable[..., str]] = {"x": addresses.x, "check": addresses.check}
"""Pages that an answer may link to."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    cite: SafeString
    why: SafeString
    decides: bool
    absence: str


@dataclass(frozen=True, slots=True)
class QuotedRule:
    """A quoted rule, or glossary entry by its name, and its newest wording, if that differs.

    Attributes:
        absence: empty unless the edition shown lacks the rule.
        complete: whether the library has all of the edition.
    """

    number: str
    paragraphs: Sequence[SafeString]
    edition: date
    address: str
    absence: str
    complete: bool
    other: OtherWording | None = None
    decides: bool = False
    is_term: bool = False

    @property
    def role(self) -> str:
        return "The glossary" if self.is_term else "The deciding rule" if self.decides else "Also"


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """An answer.

    Attributes:
        spoken: the answer for screen readers, symbols named.
        quoted: the deciding rule, then rules that the edition shown words differently, if loaded.
        source: attribution for quotes; `day` is that edition's date.
        note: caveats about the edition shown; else empty.
        more: label and address of a page with a fuller answer.
    """

    sentence: SafeString
    spoken: str
    steps: Sequence[ShownStep]
    quoted: Sequence[QuotedRule]
    caption: str
    rows: Sequence[Row]
    source: str
    day: date | None
    note: str = ""
    more: tuple[str, str] | None = None


def show_outcome(answer: Answer, request: TrialRequest, *, why: bool = True) -> ShownOutcome:
    """Shape an answer; without `why`, leave out the steps, as the page has its own."""
    outcome, reading = answer.outcome, answer.reading
    deciding = reading.citations.get(outcome.deciding.rule)
    day = reading.edition if outcome.deciding.term else deciding.date if deciding else None
    return ShownOutcome(
        sentence=render_text(with_minus(outcome.sentence)),
        spoken=spoken(with_minus(f"{answer.note} {outcome.sentence}".strip())),
        steps=_steps(outcome, reading) if why else (),
        quoted=_quoted(outcome, reading),
        caption=outcome.caption,
        rows=[replace(row, label=with_minus(row.label), value=with_minus(row.value)) for row in outcome.rows],
        source=f"Pipwise, by the {long_date(day)} glossary" if day and outcome.deciding.term else source_of(deciding),
        day=day,
        note=answer.note,
        more=_more(outcome.elsewhere, request) if outcome.elsewhere else None,
    )


def _more(elsewhere: Elsewhere, request: TrialRequest) -> tuple[str, str]:
    edition = {"edition": request.edition.iso} if request.edition else {}
    return elsewhere.label, _PAGES[elsewhere.page](**elsewhere.query, **edition)


def quote(name: str, reading: TrialContext, term: str = "") -> QuotedRule | None:
    """A rule without its examples, from the edition shown, or its glossary, else from the newest that has it."""
    found = None if reading.find(name) and not term else reading.citations.term_giving(name)
    if found and reading.edition:
        return QuotedRule(
            found.name,
            [render_text(each.text, reading.edition) for each in found.paragraphs if each.kind != "example"],
            reading.edition,
            found.address,
            "",
            complete=True,
            is_term=True,
        )
    rule = reading.citations.get(name)
    if rule is None:
        return None
    paragraphs = [render_text(words, rule.date) for words in reading.paragraphs(name)]
    return QuotedRule(
        rule.number,
        paragraphs,
        rule.date,
        rule.address,
        rule.absence,
        rule.edition.has_all_rules,
        other_wording(name, reading.citations),
    )


def _quoted(outcome: Outcome, reading: TrialContext) -> list[QuotedRule]:
    found = {step.rule: reading.citations.get(step.rule) for step in outcome.steps}
    reworded = [name for name, rule in found.items() if rule and rule.followed]
    terms = {step.rule: step.term for step in outcome.steps}
    names = dict.fromkeys([outcome.deciding.rule, *reworded])
    shown = ((name, quote(name, reading, terms[name])) for name in names)
    return [replace(quoted, decides=name == outcome.deciding.rule) for name, quoted in shown if quoted]


def _steps(outcome: Outcome, reading: TrialContext) -> list[ShownStep]:
    return [
        ShownStep(
            _cite(step, reading),
            render_text(with_minus(step.why)),
            step.decides,
            absence=absence(step.rule, reading.info, reading, dated=True) if reading.info and not step.is_given else "",
        )
        for step in outcome.steps
    ]


def _cite(step: Step, reading: TrialContext) -> SafeString:
    term = reading.citations.term_giving(step.rule, step.why) if step.term else None
    if term is None:
        return reading.citations.link(step.rule, elsewhere=not step.is_given)
    return format_html('<a class="cite" href="{}">“{}” in the glossary</a>', term.address, term.name)
