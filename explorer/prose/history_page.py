"""Page with the history of a rule made ready to be rendered. Asks nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from explorer import addresses
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.history.change_kind import ChangeKind
from explorer.history.provisions import Provision, plain_name
from explorer.history.tracing import LifeStep
from explorer.library.pages.history import HistoryPage, moment_of
from explorer.prose.differences import ShownDifference, show_difference, show_whole
from explorer.prose.former_rules import FormerRule, former_rules
from explorer.prose.life import ShownLife, between, show_life


@dataclass(frozen=True, slots=True)
class ShownLifeStep:
    """Point in the life of a rule, ready to be rendered.

    Attributes:
        label: the edition's date, or that the text is the newest.
        number: the number it had from then on.
        address: the rule there; empty where it is gone.
        what: what happened.
        text: the wording, with what changed in it.
        gone: whether it is the last wording of what was removed.
        compare: everything else that changed then; empty where the edition before isn't loaded.
    """

    label: str
    number: str
    address: str
    what: str
    text: Sequence[ShownDifference]
    gone: bool = False
    compare: str = ""


@dataclass(frozen=True, slots=True)
class SectionChange:
    """Edition in which rules of a section changed: how many, and the list of them."""

    label: str
    counts: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownHistory:
    """History of a rule, ready to be rendered.

    Attributes:
        number: the number by which it was asked for.
        heading: its title, or the newest that it had; empty for most.
        rule_address: the rule's page.
        address: the page's own.
        life: the sentence and the strip.
        steps: what happened, newest first.
        others: other rules that had the number.
        sections: for a section, the editions in which its rules changed.
        texts: whether whole texts are shown instead of what changed.
        other_address: the page with the other of the two.
    """

    number: str
    heading: str
    rule_address: str
    address: str
    life: ShownLife
    steps: Sequence[ShownLifeStep]
    others: Sequence[FormerRule]
    sections: Sequence[SectionChange]
    texts: bool
    other_address: str


def show_history(page: HistoryPage, *, texts: bool) -> ShownHistory:
    """Return the history of a rule, ready to be rendered; with whole texts, or with what changed."""
    number, place = str(page.place.number), page.place
    address = addresses.history(number, place.pin)
    headings = [found.heading for step in page.life.steps if (found := page.texts.get((step.seen, step.key)))]
    return ShownHistory(
        number=number,
        heading=next((heading for heading in headings if heading), ""),
        rule_address=addresses.rule(number, place.pin),
        address=address,
        life=show_life(page.life, place.library),
        steps=[*_newest(page), *(_step(page, step, texts=texts) for step in page.life.steps)],
        others=former_rules(number, page.others, place.library.among(place.wordings), place.library),
        sections=[
            SectionChange(long_date(new), _counts(counts), addresses.changes(old, new, section=_section(page, new)))
            for (old, new), counts in page.sections.items()
        ],
        texts=texts,
        other_address=address if texts else f"{address}?show=texts",
    )


def _newest(page: HistoryPage) -> list[ShownLifeStep]:
    """Return the wording as it is today, where the rule still is."""
    newest = page.place.library.newest
    now = page.life.at(newest.date) if newest else None
    found = page.texts.get((newest.date, now.key)) if newest and now else None
    if newest is None or found is None:
        return []
    number = plain_name(found.key)
    wording = show_whole(found.paragraphs, newest.date) or _title(found, newest.date)
    return [ShownLifeStep("Newest", number, addresses.provision(found.key), long_date(newest.date), wording)]


def _step(page: HistoryPage, step: LifeStep, *, texts: bool) -> ShownLifeStep:
    loaded = page.place.library
    before = page.before(step)
    old = page.texts.get(before) if before else None
    new = page.texts.get((step.seen, step.key))
    gone = step.change is ChangeKind.REMOVED
    moment = moment_of(step, loaded)
    return ShownLifeStep(
        label=long_date(step.date),
        number=plain_name(step.key),
        address="" if gone else addresses.provision(step.key, step.date),
        what=_what(page, step, old),
        text=_text(step, old, new, (before[0] if before else step.date), texts=texts),
        gone=gone,
        compare=addresses.changes(moment.before, step.date) if moment.before else "",
    )


def _text(
    step: LifeStep, old: Provision | None, new: Provision | None, day: date, *, texts: bool
) -> Sequence[ShownDifference]:
    if new is None or (step.change is ChangeKind.MOVED and not texts):
        return []
    if texts or old is None or step.change in (ChangeKind.REMOVED, ChangeKind.CREATED):
        return show_whole(new.paragraphs, step.seen) or _title(new, step.seen)
    return show_difference(old.paragraphs, new.paragraphs, (day, step.seen)) or _title(new, step.seen)


def _title(found: Provision, day: date) -> Sequence[ShownDifference]:
    """Return a title as a wording, where there is no other."""
    return show_whole([Paragraph("text", found.heading)], day) if found.heading else []


def _what(page: HistoryPage, step: LifeStep, old: Provision | None) -> str:
    """Return what happened, in a few words; with both dates where editions between them aren’t loaded."""
    moment = moment_of(step, page.place.library)
    number, was = plain_name(step.key), plain_name(old.key) if old else ""
    became = f"{was} became {number}"
    is_first = step is page.life.first
    words = {
        ChangeKind.CREATED: "New" if is_first else "Back in the rules",
        ChangeKind.EDITED: "Edited",
        ChangeKind.MOVED: f"Number only: {became}",
        ChangeKind.MOVED_AND_EDITED: f"Edited, and {became}",
        ChangeKind.REMOVED: "Removed",
        ChangeKind.SPLIT: f"Split off from {was}" if was != number else "Split: a part became another rule",
        ChangeKind.MERGED: f"Merged: {became}" if was != number else "Merged: another rule became part of it",
    }[step.change]
    if step.change is ChangeKind.SPLIT and not old:
        words = "Split off from another rule"
    if moment.before is None:
        return "The oldest edition loaded" if is_first else words
    return words if moment.exact else f"{words}, between {between(moment.before, moment.on)}"


def _section(page: HistoryPage, day: date) -> str:
    step = page.life.at(day)
    return plain_name(step.key) if step else str(page.place.number)


_ORDER = (("created", "new"), ("edited", "edited"), ("removed", "removed"), ("moved", "new number only"))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[what]:,} {words}" for what, words in _ORDER if counts.get(what))
