"""Checker's form: what its fields say, as the keys of a request, and the address that says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.html import format_html

from explorer import addresses
from explorer.library.queries import EditionInfo
from explorer.views.forms import Field, FieldOption, edition_options
from symbols.engine import KEYS, MAX_SYMBOLS, BadRequest, EngineError, read_cost
from symbols.engine.costs import MANA_TYPES

# The counters of the form, one for each type of mana, and again for how much of it is from snow sources.
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
MOST_COUNTED = 150
# The other fields by the question that a player has, in their order: each with an example of what it takes.
CHANGING = (
    ("increase", "Increase", "{2}"),
    ("reduce", "Reduce", "{1} or {2} least 1"),
    ("additional", "Additional cost", "{3}"),
    ("alternative", "Alternative cost", "{4}{G}"),
    ("kicker", "Kicker", "{2}{R}"),
    ("multikicker", "Multikicker", "{1}{G} 3 times"),
    ("replicate", "Replicate", "{1}{U} 2 times"),
    ("strive", "Strive", "{2}{R} 3 targets"),
    ("escalate", "Escalate", "{1} 2 modes"),
)
CHANGING_NUMBERS = (
    ("affinity", "Affinity for how many", "0"),
    ("commander_casts", "Commander casts before", "0"),
    ("minimum", "Least total", "0"),
    ("y", "Y", "0"),
    ("z", "Z", "0"),
    ("amount", "Any amount: how much", "not said"),
)
LAYOUTS = (
    ("", "one cost, or a split card"),
    *((name, name) for name in ("split", "adventure", "omen", "prototype", "transform", "modal")),
)
CASTS = (("", "first part"), ("2", "second part"), ("both", "both, fused"))
PAYING = (
    ("convoke", "Convoke: your creatures", "{W}{G/W}{C}"),
    ("life_for", "2 life for each mana of", "B"),
    ("x_only", "Mana for X only of", "B"),
)
PAYING_NUMBERS = (
    ("improvise", "Improvise: artifacts", "0"),
    ("waterbend", "Waterbend: artifacts and creatures", "0"),
    ("delve", "Delve: cards in graveyard", "0"),
    ("assist", "Assist: another player pays", "0"),
    ("energy", "Energy counters", "not said"),
    ("tickets", "Ticket counters", "not said"),
    ("to_sacrifice", "To sacrifice: how many", "not said"),
    ("to_discard", "To discard: how many", "not said"),
    ("to_remove", "Counters to remove", "not said"),
    ("to_exile", "To exile: how many", "not said"),
)
SPENDING = (("", "as it is"), ("any color", "as though of any color"), ("any type", "as though of any type"))
PERMANENT_NUMBERS = (
    ("loyalty", "Loyalty of the permanent", "not said"),
    ("activated", "Loyalty abilities used this turn", "not said"),
    ("activations", "Loyalty abilities each turn", "1"),
)
YES_OR_NO = (
    ("tapped", "It is tapped"),
    ("creature", "It is a creature"),
    ("haste", "It has haste"),
    ("controlled", "Yours since your turn began"),
)
_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no", "off"})
_OFF = {"autocomplete": "off"}
# What stands outside of the details, or says nothing beyond it.
PLAIN = ("cost", "x", "pool", "life")
# What may be said several times over; the form has one control for all of it.
REPEATED = ("reduce", "increase", "additional")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that answer one question of a player."""

    name: str
    fields: Sequence[Field]


@dataclass(frozen=True)
class CheckForm:
    """Question put to the checker through its form.

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
        """Cost as typed."""
        return self.asked.get("cost", "")

    @property
    def address(self) -> str:
        """Address that asks the same, or fails the same."""
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
        return any(key in self.asked for key in KEYS if key not in PLAIN)

    @property
    def cost_field(self) -> Field:
        """Field for the cost."""
        plain = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false", "enterkeyhint": "go"}
        focus = {} if self.cost else {"autofocus": "autofocus"}
        return Field(
            key="cost",
            label="Cost",
            kind="cost",
            id="cost",
            hint_id="how",
            hint=format_html(
                "As printed, <code>{}</code>, or loosely, <code>{}</code>.", "{X}{2/W}{G/W/P}", "x 2/w g/w/p"
            ),
            value=self.cost,
            attributes={"class": "cost", "placeholder": "{X}{2/W}{G/W/P}", "dir": "auto", **_OFF, **plain, **focus},
        )

    @property
    def counters(self) -> list[Field]:
        """Fields for X, the mana in the pool, and life."""
        # Where only the snow mana was named, the pool is that.
        pool = self._counts(COUNTERS, "pool" if "pool" in self.asked else "snow")
        return [
            self._counter("x", "X", "0", "Value of X"),
            *(self._counter(key, code, "–", f"How much {code} mana", pool) for key, code in COUNTERS.items()),
            self._counter("life", "Life", "20", "Life total"),
        ]

    @property
    def snow_counters(self) -> list[Field]:
        """Fields for how much of it is from snow sources."""
        snow = self._counts(SNOW_COUNTERS, "snow")
        return [
            self._counter(key, code, "–", f"How much {code} mana from snow sources", snow)
            for key, code in SNOW_COUNTERS.items()
        ]

    def groups(self, editions: Sequence[EditionInfo]) -> list[FieldGroup]:
        """Return the other fields by the question that they answer.

        Args:
            editions: those to choose from, in the order in which they are shown.
        """
        dated = edition_options(editions, self.asked.get("edition", ""), "today’s symbols")
        free = bool(self.asked.get("free"))
        changing = [
            *self._costs(CHANGING),
            *self._numbers(CHANGING_NUMBERS),
            self._list("layout", "Two costs with // between", LAYOUTS, self.asked.get("layout", "")),
            self._list("cast", "Cast of those", CASTS, self.asked.get("cast", "")),
            Field(key="edition", label="Edition", kind="list", options=dated),
            Field(
                key="free",
                label="Cast without paying its mana cost",
                kind="tick",
                value="true",
                checked=free,
                css="tick",
            ),
        ]
        paying = [
            *self._costs(PAYING),
            *self._numbers(PAYING_NUMBERS),
            self._list("spend", "Mana may be spent", SPENDING, self.asked.get("spend", "")),
        ]
        permanent = [
            *self._numbers(PERMANENT_NUMBERS),
            *(
                self._list(key, label, (("", "not said"), ("yes", "yes"), ("no", "no")), self._yes_or_no(key))
                for key, label in YES_OR_NO
            ),
        ]
        return [
            FieldGroup("What changes the cost", changing),
            FieldGroup("What else you can pay with", paying),
            FieldGroup("The permanent", permanent),
        ]

    def _costs(self, fields: Sequence[tuple[str, str, str]]) -> list[Field]:
        plain = {**_OFF, "autocapitalize": "off", "spellcheck": "false"}
        return [self._typed(key, label, {"placeholder": example, **plain}) for key, label, example in fields]

    def _numbers(self, fields: Sequence[tuple[str, str, str]]) -> list[Field]:
        return [self._typed(key, label, {"placeholder": hint, **_OFF}, "number") for key, label, hint in fields]

    def _typed(self, key: str, label: str, attributes: Mapping[str, str], kind: str = "text") -> Field:
        return Field(key=key, label=label, kind=kind, value=self.asked.get(key, ""), attributes=attributes)

    def _list(self, key: str, label: str, choices: Sequence[tuple[str, str]], chosen: str) -> Field:
        options = [FieldOption(value, words, value == chosen) for value, words in choices]
        return Field(key=key, label=label, kind="list", options=options)

    def _yes_or_no(self, key: str) -> str:
        said = self.asked.get(key, "").strip().lower()
        return "yes" if said in _YES else "no" if said in _NO else ""

    def _counter(self, key: str, label: str, example: str, name: str, counts: Mapping[str, str] | None = None) -> Field:
        return Field(
            key=key,
            label=label,
            kind="number",
            symbol=label if counts is not None else "",
            value=self.asked.get(key, "") if counts is None else counts.get(key, ""),
            css="counter",
            attributes={"placeholder": example, "aria-label": name, **_OFF},
        )

    def _counts(self, names: Mapping[str, str], key: str) -> Mapping[str, str]:
        """Return what counters say: as they came, or as the pool or the snow mana of an address has it."""
        if self.counted or key not in self.asked:
            return self.counted
        counts: dict[str, int] = {}
        try:
            symbols = read_cost(self.asked[key]).symbols if self.asked[key].strip() else ()
        except EngineError:
            symbols = ()
        for symbol in symbols:
            code, count = ("C", int(symbol.code)) if symbol.kind == "generic" else (symbol.code, 1)
            counts[code] = counts.get(code, 0) + count
        return {name: str(counts.get(code, 0)) for name, code in names.items()}


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
