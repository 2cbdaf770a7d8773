"""Lines that begin with the source of damage: `Typhoid Rats dealt 1 damage to Grizzly Bears`."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from symbols.trials.board.players import player_in
from symbols.trials.board.scanning import UnreadableError, compiled

_DEALT: Final = compiled("dealt_to")
_ARTICLE: Final = re.compile(r"^(?:the|a|an|my|your|their|opponent's|line|#) ?", re.IGNORECASE)


def turned_around(text: str, others: Sequence[str], names: Collection[str]) -> str:
    """The line as one about what was dealt damage; other lines as they are.

    Raises:
        UnreadableError: what was dealt damage has another line.
    """
    match = None if '"' in text else _DEALT.match(text)
    if match is None:
        return text
    by, whom, much = match["by"], match["whom"], match["much"] or ""
    if whom in names or (player_in(whom) and not re.search(r"\d", whom)):
        is_commander = match["as"] or re.search(r"\b(?:commander|general)\b", by, re.IGNORECASE)
        if not is_commander:
            raise UnreadableError(f"say how much life that leaves, such as {whom} 5 life.")
        named = by if not match["as"] else f"commander {by}"
        return f"{whom} {much}{match['kind']} from {named}"
    name = _ARTICLE.sub("", whom).lower()
    if name.isdigit() or any(_ARTICLE.sub("", one).lower().startswith(name) for one in others):
        raise UnreadableError(f"say that on the other line: damaged {much}by {by}.")
    return f"{whom} damaged {much}by {by}"
