"""Regular expressions for the notations in which people write costs: `{2}{W/U}`, `(w/u)`, `2/w2/w`, `o2ooW`, `xxr`."""

import re
from typing import Final

from symbols.sentences import COUNT_WORDS

ONE_TO_ONE: Final = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "−–—―‐‑‒﹣⁻"), "-"),
    **dict.fromkeys(map(ord, "﹢⁺"), "+"),
    **dict.fromkeys(map(ord, "⁄∕"), "/"),
    **dict.fromkeys(map(ord, "、，"), ","),
    **dict.fromkeys(map(ord, "“”„"), '"'),
    **dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u00ad"), " "),
}
"""Variants of characters in the notation. Each maps to one character, so that positions don't shift."""

FORBIDDEN = re.compile("[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SOMETHING = re.compile(r"[^\s,;]")
COLON = re.compile(r'(?:[^:"]|"[^"]*")*?(:)')
SEGMENT = re.compile(r'(?:\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|"[^"]*"|[^,;])+')
THOUSANDS = re.compile(r"(?<![\w{/])[0-9]{1,3}(?:,[0-9]{3})+(?![\w}/])")
LOYALTY = re.compile(r"(?P<open>\[)?\s*(?P<sign>[+-])?\s*(?P<amount>[0-9]+|[XYZ])\s*(?P<close>\])?", re.IGNORECASE)
TOKEN = re.compile(
    r"(?P<space>\s+)|\{(?P<braced>[^{}]*)\}|[oO]{0,2}\((?P<round>[^(){}]*)\)|(?P<chunk>[^\s{}()\[\]<>]+)"
    r"|(?P<loyalty>\[\s*[+-]?\s*(?:[0-9]+|[XYZxyz])\s*\])"
)
LOOSE = re.compile(r"[0-9]+(?=[0-9]/)|[0-9a-z](?:/[0-9a-z])+|[0-9]+|h[wubrg]|[a-z½∞]", re.IGNORECASE | re.ASCII)
OLD = re.compile(
    r"(?!(?-i:or)$)(?:o{1,2}(?:c?[tq]|[0-9a-z]/[0-9a-z](?:/p)?|[0-9]+|[a-np-z½∞]))+", re.IGNORECASE | re.ASCII
)
OLD_PIECE = re.compile(r"o{1,2}(?:c?[tq]|[0-9a-z]/[0-9a-z](?:/p)?|[0-9]+|[a-z½∞])", re.IGNORECASE | re.ASCII)
BRACED = re.compile(r"\{([^{}]*)\}")
UNCLOSED = re.compile(r"[{(\[]+(?P<content>[^\s{}()\[\]]*)(?P<close>[})\]])?")
CLOSING: Final = {"{": "}", "(": ")", "[": "]"}
OTHER_SYMBOLS = re.compile(r"[tq]|e+|(?:tk)+|tk[1-9][0-9]{0,6}", re.IGNORECASE | re.ASCII)
OTHER_SYMBOL = re.compile(r"tk[0-9]*|[tqe]", re.IGNORECASE | re.ASCII)
WORD = re.compile(r"[^\W\d_]{3,}")
SIZE = re.compile(r"\s*--?\s*[0-9*x]+/[0-9*x]+\s*(?:\(.*)?$", re.IGNORECASE | re.DOTALL)
"""Power and toughness after a prototype's mana cost, and the reminder text."""
MODE_TEXT = re.compile(r"\s*--?\s+\S")
"""Text of a spree mode after its cost."""
SENTENCE_END = re.compile(
    r"(?<=\})(?:\s+more\s+to\s+cast\s+for\s+each\s+target\s+beyond\s+the\s+first)?\s*\.?\s*$", re.IGNORECASE
)
"""End of a sentence in which a card prints a cost."""
SYMBOL_LETTERS = re.compile(r"[wubrgcsxyzhptqe]+", re.IGNORECASE)
LABEL = re.compile(r"(?:[^\W\d_][\w'’-]*\s+)+(?:-(?![0-9xyz]\b)\s*)?", re.IGNORECASE)

_AMOUNT: Final = rf"(?P<amount>[0-9]+|[xyz]|{'|'.join(COUNT_WORDS)})"
LIFE = re.compile(rf"pay\s+{_AMOUNT}\s+life\.?", re.IGNORECASE)
COUNTERS = re.compile(
    rf"pay\s+{_AMOUNT}\s*(?:(?P<energy>\{{e\}}|\be\b|\benergy(?:\s+counters?)?)"
    r"|(?P<tickets>\{tk\}|\btk\b|\bticket(?:\s+counter)?s?))\.?",
    re.IGNORECASE,
)
MANA = re.compile(rf"pay\s+{_AMOUNT}\s+(?P<symbol>\{{[^{{}}]*\}}|[0-9a-z](?:/[0-9a-z])*)\.?", re.IGNORECASE)
PAY = re.compile(r"pay\s+(?=\S)", re.IGNORECASE)
REMINDER = re.compile(r"""(?<!\s)\s*\((?=[^()]*[a-z’']{2,}\s+[a-z]{2,})[^()]*[.!?]["”’]?\)\s*$""", re.IGNORECASE)
"""Reminder text in parentheses at the end (207.2a): a whole sentence."""
WATERBEND = re.compile(r"waterbend\s*(?=[{0-9x])", re.IGNORECASE)
"""Introduces a waterbend cost within another cost (701.67a)."""
VERB = re.compile(
    r"(?:attach|behold|blight|choose|collect|counter|crew|destroy|discard|draw|each|exert|exile|flip|gain"
    r"|have|lose|mill|move|pay|put|remove|return|reveal|roll|sacrifice|shuffle|tap|transform|turn|unattach|untap)"
    r"\b(?=\W+\w)|forage\b",
    re.IGNORECASE,
)
OR_ELSE = re.compile(rf"or\s+(?:(?:{VERB.pattern})|\{{)", re.IGNORECASE)
"""Start of the last action or mana in a list of choices."""
ACTION = re.compile(rf"\b(?:{VERB.pattern})", re.IGNORECASE)
