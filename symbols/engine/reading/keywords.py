"""Keywords that change what a cost is or what pays for it, typed where a cost is: what they are, and where they go."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from symbols.engine.citations import Citation
from symbols.engine.costs.cost import Cost


@dataclass(frozen=True, slots=True)
class KeywordInput:
    """Keyword that changes paying, and the input for it.

    Attributes:
        name: the keyword.
        key: the key of a request that it belongs to.
        example: what can be said there.
        citations: what it does, with its rules.
        others: further keywords typed with it.
    """

    name: str
    key: str
    example: str
    citations: tuple[Citation, ...]
    others: tuple["KeywordInput", ...] = ()

    @property
    def sentence(self) -> str:
        """Next step with it."""
        return f"{self.name} isn’t a cost. {self.way_on()}"

    def way_on(self, labels: Mapping[str, str] | None = None) -> str:
        """Return the words to type, and the inputs for them, by their labels where those are given by key."""
        inputs = [f"{each.example} for “{(labels or {}).get(each.key, each.key)}”" for each in (self, *self.others)]
        return f"Type the cost of the spell, and {'; and '.join(inputs)}."

    def as_json(self) -> dict[str, object]:
        """Return it as an object for JSON."""
        return {
            "keyword": self.name.lower(),
            "input": self.key,
            "message": self.sentence,
            "citations": [citation.as_json() for citation in self.citations],
        }


def _keyword(name: str, key: str, example: str, fact: str, rule: str) -> KeywordInput:
    return KeywordInput(name, key, example, (Citation(fact, rule),))


def _all() -> Iterator[KeywordInput]:
    yield _keyword(
        "Convoke",
        "convoke",
        "the colors of your untapped creatures, such as {W}{G/W}{C},",
        "Each creature you tap pays for one generic mana or one mana of its color.",
        "702.51a",
    )
    yield _keyword(
        "Improvise",
        "improvise",
        "how many untapped artifacts you have, such as 3,",
        "Each artifact you tap pays for one generic mana.",
        "702.126a",
    )
    yield _keyword(
        "Waterbend",
        "waterbend",
        "how many untapped artifacts and creatures you have, such as 3,",
        "Each artifact or creature you tap pays for one generic mana of a waterbend cost.",
        "701.67a",
    )
    yield _keyword(
        "Delve",
        "delve",
        "how many cards your graveyard has, such as 5,",
        "Each card you exile from your graveyard pays for one generic mana.",
        "702.66a",
    )
    yield _keyword(
        "Assist",
        "assist",
        "how much another player pays, such as 4,",
        "Another player may pay any amount of the generic mana.",
        "702.132a",
    )
    yield _keyword(
        "Affinity",
        "affinity",
        "how many of the permanents you control, such as 4,",
        "The spell costs {1} less for each of them.",
        "702.41a",
    )
    yield _keyword(
        "Kicker",
        "kicker",
        "the kicker cost, such as {2}{R},",
        "You may pay an additional cost as you cast the spell.",
        "702.33a",
    )
    yield _keyword(
        "Multikicker",
        "multikicker",
        "its cost and how often you pay it, such as {1}{G} 3 times,",
        "You may pay an additional cost any number of times.",
        "702.33c",
    )
    yield _keyword(
        "Replicate",
        "replicate",
        "its cost and how often you pay it, such as {1}{U} 2 times,",
        "You may pay an additional cost any number of times.",
        "702.56a",
    )
    yield _keyword(
        "Strive",
        "strive",
        "its cost and the number of targets, such as {2}{R} 3 targets,",
        "An ability word has no rules meaning: strive’s text makes each target beyond the first cost more.",
        "207.2c",
    )
    yield _keyword(
        "Escalate",
        "escalate",
        "its cost and the number of modes, such as {1} 2 modes,",
        "You pay an additional cost for each mode beyond the first.",
        "702.120a",
    )
    yield _keyword(
        "Fuse",
        "cast",
        "“both” beside two costs, such as {1}{R} // {2}{U},",
        "You may cast both halves of the split card together.",
        "702.102a",
    )
    yield _keyword(
        "Commander tax",
        "commander_casts",
        "how often it was cast from the command zone before, such as 2,",
        "A commander costs {2} more for each of those times.",
        "903.8",
    )

    for name, (example, rule) in _ALTERNATIVE.items():
        example = f"the {name.lower()} cost, such as {example},"
        fact = f"You may pay the {name.lower()} cost rather than the mana cost."
        yield _keyword(name, "alternative", example, fact, rule)
    for name, (example, fact, rule) in _ADDITIONAL.items():
        yield _keyword(name, "additional", f"{example},", fact, rule)
    yield _keyword(
        "Undaunted",
        "reduce",
        "{1} for each of your opponents, such as {3},",
        "The spell costs {1} less for each opponent you have.",
        "702.125a",
    )
    yield _keyword(
        "Offering",
        "reduce",
        "the mana cost of the permanent you sacrifice, such as {2}{R},",
        "You may sacrifice a permanent: its mana cost reduces the total cost.",
        "702.48a",
    )
    yield _keyword(
        "Aftermath",
        "cast",
        "“2” beside two costs, such as {1}{R} // {2}{U},",
        "You may cast this half of the split card from your graveyard only.",
        "702.127a",
    )


_ALTERNATIVE: Mapping[str, tuple[str, str]] = {
    "Blitz": ("{1}{R}{R}", "702.152a"),
    "Cleave": ("{4}{U}{U}", "702.148a"),
    "Dash": ("{1}{R}", "702.109a"),
    "Disturb": ("{1}{U}", "702.146a"),
    "Emerge": ("{5}{U}{U}, Sacrifice a creature", "702.119a"),
    "Escape": ("{3}{B}{G}, Exile four other cards from your graveyard", "702.138a"),
    "Evoke": ("{2}{U}", "702.74a"),
    "Flashback": ("{3}{R}", "702.34a"),
    "Mutate": ("{3}{G}", "702.140a"),
    "Overload": ("{6}{U}", "702.96a"),
    "Prowl": ("{1}{B}", "702.76a"),
    "Spectacle": ("{R}", "702.137a"),
    "Surge": ("{1}{R}", "702.117a"),
}
"""Keywords with an alternative cost, each with one such cost and its rule."""

_ADDITIONAL: Mapping[str, tuple[str, str, str]] = {
    "Bargain": (
        "“Sacrifice an artifact, enchantment, or token”",
        "You may sacrifice an artifact, enchantment, or token as an additional cost.",
        "702.166a",
    ),
    "Buyback": ("the buyback cost, such as {3}", "You may pay the buyback cost as an additional cost.", "702.27a"),
    "Casualty": (
        "“Sacrifice a creature”",
        "You may sacrifice a creature with enough power as an additional cost.",
        "702.153a",
    ),
    "Conspire": (
        "“Tap two untapped creatures you control”",
        "You may tap two creatures that share a color with the spell as an additional cost.",
        "702.78a",
    ),
    "Entwine": ("the entwine cost, such as {2}", "You may pay the entwine cost to choose all modes.", "702.42a"),
    "Jump-start": ("“Discard a card”", "From your graveyard, discarding a card is an additional cost.", "702.133a"),
    "Retrace": ("“Discard a land card”", "From your graveyard, discarding a land is an additional cost.", "702.81a"),
    "Spree": ("the costs of your modes, such as {1}{R}", "You pay the cost of each mode you choose.", "702.172a"),
}
"""Keywords with an additional cost, each with one such cost, what it is, and its rule."""

KEYWORDS: Mapping[str, KeywordInput] = {keyword.name.lower(): keyword for keyword in _all()}
"""The keywords, by their names in small letters."""

_OPEN_ENDED = re.compile(
    r"(?P<affinity>affinity) for \S.*|[a-z][a-z' ’-]* (?P<offering>offering)|(?P<casualty>casualty) (?:[0-9]+|x)"
)
_SYMBOLS = re.compile(r"(?:\{[^{}]*\}|[0-9]+|[wubrgcsxyz]+\b|\s)*,?\s*", re.IGNORECASE | re.ASCII)


def keyword_of(text: str) -> KeywordInput | None:
    """Return the keyword that a text is, without a cost of its own; None where it is something else.

    Symbols may be before it, and further keywords after it: `{5}{B}, delve`, `improvise, convoke`.
    """
    words = " ".join(text.split()).rstrip(".").lower()
    if found := _one_keyword(words):
        return found
    behind = _SYMBOLS.match(words)
    names = re.split(r" ?[,;&+] ?| and ", words[behind.end() :] if behind else words)
    several = [_one_keyword(name) for name in names]
    if not all(several):
        return None
    first, *others = (keyword for keyword in several if keyword)
    every = tuple(citation for keyword in (first, *others) for citation in keyword.citations)
    return replace(first, others=tuple(others), citations=every)


def _one_keyword(words: str) -> KeywordInput | None:
    match = _OPEN_ENDED.fullmatch(words)
    return KEYWORDS[match.lastgroup] if match and match.lastgroup else KEYWORDS.get(words)


def keyword_before(cost: Cost) -> KeywordInput | None:
    """Return the keyword that a cost was typed after, as in `Kicker {2}{R}`, with that cost for its input."""
    keyword = KEYWORDS.get(" ".join(cost.label.split()).casefold())
    if keyword is None or keyword.key in _COUNTS:
        return None
    often = _OFTEN.get(keyword.key, "")
    return replace(keyword, example=f"{cost.canonical}{often}")


_COUNTS = ("convoke", "improvise", "waterbend", "delve", "assist", "affinity", "cast", "commander_casts", "reduce")
_OFTEN = {"multikicker": " 3 times", "replicate": " 2 times", "strive": " 3 targets", "escalate": " 2 modes"}
"""How often a cost may be paid, for inputs that ask for it."""
