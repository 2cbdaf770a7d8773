"""What a trial may ask of the library: the named rules of an edition."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from explorer.cards.creatures import creature_line
from explorer.cards.printed import printed_card
from explorer.cards.reading import card_names
from explorer.citations import Citations, citations_in
from explorer.citations.names import NAMES
from explorer.document.tree import Paragraph, plain_words
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.symbols_by_edition.query import missing_symbols
from symbols.trials import Step, Trial
from symbols.trials.layers.words import singular
from symbols.trials.printed import CardLine, PrintedCard

_MOST_BEGUN = 40
_MANY = 40


def _beside() -> Mapping[str, Sequence[str]]:
    """Names in the section of each, unless these are many."""
    rules: dict[str, list[str]] = defaultdict(list)
    for name in NAMES:
        rules[name.partition(".")[0]].append(name)
    return {name: names for names in rules.values() if len(names) < _MANY for name in names}


_BESIDE: Final = _beside()


class TrialContext:
    """Implements `symbols.trials.Reading`; without `edition`, for the newest text of everything."""

    def __init__(self, loaded: Library, edition: EditionInfo | None = None) -> None:
        self.loaded = loaded
        self.info = edition

    @property
    def edition(self) -> dt.date | None:
        return self.info.date if self.info else None

    @cached_property
    def citations(self) -> Citations:
        return citations_in(self.edition, self.loaded)

    @cached_property
    def _lacking(self) -> frozenset[str]:
        return missing_symbols(self.edition) if self.edition and self.info != self.loaded.newest else frozenset()

    def missing_for(self, trial: Trial) -> frozenset[str]:
        """Symbols that the edition lacks, if the trial asks for a cost; else none."""
        return self._lacking if any(control.kind == "cost" for control in trial.controls) else frozenset()

    def find(self, name: str) -> str:
        """Number of a rule in the edition, or in the newest one that has it; empty if none has."""
        return self.citations.number_of(name)

    def giving(self, name: str, fact: str) -> str:
        return self.citations.load_rule_giving(name, fact)

    def words(self, name: str) -> str:
        """Text without examples, of the glossary entry where no rule says it; empty where the edition lacks both."""
        if self.find(name):
            return "\n".join(self.paragraphs(name))
        term = self.citations.term_giving(name)
        return "\n".join(_without_examples(term.paragraphs)) if term else ""

    def creature(self, name: str, size: str = "") -> CardLine:
        """Power, toughness and abilities of a card, as a line of combat says them. Raises `TrialError`."""
        return creature_line(name, self.loaded, size)

    def is_card(self, name: str) -> bool:
        return card_names(self.loaded).named(name) is not None

    def is_kind(self, name: str) -> bool:
        """A short name of several cards tells nothing of their abilities, either: `Thalia`."""
        if not self.loaded.has_cards or all(map(self._is_type, plain_words(name).split())):
            return True
        names = card_names(self.loaded)
        return names.named(name) is None and len(names.begun(name, 2)) > 1

    def is_name(self, word: str) -> bool:
        if self._is_type(word):
            return True
        begun = card_names(self.loaded).begun(word, _MOST_BEGUN) if self.loaded.has_cards else []
        return any(plain_words(word) in plain_words(one.name).split() for one in begun)

    def _is_type(self, word: str) -> bool:
        """Whether it's a creature type, or several of one."""
        return not self._creature_types.isdisjoint({word, singular(word.capitalize()).lower()})

    @cached_property
    def _creature_types(self) -> frozenset[str]:
        return frozenset(plain_words(" ".join(self.paragraphs("205.3m"))).split())

    def card(self, name: str) -> PrintedCard | None:
        return printed_card(name, self.loaded)

    def near_card(self, name: str) -> str:
        found = card_names(self.loaded).misspelled(name, 2) if self.loaded.has_cards else []
        return found[0].name if len(found) == 1 else ""

    def cited(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        self.read(step.rule for step in steps)
        return tuple(map(self._cited, steps))

    def _cited(self, step: Step) -> Step:
        if self.info is None:
            return replace(step, number=self.find(step.rule))
        if name := self.citations.giving(step.rule, step.why):
            return replace(step, rule=name, number=self.find(name))
        term = self.citations.term_giving(step.rule, step.why)
        return replace(step, term=term.name if term else "")

    def paragraphs(self, name: str) -> list[str]:
        """Text without examples; of the newest edition, where this one lacks the rule."""
        self.read_sections([name])
        rule = self.citations.get(name)
        return _without_examples(self.citations.text_of(rule)) if rule else []

    def read(self, names: Iterable[str]) -> None:
        """Load rule texts in one query."""
        self.citations.read(names)

    def read_sections(self, names: Iterable[str]) -> None:
        """Load rule texts with those beside them, in one query: an answer that reads one list of types reads all."""
        self.citations.read(other for name in names for other in (name, *_BESIDE.get(name, ())))


def _without_examples(paragraphs: Sequence[Paragraph]) -> list[str]:
    return [each.text for each in paragraphs if each.kind != "example"]
