"""Keywords that change a cost or how it is paid, typed in place of a cost: what they do, and where to type them.

{5}{B}, delve   ->   “Type {5}{B} as the cost, and how many cards your graveyard has, such as 5, for …”
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from symbols.data_files import read_data
from symbols.engine.citations import Citation
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import TextPart
from symbols.engine.reading import notation
from symbols.sentences import a_or_an
from symbols.similar import SURE, similar

Occasion = Literal["proposal", "special action", "resolution"]
"""When a cost is paid: as a spell or ability is proposed, with a special action, or on resolution (118.13)."""


@dataclass(frozen=True, slots=True)
class KeywordInput:
    """Keyword that changes paying, and the field to use for it: a row of `keywords.toml`, as its header describes."""

    name: str
    key: str  # request key; `cost` if only the keyword's own cost is typed
    words: str
    citations: tuple[Citation, ...]
    others: tuple["KeywordInput", ...] = ()  # further fields, its own and those of other keywords typed with it
    often: str = ""
    rest: str = ""
    own_cost: bool = False
    labels: bool = False
    counted: bool = False
    quality: bool = False
    occasion: Occasion = "proposal"
    before: str = ""  # mana symbols typed before the keyword, the spell's cost

    def sentence(self, labels: Mapping[str, str] | None = None) -> str:
        return f"{self.name} isn’t a cost. {self.instructions(labels)}"

    def instructions(self, labels: Mapping[str, str] | None = None) -> str:
        """What to type, and in which fields; `labels` are their labels by key."""
        if self.key == "cost":
            return f"Type {self.words}."
        inputs = [
            f"{each.words}{',' * each.words.count(', such as ')} for “{(labels or {}).get(each.key, each.key)}”"
            for each in (self, *self.others)
            if each.key != "cost"
        ]
        cost = f"{self.before} as the cost" if self.before else "the cost of the spell"
        return f"Type {cost}, and {'; and '.join(inputs)}."

    def instructions_here(self, key: str) -> str:
        """What to type, for an error in the field `key` rather than in the cost."""
        if self.key == "cost":
            return f"Type {self.words}{',' * self.words.count(', such as ')} as the cost."
        here = "here" if self.key == key else f"for “{self.key.replace('_', ' ')}”"
        return f"Type {self.words}{',' * self.words.count(', such as ')} {here}."

    def as_json(self) -> dict[str, object]:
        return {
            "keyword": self.name.lower(),
            "input": self.key,
            "message": self.sentence(),
            "citations": [citation.as_json() for citation in self.citations],
        }


_DATA: Final[Mapping[str, Any]] = read_data("keywords.toml")


def _rows() -> Iterator[Mapping[str, Any]]:
    yield from _DATA["keyword"]
    for kind, shared in _DATA["shared"].items():
        for name, row in _DATA[kind].items():
            named = {key: text.replace("NAME", name.lower()) for key, text in shared.items() if isinstance(text, str)}
            yield {"name": name, **shared, **named, **row}


def _keyword(row: Mapping[str, Any]) -> KeywordInput:
    if missing := {"input", "words", "fact", "rule"} - row.keys():
        raise ValueError(
            f"keywords.toml: {row['name']} needs {', '.join(sorted(missing))}; its table doesn't share one."
        )
    fact = row["fact"]
    if "when" in row:
        fact = f"{row['when']}, {fact[:1].lower()}{fact[1:]}"
    also = tuple(KeywordInput(row["name"], each["input"], _words(each), ()) for each in row.get("also", ()))
    as_they_are = ("often", "rest", "own_cost", "labels", "counted", "quality", "occasion")
    return KeywordInput(
        row["name"],
        row["input"],
        _words(row),
        (Citation(fact, row["rule"]), *([Citation(row["then"], row["then_rule"])] if "then" in row else [])),
        also,
        **{key: row[key] for key in as_they_are if key in row},
    )


def _words(row: Mapping[str, Any]) -> str:
    such_as = ", ".join(filter(None, [row.get("such_as"), row.get("rest")]))
    if notation.ACTION.search(such_as):
        such_as = f"“{such_as}”"
    return f"{row['words']}, such as {such_as}" if such_as else str(row["words"])


KEYWORDS: Final[Mapping[str, KeywordInput]] = {row["name"].lower(): _keyword(row) for row in _rows()}
"""By lowercase name."""

DIGITAL: Final[tuple[str, ...]] = tuple(_DATA["digital"])
"""Keywords outside the Comprehensive Rules that also label costs."""

FORMS: Final = {row["name"].lower(): re.compile(row["forms"]) for row in _rows() if "forms" in row}
"""What cards print instead of a keyword's name, or after it, by key of `KEYWORDS`."""

_ADDED: Final = frozenset({"additional", "increase"})
_ADDING: Final = _ADDED | {
    name for name, each in KEYWORDS.items() if each.labels and each.key == name and not each.own_cost
}
_ADDITIONAL: Final = re.compile(r"(?:.* )?additional costs?(?: to cast this spell)?")
_ADDITIONAL_COST: Final = KeywordInput(
    "An additional cost", "additional", "it", (Citation("Additional costs are paid at the same time.", "118.8"),)
)
_NAME: Final = re.compile(r"\s*[^\W\d_][\w'’-]*(?:\s+[^\W\d_][\w'’-]*)*")
_OTHER_ABILITY: Final = re.compile(rf"(?!{notation.VERB.pattern})[a-z]+(?: [a-z]+)?")
_NUMBER: Final = re.compile(r" (?:[0-9]+|x|costs?)$")
_OWN_COST: Final = re.compile(r"(?P<name>[^{}]*[^{}\s])\s*(?P<cost>(?:\{[^{}]*\}\s?)+)")
_SYMBOLS: Final = re.compile(r"(?:\{[^{}]*\}|[0-9]+|[wubrgcsxyz]+\b|\s)*,?\s*", re.IGNORECASE | re.ASCII)


def keyword_of(text: str) -> KeywordInput | None:
    """Keyword typed without its cost, perhaps with others or after symbols: `{5}{B}, delve`, `improvise, convoke`."""
    if not notation.WORD.search(text):
        return None
    words = " ".join(notation.REMINDER.sub("", text).split()).rstrip(".").lower()
    if found := keyword_named(words):
        return found
    behind = _SYMBOLS.match(words)
    names = re.split(r" ?[,;&+] ?(?:and )?| and ", words[behind.end() :] if behind else words)
    has_cost = bool(behind and behind[0])
    several = {name: keyword_named(name) or (_before_own_cost(name) if has_cost else None) for name in names}
    known = [keyword for keyword in several.values() if keyword]
    if not known or not all(keyword or _OTHER_ABILITY.fullmatch(name) for name, keyword in several.items()):
        return None
    first, *others = known
    every = tuple(citation for keyword in known for citation in keyword.citations)
    further = [each for keyword in others for each in (keyword, *keyword.others)]
    before = behind[0].strip(" ,").upper() if behind else ""
    return replace(first, others=(*first.others, *further), citations=every, before=before)


def keyword_instead(given: Mapping[str, object]) -> KeywordInput | None:
    """Keyword typed instead of a cost; None for `{3}{W}, convoke` if the keyword's field is given."""
    typed = given.get("cost")
    keyword = keyword_of(typed) if isinstance(typed, str) else None
    keys = {each.key for each in (keyword, *keyword.others)} - {"cost"} if keyword else set()
    if keyword and keyword.before and keys and all(given.get(key) not in (None, "") for key in keys):
        return None
    return keyword


def keyword_named(words: str) -> KeywordInput | None:
    """By lowercase name, with anything that cards print after it: `equip legendary creature`."""
    if found := KEYWORDS.get(_NUMBER.sub("", words)):
        return found
    matches = ((KEYWORDS[name], form.fullmatch(words)) for name, form in FORMS.items())
    found, match = next(((keyword, match) for keyword, match in matches if match), (None, None))
    groups = {name: words for name, words in match.groupdict().items() if words} if match else {}
    if found is None or not groups:
        return found
    if "quality" in groups:
        return _of_quality(found, groups["quality"])
    typed = [notation.BRACED.sub(lambda symbol: symbol[0].upper(), words) for words in groups.values()]
    return replace(found, words=", ".join(typed) + " or both" * (len(typed) > 1))


def _before_own_cost(words: str) -> KeywordInput | None:
    """`kicker {3}`."""
    match = _OWN_COST.fullmatch(words)
    keyword = keyword_named(match["name"]) if match else None
    if match is None or keyword is None or keyword.key == "cost":
        return keyword
    if keyword.key not in _ADDING | {"alternative"}:
        return None
    typed = ", ".join(filter(None, [match["cost"].upper(), keyword.rest]))
    return replace(keyword, words=f"“{typed}”" if keyword.rest else f"{typed} {keyword.often}".rstrip())


def _of_quality(keyword: KeywordInput, quality: str) -> KeywordInput:
    """`Emerge from artifact`."""
    rest, words = (text.replace("QUALITY", a_or_an(quality)) for text in (keyword.rest, keyword.words))
    return replace(keyword, name=keyword.name.replace("QUALITY", quality), rest=rest, words=words)


def labeled(cost: Cost) -> KeywordInput | None:
    """Keyword that labels a cost: `Kicker {2}{R}`; also for `Additional cost:`."""
    label = " ".join(cost.label.split()).lower()
    if _ADDITIONAL.fullmatch(label):
        return _ADDITIONAL_COST
    return keyword_named(label) if label else None


def occasion_of(cost: Cost) -> Occasion:
    """When a cost is paid, and so when its choices are made (107.3d, 118.13)."""
    keyword = labeled(cost)
    return keyword.occasion if keyword else "proposal"


def keyword_before(cost: Cost) -> KeywordInput | None:
    """Keyword that labels a cost, with that cost as what to type; None if the cost goes in no other field."""
    keyword = labeled(cost)
    if keyword is None or keyword.own_cost or (keyword.key == "cost" and not keyword.rest):
        return None
    whole = _with_rest(cost, keyword)
    if keyword.key == "cost":
        return replace(keyword, words=f"the whole activation cost: {whole}")
    in_words = cost.parts or keyword.rest or any(waterbent(cost))
    return replace(keyword, words=f"“{whole}”" if in_words else f"{whole} {keyword.often}".rstrip())


def _with_rest(cost: Cost, keyword: KeywordInput) -> str:
    own = f"Waterbend {cost.canonical}" if cost.symbols and all(waterbent(cost)) else cost.canonical
    return ", ".join(filter(None, [f"{own[:1].upper()}{own[1:]}".removesuffix("."), keyword.rest]))


def near_keyword(text: str) -> tuple[str, int] | None:
    """Keyword closest to a typo at the start of a text, and where the typo ends."""
    match = _NAME.match(text)
    words = " ".join(match[0].split()).lower() if match else ""
    near = similar(words, KEYWORDS, at_least=SURE)
    return (KEYWORDS[near[0]].name, match.end()) if match and near and near[0] != words else None


def misplaced(cost: Cost, key: str) -> KeywordInput | None:
    """Keyword that labels a cost given for the wrong key, with what to type instead; None if the key is right."""
    keyword = labeled(cost)
    if keyword is None or key in ("cost", keyword.key) or keyword.key == "waterbend":
        return None
    if key in _ADDED and keyword.key in _ADDING:
        return None
    if keyword.key == "cost":
        return replace(keyword, words=f"“{_with_rest(cost, keyword)}”")
    if keyword.own_cost:
        own = f"“{cost.canonical}”" if cost.parts else cost.canonical
        return replace(keyword, words=f"{own} as the cost, or {keyword.words}")
    return keyword_before(cost) or keyword


def with_rest(cost: Cost, key: str, spell: str = "") -> Cost:
    """Add the sacrifice of `Emerge {5}{U}{U}` and the like; return other costs.

    `spell` is the spell's cost as typed, which may name the keyword instead: `{3}{U}, emerge`.
    """
    typed = None if cost.label else keyword_of(spell)
    named = [each for each in (typed, *typed.others) if each.key == key] if typed else []
    keyword = named[0] if len(named) == 1 else labeled(cost)
    if keyword is None or keyword.key != key or not keyword.rest or cost.parts:
        return cost
    end = len(cost.text)
    return replace(cost, typed_spans=cost.spans, parts=(TextPart(keyword.rest, start=end, end=end),))


def is_waterbend(cost: Cost) -> bool:
    """Whether a cost is or contains a waterbend cost, the only kind that waterbending pays for (701.67a)."""
    return any(waterbent(cost)) or cost.label.casefold() == "waterbend"


def waterbent(cost: Cost) -> list[bool]:
    """For each symbol, whether it belongs to a waterbend cost: all after that label, else the marked ones."""
    whole = cost.label.casefold() == "waterbend"
    return [whole or place in cost.waterbent for place in range(len(cost.symbols))]


def kind_if_not_cast(cost: Cost) -> str:
    """What kind of cost this is if it isn't paid to cast a spell, `an activation cost`; "" if it may be."""
    keyword = labeled(cost)
    if cost.is_activation or (keyword and keyword.key == "cost" and not keyword.own_cost):
        return "an activation cost"
    return f"the {keyword.name.lower()} cost" if keyword and keyword.key in ("cost", "free") else ""
