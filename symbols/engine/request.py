"""Request to check a cost, read from strings: a query, a JSON object, or the command line's options.

The keys are the same everywhere. All but `cost` may be left out.

    cost                            the cost, in any notation
    x, y, z                         values of variables: whole numbers
    pool, snow, life                the mana to pay with, which of it is from snow sources, and the life total
    reduce, increase                what effects take off the cost and add to it: a cost, or a list of them
    additional, alternative         additional costs that are paid, and the alternative cost paid instead
    free                            true where a spell is cast without paying its mana cost
    minimum                         the least mana that an effect lets the total cost be
    spend                           how mana may be spent: `as it is`, or as though it were `any color` or `any type`
    energy, tickets, loyalty        counters: the player's energy and tickets, and the loyalty of the permanent
    tapped, creature, haste, controlled
                                    of the permanent whose ability it is, yes or no: whether it is tapped, is a
                                    creature, has haste, and has been controlled continuously since the turn began
    edition                         the effective date of the edition to check the symbols under
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import cast, get_args

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.abilities.loyalty import checked_count
from symbols.engine.costs.cost import MAX_VARIABLE, VARIABLES, Cost, checked_values
from symbols.engine.errors import BadRequest, EngineError
from symbols.engine.paying.pool import AsThough, Pool
from symbols.engine.reading.reader import read_cost
from symbols.engine.result import CheckResult, check
from symbols.engine.totals.changes import CostChanges

KEYS = (
    "cost",
    *(name.lower() for name in VARIABLES),
    *("pool", "snow", "life", "reduce", "increase", "additional", "alternative", "free", "minimum", "spend"),
    *("energy", "tickets", "loyalty", "tapped", "creature", "haste", "controlled", "edition"),
)
"""Every key that a request may have."""

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_TRUE = frozenset({True, "1", "true", "yes", "on"})
_FALSE = frozenset({False, "", "0", "false", "no", "off"})

Given = Mapping[str, object]


@dataclass(frozen=True)
class CheckRequest:
    """Request that makes sense.

    Attributes:
        cost: the cost to check.
        values: the values of variables.
        pool: what there is to pay with; None where nothing was said of it.
        changes: what is done to the cost before it is paid (601.2f).
        edition: the edition to check the symbols under.
        permanent: what was said of the permanent whose ability the cost is of.
        player: what was said of the player's counters and life.
    """

    cost: Cost
    values: Mapping[str, int] = field(default_factory=dict)
    pool: Pool | None = None
    changes: CostChanges = field(default_factory=CostChanges)
    edition: date | None = None
    permanent: Permanent = field(default_factory=Permanent)
    player: Player = field(default_factory=Player)

    @classmethod
    def parse(cls, given: Given) -> "CheckRequest":
        """Read a request.

        Args:
            given: text, or what JSON has, by the keys above. None means that a key was left out, and so does text of
                nothing but spaces; only a `pool` of no text is a pool, an empty one.

        Raises:
            EngineError: the cost can't be read, or something else in the request makes no sense. The error's `field`
                is the key that is to blame, and its place is a place in the text given there.
        """
        for key in given:
            if key not in KEYS:
                message = f"{key!r} isn't a key. Use one of: {', '.join(KEYS)}."
                raise BadRequest("unknown_key", message)
        if given.get("cost") is None:
            raise BadRequest("no_cost", "A request needs a cost.")
        reader = _Fields(given)
        return cls(
            cost=reader.cost("cost", blank=True) or Cost(""),
            values=reader.values(),
            pool=reader.pool(),
            changes=reader.changes(),
            edition=reader.edition(),
            permanent=reader.permanent(),
            player=reader.player(),
        )

    def check(self) -> CheckResult:
        """Find out what the cost means and how it can be paid.

        Raises:
            EngineError: the parts of the request make no sense together.
        """
        return check(
            self.cost,
            values=self.values,
            changes=self.changes,
            pool=self.pool,
            permanent=self.permanent,
            player=self.player,
        )


@contextmanager
def _blaming(key: str) -> Iterator[None]:
    """Record in errors that come up which field of the request they are in."""
    try:
        yield
    except EngineError as error:
        raise error.in_field(key) from None


class _Fields:
    """Reads the fields of a request one by one."""

    def __init__(self, given: Given) -> None:
        self.given = given

    def get(self, key: str) -> object:
        """Return what was given for a key, or None; text of nothing but spaces is nothing."""
        value = self.given.get(key)
        return None if isinstance(value, str) and not value.strip() else value

    def cost(self, key: str, *, blank: bool = False) -> Cost | None:
        value = self.given.get(key) if blank else self.get(key)
        return None if value is None else self._read(key, value)

    def costs(self, key: str) -> tuple[Cost, ...]:
        value = self.get(key)
        if value is None:
            return ()
        several = value if isinstance(value, list | tuple) else [value]
        return tuple(self._read(key, each) for each in several)

    def _read(self, key: str, value: object) -> Cost:
        with _blaming(key):
            return read_cost(cast("str", value))

    def whole(self, key: str) -> int | None:
        """Read a whole number."""
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, str) and len(value) <= 40 and _WHOLE.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadRequest("not_a_number", "This must be a whole number.").in_field(key)
        if abs(value) > MAX_VARIABLE:
            raise BadRequest("number_too_large", f"The number can be at most {MAX_VARIABLE:,}.").in_field(key)
        return value

    def values(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for name in VARIABLES:
            key = name.lower()
            value = self.whole(key)
            if value is not None:
                with _blaming(key):
                    found |= checked_values({name: value})
        return found

    def pool(self) -> Pool | None:
        """Read the pool; there is none where nothing was said of mana, whatever the life total."""
        mana = Cost("") if self.given.get("pool") == "" else self.cost("pool")
        snow, life = self.cost("snow"), self.whole("life")
        spend = self.get("spend") or "as it is"
        if spend not in get_args(AsThough):
            message = f"Mana can be spent {', '.join(get_args(AsThough))}."
            raise BadRequest("bad_as_though", message).in_field("spend")
        if mana is None and snow is None:
            return None
        with _blaming("pool"):
            return Pool.of_costs(mana, snow, life, cast("AsThough", spend))

    def changes(self) -> CostChanges:
        with _blaming("reduce"):
            reduced = CostChanges(reductions=self.costs("reduce"))
        with _blaming("minimum"):
            limited = replace(reduced, minimum=self.whole("minimum") or 0)
        with _blaming("alternative"):
            instead = replace(limited, alternative=self.cost("alternative"), without_paying=self.flag("free"))
        return replace(instead, additional=self.costs("additional"), increases=self.costs("increase"))

    def flag(self, key: str) -> bool:
        value = self.given.get(key)
        plain = value.strip().lower() if isinstance(value, str) else value
        if plain is None or (isinstance(plain, str | bool | int) and plain in _FALSE):
            return False
        if isinstance(plain, str | bool | int) and plain in _TRUE:
            return True
        raise BadRequest("not_a_flag", "This must be true or false.").in_field(key)

    def permanent(self) -> Permanent:
        return Permanent(
            tapped=self.yes_or_no("tapped"),
            creature=self.yes_or_no("creature"),
            haste=self.yes_or_no("haste") or False,
            controlled=self.yes_or_no("controlled"),
            loyalty=self.count("loyalty", "The number of loyalty counters"),
        )

    def player(self) -> Player:
        energy = self.count("energy", "The number of energy counters")
        tickets = self.count("tickets", "The number of ticket counters")
        return Player(life=self.whole("life"), energy=energy, tickets=tickets)

    def count(self, key: str, what: str) -> int | None:
        """Read a number of counters; None where nothing was said."""
        value = self.whole(key)
        if value is None:
            return None
        with _blaming(key):
            return checked_count(value, what)

    def yes_or_no(self, key: str) -> bool | None:
        """Read an answer; None where nothing was said."""
        if self.get(key) is None:
            return None
        try:
            return self.flag(key)
        except EngineError:
            raise BadRequest("not_yes_or_no", "This must be yes or no.").in_field(key) from None

    def edition(self) -> date | None:
        value = self.get("edition")
        return None if value is None else edition_date(value)


def edition_date(value: object) -> date:
    """Return the effective date that names an edition.

    Raises:
        BadRequest: this is no date.
    """
    try:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
            return date.fromisoformat(value.strip())
    except ValueError:
        pass
    message = "An edition is named by its effective date, such as 2025-06-06."
    raise BadRequest("bad_date", message).in_field("edition")
