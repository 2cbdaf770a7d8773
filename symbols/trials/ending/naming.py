"""Players that lines name, and the table while it’s read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.trials.ending.cards import held_card
from symbols.trials.ending.phrases import without_filler
from symbols.trials.ending.table import Player, table_error
from symbols.trials.inputs import TrialError
from symbols.trials.printed import FindCard

_YOU: Final = re.compile(r"you(?:r)?|i|my|me")
_OPPONENT: Final = re.compile(r"(?:my |the |your |an )?(?:opponents?|opp)")
OPPONENTS: Final = re.compile(
    r"(?:(?:all|each|every)(?: of)? )?(?:my|your|the) opponents\b|(?:all|each|every) opponents?\b", re.IGNORECASE
)
_OTHERS: Final = re.compile(
    r"(?:everyone|everybody|all(?: the)?(?: players)?|(?:each|every) player) (?:except|besides|other than|apart from)"
    r"(?: for)? (?P<but>.+)|every(?:one|body) else|the (?:others|rest)"
    r"|(?:(?:all|each|every) )?(?:of )?(?:the )?other players?"
)
PLAYER: Final = re.compile(r"[^\W\d][\w'’-]*(?: \d+)?")
_NAME: Final = re.compile(r"[^\W\d][\w'’-]*(?: (?:\d+|[A-Za-z]))?")
_LONG_NAME: Final = re.compile(
    r"[A-Z][\w'’-]*,?(?: (?:[A-Z][\w'’-]*|of|the|de|der|den|van|von|la|le|du|da|di|y),?)* [A-Z][\w'’-]*"
)
_NO_NAME: Final = re.compile(
    r"(?:(?:an?|the|some|any|his|her|their|this|that) .*|(?:a )?players?|someone|somebody|cards?|spells?|effects?"
    r"|ability|abilities|triggers?|judges?|creatures?|permanents?|games?|he|she|they|it|who|which|nothing"
    r"|(?:gain|lose|pay|take|draw|deal|concede|win|cast|have|control|get|sacrifice)s?(?: .*)?"
    r"|(?:i|my) .*|nobody|none|neither|everyone|everybody|anyone|both|all|each)",
    re.IGNORECASE,
)
"""What is never the name of a player."""

NAMES: Final = re.compile(r"\s*[,;/+&]\s*|\s+and\s+", re.IGNORECASE)


@dataclass
class Draft:
    """A table while its lines are read."""

    find_card: FindCard
    line: int = 0
    """Number of the line that is read now."""

    players: dict[str, Player] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    of_all: list[tuple[int, str, int | None, Sequence[str]]] = field(default_factory=list)
    """What is so of everyone but some: the line, the key of `says`, its number, and who isn't meant."""

    unread: list[tuple[str, TrialError]] = field(default_factory=list)
    doubts: list[tuple[str, TrialError]] = field(default_factory=list)
    """Clauses that aren’t read and may change who wins."""

    conditions: list[tuple[Sequence[str], Mapping[str, int], TrialError]] = field(default_factory=list)
    """Who has a card that wins or loses at some life, when, and the error where the life isn’t told."""

    is_explained: bool = False
    """Whether a line says itself what its cards do."""

    is_told: bool = False
    """Whether anything is said, or said not to be so."""

    def player(self, name: str) -> str:
        """Return the key of a player, who joins the table if new."""
        key = name.casefold()
        self.players.setdefault(key, Player(name))
        return key

    def join(self, name: str, team: str) -> None:
        key = self.player(name)
        self.players[key] = replace(self.players[key], team=team)

    def error(self, message: str) -> TrialError:
        """About the line that is read now."""
        return table_error(f"line {self.line}: {message}")

    def note(self, who: Sequence[str], key: str, number: int | None) -> None:
        self.is_told = True
        for one in who:
            player = self.players[one]
            if number is not None:
                most = max(player.commander, number) if key == "commander" else number
                self.players[one] = replace(player, numbers={**player.numbers, key: most})
            else:
                self.players[one] = replace(player, said=player.said | {key})


def is_new_player(name: str, draft: Draft) -> bool:
    return (
        bool(PLAYER.fullmatch(name))
        and not name.islower()
        and not _NO_NAME.fullmatch(name)
        and not held_card(name, draft.find_card)
    )


def named(text: str, draft: Draft) -> list[str]:
    """The keys of the players that a text names. Raises `TrialError` for none."""
    if found := whom(text, draft):
        return found
    card = held_card(text, draft.find_card)
    message = f"“{card.name}” is a card. Whose is it?" if card else f"who is “{text[:60]}”?"
    raise draft.error(f"{message} Say “you”, “opponent” or a name.")


def excepted(subject: str, who: Sequence[str] | None, draft: Draft) -> Sequence[str] | None:
    """Who is left out of `everyone except Anna` or `the other players`; None for other subjects."""
    others = _OTHERS.fullmatch(subject)
    if others is None:
        return None
    if others["but"]:
        return [key for name in NAMES.split(others["but"]) for key in named(name, draft)]
    return who or [draft.player("you")]


def whom(text: str, draft: Draft, *, new: bool = True) -> list[str] | None:
    """The keys of the players that a text names; None for none. With `new`, they may be new at the table."""
    text = without_filler(text)
    plain = text.casefold()
    team = [key for key, player in draft.players.items() if player.team and player.team == plain]
    if team:
        return team
    if plain in draft.players:
        return [plain]
    if OPPONENTS.fullmatch(plain):
        you = draft.players[draft.player("you")]
        others = [key for key, one in draft.players.items() if one != you and (not one.team or one.team != you.team)]
        return others or [draft.player("opponent")]
    if _YOU.fullmatch(plain) or _OPPONENT.fullmatch(plain) or (new and may_be_name(text, draft)):
        return [draft.player(name_of(text))]
    return None


def may_be_name(text: str, draft: Draft) -> bool:
    return (
        bool(_NAME.fullmatch(text) or _LONG_NAME.fullmatch(text))
        and not _NO_NAME.fullmatch(text)
        and not held_card(text, draft.find_card)
    )


def name_of(text: str) -> str:
    plain = text.strip().casefold()
    if _YOU.fullmatch(plain):
        return "you"
    return "opponent" if _OPPONENT.fullmatch(plain) else " ".join(text.split())
