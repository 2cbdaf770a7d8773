"""Try it forms on rule pages and on the page about numbers, and the official examples that run."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from explorer.citations import NamedRules
from explorer.library.place import EditionPlace
from explorer.library.queries import EditionInfo
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.wording.wordings import ExampleRun, ShownParagraph, ShownRule, TrialSlot
from symbols.data_files import read_data
from symbols.trials import Trial
from symbols.trials.catalog import placed_under, trial_named
from symbols.trials.examples import known_cases, runnable_cases

NUMBERS: Final[list[dict[str, Any]]] = read_data("numbers.toml")["part"]


def is_about_numbers(slug: str) -> bool:
    return any(slug == one for part in NUMBERS for one, _ in part["trials"])


# Rules of the steps of casting and activating, by their stable names.
_SPELL: Final = frozenset(f"601.2{letter}" for letter in "abcdefghi")
_ABILITY: Final = frozenset({"602.2", "602.2a", "602.2b"})
_SPELL_EXAMPLE: Final = {"cost": "{X}{R}", "x": "4", "targets": "1", "pool": "RRRRR"}
_ABILITY_EXAMPLE: Final = {"ability": "{2}: Draw a card.", "pool": "WW"}


def with_trials(
    rules: Iterable[ShownRule], place: EditionPlace, named: NamedRules, lacking: Collection[str]
) -> list[ShownRule]:
    """The rules, each with its Try it forms; `lacking` are the symbols that the edition doesn’t have yet."""
    return [_with_trials(rule, place, named, lacking) for rule in rules]


def _with_trials(rule: ShownRule, place: EditionPlace, named: NamedRules, lacking: Collection[str]) -> ShownRule:
    examples = [paragraph.words for paragraph in rule.paragraphs if paragraph.words]
    slots = slots_under(rule.number, examples, place, named, lacking)
    if walk := walk_under(rule.number, place, named):
        slots["cast"] = walk
    if not slots and not examples:
        return rule
    return replace(
        rule,
        paragraphs=[_with_runs(rule.number, paragraph, place) for paragraph in rule.paragraphs],
        slots=list(slots.values()),
        about_numbers=rule.at and any(map(is_about_numbers, slots.keys() - {"cast"})),
    )


def _with_runs(number: str, paragraph: ShownParagraph, place: EditionPlace) -> ShownParagraph:
    """An example with links that run it, or with the reasons why it can't be run."""
    runs = []
    for case in runnable_cases(number, paragraph.words):
        if trial := trial_named(case.trial):
            request = TrialRequest(trial, case.inputs, _edition_for(trial, number, place), number)
            runs.append(ExampleRun(request.address, _prefix(trial.slug, number), trial.title, case.part))
    reasons = [case.reason for case in known_cases(number, paragraph.words) if case.reason]
    return replace(paragraph, runs=runs, reasons=list(dict.fromkeys(reasons)))


def slots_under(
    number: str,
    examples: Iterable[str],
    place: EditionPlace,
    named: NamedRules,
    lacking: Collection[str] = frozenset(),
) -> dict[str, TrialSlot]:
    """Slots for the forms under a rule, by slug."""
    slots: dict[str, TrialSlot] = {}
    for trial, placement in placed_under(named.names_of(number), named.number_of):
        edition = _edition_for(trial, number, place)
        request = TrialRequest(trial, {}, edition, number, placement, lacking if edition else frozenset())
        slots[trial.slug] = _slot(request)
    for example in examples:
        for case in runnable_cases(number, example):
            of_case = trial_named(case.trial)
            if of_case and of_case.slug not in slots:
                slots[of_case.slug] = TrialSlot(_prefix(of_case.slug, number), of_case.title)
    return slots


def walk_under(number: str, place: EditionPlace, named: NamedRules) -> TrialSlot | None:
    """A link to casting step by step, under the rules of its steps: the same example for all of them."""
    names = named.names_of(number)
    is_spell = bool(_SPELL.intersection(names)) or number == named.number_of("601.2a").rstrip("a")
    if not is_spell and not _ABILITY.intersection(names):
        return None
    day = {"edition": place.edition.date.isoformat()} if place.pinned else {}
    title, example = ("Cast a spell", _SPELL_EXAMPLE) if is_spell else ("Activate an ability", _ABILITY_EXAMPLE)
    address = addresses.cast({**example, **day})
    return TrialSlot(_prefix("cast", number), title, address, offered=True, is_page=True)


def slot_alone(slug: str, name: str, reading: TrialContext) -> TrialSlot:
    """A slot outside of rule pages, for the form as it is under the named rule."""
    trial = trial_named(slug)
    if trial is None:
        raise KeyError(slug)
    placed = next((place for place in trial.places if place.rule == name), None)
    return _slot(TrialRequest(trial, {}, reading.info, reading.find(name) or name, placed, reading.missing_for(trial)))


def _edition_for(trial: Trial, number: str, place: EditionPlace) -> EditionInfo | None:
    """The edition for a form; None for the newest text of everything.

    Unpinned pages use the newest text, except under an old number that only an old edition has.
    """
    by_newest = place.is_newest or number.split(".")[0] == trial.rules[0].split(".")[0]
    return place.edition if place.pinned or not by_newest else None


def _slot(request: TrialRequest) -> TrialSlot:
    return TrialSlot(_prefix(request.trial.slug, request.rule), request.trial.title, request.address, offered=True)


def _prefix(slug: str, rule: str) -> str:
    """Prefix of element ids, unique on a page with many forms."""
    return f"try-{rule.replace('.', '-')}-{slug}"
