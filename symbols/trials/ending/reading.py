"""Read a table from lines such as `you 0 life`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import NUMBER_WORDS
from symbols.trials.ending.table import Player, Table
from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.printed import FindCard

DATA: Final = read_data("trials/ending.toml")
MOST_PLAYERS: Final = 12
TEAM_SIZES: Final = {"two-headed": 2, "emperor": 3}
"""By game: how many players a team has."""

_NUMBERS: Final = {
    **{word: n for n, word in enumerate(NUMBER_WORDS[:13])},
    "fifteen": 15,
    "twenty": 20,
    "twenty-one": 21,
}
_SAYS: Final = {key: re.compile(pattern.replace("N", r"-?\d+")) for key, pattern in DATA["says"].items()}
_OF_THE_GAME: Final = frozenset(
    {"intentional", "restarts", "mandatory", "optional", "unless", "fragmented", "draws_game"}
)
"""What needs no player."""

_EVERYONE: Final = re.compile(
    r"(?:we're )?(?:both|all|each|every)(?: (?:of us|of the players|players?|teams))?"
    r"|everyone|everybody|we(?: all| both)?"
)
_NOBODY: Final = re.compile(r"(?:nobody|no 1|no ?one|none|neither)(?: of us| players?)?")
_YOU: Final = re.compile(r"you(?:r)?|i|my|me")
_OPPONENT: Final = re.compile(r"(?:my |the |your |an )?(?:opponents?|opp)")
_FILLER: Final = re.compile(
    r"(?:(?:^|\s)(?:is|are|am|was|were|be|being|been|has|have|had|at|with|of|dealt|controls?|gets?|got|takes?|took"
    r"|received?|says?|states?|that|and|but|also|if|while|would|will|to|only|exactly|just|must|which|who|effect)"
    r"|\s(?:the|an?|both|all|each))$"
)
_NEGATED: Final = re.compile(
    r"(?:\b(?:do|does|did|has|have|had|is|are|was|were|would|wo)n't|\bnot|\bnever|\bno longer)"
    r"(?: (?:have|had|yet|be|been|a|an|the|actually))*$"
)
_TEAM: Final = re.compile(
    r"((?:my |our |the |their )?team(?: (?!(?:at|is|has|have)\b)[\w-]+)?)\s*[:=]?\s*(.*)", re.IGNORECASE
)
_HAVING: Final = re.compile(r"(?:controls?|has|have|with|plays?|uses?|casts?) ", re.IGNORECASE)
_IN_LOOP: Final = re.compile(
    r"(\S.*?) (?:(?:is |are )?(?:in|part of|involved in)|controls?|has|have)(?: (?:the|an?|that))?$"
)
"""Before a loop, whose it is: `Anna in a`."""

_STOPPING: Final = re.compile(r"\bloop (?:that |which )?(\S+) (?:can|could|may)\b", re.IGNORECASE)

_ENOUGH: Final = 21
_PLAYER: Final = re.compile(r"[^\W\d][\w'’-]*(?: \d+)?")
_CLAUSES: Final = re.compile(
    r"(?:\s*[,;.]\s+|\s*[,;]\s*)(?!(?-i:(?:the|of) [A-Z]))(?=\S|$)|\s+(?:and|but)\s+"
    r"|(?:(?<=life)|(?<=library)|(?<=\d)|(?<=poison)|(?<=concede)|(?<=concede[sd]))\s+with\s+"
    r"|\s+with\s+(?=(?:only |just )?[\w-]+ (?:cards? )?(?:left )?in\b)|\s+while\s+",
    re.IGNORECASE,
)
"""Between clauses; the comma of `Jace, the Mind Sculptor` is none."""

_JOINT: Final = re.compile(r"((?:[\w'’-]+,\s+)*[\w'’-]+(?: \d+)?),?\s+(?:and|&)\s+(?=\S)", re.IGNORECASE)
"""Players before the last one of whom something is said: `you and ` of `you and opponent 0 life`."""

_OF_WHOM: Final = re.compile(
    r"\s*(?:(?:to|on|for|against)\s+(?!the same\b)(\S.*?)|(?:right )?now|each|simultaneously|together"
    r"|at (?:the same time|once)|(?:by|because of|due to) (?:an? )?\S.*?)?[\s.!]*"
)
"""What may follow what is said: `to opponent` of `21 commander damage to opponent`."""

_GAMES: Final = {
    key: re.compile(
        rf"^(?:{names})(?: game)?\s*:\s*|[\s,]*\b(?:in|playing) (?:an? )?(?:{names})(?: game)?[\s.]*$"
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
    r"\s*[;,]\s*(?=team [\w-]+\b)|\s*;\s*(?=[^\W\d_][\w'’-]*(?: \d+)?\s*(?:;|$))", re.IGNORECASE
)
"""Where a line says several: before a team, and before a name alone."""

_CAUSE: Final = re.compile(
    r"(\S.*?) (?:gives?|gave|makes?|made|says?|said|states?|stated|causes?|caused|forces?|forced) (?:that )?(?=\S)",
    re.IGNORECASE,
)
"""What does something to a player: `judge gives ` of `judge gives opponent a game loss`."""

_NAME: Final = re.compile(r"[^\W\d][\w'’-]*(?: (?:\d+|[A-Za-z]))?")
_LONG_NAME: Final = re.compile(r"[A-Z][\w'’-]*,?(?: [\w'’-]+,?)* [A-Z][\w'’-]*")
_NO_NAME: Final = re.compile(
    r"(?:(?:an?|the|some|any|his|her|their|this|that) .*|(?:a )?players?|someone|somebody|cards?|spells?|effects?"
    r"|ability|abilities|triggers?|judges?|creatures?|permanents?|games?|he|she|they|it|who|which|nothing)",
    re.IGNORECASE,
)
"""What is never the name of a player."""

_SEVERAL: Final = re.compile(
    r"\b(?:(\d+|several|different|multiple)(?: different)?|both|their|my|your) commanders\b|\bin total\b"
)
_NAMES: Final = re.compile(r"\s*[,;/+&]\s*|\s+and\s+", re.IGNORECASE)


@dataclass
class _Draft:
    """A table while its lines are read."""

    find_card: FindCard
    players: dict[str, Player] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    of_all: list[tuple[str, int | None]] = field(default_factory=list)
    unread: list[tuple[str, TrialError]] = field(default_factory=list)
    is_told: bool = False
    """Whether anything is said, or said not to be so."""

    def player(self, name: str) -> str:
        """Return the key of a player, who joins the table if new."""
        key = name.casefold()
        self.players.setdefault(key, Player(name))
        return key

    def note(self, who: Sequence[str], key: str, number: int | None) -> None:
        self.is_told = True
        for one in who:
            player = self.players[one]
            if number is not None:
                most = max(player.commander, number) if key == "commander" else number
                self.players[one] = replace(player, numbers={**player.numbers, key: most})
            else:
                self.players[one] = replace(player, said=player.said | {key})


def read_table(inputs: Inputs, find_card: FindCard) -> Table:
    """Parse the controls."""
    draft = _Draft(find_card)
    game, limit, lines = inputs.choice("game"), inputs.number_or_none("range"), []
    for number, text in enumerate(inputs.text("players").splitlines(), 1):
        line = text
        for key, names in _GAMES.items():
            if names.search(line):
                game, line = key if game == "single" else game, names.sub("", line)
        if said := _RANGE.search(line):
            limit, line = int(said[1]), line.replace(said[0], "")
        lines += [(number, one.strip()) for one in _NEXT_LINE.split(line) if one.strip()]
    for number, line in lines:
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


def _read_line(line: str, number: int, draft: _Draft, *, has_heads: bool) -> None:
    """Note what a line says. `has_heads`: whether a team has to name its players."""
    team = _TEAM.fullmatch(line)
    who: list[str] | None = None
    if team:
        name, rest = team[1].casefold(), team[2]
        if rest and not _found(_normal(rest)) and not any(one.team == name for one in draft.players.values()):
            for each in filter(None, _NAMES.split(rest)):
                key = draft.player(_called(each))
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
                f"Players: line {number} needs its players first, such as “{name}: A, B”.", field="players"
            )
        line = rest
    elif ":" in line and not _found(_normal(line.partition(":")[0])):
        names, _, line = line.partition(":")
        who = [key for each in _NAMES.split(names) for key in _subject(each, draft) or ()] or None
    else:
        who, line = _joint(line, draft)
    for clause in filter(None, _CLAUSES.split(line.strip())):
        try:
            who = _read_clause(clause, number, who, draft)
        except TrialError as error:
            if not _is_about_known(clause, who, draft):
                raise
            draft.unread.append((clause, error))


def _joint(line: str, draft: _Draft) -> tuple[list[str] | None, str]:
    """Those whom `you and opponent 0 life` is about, and `0 life`."""
    joint = _JOINT.match(line)
    clause = _CLAUSES.split(line[joint.end() :])[0] if joint else ""
    found = _found(_normal(clause))
    subject = _without_filler(_normal(clause)[: found[1].start()]) if found else ""
    if not joint or not subject or not _normal(clause).startswith(subject):
        return None, line
    names = [*_NAMES.split(joint[1]), clause[: len(subject)]]
    if not all(_subject(name, draft, new=False) or _is_new_player(name) for name in names):
        return None, line
    return [draft.player(_called(name)) for name in names], line[joint.end() + len(subject) :]


def _is_new_player(name: str) -> bool:
    return bool(_PLAYER.fullmatch(name)) and not name.islower() and not _NO_NAME.fullmatch(name)


def _read_clause(clause: str, number: int, who: list[str] | None, draft: _Draft) -> list[str] | None:
    """Note what a clause says; return whom the next one is about if it doesn't say."""
    clause = _without_cause(clause, draft)
    plain = _normal(clause)
    if plain == "can't" and who:
        return _cannot(who, draft)
    found = _found(plain)
    if found is None:
        return _card_or_player(clause, number, who, draft)
    key, match = found
    of_whom = _OF_WHOM.fullmatch(plain, match.end())
    if of_whom is None:
        raise _unread(clause, number)
    subject = _about(key, clause, match, of_whom, draft)
    key, count = _value(_meant(key, plain, who, draft), match, number)
    if (negated := _NEGATED.search(plain[: match.start()].strip())) or _NOBODY.fullmatch(subject):
        # What isn't so changes nothing.
        draft.is_told = True
        return (_subject(clause[: negated.start()], draft) if negated else None) or who
    if key in _OF_THE_GAME:
        draft.said.add(key)
    if _EVERYONE.fullmatch(subject):
        draft.is_told = True
        draft.of_all.append((key, count))
        return who
    if key in _OF_THE_GAME and key != "draws_game":
        who = _in_loop(clause, plain[: match.start()].strip(), draft) or who
    elif key == "too_late":
        who = _subject(subject, draft, new=False) or who
    elif subject:
        who = _named(clause[: len(subject)] if plain.startswith(subject) else subject, number, draft)
    if who is None and key not in _OF_THE_GAME:
        who = [draft.player("you")]
    if found[0] == "dead" and any((draft.players[one].life or 0) > 0 for one in who or ()):
        raise _unread(match[0], number)
    draft.note(who or (), key, count)
    return who


def _about(key: str, clause: str, match: re.Match[str], of_whom: re.Match[str], draft: _Draft) -> str:
    """Whom a clause names, before what it says or after it. Who concedes to somebody isn't that player."""
    before = _without_filler(_normal(clause)[: match.start()])
    if not before or key not in {"concedes", "loses"}:
        return of_whom[1] or before
    if of_whom[1]:
        _subject(clause[of_whom.start(1) : of_whom.end(1)], draft)
    return before


def _without_cause(clause: str, draft: _Draft) -> str:
    """`opponent loses` of `spell says opponent loses`. Who does it to somebody named is a player, too."""
    cause = _CAUSE.match(clause)
    if cause is None:
        return clause
    rest = clause[cause.end() :]
    found = _found(_normal(rest))
    head = _without_filler(rest[: found[1].start()]) if found else ""
    if not head or not (_subject(head, draft, new=False) or _is_new_player(head)):
        return clause
    by = cause[1].strip()
    if _is_new_player(head) and _is_new_player(by) and not draft.find_card(by):
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


def _named(text: str, number: int, draft: _Draft) -> list[str]:
    if found := _subject(text, draft):
        return found
    message = f"Players: line {number}: who is “{text[:60]}”? Say “you”, “opponent” or a name."
    raise TrialError(message, field="players")


def _is_about_known(clause: str, who: Sequence[str] | None, draft: _Draft) -> bool:
    """Whether a clause that isn't read is about players of the table: without it, nobody is missing."""
    head = clause.partition(" ")[0]
    return bool(_subject(head, draft, new=False)) or (bool(who) and not _is_new_player(clause) and head.islower())


def _cannot(who: list[str], draft: _Draft) -> list[str]:
    """Read the last word of “would lose but can't”."""
    for kept in ("lose", "win"):
        draft.note([one for one in who if draft.players[one].has(f"{kept}s")], f"cant_{kept}", None)
    return who


def _meant(key: str, plain: str, who: Sequence[str] | None, draft: _Draft) -> str:
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


def _in_loop(clause: str, before: str, draft: _Draft) -> list[str] | None:
    """Whom a clause about a loop says to be in it, with the players that it names otherwise."""
    stopping = _STOPPING.search(clause)
    if stopping and _is_new_player(stopping[1]):
        _subject(stopping[1], draft)
    loop = _IN_LOOP.fullmatch(before)
    who = _subject(clause[: len(loop[1])], draft) if loop else None
    draft.note(who or (), "in_loop", None)
    return who


def _card_or_player(clause: str, number: int, who: list[str] | None, draft: _Draft) -> list[str]:
    """A clause without a known phrase: a card that a player has, or a player of whom nothing is said."""
    head, _, rest = clause.partition(" ")
    said = _keys_of_card(clause, draft.find_card)
    is_more = any(draft.players[one].is_described for one in who or ())
    if not said and _PLAYER.fullmatch(clause) and (not is_more or _subject(clause, draft, new=False)):
        return [draft.player(_called(clause))]
    if not said and (of := _subject(head, draft, new=False)):
        who, said = of, _keys_of_card(_HAVING.sub("", rest), draft.find_card)
    if said:
        who = who or [draft.player("you")]
        for key in said:
            draft.note(who, key, None)
        draft.said |= _OF_THE_GAME.intersection(said)
        return who
    raise _unread(clause, number)


def _unread(clause: str, number: int) -> TrialError:
    is_name = _is_new_player(clause)
    hint = (
        "A player’s name goes on a line of its own." if is_name else "Say it as in “you 0 life” or “opponent concedes”."
    )
    return TrialError(f"Players: line {number}: “{clause[:60]}” isn’t read. {hint}", field="players")


def _keys_of_card(name: str, find_card: FindCard) -> Sequence[str]:
    """What a card says of its controller, by its text where cards are loaded."""
    known: Sequence[str] | None = DATA["cards"].get(_normal(name))
    if known is not None:
        return known
    card = find_card(name) if name else None
    sentences = re.split(r"[.\n]\s*|\s+and\s+", card.text) if card else ()
    found = (_found(_normal(one)) for one in sentences if _normal(one).startswith(("you", "your")))
    return [one[0] for one in found if one and one[0] not in {"life", "poison"}]


def _found(plain: str) -> tuple[str, re.Match[str]] | None:
    return next(((key, match) for key, pattern in _SAYS.items() if (match := pattern.search(plain))), None)


def _normal(text: str) -> str:
    """Lower case, straight apostrophes, and digits; as long as the text was, but for numbers in words."""
    text = text.replace("’", "'").replace("−", "-").replace("–", "-").casefold()
    text = text.replace("cannot", "can't").replace("can not", "can't").replace("do not", "don't")
    return re.sub(r"[a-z]+(?:-one)?", lambda word: str(_NUMBERS.get(word[0], word[0])), text)


def _without_filler(text: str) -> str:
    before = ""
    while text != before:
        before, text = text, _FILLER.sub("", text.strip(" :,")).strip()
    return re.sub(r"'(?:s|m|re|ve|ll)$", "", text)


def _subject(text: str, draft: _Draft, *, new: bool = True) -> list[str] | None:
    """Whom a text names; None for nobody."""
    text = _without_filler(text)
    plain = text.casefold()
    team = [key for key, player in draft.players.items() if player.team and player.team == plain]
    if team:
        return team
    if plain in draft.players:
        return [plain]
    if _YOU.fullmatch(plain) or _OPPONENT.fullmatch(plain) or (new and _may_be_name(text)):
        return [draft.player(_called(text))]
    return None


def _may_be_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text) or _LONG_NAME.fullmatch(text)) and not _NO_NAME.fullmatch(text)


def _called(text: str) -> str:
    plain = text.strip().casefold()
    if _YOU.fullmatch(plain):
        return "you"
    return "opponent" if _OPPONENT.fullmatch(plain) else " ".join(text.split())


def _complete(draft: _Draft, game: str) -> None:
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
