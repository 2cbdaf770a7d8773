"""Trial: who wins, who loses, and whether the game goes on (104)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from string import Template
from typing import Final

from symbols.sentences import capital, join_words
from symbols.trials.ending.game import Game, Result, Rules, decide
from symbols.trials.ending.phrases import DATA
from symbols.trials.ending.reading import read_table
from symbols.trials.inputs import Inputs
from symbols.trials.outcome import Outcome, Row, Step
from symbols.trials.trial import Reading

_WHY: Final = DATA["why"]
_MOST: Final = 9
_BEFORE: Final = {"winning_in_range": "winning_in_range_early"}
"""Reasons that older editions gave by another rule."""

_VERBS: Final[Mapping[Result, tuple[str, str, str]]] = {
    "wins": ("You win", "wins", "win"),
    "loses": ("You lose", "loses", "lose"),
    "plays on": ("You play on", "plays on", "play on"),
}
"""Of you, of one player, of several."""


def ending(inputs: Inputs, reading: Reading) -> Outcome:
    table = read_table(inputs, reading.card)
    game = decide(table, _rules(inputs, reading))
    if table.unread and not game.ended:
        raise table.unread[0][1]
    by_result, unread = game.by_result, [clause for clause, _ in table.unread]
    return Outcome(
        sentence=" ".join(filter(None, [_sentence(game), _once(game), _left_out(unread)])),
        steps=tuple(_steps(game, reading)),
        facts={
            "ended": game.ended,
            "draw": bool(by_result["draws"]) and game.ended and not by_result["wins"],
            "restarted": game.restarted,
            "winner": by_result["wins"][0] if len(by_result["wins"]) == 1 else None,
            "winners": by_result["wins"],
            "losers": by_result["loses"],
            "draws": by_result["draws"],
            "unread": unread,
            "players": [_player(one.name, one.team, game, reading) for one in game.table.players],
        },
        caption="Player by player",
        rows=tuple(Row(capital(name), result, marked=result == "wins") for name, result in game.results.items()),
    )


def _once(game: Game) -> str:
    is_later = game.ended and not {"wins_later", "loses_later"}.isdisjoint(game.why.values())
    return "That’s once the card’s ability resolves." if is_later else ""


def _left_out(clauses: Sequence[str]) -> str:
    return f"Not read, and left out: {join_words([f'“{one[:60]}”' for one in clauses])}." if clauses else ""


def _rules(inputs: Inputs, reading: Reading) -> Rules:
    """How an edition decides; where it has no rule at all about something, as the newest does."""

    def has(name: str, base: str) -> bool:
        return reading.edition is None or bool(reading.find(name)) or not reading.find(base)

    return Rules(
        winning_beats="all" if inputs.decided("winning_beats_opponents") else "in range",
        last_one_wins=inputs.decided("last_one_wins") or not reading.find("104.2a"),
        team_poison=has("810.8d", "810.8a"),
        draws_in_range=has("104.4e", "104.4b"),
        loops_in_range=has("104.4f", "104.4b"),
    )


def _player(name: str, team: str, game: Game, reading: Reading) -> Mapping[str, object]:
    key = game.why.get(name, "")
    rule = _WHY[key]["rule"] if key else ""
    found = {"name": name, "result": game.results[name], "rule": (reading.find(rule) or rule) if rule else None}
    return {**found, "team": team} if team else found


def _steps(game: Game, reading: Reading) -> Iterator[Step]:
    steps, weights = [], []
    for key, names in game.reasons.items():
        early = _BEFORE.get(key, "")
        record = _WHY[early if early and reading.edition and not reading.find(_WHY[key]["rule"]) else key]
        who = _called(names, game.results) or "nobody"
        steps.append(Step(record["rule"], Template(record["why"]).substitute(who=who)))
        # Where players lose in several ways, it’s being the last one that decides.
        is_last = key == "last" and len({game.why[one] for one, found in game.results.items() if found == "loses"}) > 1
        weights.append(_MOST if is_last else record.get("weight", 0))
    place = weights.index(max(weights))
    yield from (replace(step, decides=number == place) for number, step in enumerate(steps))


def _sentence(game: Game) -> str:
    if game.restarted:
        return "The game ends, and a new one begins. Nobody wins or loses."
    said = game.by_result
    if said["draws"] and not (said["loses"] or said["wins"] or said["plays on"]):
        return "The game is a draw."
    if not (said["loses"] or said["draws"] or said["wins"]):
        return "Nobody wins or loses. The game goes on."
    if game.ended and not said["draws"]:
        # Who wins says it all, but for the reader, and what teams they are.
        first = _told(said["loses"], "loses", game.results) if "you" in said["loses"] else ""
        return f"{first} {_told(said['wins'], 'wins', game.results)}".strip()
    parts = [_told(said["loses"], "loses", game.results)]
    if said["draws"]:
        parts.append(f"The game is a draw for {_called(said['draws'], game.results)}.")
    parts.append(_told(said["wins"], "wins", game.results))
    if said["plays on"]:
        parts.append(f"The game goes on for {_called(said['plays on'], game.results)}.")
    return " ".join(filter(None, parts))


def _told(names: Sequence[str], result: Result, everyone: Collection[str]) -> str:
    if not names:
        return ""
    of_you, of_one, of_several = _VERBS[result]
    if names == ["you"]:
        return f"{of_you}."
    return f"{capital(_called(names, everyone))} {of_one if len(names) == 1 else of_several}."


def _called(names: Sequence[str], everyone: Collection[str]) -> str:
    """Names in a sentence; `opponent` is that of the other player at the table."""
    others = [name for name in everyone if name != "opponent"]
    whose = "your" if "you" in others or len(others) != 1 else f"{others[0]}’s"
    return join_words([f"{whose} opponent" if name == "opponent" else name for name in names])
