"""Creature and a change of its power and toughness, as people say it: `3/4 gets -5/-0`."""

import re
from collections.abc import Mapping

_SIGNS = str.maketrans("−–", "--")
_CHANGE = re.compile(
    r"""
    (?:(?:what\s+(?:happens|is)\s+)?(?:if|when)\s+)?(?:an?\s+|my\s+|the\s+)?
    (?P<power>-?\d{1,4})\s*/\s*(?P<toughness>-?\d{1,4})
    (?:\s+creature)?(?:\s+(?:that|which|and|it))?
    (?:\s+(?:gets?|got|getting|given|with|has|receives|\+))?
    \s+(?P<gets>[+-]\d{1,4})\s*/\s*(?P<andt>[+-]\d{1,4})
    (?:\s*,?\s*(?:and\s+)?(?:then|later)\s+(?:gets?\s+)?(?P<then>[+-]\d{1,4})\s*/\s*(?P<thent>[+-]\d{1,4}))?
    (?:\s+until\s+end\s+of\s+turn)?
    """,
    re.VERBOSE,
)

TRIAL = "negative-power"
"""What is to be tried with such numbers."""


def read_change(typed: str) -> Mapping[str, str] | None:
    """Return what the controls of the trial `TRIAL` are to say; None where a text says nothing of the kind."""
    text = " ".join(typed.lower().translate(_SIGNS).split()).rstrip("?!. ")
    match = _CHANGE.fullmatch(text)
    if match is None:
        return None
    return {key: str(int(value or "0")) for key, value in match.groupdict().items()}
