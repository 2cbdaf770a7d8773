"""Read a table from lines such as `you 0 life`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.ending.clauses import acting, is_about_known, read_clause
from symbols.trials.ending.naming import NAMES, OPPONENTS, Draft, is_new_player, name_of, whom
from symbols.trials.ending.phrases import CLAUSES, DATA, find_phrase, normalized, without_filler
from symbols.trials.ending.table import Player, Table
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.printed import FindCard

MOST_PLAYERS: Final = 12
TEAM_SIZES: Final = {"two-headed": 2, "emperor": 3}
"""By game: how many players a team has."""

_TEAM: Final = re.compile(
    r"((?:my |our |the |their )?team\b(?: (?!(?:at|is|has|have)\b)[\w-]+)?)\s*[:=]?\s*(.*)", re.IGNORECASE
)
_JOINT: Final = re.compile(r"((?:[\w'’-]+,\s+)*[\w'’-]+(?: \d+)?),?\s+(?:and|&)\s+(?=\S)", re.IGNORECASE)
"""Players before the last one of whom something is said: `you and ` of `you and opponent 0 life`."""

_GAMES: Final = {
    key: re.compile(
        rf"^(?:{names})(?: game)?\s*[:;,]\s*|[\s,]*\b(?:in|playing) (?:an? )?(?:{names})(?: game)?[\s.]*$"
        rf"|^\s*(?:{names})(?: game)?[\s.]*$",
        re.IGNORECASE,
    )
    for key, names in DATA["games"].items()
}
_RANGE: Final = re.compile(
    r"[\s,;]*\b(?:with |in )?(?:an? )?(?:limited )?range(?: of influence)?(?: is| of|:)? (\d+)\b(?=[\s,;.]|$)",
    re.IGNORECASE,
)
_NEXT_LINE: Final = re.compile(
    r"\s*[;,.]\s*(?=team [\w-]+\b)|\s*;\s*(?=[^\W\d_][\w'’-]*(?: \d+)?\s*(?:;|$))"
    r"|\s*;\s*(?=(?-i:[A-Z])\w*(?:\s+and|\s*&)\s+(?-i:[A-Z])\w*\s)",
    re.IGNORECASE,
)
"""Where a line says several: before a team, a name alone, or two names."""


_ROSTER: Final = re.compile(
    r"((?:\w+ )?team [\w-]+\s*[:=]?\s*\w+(?:(?:\s*[,/&+]\s*|\s+and\s+)\w+)+)\s*[;.,]\s*(?=\w+ \w)", re.IGNORECASE
)
"""A team with two players or more, before something else."""


def read_table(inputs: Inputs, find_card: FindCard) -> Table:
    """Parse the controls."""
    draft = Draft(find_card)
    game, limit, lines = inputs.choice("game"), inputs.number_or_none("range"), []
    for number, text in enumerate(inputs.text("players").splitlines(), 1):
        line = text
        for key, names in _GAMES.items():
            if names.search(line):
                game, line = key if game == "single" else game, names.sub("", line)
        if said := _RANGE.search(line):
            limit, line = int(said[1]), line.replace(said[0], "")
        lines += [(number, one.strip()) for each in _NEXT_LINE.split(line) for one in _rosters(each) if one.strip()]
    # Who the opponents are is known once everyone is.
    for number, line in sorted(lines, key=lambda one: bool(OPPONENTS.match(one[1]))):
        _read_line(line, number, draft, has_heads=game != "two-headed")
    if draft.unread and not draft.is_told:
        raise draft.unread[0][1]
    if not draft.is_told:
        raise TrialError("Players: say what’s true of them, such as “you 0 life”.", field="players")
    if len(draft.players) > MOST_PLAYERS:
        raise TrialError(f"Players: use {MOST_PLAYERS} or fewer.", field="players")
    if game == "single" and any(player.team for player in draft.players.values()):
        game = "teams"
    _complete(draft, game)
    for key, found in draft.of_all:
        draft.note(list(draft.players), key, found)
    players = _in_teams(list(draft.players.values()), game)
    return Table(players, game, limit, frozenset(draft.said), tuple(draft.unread))


def _rosters(line: str) -> Sequence[str]:
    """`team 1: A, B` and `C has 0 life` of `team 1: A, B; C has 0 life`."""
    roster = _ROSTER.match(line)
    if roster is None or not _TEAM.fullmatch(roster[1]) or find_phrase(normalized(roster[1])):
        return [line]
    return [roster[1], line[roster.end() :]]


def _read_line(line: str, number: int, draft: Draft, *, has_heads: bool) -> None:
    """Note what a line says. `has_heads`: whether a team has to name its players."""
    team = _TEAM.fullmatch(line)
    who: list[str] | None = None
    if team:
        name, rest = team[1].casefold(), team[2]
        if rest and not find_phrase(normalized(rest)) and not any(one.team == name for one in draft.players.values()):
            for each in filter(None, NAMES.split(rest)):
                key = draft.player(name_of(each))
                draft.players[key] = replace(draft.players[key], team=name)
            return
        if not has_heads and rest and not any(player.team == name for player in draft.players.values()):
            key = draft.player(team[1])
            draft.players[key] = replace(draft.players[key], team=name)
        who = [key for key, player in draft.players.items() if player.team == name]
        # A team’s counters are counted once.
        who = who[:1] if "poison" in rest else who
        if not who:
            raise TrialError(
                f"Players: line {number} needs its players first, such as “{team[1]}: A, B”.", field="players"
            )
        line = rest
    elif ":" in line and not find_phrase(normalized(line.partition(":")[0])):
        names, _, line = line.partition(":")
        who = [key for each in NAMES.split(names) for key in whom(each, draft) or ()] or None
    else:
        who, line = _joint(line, draft)
    for clause in filter(None, CLAUSES.split(line.strip())):
        try:
            who = read_clause(clause, number, who, draft)
        except TrialError as error:
            who = acting(clause, draft) or who
            if not is_about_known(clause, who, draft):
                raise
            draft.unread.append((clause, error))


def _joint(line: str, draft: Draft) -> tuple[list[str] | None, str]:
    """Those whom `you and opponent 0 life` is about, and `0 life`."""
    joint = _JOINT.match(line)
    clause = CLAUSES.split(line[joint.end() :])[0] if joint else ""
    found = find_phrase(normalized(clause))
    subject = without_filler(normalized(clause)[: found[1].start()]) if found else ""
    if not joint or not subject or not normalized(clause).startswith(subject):
        return None, line
    names = [*NAMES.split(joint[1]), clause[: len(subject)]]
    if not all(whom(name, draft, new=False) or is_new_player(name) for name in names):
        return None, line
    return [draft.player(name_of(name)) for name in names], line[joint.end() + len(subject) :]


def _complete(draft: Draft, game: str) -> None:
    """A game has two players at least; whom nobody mentions has nothing said of them."""
    if len(draft.players) < 2 and game == "single":
        names = [player.name for player in draft.players.values()]
        both = ["you", "opponent"] if names in ([], ["you"], ["opponent"]) else [*names, "opponent"]
        draft.players = {name.casefold(): draft.players.get(name.casefold(), Player(name)) for name in both}


def _in_teams(players: Sequence[Player], game: str) -> Sequence[Player]:
    """Players without a team are grouped as they sit, in teams of the size that the game has."""
    if game == "single" or all(player.team for player in players):
        return players
    size = TEAM_SIZES.get(game)
    if size is None or any(player.team for player in players) or len(players) % size or len(players) < 2 * size:
        raise TrialError("Players: say who’s on each team, such as “team 1: you, ally”.", field="players")
    return [replace(player, team=f"team {place // size + 1}") for place, player in enumerate(players)]
