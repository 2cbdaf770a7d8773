"""Names of cards in a sentence: whole or short, nicknames, plural or possessive, with typos.

`does thalia tax my opponent's lightening bolts` names Thalia, Guardian of Thraben and Lightning Bolt.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import Final, NamedTuple

from explorer.cards.models import StoredCard, StoredRuling
from explorer.cards.names import CardName
from explorer.cards.reading import card_names
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.models import Rule
from symbols.data_files import read_data

_DATA: Final = read_data("card_mentions.toml", "explorer")
_NICKNAMES: Final[Mapping[str, str]] = _DATA["names"]
_ORDINARY: Final = frozenset(_DATA["ordinary"].split())
_PLAIN: Final = _ORDINARY | frozenset(_DATA["verbs"].split())
_PHRASES: Final = frozenset(_DATA["phrases"])
_NEVER: Final = frozenset(_DATA["never"].split())
MEETING_WORDS: Final = (*_DATA["meeting_phrases"], *_DATA["meeting"].split())
BEFORE_CARD: Final = tuple(_DATA["before_card"].split())
_WORD: Final = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?")
# Between words of one name.
_GAP: Final = re.compile(r"[\s,]{1,3}|\s?(?://|&|!|:)\s?")
_QUOTES: Final = frozenset({'"', "“", "”"})
_POSSESSIVE: Final = re.compile(r"(?:['’]s?)$")
_LOWER_WORD: Final = re.compile(r"\b[a-z]{3,}\b")
_KNOWN: Final = (_NICKNAMES.keys() - _PLAIN) | {plain_words(name) for name in _NICKNAMES.values()}
# “Blood Moon”, “Rest in Peace”, but not at the beginning.
_CAPITALS: Final = re.compile(r"(?<=\w\s)[A-Z][a-z]{2,}(?:(?:\s(?:and|from|in|of|the|to))*[\s-][A-Z][a-z]{2,})+")
_MOST_WORDS, _MOST_MENTIONS, _MOST_CARDS = 8, 3, 6
_MOST_TYPED: Final = 60
# Shorter words with a typo are mostly other words.
_MIN_TYPED, _MIN_DISTINCTIVE = 6, 5
_DETERMINERS: Final = frozenset(_DATA["determiners"].split())
_INDEFINITE: Final = frozenset(_DATA["indefinite"].split())
_OBJECTS: Final = frozenset(_DATA["objects"].split())
_BEFORE_NAME: Final = frozenset(_DATA["before"].split())
_AFTER_NAME: Final = frozenset(_DATA["after"].split())


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
        self.ordinary = _PLAIN | _words_of_texts(loaded)
        self.first_words: set[str] = set()
        self.short: dict[str, dict[CardName, None]] = defaultdict(dict)
        distinctive: dict[str, set[CardName]] = defaultdict(set)
        rows = StoredCard.objects.order_by("released", "name", "slug").values_list("slug", "name")
        for slug, name in rows:
            for spelled in dict.fromkeys((name, *name.split(" // "))):
                words = plain_words(spelled).split()
                self.first_words.update(words[:1])
                for word in words:
                    distinctive[word].add(CardName(slug, name))
                if "," in spelled:
                    self.short[plain_words(spelled.partition(",")[0])][CardName(slug, name)] = None
        self.distinctive = {
            word: list(cards)
            for word, cards in distinctive.items()
            if len(cards) == 1 and len(word) >= _MIN_DISTINCTIVE and word not in self.ordinary
        }
        for nickname, name in _NICKNAMES.items():
            if found := self.whole.named(name):
                self.short[nickname] = {found: None}
        self.first_words.update(nickname.split()[0] for nickname in self.short if nickname)
        self.first_words.update(self.distinctive)

    def called(self, plain: str, *, is_word: bool) -> Sequence[CardName]:
        """Cards with this name or short name, or its plural; a known word (`is_word`) is no part of a name."""
        spelled = (plain, plain.removesuffix("s"))
        for name in spelled:
            found = self.whole.named(name)
            if cards := dict.fromkeys([*filter(None, [found]), *self.short.get(name, ())]):
                return list(cards)[:_MOST_CARDS]
        return () if is_word else next((self.distinctive[one] for one in spelled if one in self.distinctive), ())


_build_lock = Lock()


def _names(loaded: Library) -> _Names:
    """Building takes a second, and much longer if every request after an import does it."""
    with _build_lock:
        return _cached_names(loaded)


_cached_names = lru_cache(maxsize=2)(_Names)


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
    typed: str,
    loaded: Library,
    is_term: Callable[[str], bool],
    is_word: Callable[[str], bool],
    meant: Callable[[str], str],
) -> Sequence[Mention]:
    """The first few cards that a sentence names, in order.

    Args:
        is_term: whether the rules call something so, which then is no card.
        is_word: whether a lower-case word is known, and so has no typo.
        meant: the word that one with a typo is surely meant for, or empty.
    """
    if not loaded.has_cards:
        return ()
    words = [_Word(one[0], *one.span()) for one in _WORD.finditer(typed)][:_MOST_TYPED]
    sentence = _Sentence(typed, words, _names(loaded), is_term, is_word, meant)
    found: list[Mention] = []
    at = 0
    while at < len(words) and len(found) < _MOST_MENTIONS:
        mention, at = sentence.mention_at(at)
        if mention and all(mention.cards[0] not in one.cards for one in found):
            found.append(mention)
    return found


def seems_to_name_card(typed: str, is_term: Callable[[str], bool]) -> bool:
    """Without cards: whether a sentence has a nickname, or capitalized words that aren't terms."""
    plain = f" {' '.join(plain_words(_POSSESSIVE.sub('', one)) for one in _WORD.findall(typed))} "
    if any(f" {name} " in plain for name in _KNOWN):
        return True
    names = _CAPITALS.findall(typed) if re.search(r"\b[a-z]{2}", typed) else ()
    return any(not (is_term(name) or _is_of_terms(name.split(), is_term)) for name in names)


def _is_of_terms(words: Sequence[str], is_term: Callable[[str], bool]) -> bool:
    """Whether all words in capitals are terms, or two that follow each other are one: “Combat Damage Step”."""
    return all(map(is_term, filter(str.istitle, words))) or any(is_term(" ".join(two)) for two in pairwise(words))


def nicknamed(typed: str) -> str:
    """`bob` -> `Dark Confidant`; empty if it is no nickname."""
    return _NICKNAMES.get(plain_words(typed), "")


@dataclass
class _Sentence:
    """Positions are those of words."""

    typed: str
    words: Sequence[_Word]
    names: _Names
    is_term: Callable[[str], bool]
    is_word: Callable[[str], bool]
    meant: Callable[[str], str]

    def mention_at(self, place: int) -> tuple[Mention | None, int]:
        """The longest name that begins with a word, and the place after it."""
        for size in range(min(_MOST_WORDS, self._run(place)), 0, -1):
            cards = self._exact(place, size)
            if cards and self._is_meant(place, size, cards[0]):
                return self._mention(place, size, cards), place + size
        for size in range(min(4, self._run(place)), 0, -1):
            if cards := self._nearly(place, size):
                return self._mention(place, size, cards), place + size
        return None, place + 1

    def _run(self, place: int) -> int:
        """How many words from here on can belong to one name."""
        following = pairwise(self.words[place : place + _MOST_WORDS])
        return 1 + next(
            (at for at, (one, two) in enumerate(following) if not _GAP.fullmatch(self.typed[one.end : two.start])),
            min(_MOST_WORDS, len(self.words) - place) - 1,
        )

    def _text(self, place: int, size: int) -> str:
        text = self.typed[self.words[place].start : self.words[place + size - 1].end]
        return plain_words(_POSSESSIVE.sub("", text))

    def _exact(self, place: int, size: int) -> Sequence[CardName]:
        first = plain_words(self.words[place].text).partition(" ")[0]
        if not {first, first.removesuffix("s")} & self.names.first_words:
            return ()
        whole = plain_words(self.typed[self.words[place].start : self.words[place + size - 1].end])
        is_word = size == 1 and self.is_word(first)
        spelled = dict.fromkeys((self._text(place, size), whole))
        return next(filter(None, (self.names.called(one, is_word=is_word) for one in spelled)), ())

    def _is_meant(self, place: int, size: int, card: CardName) -> bool:
        text = self._text(place, size)
        name = plain_words(card.name)
        if name in _NEVER or self.is_term(text) or self.is_term(name):
            return False
        first, last = self.words[place], self.words[place + size - 1]
        # “Is it a giant, growth?”
        if "," in self.typed[first.start : last.end] and "," not in card.name:
            return False
        if self.typed[first.start - 1 : first.start] in _QUOTES and self.typed[last.end : last.end + 1] in _QUOTES:
            return True
        # At the beginning of a sentence a capital says nothing.
        has_case = any(one.text.islower() for one in self.words)
        if has_case and place and all(one.text[0].isupper() for one in self.words[place : place + size]):
            return True
        if size > 1:
            return text not in _PHRASES
        # “Run” is a half of “Hit // Run”.
        return "//" not in card.name and (self._is_rare(place, text) or self._is_placed(place))

    def _is_rare(self, place: int, text: str) -> bool:
        """Whether a word is hardly anything but a name: neither plain English nor the verb of `clone a creature`."""
        after = self._plain(place + 1)
        is_part = text in self.names.distinctive and text not in self.names.short
        is_part = is_part and not self.names.whole.named(text)
        return self.names.ordinary.isdisjoint({text, text.removesuffix("s")}) and not (
            after in _INDEFINITE or (is_part and not self._is_placed(place))
        )

    def _plain(self, place: int) -> str:
        return plain_words(self.words[place].text) if 0 <= place < len(self.words) else ""

    def _is_placed(self, place: int) -> bool:
        """Whether a name can be in this place: “does clone see”, not “clone a creature”."""
        before, after, text = self._plain(place - 1), self._plain(place + 1), self._text(place, 1)
        is_ordinary = not _ORDINARY.isdisjoint({text, text.removesuffix("s")})
        if _POSSESSIVE.search(self.words[place].text):
            return not (is_ordinary and before in _DETERMINERS)
        # “Stifle my fetchland” is said of the card, “clone a creature” isn’t.
        may_be_verb = not is_ordinary and after not in _INDEFINITE
        if after in _DETERMINERS or after in _OBJECTS or self._names_card(place + 1):
            return may_be_verb and (not before or before in _BEFORE_NAME)
        if not before:
            # A question may begin with a name: “chalice on 0”.
            return text in _NICKNAMES and after in _AFTER_NAME
        return before in _BEFORE_NAME and (not after or after in _AFTER_NAME)

    def _names_card(self, place: int) -> bool:
        """Whether a whole name of several words begins here."""
        return any(self.names.whole.named(self._text(place, size)) for size in range(2, self._run(place) + 1))

    def _nearly(self, place: int, size: int) -> Sequence[CardName]:
        """Cards by a name with a typo in an unknown word."""
        words = self.words[place : place + size]
        text = self._text(place, size)
        if len(text) < _MIN_TYPED or self.is_term(text) or not any(self._is_unknown(one.text) for one in words):
            return ()
        if self.words[place].text.lower() in _DETERMINERS or self._begins_exactly(place, size):
            return ()
        meant = self.meant(text) if size == 1 else ""
        found = self.names.whole.misspelled(text, _MOST_CARDS)
        # One word is rarely half of a card: “terror”, and Trial // Error.
        whole = [one for one in found if size > 1 or "//" not in one.name]
        return [one for one in whole if not meant or plain_words(one.name) == meant]

    def _begins_exactly(self, place: int, size: int) -> bool:
        """Whether a whole name begins within some words, after the first."""
        sizes = ((at, some) for at in range(place + 1, place + size) for some in range(1, self._run(at) + 1))
        return any(self.names.whole.named(self._text(at, some)) for at, some in sizes)

    def _is_unknown(self, word: str) -> bool:
        plain = plain_words(_POSSESSIVE.sub("", word))
        return len(plain) > 4 and plain not in self.names.ordinary and not self.is_word(plain)

    def _mention(self, place: int, size: int, cards: Sequence[CardName]) -> Mention:
        return Mention(self.words[place].start, self.words[place + size - 1].end, cards)
