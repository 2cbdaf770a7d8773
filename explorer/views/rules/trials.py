"""What can be tried under the rules of a page: trials, and official examples that run. Made before the page is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.library.pages.place import EditionPlace
from explorer.library.queries import EditionInfo
from explorer.prose.wordings import ShownParagraph, ShownRule
from explorer.views.trials import Asking, Block, try_this
from explorer.views.trials.block import prefix_of
from explorer.views.trials.numbers import is_about_numbers
from symbols.trials import Trial
from symbols.trials.catalogue import placed_under, trial_named
from symbols.trials.examples import Case, cases_of, known_of


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a trial under a rule.

    Attributes:
        prefix: what the ids of its elements begin with.
        title: the trial's heading.
        address: where the trial is tried without scripts.
        offered: whether a link to it is there until it is opened; else it waits for an example to be run.
        block: the trial, where it is open from the start.
    """

    prefix: str
    title: str
    address: str
    offered: bool
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """An official example that can be run: the address that runs it, the slot that shows the answer, and its part."""

    address: str
    prefix: str
    part: str


@dataclass(frozen=True, slots=True)
class ParagraphToTry:
    """A paragraph of a rule; an example with the ways to run it, or with the reasons why it can't be run."""

    shown: ShownParagraph
    runs: Sequence[Run] = ()
    reasons: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RuleToTry:
    """A rule with what can be tried under it.

    Attributes:
        shown: the rule.
        paragraphs: its text.
        slots: the places for trials; the first is open for the rule that was asked for.
        numbers: whether the page about numbers has one of them.
    """

    shown: ShownRule
    paragraphs: Sequence[ParagraphToTry]
    slots: Sequence[Slot]
    numbers: bool

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to try."""
        return not self.slots and not any(paragraph.runs or paragraph.reasons for paragraph in self.paragraphs)


def with_trials(rules: Sequence[ShownRule], place: EditionPlace) -> list[RuleToTry]:
    """Return the rules of a page, each with what can be tried under it."""
    return [_with_trials(rule, place) for rule in rules]


def _with_trials(rule: ShownRule, place: EditionPlace) -> RuleToTry:
    paragraphs = [_paragraph(rule.number, paragraph, place) for paragraph in rule.paragraphs]
    slots: dict[str, Slot] = {}
    for trial, placement in placed_under(rule.number, rule.words):
        if trial.slug not in slots:
            asking = Asking(trial, {}, _edition_for(trial, rule.number, place), rule.number, placement)
            prefix = prefix_of(trial.slug, rule.number)
            block = try_this(asking, prefix=prefix) if rule.at and not slots else None
            slots[trial.slug] = Slot(prefix, trial.title, asking.address, offered=True, block=block)
    for case in _cases(rule):
        tried = trial_named(case.trial)
        if tried and tried.slug not in slots:
            slots[tried.slug] = Slot(prefix_of(tried.slug, rule.number), tried.title, "", offered=False)
    return RuleToTry(rule, paragraphs, list(slots.values()), rule.at and any(map(is_about_numbers, slots)))


def _paragraph(number: str, paragraph: ShownParagraph, place: EditionPlace) -> ParagraphToTry:
    if not paragraph.example:
        return ParagraphToTry(paragraph)
    runs = (_run(case, number, place) for case in cases_of(number, paragraph.words))
    reasons = [case.reason for case in known_of(number, paragraph.words) if case.reason]
    return ParagraphToTry(paragraph, [run for run in runs if run], list(dict.fromkeys(reasons)))


def _cases(rule: ShownRule) -> Iterator[Case]:
    """Yield the cases that run examples of a rule."""
    for paragraph in rule.paragraphs:
        if paragraph.example:
            yield from cases_of(rule.number, paragraph.words)


def _run(case: Case, number: str, place: EditionPlace) -> Run | None:
    trial = trial_named(case.trial)
    if trial is None:
        return None
    asking = Asking(trial, case.inputs, _edition_for(trial, number, place), number)
    return Run(asking.address, prefix_of(trial.slug, number), case.part)


def _edition_for(trial: Trial, number: str, place: EditionPlace) -> EditionInfo | None:
    """Return the edition to read under.

    A page that is not pinned is read under the newest text of everything, unless it shows a number of old, under
    which only an old edition has the rule.
    """
    today = place.is_newest or number.split(".")[0] == trial.places[0].number.split(".")[0]
    return place.edition if place.pinned or not today else None
