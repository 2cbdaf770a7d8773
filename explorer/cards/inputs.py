"""Options of a check that a card's own text asks for, and sentences about costs that aren't understood.

The patterns are in `card_sentences.toml`. Doubtful sentences stay unread: a total that leaves something out says so,
but a wrong one doesn't.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast

from explorer.cards.card import CardFace
from explorer.cards.sentences import LONGEST, Sentence, before_colon, own_name, paragraphs, sentences
from symbols.data_files import read_data
from symbols.engine import KEYWORDS, OPTIONS, CheckRequest, EngineError, KeywordInput, keyword_named, read_cost

InputWay = Literal["always", "may", "count"]
COUNT = "#"
"""Placeholder in a value for a number that only the player knows."""

_DATA = read_data("card_sentences.toml", "explorer")
_SYMBOLS, _NUMBER = r"(?:\\{[^{}]{1,9}\\})+", "[0-9]{1,3}"
_KEYWORD = re.compile(r"[A-Za-z][A-Za-z' -]*[a-z]")
_COST_AFTER = re.compile(r"(?:\s*[—–]\s*|\s+[0-9X]+\s*[—–]\s*|\s+)(?P<cost>\{.+|(?<=[—–])[A-Z].+)")
_BEFORE_QUALITY = re.compile(" (?:for|onto) ")
_OTHER_ABILITY = re.compile(r"[A-Za-z][a-z'-]*(?: [a-z'-]+){0,4}")
# Probably a keyword that `keywords.toml` doesn't have yet, with a cost.
_UNKNOWN_KEYWORD = re.compile(r"[A-Z][A-Za-z'-]+(?: [a-z'-]+){0,3}[ —](?:\{[^{}]{1,9}\})+")
_LONGEST_NAME = 60
_CASTING_KEYS = frozenset(key for key, one in OPTIONS.items() if one.is_repeated or one.kind == "cost") - {"cost"}
_CARD_KEYS = frozenset(key for key, one in OPTIONS.items() if one.of_card) - {"cost"}
_KEYWORD_ROWS: Mapping[str, Mapping[str, Any]] = {
    **{option.keyword: option.card for option in OPTIONS.values() if option.card},
    **{name.lower(): row for name, row in _DATA["keyword"].items()},
}
_AND_OR = re.compile(r"(?P<first>(?:\{[^{}]{1,9}\})+) and/or (?P<second>(?:\{[^{}]{1,9}\})+)")
_ACTION = re.compile("“(?P<words>[^“”]+)”")
_VERBS = "pay|exile|sacrifice|return|discard|tap|reveal|paying|sacrificing"
_AND = re.compile(rf",? and (?=(?:{_VERBS}) )")
_GERUNDS = {"paying": "pay", "sacrificing": "sacrifice"}
_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
# Words for costs and payment, and keywords that change either.
_COST_WORDS = re.compile(
    r"\b(?:costs?|pays?|paid|paying|spend|spent|convoke|delve|improvise|affinity|offering|spree|waterbend)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CardInput:
    """Option that a sentence of a card asks for.

    Attributes:
        key: the key of a request (`symbols.engine.request`); `cost` for a cost that is paid by itself.
        value: with `COUNT` for a number from the player; empty if the player gives all of it.
        way: `always` applies, `may` be chosen, or `count` needs a number from the player.
        name: of the choice: a keyword, or some words.
        choices: alternatives to `value`.
    """

    key: str
    value: str
    way: InputWay
    name: str
    sentence: str
    choices: Sequence[str] = ()

    @property
    def example(self) -> str:
        """Sample text for it, with 2 for a number that only the player knows."""
        return self.value.replace(COUNT, "2") or "{W}{G/W}"

    @property
    def label(self) -> str:
        """Name that replaces the label of a keyword that the card doesn’t have; empty if the field’s own fits."""
        return self.name if self.way == "count" and self.key in KEYWORDS and self.name.lower() != self.key else ""


_OWN_COST = re.compile(
    r"~ costs\b|~.+\bit costs\b|\b(?:cast|play) ~|~'s (?:[a-z]+ )?costs?\b|~ has (?:convoke|delve|improvise|affinity)"
    r"|\badditional cost to cast (?:~|it\b)|mana on X\b|\boffering\b|\bspree\b",
    re.IGNORECASE,
)
"""Matches a sentence about the cost of casting the card itself."""


@dataclass(frozen=True, slots=True)
class FaceInputs:
    """What a face's text says about costs.

    Attributes:
        inputs: options for casting it, in the order of its text.
        costs: costs of its abilities, each checked by itself.
        unread: sentences about casting or paying for it that aren't understood.
        others: other sentences that mention costs or payment.
    """

    inputs: Sequence[CardInput]
    costs: Sequence["AbilityCost"]
    unread: Sequence[str]
    others: Sequence[str]


@dataclass(frozen=True, slots=True)
class AbilityCost:
    """Cost of an ability, checked by itself, with further keys of a request."""

    cost: str
    options: Mapping[str, str]
    sentence: str


@lru_cache(maxsize=512)
def read_face(face: CardFace) -> FaceInputs:
    inputs: list[CardInput] = []
    costs: list[AbilityCost] = []
    own: list[str] = []
    others: list[str] = []
    for paragraph in paragraphs(face):
        cost, rest = before_colon(paragraph)
        if cost and len(cost) <= LONGEST and _is_cost(cost):
            costs.append(_of_ability(cost, rest, paragraph, face, others))
            continue
        found: Sequence[CardInput] = ()
        for at, sentence in enumerate(sentences(paragraph, face)):
            keywords = _keywords(sentence.text) if at == 0 else None
            # “This effect” refers to the previous sentence.
            is_own = _is_own(sentence) or (bool(found) and sentence.plain.startswith("This effect"))
            found = [one for one in keywords or () if isinstance(one, CardInput)]
            found = found if keywords is not None else _from_sentence(sentence, face)
            inputs += found
            costs += [one for one in keywords or () if isinstance(one, AbilityCost)]
            if not found and keywords is None and _mentions_costs(sentence):
                (own if is_own else others).append(sentence.text)
    return FaceInputs(inputs, costs, _once(own), _once(others))


def _of_ability(cost: str, rest: str, paragraph: str, face: CardFace, others: list[str]) -> AbilityCost:
    """Cost of an activated ability; what else its text says about costs is added to `others`."""
    options: dict[str, str] = {}
    for sentence in sentences(rest, face):
        found = {one.key: one.value for one in _from_sentence(sentence, face) if one.key == "x_only"}
        options |= found
        if not found and _mentions_costs(sentence):
            others.append(sentence.text)
    return AbilityCost(cost, options, paragraph)


def _once(texts: Iterable[str]) -> Sequence[str]:
    return tuple(dict.fromkeys(texts))


def _from_sentence(sentence: Sentence, face: CardFace) -> list[CardInput]:
    if len(sentence.plain) > LONGEST:
        return []
    for pattern, row in _rows():
        match = pattern.fullmatch(sentence.plain)
        if match is None or row.get("needs", "") not in sentence.plain:
            continue
        groups = {name: _word(name, words or "", face) for name, words in match.groupdict().items()}
        values = row["value"] if isinstance(row["value"], list) else [row["value"]]
        choices = [_filled(each, groups) for each in row.get("choices", ())]
        found = [
            CardInput(row["key"], _filled(each, groups), row["way"], row["name"], sentence.text, choices)
            for each in values
        ]
        if "count" in row:
            counted = _filled(row.get("counted", "{count}"), groups)
            found.append(CardInput(row["count"], counted, "count", row["name"], sentence.text))
        return found if _are_valid(found) else []
    return []


def _word(name: str, words: str, face: CardFace) -> str:
    if name in ("color", "other") and words in _COLORS:
        return _COLORS[words]
    return as_cost(own_name(words, face)) if name in ("cost", "other", "all", "first", "second") else words


def as_cost(words: str) -> str:
    """Cost in a card's words: `pay {1} and discard a card` -> `{1}, Discard a card`."""
    parts = []
    for part in _AND.split(words):
        verb, _, rest = part.partition(" ")
        verb = _GERUNDS.get(verb, verb)
        part = rest if verb == "pay" and rest.startswith("{") else f"{verb} {rest}".strip()
        parts.append(part[:1].upper() + part[1:])
    return ", ".join(parts)


def _keywords(text: str) -> list[CardInput | AbilityCost] | None:
    """Options of a line of keywords; None if it isn't one, or has nothing about costs."""
    whole = _keyword(text.rstrip("."))
    if whole is not None or len(text) > LONGEST or text.endswith("."):
        return whole
    pieces = re.split(r"[,;] ", text)
    found = [_keyword(piece) for piece in pieces]
    others = (piece for piece, each in zip(pieces, found, strict=True) if each is None)
    if all(each is None for each in found) or not all(map(_OTHER_ABILITY.fullmatch, others)):
        return None
    return [one for each in found for one in each or ()]


def _keyword(text: str) -> list[CardInput | AbilityCost] | None:
    """Options of a keyword with its cost; None if it isn't a keyword, or isn't understood."""
    match, keyword = _KEYWORD.match(text), _named(text)
    if match is None or keyword is None or len(text) > LONGEST:
        return None
    text = text[:1].upper() + text[1:]
    name = _BEFORE_QUALITY.split(text[: match.end()])[0]
    row = _KEYWORD_ROWS.get(name.lower())
    after = _COST_AFTER.fullmatch(text[match.end() :])
    rest = text[match.end() :].strip()
    if rest and not after and not rest.isdigit():
        return None
    cost = after["cost"] if after else ""
    found = list(_of_keyword(text, name, keyword, row, cost))
    if not found and keyword.key in _CASTING_KEYS:
        return None
    if not all(_are_valid([one]) if isinstance(one, CardInput) else _is_cost(one.cost) for one in found):
        return None
    return found


def _of_keyword(
    text: str, name: str, keyword: KeywordInput, row: Mapping[str, Any] | None, cost: str
) -> Iterator[CardInput | AbilityCost]:
    if row is not None:
        if "{cost}" in row["value"] and not cost:
            return
        both = _AND_OR.fullmatch(cost)
        for each in both.groups() if both else (cost,):
            yield CardInput(keyword.key, _filled(row["value"], {"cost": each}), row["way"], name, text)
    elif action := _ACTION.fullmatch(keyword.words):
        yield CardInput(keyword.key, action["words"], "may", name, text)
    elif keyword.often and cost:
        yield CardInput(keyword.key, f"{cost} {re.sub('[0-9]+', COUNT, keyword.often)}", "count", name, text)
    elif keyword.key in ("alternative", "additional") and cost and name.lower() != "splice":
        yield CardInput(keyword.key, text, "may", name, text)
        if any(other.key == "reduce" for other in keyword.others):
            yield CardInput("reduce", f"{{{COUNT}}}", "count", name, text)
    elif cost and keyword.key not in _CARD_KEYS:
        yield AbilityCost(text, {}, text)


def _filled(value: str, groups: Mapping[str, str]) -> str:
    return value.format(count=COUNT, **groups)


def _are_valid(found: Iterable[CardInput]) -> bool:
    """Whether the engine accepts every value, and each choice with the other inputs."""
    inputs = list(found)
    plain = {one.key: one.value for one in inputs if one.value}
    requests = [plain, *({**plain, one.key: choice} for one in inputs for choice in one.choices)]
    return all(accepts(tuple(each.items())) for each in requests)


@lru_cache(maxsize=4096)
def accepts(options: tuple[tuple[str, str], ...]) -> bool:
    """Whether the engine accepts the options; `COUNT` is 1."""
    try:
        CheckRequest.parse({"cost": "{X}{R}", **{key: value.replace(COUNT, "1") for key, value in options}}).check()
    except EngineError:
        return False
    return True


def _is_cost(cost: str) -> bool:
    try:
        read = read_cost(cost)
    except EngineError:
        return False
    return bool(read.symbols or read.parts)


def _is_own(sentence: Sentence) -> bool:
    keyword = _leading_keyword(sentence)
    if keyword and keyword.key in _CASTING_KEYS:
        return True
    return bool(_OWN_COST.search(sentence.plain)) and not sentence.plain.startswith("When")


def _named(text: str) -> KeywordInput | None:
    """Keyword that a text begins with; None if it isn't about costs."""
    match = _KEYWORD.match(text)
    return keyword_named(match[0].lower()) if match else None


def _leading_keyword(sentence: Sentence) -> KeywordInput | None:
    """Keyword at the start of a sentence, before a cost or a dash, with other words between."""
    before, mark, _ = sentence.plain.replace("—", "{").partition("{")
    # “Buyback costs cost {2} less” is about other cards.
    words = before.lower().split() if mark and len(before) <= _LONGEST_NAME and " costs " not in before else []
    names = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next(filter(None, map(KEYWORDS.get, names)), None)


def _mentions_costs(sentence: Sentence) -> bool:
    """Whether a sentence mentions costs or payment, or begins with a keyword and a cost."""
    plain = sentence.plain
    if _leading_keyword(sentence) is not None or _UNKNOWN_KEYWORD.fullmatch(sentence.text):
        return True
    if len(plain) <= LONGEST:
        for pattern in _asides():
            plain = pattern.sub("", plain)
    return bool(_COST_WORDS.search(plain))


@lru_cache(maxsize=1)
def _rows() -> Sequence[tuple[re.Pattern[str], Mapping[str, Any]]]:
    rows = cast("Sequence[Mapping[str, Any]]", _DATA["sentence"])
    return [(re.compile(re.sub("NUMBER", _NUMBER, re.sub("SYMBOLS", _SYMBOLS, row["pattern"]))), row) for row in rows]


@lru_cache(maxsize=1)
def _asides() -> Sequence[re.Pattern[str]]:
    return [re.compile(pattern) for pattern in _DATA["aside"]["patterns"]]
