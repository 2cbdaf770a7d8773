"""Keywords that change what a cost is or what pays for it, typed where a cost is: what they are, and where they go."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symbols.engine.citations import Citation


@dataclass(frozen=True, slots=True)
class KeywordInput:
    """Keyword that changes paying, and the input for it.

    Attributes:
        name: the keyword.
        key: the key of a request that it belongs to.
        example: what can be said there.
        citations: what it does, with its rules.
    """

    name: str
    key: str
    example: str
    citations: tuple[Citation, ...]

    @property
    def sentence(self) -> str:
        """Next step with it."""
        return f"{self.name} isn’t a cost. Type the cost of the spell, and {self.example} for “{self.key}”."

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


KEYWORDS: Mapping[str, KeywordInput] = {keyword.name.lower(): keyword for keyword in _all()}
"""The keywords, by their names in small letters."""

_AFFINITY = re.compile(r"affinity for \S.*")


def keyword_of(text: str) -> KeywordInput | None:
    """Return the keyword that a text is, without any cost; None where it is something else."""
    words = " ".join(text.split()).rstrip(".").lower()
    return KEYWORDS["affinity"] if _AFFINITY.fullmatch(words) else KEYWORDS.get(words)
