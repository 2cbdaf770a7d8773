"""What rule 104 makes of a table: effects first, then state-based actions all at once, then loops."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from symbols.trials.ending.table import Player, Table, emperors, seats, table_error
from symbols.trials.games import LOSING_COMMANDER_DAMAGE, LOSING_POISON, LOSING_TEAM_POISON

Result = Literal["wins", "loses", "draws", "plays on", "left"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What differs between editions.

    Attributes:
        winning_beats: whom an effect that wins makes lose instead: opponents `in range`, `all` of them in any game of
            three or more, or nobody.
        last_one_wins: whether a player without opponents wins even if an effect says they can't.
        team_poison: whether a Two-Headed Giant team has fifteen poison counters; else ten on one head are enough.
        draws_in_range, loops_in_range: whether these end the game only for the players in range.
    """

    winning_beats: Literal["in range", "all"] = "in range"
    last_one_wins: bool = True
    team_poison: bool = True
    draws_in_range: bool = True
    loops_in_range: bool = True


@dataclass(slots=True)
class Game:
    """A game as it is decided. `reasons` are keys of `why` in the data file, each with the names that it is about."""

    table: Table
    rules: Rules
    results: dict[str, Result] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, list[str]] = field(default_factory=dict)
    restarted: bool = False

    @property
    def ended(self) -> bool:
        return self.restarted or "plays on" not in self.results.values()

    @property
    def by_result(self) -> dict[Result, list[str]]:
        """Names of players, without those who had left before."""
        results: tuple[Result, ...] = ("wins", "loses", "draws", "plays on")
        return {one: [name for name, found in self.results.items() if found == one] for one in results}

    def playing(self) -> Sequence[Player]:
        return [one for one in self.table.players if self.results[one.name] == "plays on"]

    def having(self, *keys: str) -> Sequence[Player]:
        return [one for one in self.playing() if one.has(*keys)]

    def reason(self, key: str, players: Collection[Player] = ()) -> None:
        names = self.reasons.setdefault(key, [])
        names += [one.name for one in players if one.name not in names]
        for one in players:
            self.why.setdefault(one.name, key)

    def opponents(self, player: Player) -> Sequence[Player]:
        """Those still playing who aren't on the same team."""
        is_teams = self.table.is_teams
        return [one for one in self.playing() if (one.team != player.team if is_teams else one.name != player.name)]

    def in_range(self, player: Player, others: Sequence[Player]) -> Sequence[Player]:
        """Those of `others` within a player's range of influence (801)."""
        limit = self._range_of(player)
        if limit is None:
            return others
        names = [one.name for one in seats(self.table)]

        def distance(one: Player) -> int:
            apart = abs(names.index(one.name) - names.index(player.name))
            return min(apart, len(names) - apart)

        return [one for one in others if one.name in names and distance(one) <= limit]

    def _range_of(self, player: Player) -> int | None:
        if self.table.range is None and self.table.game == "emperor":
            return 2 if player.name in emperors(self.table).values() else 1
        return self.table.range

    @property
    def counts_team_poison(self) -> bool:
        return self.table.is_two_headed and self.rules.team_poison

    @property
    def is_limited(self) -> bool:
        return self.table.range is not None or self.table.game == "emperor"

    def keeps(self, player: Player, key: str, beside: str) -> Sequence[Player]:
        """Who keeps a player from losing or winning.

        They have `key` for themselves, or as the other head in Two-Headed Giant, or `beside` for opponents in range.
        """
        heads = self.table.heads_of(player)
        own = [one for one in heads if one.has(key)]
        others = [one for head in heads for one in self.opponents(head) if one.has(beside)]
        return own + [one for one in others if self.in_range(one, [player])]


def decide(table: Table, rules: Rules) -> Game:
    game = Game(table, rules)
    game.results = {one.name: "left" if one.has("left") else "plays on" for one in table.players}
    if "restarts" in table.said or any(one.has("restarts") for one in table.players):
        game.restarted = True
        game.reason("restarts")
        game.reason("new_game")
        return game
    if "intentional" in table.said:
        _leave(game, [], game.playing(), "intentional")
        return game
    for stage in (_effects, _state_based_actions, _abilities, _loops):
        if not game.ended:
            stage(game)
    if not game.ended and "left" in game.results.values():
        _last(game, game.playing())
    if not game.reasons:
        game.reason("goes_on")
    return game


def _effects(game: Game) -> None:
    """Effects that resolve, concessions and penalties."""
    losing = {
        "concedes": game.having("concedes"),
        "penalty": game.having("penalty"),
        "loses": list(_unless_kept(game, game.having("loses"), "lose")),
    }
    wins = [one for one in game.playing() if one.has("wins") or (one.has("wins_by_drawing") and one.draws_too_many)]
    winning = list(_unless_kept(game, wins, "win"))
    for one in losing["concedes"]:
        if game.keeps(one, "cant_lose", "opponents_cant_lose"):
            game.reason("concedes_anyway")
    if game.table.is_two_headed:
        if losing["concedes"]:
            game.reason("head_concedes")
        winning = [one for head in winning for one in game.table.team_of(head)]
        if winning:
            game.reason("head_wins")
    for key, players in losing.items():
        if players:
            game.reason(key, players)
    lost = _with_heads(game, [one for players in losing.values() for one in players])
    both = [one for one in winning if one in lost]
    if both:
        game.reason("wins_and_loses", both)
    lost += _winning(game, [one for one in winning if one not in lost])
    if game.ended:
        return
    if "draws_game" in game.table.said and not lost:
        _draw_by_effect(game, game.having("draws_game"))
    if lost:
        _leave(game, lost, [])


def _abilities(game: Game) -> None:
    """Abilities that win or lose once they resolve, of those who are still in the game then."""
    losing = list(_unless_kept(game, game.having("loses_later"), "lose"))
    if losing:
        game.reason("loses_later", losing)
        _leave(game, losing, [])
    winning = list(_unless_kept(game, game.having("wins_later"), "win"))
    if winning and not game.ended and (lost := _winning(game, winning, "wins_later")):
        _leave(game, lost, [])


def _winning(game: Game, winners: Sequence[Player], reason: str = "wins") -> Sequence[Player]:
    """Have players win by effects; return opponents who lose instead, where the game doesn't end (104.3h)."""
    if not winners:
        return ()
    if game.is_limited or (game.rules.winning_beats == "all" and len(game.table.players) > 2):
        near = [one for winner in winners for one in game.in_range(winner, game.opponents(winner))]
        beaten = list(_unless_kept(game, near, "lose"))
        game.reason("winning_in_range" if game.is_limited else "winning_beats_opponents", beaten)
        return beaten
    game.reason(reason, winners)
    won = [one for winner in winners for one in (game.table.team_of(winner) if game.table.is_teams else [winner])]
    for one in game.playing():
        game.results[one.name] = "loses"
    for one in won:
        game.results[one.name] = "wins"
    return ()


def _draw_by_effect(game: Game, controllers: Sequence[Player]) -> None:
    if not (game.is_limited and game.rules.draws_in_range):
        _leave(game, [], game.playing(), "draws_game")
        return
    if not controllers:
        raise table_error("say whose effect it is, such as “Anna: the game is a draw”.")
    near = [one for each in controllers for one in game.in_range(each, game.playing())]
    _leave(game, [], near, "draws_in_range")


def _state_based_actions(game: Game) -> None:
    """All that the check finds happens at once (704.3)."""
    found: dict[str, list[Player]] = {}
    for key, applies in _CHECKS.items():
        hit = [one for one in game.playing() if applies(one, game)]
        kept = [one for one in hit if _is_spared(game, one, key)]
        if lost := list(_unless_kept(game, [one for one in hit if one not in kept], "lose")):
            found[key] = lost
        if kept and game.table.is_two_headed:
            game.reason("head_keeps", [one for one in kept if one.has(_SPARES[key])])
        elif kept:
            game.reason("cant", kept)
    for key, players in found.items():
        game.reason(key, players)
    lost = [one for players in found.values() for one in players]
    if lost:
        if len({one.name for one in lost}) > 1:
            game.reason("at_once")
        _leave(game, _with_heads(game, lost), [])
    _near_misses(game)


def _life(player: Player, game: Game) -> bool:
    return not game.table.is_two_headed and player.life is not None and player.life <= 0


def _team_life(player: Player, game: Game) -> bool:
    lives = [one.life for one in game.table.team_of(player) if one.life is not None]
    return game.table.is_two_headed and bool(lives) and min(lives) <= 0


def _poison(player: Player, game: Game) -> bool:
    return not game.counts_team_poison and player.poison >= LOSING_POISON


def _team_poison(player: Player, game: Game) -> bool:
    return game.counts_team_poison and sum(one.poison for one in game.table.team_of(player)) >= LOSING_TEAM_POISON


_CHECKS: Final[dict[str, Callable[[Player, Game], bool]]] = {
    "life": _life,
    "team_life": _team_life,
    "draws_nothing": lambda player, _: player.draws_too_many and not player.has("wins_by_drawing"),
    "poison": _poison,
    "team_poison": _team_poison,
    "commander": lambda player, _: player.commander >= LOSING_COMMANDER_DAMAGE,
}
_SPARES: Final = {
    "life": "keeps_at_zero_life",
    "team_life": "keeps_at_zero_life",
    "poison": "keeps_on_poison",
    "team_poison": "keeps_on_poison",
}


def _is_spared(game: Game, player: Player, key: str) -> bool:
    """Whether an effect exempts a player from one state-based action."""
    spare = _SPARES.get(key, "")
    return any(one.has(spare) for one in game.table.heads_of(player))


def _near_misses(game: Game) -> None:
    """If nothing happened, the rules that nearly applied."""
    for one in game.table.players:
        if one.has("too_late"):
            game.reason("too_late")
    if game.reasons:
        return
    for one in game.playing():
        if one.life is not None:
            game.reason("enough_life")
        if one.poison:
            game.reason("few_team_poison" if game.counts_team_poison else "few_poison")
        if "commander_copy" in one.numbers:
            game.reason("commander_copy")
        if one.commander:
            game.reason("few_commander")
        if one.has("cant_lose", "cant_win", "opponents_cant_lose", "opponents_cant_win"):
            game.reason("cant", [one])
        if one.has("empty_library") or one.library == 0:
            game.reason("empty_library")
        elif one.library is not None and "drawing" in one.numbers:
            game.reason("enough_cards")


def _loops(game: Game) -> None:
    said = game.table.said | {key for one in game.table.players for key in one.said}
    for key in ("fragmented", "optional"):
        if key in said:
            game.reason(key)
            return
    if not said & {"mandatory", "unless", "in_loop"}:
        return
    for key in ("unless", "could_end_loop"):
        if key in said:
            game.reason(key)
    if game.is_limited and game.rules.loops_in_range:
        involved = game.having("in_loop", "mandatory")
        if not involved:
            raise table_error("say who’s in the loop, such as “you in the loop”.")
        near = [one for each in involved for one in game.in_range(each, game.playing())]
        _leave(game, [], near, "loop_in_range")
    else:
        _leave(game, [], game.playing(), "mandatory")


def _unless_kept(game: Game, players: Sequence[Player], verb: Literal["lose", "win"]) -> Iterator[Player]:
    """Yield the players that no effect keeps from losing or winning (101.2)."""
    for one in players:
        keepers = game.keeps(one, f"cant_{verb}", f"opponents_cant_{verb}")
        if not keepers:
            yield one
        elif game.table.is_two_headed and one not in keepers:
            game.reason("head_keeps", keepers)
        else:
            game.reason("cant", [one])


def _with_heads(game: Game, lost: Sequence[Player]) -> list[Player]:
    if not game.table.is_two_headed:
        return list(lost)
    teams = {one.team for one in lost}
    heads = [one for one in game.playing() if one.team in teams]
    if len(heads) > len({one.name for one in lost}):
        game.reason("head_loses")
    return heads


def _leave(game: Game, losing: Sequence[Player], drawing: Sequence[Player], reason: str = "") -> None:
    """Have players lose or draw at the same time, and settle their teams and who is left."""
    if reason:
        game.reason(reason, drawing)
    losing, drawing = _with_emperor(game, losing, "emperor_loses"), _with_emperor(game, drawing, "emperor_draws")
    before = game.playing()
    for one in drawing:
        game.results[one.name] = "draws"
    for one in losing:
        game.results[one.name] = "loses"
    rest = game.playing()
    if not rest and losing and not drawing:
        game.reason("team_draw" if game.table.is_teams else "draw")
        for one in before:
            game.results[one.name] = "draws"
    elif losing and game.table.is_teams:
        lost = {one.team for one in losing} - {one.team for one in rest}
        before_that = [one for one in game.table.players if one.team in lost and game.results[one.name] == "left"]
        if before_that or (lost and game.table.game == "teams"):
            game.reason("team_loses")
        for one in before_that:
            game.results[one.name] = "loses"
    _last(game, rest)


def _with_emperor(game: Game, players: Sequence[Player], key: str) -> list[Player]:
    """With the generals of the emperors among them."""
    if game.table.game != "emperor":
        return list(players)
    fallen = {team for team, name in emperors(game.table).items() if name in {one.name for one in players}}
    generals = [one for one in game.playing() if one.team in fallen and one not in players]
    if generals:
        game.reason(key)
    return [*players, *generals]


def _last(game: Game, rest: Sequence[Player]) -> None:
    """Who has no opponents left wins (104.2a, 104.2c)."""
    if not rest or game.opponents(rest[0]):
        return
    if not game.rules.last_one_wins and any(game.keeps(one, "cant_win", "") for one in rest):
        game.reason("cant", rest)
        return
    winners = game.table.team_of(rest[0]) if game.table.is_teams else rest
    game.reason("last_team" if game.table.is_teams else "last", rest)
    for one in winners:
        game.results[one.name] = "wins"
