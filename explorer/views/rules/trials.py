"""Trials under the rules of a page, and official examples that run. Made before the page is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from explorer.citations import NamedRules
from explorer.library.pages.place import EditionPlace
from explorer.prose.wordings import ShownParagraph, ShownRule
from explorer.views.trials.numbers import is_about_numbers
from explorer.views.trials.under_rules import ExampleRun, TrialSlot, example_runs, slots_under


@dataclass(frozen=True, slots=True)
class ParagraphToTry:
    """Paragraph of a rule; an example with the ways to run it, or with the reasons why it can't be run."""

    shown: ShownParagraph
    runs: Sequence[ExampleRun] = ()
    reasons: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RuleToTry:
    """Rule with what can be tried under it.

    Attributes:
        shown: the rule.
        paragraphs: its text.
        slots: the places for trials; the first is open for the rule that was asked for.
        numbers: whether the page about numbers has one of them.
    """

    shown: ShownRule
    paragraphs: Sequence[ParagraphToTry]
    slots: Sequence[TrialSlot]
    numbers: bool

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to try."""
        return not self.slots and not any(paragraph.runs or paragraph.reasons for paragraph in self.paragraphs)


def with_trials(
    rules: Sequence[ShownRule], place: EditionPlace, named: NamedRules, lacking: Collection[str]
) -> list[RuleToTry]:
    """Return the rules of a page, each with what can be tried under it.

    Args:
        rules: the rules.
        place: the edition whose text is shown.
        named: the named rules of that edition.
        lacking: the symbols that it does not have (`explorer.symbology.editions.lacking_in`).
    """
    return [_with_trials(rule, place, named, lacking) for rule in rules]


def _with_trials(rule: ShownRule, place: EditionPlace, named: NamedRules, lacking: Collection[str]) -> RuleToTry:
    examples = (paragraph.words for paragraph in rule.paragraphs if paragraph.words)
    slots = slots_under(rule.number, examples, place, named, lacking)
    return RuleToTry(
        rule,
        [_paragraph(rule.number, paragraph, place) for paragraph in rule.paragraphs],
        list(slots.values()),
        rule.at and any(map(is_about_numbers, slots)),
    )


def _paragraph(number: str, paragraph: ShownParagraph, place: EditionPlace) -> ParagraphToTry:
    if not paragraph.words:
        return ParagraphToTry(paragraph)
    found = example_runs(number, paragraph.words, place)
    return ParagraphToTry(paragraph, found.runs, found.reasons)
