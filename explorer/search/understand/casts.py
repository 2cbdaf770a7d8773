"""Parse a spell to cast or an ability to activate, with what is chosen: `cast fireball x=3 two targets with thalia`."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from explorer.cards.casting_text import hand_special_actions
from explorer.cards.in_play import read_in_play
from explorer.cards.inputs import COUNT, CardInput, read_face
from explorer.cards.reading import card_at, card_names
from explorer.cards.sentences import before_colon
from explorer.costcheck.check import CARD, CardQuestion, question_of
from explorer.library.loaded import Library
from explorer.search.understand.payments import NUMBERS, OF_CARD, read_means
from explorer.search.words.splitting import trimmed
from symbols.engine import EngineError, read_cost

_I = r"(?:i|you|we)"
_VERB = r"(?:cast|activate)"
_LEAD = re.compile(rf"(?P<asks>(?:can|could|may)\s+{_I}\s+(?:still\s+)?)?(?P<verb>{_VERB})\s+(?=\S)", re.IGNORECASE)
_COST = re.compile(r"(?P<braced>(?:\{[^{}\s]{1,9}\}\s*)+)|[\dwubrgcxyzsp/]+(?=\s|$)", re.IGNORECASE)
_NUMBER = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_HAVE = rf"(?:if|when|while)\s+{_I}(?:\s+|(?=[’'])){{0,1}}(?:have|control|[’']ve(?:\s+got)?|got)"
_OPPONENT = r"(?:(?:an?|my)\s+)?opponent(?:\s+(?:has|controls)|[’']s)|their"
_ZONES = r"hand|graveyard|exile|command\s+zone|library"
_JOINER = re.compile(
    rf"\s*(?:[,;&+]\s*)(?:(?:and|with)\s+)?|\s+(?:(?:and|with|using|against|facing|plus|having|but|{_HAVE})(?=\s|$)\s*)+|\s+$",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")
_OWNER = re.compile(rf"^(?:(?P<theirs>{_OPPONENT})|my|your|an?|the|only)\s+", re.IGNORECASE)
_IN_PLAY_WORDS = re.compile(r"\s+(?:in\s+play|out|on\s+the\s+battlefield|on\s+board)$", re.IGNORECASE)
# Choices, wherever they are said.
_CHOICES: Final = tuple(
    (name, re.compile(rf"(?:{shape})(?=[\s,;]|$)", re.IGNORECASE))
    for name, shape in (
        ("variable", r"(?:(?:for|where|at)\s+)?(?P<letter>[xyz])\s*(?:=|is|equals|equal\s+to)\s*(?P<number>\d{1,7})"),
        ("x", r"for\s+(?:x\s+)?(?P<number>\d{1,7})"),
        ("targets", rf"(?:at|on|targeting|for)?\s*(?P<number>{_NUMBER})\s+(?:different\s+)?targets?"),
        (
            "names",
            r"targeting\s+(?P<names>\S.*?)(?=\s+(?:with|using|against|facing|for|from)\s|\s+[xyz]\s*=|[,;]\s+with\s|$)",
        ),
        ("modes", r"(?:choosing\s+)?modes?\s+(?P<modes>\d(?:\s*(?:,|and|&)\s*(?:and\s+)?\d)*)"),
        ("free", r"(?:for\s+free|without\s+paying\s+(?:its|the)\s+(?:mana\s+)?cost)"),
        ("zone", rf"(?:from|in|out\s+of)\s+(?:my|your|the|its)?\s*(?P<zone>{_ZONES})"),
        ("both", r"(?:both\s+halves|fused?)"),
        ("face_down", r"(?:face[\s-]down|as\s+a\s+morph|morphed|disguised)"),
    )
)
_IRREGULAR: Final[Mapping[str, str]] = {
    "kicked": "kicker",
    "multikicked": "multikicker",
    "bought back": "buyback",
    "flashed back": "flashback",
    "cleft": "cleave",
}
_TIMES: Final[Mapping[str, int]] = {"once": 1, "twice": 2, "thrice": 3}
_FACE_DOWN: Final = frozenset({"Morph", "Megamorph", "Disguise"})
_FACE_DOWN_COST: Final = "{3}"
_MOST_ITEMS = 24
_MOST_WORDS_OF_NAME = 14


class _NotUnderstoodError(Exception):
    """Something in the text is no choice, no mana and not in play."""


def read_cast(typed: str, loaded: Library, is_term: Callable[[str], bool]) -> Mapping[str, object] | None:
    """The keys of a walk (`explorer.casting.request`); None for other texts.

    A card that is called as something in the rules (“flash”) needs more than its name: X, mana, or cards in play. So
    does a question, and a choice too: what only has mana is a payment.

    Args:
        is_term: whether some words are a term of the rules.
    """
    text = trimmed(typed)
    lead = _LEAD.match(text)
    if lead is None or (loaded.has_cards and card_names(loaded).named(text)):
        return None
    said = text[lead.end() :]
    is_ability = lead["verb"].lower() == "activate"
    for what, name, rest in (_abilities if is_ability else _spells)(said, loaded):
        try:
            found = _Reading(what, loaded).read(rest)
        except (_NotUnderstoodError, EngineError):
            continue
        is_sure = bool(found.keys() & {"x", "in_play", "pool", "sources"})
        is_chosen = bool(found.keys() - {*what, "pool", "sources", "snow", "life"})
        if (is_sure or not (lead["asks"] or is_term(name))) and (is_chosen or not lead["asks"]):
            return found
    return None


def _spells(text: str, loaded: Library) -> Iterator[tuple[Mapping[str, object], str, str]]:
    """A card or a cost at the start of a text: its key, its name, and what follows; the longest name first."""
    yield from (({CARD: name}, name, rest) for name, rest in _named(text, loaded))
    match = _COST.match(text)
    if match is None:
        return
    cost, rest = match[0].strip(), text[match.end() :]
    # “cast 2” and “cast x” alone are searched for.
    try:
        read_cost(cost)
    except EngineError:
        return
    if match["braced"] or rest.strip() or re.search(r"\d[a-z/]|[a-z/]\d", cost, re.IGNORECASE):
        yield {"cost": cost}, "" if match["braced"] else cost, f" {rest}"


def _abilities(text: str, loaded: Library) -> Iterator[tuple[Mapping[str, object], str, str]]:
    """An ability with its effect, or a card that has only one."""
    if ":" in text:
        ends = [found.start() for found in re.finditer(r"\s(?:with\s|[xyz]\s*=)", text) if ":" in text[: found.start()]]
        for end in ends:
            yield {"ability": text[:end]}, "", text[end:]
        yield {"ability": text}, "", ""
        return
    for name, rest in _named(text, loaded):
        named = card_names(loaded).named(name)
        card = card_at(named.slug) if named else None
        own = [each.sentence for face in card.faces for each in read_face(face).costs] if card else []
        abilities = [each for each in own if before_colon(each)[0]]
        if len(abilities) == 1:
            yield {"ability": abilities[0]}, name, rest


def _named(text: str, loaded: Library) -> Iterator[tuple[str, str]]:
    """Names of cards at the start of a text, the longest first, with what follows."""
    if not loaded.has_cards:
        return
    names = card_names(loaded)
    ends = [found.start() for found in re.finditer(r"[\s,;]|$", text) if found.start()][:_MOST_WORDS_OF_NAME]
    for end in reversed(ends):
        if (one := names.named(text[:end])) and not text[:end].endswith((",", ";")):
            # A face alone, or a name without the rest, stays as typed.
            yield one.name if len(one.name) <= end + 2 else text[:end], text[end:]


class _Reading:
    """Choices, mana and cards in play that follow what is cast."""

    def __init__(self, what: Mapping[str, object], loaded: Library) -> None:
        self.loaded = loaded
        self.found: dict[str, object] = dict(what)
        self.in_play: list[str] = []
        self.mana: list[str] = []
        self.question = question_of(what, loaded) if CARD in what else None
        self.keywords = _keyword_shapes(self.question)

    def read(self, text: str) -> dict[str, object]:
        """Read all of a text.

        Raises:
            _NotUnderstoodError: a part of it isn't understood.
        """
        at = self._skip(text, 0)
        for _ in range(_MOST_ITEMS):
            if at >= len(text):
                break
            at = self._skip(text, self._choice(text, at) or self._item(text, at))
        else:
            raise _NotUnderstoodError
        if self.in_play:
            self.found["in_play"] = "; ".join(self.in_play)
        if self.mana:
            means = read_means(", ".join(self.mana).lower(), OF_CARD, lands_are_sources=True)
            if means is None:
                raise _NotUnderstoodError
            self.found |= {key: value for key, value in means.items() if value or "sources" not in means}
        return self.found

    def _skip(self, text: str, at: int) -> int:
        while at < len(text) and (match := _JOINER.match(text, at) or _SPACES.match(text, at)):
            at = match.end()
        return at

    def _choice(self, text: str, at: int) -> int:
        """Read a choice; its end, or 0 where there is none."""
        for one, shape in self.keywords:
            if match := shape.match(text, at):
                self._pay(one, match)
                return match.end()
        for name, shape in _CHOICES:
            match = shape.match(text, at)
            if match and self._is_chosen(name, match):
                return match.end()
        return 0

    def _is_chosen(self, name: str, match: re.Match[str]) -> bool:
        """Note a choice; False where the card doesn't have it."""
        said = match.groupdict()
        is_there = {"x": self._has_x, "both": self._has_fuse, "face_down": self._has_morph}.get(name, True)
        if is_there:
            key, value = _CHOSEN[name](said)
            self.found[key] = value
        return is_there

    @property
    def _has_fuse(self) -> bool:
        return self.question is not None and self.question.parts.has_fuse

    @property
    def _has_x(self) -> bool:
        if self.question:
            return any("{X}" in face.mana_cost for face in self.question.faces)
        return "x" in str(self.found.get("cost") or self.found.get("ability") or "").lower()

    @property
    def _has_morph(self) -> bool:
        faces = self.question.faces if self.question else ()
        return any(one.name in _FACE_DOWN for face in faces for one in hand_special_actions(face))

    def _pay(self, one: CardInput, match: re.Match[str]) -> None:
        """Pay for a keyword of the card: once, or as often as is said."""
        times = (match.groupdict().get("times") or "1").lower().removesuffix("times").strip()
        value = one.value.replace(COUNT, str(_TIMES.get(times) or _number(times)))
        if one.key in self.found:
            self.found[one.key] = [*_each(self.found[one.key]), value]
        else:
            self.found[one.key] = value

    def _item(self, text: str, at: int) -> int:
        """Read mana or something in play; its end.

        Raises:
            _NotUnderstoodError: it is neither.
        """
        ends = [found.start() for found in _JOINER.finditer(text, at) if found.start() > at]
        ends += [space.start() for space in _SPACES.finditer(text, at) if self._begins(text, space)]
        ends = [*sorted(set(ends)), len(text)]
        # A name may have a comma or “and” in it.
        for end in reversed(ends[1:_MOST_WORDS_OF_NAME]):
            if self._is_card(text[at:end]) and (item := self._played(text[at:end])):
                self.in_play.append(item)
                return end
        first = text[at : ends[0]]
        if read_means(first.lower(), OF_CARD) is None and (item := self._played(first)):
            self.in_play.append(item)
        elif read_means(first.lower(), OF_CARD) is not None or self._is_card(first):
            self.mana.append(_OWNER.sub("", first, count=1) if first.lower().startswith(("my ", "the ")) else first)
        else:
            raise _NotUnderstoodError
        return ends[0]

    def _begins(self, text: str, space: re.Match[str]) -> bool:
        """Whether a choice begins after a space."""
        at = space.end()
        shapes = [shape for _, shape in (*self.keywords, *_CHOICES)]
        return any(shape.match(text, at) for shape in shapes)

    def _is_card(self, text: str) -> bool:
        bare = re.sub(rf"^(?:{_NUMBER})\s+", "", _OWNER.sub("", text, count=1), flags=re.IGNORECASE)
        return self.loaded.has_cards and card_names(self.loaded).named(bare) is not None

    def _played(self, text: str) -> str:
        """An item of the field for what is in play; empty where it changes no costs."""
        owner = _OWNER.match(text)
        bare = _IN_PLAY_WORDS.sub("", text[owner.end() :] if owner else text)
        counted = re.match(rf"(?P<count>{_NUMBER})\s+", bare, re.IGNORECASE)
        name = bare[counted.end() :] if counted else bare
        count = _number(counted["count"]) if counted else 1
        if not name[2:] or re.fullmatch(r"[\W\d]+", name):
            return ""
        try:
            read = read_in_play([name], self.loaded)
        except EngineError:
            return ""
        if not (read.effects or read.unread):
            return ""
        sources = dict.fromkeys([one.effect.source for one in read.effects] + [one.card for one in read.unread])
        said = next(iter(sources), "") if len(sources) == 1 else ""
        times = f"{count} " if count != 1 else ""
        return f"{times}{said or name}{' (theirs)' if owner and owner['theirs'] else ''}"


def _keyword_shapes(question: CardQuestion | None) -> Sequence[tuple[CardInput, re.Pattern[str]]]:
    """How the optional costs of a card are said: `with overload`, `overloaded`, `kicked twice`."""
    found = []
    for one in question.inputs if question else ():
        if one.name and (one.way == "may" or (one.way == "count" and one.value)):
            said = "|".join(sorted(_forms(one.name.lower()), key=len, reverse=True))
            times = rf"(?:\s+(?P<times>once|twice|thrice|(?:{_NUMBER})\s+times))?" if COUNT in one.value else ""
            shape = rf"(?:(?:with|for|using|paying|via|by)\s+(?:its\s+)?)?(?:{said})(?:\s+cost)?{times}(?=[\s,;]|$)"
            found.append((one, re.compile(shape, re.IGNORECASE)))
    return found


def _forms(name: str) -> Collection[str]:
    """A keyword, and how a spell is called that was cast with it."""
    forms = {name, f"{name}ed", f"{name}d" if name.endswith("e") else f"{name}{name[-1]}ed"}
    forms |= {said for said, keyword in _IRREGULAR.items() if keyword == name}
    forms |= {"kicked"} if name == "multikicker" else set()
    return {re.escape(form).replace(r"\ ", r"\s+") for form in forms}


def _targets(text: str) -> str:
    """Names of targets, or only their number: `two creatures`."""
    pieces = [piece.strip() for piece in re.split(r",\s*(?:and\s+)?|\s+and\s+", text) if piece.strip()]
    counted = re.fullmatch(rf"(?P<count>{_NUMBER})\s+\S.*", pieces[0], re.IGNORECASE) if len(pieces) == 1 else None
    return str(_number(counted["count"])) if counted else "; ".join(pieces)


def _number(text: str) -> int:
    return NUMBERS[text.lower()] if text.lower() in NUMBERS else int(text)


def _each(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [value]


_CHOSEN: Final[Mapping[str, Callable[[Mapping[str, str]], tuple[str, str]]]] = {
    "variable": lambda said: (said["letter"].lower(), said["number"]),
    "x": lambda said: ("x", said["number"]),
    "targets": lambda said: ("targets", str(_number(said["number"]))),
    "names": lambda said: ("targets", _targets(said["names"])),
    "modes": lambda said: ("modes", ", ".join(re.findall(r"\d", said["modes"]))),
    "free": lambda _: ("free", "true"),
    "zone": lambda said: ("zone", said["zone"].lower().split()[0]),
    "both": lambda _: ("cast", "both"),
    "face_down": lambda _: ("alternative", _FACE_DOWN_COST),
}
"""The key and value of each choice."""
