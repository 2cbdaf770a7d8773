"""Read clauses such as `0 life` into the table of a draft."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.ending.cards import counted_card, held_card
from symbols.trials.ending.holding import HAVING, asking_of, card_held, hold
from symbols.trials.ending.naming import PLAYER, Draft, excepted, is_new_player, name_of, named, whom
from symbols.trials.ending.phrases import (
    EVERYONE,
    NEGATED,
    NOBODY,
    OF_THE_GAME,
    OF_WHOM,
    find_phrase,
    normalized,
    without_filler,
)
from symbols.trials.games import LOSING_COMMANDER_DAMAGE
from symbols.trials.inputs import TrialError

_IN_LOOP: Final = re.compile(
    r"(\S.*?) (?:(?:is |are )?(?:in|part of|involved in)|controls?|has|have)(?: (?:the|an?|that))?$"
)
"""Before a loop, whose it is: `Anna in a`."""

_STOPPING: Final = re.compile(r"\bloop (?:that |which )?(\S+) (?:can|could|may)\b", re.IGNORECASE)
_NUMBERS: Final = frozenset({"life", "poison", "commander", "library", "drawing", "draws_nothing", "empty_library"})
_EFFECTS: Final = frozenset(
    {"wins", "loses", "draws_game", "restarts", "penalty", "cant_lose", "cant_win", "keeps_at_zero_life"}
    | {"keeps_on_poison", "opponents_cant_win", "opponents_cant_lose"}
)
"""What a card may do to the game, in words."""

_CHANGES: Final = {"loses_life": -1, "loses_life_to": -1, "gains_life": 1}
_PRONOUN: Final = re.compile(r"he|she|they|who")
_PAID: Final = re.compile(r"\b(?:pays?|paid)\b")
_NO_COMBAT: Final = re.compile(r"\b(?:ability|abilities|trigger\w*|spell)\b")
_TAKEN_NOW: Final = re.compile(r"\btakes?\b")
_MATTERS: Final = re.compile(
    r"\b(?:games?|life|los(?:e|es|t|ing)|wins?|won|winning|conced\w+|poison\w*|damage|loops?|librar\w+|draw\w*|drew|can't"
    r"|emblems?|sacrific\w+|destroy\w*|exil\w+|commanders?|infect|toxic|kills?|dead|dies|0)\b"
)
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


def read_clause(clause: str, who: list[str] | None, draft: Draft) -> list[str] | None:
    """Note what a clause says of the players `who`; return those that the next one is about if it names none."""
    clause = _without_cause(clause, draft)
    plain = normalized(clause)
    if plain == "can't" and who:
        return _cannot(who, draft)
    if counted := card_held(clause, draft, counted_card):
        return hold(counted, who, clause, draft)
    found = find_phrase(plain)
    if found is None:
        return _alike(clause, who, draft) or _card_or_player(clause, who, draft)
    key, match = found
    if key == "no_loop":
        draft.is_told = True
        return who
    if key in {"loop_hits", "loop_changes"}:
        return _in_changing_loop(clause, match, who, draft)
    if key == "controls_it" and not draft.said & OF_THE_GAME:
        raise _unread(clause, draft)
    return _read_phrase("in_loop" if key == "controls_it" else key, match, clause, who, draft)


def _read_phrase(
    phrase: str, match: re.Match[str], clause: str, who: list[str] | None, draft: Draft
) -> list[str] | None:
    plain = match.string
    of_whom = OF_WHOM.fullmatch(plain, match.end())
    if of_whom is None:
        raise _unread(clause, draft)
    subject = _about(phrase, clause, match, of_whom, draft)
    held = card_held(_as_typed(subject, clause), draft) if phrase != "too_late" else None
    if held:
        if phrase not in _NUMBERS:
            raise asking_of(held[1], draft)
        who, subject = hold(held, who, clause, draft), ""
    key, count = _value(_meant(phrase, plain, who, draft), match, draft)
    if (negated := NEGATED.search(plain[: match.start()].strip())) or NOBODY.fullmatch(subject):
        # What isn't so changes nothing.
        draft.is_told = True
        return (whom(clause[: negated.start()], draft) if negated else None) or who
    if key in OF_THE_GAME:
        draft.said.add(key)
    draft.is_explained |= key in _EFFECTS
    but = () if EVERYONE.fullmatch(subject) else excepted(subject, who, draft)
    if but is not None:
        draft.is_told = True
        draft.of_all.append((draft.line, key, count, but))
        return who
    who = _of_whom(key, subject, match, clause, who, draft)
    lives = [draft.players[one].life for one in who or ()]
    if phrase == "dead" and any((life or 0) > 0 for life in lives):
        raise _unread(match[0], draft)
    if _PAID.search(match[0]) and any(life is not None and life < (count or 0) for life in lives):
        raise draft.error("nobody can pay more life than they have.")
    if key == "commander" and _NO_COMBAT.search(plain):
        raise draft.error("only a commander’s combat damage counts.")
    note(who or (), key, count, draft)
    if key == "commander" and _TAKEN_NOW.search(plain):
        note([one for one in who or () if draft.players[one].life is not None], "loses_life", count, draft)
    return who


def _of_whom(
    key: str, subject: str, match: re.Match[str], clause: str, who: list[str] | None, draft: Draft
) -> list[str] | None:
    if key in OF_THE_GAME and key != "draws_game":
        who = _in_loop(clause, match.string[: match.start()].strip(), draft) or who
    elif key == "too_late":
        who = whom(subject, draft, new=False) or who
    elif subject and not (who and _PRONOUN.fullmatch(subject)):
        who = named(_as_typed(subject, clause), draft)
    return [draft.player("you")] if who is None and key not in OF_THE_GAME else who


def note(who: Sequence[str], key: str, count: int | None, draft: Draft) -> None:
    """Note what is said of players; life that is gained or lost changes what they have."""
    sign = _CHANGES.get(key)
    for one in who if sign and count is not None else ():
        life = draft.players[one].life
        if life is None or not count:
            raise draft.error("from how much life? Say it first, such as “opponent 20 life, takes 20 damage”.")
        draft.note([one], "life", life + (sign or 0) * count)
    for one in who if key == "more_poison" else ():
        draft.note([one], "poison", draft.players[one].poison + (count or 0))
    if not sign and key != "more_poison":
        draft.note(who, key, count)


def _in_changing_loop(clause: str, match: re.Match[str], who: list[str] | None, draft: Draft) -> list[str] | None:
    """A loop that kills somebody ends then: `loop that deals 1 damage to opponent each time`."""
    target = match.groupdict().get("whom") or ""
    start = normalized(clause).find(target) if target else 0
    hit = whom(clause[start : start + len(target)], draft) if target else None
    if hit is None or len(hit) != 1:
        raise draft.error("who loses first in that loop? Say what becomes true, such as “opponent 0 life”.")
    draft.said.add("mandatory")
    draft.note(hit, "life", 0)
    return who


def _alike(clause: str, who: Sequence[str] | None, draft: Draft) -> list[str] | None:
    """Note the same of whom `my opponent too` names as of the player before; None for other clauses."""
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
    """The subject of a clause, before its phrase or after it. Who concedes to somebody isn't that player."""
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
    if not head or not (
        whom(head, draft, new=False) or is_new_player(head, draft) or EVERYONE.fullmatch(head.casefold())
    ):
        return clause
    by = cause[1].strip()
    if is_new_player(head, draft) and is_new_player(by, draft):
        draft.player(by)
    return rest


def _of_one_commander(count: int, plain: str, draft: Draft) -> int:
    """The most damage that one commander can have dealt, where a line counts that of several."""
    several = _SEVERAL.search(plain)
    if several is None or re.search(r"\b(?:same|one|1|single) commander\b|\beach\b", plain):
        return count
    commanders = int(several[1]) if (several[1] or "").isdigit() else 2
    most, least = count - commanders + 1, -(-count // commanders)
    if most >= LOSING_COMMANDER_DAMAGE > least:
        raise draft.error("how much of that is from each commander? Only damage from the same one counts.")
    return most if most < LOSING_COMMANDER_DAMAGE else count


def is_about_known(clause: str, who: Sequence[str] | None, draft: Draft) -> bool:
    """Whether leaving out an unread clause leaves out no player."""
    head = clause.partition(" ")[0]
    return bool(whom(head, draft, new=False)) or (bool(who) and not is_new_player(clause, draft) and head.islower())


def acting(clause: str, draft: Draft) -> list[str] | None:
    """The new player of a clause that isn’t read: Anna of `Anna casts …`."""
    head, _, rest = clause.partition(" ")
    return whom(head, draft) if HAVING.match(rest) and is_new_player(head, draft) else None


def may_matter(clause: str, draft: Draft) -> bool:
    """Whether a clause that isn't read names what may be a card, or is about how games end."""
    rest = clause.split()[1:]
    names = [word for word in rest if word[0].isupper() and word != "I" and not whom(word, draft, new=False)]
    return bool(names or _MATTERS.search(normalized(clause)))


def _cannot(who: list[str], draft: Draft) -> list[str]:
    """Read the last word of “would lose but can't”."""
    for kept in ("lose", "win"):
        draft.note([one for one in who if draft.players[one].has(f"{kept}s")], f"cant_{kept}", None)
    return who


def _meant(key: str, plain: str, who: Sequence[str] | None, draft: Draft) -> str:
    """The key of a phrase; “draw” after “no cards in library” isn't about the game."""
    is_of_cards = plain in {"draw", "draws", "then draws"} and any(draft.players[one].lacks_cards for one in who or ())
    return "has_to_draw" if is_of_cards else key


def _value(key: str, match: re.Match[str], draft: Draft) -> tuple[str, int | None]:
    """A key of `says` with its number; who is dead has 0 life."""
    digits = next((text for text in match.groups() if text), None)
    if key == "commander":
        return key, _of_one_commander(int(digits or 0), match.string, draft)
    return ("life", 0) if key == "dead" else (key, int(digits) if digits else None)


def _in_loop(clause: str, before: str, draft: Draft) -> list[str] | None:
    """Who is in a loop, by a clause about it; new players that it names join the table."""
    stopping = _STOPPING.search(clause)
    if stopping and is_new_player(stopping[1], draft):
        whom(stopping[1], draft)
    loop = _IN_LOOP.fullmatch(before)
    who = whom(clause[: len(loop[1])], draft) if loop else None
    draft.note(who or (), "in_loop", None)
    return who


def _card_or_player(clause: str, who: list[str] | None, draft: Draft) -> list[str]:
    """A clause without a known phrase: a card that a player has, or a player of whom nothing is said."""
    if held := card_held(clause, draft):
        return hold(held, who, clause, draft)
    is_more = any(draft.players[one].is_described for one in who or ())
    if held_card(clause, draft.find_card):
        return named(clause, draft)
    if PLAYER.fullmatch(clause) and (not is_more or whom(clause, draft, new=False)):
        return [draft.player(name_of(clause))]
    raise _unread(clause, draft)


def _unread(clause: str, draft: Draft) -> TrialError:
    hint = "Say it as in “you 0 life” or “opponent concedes”."
    if PLAYER.fullmatch(clause) and not clause.islower():
        hint = "A player’s name goes on a line of its own."
    return draft.error(f"“{clause[:60]}” isn’t read. {hint}")
