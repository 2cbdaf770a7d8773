"""Check citations of tournament documents, such as “MTR 4.2” and “IPG 2.5”."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter

from explorer.citing.judging import Status, status_of
from explorer.citing.quoting import Cited, find_quotes
from explorer.citing.words import CLOSE, Quoted, line_of
from explorer.library.loaded import Library
from explorer.policy.history import PolicyHistory, policy_history
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, newest_editions, policy_editions
from explorer.policy.place import address_of
from explorer.policy.reading.tree import Section

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
# Most quotes to compare, and words at which an exact match with another section is no coincidence.
_MOST_QUOTES, _SURE = 100, 6
NOT_COMPARED = "The quotation beside it wasn’t compared: it doesn’t look like this section’s words."
_UNREWORDED = {Status.REWORDED: Status.SAME, Status.MOVED_AND_REWORDED: Status.MOVED}
_REWORDED = {new: old for old, new in _UNREWORDED.items()}


@dataclass(frozen=True, slots=True)
class _Place:
    """A section's number in a text, or the name of a whole document.

    Attributes:
        cited: the whole citation, such as “IPG 2.5 and 2.6”.
    """

    start: int
    end: int
    document: str
    number: str
    cited: "_Run"


@dataclass(frozen=True, slots=True)
class _Run:
    start: int
    end: int

    @property
    def run(self) -> int:
        """Negative, to differ from runs of rules."""
        return -1 - self.start


def _places(text: str) -> list[_Place]:
    found: dict[int, _Place] = {}
    for pattern in _CITED:
        for cited in pattern.finditer(text):
            name, run = cited["document"].lower(), _Run(*cited.span())
            for part in _PART.finditer(text, cited.start("numbers"), cited.end("numbers")):
                number = f"appendix-{part[0].lower()}" if part[0].isalpha() else part[0]
                found[part.start()] = _Place(part.start(), part.end(), _NAMES.get(name, name), number, run)
    found |= {one.start(): _Place(*one.span(), "jar", "", _Run(*one.span())) for one in _WHOLE.finditer(text)}
    return [found[start] for start in sorted(found)]


@dataclass(frozen=True, slots=True)
class CitedSection:
    """A section that a text cites.

    Attributes:
        start: of its number.
        now: today's number; empty if it is gone or unknown.
        edition: the edition the number was read in; None if no edition has it.
        title: today's, or the last.
        quote: words quoted beside it.
        compared: false if the quote doesn't look like a tournament document's words; perhaps it's a card's.
        says: of a misquotation, the section that really has these words, if any.
    """

    start: int
    end: int
    document: str
    number: str
    status: Status
    now: str = ""
    edition: date | None = None
    title: str = ""
    quote: str = ""
    compared: bool = True
    says: str = ""

    @property
    def address(self) -> str:
        """Today's page; empty if it is gone or unknown."""
        exists = self.now or (not self.number and self.status is Status.SAME)
        return address_of(self.document, self.now) if exists else ""

    @property
    def cited(self) -> str:
        return KINDS[self.document].cited(self.number)

    def in_words(self) -> str:
        """Such as “MTR 3.5 is now 3.4.”."""
        is_now = f"{self.cited} is now {self.now}"
        sentence = {
            Status.SAME: f"{self.cited} is still right.",
            Status.REWORDED: f"{self.cited} is worded differently now.",
            Status.MOVED: f"{is_now}.",
            Status.MOVED_AND_REWORDED: f"{is_now}, and worded differently.",
            Status.REMOVED: f"{self.cited} is gone.",
            Status.MISQUOTED: f"Misquoted from {self.cited}. "
            + (f"These words are {self.says}’s." if self.says else "The section says it a little differently."),
        }.get(self.status, f"There’s no {self.cited}.")
        return sentence if self.compared else f"{sentence} {NOT_COMPARED}"

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
            "quote": self.quote or None,
            "compared": self.compared,
        }


def cited_sections(text: str, written: date | None, loaded: Library, rules: Sequence[Cited] = ()) -> list[CitedSection]:
    """Find cited sections, in order; none if no tournament documents are loaded.

    Args:
        rules: rule numbers in the text; a quote may be theirs instead.
    """
    if loaded.policy is None:
        return []
    places = [place for place in _places(text) if place.document in policy_editions(loaded)]
    judged = {place: _judged(place, written, loaded) for place in places}
    for count, (run, quoted) in enumerate(_quotes(text, places, rules).items()):
        beside = [place for place in places if place.cited.run == run]
        own = next((place for place in beside if quoted.is_in(_line_of_cited(judged[place], loaded))), beside[0])
        judged[own] = _compared(judged[own], quoted if count < _MOST_QUOTES else None, quoted.text, loaded)
    return [judged[place] for place in places]


def _quotes(text: str, places: Sequence[_Place], rules: Sequence[Cited]) -> Mapping[int, Quoted]:
    """Quotes beside citations, by run."""
    runs = {place.cited.run: place.cited for place in places}
    if not runs:
        return {}
    found: dict[int, Quoted] = {}
    for quote in find_quotes(text, sorted([*runs.values(), *rules], key=attrgetter("start"))):
        if quote.marked and quote.runs[0] in runs:
            found.setdefault(quote.runs[0], Quoted.of(quote.text))
    return found


def _line(section: Section) -> str:
    return line_of(" ".join([section.title, *section.body()]))


def _line_of_cited(one: CitedSection, loaded: Library) -> str:
    editions = policy_editions(loaded)[one.document]
    section = next((edition.section(one.number) for edition in editions if edition.date == one.edition), None)
    return _line(section) if section else ""


def _compared(one: CitedSection, quoted: Quoted | None, quote: str, loaded: Library) -> CitedSection:
    """Judge a quote beside a cited section; None isn't compared."""
    if one.status is Status.UNKNOWN:
        return replace(one, quote=quote)
    if quoted is None or one.edition is None or not one.number:
        return replace(one, quote=quote, compared=False)
    history = policy_history(one.document, loaded)
    lineage = history.lineages.at(one.edition, history.key_of(one.edition, one.number))
    lines = {day: _line(history.sections[day][key]) for day, key in lineage.keys.items()} if lineage else {}
    newest = max(history.editions)
    if quoted.is_in(lines.get(newest, "")):
        return replace(one, quote=quote, status=_UNREWORDED.get(one.status, one.status))
    if any(quoted.is_in(line) for line in lines.values()):
        return replace(one, quote=quote, status=_REWORDED.get(one.status, one.status))
    if others := _sections_with(quoted, loaded):
        return replace(one, quote=quote, status=Status.MISQUOTED, says=others[0])
    if any(quoted.similarity(lines.get(day, ""), CLOSE) for day in {one.edition, newest}):
        return replace(one, quote=quote, status=Status.MISQUOTED)
    return replace(one, quote=quote, compared=False)


def _sections_with(quoted: Quoted, loaded: Library) -> list[str]:
    if len(quoted.line.split()) < _SURE:
        return []
    return [
        edition.kind.cited(section.number)
        for edition in newest_editions(loaded)
        for section in edition.text.sections
        if quoted.is_in(_line(section))
    ]


def with_todays_sections(text: str, sections: Sequence[CitedSection]) -> str:
    """Replace the numbers of sections that moved."""
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
    """The edition in force when a text was written, if it has the number; without a date, the newest that has it."""
    then = [edition for edition in editions if written is None or edition.date <= written] or editions[-1:]
    return next((edition for edition in (then[:1] if written else then) if edition.section(number)), None)


def _status(history: PolicyHistory, old: PolicyEditionInfo, key: str, new: PolicyEditionInfo, now: str) -> Status:
    return status_of(
        moved=history.sections[old.date][key].number != history.sections[new.date][now].number,
        reworded=history.provision(old.date, key).paragraphs != history.provision(new.date, now).paragraphs,
    )
