"""Trials on the pages of rules, as tags; `explorer.views.trials.under_rules` finds them."""

from collections.abc import Iterable, Sequence

from django import template

from explorer.library.queries import EditionInfo
from explorer.prose.presenting import ShownRule
from explorer.views.trials.numbers import is_about_numbers
from explorer.views.trials.under_rules import PageEdition, anything_to_try, example_runs, slots_under

register = template.Library()


@register.inclusion_tag("try/_slots.html")
def try_it(shown: ShownRule, edition: EditionInfo, *, pinned: bool, newest: bool) -> object:
    """Show what can be tried under a rule: as links, of which the first is open for the rule that was asked for."""
    page = PageEdition(edition, pinned, newest)
    slots = slots_under(shown.number, shown.words, _examples(shown), page, opened=shown.at)
    return {"slots": list(slots.values()), "numbers": shown.at and any(map(is_about_numbers, slots))}


@register.inclusion_tag("try/_run.html")
def run_example(number: str, edition: EditionInfo, words: str, *, pinned: bool, newest: bool) -> object:
    """Offer to run an official example, or say why it can't be run; nothing where it is not known."""
    found = example_runs(number, words, PageEdition(edition, pinned, newest))
    return {"runs": found.runs, "reasons": found.reasons}


@register.simple_tag
def can_try(rules: Sequence[ShownRule]) -> bool:
    """Return whether anything can be tried under one of the rules that a page shows, or is told of an example."""
    return any(anything_to_try(rule.number, rule.words, _examples(rule)) for rule in rules)


def _examples(shown: ShownRule) -> Iterable[str]:
    return (paragraph.words for paragraph in shown.paragraphs if paragraph.example)
