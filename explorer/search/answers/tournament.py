"""Sections of the tournament documents that a query names or asks about."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from explorer.library.loaded import Library
from explorer.policy.finding import canonical_number
from explorer.policy.kinds import KINDS
from explorer.policy.loaded import PolicyEditionInfo, newest_editions, policy_editions
from explorer.policy.page import FETCH, PolicyLink
from explorer.policy.place import address_of
from explorer.policy.reading.tree import Section
from explorer.search import weights
from explorer.search.index.book import phrases as book_phrases
from explorer.search.index.vocabulary import is_word, known_words
from explorer.search.weights import Part, total
from explorer.search.words.phrases import FILLER, Phrases, canonical_keys, specificity, without_fillers
from explorer.search.words.splitting import inflected, trimmed
from explorer.search.words.typos import is_typo
from explorer.web import addresses
from symbols.data_files import read_data
from symbols.similar import SURE, similar

_DOCUMENT = (
    r"(?P<document>mtr|ipg|jar|(?:magic )?tournament rules|(?:magic )?infraction procedure guide|judging at regular)"
)
_DAY = r"\d{4}(?:-\d\d(?:-\d\d)?)?"
# “mtr 4.8”, “mtr 4.8a”, “ipg 2.5 upgrade”, “mtr 4.8 2024”, “mtr 2024-05-13 4.2”.
_NUMBERED = re.compile(
    rf"^{_DOCUMENT}\s*[,:]?\s*(?:(?P<before>{_DAY})\s+)?(?:section\s*)?§?\s*"
    rf"(?P<number>(?:\d{{1,2}}(?:\.\d{{1,2}})?|appendix [a-z])(?!\w*\d))[a-z]?\.?"
    rf"(?: (?:of |in |from )?(?P<after>{_DAY})|(?<=\.\d)(?: [a-z]+){{1,3}}|(?<=\.\d\d)(?: [a-z]+){{1,3}})?$"
)
_IN_DOCUMENT = re.compile(rf"\b{_DOCUMENT}\b")
# Words that say that a question is about a tournament, and of them, those about its penalties.
_SCOPE = re.compile(
    r"\b(?:penalt(?:y|ies)|infractions?|warnings?|game loss|match loss|disqualif\w+|dq|head judge|floor judge"
    r"|tournaments?|fnm|regular rel|competitive rel|rel|decklists?)\b"
)
_WORD = re.compile(r"[^\W_]+")
_PENALTY = re.compile(r"\b(?:(?:what(?:'s| is)? )?the )?(?:penalt(?:y|ies)|infractions?)(?: (?:for|of))?\b")
MOST = 3
_SAME: Final = (Part("named", weights.SECTION_NAMED), Part("same number or name", weights.SECTION_TEXT))
_BEGUN = 4
# Letters of a word that may be a typo.
_LEAST_MENDED = 6
_TWO = 2


@dataclass(frozen=True, slots=True)
class SectionFound:
    """A section, or a whole document without one; `day` is of the edition, where the query says which."""

    edition: PolicyEditionInfo
    section: Section | None = None
    parts: Sequence[Part] = ()
    day: date | None = None

    @property
    def score(self) -> float:
        return total(self.parts)

    @property
    def number(self) -> str:
        return self.section.number if self.section else ""

    @property
    def link(self) -> PolicyLink:
        kind, section = self.edition.kind, self.section
        if section is None:
            return PolicyLink(kind.short, kind.title, addresses.policy(kind.key))
        name = kind.name_of(section.title) or kind.title
        address = address_of(kind.key, section.number, self.day)
        return PolicyLink(kind.cited(section.number), name, address, section.penalty)


@dataclass(frozen=True, slots=True)
class TournamentAnswer:
    """Sections for a query.

    Attributes:
        is_first: they are the answer: no rule is, and the results are only more to read.
        is_named: the query is the number or the name of the only one.
    """

    sections: Sequence[SectionFound]
    is_first: bool
    is_named: bool = False

    @property
    def links(self) -> Sequence[PolicyLink]:
        return [found.link for found in self.sections]

    @property
    def spoken(self) -> str:
        """“IPG 2.1 Missed Trigger: No Penalty.”."""
        first = self.sections[0].link
        return f"{first.number} {first.words}{f': {first.penalty}' if first.penalty else ''}."


def section_named(typed: str, loaded: Library) -> str:
    """Address of what a query is the number or the name of: “mtr 4.2”, “ipg game rule violation”; else empty.

    A number that the document hasn't leads to the page that says so, and which are near.
    """
    text = _plain(typed)
    if found := _numbered(text, loaded):
        return found.link.address
    number = _NUMBERED.match(text)
    document = _key_of(number["document"]) if number and not (number["before"] or number["after"]) else ""
    if number and document in _editions(loaded):
        return addresses.policy(document, canonical_number(number["number"].replace(" ", "-")))
    if found := _titled(text, loaded):
        return found.link.address
    edition = _document(text, loaded)
    return addresses.policy(edition.document) if edition else ""


def _document(text: str, loaded: Library) -> PolicyEditionInfo | None:
    """The document that a query names, and nothing else."""
    if named := _IN_DOCUMENT.fullmatch(text):
        return _editions(loaded).get(_key_of(named["document"]))
    return next((edition for edition in newest_editions(loaded) if text in edition.kind.called), None)


def _named(text: str, loaded: Library) -> SectionFound | None:
    return _numbered(text, loaded) or _titled(text, loaded)


def _titled(text: str, loaded: Library) -> SectionFound | None:
    """“ipg game rule violation”."""
    said = _IN_DOCUMENT.match(text)
    edition = _editions(loaded).get(_key_of(said["document"])) if said else None
    section = edition.titled(text[said.end() :].strip()) if said and edition else None
    return SectionFound(edition, section, _SAME) if edition and section else None


def _numbered(text: str, loaded: Library) -> SectionFound | None:
    found = _NUMBERED.match(text)
    if found is None:
        return None
    document, day = _key_of(found["document"]), found["before"] or found["after"]
    editions = policy_editions(loaded).get(document, ())
    # In force at the end of a year or a month, if no day is said.
    edition = next((each for each in editions if not day or each.date.isoformat()[: len(day)] <= day), None)
    section = edition.section(canonical_number(found["number"].replace(" ", "-"))) if edition else None
    return SectionFound(edition, section, _SAME, edition.date if day else None) if edition and section else None


def names_missing_document(typed: str, loaded: Library) -> str:
    """The command that gets the documents, for a query that names one while none is loaded; else empty."""
    return FETCH if loaded.policy is None and _IN_DOCUMENT.search(_plain(typed)) else ""


def answer_named(typed: str, loaded: Library) -> TournamentAnswer | None:
    """The section or the document that a query is the number or the name of."""
    text = _plain(typed)
    if found := _named(text, loaded):
        return TournamentAnswer([found], is_first=True, is_named=True)
    if edition := _document(text, loaded):
        return TournamentAnswer([SectionFound(edition, parts=_SAME)], is_first=True, is_named=True)
    return None


def answer_tournament(typed: str, loaded: Library, *, has_rule: bool) -> TournamentAnswer | None:
    """Sections for a query, and whether they are its answer, even if a rule would be one, too (`has_rule`)."""
    text = _plain(typed)
    found = _answered(text, loaded, has_rule=has_rule)
    meant = _without_typos(text, loaded) if found is None else ""
    return _answered(meant, loaded, has_rule=has_rule) if meant else found


def _answered(text: str, loaded: Library, *, has_rule: bool) -> TournamentAnswer | None:
    found = find_sections(text, loaded)
    if begun := _begun_name(text, loaded):
        return TournamentAnswer(begun, is_first=True)
    best, in_scope = (found[0] if found else None), _is_in_scope(text)
    if best is None:
        return None
    is_theirs = _says_own_word(best, text, loaded)
    if best.score < (weights.SECTION_MAYBE if is_theirs and not has_rule else weights.SECTION_LIKELY):
        return None
    if has_rule and not in_scope and not _is_beside_rule(best, text):
        return None
    titled = (one.edition.titled(text) for one in found)
    is_infraction = any(section is not None and section.penalty for section in titled)
    near = [one for one in found if one.score >= weights.SECTION_BESIDE * best.score]
    is_certain = best.score >= (weights.SECTION_LIKELY if is_theirs else weights.SECTION_CERTAIN) and not has_rule
    is_sure = in_scope or is_infraction or is_certain
    return TournamentAnswer(near, is_first=is_sure)


def _without_typos(text: str, loaded: Library) -> str:
    """The query with names of sections for words that neither they nor the rules have: “bribary”, “gameloss”."""
    if loaded.policy is None:
        return ""
    index = _index(loaded)
    corrected = text
    for word in _WORD.findall(text):
        if len(word) >= _LEAST_MENDED and word not in index.names.said and not is_word(word):
            near = similar(word, index.called, at_least=SURE)
            if near and is_typo(word, near[0]):
                corrected = corrected.replace(word, near[0])
    return corrected if corrected != text else ""


def _is_beside_rule(found: SectionFound, text: str) -> bool:
    """Whether a section answers a query that a rule answers, too; one word alone has other meanings in the game."""
    if _has_words(found, text):
        return found.score >= weights.SECTION_SURE
    return found.score >= weights.SECTION_CERTAIN and sum(map(_is_specific, _WORD.findall(text))) >= _TWO


def _has_words(found: SectionFound, text: str) -> bool:
    """Whether a section's names have all words of a query; one word alone as typed: “dies” isn't about dice."""
    said = [word for word in _WORD.findall(text) if word not in FILLER]
    form = inflected if len(said) > 1 else str
    names = [name.lower() for name in _names_of(found.edition, found.section)] if found.section else []
    return {form(word) for word in said} <= {form(word) for name in names for word in _WORD.findall(name)}


def _is_specific(word: str) -> bool:
    return word not in FILLER and all(specificity(key) == 1 for key in canonical_keys(word))


@lru_cache(maxsize=64)
def _own_words(text: str, loaded: Library) -> frozenset[str]:
    """Keys of words that the documents have, and neither the rules nor names of what is in them: “headphones”."""
    if not loaded.has_complete:
        return frozenset()
    index = _index(loaded)
    said = {word: canonical_keys(word) for word in _WORD.findall(text) if _is_specific(word) and not word.isdigit()}
    of_documents = {
        word: keys for word, keys in said.items() if word not in book_phrases() and index.having.keys() & keys
    }
    of_rules = known_words(of_documents)
    return frozenset(key for word, keys in of_documents.items() if word not in of_rules for key in keys)


def _says_own_word(found: SectionFound, text: str, loaded: Library) -> bool:
    own = _own_words(text, loaded)
    return found.section is not None and not own.isdisjoint(_words_of(found.edition, found.section))


def _begun_name(text: str, loaded: Library) -> Sequence[SectionFound]:
    """Sections whose names begin with several words, if one is an infraction: “missed tr”."""
    begun = sections_begun(text, loaded, MOST) if " " in text else ()
    return begun if any(found.link.penalty for found in begun) else ()


def sections_begun(typed: str, loaded: Library, most: int) -> Sequence[SectionFound]:
    """Sections by the beginning of their number or their name, while typing."""
    text = _plain(typed)
    if loaded.policy is None or len(text) < _BEGUN:
        return []
    begun = (
        SectionFound(edition, section)
        for edition, section in _index(loaded).sections
        if any(_plain(name).startswith(text) for name in _called(edition, section))
    )
    return list(islice(begun, most))


def _called(edition: PolicyEditionInfo, section: Section) -> Sequence[str]:
    name, number = edition.kind.name_of(section.title), edition.kind.cited(section.number)
    return name, f"{number} {name}", f"{edition.kind.short} {name}"


def find_sections(typed: str, loaded: Library, most: int = MOST) -> Sequence[SectionFound]:
    """The best sections, the best first."""
    if loaded.policy is None:
        return ()
    text = _plain(typed)
    said = _IN_DOCUMENT.search(text)
    document = _key_of(said["document"]) if said else ""
    in_scope, wants_penalty = _is_in_scope(text), bool(_PENALTY.search(text))
    if numbered := _numbered(text, loaded):
        return [numbered]
    bare = _PENALTY.sub(" ", _IN_DOCUMENT.sub(" ", text)).strip()
    index, own = _index(loaded), _own_words(bare, loaded)
    fits = {match.place: match.fit for match in index.names.matches(bare, 12)} if bare else {}
    scores = index.text_scores(bare)
    found = []
    for place, (edition, section) in enumerate(index.sections):
        if document and edition.document != document:
            continue
        parts = [
            Part("named", weights.SECTION_NAMED, fits.get(place, 0.0)),
            Part("BM25", weights.SECTION_TEXT, scores[place]),
        ]
        if any(part.fit for part in parts):
            if in_scope or not own.isdisjoint(index.words[place]):
                parts.append(Part("of tournaments", weights.OF_TOURNAMENTS))
            if wants_penalty and section.penalty:
                parts.append(Part("with a penalty", weights.WITH_PENALTY))
            found.append(SectionFound(edition, section, parts))
    return sorted(found, key=lambda one: -one.score)[:most]


def _is_in_scope(text: str) -> bool:
    return bool(_IN_DOCUMENT.search(text) or _SCOPE.search(text))


def _plain(typed: str) -> str:
    return trimmed(typed.lower().replace("’", "'"))


def _key_of(named: str) -> str:
    return (
        named if named in KINDS else next(key for key, kind in KINDS.items() if kind.name.lower().endswith(named[-10:]))
    )


def _editions(loaded: Library) -> Mapping[str, PolicyEditionInfo]:
    return {edition.document: edition for edition in newest_editions(loaded)}


class _Index:
    """Names and words of the sections of the newest documents."""

    def __init__(self, loaded: Library) -> None:
        self.sections = [
            (edition, section)
            for edition in newest_editions(loaded)
            for section in edition.text.sections
            if section.title and not section.title.casefold().startswith("changes from")
        ]
        self.names = Phrases(_names_of(edition, section) for edition, section in self.sections)
        self.called = self._called()
        self.words = [_words_of(edition, section) for edition, section in self.sections]
        self.having = Counter(key for words in self.words for key in words)
        self._idf = {key: math.log(1 + len(self.words) / count) for key, count in self.having.items()}
        self._average = sum(map(Counter.total, self.words)) / max(len(self.words), 1)

    def _called(self) -> Sequence[str]:
        """The words of names, and names of two words."""
        names = {name.lower() for place in self.sections for name in _names_of(*place)}
        return sorted(self.names.said | {name for name in names if len(name.split()) == _TWO})

    def text_scores(self, typed: str) -> Sequence[float]:
        """BM25 of each section for a query, as a share of what is possible."""
        keys = without_fillers(canonical_keys(typed))
        weight = {key: self._idf.get(key, math.log(1 + len(self.words))) * specificity(key) for key in keys}
        whole = math.fsum(weight.values()) * (weights.K1 + 1)
        return [self._score(words, weight) / whole if whole else 0.0 for words in self.words]

    def _score(self, words: Counter[str], weight: Mapping[str, float]) -> float:
        length = 1 - weights.B + weights.B * words.total() / self._average
        return math.fsum(
            own * words[key] * (weights.K1 + 1) / (words[key] + weights.K1 * length)
            for key, own in weight.items()
            if key in words
        )


@lru_cache(maxsize=2)
def _index(loaded: Library) -> _Index:
    return _Index(loaded)


def _names_of(edition: PolicyEditionInfo, section: Section) -> Sequence[str]:
    name = edition.kind.name_of(section.title)
    ours = edition.of_section(_data().get(edition.document, {}), section) or ()
    # “GPE — GRV”, as judges write it.
    kind = "".join(re.findall(r"\b[A-Z]", section.title.removesuffix(name)))
    return [name, section.title, *ours, *(f"{kind} {own}" for own in ours if kind and own.split()[0].isupper())]


def _words_of(edition: PolicyEditionInfo, section: Section) -> Counter[str]:
    words = Counter(canonical_keys("\n".join(section.words())))
    for name in _names_of(edition, section):
        words.update(canonical_keys(name))
    return words


@cache
def _data() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Names that judges and players use, by document and title."""
    return read_data("policy_names.toml", "explorer")
