"""Cards that players have: `Bo has Platinum Angel`."""

import re
from collections.abc import Callable
from typing import Final

from symbols.trials.ending.cards import HeldCard, held_card
from symbols.trials.ending.naming import Draft, named
from symbols.trials.ending.phrases import OF_THE_GAME
from symbols.trials.inputs import TrialError
from symbols.trials.printed import FindCard

HAVING: Final = re.compile(
    r"(?:controls?|has|have|owns?|got|gets?|with|plays?|played|uses?|casts?|resolves?|also)\s+", re.IGNORECASE
)
_HOLDER: Final = re.compile(rf"(\S.*?)(?:(?:['’]ve)? {HAVING.pattern}|['’]s\s+)", re.IGNORECASE)


def card_held(
    text: str, draft: Draft, read: Callable[[str, FindCard], HeldCard | None] = held_card
) -> tuple[str, HeldCard] | None:
    """`Bo has Platinum Angel` -> `("Bo", …)`; the name is empty where nobody is named."""
    having = HAVING.match(text)
    if card := read(text[having.end() :] if having else text, draft.find_card):
        is_person = text.casefold() in draft.players or not (having or card.is_known or " " in card.name)
        return None if is_person else ("", card)
    for holder in _HOLDER.finditer(text):
        if card := read(text[holder.end() :], draft.find_card):
            return holder[1], card
    return None


def hold(held: tuple[str, HeldCard], who: list[str] | None, clause: str, draft: Draft) -> list[str]:
    holder, card = held
    who = named(holder, draft) if holder else who or [draft.player("you")]
    for key in card.keys:
        draft.note(who, key, None)
    draft.said |= OF_THE_GAME.intersection(card.keys)
    needed = card.condition.get("count")
    if needed and card.count is not None:
        draft.note(who, "wins_later" if card.count >= needed else "waits", None)
    elif card.condition and not needed:
        draft.is_told = True
        draft.conditions.append((who, card.condition, asking_of(card, draft)))
    if card.is_doubtful or (needed and card.count is None):
        draft.doubts.append((clause, asking_of(card, draft)))
    elif not card.keys and card.is_known:
        draft.is_told = True
    return who


def asking_of(card: HeldCard, draft: Draft) -> TrialError:
    hint = "Say it without the card, such as “you win the game” or “you can’t lose”."
    return draft.error(f"what does {card.name} do here? {hint}")
