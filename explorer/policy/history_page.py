"""History pages of sections and documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from explorer.document import tree
from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.lineages.provisions import ChangeKind
from explorer.lineages.tracing import LifeStep
from explorer.policy.examples import written_costs
from explorer.policy.history import PolicyHistory, history_paragraphs, policy_history
from explorer.policy.kinds import KINDS, Kind
from explorer.policy.page import heading_number
from explorer.policy.parts import ShownPart, show_parts, shown_mark
from explorer.policy.place import PolicyPlace, address_of
from explorer.policy.reading.tree import Paragraph, Section
from explorer.web import addresses
from explorer.wording.differences import Setting, ShownDifference, show_difference


@dataclass(frozen=True, slots=True)
class ShownPolicyStep:
    """A section's change in one edition.

    Attributes:
        cited: name from then on: “MTR 4.2”.
        address: the section in this edition; empty if it's gone.
        dates: of the texts compared.
        parts: the whole text of a new or removed section; else `text` has the differences.
    """

    day: date
    cited: str
    name: str
    address: str
    history: str
    what: str
    text: Sequence[ShownDifference]
    parts: Sequence[ShownPart]
    gone: bool
    dates: str


@dataclass(frozen=True, slots=True)
class ShownPolicyHistory:
    """History of a section, or all changes of a document, newest first."""

    kind: Kind
    title: str
    lead: str
    address: str
    text_address: str
    steps: Sequence[tuple[date, Sequence[ShownPolicyStep]]]


def show_section_history(place: PolicyPlace) -> ShownPolicyHistory:
    assert place.section is not None, "a section's history"  # noqa: S101
    history = policy_history(place.kind.key, place.library)
    life = history.life(place.edition.date, place.section.number)
    steps = [_step(step, history, place.kind, place.library) for step in life]
    changed = sum(step.date > min(history.editions) for step in life)
    cited = place.kind.cited(place.section.number)
    return ShownPolicyHistory(
        place.kind,
        f"{cited} {place.kind.name_of(place.section.title)}",
        _lead(changed, history),
        addresses.policy_history(place.kind.key, place.section.number, place.edition.date if place.pinned else None),
        place.address(place.section.number),
        [(step.day, [step]) for step in steps],
    )


def show_document_history(document: str, loaded: Library) -> ShownPolicyHistory:
    history, kind = policy_history(document, loaded), KINDS[document]
    steps = [_step(step, history, kind, loaded) for step in history.steps()]
    return ShownPolicyHistory(
        kind,
        f"Changes in the {kind.name}",
        _lead(len(steps), history),
        addresses.policy_history(document),
        addresses.policy(document),
        [(day, list(own)) for day, own in groupby(steps, lambda step: step.day)],
    )


def _lead(changed: int, history: PolicyHistory) -> str:
    days = sorted(history.editions)
    if len(days) == 1:
        return f"Pipwise has one edition, of {long_date(days[0])}. Import another to see what changed."
    times = "Unchanged" if not changed else f"{changed} change{'s' if changed > 1 else ''}"
    return f"{times} between {long_date(days[0])} and {long_date(days[-1])}, in {len(days)} editions."


def _step(step: LifeStep, history: PolicyHistory, kind: Kind, loaded: Library) -> ShownPolicyStep:
    section, before = history.at(step), history.before(step)
    gone = step.change is ChangeKind.REMOVED
    return ShownPolicyStep(
        day=step.date,
        cited=kind.cited(section.number),
        name=kind.name_of(section.title),
        address="" if gone else address_of(kind.key, section.number, step.seen),
        # The number may be another section's in later editions.
        history=addresses.policy_history(
            kind.key, section.number, None if step.seen == max(history.editions) else step.seen
        ),
        what=f"{_what(step, history)}{_renamed(step, history, kind)}",
        text=_text(step, history),
        parts=_whole(step, history, loaded),
        gone=gone,
        dates=" to ".join(map(long_date, [before[0], step.date] if before else [step.seen])),
    )


def _what(step: LifeStep, history: PolicyHistory) -> str:
    before = history.before(step)
    now = heading_number(history.at(step))
    was = heading_number(history.sections[before[0]][before[1]]) if before else ""
    if step.change is ChangeKind.CREATED and step.date == min(history.editions):
        return "The oldest edition loaded"
    return {
        ChangeKind.CREATED: "New",
        ChangeKind.EDITED: "Edited",
        ChangeKind.MOVED: f"Number only: {was} became {now}",
        ChangeKind.MOVED_AND_EDITED: f"Edited, and {was} became {now}",
        ChangeKind.REMOVED: "Removed",
        ChangeKind.SPLIT: "Split off",
        ChangeKind.MERGED: "Merged with another section",
    }[step.change]


def _renamed(step: LifeStep, history: PolicyHistory, kind: Kind) -> str:
    """Such as `, “Fraud” before`, if the title changed."""
    before = history.before(step)
    was = kind.name_of(history.sections[before[0]][before[1]].title) if before else ""
    return f", “{was}” before" if was and was != kind.name_of(history.at(step).title) else ""


def _whole(step: LifeStep, history: PolicyHistory, loaded: Library) -> Sequence[ShownPart]:
    if history.before(step) is not None:
        return []
    section = history.at(step)
    place = PolicyPlace(loaded, history.editions[step.seen], pinned=True, section=section)
    penalty = [Paragraph("text", text=f"Penalty: {section.penalty}")] if section.penalty else []
    return show_parts(place, [*penalty, *section.paragraphs])


def _text(step: LifeStep, history: PolicyHistory) -> Sequence[ShownDifference]:
    before, section = history.before(step), history.at(step)
    if before is None or step.change is ChangeKind.MOVED:
        return []
    was = history.sections[before[0]][before[1]]
    setting = _setting(was, section)
    days = (before[0], step.seen)
    found = show_difference(history_paragraphs(was), history_paragraphs(section), days, folded=True, setting=setting)
    return [replace(one, mark=shown_mark(one.kind, one.mark)) for one in found]


def _setting(*sections: Section) -> Callable[[tree.Paragraph], Setting]:
    """Typeset differences like the section's page."""
    known = {each.words(): each for section in sections for each in section.paragraphs}

    def of(paragraph: tree.Paragraph) -> Setting:
        own = known.get(paragraph.text)
        if own is None:
            return Setting()
        costs = written_costs(paragraph.text) if own.kind == "example" else ()
        return Setting(own.kind, own.mark, [layer for cost in costs for layer in cost.layers()])

    return of
