"""Patterns of what clauses say, without whom they say it of."""

import re
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import NUMBER_WORDS

DATA: Final = read_data("trials/ending.toml")
_NUMBERS: Final = {word: number for number, word in enumerate((*NUMBER_WORDS, "twenty-one"))}
_SAYS: Final = {key: re.compile(pattern.replace("N", r"-?\d+")) for key, pattern in DATA["says"].items()}
OF_THE_GAME: Final = frozenset(
    {"intentional", "restarts", "mandatory", "optional", "unless", "fragmented", "draws_game"}
)
"""Keys of `says` that need no player."""

EVERYONE: Final = re.compile(
    r"(?:we're |we |us )?(?:both|all|each|every)(?: (?:of us|of the players|players?|teams))?"
    r"|everyone|everybody|we"
)
NOBODY: Final = re.compile(r"(?:nobody|no 1|no ?one|none|neither)(?: of us| players?)?")
_NO_ONE_CAN: Final = re.compile(r"^(?:neither(?: player| of us)?|nobody|no one|no player) can (lose|win)\b")
_FILLER: Final = re.compile(
    r"(?:(?:^|\s)(?:is|are|am|was|were|be|being|been|has|have|had|at|with|of|dealt|controls?|gets?|got|takes?|took"
    r"|received?|drops?|dropped|goes|went|falls?|fell|reach(?:es|ed)?|says?|states?|that|and|but|also|if|while|would|will|to|only|exactly|just|must|which|who|effect)"
    r"|\s(?:the|an?|both|all|each))$"
)
NEGATED: Final = re.compile(
    r"(?:\b(?:do|does|did|has|have|had|is|are|was|were|would|wo)n't|\bnot|\bnever|\bno longer)"
    r"(?: (?:have|had|yet|be|been|a|an|the|actually))*$"
)
CLAUSES: Final = re.compile(
    r"(?:\s*[,;.]\s+|\s*[,;]\s*)(?!(?-i:(?:the|of) [A-Z]))(?=\S|$)|\s+(?:and|but)\s+"
    r"|(?:(?<=life)|(?<=library)|(?<=\d)|(?<=poison)|(?<=concede)|(?<=concede[sd]))\s+with\s+"
    r"|\s+with\s+(?=(?:only |just )?[\w-]+ (?:cards? )?(?:left )?in\b)|\s+while\s+",
    re.IGNORECASE,
)
"""Between clauses; the comma of `Jace, the Mind Sculptor` is none."""

OF_WHOM: Final = re.compile(
    r"\s*(?:(?:to|on|for|against)\s+(?!the same\b)(\S.*?)|(?:right )?now|each|simultaneously|together"
    r"|at (?:the same time|once)|(?:by|because of|due to) (?:an? )?\S.*?)?[\s.!]*"
)
"""What may follow what is said: `to opponent` of `21 commander damage to opponent`."""


def find_phrase(plain: str) -> tuple[str, re.Match[str]] | None:
    return next(((key, match) for key, pattern in _SAYS.items() if (match := pattern.search(plain))), None)


def normalized(text: str) -> str:
    """Lower case, straight apostrophes, digits: `You can’t lose, Two poison` -> `you can't lose, 2 poison`."""
    text = text.replace("’", "'").replace("−", "-").replace("–", "-").casefold()
    text = _NO_ONE_CAN.sub(r"both can't \1", text)
    text = text.replace("cannot", "can't").replace("can not", "can't").replace("do not", "don't")
    return re.sub(r"[a-z]+(?:-one)?", lambda word: str(_NUMBERS.get(word[0], word[0])), text)


def without_filler(text: str) -> str:
    before = ""
    while text != before:
        before, text = text, _FILLER.sub("", text.strip(" :,")).strip()
    return re.sub(r"'(?:s|m|re|ve|ll)$", "", text)
