"""Understand a board: `two legends`, `2/2 damaged 2; Aura on 1`, `if I have 0 life and my opponent too`."""

import re
from collections.abc import Callable, Iterator, Mapping

from explorer.library.loaded import Library
from explorer.tryit.reading import TrialContext
from symbols.trials.board.cards import card_in
from symbols.trials.board.lines import ReadBoard, read_board
from symbols.trials.board.players import is_two_headed, read_players
from symbols.trials.printed import FindCard

_LEAD = re.compile(
    r"^(?:(?:what\s+(?:happens|dies|if|leaves)|who\s+(?:wins|loses)|does|do|can|will|if|when|with|and|is)\s+)*"
    r"(?:(?:i|you)\s+(?:control|own)\s+)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[?!., ]*(?:(?:who|what|which)\s+(?:dies|wins|loses|lives|survives|happens|leaves|goes)"
    r"|(?:does|do|will|is|are)\s+(?:it|they)\s+(?:die|live|survive|dead)"
    r"|(?:dies?|survives?|dead)|what\s+now)?[?!., ]*$",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"(?:,|\band)\s+(?:so\s+(?:does|has|is)\s+)?(?P<who>(?:my |the |your )?opponent)(?:\s+(?:does|has|have|is))?"
    r"(?:\s+(?:too|also|as well))?$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*;\s*|\s*,\s*(?:and\s+)?"
    r"|\s+and\s+(?=(?:my |an? |the |your )?(?:opponent|-?\d+/-?\d+(?!\d*\s+counter)|aura|equipment)|i\s)",
    re.IGNORECASE,
)
# Without any of these, words with a size are about something else.
_TELLING = re.compile(
    r"\bdamaged?\b|\blife\b|\bpoison\b|\blibrary\b|\bregeneration shield"
    r"|\b(?:an?|\d+|one|two|three|four|five)\b[^,;]*\bcounters?\b"
    r"|\b0 (?:loyalty|defense)\b"
    r"|\battached to\b|\b(?:aura|equipment|role)\b.* on \d|\bphased out\b|\btoken in\b|\bcopy of a spell in\b"
    r"|\bcommander (?:in|damage)\b|\b(?:two|2|three|3)\b.*\b(?:legends?|legendary|worlds?)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^to\b|\b(?:can|could|should|may|must|why|how|where|which|whether|when|if|after|before|while|during|target|casts?|cost"
    r"|blocks?|attacks?|becomes?|until|each|any|all|rules?|my life|gains?|gets?|loses?|deals?|prevent\w*|mean\w*"
    r"|explain|work\w*|vs|versus|not|n't|kills?|be)\b",
    re.IGNORECASE,
)
_SIZE_DIES = re.compile(
    r"(?:does\s+|will\s+)?(?:an?\s+|my\s+|the\s+)?(-?\d{1,4}/-?\d{1,4})(?:\s+(?:creature|token))?\s+dies?[?!. ]*", re.I
)
# “Two-Headed Giant 30 life” is about the variant.
_OF_A_TEAM = re.compile(r"\bpoison\b|\b(?:my|our|your|their|you|i|opponents?)\b", re.IGNORECASE)
_COMMANDER_DIES = re.compile(
    r"(?:what\s+happens\s+(?:if|when)\s+|what\s+if\s+|when\s+)?(?:an?|my|the|your)\s+commander\s+"
    r"(?P<how>dies|(?:is|gets)\s+(?:destroyed|killed|sacrificed)|goes\s+to\s+(?:the|my|a|your)\s+graveyard"
    r"|(?P<exiled>(?:is|gets)\s+exiled|goes\s+to\s+exile))[?!. ]*",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:an?\s+|my\s+|the\s+|opponent'?s\s+|\d\s+|two\s+)?"
    r"(?:-?\d+/-?\d+(?!\d*\s+counter)|aura|equipment|legend|saga|role|planeswalker|land)",
    re.IGNORECASE,
)
_MOST_TYPED, _MOST_LINES = 300, 12


def read_boards(typed: str, library: Callable[[], Library]) -> Mapping[str, str] | None:
    """The board for the Try it; None for other texts."""
    if len(typed) > _MOST_TYPED or "{" in typed:
        return None
    if match := _SIZE_DIES.fullmatch(typed.strip()):
        return {"board": match[1], "choices": ""}
    if match := _COMMANDER_DIES.fullmatch(typed.strip()):
        return {"board": f"commander in {'exile' if match['exiled'] else 'graveyard'}", "choices": ""}
    text = _TAIL.sub("", _LEAD.sub("", typed.strip(), count=1), count=1)
    if not _TELLING.search(text) or _ASKING.search(text):
        return None
    if is_two_headed(text) and not _OF_A_TEAM.search(text):
        return None
    context = TrialContext(library())
    lines = list(_lines(text, context.card))
    if not 1 <= len(lines) <= _MOST_LINES:
        return None
    read = read_board(lines, context)
    return {"board": "\n".join(lines), "choices": ""} if _is_board(read) else None


def _lines(text: str, find: FindCard) -> Iterator[str]:
    """A line for each player and permanent; what else stands between commas belongs to the one before."""
    if match := _TOO.search(text):
        said = text[: match.start()].strip()
        about = re.sub(r"^(?:i|you|me)\b(?:\s+(?:have|am|has))?\s*", "", said, flags=re.IGNORECASE)
        text = f"{said}; opponent {about}"
    line = ""
    for piece in filter(None, map(str.strip, _BETWEEN.split(text))):
        if line and not _begins(piece, find):
            line = f"{line}, {piece}"
            continue
        if line:
            yield line
        line = re.sub(r"^(?:an?|the)\s+", "", piece, flags=re.IGNORECASE)
    if line:
        yield line


def _begins(piece: str, find: FindCard) -> bool:
    """Whether a piece is about another player or permanent."""
    if read_players(piece) is not None or _BEGINS.match(piece) is not None:
        return True
    return _TELLING.search(piece) is not None and card_in(piece, find)[0] is not None


def _is_board(read: ReadBoard) -> bool:
    """Whether every line is read, and every name is one: not a sentence about something else."""
    unread = [word for line in read.lines for word in line.words.split()]
    # “Pay 2 life” has no player of that name.
    if read.unread or len(unread) > 1 or any(key[0].isupper() for key in read.state.players):
        return False
    objects = read.state.objects.values()
    values = [one.values for one in objects]
    # “Damage on the stack” names no permanent.
    named = [one.values for one in objects if not (one.is_commander or one.is_token)]
    if any(not (one.types or one.supertypes or one.subtypes) and one.power is None for one in named):
        return False
    lower = (re.findall(r"\b[a-z][\w'-]*", one.text) for one in read.state.objects.values())
    names = [one.name.split() for one in values]
    return all(
        len([word for word in name if word.lower() in said]) < 2 for name, said in zip(names, lower, strict=True)
    )
