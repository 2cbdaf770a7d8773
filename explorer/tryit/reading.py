"""Library as a trial reads it: the named rules of one edition, or the newest text of everything."""

import datetime as dt
from collections.abc import Iterable
from functools import cached_property

from explorer.citations import Citations, citations_in, editions_with
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.symbols_by_edition.editions import lacking_in
from symbols.trials import Trial


class LibraryReading:
    """Edition that a trial is read under; see `symbols.trials.Reading`.

    Args:
        loaded: the editions that are loaded.
        edition: the edition; None for the newest text of everything.
    """

    def __init__(self, loaded: Library, edition: EditionInfo | None = None) -> None:
        self.loaded = loaded
        self.info = edition

    @property
    def edition(self) -> dt.date | None:
        """Effective date of the edition; None for the newest text of everything."""
        return self.info.date if self.info else None

    @cached_property
    def citations(self) -> Citations:
        """Rules that can be cited, as seen from the edition."""
        return citations_in(self.edition, self.loaded)

    @cached_property
    def _lacking(self) -> frozenset[str]:
        return lacking_in(self.edition) if self.edition and self.info != self.loaded.newest else frozenset()

    def lacking_for(self, trial: Trial) -> frozenset[str]:
        """Return the symbols that an old edition does not have, for a trial that asks for a cost; none for another."""
        return self._lacking if any(control.kind == "cost" for control in trial.controls) else frozenset()

    def find(self, name: str) -> str:
        """Return the number that a rule has in the edition, or in the newest one that says it; empty for none."""
        return self.citations.number_of(name)

    def giving(self, name: str, fact: str) -> str:
        """Return the name of the rule that gives a fact there: the one that gives it now, or one that did before."""
        return self.citations.as_given(name, fact)

    def words(self, name: str) -> str:
        """Return the words of a rule there, without examples; empty for none."""
        return "\n".join(self.paragraphs(name)) if self.find(name) else ""

    def paragraphs(self, name: str) -> list[str]:
        """Return the paragraphs of a rule without examples; of the newest edition, where this one lacks it."""
        self.citations.read([name])
        rule = self.citations.get(name)
        return [each.text for each in self.citations.text_of(rule) if each.kind != "example"] if rule else []

    def read(self, names: Iterable[str]) -> None:
        """Read the texts of rules together, so that no query is needed for each."""
        self.citations.read(names)

    def knows(self, trial: Trial) -> bool:
        """Return whether the edition has anything that the trial is about; True where that can't be told.

        That is so where the newest text of everything is read, and where the library has a part of the edition only;
        but a part has nothing that is neither in the whole edition before nor in the one after it.
        """
        if self.info is None or any(map(self.find, trial.rules)):
            return True
        if self.info.complete:
            return False
        whole = [edition for edition in self.loaded.newest_first if edition.complete]
        later = [edition for edition in whole if edition.date > self.info.date]
        around = [*later[-1:], *whole[len(later) :][:1]]
        return len(around) < 2 or not set(around).isdisjoint(editions_with(trial.rules, self.loaded))
