"""Names of cards in a sentence: whole or short, nicknames, plural or possessive, with typos.

`does thalia tax my opponent's lightening bolts` names Thalia, Guardian of Thraben and Lightning Bolt.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from explorer.cards.models import StoredCard, StoredRuling
from explorer.cards.names import CardName
from explorer.cards.reading import card_names
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.models import Rule
from symbols.data_files import read_data

_DATA: Final = read_data("card_nicknames.toml", "explorer")
_NICKNAMES: Final[Mapping[str, str]] = _DATA["names"]
_ORDINARY: Final = frozenset(_DATA["ordinary"].split())
_WORD: Final = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?")
# Between words of one name.
_GAP: Final = re.compile(r"[\s,]{1,3}|\s?(?://|&|!|:)\s?")
_POSSESSIVE: Final = re.compile(r"(?:['’]s?)$")
_LOWER_WORD: Final = re.compile(r"\b[a-z]{3,}\b")
_MOST_WORDS, _MOST_MENTIONS, _MOST_CARDS = 8, 3, 6
_MOST_TYPED: Final = 60
# Shorter words with a typo are mostly other words.
_MIN_TYPED, _MIN_DISTINCTIVE = 6, 5
_DETERMINERS: Final = frozenset(
    "a an another any all both each every her his its my no one our some that the their these this those three two your"
    " creature creatures card cards permanent permanents spell spells target".split()
)
# A lower-case word that may be plain English is a name after one of the first and before one of the second, or at the end.
_BEFORE_NAME: Final = frozenset(
    "against are and bounce by can cast casting control copies copy counter did do does flash flicker from has have his"
    " her if is kill like my of on opponents or play playing sacrifice stifle target targeting their them to under use"
    " using versus via vs when while will with your".split()
)
_AFTER_NAME: Final = frozenset(
    "affect affects and at be but can cant copies copy count counts die dies do does enter enters for get gets give"
    " gives has have if in interact into is kill let make makes on or out resolve resolves see sees stop stops still"
    " then trigger triggers vs versus was when while will with work works".split()
)


class Mention(NamedTuple):
    """Offsets of a name in a sentence, and the cards that it may mean, the likeliest first."""

    start: int
    end: int
    cards: Sequence[CardName]


class _Word(NamedTuple):
    text: str
    start: int
    end: int


class _Names:
    """Short names of cards, and words that are in the name of one alone. Building it reads all names and rulings."""

    def __init__(self, loaded: Library) -> None:
        self.whole = card_names(loaded)
        self.ordinary = _ORDINARY | _words_of_texts(loaded)
        self.first_words: set[str] = set()
        self.short: dict[str, list[CardName]] = defaultdict(list)
        distinctive: dict[str, set[CardName]] = defaultdict(set)
        rows = StoredCard.objects.order_by("released", "name").values_list("slug", "name")
        for slug, name in rows:
            for spelled in dict.fromkeys((name, *name.split(" // "))):
                words = plain_words(spelled).split()
                self.first_words.update(words[:1])
                for word in words:
                    distinctive[word].add(CardName(slug, name))
                if "," in spelled:
                    self.short[plain_words(spelled.partition(",")[0])].append(CardName(slug, name))
        self.distinctive = {
            word: list(cards)
            for word, cards in distinctive.items()
            if len(cards) == 1 and len(word) >= _MIN_DISTINCTIVE and word not in self.ordinary
        }
        for nickname, name in _NICKNAMES.items():
            if found := self.whole.named(name):
                self.short[nickname] = [found]
        self.first_words.update(nickname.split()[0] for nickname in self.short if nickname)
        self.first_words.update(self.distinctive)

    def called(self, plain: str, *, is_word: bool) -> Sequence[CardName]:
        """Cards with exactly this name or short name, also in the plural; a part of a name is no word of the rules."""
        for name in (plain, plain.removesuffix("s")):
            if found := self.whole.named(name):
                return [found]
            if name in self.short:
                return self.short[name][:_MOST_CARDS]
            if name in self.distinctive and not is_word:
                return self.distinctive[name]
        return ()


_names = lru_cache(maxsize=2)(_Names)


def _words_of_texts(loaded: Library) -> frozenset[str]:
    """Lower-case words of rules, rulings and cards, which are plain English."""
    found: set[str] = set()
    rules = Rule.objects.filter(edition__in=[one.id for one in loaded.undated]).exclude(wording=None)
    for paragraphs in rules.values_list("wording__paragraphs", flat=True).iterator():
        found.update(word for one in paragraphs for word in _LOWER_WORD.findall(one["text"]))
    for text in StoredRuling.objects.values_list("text", flat=True).iterator():
        found.update(_LOWER_WORD.findall(text))
    for faces in StoredCard.objects.values_list("faces", flat=True).iterator():
        for face in faces:
            found.update(_LOWER_WORD.findall(face.get("text", "")))
    return frozenset(found)


def mentions(
    typed: str, loaded: Library, is_term: Callable[[str], bool], is_word: Callable[[str], bool]
) -> Sequence[Mention]:
    """The first few cards that a sentence names, in order.

    Args:
        is_term: whether the rules call something so; such a name is a card's only with a capital or in quotation marks.
        is_word: whether a lower-case word is known, and so has no typo.
    """
    if not loaded.has_cards:
        return ()
    words = [_Word(one[0], *one.span()) for one in _WORD.finditer(typed)][:_MOST_TYPED]
    reading = _Sentence(typed, words, _names(loaded), is_term, is_word)
    found: list[Mention] = []
    at = 0
    while at < len(words) and len(found) < _MOST_MENTIONS:
        mention, at = reading.at(at)
        if mention and all(mention.cards[0] not in one.cards for one in found):
            found.append(mention)
    return found


class _Sentence:
    def __init__(
        self,
        typed: str,
        words: Sequence[_Word],
        names: _Names,
        is_term: Callable[[str], bool],
        is_word: Callable[[str], bool],
    ) -> None:
        self._typed = typed
        self._words = words
        self._names = names
        self._is_term = is_term
        self._is_word = is_word
        self._has_case = any(one.text.islower() for one in words)

    def at(self, place: int) -> tuple[Mention | None, int]:
        """The longest name that begins with a word, and the place after it."""
        for size in range(min(_MOST_WORDS, self._run(place)), 0, -1):
            cards = self._exact(place, size)
            if cards and self._is_meant(place, size):
                return self._mention(place, size, cards), place + size
        for size in range(min(4, self._run(place)), 0, -1):
            if cards := self._nearly(place, size):
                return self._mention(place, size, cards), place + size
        return None, place + 1

    def _run(self, place: int) -> int:
        """How many words from here on may belong to one name."""
        following = pairwise(self._words[place : place + _MOST_WORDS])
        return 1 + next(
            (at for at, (one, two) in enumerate(following) if not _GAP.fullmatch(self._typed[one.end : two.start])),
            min(_MOST_WORDS, len(self._words) - place) - 1,
        )

    def _text(self, place: int, size: int) -> str:
        text = self._typed[self._words[place].start : self._words[place + size - 1].end]
        return plain_words(_POSSESSIVE.sub("", text))

    def _exact(self, place: int, size: int) -> Sequence[CardName]:
        first = plain_words(self._words[place].text).partition(" ")[0]
        if not {first, first.removesuffix("s")} & self._names.first_words:
            return ()
        whole = plain_words(self._typed[self._words[place].start : self._words[place + size - 1].end])
        is_word = size == 1 and self._is_word(first)
        spelled = dict.fromkeys((self._text(place, size), whole))
        return next(filter(None, (self._names.called(one, is_word=is_word) for one in spelled)), ())

    def _is_meant(self, place: int, size: int) -> bool:
        text = self._text(place, size)
        first, last = self._words[place], self._words[place + size - 1]
        if self._typed[first.start - 1 : first.start] in {'"', "“"} and self._typed[last.end : last.end + 1] in {'"', "”"}:
            return True
        is_term = self._is_term(text)
        if not is_term and (size > 1 or text not in self._names.ordinary):
            return True
        # At the beginning of a sentence a capital says nothing.
        if self._has_case and place and all(one.text[0].isupper() for one in self._words[place : place + size]):
            return True
        return size == 1 and not is_term and self._is_placed(place)

    def _is_placed(self, place: int) -> bool:
        """Whether a word stands where a name can be: “does clone see”, not “clone a creature”."""
        if _POSSESSIVE.search(self._words[place].text):
            return True
        before = plain_words(self._words[place - 1].text) if place else ""
        after = plain_words(self._words[place + 1].text) if place + 1 < len(self._words) else ""
        if after in _DETERMINERS:
            return False
        return before in _BEFORE_NAME and (not after or after in _AFTER_NAME)

    def _nearly(self, place: int, size: int) -> Sequence[CardName]:
        """Cards by a name with a typo in a word that nobody knows."""
        words = self._words[place : place + size]
        text = self._text(place, size)
        if len(text) < _MIN_TYPED or not any(self._is_unknown(one.text) for one in words):
            return ()
        if self._begins_exactly(place, size):
            return ()
        if self._words[place].text.lower() in _DETERMINERS or (size == 1 and not self._is_unknown(words[0].text)):
            return ()
        return self._names.whole.misspelled(text, _MOST_CARDS)

    def _begins_exactly(self, place: int, size: int) -> bool:
        """Whether a name begins within some words, after the first."""
        return any(
            self._exact(at, some) for at in range(place + 1, place + size) for some in range(1, min(_MOST_WORDS, self._run(at)) + 1)
        )

    def _is_unknown(self, word: str) -> bool:
        plain = plain_words(_POSSESSIVE.sub("", word))
        return len(plain) > 4 and plain not in self._names.ordinary and not self._is_word(plain)

    def _mention(self, place: int, size: int, cards: Sequence[CardName]) -> Mention:
        return Mention(self._words[place].start, self._words[place + size - 1].end, cards)

