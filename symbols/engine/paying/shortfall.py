"""Why a pool can't pay: a smallest set of a cost's parts that it can't cover, and a message.

{3}{W}{W/U} from W C C C   ->   “These two symbols need white or blue mana; you have one.”
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from symbols.engine.costs.parts import PayLife, TextPart
from symbols.engine.costs.slots import MANA_NAMES, Slot
from symbols.engine.costs.symbols import ManaSymbol
from symbols.engine.paying.pool import Pool
from symbols.engine.totals.changes import CostSymbol
from symbols.sentences import join_words, number_word

Reason = Literal["types", "amount", "life", "minimum", "no mana cost", "outside the rules"]


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Parts of a cost that a pool can't cover: no smaller set, as far as `smallest_unpayable` searches."""

    # `types`: of certain types or from snow sources; `minimum`: for a minimum on the total cost (601.2f); `no mana
    # cost`: unpayable (118.6); `outside the rules`: halves or infinity
    reason: Reason
    message: str
    symbols: tuple[CostSymbol, ...] = ()
    life_parts: tuple[PayLife, ...] = ()  # `Pay 2 life` and the like
    exiling: tuple[TextPart, ...] = ()  # parts that exile cards from the graveyard, which delve could exile
    slots: tuple[Slot, ...] = ()  # for `types`, the mana that the symbols need: any of these
    needed: int = 0  # mana required of the pool, after life and reductions; for `life`, the life required
    available: int = 0  # how much the pool has of it
    rules: tuple[str, ...] = ("118.3",)

    @property
    def parts(self) -> tuple[PayLife | TextPart, ...]:
        return (*self.life_parts, *self.exiling)

    @property
    def size(self) -> int:
        return len(self.symbols) + len(self.parts)

    @property
    def named(self) -> str:
        """`{W}{W}, Pay 3 life`."""
        symbols = "".join(str(entry.symbol) for entry in self.symbols)
        return ", ".join(filter(None, [symbols, *(part.text for part in self.parts)]))

    def after_exiling(self, parts: Sequence[TextPart], cards: int) -> "Shortfall":
        """Add parts that exile that many cards, so that delve can’t (118.3)."""
        message = f"{self.message.removesuffix('.')} after you exile {number_word(cards)}."
        return replace(self, message=message, exiling=tuple(parts)) if parts else self

    def as_json(self) -> dict[str, object]:
        symbols = [{"symbol": str(entry.symbol), "of": entry.source, "index": entry.index} for entry in self.symbols]
        return {
            "reason": self.reason,
            "message": self.message,
            "symbols": symbols,
            "parts": [part.text for part in self.parts],
            "slots": list(self.slots),
            "needed": self.needed,
            "available": self.available,
            "rules": list(self.rules),
        }


def no_mana_cost() -> Shortfall:
    message = "No mana cost: you can’t pay without an alternative cost."
    return Shortfall("no mana cost", message, rules=("118.6", "118.6a"))


def land_face() -> Shortfall:
    """A land, or a modal card's land face, is played, not cast (305.1)."""
    message = "A land isn’t cast: you play it, and pay nothing."
    return Shortfall("no mana cost", message, rules=("305.1",))


def outside_rules(symbols: Sequence[CostSymbol], culprits: Sequence[ManaSymbol]) -> Shortfall:
    names = join_words([str(symbol) for symbol in dict.fromkeys(culprits)], "and")
    message = f"The rules use only whole numbers, so no mana can pay for a cost with {names}."
    found = tuple(entry for entry in symbols if entry.symbol in culprits)
    return Shortfall("outside the rules", message, found, rules=("107.1",))


def too_little_life(parts: Sequence[PayLife], needed: int, life: int) -> Shortfall:
    message = f"To pay {needed:,} life, you need at least {needed:,}; you have {life:,}."
    available, rules = max(0, life), ("118.3", "119.4")
    return Shortfall("life", message, life_parts=tuple(parts), needed=needed, available=available, rules=rules)


def too_little_for_minimum(needed: int, available: int, pool: Pool) -> Shortfall:
    have = _there(available, pool)
    rules: tuple[str, ...] = ("118.3", "601.2f")
    if available != pool.total:
        have = f"{f'only {number_word(available)}' if available else 'none'} of what you have can pay for it"
        rules += () if pool.others.reducing else ("701.67b",)
    message = f"The total cost is at least {number_word(needed)} mana; {have}."
    return Shortfall("minimum", message, needed=needed, available=available, rules=rules)


def too_little_of_all(
    symbols: Sequence[CostSymbol],
    parts: Sequence[PayLife],
    shortage: tuple[int, int],
    pool: Pool,
    *,
    of_types: bool,
) -> Shortfall:
    """With everything there is, including life; without `parts`, life could pay for one more symbol."""
    life = [f"{pool.life:,} life"] if _with_life(symbols) or pool.others.life_for else []
    means = join_words(["your mana", *pool.others.nouns, *life], "and")
    named = str(symbols[0].symbol) if len(symbols) == 1 else f"These {number_word(len(symbols))} symbols"
    rules = ("118.3", *rules_of_mana(symbols), *(["119.4"] if life else []))
    needed, available = shortage
    with_life, so = " beside life" if life else "", " that can be spent so" if of_types else ""
    message = f"{named} can’t be paid with {means}: that takes {number_word(needed)} mana{with_life}, and you have "
    message += f"{number_word(available)}{so}."
    reason: Reason = "types" if of_types else "amount"
    return Shortfall(reason, message, tuple(symbols), tuple(parts), needed=needed, available=available, rules=rules)


def _there(available: int, pool: Pool) -> str:
    """`you have three`, `your mana and creatures come to three`."""
    if not pool.others.ways:
        return f"you have {number_word(available)}"
    return f"{join_words(['your mana', *pool.others.nouns])} come to {number_word(available)}"


@dataclass(frozen=True, slots=True)
class Shortage:
    """Symbols with too little mana, and what the message about them mentions."""

    symbols: tuple[CostSymbol, ...]
    slots: tuple[Slot, ...]  # slots whose mana is short
    needed: int
    available: int
    matching: int  # for `amount`, mana that can pay `slots`; the symbols need more than that
    paid_with_life: int  # number of the symbols paid with life
    reductions: int  # mana taken off by reductions
    life_parts: tuple[PayLife, ...]  # parts that pay life, without which life could pay for one more symbol
    pool: Pool


def too_few_of_types(shortage: Shortage) -> Shortfall:
    phrases = [f"{_subject(shortage.symbols)} {mana_phrase(shortage.slots)}{_or_life(shortage)}"]
    phrases.append(_pool_phrase(shortage.available, shortage) + _life_phrase(shortage))
    if shortage.reductions:
        phrases.append(f"reductions take off {number_word(shortage.reductions)}")
    return _shortfall("types", shortage, phrases, shortage.slots)


def too_few_mana(shortage: Shortage) -> Shortfall:
    phrase = f"{_subject(shortage.symbols)} {'at least ' if shortage.slots else ''}{number_word(shortage.needed)} mana"
    if shortage.slots:
        have = f"With only {number_word(shortage.matching)}" if shortage.matching else "Without"
        phrase = f"{have} {mana_phrase(shortage.slots)}, {phrase[0].lower()}{phrase[1:]}"
    if shortage.reductions:
        phrase = f"{phrase} after reductions"
    phrases = [phrase, _pool_phrase(shortage.available, shortage) + _life_phrase(shortage)]
    return _shortfall("amount", shortage, phrases, ())


def _shortfall(reason: Reason, shortage: Shortage, phrases: list[str], slots: tuple[Slot, ...]) -> Shortfall:
    rules = ["118.3", *rules_of_mana(shortage.symbols)]
    if _with_life(shortage.symbols):
        rules.append("119.4")
    if shortage.pool.as_though != "as it is":
        rules.append("609.4b")
    return Shortfall(
        reason,
        "; ".join(phrases) + ".",
        shortage.symbols,
        shortage.life_parts,
        slots=slots,
        needed=shortage.needed,
        available=shortage.available,
        rules=tuple(rules),
    )


def rules_of_mana(symbols: Iterable[CostSymbol]) -> tuple[str, ...]:
    """Rules 107.4a and so on, that say what the symbols are paid with."""
    return tuple(dict.fromkeys(rule for each in symbols for rule in each.symbol.rules if rule.startswith("107.4")))


def _with_life(symbols: Iterable[CostSymbol]) -> list[CostSymbol]:
    return [each for each in symbols if any(option.slot == "life" for option in each.symbol.options)]


def _subject(symbols: Sequence[CostSymbol]) -> str:
    if len(symbols) == 1:
        return f"{symbols[0].symbol} needs"
    return f"These {number_word(len(symbols))} symbols need"


def _or_life(shortage: Shortage) -> str:
    choices = len(_with_life(shortage.symbols))
    if not choices:
        return ""
    if choices == len(shortage.symbols):
        return ", or 2 life each" if choices > 1 else ", or 2 life"
    return ", or 2 life for some"


def _pool_phrase(available: int, shortage: Shortage) -> str:
    suffix = "" if shortage.pool.as_though == "as it is" else " that can be spent so"
    return f"{_there(available, shortage.pool)}{suffix}"


def _life_phrase(shortage: Shortage) -> str:
    """`, with only 1 life`."""
    if not _with_life(shortage.symbols):
        return ""
    left = " left" if shortage.life_parts else ""
    if shortage.paid_with_life:
        return f", with life{left} for {number_word(shortage.paid_with_life)} of them"
    if left:
        return ", with too little life left"
    return f", with only {shortage.pool.life:,} life" if shortage.pool.life > 0 else ", with no life to pay"


def mana_phrase(slots: Sequence[Slot]) -> str:
    """`white or blue mana`, `mana from a snow source`."""
    types = [MANA_NAMES[slot] for slot in slots if slot in MANA_NAMES]
    pieces = [f"{join_words(types, 'or')} mana"] if types else []
    if "snow" in slots:
        pieces.append("mana from a snow source")
    return " or ".join(pieces)
