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
from explorer.casting.shown_choices import ShownChoice, is_keyword_of, show_answer
from explorer.casting.shown_doubts import Doubt, show_doubts
from explorer.casting.shown_paying import summed
from explorer.casting.shown_steps import (
    DIVIDING,
    PAID_WITH,
    PAYING,
    STACK,
    ShownFact,
    ShownStep,
    merge_paying,
    show_fact,
    show_step,
)
from explorer.casting.undone import Undone
from explorer.casting.walk import Walk
from explorer.costcheck.check.cited_facts import newest_facts
from explorer.costcheck.shown_card import ShownAnswer
from explorer.costcheck.shown_payment import ShownPayment, show_payment
from explorer.library.loaded import Library
from explorer.web import addresses
from explorer.web.forms import FieldOption, edition_options
from symbols.rendering import spoken
from symbols.sentences import counted, join_words

_MOST_DRAWN: Final = 8
_REMINDER: Final = re.compile(r"\s*\([^()]*\)")
_BEYOND: Final = re.compile(r"([0-9]+) (target|mode)s? beyond the first")
_X: Final = re.compile(r"with (.+)$")


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A line of the total.

    Attributes:
        short: its name in the summary.
        is_first: whether no sum stands above it.
    """

    row: Row
    cite: SafeString
    short: str
    is_first: bool

    @property
    def note(self) -> str:
        """Empty if it only repeats a keyword: `Escalate {1}`."""
        return "" if is_keyword_of(self.row.why, self.row.note) else self.row.note

    @property
    def text(self) -> str:
        """Empty if only other costs are paid."""
        return "" if self.row.parts and self.row.text == "{0}" else self.row.text

    @property
    def sign(self) -> str:
        if self.is_first or self.row.is_total or not self.text:
            return ""
        return "−" if self.row.is_less else "+"


@dataclass(frozen=True)
class ShownWalk:
    """A walk.

    Attributes:
        steps: up to the first that isn't done; `later` are the rest.
        rows: of the total cost.
        hidden_fields: names and values, for the form.
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
    hidden_fields: Sequence[tuple[str, str]]
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
    def as_text(self) -> str:
        """The answer and each line of the total, to share as plain text."""
        lines = (
            f"{line.row.why}: {' '.join(filter(None, [line.sign + line.text, *line.row.parts]))}"
            for line in self.so_far
        )
        total = [f"Total: {self.total}"] if self.total else []
        return "\n".join([f"{self.word} {self.headline}", *lines, *total])

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
        if self.undone.step == STACK and not self.walk.spell.is_ability:
            return "You can’t begin"
        return "You can’t pay, so the game goes back" if self.undone.step == PAYING else "The game goes back"

    @property
    def waits_for(self) -> str:
        """“Choose X to see if you can pay.”; empty if no choice is missing."""
        stopped = next((step for step in self.steps if step.state == "open"), None)
        if self.verdict not in (None, "yes") or stopped is None:
            return ""
        named = list(dict.fromkeys(_open_choice(choice) for choice in stopped.choices if choice.is_open))
        if not named:
            return ""
        if stopped.rule == DIVIDING:
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
        case key if key in PAID_WITH:
            return "what to pay"
        case key:
            return _OPEN_CHOICES.get(key) or choice.called.rstrip("?")


def show_walk(walk: Walk, loaded: Library, form: CastForm | None = None) -> ShownWalk:
    terms = EditionTerms(walk, loaded)
    steps = terms.steps(walk)
    payment = _payment(walk, terms)
    shares = form.shares if form else ()
    shown = [show_step(step, walk, terms, payment, shares) for step in steps]
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
        steps=merge_paying(shown[: at + 1], payment),
        later=shown[at + 1 :] if back is None else (),
        rows=_rows(walk, terms),
        payment=drawn,
        headline=terms.words(walk.headline),
        undone=back,
        undone_facts=[show_fact(fact, terms) for fact in (back.facts if back else ())],
        undone_cite=terms.citations.link("731.1"),
        ways=[show_answer(one, walk.request) for one in (back.ways if back else ())],
        doubts=show_doubts(walk, loaded),
        hidden_fields=[pair for pair in _hidden_fields(walk.request) if pair[0] not in here],
        edition=terms.day.isoformat() if terms.day else "",
        effective=effective,
        editions=edition_options(loaded.newest_first, effective.isoformat() if effective else "", "Newest"),
    )


def _rows(walk: Walk, terms: EditionTerms) -> list[ShownRow]:
    total = walk.total
    if total is None:
        return []
    name = walk.steps[0].title if walk.request.action else walk.spell.name
    found: list[ShownRow] = []
    for row in total.rows:
        if row.is_total and not total.locked and total.others and not row.parts:
            row = replace(row, text=join_words(list(total.others)))
        found.append(ShownRow(row, terms.citations.link(row.rule), _short(row, name), not found))
    return found


def _payment(walk: Walk, terms: EditionTerms) -> ShownPayment | None:
    checked = walk.checked
    if checked is None:
        return None
    facts = checked.facts if checked.edition else newest_facts(checked.result.citations)
    return show_payment(checked.result, facts, terms.citations)


def _hidden_fields(request: CastRequest) -> Sequence[tuple[str, str]]:
    """Values that the form's own fields don't have."""
    own = ("card", "cost", "ability", "pool", "sources", "in_play")
    found = []
    for key, value in request.options.items():
        if key not in own:
            found += [(key, str(each)) for each in (value if isinstance(value, list | tuple) else [value])]
    return found


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
