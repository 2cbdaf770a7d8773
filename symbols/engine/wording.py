"""Words in a row, as sentences have them."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Write words in a row: `a`, `a and b`, `a, b and c`; another word than `and` may stand before the last one."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
