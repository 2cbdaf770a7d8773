"""Whether the nonmana parts of an activation cost can be paid (118.3, 602.2b).

{2}, {T}, Pay {E}{E}, for a creature that entered this turn, with 3 energy: {T} can't be paid (302.6), {E}{E} can
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from symbols.engine.abilities.loyalty import (
    LoyaltyCheck,
    Timing,
    check_loyalty,
    once_each_turn,
)
from symbols.engine.conditions import Condition, Verdict, all_of, any_of
from symbols.engine.costs.cost import Values
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.reading.text_parts import (
    VERBS,
    exiled_from_graveyard,
    exiles_any_of_graveyard,
    least_count,
    may_exile_from_graveyard,
    offers_choice,
    required_count,
)
from symbols.sentences import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent:
    """The permanent with the ability. None means unknown."""

    tapped: bool | None = None
    creature: bool | None = None
    haste: bool | None = False
    # Whether its controller has controlled it continuously since their most recent turn began (302.6)
    controlled: bool | None = None
    loyalty: int | None = None
    activated: int | None = None  # number of its loyalty abilities activated this turn
    activations: int | None = None  # how many may be each turn; None for 1, by the rules (606.3)

    @property
    def sick(self) -> Verdict:
        """Whether summoning sickness rules out abilities with `{T}` or `{Q}` in their costs (302.6)."""
        fine = any_of([_no(self.creature), self.haste, self.controlled])
        return _no(fine)

    @property
    def once_each_turn(self) -> Condition | None:
        """Condition on its loyalty abilities activated this turn (606.3); None if unknown."""
        if self.activated is None:
            return None
        return once_each_turn(
            Timing(activated=self.activated, allowed=1 if self.activations is None else self.activations)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Resources of the player who pays. None means unknown."""

    life: int | None = None
    energy: int | None = None
    tickets: int | None = None
    available: Mapping[str, int] = field(default_factory=dict)  # number of objects by action, `{"sacrifice": 2}`
    graveyard: int | None = None
    delves: bool = False  # whether cards of `available` to exile could be exiled with delve instead
    may_delve: bool = False  # whether that is possible but unknown
    rest: bool | None = None  # whether the player can pay the parts that aren't checked

    def delving(self, cards: int, parts: Iterable[Part]) -> "Player":
        """Add the graveyard's cards, shared by delve and parts that exile any of them (118.3)."""
        words = [part for part in parts if isinstance(part, TextPart)]
        if any(map(may_exile_from_graveyard, words)):
            return replace(self, graveyard=cards, may_delve=bool(cards))
        exiling = [part for part in words if (required := least_count(part)) and required.verb == "exile"]
        if not exiling or not all(map(exiles_any_of_graveyard, exiling)):
            return replace(self, graveyard=cards)
        available = {**self.available, "exile": min(cards, self.available.get("exile", cards))}
        return replace(self, available=available, graveyard=cards, delves=True)


@dataclass(frozen=True, slots=True)
class PartCheck:
    """`payable` is None if unknown or not checked; `sentence` says why."""

    part: Part
    payable: Verdict
    sentence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """Resources after paying. None means unknown."""

    tapped: bool | None
    loyalty: int | None
    life: int | None
    energy: int | None
    tickets: int | None


@dataclass(frozen=True, slots=True)
class ActivationCheck:
    """Of all nonmana parts, in input order; `left` is None if not payable."""

    parts: tuple[PartCheck, ...]
    loyalty: LoyaltyCheck | None
    left: Remaining | None

    @property
    def payable(self) -> Verdict:
        """Partial payments are not allowed (601.2h)."""
        return all_of(part.payable for part in self.parts)


def check_parts(
    parts: Sequence[Part],
    *,
    permanent: Permanent | None = None,
    player: Player | None = None,
    values: Values | None = None,
    life_elsewhere: int = 0,
    separate_loyalty: bool = False,
) -> ActivationCheck:
    """Costs can be paid in any order (601.2h): `{T}, {Q}` can be paid whether or not the permanent is tapped.

    Args:
        life_elsewhere: life that the same payment spends on mana symbols (107.4f).
        separate_loyalty: see `check_loyalty`.
    """
    known = values or {}
    permanent, player = permanent or Permanent(), player or Player()
    symbols = [part for part in parts if isinstance(part, Loyalty)]
    loyalty = None
    if symbols:
        loyalty = check_loyalty(symbols, counters=permanent.loyalty, values=known, separate=separate_loyalty)
    resources = _Resources(player, known, life_elsewhere)
    tap_state = _TapState(parts, permanent)
    checks = tuple(_check_part(part, resources, tap_state, loyalty, permanent) for part in parts)
    left = Remaining(
        tapped=tap_state.left,
        loyalty=loyalty.left if loyalty else permanent.loyalty,
        life=resources.life,
        energy=resources.energy,
        tickets=resources.tickets,
    )
    payable = all_of(check.payable for check in checks)
    return ActivationCheck(checks, loyalty, None if payable is False else left)


def _no(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def _check_part(
    part: Part, resources: "_Resources", tap_state: "_TapState", loyalty: LoyaltyCheck | None, permanent: Permanent
) -> PartCheck:
    if isinstance(part, Tap | Untap):
        return tap_state.check(part)
    if isinstance(part, Loyalty) and loyalty is not None:
        return _check_loyalty_part(part, loyalty, permanent)
    if isinstance(part, Energy | Tickets | PayLife):
        return resources.check(part)
    if isinstance(part, TextPart) and (found := resources.check_words(part)):
        return found
    if isinstance(part, TextPart) and resources.rest is not None:
        sentence = f"You say that you can{'' if resources.rest else '’t'}."
        return PartCheck(part, resources.rest, sentence, ("118.3",))
    if isinstance(part, TextPart) and offers_choice(part):
        return PartCheck(part, None, "Pipwise doesn’t check a choice of costs. Type the one you choose.", ("118.1",))
    return PartCheck(part, None, "Pipwise doesn’t check this part.", ("118.1",))


def _check_loyalty_part(part: Loyalty, loyalty: LoyaltyCheck, permanent: Permanent) -> PartCheck:
    """The counters and, if known, how many abilities were activated this turn (606.3)."""
    found, again = loyalty.counters, permanent.once_each_turn
    if again is None:
        return PartCheck(part, found.met, found.sentence, found.rules)
    # If a condition fails, the ones that are met aren't mentioned.
    shown = [check for check in (found, again) if check.met is False] or [found, again]
    rules = tuple(rule for check in shown for rule in check.rules)
    return PartCheck(part, all_of([found.met, again.met]), " ".join(check.sentence for check in shown), rules)


class _TapState:
    """Tapping and untapping the permanent, which must alternate."""

    def __init__(self, parts: Sequence[Part], permanent: Permanent) -> None:
        self._permanent = permanent
        taps = sum(isinstance(part, Tap) for part in parts)
        untaps = sum(isinstance(part, Untap) for part in parts)
        # They must alternate, and the current state decides which comes first.
        self._possible = {
            False: {Tap: untaps + 1, Untap: taps},
            True: {Tap: untaps, Untap: taps + 1},
        }
        self._done = {Tap: 0, Untap: 0}
        self.left = permanent.tapped
        if (taps + untaps) % 2:
            self.left = _no(permanent.tapped)

    def check(self, part: Tap | Untap) -> PartCheck:
        kind = type(part)
        self._done[kind] += 1
        tapped = self._permanent.tapped
        states = [False, True] if tapped is None else [tapped]
        possible = {self._done[kind] <= self._possible[state][kind] for state in states}
        moved: Verdict = possible.pop() if len(possible) == 1 else None
        rule = "107.5" if kind is Tap else "107.6"
        sick = self._permanent.sick
        if sick:
            return PartCheck(part, payable=False, sentence=_SICK, rules=(rule, "302.6", "602.5a"))
        if moved is False:
            return PartCheck(part, payable=False, sentence=self._stuck(part), rules=(rule, "118.3"))
        if moved is None:
            sentence = "Whether the permanent is tapped is unknown."
            return PartCheck(part, payable=None, sentence=sentence, rules=(rule,))
        if sick is None:
            return PartCheck(part, payable=None, sentence=_MAYBE_SICK, rules=(rule, "302.6"))
        rules = (rule, "702.10c", "602.5a") if self._needs_haste else (rule,)
        return PartCheck(part, payable=True, sentence=self._free(part), rules=rules)

    def _free(self, part: Tap | Untap) -> str:
        verb = "tapped" if isinstance(part, Tap) else "untapped"
        if self._needs_haste:
            return f"The permanent can be {verb}. With haste, it doesn’t matter how long you’ve controlled it."
        return f"The permanent can be {verb}."

    def _stuck(self, part: Tap | Untap) -> str:
        state = "tapped" if isinstance(part, Tap) else "untapped"
        if self._permanent.tapped is isinstance(part, Tap):
            return f"The permanent is already {state}, so it can’t be {state} to pay a cost."
        return f"The permanent can’t be {state} that many times for one cost."

    @property
    def _needs_haste(self) -> bool:
        permanent = self._permanent
        return permanent.creature is not False and not permanent.controlled and bool(permanent.haste)


_SICK = (
    "You haven’t controlled the creature continuously since your most recent turn began. "
    "It lacks haste, so you can’t activate an ability with {T} or {Q} in its cost."
)
_MAYBE_SICK = (
    "It depends. Without haste, you must have controlled the creature continuously since your most recent turn began."
)


def _taken(had: int | None, count: int) -> int | None:
    """What is left; all of it if there isn't enough, since nothing is paid in part (601.2h)."""
    return had if had is None or had < count else had - count


class _Resources:
    def __init__(self, player: Player, values: Values, life_elsewhere: int) -> None:
        self._values = values
        self.life = player.life
        self.energy = player.energy
        self.tickets = player.tickets
        self._needed: Counter[str] = Counter()
        self._from_graveyard = 0
        self._player = player
        self._life_elsewhere = life_elsewhere
        self.rest = player.rest
        if self.life is not None and life_elsewhere:
            self.life -= life_elsewhere

    def check(self, part: Energy | Tickets | PayLife) -> PartCheck:
        if isinstance(part, PayLife):
            return self._check_life(part)
        count = self._values.get(part.variable, 0) if part.variable else part.count or 0
        if isinstance(part, Energy):
            had, rules, name = self.energy, ("107.14", "118.3"), "energy"
            self.energy = _taken(had, count)
        else:
            had, rules, name = self.tickets, ("107.17a", "118.3"), "ticket"
            self.tickets = _taken(had, count)
        if not count:
            return PartCheck(part, payable=True, sentence=f"You don’t need to remove any {name} counters.", rules=rules)
        needed = f"{count} {name} counter{'' if count == 1 else 's'}"
        if had is None:
            sentence = f"You need {needed}; how many you have is unknown."
            return PartCheck(part, None, sentence, rules)
        enough = had >= count
        counters = f"{name} counter{'' if had == 1 else 's'}"
        sentence = f"Uses {count} of your {had} {counters}." if enough else f"You need {needed}; you have {had}."
        return PartCheck(part, enough, sentence, rules)

    def check_words(self, part: TextPart) -> PartCheck | None:
        """None if the text doesn't require a number of objects."""
        required, sentence = least_count(part), "Pipwise doesn’t check this part together with delve."
        is_beside_delve = self._player.may_delve and may_exile_from_graveyard(part)
        beside_delve = PartCheck(part, None, sentence, ("118.3",)) if is_beside_delve else None
        if required is None:
            return None if offers_choice(part) else beside_delve
        is_chosen = required_count(part) is None
        verb, count = required.verb, required.count(self._values)
        had, graveyard = self._player.available.get(verb), self._player.graveyard
        left = None if had is None else had - self._needed[verb]
        self._needed[verb] += count
        exiled = exiled_from_graveyard([part], self._values)
        self._from_graveyard += exiled
        rules = ("118.3", "107.3a") if part.variables else ("118.3",)
        problem = f"You need{' at least' if is_chosen else ''}"
        if had is not None and had < self._needed[verb]:
            problem += f" {self._needed[verb]:,} to {verb}; you have {had:,}."
            return PartCheck(part, payable=False, sentence=problem, rules=rules)
        if exiled and graveyard is not None and graveyard < self._from_graveyard:
            problem += f" {self._from_graveyard:,} to exile; your graveyard has {counted(graveyard, 'card')}."
            return PartCheck(part, payable=False, sentence=problem, rules=rules)
        if is_chosen:
            return PartCheck(part, None, "The number you choose is unknown.", rules if count else ("107.1c",))
        if not count:
            return PartCheck(part, payable=True, sentence=f"There’s nothing to {verb}.", rules=rules)
        if verb not in VERBS:
            return None
        if left is None:
            return PartCheck(part, None, f"How many you could {verb} is unknown.", ("118.1",))
        if beside_delve:
            return beside_delve
        uses = f"Uses {count:,} of the {left:,} you could {verb}."
        if verb == "exile" and self._player.delves and left > count:
            uses += f" Delve can exile the other {left - count:,}."
        return PartCheck(part, payable=True, sentence=uses, rules=rules)

    def _check_life(self, part: PayLife) -> PartCheck:
        amount = self._values.get(part.variable, 0) if part.variable else part.amount or 0
        had = self.life
        self.life = _taken(had, amount)
        if amount == 0:
            return PartCheck(part, payable=True, sentence="You can always pay 0 life.", rules=("118.3b", "119.4b"))
        if had is None:
            sentence = f"You need {amount} life; your life total is unknown."
            return PartCheck(part, payable=None, sentence=sentence, rules=("119.4",))
        if had >= amount:
            sentence = f"Uses {amount} of your {had} life, leaving {had - amount}."
        else:
            sentence = f"You need {amount} life; you have {had}."
        if self._life_elsewhere:
            sentence += f" ({self._life_elsewhere} life already pays for mana symbols.)"
        return PartCheck(part, had >= amount, sentence, ("118.3b", "119.4"))
