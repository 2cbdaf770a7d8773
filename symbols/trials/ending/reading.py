"""Read a table from lines such as `you 0 life`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from symbols.trials.ending.cards import held_card, with_whole_names
from symbols.trials.ending.clauses import acting, is_about_known, may_matter, note, read_clause
from symbols.trials.ending.naming import NAMES, OPPONENTS, PLAYER, Draft, may_be_name, name_of, whom
from symbols.trials.ending.phrases import CLAUSES, find_phrase, normalized, without_filler
from symbols.trials.ending.table import Player, Table, table_error
from symbols.trials.games import GAME_NAMES
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.printed import FindCard

MOST_PLAYERS: Final = 12
TEAM_SIZES: Final = {"two-headed": 2, "emperor": 3}
"""By game: how many players a team has."""

_TEAM: Final = re.compile(
    r"((?:my |our |the |their )?team\b(?: (?!(?:at|is|has|have)\b)[\w-]+)?)\s*[:=]?\s*(.*)", re.IGNORECASE
)
_OF_ONE: Final = re.compile(r"\s*(?:is|has|was|loses|concedes|wins|draws|takes|gets|quits|leaves|dies|decks)\b")
"""A verb of one player: in `Anna, Bo concedes`, Anna doesn't."""

_SPOKEN_TO: Final = re.compile(r"(?:i|you)\s+(?:win|lose|concede|have|am|are)\b|i['’]m\b", re.IGNORECASE)
"""After a name and a comma, which then may be of whoever is spoken to: `Anna, you lose`."""

_REWRITTEN: Final = [
    (re.compile(before, re.IGNORECASE), after)
    for before, after in (
        (r",\s+(?:and|&)\s+", " and "),
        (r"\b(nobody|no one|everyone|everybody|all players|(?:each|every) player) but\b", r"\1 except"),
        (
            r"^(every(?:one|body)|all players|(?:each|every) player) ([^,;:]+?) (?:except|but)(?: for)? ([\w'’-]+)$",
            r"\1 except \3 \2",
        ),
        (r"\ban? emblem (?:that says|with|saying)?:? ?[\"“][^\"”]*\bgideon\b[^\"”]*[\"”]", "a Gideon emblem"),
        (r"\s+&\s+", " and "),
        (
            r"^((?:me|i|you|(?-i:[A-Z])\w*|opp(?:onent)?) -?\d+) (?=(?:me|you|opp(?:onent)?|(?-i:[A-Z])\w*) -?\d+$)",
            r"\1, ",
        ),
    )
]

_GAMES: Final = {
    key: re.compile(
        rf"^(?:{names})(?: game)?\s*[:;,]\s*|[\s,]*\b(?:in|playing) (?:an? )?(?:{names})(?: game)?[\s.]*$"
        rf"|^\s*(?:{names})(?: game)?[\s.]*$",
        re.IGNORECASE,
    )
    for key, names in GAME_NAMES.items()
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
    draft = Draft(find_card)
    game, limit, lines = inputs.choice("game"), inputs.number_or_none("range"), []
    for number, text in enumerate(inputs.text("players").splitlines(), 1):
        line = text
        for key, names in _GAMES.items():
            if names.search(line):
                game, line = key if game == "single" else game, names.sub("", line)
        if said := _RANGE.search(line):
            limit, line = int(said[1]), line.replace(said[0], "")
        line = _rewritten(line, find_card)
        lines += [(number, one.strip()) for each in _NEXT_LINE.split(line) for one in _rosters(each) if one.strip()]
    # Who the opponents are is known once everyone is.
    for number, line in sorted(lines, key=lambda one: bool(OPPONENTS.match(one[1]))):
        draft.line = number
        _read_line(line, draft, has_heads=game != "two-headed")
    _add_emblems(draft)
    _settle_conditions(draft)
    if draft.doubts or (draft.unread and not draft.is_told):
        raise (draft.doubts or draft.unread)[0][1]
    if not draft.is_told:
        raise table_error("say what’s true of them, such as “you 0 life”.")
    if len(draft.players) > MOST_PLAYERS:
        raise table_error(f"use {MOST_PLAYERS} or fewer.")
    if game == "single" and any(player.team for player in draft.players.values()):
        game = "teams"
    _complete(draft, game)
    for number, key, count, but in draft.of_all:
        draft.line = number
        note([one for one in draft.players if one not in but], key, count, draft)
    players = _in_teams(list(draft.players.values()), game)
    return Table(players, game, limit, frozenset(draft.said), tuple(draft.unread))


def _rewritten(line: str, find_card: FindCard) -> str:
    for before, after in _REWRITTEN:
        line = before.sub(after, line)
    return with_whole_names(line, find_card)


def _rosters(line: str) -> Sequence[str]:
    """`team 1: A, B` and `C has 0 life` of `team 1: A, B; C has 0 life`."""
    roster = _ROSTER.match(line)
    if roster is None or not _TEAM.fullmatch(roster[1]) or find_phrase(normalized(roster[1])):
        return [line]
    return [roster[1], line[roster.end() :]]


def _read_line(line: str, draft: Draft, *, has_heads: bool) -> None:
    """Note what a line says. `has_heads`: whether a team has to name its players."""
    team = _TEAM.fullmatch(line)
    who: list[str] | None = None
    if team:
        name, rest = team[1].casefold(), team[2]
        is_known = any(one.team == name for one in draft.players.values())
        if rest and not is_known and not find_phrase(normalized(rest)):
            for each in filter(None, NAMES.split(rest)):
                draft.join(name_of(each), name)
            return
        if rest and not is_known and not has_heads:
            draft.join(team[1], name)
        who = [key for key, player in draft.players.items() if player.team == name]
        # A team’s counters are counted once.
        who = who[:1] if "poison" in rest else who
        if not who:
            raise table_error(f"line {draft.line} needs its players first, such as “{team[1]}: A, B”.")
        line = rest
    elif ":" in line and not find_phrase(normalized(line.partition(":")[0])):
        names, _, rest = line.partition(":")
        if held_card(names, draft.find_card):
            line = f"{names}, {rest}"
        else:
            who, line = [key for each in NAMES.split(names) for key in whom(each, draft) or ()] or None, rest
    draft.is_explained, before = False, len(draft.doubts)
    for named, clause in _clauses(line.strip(), draft):
        who = named or who
        try:
            who = read_clause(clause, who, draft) if clause else who
        except TrialError as error:
            who = acting(clause, draft) or who
            if not is_about_known(clause, who, draft):
                raise
            (draft.doubts if may_matter(clause, draft) else draft.unread).append((clause, error))
    if draft.is_explained:
        draft.unread += draft.doubts[before:]
        del draft.doubts[before:]


def _clauses(line: str, draft: Draft) -> Iterator[tuple[list[str] | None, str]]:
    """The clauses of a line, each with its players if several are named before it: `you, opponent 0 life`."""
    separators, clauses = ["", *CLAUSES.findall(line)], CLAUSES.split(line)
    names: list[str] = []
    is_joint = is_told = False
    for separator, clause in zip(separators, clauses, strict=True):
        if separator.strip() in {";", "."}:
            names, is_joint, is_told = [], False, False
        name = re.sub(r"^both ", "", clause, flags=re.IGNORECASE)
        is_joint |= name != clause or "and" in separator
        if _is_player(name, draft, is_new=not is_told):
            names.append(draft.player(name_of(name)))
            yield names[:], ""
            continue
        subject = _subject(clause)
        is_of_one = not is_joint and (_OF_ONE.match(clause[len(subject) :]) or _SPOKEN_TO.match(clause))
        if names and subject and not is_of_one and (last := whom(subject, draft)) and len(last) == 1:
            yield [*names, *last], clause[len(subject) :].strip()
        elif clause:
            yield None, clause
        names, is_joint, is_told = [], False, True


def _is_player(name: str, draft: Draft, *, is_new: bool) -> bool:
    """Whether a clause is just a player’s name; `is_new` if it may be of somebody new."""
    if not name or find_phrase(normalized(name)):
        return False
    is_name = is_new and bool(PLAYER.fullmatch(name)) and may_be_name(name, draft)
    return is_name or bool(whom(name, draft, new=False))


def _subject(clause: str) -> str:
    """Who a clause is about, where that comes first: `opponent` of `opponent 0 life`."""
    found = find_phrase(normalized(clause))
    subject = without_filler(normalized(clause)[: found[1].start()]) if found else ""
    return clause[: len(subject)] if normalized(clause).startswith(subject) else ""


def _settle_conditions(draft: Draft) -> None:
    """Note who wins or loses by their life once a card's ability resolves."""
    for holders, condition, error in draft.conditions:
        is_of_all = "each_loses_at" in condition
        lives = {key: player.life for key, player in draft.players.items() if is_of_all or key in holders}
        if None in lives.values() and not (is_of_all and any(lives.values())):
            draft.doubts.append(("", error))
        for key, life in lives.items():
            if life is None:
                continue
            if life >= condition.get("life", life + 1) or life == condition.get("exactly"):
                draft.note([key], "wins_later", None)
            elif life == condition.get("each_loses_at") or life >= condition.get("loses_at", life + 1):
                draft.note([key], "loses_later", None)


def _add_emblems(draft: Draft) -> None:
    """An emblem of Gideon counts while its player controls a Gideon."""
    for key, player in list(draft.players.items()):
        if player.has("gideon_emblem") and not player.has("gideon"):
            message = "say whether the player with the emblem controls a Gideon, such as “you control Gideon”."
            draft.doubts.append(("Gideon", table_error(message)))
        elif player.has("gideon_emblem"):
            draft.note([key], "cant_lose", None)
            draft.note([key], "opponents_cant_win", None)


def _complete(draft: Draft, game: str) -> None:
    """Add the players or the team that no line names."""
    if len(draft.players) < 2 and game == "single":
        names = [player.name for player in draft.players.values()]
        both = ["you", "opponent"] if names in ([], ["you"], ["opponent"]) else [*names, "opponent"]
        draft.players = {name.casefold(): draft.players.get(name.casefold(), Player(name)) for name in both}
    elif len(teams := {player.team for player in draft.players.values()}) == 1 and "" not in teams:
        draft.join("the other team", "the other team")


def _in_teams(players: Sequence[Player], game: str) -> Sequence[Player]:
    """Players without a team are grouped as they sit, in teams of the size that the game has."""
    if game == "single" or all(player.team for player in players):
        return players
    size = TEAM_SIZES.get(game)
    if size is None or any(player.team for player in players) or len(players) % size or len(players) < 2 * size:
        raise table_error("say who’s on each team, such as “team 1: you, ally”.")
    return [replace(player, team=f"team {place // size + 1}") for place, player in enumerate(players)]
