"""Result of paying a cost from a pool: whether it can be paid, with what, for which X, and in how many ways.

{X}{W} from W C C C: payable; X = 0 is paid by W; the greatest X is 3
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from operator import attrgetter, itemgetter

from symbols.engine.citations import Citation, distinct
from symbols.engine.costs.cost import MAX_VARIABLE
from symbols.engine.costs.parts import PayLife, TextPart
from symbols.engine.costs.requirements import reduction_of, slots_in
from symbols.engine.costs.slots import Amount, Slot
from symbols.engine.paying.payable import count_payable
from symbols.engine.paying.payment import LIFE_EACH, Payment
from symbols.engine.paying.pool import Pool
from symbols.engine.paying.preferred import preferred_payment
from symbols.engine.paying.question import Question, Questions
from symbols.engine.paying.resources import shares_waterbending
from symbols.engine.paying.shortfall import (
    Shortage,
    Shortfall,
    no_mana_cost,
    outside_rules,
    too_few_mana,
    too_few_of_types,
    too_little_for_minimum,
    too_little_life,
    too_little_of_all,
)
from symbols.engine.paying.smallest import Unpayable, smallest_unpayable
from symbols.engine.reading.text_parts import exiled_from_graveyard
from symbols.engine.totals.changes import CostToPay, Source
from symbols.engine.ways.announcements import Announcements

_MOST_X_TRIED = 200


class PoolResult:
    """Result of paying a cost from a pool. Properties are computed when first accessed.

    Cards exiled from the graveyard as a cost are taken off those that delve can exile (118.3).

    Attributes:
        exiles_x: whether X cards are exiled from the graveyard, so that a greater X leaves fewer for delve.
    """

    def __init__(self, to_pay: CostToPay, pool: Pool) -> None:
        self.to_pay = to_pay
        self._given = pool
        words = [paid.part for paid in to_pay.parts if isinstance(paid.part, TextPart)]
        counts = [(exiled_from_graveyard([part], to_pay.values), part) for part in words if pool.others.delve]
        self._exiling = sorted([each for each in counts if each[0]], key=itemgetter(0), reverse=True)
        self._exiled = sum(count for count, _ in self._exiling)
        self.pool = self._after_exiling(self._exiled)
        by_x = exiled_from_graveyard(words, {"X": 1}) - exiled_from_graveyard(words, {})
        self.exiles_x = bool(self._given.others.delve and by_x)

    def _after_exiling(self, cards: int) -> Pool:
        others = self._given.others
        left = replace(others, delve=max(0, others.delve - cards)) if cards else others
        return replace(self._given, others=left)

    def with_pool(self, pool: Pool) -> "PoolResult":
        return type(self)(self.to_pay, pool)

    @cached_property
    def _questions(self) -> Questions:
        return Questions(self.to_pay, self.pool)

    @property
    def _never_payable(self) -> bool:
        """By any pool."""
        return self.to_pay.unpayable or bool(self.to_pay.outside_rules)

    @property
    def _shortfall_of_any(self) -> Shortfall:
        if self.to_pay.unpayable:
            return no_mana_cost()
        return outside_rules(self.to_pay.symbols, self.to_pay.outside_rules)

    def _most_paid_with_life(self, life: int) -> int | None:
        """Number of symbols that life can pay for after paying `life`; None if that is too much (119.4)."""
        if life and life > self.pool.life:
            return None
        return max(0, self.pool.life - life) // LIFE_EACH

    @cached_property
    def payable(self) -> bool:
        """Whether the pool can pay (118.3, 601.2h)."""
        most = None if self._never_payable else self._most_paid_with_life(self.to_pay.life)
        return most is not None and self._questions.whole.pays(most)

    @property
    def work(self) -> int:
        """Cost of checking such a pool from scratch, in comparisons."""
        return self._questions.whole.work

    @cached_property
    def payment(self) -> Payment | None:
        """Least life, then fewest mana, then keeping the most useful mana (see `spending`); None if not payable."""
        if not self.payable:
            return None
        question = self._questions.whole
        paid_with_life = question.fewest_paid_with_life(self._most_paid_with_life(self.to_pay.life) or 0)
        return None if paid_with_life is None else preferred_payment(self.to_pay, self.pool, question, paid_with_life)

    @cached_property
    def shortfall(self) -> Shortfall | None:
        """Smallest set of parts that the pool can't cover; None if it can pay."""
        if self.payable:
            return None
        if self._never_payable:
            return self._shortfall_of_any
        available = self._questions.whole.most_usable(self._most_paid_with_life(self.to_pay.life) or 0)
        of_total = too_little_for_minimum(self.to_pay.changes.minimum, available, self.pool)
        return min(self._shortfalls_by_exiling(), key=attrgetter("size"), default=of_total)

    def _shortfalls_by_exiling(self) -> Iterator[Shortfall]:
        """First without the parts that compete with delve, then with the largest of them, and so on."""
        for taken in range(len(self._exiling) + 1):
            cards = sum(count for count, _ in self._exiling[:taken])
            result = PoolResult(self.to_pay, self._given)
            result.pool = self._after_exiling(cards)
            for short in result._shortfalls():
                yield short.after_exiling([part for _, part in self._exiling[:taken]], cards)

    @property
    def _waterbends_part(self) -> bool:
        return bool(self.pool.others.waterbend) and shares_waterbending(self.to_pay)

    def _shortfalls(self) -> Iterator[Shortfall]:
        """Smallest shortfalls: first without parts that pay life, then with the largest of them, and so on."""
        symbols, questions = self.to_pay.symbols, self._questions
        sorts = list(zip(questions.requirements, (entry.waterbent for entry in symbols), strict=True))
        parts = sorted(self.to_pay.life_parts, key=self.to_pay.life_of, reverse=True)
        before = -1
        for taken in range(len(parts) + 1):
            paid = sum(map(self.to_pay.life_of, parts[:taken]))
            paid_with_life = self._most_paid_with_life(paid)
            if paid_with_life is None:
                yield too_little_life(parts[:taken], paid, self.pool.life)
                return
            if paid_with_life != before:
                found = smallest_unpayable(questions.about(symbols), self._only, sorts, paid_with_life)
                if found:
                    yield self._explain(found, paid_with_life, tuple(parts[:taken]))
            before = paid_with_life

    def _only(self, places: Sequence[int]) -> Question:
        return self._questions.about([self.to_pay.symbols[place] for place in places])

    def _explain(self, found: Unpayable, paid_with_life: int, parts: tuple[PayLife, ...]) -> Shortfall:
        symbols = tuple(self.to_pay.symbols[place] for place in found.places)
        if found.comparison is None:
            question = self._only(found.places)
            amount = question.shortage(paid_with_life)
            lacking = amount or question.shortage_of_types(paid_with_life)
            short = too_little_of_all(symbols, parts, lacking, self.pool, of_types=amount is None)
            limited = short.reason == "amount" and self._waterbends_part
            return replace(short, rules=(*short.rules, "701.67b")) if limited else short
        choices = sum(1 for place in found.places if self._questions.requirements[place].group == "or life")
        shortage = Shortage(
            symbols=symbols,
            slots=tuple(slots_in(found.slots)),
            needed=found.needed,
            available=found.available,
            matching=found.matching,
            paid_with_life=min(paid_with_life, choices),
            reductions=found.reductions,
            life_parts=parts,
            pool=self.pool,
        )
        return too_few_of_types(shortage) if found.comparison == "types" else too_few_mana(shortage)

    def pays_announced(self, amounts: Mapping[Slot, Amount], *added: Source) -> bool:
        """Whether the pool can pay an announcement, with symbols of the `added` kinds of cost announced freely."""
        life = int(amounts.get("life", 0)) + self.to_pay.life
        paid_with_life = self._most_paid_with_life(life)
        if self._never_payable or paid_with_life is None:
            return False
        question = self._questions.announced(amounts, added)
        return question is not None and question.pays(paid_with_life)

    @property
    def payable_announcements(self) -> int | None:
        """None if counting takes too long (`count_payable`)."""
        if not self.payable:
            return 0
        announcements = Announcements([entry.symbol for entry in self.to_pay.symbols], self.to_pay.values)
        life = self.pool.life - self.to_pay.life
        return count_payable(announcements, self._questions.whole, life, self.pays_announced)

    def greatest_x(self, most: int = MAX_VARIABLE) -> int | None:
        """Greatest payable X up to `most`, one value for every X (107.3i); 0 if that is the only legal choice (107.3b).

        None if X doesn't change what mana or life is paid, or if no X is payable.
        """
        in_mana = sum(1 for entry in self.to_pay.symbols if entry.symbol.variable == "X")
        in_life = sum(1 for part in self.to_pay.life_parts if part.variable == "X")
        value = self.to_pay.values.get("X", 0)
        base_life = self.to_pay.life - in_life * value

        def pays(x: int) -> bool:
            paid_with_life = self._most_paid_with_life(base_life + in_life * x)
            if paid_with_life is None:
                return False
            if self.exiles_x:
                to_pay = replace(self.to_pay, values={**self.to_pay.values, "X": x})
                return PoolResult(to_pay, self._given).payable
            return self._questions.with_x(x).pays(paid_with_life)

        if self._never_payable or "X" not in self.to_pay.variables:
            return None
        tried = [0] if "X" in self.to_pay.zeroed else self._first_tried(in_mana, most)
        low = next(filter(pays, tried), None)
        if low is None or "X" in self.to_pay.zeroed:
            return low
        if not in_mana and not in_life and not self.exiles_x:
            return None
        return low + bisect_left(range(low + 1, most + 1), 1, key=lambda x: not pays(x))

    @property
    def max_x(self) -> int | None:
        return self.greatest_x()

    @cached_property
    def _more_x_waterbends_more(self) -> bool:
        """If X is in a waterbend cost, or reduced in its place, waterbending may pay more of a minimum (701.67b)."""
        of_x = [entry for entry in self.to_pay.symbols if entry.symbol.variable == "X"]
        helps = any(entry.waterbent for entry in of_x) or bool(of_x and self.to_pay.reductions)
        return helps and bool(self.to_pay.changes.minimum) and self._waterbends_part

    @cached_property
    def more_x_may_help(self) -> bool:
        """Whether reductions with a floor or waterbending make a cost payable with a greater X only."""
        has_floor = any(special and special.floor for _, special in self.to_pay.reductions_by_symbol)
        return has_floor or self._more_x_waterbends_more

    def _first_tried(self, in_mana: int, most: int) -> Iterable[int]:
        """Values of X of which one is payable if any is; above the greatest of these, more X doesn't help.

        From the first of them on, reductions with a floor take all they can, or the total can't be paid even without a
        minimum. Beyond `_MOST_X_TRIED`, smaller values are skipped.
        """
        if not (self.more_x_may_help and in_mana):
            return [0]
        if self._more_x_waterbends_more:
            changes = replace(self.to_pay.changes, minimum=0)
            to_pay = replace(self.to_pay, changes=changes)
            first = PoolResult(to_pay, self._given).greatest_x(most) or 0
        else:
            off = [(s, special.floor) for s, special in self.to_pay.reductions_by_symbol if special and special.floor]
            all_taken = max(floor for _, floor in off) + sum(reduction_of(symbol).generic for symbol, _ in off)
            first = min(-(-all_taken // in_mana), most)
        return chain(range(first, max(0, first - _MOST_X_TRIED), -1), [0])

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        return distinct(self._cite())

    def _cite(self) -> Iterator[Citation]:
        yield Citation("You must be able to pay the whole cost.", "118.3")
        slots = {option.slot for entry in self.to_pay.symbols for option in entry.symbol.options}
        if "generic" in slots:
            yield Citation("Generic mana can be paid with mana of any type.", "107.4b")
        if "snow" in slots:
            yield Citation("A snow symbol is paid with one mana of any type from a snow source.", "107.4h")
        if "life" in slots or self.to_pay.life_parts:
            yield Citation("You can’t pay more life than you have.", "119.4")
        if self.pool.as_though != "as it is":
            yield Citation(f"Mana may be spent as though it were mana of {self.pool.as_though}.", "609.4b")
        if self.pool.as_though == "any type":
            yield Citation("Mana of any type may be spent as any color or as colorless.", "118.14")
        yield from self._given.others.citations()
        if self._exiled:
            cards = "card" if self._exiled == 1 else f"{self._exiled:,} cards"
            yield Citation(f"The {cards} exiled for the cost can’t be exiled again with delve.", "118.3")
        if self._waterbends_part:
            yield Citation(
                "Waterbending pays only for generic mana in the waterbend cost, not in the rest of the total cost.",
                "701.67b",
            )
        if "X" in self.to_pay.variables:
            yield Citation("Every X in the cost has the same value.", "107.3i")
