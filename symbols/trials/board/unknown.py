"""Names of cards that Pipwise doesn't have, and whose text could change the answer."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from symbols.sentences import capital
from symbols.trials.board.checking import Check, called
from symbols.trials.board.doubts import Doubt
from symbols.trials.board.lines import ReadLine
from symbols.trials.board.performing import Course
from symbols.trials.board.players import player_in
from symbols.trials.board.scanning import compiled
from symbols.trials.board.state import GameObject, State

_WHOSE: Final = compiled("whose")
_ATTACHED: Final = compiled("attached")
_NAME: Final = re.compile(r"[A-Z][^\W\d_]*(?:[ ,'’-]+[^\W\d_]+)*|[a-z]+(?:[ '’-]+[a-z]+){1,4}")
_NO_NAME: Final = re.compile(r"(?:it's|it|there|day|night|(?:the )?monarch|(?:the )?initiative)\b", re.IGNORECASE)
_REST: Final = re.compile(r"\s+(?:can't|cannot|is|in|has|says?)\b.*$", re.IGNORECASE)
_STATE: Final = re.compile(r",?\s+(?:damaged?|dealt|took|with|tapped|untapped)\b.*$", re.IGNORECASE)
_UMBRA: Final = re.compile(r"\b(?:umbra|totem)\b", re.IGNORECASE)
_LOSING: Final = frozenset({"loses", "replaced"})
_ENDING: Final = re.compile(r"\b(?:lose|win) the game\b")
_CHANGING: Final = re.compile(r"[+-]\w/[+-]\w|\b(?:indestructible|toughness|graveyard|dies?|lose all)\b")
_CANT_LOSE: Final = "you can’t lose the game"


def names_in_doubt(state: State, lines: Sequence[ReadLine], course: Course) -> Iterator[Doubt]:
    first = course.first
    causes = {one.action for one, _ in course.performed if one.does in _LOSING}
    loses = bool(causes)
    # What matters to an empty library replaces the draw.
    suggests = bool(causes - {"library"})
    has_creatures = any(first.values[one.key].is_creature for one in first.state.permanents)
    for line in lines:
        name = _STATE.sub("", _REST.sub("", _WHOSE.sub("", line.text))).strip()
        may_matter = course.rounds or has_creatures if not line.says else _may_matter(line.says, loses=loses)
        if line.is_unknown and may_matter and _is_name(name) and not _ATTACHED.search(name):
            is_alone = not (line.says or _STATE.search(line.text))
            mended = f"{_REST.sub('', line.text)}: {_CANT_LOSE}" if suggests and is_alone else ""
            yield Doubt("", capital(name), line.says.rstrip("."), line=line.number, suggestion=mended)
    for player in state.players.values():
        if player.counts_any_damage and _lost_by_commander(player.key, course):
            mended = re.sub(r"(\d+)(?: damage)?(?= (?:from|by))", r"\1 combat damage", player.text, count=1)
            number = next(line.number for line in lines if player.key in line.keys)
            yield Doubt("", called(player.key), "", "some of it wasn’t combat damage", None, number, mended)
    named: set[str] = set()
    for obj in state.permanents:
        if obj.source and obj.unread[:1] == ("by",) and course.last.state.objects[obj.key].is_permanent:
            start = obj.text.lower().find(obj.source.lower())
            mended = f"{obj.text[:start]}deathtouch{obj.text[start + len(obj.source) :]}" if start > 0 else ""
            yield Doubt(obj.key, obj.source, "", f"{obj.source} has deathtouch", None, obj.line, mended)
        if not obj.has_unknown_text:
            continue
        host = first.values.get(obj.attached)
        if host is not None and host.is_creature:
            yield Doubt(obj.key, obj.label, line=obj.line, suggestion=_with_armor(obj))
        elif not loses and (_is_destroyed(obj, course) or _may_change(obj, first)):
            name = obj.values.name or obj.label
            if name not in named:
                yield Doubt(obj.key, name, line=obj.line)
            named.add(name)
        elif loses:
            is_bare = ":" not in obj.text and '"' not in obj.text
            mended = f"{obj.text}: {_CANT_LOSE}" if suggests and is_bare else ""
            yield Doubt(obj.key, obj.label, line=obj.line, suggestion=mended)


def _is_destroyed(obj: GameObject, course: Course) -> bool:
    return any(one.key == obj.key and one.does == "destroyed" for one, _ in course.performed)


def _may_change(obj: GameObject, first: Check) -> bool:
    """Whether there's a creature that its text may be about, besides itself."""
    return any(values.is_creature for key, values in first.values.items() if key != obj.key)


def _may_matter(text: str, *, loses: bool) -> bool:
    return bool((loses and _ENDING.search(text)) or _CHANGING.search(text))


def _lost_by_commander(player: str, course: Course) -> bool:
    lost_by = {one.action for one, _ in course.performed if one.key == player and one.does in _LOSING}
    return lost_by == {"commander_damage"}


def _is_name(text: str) -> bool:
    """Whether a text may be a card's name, and not a sentence: `it's night`, `monarch`."""
    return _NAME.fullmatch(text) is not None and not player_in(text) and _NO_NAME.match(text) is None


def _with_armor(obj: GameObject) -> str:
    """`Bear Umbra with umbra armor on 2`, from a line without the ability."""
    if not _UMBRA.search(obj.values.name):
        return ""
    start = obj.text.lower().find(obj.values.name.lower())
    end = start + len(obj.values.name)
    return f"{obj.text[:end]} with umbra armor{obj.text[end:]}" if start >= 0 else ""
