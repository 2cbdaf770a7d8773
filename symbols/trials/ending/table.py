"""Players at a table, from lines such as `you 0 life`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import NUMBER_WORDS
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
    r"(?:both|all|each|every)(?: (?:of us|of the players|players?|teams))?|everyone|everybody|we(?: all| both)?"
)
_YOU: Final = re.compile(r"you(?:r)?|i|my|me")
_OPPONENT: Final = re.compile(r"(?:my |the |your |an )?(?:opponents?|opp)")
_FILLER: Final = re.compile(
    r"(?:(?:^|\s)(?:is|are|am|was|were|be|being|been|has|have|had|at|with|of|dealt|controls?|gets?|got|takes?|took"
    r"|received?|says?|states?|that|and|but|also|if|while|would|will|to|only|exactly|just|must|which|who|effect)"
    r"|\s(?:the|an?))$"
)
_NEGATED: Final = re.compile(
    r"(?:\b(?:do|does|did|has|have|had|is|are|was|were|would|wo)n't|\bnot|\bnever|\bno longer)"
    r"(?: (?:have|had|yet|be|been|a|an|the|actually))*$"
)
_TEAM: Final = re.compile(r"((?:my |our |the |their )?team(?: [\w-]+)?)\s*[:=]?\s*(.*)", re.IGNORECASE)
_HAVING: Final = re.compile(r"(?:controls?|has|have|with|plays?|uses?) ", re.IGNORECASE)
_PLAYER: Final = re.compile(r"[^\W\d][\w'’-]*(?: \d+)?")
_CLAUSES: Final = re.compile(r"\s*[,;.]\s+|\s*[,;]\s*|\s+(?:and|but)\s+", re.IGNORECASE)
_NAMES: Final = re.compile(r"\s*[,;/+&]\s*|\s+and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Player:
    """A player, with what lines say of them: keys of `says` in the data file, with a number or without.

    The number of `commander` is the most damage from one commander.
    """

    name: str
    team: str = ""
    said: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)

    def has(self, *keys: str) -> bool:
        return not self.said.isdisjoint(keys)

    @property
    def is_described(self) -> bool:
        """Whether anything is said of them but their name."""
        return bool(self.said or self.numbers)

    @property
    def life(self) -> int | None:
        return self.numbers.get("life")

    @property
    def poison(self) -> int:
        return self.numbers.get("poison", 0)

    @property
    def commander(self) -> int:
        return self.numbers.get("commander", 0)


@dataclass(frozen=True, slots=True)
class Table:
    """Players in the order in which they sit, and what lines say of the game."""

    players: Sequence[Player]
    game: str = "single"
    range: int | None = None
    said: frozenset[str] = frozenset()

    @property
    def is_teams(self) -> bool:
        return self.game != "single"

    def team_of(self, player: Player) -> Sequence[Player]:
        return [one for one in self.players if one.team == player.team]


@dataclass
class _Draft:
    """A table while its lines are read."""

    find_card: FindCard
    players: dict[str, Player] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    of_all: list[tuple[str, int | None]] = field(default_factory=list)

    def player(self, name: str) -> str:
        """Return the key of a player, who joins the table if new."""
        key = name.casefold()
        self.players.setdefault(key, Player(name))
        return key

    def note(self, who: Sequence[str], key: str, number: int | None) -> None:
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
    for number, line in enumerate(inputs.text("players").splitlines(), 1):
        if line.strip():
            _read_line(line.strip(), number, draft)
    if len(draft.players) > MOST_PLAYERS:
        raise TrialError(f"Players: use {MOST_PLAYERS} or fewer.", field="players")
    game = inputs.choice("game")
    if game == "single" and any(player.team for player in draft.players.values()):
        game = "teams"
    _complete(draft, game)
    for key, found in draft.of_all:
        draft.note(list(draft.players), key, found)
    players = _in_teams(list(draft.players.values()), game)
    return Table(players, game, inputs.number_or_none("range"), frozenset(draft.said))


def _read_line(line: str, number: int, draft: _Draft) -> None:
    team = _TEAM.fullmatch(line)
    who: list[str] | None = None
    if team:
        name, rest = team[1].casefold(), team[2]
        if rest and not _found(_normal(rest)) and not any(one.team == name for one in draft.players.values()):
            for each in filter(None, _NAMES.split(rest)):
                key = draft.player(_called(each))
                draft.players[key] = replace(draft.players[key], team=name)
            return
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
    for clause in filter(None, _CLAUSES.split(line.strip())):
        who = _read_clause(clause, number, who, draft)


def _read_clause(clause: str, number: int, who: list[str] | None, draft: _Draft) -> list[str] | None:
    """Note what a clause says; return whom the next one is about if it doesn't say."""
    plain = _normal(clause)
    if plain == "can't" and who:
        # “Would lose but can't”.
        for kept in ("lose", "win"):
            draft.note([one for one in who if draft.players[one].has(f"{kept}s")], f"cant_{kept}", None)
        return who
    found = _found(plain)
    if found is None:
        return _card_or_player(clause, number, who, draft)
    key, match = found
    subject = _without_filler(plain[: match.start()])
    digits = next((text for text in match.groups() if text), None)
    count = int(digits) if digits else None
    if negated := _NEGATED.search(plain[: match.start()].strip()):
        # What isn't so changes nothing.
        return _subject(clause[: negated.start()], draft) or who
    everyone = _EVERYONE.fullmatch(subject)
    if everyone and key in _OF_THE_GAME:
        draft.said.add(key)
    if everyone:
        draft.of_all.append((key, count))
        return who
    if subject and (key not in _OF_THE_GAME or key == "draws_game"):
        who = _subject(clause[: len(subject)] if plain.startswith(subject) else subject, draft)
    if key in _OF_THE_GAME:
        draft.said.add(key)
    if who is None and key not in _OF_THE_GAME:
        who = [draft.player("you")]
    draft.note(who or (), key, count)
    return who


def _card_or_player(clause: str, number: int, who: list[str] | None, draft: _Draft) -> list[str]:
    """A clause without a known phrase: a card that a player has, or a player of whom nothing is said."""
    head, _, rest = clause.partition(" ")
    said = _keys_of_card(clause, draft.find_card)
    is_more = bool(who) and clause.islower() and any(draft.players[one].is_described for one in who or ())
    if not said and _PLAYER.fullmatch(clause) and (not is_more or _called(clause) in draft.players):
        return [draft.player(_called(clause))]
    if not said and (of := _subject(head, draft, new=False)):
        who, said = of, _keys_of_card(_HAVING.sub("", rest), draft.find_card)
    if said:
        who = who or [draft.player("you")]
        for key in said:
            draft.note(who, key, None)
        draft.said |= _OF_THE_GAME.intersection(said)
        return who
    message = f"Players: line {number}: “{clause[:60]}” isn’t read. Say it as in “you 0 life” or “opponent concedes”."
    raise TrialError(message, field="players")


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
    if _YOU.fullmatch(plain) or _OPPONENT.fullmatch(plain) or (new and text):
        return [draft.player(_called(text))]
    return None


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


def emperors(table: Table) -> Mapping[str, str]:
    """By team, the name of its emperor: the one who is said to be, else who sits in the middle."""
    teams: dict[str, list[Player]] = {}
    for player in table.players:
        teams.setdefault(player.team, []).append(player)
    return {
        team: next((one.name for one in members if one.has("emperor")), members[len(members) // 2].name)
        for team, members in teams.items()
    }


def seats(table: Table) -> Iterator[Player]:
    """Those still in the game as it is looked at, in their order around the table."""
    return (player for player in table.players if not player.has("left"))
