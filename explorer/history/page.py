"""History of a rule or glossary entry as the template shows it. No queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.history.query import HistoryPage, text_before
from explorer.library.history.life import moment_of
from explorer.lineages.provisions import ChangeKind, Provision, is_term, plain_name
from explorer.lineages.tracing import LifeStep
from explorer.web import addresses
from explorer.wording.changes import ShownSectionChanges, show_section_changes
from explorer.wording.differences import ShownDifference, show_difference, show_whole
from explorer.wording.life import FormerRule, ShownLife, former_rules, show_life

WAYS = (("", "What changed"), ("side", "Side by side"), ("texts", "Whole texts"))
"""Display modes: value of `?show=`, and label."""
_NEWEST = "Newest"


@dataclass(frozen=True, slots=True)
class ShownLifeStep:
    """A step in a rule's history.

    Attributes:
        label: its date, or `_NEWEST`.
        name: the number or name that the rule had from then on.
        address: the rule there; empty where it was removed.
        gone: whether this is the last wording of a removed rule.
        compare: all changes of that edition; empty where the one before isn't loaded.
        dates: of the compared editions: “June 6, 2025 to July 25, 2025”; one date where only one text is shown.
    """

    day: date
    label: str
    name: str
    address: str
    what: str
    text: Sequence[ShownDifference]
    gone: bool = False
    compare: str = ""
    shared: str = ""
    dates: str = ""

    @property
    def is_newest(self) -> bool:
        return self.label == _NEWEST


@dataclass(frozen=True, slots=True)
class ShownHistory:
    """History of a rule or glossary entry.

    Attributes:
        title: the newest title that it had; else “Rule 107.4”.
        section: how much changed in a section; else None.
        ways: display modes: label, address, whether it is the current one.
    """

    name: str
    title: str
    text_address: str
    address: str
    life: ShownLife
    steps: Sequence[ShownLifeStep]
    others: Sequence[FormerRule]
    kind: str
    section: ShownSectionChanges | None
    ways: Sequence[tuple[str, str, bool]]
    feed: str

    @property
    def said(self) -> str:
        if self.section:
            return f"{self.section.lead} {self.section.numbers}".strip()
        return " ".join([self.life.lead, *self.life.rest])


def show_history(page: HistoryPage, show: str = "") -> ShownHistory:
    """Shape the page; `show` is one of `WAYS`, anything else is the first."""
    place, life = page.place, page.life
    show = show if show in dict(WAYS) else ""
    section = show_section_changes(page.section, life, place.library, place.edition.date) if page.section else None
    headings = [found.heading for step in page.life.steps if (found := page.texts.get((step.seen, step.key)))]
    return ShownHistory(
        name=life.name_of(place.key),
        title=next((heading for heading in headings if heading), f"Rule {plain_name(place.key)}"),
        text_address=addresses.provision(place.key, place.pin),
        address=addresses.history(place.key, place.pin),
        life=show_life(life, place.library, place.edition.date),
        steps=[*([] if section else _newest(page)), *(_step(page, step, show) for step in life.steps)],
        others=former_rules(place.key, page.others, place.library.among(place.wordings), place.library, life),
        kind="entries" if is_term(place.key) else "rules",
        section=section,
        ways=[(words, addresses.history(place.key, place.pin, show=way), way == show) for way, words in WAYS],
        feed=addresses.feed(place.key),
    )


def _newest(page: HistoryPage) -> list[ShownLifeStep]:
    newest = page.place.library.newest
    now = page.life.at(newest.date) if newest else None
    found = page.texts.get((newest.date, now.key)) if newest and now else None
    if newest is None or found is None:
        return []
    name = page.life.name_of(found.key)
    wording = show_whole(found.paragraphs, newest.date) or _title(found, newest.date)
    return [ShownLifeStep(newest.date, _NEWEST, name, addresses.provision(found.key), long_date(newest.date), wording)]


def _step(page: HistoryPage, step: LifeStep, show: str) -> ShownLifeStep:
    loaded = page.place.library
    before = text_before(step, page.life, loaded)
    old = page.texts.get(before) if before else None
    new = page.texts.get((step.seen, step.key))
    gone = step.change is ChangeKind.REMOVED
    moment = moment_of(step, loaded)
    return ShownLifeStep(
        day=step.date,
        label=long_date(step.date),
        name=page.life.name_of(step.key),
        address="" if gone else addresses.provision(step.key, step.date),
        what=_what(page, step, old, new),
        text=_text(step, old, new, (before[0] if before else step.date), show),
        gone=gone,
        compare=addresses.changes(moment.before, step.date) if moment.before else "",
        shared=f"{addresses.history(step.key, step.seen)}#{step.date}",
        dates=" to ".join(map(long_date, [before[0], step.date] if before else [step.seen])),
    )


def _text(
    step: LifeStep, old: Provision | None, new: Provision | None, day: date, show: str
) -> Sequence[ShownDifference]:
    if new is None or (step.change is ChangeKind.MOVED and show != "texts"):
        return []
    if show == "texts" or old is None or step.change in (ChangeKind.REMOVED, ChangeKind.CREATED):
        return show_whole(new.paragraphs, step.seen) or _title(new, step.seen)
    found = show_difference(old.paragraphs, new.paragraphs, (day, step.seen), beside=show == "side")
    return found or _title(new, step.seen)


def _title(found: Provision, day: date) -> Sequence[ShownDifference]:
    """A bare title as a wording, for rules without other text."""
    return show_whole([Paragraph("text", found.heading)], day) if found.heading else []


def _what(page: HistoryPage, step: LifeStep, old: Provision | None, new: Provision | None) -> str:
    """What happened, in a few words; with both dates where editions between them aren't loaded."""
    moment = moment_of(step, page.place.library)
    number, was = page.life.name_of(step.key), page.life.name_of(old.key) if old else ""
    became = f"{was} became {number}"
    another = "another entry" if is_term(step.key) else "another rule"
    is_first = step is page.life.first
    words = {
        ChangeKind.CREATED: "New" if is_first else "Back in the rules",
        ChangeKind.EDITED: "Edited",
        ChangeKind.MOVED: f"{'Name' if is_term(step.key) else 'Number'} only: {became}",
        ChangeKind.MOVED_AND_EDITED: f"Edited, and {became}",
        ChangeKind.REMOVED: "Removed",
        ChangeKind.SPLIT: f"Split off from {was}" if was != number else f"Split: a part became {another}",
        ChangeKind.MERGED: f"Merged: {became}" if was != number else f"Merged: {another} became part of it",
    }[ChangeKind.MOVED if _is_renamed(step, old, new) else step.change]
    if step.change is ChangeKind.SPLIT and not old:
        words = f"Split off from {another}"
    if moment.before is None:
        return "The oldest edition loaded" if is_first else words
    return words if moment.exact else f"{words}, {moment.when}"


def _is_renamed(step: LifeStep, old: Provision | None, new: Provision | None) -> bool:
    is_both = step.change is ChangeKind.MOVED_AND_EDITED and is_term(step.key)
    return is_both and bool(old and new and old.paragraphs == new.paragraphs)
