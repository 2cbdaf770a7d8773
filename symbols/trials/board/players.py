"""Lines about players: `you 0 life`, `opponent 20 life, 10 poison`, `me: 21 commander damage from Kaalia`."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from symbols.trials.board.era import data
from symbols.trials.board.scanning import Scanner, number_of, pattern
from symbols.trials.board.state import MAX_SPEED, OPPONENT, THEIR_TEAM, YOU, YOUR_TEAM, Player, player_key
from symbols.trials.games import GAME_NAMES

_SAYS: Final = r"(?:(?:has|is|with|at|took|loses)\b|-?\d+ (?:life|poison))"
_YOU: Final = rf"you|(?:an? |the )?player(?= {_SAYS})|me|i|i'm|myself|my life|my(?! opp)"
_OPPONENT: Final = r"(?:my |the |your )?(?:opponent|opp|opponents)|they|them|he|she|their|his|her"
NAMED: Final = (
    rf"player (?!{_SAYS})\w+"
    r"|opponent (?:[b-hj-zB-HJ-Z](?![\w/])|\d(?=:|'s| has| is| at|,? -?\d))"
)
_BOTH: Final = r"both(?: players)?|each player|everyone|everybody|all players|we both|we|us"
_TEAMS: Final = {
    YOUR_TEAM: r"(?:your|my|our|the first) team|team (?:a|1|one)|(?:your |my |our )?teammate",
    THEIR_TEAM: r"(?:their|the other|opposing|the second) team|team (?:b|2|two)|(?:opponent's|opposing|their) teammate",
}
_WHO: Final = re.compile(
    rf"^(?:(?P<your>{_TEAMS[YOUR_TEAM]})|(?P<their>{_TEAMS[THEIR_TEAM]})|(?P<both>{_BOTH})|(?P<named>{NAMED})"
    rf"|(?P<you>{_YOU})|(?P<opponent>{_OPPONENT}))(?:'s)?(?=[\s:,]|$)[\s:,]*",
    re.IGNORECASE,
)
_NAME: Final = re.compile(
    r"^(?P<name>[A-Z][\w'-]*)(?:'s)?[\s:,]+(?:is |has |at |took )*"
    r"(?=-?\d+ (?:life|poison|commander damage|(?:combat )?damage (?:from|by) (?:\w+ )?commander))"
)

_NAMED_LIFE: Final = re.compile(r"(?P<name>[A-Z][\w'-]*)[\s:,]+(?P<life>-?\d{1,4})")
_BEHIND: Final = re.compile(
    r"(?P<what>\d+ (?:life|poison|infect|toxic)(?: counters?)?) (?:on|for) "
    rf"(?P<who>{NAMED}|{_YOU}|{_OPPONENT}|(?-i:[A-Z])[\w'-]*)",
    re.IGNORECASE,
)
"""`10 poison on opponent`."""
_DEALT: Final = re.compile(
    r"(?:my |your |an? |the )?(?:opponent's )?commander(?: (?:has|had))? (?:dealt|did|hit) "
    rf"(?P<who>{NAMED}|{_YOU}|{_OPPONENT}|(?-i:[A-Z])[\w'-]*) (?:for )?(?P<amount>\d+ (?:combat |commander )?damage)",
    re.IGNORECASE,
)
"""`my commander dealt opponent 21 combat damage`."""
_TOOK: Final = re.compile(r"\b((?:took|taken|dealt) \d+)(?= (?:from|by)\b)", re.IGNORECASE)
_MORE_DAMAGE: Final = re.compile(
    r"(?:,? and|,) (?P<amount>\d+)(?: damage)? (?:from|by) (?P<whose>[^,;]+?)\s*(?=,|;| and \d|$)"
)
_PIECES: Final = re.compile(
    rf"(?:\s*,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+)(?=(?:{'|'.join(_TEAMS.values())}|{_YOU}|{_OPPONENT}|{NAMED})(?:'s)?(?:\s|:))",
    re.IGNORECASE,
)
_POSSESSIVE: Final = re.compile(
    r"(?:(?:my|your)\b(?! opp)|his|her|their|both|each|we|us|all)\b|[\w ]+'s\b(?! \d)|[\w ]+:\s+(?-i:[A-Z])",
    re.IGNORECASE,
)
_TEAMMATE: Final = re.compile(r"(?:^|, |\band )(?:(?:my|your|our|their|opponent's) )?teammate\b", re.IGNORECASE)
_TWO_HEADED: Final = re.compile(
    rf"(?:(?<![\s,])[\s,]*\b(?:in|playing|it is|this is)\s+)?(?:an?\s+)?\b(?:{GAME_NAMES['two-headed']})(?: game)?\b",
    re.IGNORECASE,
)
_NAMELESS: Final = ("a commander", "another commander")
_FILLER: Final = frozenset(data()["words"]["of_players"])


def is_two_headed(text: str) -> bool:
    return _TWO_HEADED.search(text) is not None or _TEAMMATE.search(text) is not None


def player_in(text: str) -> str:
    """The player whom a line begins with; empty for none, and for what a player has."""
    match = _WHO.match(text)
    if match is None or _POSSESSIVE.match(text):
        return ""
    return YOU if match["you"] else OPPONENT if match["opponent"] else match[0].strip(" :,")


def read_players(text: str, *, teams: bool = False) -> list[Player] | None:
    """The players, or the teams, that a line is about; None for lines about anything else."""
    pieces = _PIECES.split(text)
    teams = teams or is_two_headed(text)
    if len(pieces) == 1:
        return _read_players(text, teams=teams)
    found = [_read_players(one, teams=teams) for one in pieces]
    return None if None in found else [player for each in found for player in each or ()]


def _read_players(text: str, *, teams: bool) -> list[Player] | None:
    named = is_two_headed(text)
    if behind := _BEHIND.fullmatch(text.strip()):
        text = f"{behind['who']} {behind['what']}"
    if dealt := _DEALT.fullmatch(text.strip()):
        text = f"{dealt['who']} {dealt['amount']} from a commander"
    text = _TOOK.sub(r"\1 damage", _TWO_HEADED.sub("", text)).strip(" ,:")
    if named and not text:
        return []
    match = _WHO.match(text)
    if match is None:
        if name := _NAME.match(text):
            return _said([name["name"]], text[name.end() :])
        return _said([YOUR_TEAM], text) if named else None
    rest = text[match.end() :]
    if match["both"]:
        return _said([YOU, OPPONENT], rest)
    if match["named"]:
        return _said([player_key(match["named"])], rest)
    if not (teams or match["your"] or match["their"]):
        return _said([YOU if match["you"] else OPPONENT], rest)
    found = _said([YOUR_TEAM if match["your"] or match["you"] else THEIR_TEAM], rest)
    is_one = match["you"] or match["opponent"] or "teammate" in match[0].lower()
    return [replace(one, own_poison=one.poison) for one in found] if found and is_one else found


def names_in(texts: Iterable[str]) -> list[str]:
    """The names of players that lines say something of: `Anna 0 life`."""
    return [match["name"] for match in map(_NAME.match, texts) if match and not _WHO.match(match[0])]


def read_named(text: str) -> list[Player] | None:
    """A player with a bare number, where others have names: `Bo 5`."""
    match = _NAMED_LIFE.fullmatch(text)
    return [Player(key=match["name"], life=int(match["life"]), counts_life=True)] if match else None


def _commander_damage(line: Scanner) -> dict[str, int]:
    damage: dict[str, int] = {}
    while match := line.take(pattern("commander_damage")):
        amount = next(one for one in match.groups() if one and one.isdigit())
        named = match["from"] or match["after_from"] or match["named"]
        whose = (named or match["commander"] or _NAMELESS[0]).strip()
        if whose in _NAMELESS:
            # Damage of commanders without a name isn't added up (704.6c).
            whose = next((one for one in _NAMELESS if one not in damage), f"commander {len(damage) + 1}")
        damage[whose] = damage.get(whose, 0) + number_of(amount)
        # “11 commander damage from Kaalia and 10 from Bruna”
        while more := _MORE_DAMAGE.match(line.rest, match.end()):
            line.take(re.escape(more[0]))
            damage[more["whose"]] = damage.get(more["whose"], 0) + number_of(more["amount"])
            match = more
    return damage


def _said(keys: list[str], text: str) -> list[Player] | None:
    """Players of `keys` with the life, poison and so on in a text; None if any word isn't understood."""
    line = Scanner(text)
    # Only combat damage counts.
    is_any = re.search(r"(?<!combat )(?<!general )(?<!edh )(?<!commander )\bdamage (?:from|by)\b", text, re.IGNORECASE)
    player = Player(key="", commander_damage=_commander_damage(line), counts_any_damage=is_any is not None)
    if line.takes(r"\bdecked\b"):
        player = replace(player, drew_from_empty=True)
    is_empty = line.takes(pattern("empty"))
    if line.takes(pattern("drew")) and (is_empty or "librar" in text.lower()):
        player = replace(player, drew_from_empty=True)
    if (poison := line.number(pattern("poison"))) is not None:
        player = replace(player, poison=poison)
    if line.takes(pattern("cant_lose")):
        player = replace(player, cant_lose="an effect")
    if line.takes(pattern("instead")):
        player = replace(player, instead="Lich’s Mirror")
    speed = line.number(r"\bspeed(?: of| is|:)?\s*(\d)|\b(\d|no)\s*speed")
    if line.takes(r"\bmax(?:imum)? speed\b"):
        speed = MAX_SPEED
    if speed is not None:
        player = replace(player, speed=speed)
    if mana := line.take(pattern("mana")):
        player = replace(player, mana=int(mana[1][:4]) if mana[1].isdigit() else len(mana[1]))
    if (life := line.number(pattern("life"))) is not None:
        player = replace(player, life=life, counts_life=True)
    is_active = line.takes(r"\bactive(?: player)?\b|\bturn\b|whose turn it is")
    left = [word for word in re.findall(r"[^\s,;:.]+", line.rest) if word.lower() not in _FILLER]
    if life is None and len(left) == 1 and re.fullmatch(r"-?\d{1,4}", left[0]):
        player, left = replace(player, life=int(left[0]), counts_life=True), []
    if left:
        return None
    is_team = keys[0] in _TEAMS
    return [replace(player, key=key, is_team=is_team, is_active=is_active) for key in keys]
