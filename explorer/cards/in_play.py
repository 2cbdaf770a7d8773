"""Cards and effects that a player lists as in play: they change what a spell costs, or forbid it.

`Thalia, Guardian of Thraben; 2 Sphere of Resistance, costs {1} less for each artifact (3); Defense Grid (theirs, yes)`
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from explorer.cards.card import Card, CardFace
from explorer.cards.cost_effects import MANA_VALUE, CostEffect, applies, effects_of, unknowns
from explorer.cards.inputs import COUNT
from explorer.cards.reading import card_at, card_names, shortened, unknown_card
from explorer.cards.spell_qualifiers import Played
from explorer.cards.typed_effects import typed_effects
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from symbols.engine import MAX_LENGTH, BadRequest, EngineError, TooLarge, all_of
from symbols.engine.sources import Notes, split_count, split_names, split_notes, stripped
from symbols.sentences import join_words

IN_PLAY: Final = "in_play"
"""Request key."""

WHOSE: Final = "whose"
"""Unknown of a card's effect: who controls it."""

MOST_IN_PLAY: Final = 60
# Keywords given to spells, which nobody has to use.
_OPTIONAL = ("convoke", "improvise", "delve", "assist")
_MOST_NAMED = 5
Owner = Literal["", "mine", "theirs"]
_OWNERS: Mapping[str, Owner] = {
    **dict.fromkeys(("mine", "my", "yours", "own"), "mine"),
    **dict.fromkeys(("theirs", "their", "his", "hers", "opponent", "opponents", "opponent's", "opponents'"), "theirs"),
}
_OWNER = re.compile(rf"\b(?:an )?({'|'.join(sorted(_OWNERS, key=len, reverse=True))})(?![\w'])", re.IGNORECASE)
_NOTES = re.compile(r"\s*\((?P<notes>[^()]*)\)?\s*$")
_SPLIT = ("split", "aftermath")
_SEPARATOR = re.compile(r",\s|\sand\s", re.IGNORECASE)
_TAPPED = re.compile(r"as long as (?P<what>.+) is (?P<un>un)?tapped")
# What looks like an effect rather than a name.
_WORDS_OF_EFFECTS = re.compile(r"[{}+\d]|\b(?:costs?|spells?|abilit|more|less|can't|cast|pay|mana)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlayedEffect:
    """An effect with its notes.

    Attributes:
        times: how many there are.
        number: value of its `COUNT`, if given.
        is_met: whether it applies, if given.
        owner: who controls its source: whoever casts the spell, or an opponent; empty if not given.
        asks_whose: whether the owner isn't given, but matters: the card has effects on either's spells.
        start: of its item within the field.
    """

    effect: CostEffect
    times: int = 1
    number: int | None = None
    is_met: bool | None = None
    is_tapped: bool = False
    owner: Owner = ""
    asks_whose: bool = False
    start: int = 0
    end: int = 0

    @property
    def values(self) -> Sequence[str]:
        """Its value `times` times, still with `COUNT` if the number isn't given."""
        value = self.effect.value
        if self.number == 0 and COUNT in value:
            return ()
        return (value if self.number is None else value.replace(COUNT, str(self.number)),) * self.times

    @property
    def is_optional(self) -> bool:
        return self.effect.way == "may" or self.effect.key in _OPTIONAL

    def lacks_number(self, spell: Played) -> bool:
        return COUNT in self.effect.value and self.counted(spell).number is None and not self.is_optional

    def counted(self, spell: Played) -> "PlayedEffect":
        """The effect, with its number if that is the spell's mana value or number of targets."""
        if self.number is None and self.effect.counted == "target":
            return replace(self, number=spell.targets)
        if self.number is None and self.effect.counted == MANA_VALUE and spell.mana_value is not None:
            return replace(self, number=int(spell.mana_value))
        return self

    def applies(self, spell: Played) -> bool | None:
        """Whether it changes what is cast or activated; None if that isn't known."""
        fits = self._fits(spell)
        if fits is None and self.is_met is not None:
            fits = self.is_met
        return all_of((fits, self.is_met is not False, self._is_about_caster()))

    def unknowns(self, spell: Played) -> Sequence[str]:
        """What `applies` and the number depend on: printed words, or `WHOSE`."""
        if self.applies(spell) is False:
            return ()
        whose = [WHOSE] if self._is_about_caster() is None else []
        open_ = unknowns(self._effect, spell) if self.is_met is None else ()
        counted = [f"for each {self.effect.counted}".strip()] if self.lacks_number(spell) else []
        return (*whose, *open_, *counted)

    @property
    def _effect(self) -> CostEffect:
        """The effect without a condition that its notes settle: it is untapped unless they say otherwise."""
        tapped = _TAPPED.fullmatch(self.effect.condition)
        if tapped and self.effect.source and (tapped["un"] or self.is_tapped):
            return replace(self.effect, condition="")
        return self.effect

    def _fits(self, spell: Played) -> bool | None:
        tapped = _TAPPED.fullmatch(self.effect.condition)
        if tapped and self.effect.source and tapped["un"] and self.is_tapped:
            return False
        return applies(self._effect, spell)

    def _is_about_caster(self) -> bool | None:
        """Without an owner, what is listed is meant to apply."""
        if not self.effect.whose:
            return True
        if self.asks_whose:
            return None
        return not self.owner or (self.owner == "mine") is (self.effect.whose == "you")


@dataclass(frozen=True, slots=True)
class Unread:
    card: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What the effects do to a spell or an ability.

    Attributes:
        given: values of `always` by key of a request.
        may: optional ones.
        unknown: those with unknowns (`PlayedEffect.unknowns`).
        forbidding: those that forbid it.
        idle: those that don't apply.
    """

    given: Mapping[str, Sequence[str]]
    always: Sequence[PlayedEffect]
    may: Sequence[PlayedEffect]
    unknown: Sequence[PlayedEffect]
    forbidding: Sequence[PlayedEffect]
    idle: Sequence[PlayedEffect]


@dataclass(frozen=True, slots=True)
class InPlay:
    """Everything listed.

    Attributes:
        unread: sentences on the costs or the casting of others that aren't understood.
        idle: cards that have neither effects nor unread sentences.
    """

    effects: Sequence[PlayedEffect] = ()
    unread: Sequence[Unread] = ()
    idle: Sequence[str] = ()

    def for_spell(self, spell: Played) -> Applied:
        effects = [(one.counted(spell), one.applies(spell)) for one in self.effects]
        sure = [one for one, applies in effects if applies and not one.lacks_number(spell)]
        always = [one for one in sure if not one.is_optional and one.effect.key != "forbid"]
        given: dict[str, list[str]] = {}
        for one in always:
            if values := one.values:
                given.setdefault(one.effect.key, []).extend(values)
        if minimums := given.get("minimum"):
            given["minimum"] = [max(minimums, key=int)]
        return Applied(
            given,
            always,
            [one for one in sure if one.is_optional],
            [one for one, applies in effects if applies is None or (applies and one.lacks_number(spell))],
            [one for one in sure if one.effect.key == "forbid"],
            [one for one, applies in effects if applies is False],
        )


def read_in_play(text: str | Sequence[str], loaded: Library) -> InPlay:
    """Parse the field: items separated by semicolons or new lines, or by commas between names and effects.

    Raises:
        EngineError: an item is neither a card nor an effect, or names several; with its place in the field.
    """
    whole = text if isinstance(text, str) else "\n".join(map(str, text))
    if len(whole) > MAX_LENGTH:
        raise TooLarge("too_long", f"This can be at most {MAX_LENGTH:,} characters long.").in_field(IN_PLAY)
    effects: list[PlayedEffect] = []
    unread: list[Unread] = []
    idle: list[str] = []
    try:
        for count, (start, item) in enumerate(_items(whole, loaded), 1):
            if count > MOST_IN_PLAY:
                raise TooLarge("too_many_in_play", f"There can be {MOST_IN_PLAY} cards and effects at most.")
            try:
                read = _read(item, start, loaded)
            except EngineError as error:
                error.start, error.end = start, start + len(item)
                raise
            effects += read.effects
            unread += read.unread
            idle += read.idle
    except EngineError as error:
        raise error.in_field(IN_PLAY) from None
    return InPlay(effects, tuple(dict.fromkeys(unread)), tuple(dict.fromkeys(idle)))


def _items(text: str, loaded: Library) -> Iterator[tuple[int, str]]:
    for piece in re.finditer(r"[^;\n]+", text):
        start, item = stripped(piece.start(), piece[0])
        if _is_one(item, loaded):
            yield start, item
            continue
        if item.count(",") + len(re.findall(r"\sand\s", item)) > MOST_IN_PLAY:
            raise TooLarge("too_many_in_play", f"There can be {MOST_IN_PLAY} cards and effects at most.")
        for at, part in _with_typos(item, list(split_names(item, lambda name: _is_one(name, loaded))), loaded):
            yield start + at, part


def _with_typos(text: str, parts: Sequence[tuple[int, str]], loaded: Library) -> Iterator[tuple[int, str]]:
    """The parts, two that belong to a misspelled name together: `Orla, Guard of teh Gate`."""
    last: tuple[int, str] | None = None
    for at, part in parts:
        if last and not (_is_one(last[1], loaded) or _is_one(part, loaded)):
            joined = text[last[0] : at + len(part)]
            if loaded.has_cards and card_names(loaded).find(split_count(joined)[0], 1):
                last = (last[0], joined)
                continue
        if last:
            yield last
        last = (at, part)
    if last:
        yield last


def _is_one(item: str, loaded: Library) -> bool:
    """Whether it is one effect or one card, with its count and notes."""
    bare = _NOTES.sub("", item.strip())
    if any(_named(name, loaded) for name in (bare, split_count(bare)[0])):
        return True
    # A name before it is none of the words for spells.
    first = _SEPARATOR.split(bare, maxsplit=1)[0]
    is_list = first != bare and _named(split_count(first)[0], loaded)
    return not is_list and bool(typed_effects(bare))


@lru_cache(maxsize=512)
def _named(name: str, loaded: Library) -> Card | None:
    if not loaded.has_cards or not plain_words(name):
        return None
    names = card_names(loaded)
    # Players say “two Ruby Medallions”, or “two Spheres of Resistance”.
    singular = (name.removesuffix("s"), re.sub(r"s(?= (?:of|to|from|in) )", "", name, count=1))
    named = names.named(name) or next(filter(None, map(names.named, singular)), None)
    return card_at(named.slug) if named else None


def _read(item: str, start: int, loaded: Library) -> InPlay:
    bare, owner, notes = _notes_of(item)
    times, name = 1, bare
    if not (typed_effects(bare) or _named(bare, loaded)):
        name, times = split_count(bare)
    if times > MOST_IN_PLAY:
        raise TooLarge("too_many_in_play", f"There can be {MOST_IN_PLAY} of each at most.")
    try:
        found, unread = _effects(name, loaded)
    except BadRequest as error:
        error.suggestion = error.suggestion and item.replace(name, error.suggestion, 1)
        raise
    if notes.number is not None and not unread and not any(COUNT in one.value for one in found):
        raise BadRequest("bad_note", f"Nothing here is counted. Leave out ({notes.number}).")
    if not times:
        return InPlay()
    asks = not owner and {"you", "opponents"} <= {one.whose for one in found}
    end = start + len(item)
    effects = [
        PlayedEffect(one, times, notes.number, notes.is_met, notes.is_tapped, owner, asks, start, end) for one in found
    ]
    card = None if effects or unread else _named(name, loaded)
    return InPlay(effects, unread, (card.name,) if card else ())


def _effects(name: str, loaded: Library) -> tuple[Sequence[CostEffect], Sequence[Unread]]:
    """Effects that are typed, or those of a card.

    Raises:
        BadRequest: it is neither, or may be several cards.
    """
    if typed := typed_effects(name):
        return typed, ()
    return _of_card(_named(name, loaded) or _card(name, loaded), name)


def _notes_of(item: str) -> tuple[str, Owner, Notes]:
    """The item without its notes, its owner and its other notes.

    Raises:
        BadRequest: a word among them isn't understood.
    """
    match = _NOTES.search(item)
    if match is None:
        return item, "", Notes()
    text = match["notes"].replace("’", "'")
    owners = [_OWNERS[word.lower()] for word in _OWNER.findall(text)]
    try:
        _, notes = split_notes(f"it ({_OWNER.sub('', text)})")
    except EngineError:
        notes = None
    if notes is None or notes.colors or notes.is_new or len(set(owners)) > 1:
        message = f"“{text[:40]}” doesn’t describe an effect. In parentheses, type a number, mine or theirs, "
        raise BadRequest("bad_note", f"{message}yes or no (whether it applies), or tapped.")
    return item[: match.start()], owners[0] if owners else "", notes


def _of_card(card: Card, name: str) -> tuple[Sequence[CostEffect], list[Unread]]:
    """Of the face with that name; else of all parts of a split card, or of the front face."""
    plain = plain_words(name).removesuffix("s")
    own: Sequence[CardFace] = [one for one in card.faces if plain_words(one.name).removesuffix("s") == plain]
    faces = own or (card.faces if card.layout in _SPLIT else card.faces[:1])
    effects = [one for face in faces for one in effects_of(face)[0]]
    return effects, [Unread(face.name, sentence) for face in faces for sentence in effects_of(face)[1]]


def _card(name: str, loaded: Library) -> Card:
    """The one card with effects that has this name before its comma: `Thalia`.

    Raises:
        BadRequest: there is none, or several.
    """
    if not loaded.has_cards or _WORDS_OF_EFFECTS.search(name):
        example = "Type a card, or an effect as cards word it, such as spells cost {1} more."
        raise BadRequest("unknown_effect", f"Pipwise can’t read “{shortened(name)}”. {example}")
    begun = card_names(loaded).begun(name, MOST_IN_PLAY)
    same = [one for one in begun if plain_words(one.name.partition(",")[0]) == plain_words(name)]
    cards = [card for one in same if (card := card_at(one.slug))]
    found = [card for card in cards if any(any(effects_of(face)) for face in card.faces)]
    if not found:
        raise unknown_card(name, loaded)
    if len(found) > 1:
        names = join_words([one.name for one in found[:_MOST_NAMED]], "or")
        message = f"“{shortened(name)}” could be {names}."
        raise BadRequest("several_cards", message, suggestion=found[0].name)
    return found[0]
