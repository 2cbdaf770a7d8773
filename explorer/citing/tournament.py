"""Sections of tournament documents that a text cites, “MTR 4.2” and “IPG 2.5”, and what became of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citing.judging import Status
from explorer.library.loaded import Library
from explorer.policy.history import PolicyHistory, policy_history
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, policy_editions

_NAMES = {"magic tournament rules": "mtr", "tournament rules": "mtr", "infraction procedure guide": "ipg"}
_DOCUMENT = r"(?P<document>MTR|IPG|(?:Magic )?Tournament Rules|Infraction Procedure Guide)"
_NUMBER = r"\d{1,2}\.\d{1,2}(?!\.?\d)"
_NUMBERS = rf"(?P<numbers>{_NUMBER}(?:(?:,? (?:and|or|to) |, ?| ?[–&/-] ?){_NUMBER})*|Appendix [A-Z]\b)"
_SIGN = r"(?:sections?|sec\.|§§?)"
# “MTR 4.2”, “IPG § 2.5 and 2.6”, “MTR, section 3.10”, “MTR Appendix B”; “section 4.8 of the MTR”; “JAR”.
_CITED = (
    re.compile(rf"\b{_DOCUMENT}(?:,?[ \t]+|(?=§)){_SIGN}?[ \t]*{_NUMBERS}", re.IGNORECASE),
    re.compile(rf"{_SIGN}[ \t]*{_NUMBERS} (?:of|in) (?:the )?{_DOCUMENT}\b", re.IGNORECASE),
)
_WHOLE = re.compile(r"\bJAR\b(?! files?\b|\.\w)")
_PART = re.compile(rf"{_NUMBER}|(?<=Appendix )[A-Z]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text has the number of a section; of a whole document, its name."""

    start: int
    end: int
    document: str
    number: str


def _places(text: str) -> list[_Place]:
    found: dict[int, _Place] = {}
    for pattern in _CITED:
        for cited in pattern.finditer(text):
            name = cited["document"].lower()
            for part in _PART.finditer(text, cited.start("numbers"), cited.end("numbers")):
                number = f"appendix-{part[0].lower()}" if part[0].isalpha() else part[0]
                found[part.start()] = _Place(part.start(), part.end(), _NAMES.get(name, name), number)
    found |= {one.start(): _Place(one.start(), one.end(), "jar", "") for one in _WHOLE.finditer(text)}
    return [found[start] for start in sorted(found)]


@dataclass(frozen=True, slots=True)
class CitedSection:
    """A section that a text cites.

    Attributes:
        start: where its number is.
        now: today's number; empty if it is gone or unknown.
        edition: in which the number is read; None if no edition has it.
        title: today's, or the last.
    """

    start: int
    end: int
    document: str
    number: str
    status: Status
    now: str = ""
    edition: date | None = None
    title: str = ""

    @property
    def cited(self) -> str:
        return KINDS[self.document].cited(self.number)

    def in_words(self) -> str:
        """“MTR 3.5 is now 3.4.”."""
        is_now = f"{self.cited} is now {self.now}"
        return {
            Status.SAME: f"{self.cited} is still right.",
            Status.REWORDED: f"{self.cited} is worded differently now.",
            Status.MOVED: f"{is_now}.",
            Status.MOVED_AND_REWORDED: f"{is_now}, and worded differently.",
            Status.REMOVED: f"{self.cited} is gone.",
        }.get(self.status, f"There’s no {self.cited}.")

    @property
    def is_right(self) -> bool:
        return self.status is Status.SAME

    def as_json(self) -> dict[str, object]:
        return {
            "start": self.start,
            "end": self.end,
            "document": self.document,
            "number": self.number,
            "now": self.now or None,
            "status": str(self.status),
            "edition": self.edition.isoformat() if self.edition else None,
            "title": self.title,
        }


def cited_sections(text: str, written: date | None, loaded: Library) -> list[CitedSection]:
    """Sections in order; none where no tournament documents are loaded."""
    if loaded.policy is None:
        return []
    return [_judged(place, written, loaded) for place in _places(text) if place.document in policy_editions(loaded)]


def with_todays_sections(text: str, sections: Sequence[CitedSection]) -> str:
    """The text with today's numbers of those that moved."""
    now = {(one.document, one.number): one.now for one in sections if one.now and one.now != one.number}
    for place in reversed(_places(text)):
        if number := now.get((place.document, place.number)):
            text = f"{text[: place.start]}{number.removeprefix('appendix-').upper()}{text[place.end :]}"
    return text


def _judged(place: _Place, written: date | None, loaded: Library) -> CitedSection:
    document, number, editions = place.document, place.number, policy_editions(loaded)[place.document]
    if not number:
        title = KINDS[document].name
        return CitedSection(place.start, place.end, document, "", Status.SAME, "", editions[0].date, title)
    edition = _edition(editions, number, written)
    if edition is None:
        return CitedSection(place.start, place.end, document, number, Status.UNKNOWN)
    history, today = policy_history(document, loaded), editions[0]
    key = history.key_of(edition.date, number)
    title = history.sections[edition.date][key].title
    now = history.lineages.destination(edition.date, key, today.date)
    if now is None:
        return CitedSection(place.start, place.end, document, number, Status.REMOVED, edition=edition.date, title=title)
    new, status = history.sections[today.date][now], _status(history, edition, key, today, now)
    return CitedSection(place.start, place.end, document, number, status, new.number, edition.date, new.title)


def _edition(editions: Sequence[PolicyEditionInfo], number: str, written: date | None) -> PolicyEditionInfo | None:
    """The edition in force when a text was written; if that isn't said, the newest that has the number."""
    then = [edition for edition in editions if written is None or edition.date <= written] or editions[-1:]
    having = [edition for edition in (then[:1] if written else then) if edition.section(number)]
    return having[0] if having else None


def _status(history: PolicyHistory, old: PolicyEditionInfo, key: str, new: PolicyEditionInfo, now: str) -> Status:
    moved = history.sections[old.date][key].number != history.sections[new.date][now].number
    reworded = history.provision(old.date, key).paragraphs != history.provision(new.date, now).paragraphs
    if moved:
        return Status.MOVED_AND_REWORDED if reworded else Status.MOVED
    return Status.REWORDED if reworded else Status.SAME
