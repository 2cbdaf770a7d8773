"""A trial's answer as templates show it: symbols drawn, rules linked, the deciding rule quoted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.safestring import SafeString

from explorer.citations import absence_from
from explorer.document.dates import long_date
from explorer.library.queries import EditionInfo
from explorer.symbols_by_edition.editions import lacking_in_words
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.wording.other_wording import OtherWording, other_wording, source_of
from symbols.catalog.text import find_symbols
from symbols.rendering import name_of, render_text
from symbols.sentences import in_terms_of, join_words, with_minus
from symbols.trials import Elsewhere, Outcome, Row, Step, in_terms

_PAGES: Mapping[str, Callable[..., str]] = {"x": addresses.x}
"""Pages that an answer may link to."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    cite: SafeString
    why: SafeString
    decides: bool
    absence: str


@dataclass(frozen=True, slots=True)
class QuotedRule:
    """A quoted rule.

    Attributes:
        absence: empty unless the edition shown lacks the rule.
        complete: whether the library has all of the edition.
        other: its newest wording, if that differs.
    """

    number: str
    paragraphs: Sequence[SafeString]
    edition: date
    address: str
    absence: str
    complete: bool
    other: OtherWording | None = None
    decides: bool = False


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


def show_outcome(outcome: Outcome, request: TrialRequest, reading: TrialContext, *, why: bool = True) -> ShownOutcome:
    """Shape an answer; without `why`, leave out the steps, as the page has its own."""
    deciding = reading.citations.get(outcome.deciding.rule)
    note = note_on(outcome, request, reading)
    outcome = dated(outcome, request, reading)
    return ShownOutcome(
        sentence=render_text(with_minus(outcome.sentence)),
        spoken=spoken(with_minus(f"{note} {outcome.sentence}".strip())),
        steps=_steps(outcome, request, reading) if why else (),
        quoted=_quoted(outcome, reading),
        caption=outcome.caption,
        rows=[replace(row, label=with_minus(row.label), value=with_minus(row.value)) for row in outcome.rows],
        source=source_of(deciding),
        day=deciding.date if deciding else None,
        note=note,
        more=_more(outcome.elsewhere, request) if outcome.elsewhere else None,
    )


def note_on(outcome: Outcome, request: TrialRequest, reading: TrialContext) -> str:
    """Caveats about the edition shown; else empty."""
    return " ".join(filter(None, [_lacking(request), _note(outcome, request, reading)]))


def dated(outcome: Outcome, request: TrialRequest, reading: TrialContext) -> Outcome:
    """Use the numbers of the edition shown, and say whose rules they are where it doesn't have them."""
    renumbered = reading.citations.renumbered
    steps = tuple(replace(step, why=renumbered(step.why)) for step in outcome.steps)
    outcome = replace(outcome, sentence=renumbered(outcome.sentence), steps=steps)
    newest = {step.rule: reading.citations.newest(step.rule) for step in outcome.steps if not step.number}
    if request.edition is None or not newest:
        return outcome
    days = {name: rule.date for name, rule in newest.items() if rule}
    steps = tuple(replace(step, why=in_terms_of(days.get(step.rule), step.why)) for step in outcome.steps)
    day = days.get(outcome.deciding.rule)
    found = in_terms(replace(outcome, steps=steps), day)
    return replace(found, sentence=f"In the {long_date(day)} rules: {found.sentence}") if day else found


def _lacking(request: TrialRequest) -> str:
    """Sentence on symbols in the costs that the edition lacks; else empty."""
    codes = request.lacked_in(request.complete)
    return lacking_in_words(codes, request.edition.date) if request.edition else ""


def _note(outcome: Outcome, request: TrialRequest, reading: TrialContext) -> str:
    """Sentence on rules that the edition lacks: the deciding one, or else all of them; else empty."""
    foreign = [step for step in outcome.steps if not step.number]
    if request.edition is None or not foreign:
        return ""
    verb, used = ("Decided by", [outcome.deciding]) if not outcome.deciding.number else ("Uses", foreign)
    found = {step.rule: reading.citations.get(step.rule) for step in used}
    numbers = [rule.number_then if rule else "" for rule in found.values()]
    named = [number for number in numbers if number]
    if unknown := len(numbers) - len(named):
        named.append(f"{unknown} {'other ' * bool(named)}rule{'s' * (unknown > 1)}")
    absences = dict.fromkeys(_absence(step.rule, request.edition, reading) for step in used)
    return f"{verb} {join_words(named)}, {join_words(list(absences))}."


def _absence(name: str, edition: EditionInfo, reading: TrialContext, *, dated: bool = False) -> str:
    """Why the edition lacks a rule; `dated` beside its newer number, which may be another rule's in that edition."""
    rule = reading.citations.get(name)
    absence = rule.absence if rule else absence_from(edition)
    return f"{long_date(rule.date)} rules, {absence}" if rule and rule.is_left_out and dated else absence


def absence_of(step: Step, request: TrialRequest, reading: TrialContext) -> str:
    """Why the edition shown lacks the rule of a step; empty if it doesn't."""
    if request.edition is None or step.number:
        return ""
    return _absence(step.rule, request.edition, reading, dated=True)


def _more(elsewhere: Elsewhere, request: TrialRequest) -> tuple[str, str]:
    edition = {"edition": request.edition.iso} if request.edition else {}
    return elsewhere.label, _PAGES[elsewhere.page](**elsewhere.query, **edition)


def spoken(text: str) -> str:
    """“Add {G}.” -> “Add green mana.”."""
    out, at = "", 0
    for found in find_symbols(text):
        gap = " " if out and at == found.start else ""
        out += text[at : found.start] + gap + name_of(found.code)
        at = found.end
    return out + text[at:]


def quote(name: str, reading: TrialContext) -> QuotedRule | None:
    """A rule without its examples, from the edition shown, else from the newest that has it."""
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
        rule.edition.complete,
        other_wording(name, reading.citations),
    )


def _quoted(outcome: Outcome, reading: TrialContext) -> list[QuotedRule]:
    found = {step.rule: reading.citations.get(step.rule) for step in outcome.steps}
    reworded = [name for name, rule in found.items() if rule and rule.followed]
    names = dict.fromkeys([outcome.deciding.rule, *reworded])
    shown = ((name, quote(name, reading)) for name in names)
    return [replace(quoted, decides=name == outcome.deciding.rule) for name, quoted in shown if quoted]


def _steps(outcome: Outcome, request: TrialRequest, reading: TrialContext) -> list[ShownStep]:
    return [
        ShownStep(
            reading.citations.link(step.rule),
            render_text(with_minus(step.why)),
            step.decides,
            absence=absence_of(step, request, reading),
        )
        for step in outcome.steps
    ]
