"""Normalize text for comparison: straight quotes, plain hyphens, no italics, single spaces."""

import re
from typing import Final

# Successive `replace` calls take a quarter of the time of `str.translate`.
_PLAIN: Final = (
    *(("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"')),
    *(("−", "-"), ("–", "-"), ("\u2011", "-"), ("\u00a0", " "), ("_", "")),
)
# One 2008 document has “?” for quotes and apostrophes. A real one never precedes a letter or follows a period or comma.
_DAMAGED: Final = ((re.compile(r"(?<=\w)\?(?=\w)"), "'"), (re.compile(r"(?<![\w?])\?(?=[\w\[{])|(?<=[.,])\?"), '"'))


def plain_text(text: str, *, keep_case: bool = False) -> str:
    """Normalize text so that texts of any edition, data file or user compare equal.

    `keep_case` is for symbol codes, whose letters are capitals; everything else is compared in lower case.
    """
    for sign, plain_sign in _PLAIN:
        text = text.replace(sign, plain_sign)
    if "?" in text:
        for damaged, sign in _DAMAGED:
            text = damaged.sub(sign, text)
    plain = " ".join(text.split())
    return plain if keep_case else plain.lower()
