"""The checker's form: what its controls say, as the keys of a request, and the address that says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.http import QueryDict

from explorer import addresses
from symbols.engine import KEYS, MAX_SYMBOLS, BadRequest, EngineError, read_cost
from symbols.engine.costs import MANA_TYPES

# The counters of the form, one for each type of mana, and again for how much of it is from snow sources.
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
MOST_COUNTED = 150
CHANGES = ("reduce", "increase", "additional", "alternative", "free", "minimum", "spend")
YES_OR_NO = (
    ("tapped", "It is tapped"),
    ("creature", "It is a creature"),
    ("haste", "It has haste"),
    ("controlled", "Yours since your turn began"),
)
_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no", "off"})
STATE = ("energy", "tickets", "loyalty", "tapped", "creature", "haste", "controlled")
# What may be said several times over; the form has one control for all of it.
REPEATED = ("reduce", "increase", "additional")


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter of the form."""

    name: str
    code: str
    value: str


@dataclass(frozen=True)
class CheckForm:
    """What somebody asks of the checker.

    Attributes:
        asked: the keys of a request (`symbols.engine.request`) that say something, with their text.
        counted: what the counters say, when they came from the form rather than from an address.
        error: what is wrong with the counters.
        query: the query as it came.
    """

    asked: Mapping[str, str]
    counted: Mapping[str, str] = field(default_factory=dict)
    error: EngineError | None = None
    query: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "CheckForm":
        """Read a query: the keys of a request, or the counters of the form in place of `pool` and `snow`."""
        said = {name: str(value) for name, value in query.items()}
        said |= {key: ", ".join(filter(None, query.getlist(key))) for key in REPEATED if key in query}
        asked = {key: said[key] for key in KEYS if said.get(key, "").strip() or (key == "pool" and key in said)}
        counted = {name: said[name].strip() for name in (*COUNTERS, *SNOW_COUNTERS) if said.get(name, "").strip()}
        if query.get("spend") == "as it is":
            asked.pop("spend", None)
        if not counted:
            return cls(asked)
        try:
            if not SNOW_COUNTERS.keys() >= counted.keys():
                asked["pool"] = _letters(counted, COUNTERS, "pool")
            if snow := _letters(counted, SNOW_COUNTERS, "snow"):
                asked["snow"] = snow
        except EngineError as error:
            return cls(asked, counted, error, query.urlencode())
        return cls(asked, counted)

    @property
    def cost(self) -> str:
        """The cost as typed."""
        return self.asked.get("cost", "")

    @property
    def address(self) -> str:
        """The address that asks the same, or fails the same."""
        if self.error:
            return f"{addresses.check()}?{self.query}"
        return addresses.check(**{key: self.asked[key] for key in KEYS if key in self.asked})

    @property
    def from_counters(self) -> bool:
        """Whether the form was sent as it stands, so that its address can be said shorter."""
        return bool(self.counted)

    @property
    def has_changes(self) -> bool:
        """Whether anything is asked beyond the cost, X, and mana without snow."""
        return any(key in self.asked for key in (*CHANGES, *STATE, "snow", "edition", "y", "z"))

    @property
    def yes_or_no(self) -> Sequence[tuple[str, str]]:
        """What can be said of the permanent whose ability it is, with a label for each."""
        return YES_OR_NO

    @property
    def said_yes(self) -> frozenset[str]:
        """What of it is true."""
        return frozenset(key for key, _ in YES_OR_NO if self.asked.get(key, "").strip().lower() in _YES)

    @property
    def said_no(self) -> frozenset[str]:
        """What of it is not."""
        return frozenset(key for key, _ in YES_OR_NO if self.asked.get(key, "").strip().lower() in _NO)

    @cached_property
    def counters(self) -> list[Counter]:
        """The counters for the mana in the pool."""
        # Where only the snow mana was named, the pool is that.
        return self._counters(COUNTERS, "pool" if "pool" in self.asked else "snow")

    @cached_property
    def snow_counters(self) -> list[Counter]:
        """The counters for how much of it is from snow sources."""
        return self._counters(SNOW_COUNTERS, "snow")

    def _counters(self, names: Mapping[str, str], key: str) -> list[Counter]:
        if self.counted:
            return [Counter(name, code, self.counted.get(name, "")) for name, code in names.items()]
        if key not in self.asked:
            return [Counter(name, code, "") for name, code in names.items()]
        counts: dict[str, int] = {}
        try:
            symbols = read_cost(self.asked[key]).symbols if self.asked[key].strip() else ()
        except EngineError:
            symbols = ()
        for symbol in symbols:
            code, count = ("C", int(symbol.code)) if symbol.kind == "generic" else (symbol.code, 1)
            counts[code] = counts.get(code, 0) + count
        return [Counter(name, code, str(counts.get(code, 0))) for name, code in names.items()]


def _letters(counted: Mapping[str, str], names: Mapping[str, str], key: str) -> str:
    """Write counters as a pool is written: `WWU`.

    Raises:
        BadRequest: a counter does not say a number, or all of them say too much.
    """
    pool = ""
    for name, code in names.items():
        text = counted.get(name, "0")
        count = int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else MOST_COUNTED + 1
        if count > MOST_COUNTED:
            message = f"The number of {{{code}}} must be a whole number from 0 to {MOST_COUNTED}."
            raise BadRequest("bad_pool", message).in_field(key)
        pool += code * count
    if len(pool) > MAX_SYMBOLS:
        message = f"At most {MAX_SYMBOLS} mana can be counted here; this is {len(pool)}."
        raise BadRequest("bad_pool", message).in_field(key)
    return pool
