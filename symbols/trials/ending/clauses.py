"""Read clauses such as `0 life` into the table of a draft."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.ending.naming import PLAYER, Draft, is_new_player, name_of, named, whom
from symbols.trials.ending.phrases import (
    EVERYONE,
    NEGATED,
    NOBODY,
    OF_THE_GAME,
    OF_WHOM,
    find_phrase,
    keys_of_card,
    normalized,
    without_filler,
)
from symbols.trials.inputs import TrialError

_HAVING: Final = re.compile(r"(?:controls?|has|have|with|plays?|uses?|casts?|resolves?) ", re.IGNORECASE)
_IN_LOOP: Final = re.compile(
    r"(\S.*?) (?:(?:is |are )?(?:in|part of|involved in)|controls?|has|have)(?: (?:the|an?|that))?$"
)
"""Before a loop, whose it is: `Anna in a`."""

_STOPPING: Final = re.compile(r"\bloop (?:that |which )?(\S+) (?:can|could|may)\b", re.IGNORECASE)
_ENOUGH: Final = 21
_CAUSE: Final = re.compile(
    r"(\S.*?) (?:gives?|gave|makes?|made|says?|said|states?|stated|causes?|caused|forces?|forced) (?:that )?(?=\S)",
    re.IGNORECASE,
)
"""What does something to a player: `judge gives ` of `judge gives opponent a game loss`."""

_ALIKE: Final = re.compile(
    r"(?:(?:and )?so (?:do|does|is|am|are|has|have) |(?:the )?same (?:goes )?(?:for|with) )(?P<those>\S.*)"
    r"|(?P<they>\S.*?)(?: (?:do|does|is|am|are|has|have))?,? (?:too|also|as well|likewise|the same)",
    re.IGNORECASE,
)
"""Of whom the same is true as of the player before: `my opponent too`."""

_SEVERAL: Final = re.compile(
    r"\b(?:(\d+|several|different|multiple)(?: different)?|both|their|my|your) commanders\b|\bin total\b"
)


def read_clause(clause: str, number: int, who: list[str] | None, draft: Draft) -> list[str] | None:
    """Note what a clause says; return whom the next one is about if it doesn't say."""
    clause = _without_cause(clause, draft)
    plain = normalized(clause)
    if plain == "can't" and who:
        return _cannot(who, draft)
    found = find_phrase(plain)
    if found is None:
        return _alike(clause, who, draft) or _card_or_player(clause, number, who, draft)
    key, match = found
    of_whom = OF_WHOM.fullmatch(plain, match.end())
    if of_whom is None:
        raise _unread(clause, number)
    subject = _about(key, clause, match, of_whom, draft)
    key, count = _value(_meant(key, plain, who, draft), match, number)
    if (negated := NEGATED.search(plain[: match.start()].strip())) or NOBODY.fullmatch(subject):
        # What isn't so changes nothing.
        draft.is_told = True
        return (whom(clause[: negated.start()], draft) if negated else None) or who
    if key in OF_THE_GAME:
        draft.said.add(key)
    if EVERYONE.fullmatch(subject):
        draft.is_told = True
        draft.of_all.append((key, count))
        return who
    if key in OF_THE_GAME and key != "draws_game":
        who = _in_loop(clause, plain[: match.start()].strip(), draft) or who
    elif key == "too_late":
        who = whom(subject, draft, new=False) or who
    elif subject:
        who = named(_as_typed(subject, clause), number, draft)
    if who is None and key not in OF_THE_GAME:
        who = [draft.player("you")]
    if found[0] == "dead" and any((draft.players[one].life or 0) > 0 for one in who or ()):
        raise _unread(match[0], number)
    draft.note(who or (), key, count)
    return who


def _alike(clause: str, who: Sequence[str] | None, draft: Draft) -> list[str] | None:
    """Whom `my opponent too` names, of whom now the same is said as of the one before."""
    alike = _ALIKE.fullmatch(clause.strip())
    those = whom(alike["those"] or alike["they"], draft) if alike and who else None
    for key in those or ():
        one = draft.players[key]
        draft.players[key] = replace(draft.players[(who or [key])[0]], name=one.name, team=one.team)
    return those


def _as_typed(subject: str, clause: str) -> str:
    """A subject with its capitals, where it’s first in the clause."""
    typed = clause[: len(subject)]
    return typed if normalized(typed) == subject else subject


def _about(key: str, clause: str, match: re.Match[str], of_whom: re.Match[str], draft: Draft) -> str:
    """Whom a clause names, before what it says or after it. Who concedes to somebody isn't that player."""
    before = without_filler(normalized(clause)[: match.start()])
    if not before or key not in {"concedes", "loses"}:
        return of_whom[1] or before
    if of_whom[1]:
        whom(clause[of_whom.start(1) : of_whom.end(1)], draft)
    return before


def _without_cause(clause: str, draft: Draft) -> str:
    """`opponent loses` of `spell says opponent loses`. Who does it to somebody named is a player, too."""
    cause = _CAUSE.match(clause)
    if cause is None:
        return clause
    rest = clause[cause.end() :]
    found = find_phrase(normalized(rest))
    head = without_filler(rest[: found[1].start()]) if found else ""
    if not head or not (whom(head, draft, new=False) or is_new_player(head) or EVERYONE.fullmatch(head.casefold())):
        return clause
    by = cause[1].strip()
    if is_new_player(head) and is_new_player(by) and not draft.find_card(by):
        draft.player(by)
    return rest


def _of_one_commander(count: int, plain: str, number: int) -> int:
    """The most damage that one commander can have dealt, where a line counts that of several."""
    several = _SEVERAL.search(plain)
    if several is None or re.search(r"\b(?:same|one|1|single) commander\b|\beach\b", plain):
        return count
    commanders = int(several[1]) if (several[1] or "").isdigit() else 2
    if count - commanders + 1 >= _ENOUGH > -(-count // commanders):
        message = (
            f"Players: line {number}: how much of that is from each commander? Only damage from the same one counts."
        )
        raise TrialError(message, field="players")
    return count - commanders + 1 if count - commanders + 1 < _ENOUGH else count


def is_about_known(clause: str, who: Sequence[str] | None, draft: Draft) -> bool:
    """Whether a clause that isn't read is about players of the table: without it, nobody is missing."""
    head = clause.partition(" ")[0]
    return bool(whom(head, draft, new=False)) or (bool(who) and not is_new_player(clause) and head.islower())


def acting(clause: str, draft: Draft) -> list[str] | None:
    """Who has or does what isn’t read, as in `Anna casts …`."""
    head, _, rest = clause.partition(" ")
    return whom(head, draft) if _HAVING.match(rest) and is_new_player(head) else None


def _cannot(who: list[str], draft: Draft) -> list[str]:
    """Read the last word of “would lose but can't”."""
    for kept in ("lose", "win"):
        draft.note([one for one in who if draft.players[one].has(f"{kept}s")], f"cant_{kept}", None)
    return who


def _meant(key: str, plain: str, who: Sequence[str] | None, draft: Draft) -> str:
    """The key of what's said; “draw” after “no cards in library” isn't about the game."""
    return (
        "has_to_draw"
        if plain in {"draw", "draws", "then draws"} and any(draft.players[one].lacks_cards for one in who or ())
        else key
    )


def _value(key: str, match: re.Match[str], number: int) -> tuple[str, int | None]:
    """A key of `says` with its number; who is dead has 0 life."""
    digits = next((text for text in match.groups() if text), None)
    if key == "commander":
        return key, _of_one_commander(int(digits or 0), match.string, number)
    return ("life", 0) if key == "dead" else (key, int(digits) if digits else None)


def _in_loop(clause: str, before: str, draft: Draft) -> list[str] | None:
    """Whom a clause about a loop says to be in it, with the players that it names otherwise."""
    stopping = _STOPPING.search(clause)
    if stopping and is_new_player(stopping[1]):
        whom(stopping[1], draft)
    loop = _IN_LOOP.fullmatch(before)
    who = whom(clause[: len(loop[1])], draft) if loop else None
    draft.note(who or (), "in_loop", None)
    return who


def _card_or_player(clause: str, number: int, who: list[str] | None, draft: Draft) -> list[str]:
    """A clause without a known phrase: a card that a player has, or a player of whom nothing is said."""
    head, _, rest = clause.partition(" ")
    having = _HAVING.match(clause)
    said = keys_of_card(clause[having.end() :] if having else clause, draft.find_card)
    is_more = any(draft.players[one].is_described for one in who or ())
    if not said and PLAYER.fullmatch(clause) and (not is_more or whom(clause, draft, new=False)):
        return [draft.player(name_of(clause))]
    if not said and (of := whom(head, draft, new=False)):
        who, said = of, keys_of_card(_HAVING.sub("", rest, count=1), draft.find_card)
    if said:
        who = who or [draft.player("you")]
        for key in said:
            draft.note(who, key, None)
        draft.said |= OF_THE_GAME.intersection(said)
        return who
    raise _unread(clause, number)


def _unread(clause: str, number: int) -> TrialError:
    is_name = is_new_player(clause)
    hint = (
        "A player’s name goes on a line of its own." if is_name else "Say it as in “you 0 life” or “opponent concedes”."
    )
    return TrialError(f"Players: line {number}: “{clause[:60]}” isn’t read. {hint}", field="players")
