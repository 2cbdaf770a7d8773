"""What became of a cited rule, and whether quoted words are its own."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz import fuzz

from explorer.citing.cards import is_on_card, sounds_like_card
from explorer.citing.numbers import KnownNumbers, is_within
from explorer.citing.texts import EditionTexts, nearest_to, texts_of
from explorer.citing.words import CLOSE, Quoted, line_of
from explorer.document.numbers import RuleNumber
from explorer.library.history.places import keys_at
from explorer.library.queries import EditionInfo
from explorer.lineages.normalizing import is_same_text, normalized, without_citations
from explorer.lineages.provisions import is_term, parent_of

# How much of 100 a part of a rule must be more like it than what continues it.
_OWN = 15
# Similarity, of 100, from which words are the cited rule's, unless another's is higher by so much.
_ROUGH, _CLEARLY = 70, 15
# Words from which being exactly or almost a rule's is no chance, and the similarity for almost.
_SURE_IF_SAME, _SURE, _SURELY = 6, 8, 90
# Share of the words in an invented quotation that the rule has, too; with fewer it's a card's or a player's.
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
    """What a citation is worth today.

    Attributes:
        now: today's number; empty if the rule is gone or unknown.
        edition: in which the number is read; another than the text's where only that has the quoted words.
        since: the edition of the last change, or the first without the rule.
        split: today's numbers, if the rule's text is in several.
        merged: it is part of another rule today.
        says: of a misquotation, the key of the rule in `says_in` whose words these are, or almost are; empty if no
            edition has them. Of a reworded rule, whose old words are quoted under its new number.
        altered: the words of `says` differ a little.
        partly: the rule was reworded, but not the words quoted.
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
        """The edition and key of the text that is compared with today's."""
        is_renumbered = self.status is Status.REWORDED and self.says_in is not None
        return (self.says_in, self.says) if is_renumbered and self.says_in else (self.edition, self.number)


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
        """Query what all numbers became at once."""
        self.known.learn(numbers)
        own = [number for number in numbers if self.known.has(number, self.edition.date)]
        self.known.learn_fates(own, self.edition.date, self.today.date)

    def judge(self, number: str, quoted: Quoted | None = None) -> Verdict:
        """The verdict on a number, and on the words quoted from it."""
        if (number, quoted) not in self._verdicts:
            self._verdicts[number, quoted] = self._quoted(number, quoted) if quoted else self._number(number)
        return self._verdicts[number, quoted]

    def origin(self, number: str) -> str:
        """The edition's number for the rule that has a number today; empty if it had none."""
        if number not in self._origins:
            place = (number, self.today.date)
            self._origins[number] = keys_at([place], self.edition.date).get(place, "")
        return self._origins[number]

    def fits(self, number: str, quoted: Quoted) -> bool:
        """Whether the edition has these words under the number."""
        texts = texts_of(self.edition)
        return number in texts and quoted.is_in(texts.line(number))

    def is_quote(self, quoted: Quoted) -> bool:
        """Whether words are a rule's, or almost."""
        self.known.count_search()
        return any(
            texts.having(quoted) or texts.nearest(quoted, "")
            for texts in map(texts_of, dict.fromkeys((self.edition, self.today)))
        )

    def is_quote_of(self, number: str, quoted: Quoted, *, marked: bool, claims: bool) -> bool:
        """Whether words beside a number are meant to be a rule's, not a card's or a player's."""
        if not marked and not self._has_many_words_of(number, quoted):
            return False
        verdict = self.judge(number, quoted)
        if verdict.status is not Status.MISQUOTED or verdict.says:
            return True
        texts = texts_of(self.edition)
        if not marked or number not in texts:
            return False
        # Invented words of a rule, rather than a card’s or a player’s.
        is_claimed = claims and texts.share(number, quoted) >= _CLAIMED and not sounds_like_card(quoted.text)
        return (is_claimed or texts.has_most_words(number, quoted)) and not is_on_card(quoted)

    def _has_many_words_of(self, number: str, quoted: Quoted) -> bool:
        """Whether words are exactly some rule's or almost the number's own, and too many to be so by chance."""
        texts = texts_of(self.edition)
        if len(quoted.line.split()) < _SURE:
            return False
        return bool(number in texts and quoted.likeness(texts.line(number), CLOSE)) or bool(texts.having(quoted))

    def _number(self, number: str) -> Verdict:
        if self.known.has(number, self.edition.date):
            return self._course(number, self.edition)
        if self.assumed:
            having = [one for one in self.known.editions if self.known.has(number, one.date)]
            if having:
                nearest = min(having, key=lambda one: abs((one.date - self.edition.date).days))
                return self._course(number, nearest)
        return Verdict(number, Status.UNKNOWN, self.edition)

    def _course(self, number: str, edition: EditionInfo, quoted: Quoted | None = None) -> Verdict:
        """What became of the rule that an edition has under a number."""
        old, new = texts_of(edition), texts_of(self.today)
        fate = self.known.fate(number, edition.date, self.today.date)
        since = fate.since if fate else None
        now, split = (fate.own, fate.keys) if fate else ("", ())
        if fate and fate.split:
            now = self._part(old.text(number), split, now, quoted, new)
        if not now:
            now = _moved_unnoticed(number, old, new)
        if not now or now not in new:
            return Verdict(number, Status.REMOVED, edition, since=since)
        if fate and fate.merged:
            now = _subrule_with(old.words(number), now, new)
        reworded = not _is_same(old, number, new, now)
        partly = bool(reworded and quoted and quoted.is_in(new.line(now)))
        status = _status(moved=now != number, reworded=reworded and not partly)
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

    def _part(self, text: str, keys: Sequence[str], own: str, quoted: Quoted | None, new: EditionTexts) -> str:
        """Of the rules that a rule was split into, the one that has the quoted words, or most of the text."""
        there = [key for key in keys if key in new and not is_term(key)]
        having = [key for key in there if quoted and quoted.is_in(new.line(key))]
        if having:
            return own if own in having else having[0]
        return max(there, key=lambda key: fuzz.ratio(text, new.text(key)) + _OWN * (key == own), default=own)

    def _quoted(self, number: str, quoted: Quoted) -> Verdict:
        if self.fits(number, quoted):
            return self._course(number, self.edition, quoted)
        self.known.count_search()
        # The edition decides if it was said. Nobody quotes rules that are yet to come.
        if self.assumed or not texts_of(self.edition).having(quoted):
            latest = datetime.date.max if self.assumed else self.edition.date
            if edition := self.known.edition_with(number, quoted, self.edition, latest):
                return self._course(number, edition, quoted)
        bare = self._number(number)
        if bare.status is Status.UNKNOWN and not self.known.spans(number):
            return self._whose(replace(bare, status=Status.UNKNOWN), quoted)
        return self._misquoted(bare, quoted)

    def _misquoted(self, bare: Verdict, quoted: Quoted) -> Verdict:
        texts = texts_of(bare.edition)
        found = replace(bare, status=Status.MISQUOTED)
        whose = self._whose(found, quoted)
        if whose.says:
            if whose.says_in and whose.says_in.date < bare.edition.date and whose.says_now == bare.now:
                # Only the words are old: a number brought up to date without them.
                since = self._course(whose.says, whose.says_in).since
                return replace(whose, status=Status.REWORDED, since=since)
            return whose
        own = quoted.likeness(texts.line(bare.number)) if bare.number in texts else 0.0
        latest = datetime.date.max if self.assumed else self.edition.date
        if own < _SURELY and (then := self.known.edition_like(bare.number, quoted, _SURELY, latest)):
            course = self._course(bare.number, then, quoted)
            return self._saying(replace(course, status=Status.MISQUOTED), bare.number, then, altered=True)
        nearest = texts.nearest(quoted, bare.number) if own < CLOSE else ""
        if nearest and not is_within(nearest, bare.number) and not self._is_meant(nearest, quoted, texts):
            nearest = ""
        is_own = own >= _ROUGH and quoted.likeness(texts.line(nearest or bare.number)) < own + _CLEARLY
        if nearest and not is_own and not is_within(nearest, bare.number):
            return self._saying(found, nearest, bare.edition, altered=True)
        if own >= CLOSE or nearest:
            return self._saying(found, bare.number, bare.edition, altered=True)
        if len(quoted.line.split()) >= _SURE and not _REMINDER.search(quoted.text):
            for number, edition in self.known.places_like(quoted, _SURELY)[:1]:
                return self._saying(found, number, edition, altered=True)
        return found

    @staticmethod
    def _is_meant(key: str, quoted: Quoted, texts: EditionTexts) -> bool:
        """Whether words that are almost another rule's are so for sure: few may be anybody's, or a card's reminder."""
        is_long = len(quoted.line.split()) >= _SURE and not _REMINDER.search(quoted.text)
        return is_long and texts.has_in_text(key, quoted) and quoted.likeness(texts.own_line(key)) >= _SURELY

    def _whose(self, verdict: Verdict, quoted: Quoted) -> Verdict:
        """The verdict with the rule that has exactly these words, in this edition or any other."""
        if len(quoted.line.split()) < _SURE_IF_SAME:
            return verdict
        for edition in dict.fromkeys((self.edition, self.today)):
            texts = texts_of(edition)
            having = [key for key in texts.having(quoted) if texts.has_in_text(key, quoted)]
            if having:
                return self._saying(verdict, nearest_to(verdict.number, having), edition)
        places = self.known.places_of(quoted)
        if places:
            number, edition = places[0]
            return self._saying(verdict, number, edition)
        return verdict

    def _saying(self, verdict: Verdict, key: str, edition: EditionInfo, *, altered: bool = False) -> Verdict:
        now = "" if is_term(key) else self._course(key, edition).now
        return replace(verdict, says=key, says_in=edition, says_now=now, altered=altered)


def _status(*, moved: bool, reworded: bool) -> Status:
    if moved:
        return Status.MOVED_AND_REWORDED if reworded else Status.MOVED
    return Status.REWORDED if reworded else Status.SAME


def _is_same(old: EditionTexts, number: str, new: EditionTexts, now: str) -> bool:
    """Whether two rules have the same text, but for examples and the numbers that they refer to."""
    before, after = old.words(number), new.words(now)
    if is_same_text(before, after):
        return True
    return normalized(without_citations(before)[0]) == normalized(without_citations(after)[0])


def _subrule_with(text: str, rule: str, new: EditionTexts) -> str:
    """The rule that a text was merged into, or the only one of its subrules that has all of the text."""
    line = line_of(text)
    having = [key for key in new.having(Quoted(text, (line,))) if key == rule or parent_of(key) == rule]
    return having[0] if len(having) == 1 else rule


def _moved_unnoticed(number: str, old: EditionTexts, new: EditionTexts) -> str:
    """The only rule that has a removed rule's text today, which the lineages don't join: it came back elsewhere."""
    line = old.own_line(number)
    quoted = Quoted(line, (line,))
    alike = [key for key in new.having(quoted) if new.own_line(key) == line and RuleNumber.try_parse(key)]
    return alike[0] if len(alike) == 1 else ""
