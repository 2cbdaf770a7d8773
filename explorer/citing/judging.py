"""What became of a cited rule, and whether quoted words are its own."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz import fuzz

from explorer.citing.cards import is_on_card, reads_like_card
from explorer.citing.numbers import KnownNumbers, is_within
from explorer.citing.texts import EditionTexts, nearest_to, texts_of
from explorer.citing.words import CLOSE, Quoted, line_of
from explorer.document.numbers import RuleNumber
from explorer.library.history.places import keys_at
from explorer.library.queries import EditionInfo
from explorer.lineages.normalizing import is_same_text, normalized, without_citations
from explorer.lineages.provisions import is_term, parent_of

# Bonus, of 100, for the rule that continues a split rule's lineage.
_OWN = 15
# Similarity, of 100, at which a quote is the cited rule's, unless another rule's is higher by _CLEARLY.
_ROUGH, _CLEARLY = 70, 15
# Words at which an exact or a near match is no coincidence, and the similarity of a near match.
_SURE_IF_SAME, _SURE, _SURELY = 6, 8, 90
# Share of an invented quotation's words that its rule must have; with fewer it's a card's or a player's.
_CLAIMED = 0.57
# “(This creature can’t be blocked.)”, but not “(other than a mana ability)”.
_REMINDER = re.compile(r"\([A-Z{“\"]")


class Status(StrEnum):
    SAME = "same"
    REWORDED = "reworded"
    MOVED = "moved"
    MOVED_AND_REWORDED = "moved and reworded"
    REMOVED = "removed"
    UNKNOWN = "unknown"
    MISQUOTED = "misquoted"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a cited rule.

    Attributes:
        now: today's number; empty if the rule is gone or unknown.
        edition: the edition the number was read in: the text's, or the one that has the quoted words.
        since: edition of the last change, or the first without the rule.
        split: today's numbers of a rule that was split.
        merged: the rule is part of another today.
        says: key of the rule in `says_in` that a misquotation is really from; empty if no edition has these words.
            Also set for old words quoted under the rule's new number.
        altered: the quote differs a little from `says`.
        partly: the rule was reworded, but not the quoted part.
    """

    number: str
    status: Status
    edition: EditionInfo
    now: str = ""
    since: datetime.date | None = None
    split: tuple[str, ...] = ()
    merged: bool = False
    says: str = ""
    says_in: EditionInfo | None = None
    says_now: str = ""
    altered: bool = False
    partly: bool = False

    @property
    def old(self) -> tuple[EditionInfo, str]:
        """Edition and key of the text to compare with today's."""
        if self.status is Status.REWORDED and self.says_in:
            return self.says_in, self.says
        return self.edition, self.number


class Judge:
    """Judges the citations of one edition; verdicts are cached."""

    def __init__(self, known: KnownNumbers, edition: EditionInfo, today: EditionInfo, *, assumed: bool) -> None:
        self.known = known
        self.edition = edition
        self.today = today
        self.assumed = assumed
        self._origins: dict[str, str] = {}
        self._verdicts: dict[tuple[str, Quoted | None], Verdict] = {}

    def prepare(self, numbers: Sequence[str]) -> None:
        """Load the fates of many numbers in one query."""
        self.known.load(numbers)
        own = [number for number in numbers if self.known.has(number, self.edition.date)]
        self.known.load_fates(own, self.edition.date, self.today.date)

    def judge(self, number: str, quoted: Quoted | None = None) -> Verdict:
        if (number, quoted) not in self._verdicts:
            self._verdicts[number, quoted] = self._judge_quote(number, quoted) if quoted else self._judge_number(number)
        return self._verdicts[number, quoted]

    def origin(self, number: str) -> str:
        """The edition's number for one of today's; empty for a newer rule."""
        if number not in self._origins:
            place = (number, self.today.date)
            self._origins[number] = keys_at([place], self.edition.date).get(place, "")
        return self._origins[number]

    def fits(self, number: str, quoted: Quoted) -> bool:
        texts = texts_of(self.edition)
        return number in texts and quoted.is_in(texts.line(number))

    def is_quote(self, quoted: Quoted) -> bool:
        """Whether any rule has these words, or nearly."""
        self.known.count_search()
        return any(
            texts.keys_with(quoted) or texts.nearest(quoted, "")
            for texts in map(texts_of, dict.fromkeys((self.edition, self.today)))
        )

    def is_quote_of(self, number: str, quoted: Quoted, *, marked: bool, claims: bool) -> bool:
        """Whether a quote beside a number is of rules text, not of a card or a player."""
        if not marked and not self._has_many_words_of(number, quoted):
            return False
        verdict = self.judge(number, quoted)
        if verdict.status is not Status.MISQUOTED or verdict.says:
            return True
        texts = texts_of(self.edition)
        if not marked or number not in texts:
            return False
        # Invented words of a rule, rather than a card’s or a player’s.
        is_claimed = claims and texts.word_overlap(number, quoted) >= _CLAIMED and not reads_like_card(quoted.text)
        return (is_claimed or texts.is_paraphrased_by(number, quoted)) and not is_on_card(quoted)

    def _has_many_words_of(self, number: str, quoted: Quoted) -> bool:
        """Whether a long quote is exactly some rule's, or nearly this rule's."""
        texts = texts_of(self.edition)
        if len(quoted.line.split()) < _SURE:
            return False
        return bool(number in texts and quoted.similarity(texts.line(number), CLOSE)) or bool(texts.keys_with(quoted))

    def _judge_number(self, number: str) -> Verdict:
        if self.known.has(number, self.edition.date):
            return self._fate(number, self.edition)
        if self.assumed:
            editions = [one for one in self.known.editions if self.known.has(number, one.date)]
            if editions:
                nearest = min(editions, key=lambda one: abs((one.date - self.edition.date).days))
                return self._fate(number, nearest)
        return Verdict(number, Status.UNKNOWN, self.edition)

    def _fate(self, number: str, edition: EditionInfo, quoted: Quoted | None = None) -> Verdict:
        old, new = texts_of(edition), texts_of(self.today)
        fate = self.known.fate(number, edition.date, self.today.date)
        since = fate.since if fate else None
        now, split = (fate.own, fate.keys) if fate else ("", ())
        if fate and fate.split:
            now = self._best_part(old.text(number), split, now, quoted, new)
        if not now:
            now = _unlinked_move(number, old, new)
        if not now or now not in new:
            return Verdict(number, Status.REMOVED, edition, since=since)
        if fate and fate.merged:
            now = _subrule_with(old.words(number), now, new)
        reworded = not _is_same(old, number, new, now)
        partly = bool(reworded and quoted and quoted.is_in(new.line(now)))
        status = status_of(moved=now != number, reworded=reworded and not partly)
        return Verdict(
            number,
            status,
            edition,
            now,
            since,
            split if len(split) > 1 else (),
            bool(fate and fate.merged and reworded),
            partly=partly,
        )

    def _best_part(self, text: str, keys: Sequence[str], own: str, quoted: Quoted | None, new: EditionTexts) -> str:
        """Of the parts of a split rule, the one with the quoted words, or else with most of the text."""
        parts = [key for key in keys if key in new and not is_term(key)]
        matching = [key for key in parts if quoted and quoted.is_in(new.line(key))]
        if matching:
            return own if own in matching else matching[0]
        return max(parts, key=lambda key: fuzz.ratio(text, new.text(key)) + _OWN * (key == own), default=own)

    def _judge_quote(self, number: str, quoted: Quoted) -> Verdict:
        if self.fits(number, quoted):
            return self._fate(number, self.edition, quoted)
        self.known.count_search()
        # The edition decides if it was said. Nobody quotes rules that are yet to come.
        if self.assumed or not texts_of(self.edition).keys_with(quoted):
            latest = datetime.date.max if self.assumed else self.edition.date
            if edition := self.known.edition_with(number, quoted, self.edition, latest):
                return self._fate(number, edition, quoted)
        bare = self._judge_number(number)
        if bare.status is Status.UNKNOWN and not self.known.spans(number):
            return self._with_source(bare, quoted)
        return self._misquoted(bare, quoted)

    def _misquoted(self, bare: Verdict, quoted: Quoted) -> Verdict:
        texts = texts_of(bare.edition)
        found = replace(bare, status=Status.MISQUOTED)
        sourced = self._with_source(found, quoted)
        if sourced.says:
            if sourced.says_in and sourced.says_in.date < bare.edition.date and sourced.says_now == bare.now:
                # Only the words are old: a number brought up to date without them.
                since = self._fate(sourced.says, sourced.says_in).since
                return replace(sourced, status=Status.REWORDED, since=since)
            return sourced
        own = quoted.similarity(texts.line(bare.number)) if bare.number in texts else 0.0
        latest = datetime.date.max if self.assumed else self.edition.date
        if own < _SURELY and (then := self.known.edition_like(bare.number, quoted, _SURELY, latest)):
            fate = self._fate(bare.number, then, quoted)
            return self._attributed(replace(fate, status=Status.MISQUOTED), bare.number, then, altered=True)
        nearest = texts.nearest(quoted, bare.number) if own < CLOSE else ""
        if nearest and not is_within(nearest, bare.number) and not self._is_certain(nearest, quoted, texts):
            nearest = ""
        is_own = own >= _ROUGH and quoted.similarity(texts.line(nearest or bare.number)) < own + _CLEARLY
        if nearest and not is_own and not is_within(nearest, bare.number):
            return self._attributed(found, nearest, bare.edition, altered=True)
        if own >= CLOSE or nearest:
            return self._attributed(found, bare.number, bare.edition, altered=True)
        if len(quoted.line.split()) >= _SURE and not _REMINDER.search(quoted.text):
            for number, edition in self.known.places_like(quoted, _SURELY)[:1]:
                return self._attributed(found, number, edition, altered=True)
        return found

    @staticmethod
    def _is_certain(key: str, quoted: Quoted, texts: EditionTexts) -> bool:
        """Whether a near match with another rule is no coincidence, nor a card's reminder text."""
        is_long = len(quoted.line.split()) >= _SURE and not _REMINDER.search(quoted.text)
        return is_long and texts.has_own_words(key, quoted) and quoted.similarity(texts.own_line(key)) >= _SURELY

    def _with_source(self, verdict: Verdict, quoted: Quoted) -> Verdict:
        """Add the rule that has exactly these words, in this edition or any other."""
        if len(quoted.line.split()) < _SURE_IF_SAME:
            return verdict
        for edition in dict.fromkeys((self.edition, self.today)):
            texts = texts_of(edition)
            keys = [key for key in texts.keys_with(quoted) if texts.has_own_words(key, quoted)]
            if keys:
                return self._attributed(verdict, nearest_to(verdict.number, keys), edition)
        for number, edition in self.known.places_of(quoted)[:1]:
            return self._attributed(verdict, number, edition)
        return verdict

    def _attributed(self, verdict: Verdict, key: str, edition: EditionInfo, *, altered: bool = False) -> Verdict:
        now = "" if is_term(key) else self._fate(key, edition).now
        return replace(verdict, says=key, says_in=edition, says_now=now, altered=altered)


def status_of(*, moved: bool, reworded: bool) -> Status:
    if moved:
        return Status.MOVED_AND_REWORDED if reworded else Status.MOVED
    return Status.REWORDED if reworded else Status.SAME


def _is_same(old: EditionTexts, number: str, new: EditionTexts, now: str) -> bool:
    """Compare two rules, ignoring examples and cited numbers."""
    before, after = old.words(number), new.words(now)
    if is_same_text(before, after):
        return True
    return normalized(without_citations(before)[0]) == normalized(without_citations(after)[0])


def _subrule_with(text: str, rule: str, new: EditionTexts) -> str:
    """The only subrule of a rule that has all of a text merged into it; else the rule itself."""
    line = line_of(text)
    keys = [key for key in new.keys_with(Quoted(text, (line,))) if key == rule or parent_of(key) == rule]
    return keys[0] if len(keys) == 1 else rule


def _unlinked_move(number: str, old: EditionTexts, new: EditionTexts) -> str:
    """Today's only rule with the text of a removed one that the lineages don't connect with it; else empty."""
    line = old.own_line(number)
    quoted = Quoted(line, (line,))
    alike = [key for key in new.keys_with(quoted) if new.own_line(key) == line and RuleNumber.try_parse(key)]
    return alike[0] if len(alike) == 1 else ""
