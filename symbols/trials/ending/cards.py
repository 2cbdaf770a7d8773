"""What a card does to who wins or loses."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.trials.ending.phrases import DATA, find_phrase, normalized
from symbols.trials.printed import REMINDER, FindCard

_AROUND: Final = re.compile(
    r"^(?:(?:an?|the|my|your|his|her|their|both|1|active|untapped) )+"
    r"|(?: (?:on the battlefield|in play|on (?:the )?board|out|untapped))+[.!]?$",
    re.IGNORECASE,
)
"""What people say around a name: `a Platinum Angel on the battlefield`."""

_DOUBTFUL: Final = frozenset(map(normalized, DATA["doubtful"]["cards"]))
_READ: Final = ("cant_", "opponents_cant_", "keeps_")
_MAY_MATTER: Final = re.compile(
    r"\bthe game\b|\ball (?:other )?abilities\b|\blife totals?\b|\bwould (?:lose|draw|be dealt)\b"
    r"|\b(?:can't|cannot) have\b|\binfect\b"
)
_DRAWING_WINS: Final = re.compile(r"if you would draw a card while your library has no cards in it, you win the game")
_WITH: Final = re.compile(r"(?P<card>\S.*?) with (?P<count>[\w-]+)(?! life)\b", re.IGNORECASE)
COMMA: Final = "‚"
"""In a card's name, so that nothing is parted there."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that somebody has.

    Attributes:
        is_doubtful: whether the rest of its text may change who wins.
        condition: when its ability wins or loses the game, by the data file's `conditions`.
        count: how many there are of what it counts, where somebody says so.
    """

    name: str
    keys: Sequence[str] = ()
    is_doubtful: bool = False
    condition: Mapping[str, int] = field(default_factory=dict)
    count: int | None = None

    @property
    def is_known(self) -> bool:
        return normalized(self.name) in DATA["cards"] or bool(self.keys or self.is_doubtful or self.condition)


def held_card(text: str, find_card: FindCard) -> HeldCard | None:
    """The card that a text names; None if that’s no known card."""
    name = bare_name(text)
    plain = normalized(name)
    condition = DATA["conditions"].get(plain, {})
    if condition or plain in DATA["cards"]:
        return HeldCard(name, DATA["cards"].get(plain, ()), condition=condition)
    card = find_card(name) if len(name) > 1 else None
    if card is None:
        return HeldCard(name, is_doubtful=True) if plain in _DOUBTFUL else None
    keys, rest = [], []
    for sentence in re.split(r"[.\n]\s*|\s+and\s+", REMINDER.sub("", normalized(card.text))):
        found = find_phrase(sentence) if sentence.startswith(("you", "your")) else None
        if _DRAWING_WINS.search(sentence):
            keys.append("wins_by_drawing")
        elif found and found[0].startswith(_READ):
            keys.append(found[0])
        else:
            rest.append(sentence)
    return HeldCard(card.name, keys, not keys and any(map(_MAY_MATTER.search, rest)))


def counted_card(text: str, find_card: FindCard) -> HeldCard | None:
    """A card with how many there are of what it counts: `Revel in Riches with ten Treasures`."""
    counting = _WITH.match(text)
    card = held_card(counting["card"], find_card) if counting else None
    count = normalized(counting["count"]) if counting else ""
    return replace(card, count=int(count)) if card and "count" in card.condition and count.isdigit() else None


def bare_name(text: str) -> str:
    return _AROUND.sub("", text.strip()).replace(COMMA, ",").strip()


def with_whole_names(line: str, find_card: FindCard) -> str:
    """A line without a comma inside a card's name: `Jace, Wielder of Mysteries` isn't two things."""
    parts = re.split(r"(,\s+)", line)
    for place in range(0, len(parts) - 2, 2):
        after = re.split(r"\s+(?:and|with|on|in|at)\s+|[:;.]", parts[place + 2])[0]
        words = parts[place].split()
        heads = [" ".join(words[start:]) for start, word in enumerate(words) if word[0].isupper()]
        if any(held_card(f"{head}, {after}", find_card) for head in heads[-4:]):
            parts[place + 1] = COMMA + " "
    return "".join(parts)
