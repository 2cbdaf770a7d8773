"""Trials on the pages of rules: what can be tried under a rule, and the official examples that run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import template

from explorer.citations import names_in
from explorer.library.queries import EditionInfo
from explorer.prose.presenting import ShownRule
from explorer.views.trials import Asking, Block, try_this
from explorer.views.trials.block import prefix_of
from explorer.views.trials.numbers import is_about_numbers
from symbols.trials import Trial
from symbols.trials.catalogue import placed_under, trial_named
from symbols.trials.examples import Case, cases_of, known_of

register = template.Library()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a trial under a rule.

    Attributes:
        prefix: what the ids of its elements begin with.
        title: the trial's heading.
        address: where the trial is tried without scripts.
        offered: whether a link to it stands there until it is opened; else it waits for an example to be run.
        block: the trial, where it is open from the start.
    """

    prefix: str
    title: str
    address: str
    offered: bool
    block: Block | None


@dataclass(frozen=True, slots=True)
class Run:
    """An official example that can be run: the address that runs it, the slot that shows the answer, and its part."""

    address: str
    prefix: str
    title: str
    part: str


@register.inclusion_tag("try/_slots.html")
def try_it(shown: ShownRule, edition: EditionInfo, *, pinned: bool, newest: bool) -> object:
    """Show what can be tried under a rule: as links, of which the first is open for the rule that was asked for.

    Args:
        shown: the rule.
        edition: the edition whose text is shown.
        pinned: whether the page stays within that edition.
        newest: whether that is the newest edition of all.
    """
    number = shown.number
    slots: dict[str, Slot] = {}
    for trial, place in placed_under(number, shown.words, names_in(shown.words)):
        if trial.slug in slots:
            continue
        asking = Asking(trial, {}, _reading(trial, number, edition, pinned=pinned, newest=newest), number, place)
        prefix = prefix_of(trial.slug, number)
        block = try_this(asking, prefix=prefix) if shown.at and not slots else None
        slots[trial.slug] = Slot(prefix, trial.title, asking.address, offered=True, block=block)
    for case in _cases(shown):
        trial_of_case = trial_named(case.trial)
        if trial_of_case and trial_of_case.slug not in slots:
            prefix = prefix_of(trial_of_case.slug, number)
            slots[trial_of_case.slug] = Slot(prefix, trial_of_case.title, "", offered=False, block=None)
    return {"slots": list(slots.values()), "numbers": shown.at and any(map(is_about_numbers, slots))}


@register.inclusion_tag("try/_run.html")
def run_example(number: str, edition: EditionInfo, words: str, *, pinned: bool, newest: bool) -> object:
    """Offer to run an official example, or say why it can't be run; nothing where it is not known."""
    runs = (_run(case, number, edition, pinned=pinned, newest=newest) for case in cases_of(number, words))
    reasons = [case.reason for case in known_of(number, words) if case.reason]
    return {"runs": [run for run in runs if run], "reasons": list(dict.fromkeys(reasons))}


@register.simple_tag
def can_try(rules: Sequence[ShownRule]) -> bool:
    """Return whether anything can be tried under one of the rules that a page shows, or is told of an example."""
    return any(placed_under(rule.number, rule.words, names_in(rule.words)) or _tells(rule) for rule in rules)


@register.inclusion_tag("try/_slots.html")
def trial_block(slug: str, number: str) -> object:
    """Show a trial open, as it stands under a rule of today, on a page of its own making."""
    trial = trial_named(slug)
    if trial is None:
        raise template.TemplateSyntaxError(f"There is no trial {slug!r}.")
    asking, prefix = Asking(trial, {}, None, number), prefix_of(slug, number)
    return {"slots": [Slot(prefix, trial.title, asking.address, offered=True, block=try_this(asking, prefix=prefix))]}


def _tells(shown: ShownRule) -> bool:
    """Whether a rule has an example that can be run, or of which it is known why it can't."""
    return any(paragraph.example and known_of(shown.number, paragraph.words) for paragraph in shown.paragraphs)


def _cases(shown: ShownRule) -> Iterator[Case]:
    """Yield the cases that run examples of a rule."""
    for paragraph in shown.paragraphs:
        if paragraph.example:
            yield from cases_of(shown.number, paragraph.words)


def _run(case: Case, number: str, edition: EditionInfo, *, pinned: bool, newest: bool) -> Run | None:
    trial = trial_named(case.trial)
    if trial is None:
        return None
    asking = Asking(trial, case.inputs, _reading(trial, number, edition, pinned=pinned, newest=newest), number)
    return Run(asking.address, prefix_of(trial.slug, number), trial.title, case.part)


def _reading(trial: Trial, number: str, edition: EditionInfo, *, pinned: bool, newest: bool) -> EditionInfo | None:
    """Return the edition to read under.

    A page that is not pinned is read under the newest text of everything, unless it shows a number of old, under
    which only an old edition has the rule.
    """
    today = newest or number.split(".")[0] == trial.places[0].number.split(".")[0]
    return edition if pinned or not today else None
