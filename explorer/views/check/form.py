"""Checker's form: what its fields say, as the keys of a request, and the address that says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from explorer import addresses
from explorer.library.queries import EditionInfo
from explorer.views.forms import Field, FieldOption, edition_options
from symbols.engine import KEYS, MAX_SYMBOLS, BadRequest, EngineError
from symbols.engine.costs import MANA_TYPES

# The counters of the form, one for each type of mana, and again for how much of it is from snow sources.
# How the form says what mana there is: as typed, so that an empty field is no pool of nothing.
MANA = "mana"
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
MOST_COUNTED = 150
# The other fields by the question that a player has, in their order: each with an example of what it takes.
CHANGING = (
    ("increase", "Costs more", "{2}"),
    ("reduce", "Costs less", "{1} or {2} least 1"),
    ("additional", "Additional cost", "{3}"),
    ("alternative", "Paid instead", "{4}{G}"),
    ("kicker", "Kicker", "{2}{R}"),
    ("multikicker", "Multikicker", "{1}{G} 3 times"),
    ("replicate", "Replicate", "{1}{U} 2 times"),
    ("strive", "Strive", "{2}{R} 3 targets"),
    ("escalate", "Escalate", "{1} 2 modes"),
)
CHANGING_NUMBERS = (
    ("affinity", "Affinity: how many", "0"),
    ("commander_casts", "Commander casts before", "0"),
    ("minimum", "Never less than", "0"),
    ("y", "Y", "0"),
    ("z", "Z", "0"),
    ("amount", "“Any amount”: how much", ""),
)
LAYOUTS = (
    ("", "one cost, or a split card"),
    *((name, name) for name in ("split", "adventure", "omen", "prototype", "transform", "modal")),
)
CASTS = (("", "first part"), ("2", "second part"), ("both", "both, fused"))
PAYING = (
    ("convoke", "Convoke: your creatures", "{W}{G/W}{C}"),
    ("life_for", "2 life for each mana of", "B"),
    ("x_only", "For X, only mana of", "B"),
)
PAYING_NUMBERS = (
    ("improvise", "Improvise: artifacts", "0"),
    ("waterbend", "Waterbend: artifacts and creatures", "0"),
    ("delve", "Delve: cards in graveyard", "0"),
    ("assist", "Assist: another player pays", "0"),
    ("energy", "Energy counters", ""),
    ("tickets", "Ticket counters", ""),
    ("to_sacrifice", "To sacrifice: how many", ""),
    ("to_discard", "To discard: how many", ""),
    ("to_remove", "Counters to remove", ""),
    ("to_exile", "To exile: how many", ""),
)
SPENDING = (("", "as usual"), ("any color", "as though any color"), ("any type", "as though any type"))
PERMANENT_NUMBERS = (
    ("loyalty", "Its loyalty", ""),
    ("activated", "Loyalty abilities used this turn", ""),
    ("activations", "Loyalty abilities each turn", "1"),
)
YES_OR_NO = (
    ("tapped", "Tapped"),
    ("creature", "A creature"),
    ("haste", "Has haste"),
    ("controlled", "Yours since your turn began"),
)
_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no", "off"})
# The groups stand below the answer, outside of the form that they are sent with.
_IN_FORM = {"form": "ask"}
# What may be said several times over; the form has one control for all of it.
REPEATED = ("reduce", "increase", "additional")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that answer one question of a player; `is_open` when one of them says something."""

    title: str
    hint: str
    fields: Sequence[Field]
    is_open: bool


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
        counted = {name: said[name].strip() for name in (MANA, *COUNTERS, *SNOW_COUNTERS) if said.get(name, "").strip()}
        if mana := counted.get(MANA):
            asked["pool"] = "" if mana == "0" else mana
        if query.get("spend") == "as usual":
            asked.pop("spend", None)
        if not counted:
            return cls(asked)
        try:
            if COUNTERS.keys() & counted.keys():
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
    def mana(self) -> str:
        """Mana at hand, as it stands in its field; “0” for a pool of nothing."""
        return self.asked.get("pool", "").strip() or ("0" if "pool" in self.asked else "")

    @property
    def first(self) -> list[Field]:
        """Fields that every question has: the cost, the mana and life at hand, and X."""
        focus = {} if self.cost else {"autofocus": "autofocus"}
        typed = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false", "enterkeyhint": "go"}
        cost = {"id": "cost", "placeholder": "{X}{2/W}{G/W/P}", "aria-describedby": "how", "dir": "auto", **focus}
        number = {"autocomplete": "off"}
        return [
            Field(key="cost", label="Cost", kind="cost", value=self.cost, attributes=number | typed | cost),
            Field(
                key=MANA,
                label="Pay with",
                kind="cost",
                value=self.mana,
                attributes=number | typed | {"id": "mana", "placeholder": "WWC"},
            ),
            Field(
                key="life",
                label="Life",
                kind="number",
                value=self.asked.get("life", ""),
                attributes=number | {"placeholder": "20"},
            ),
            Field(
                key="x",
                label="X",
                kind="number",
                value=self.asked.get("x", ""),
                attributes=number | {"placeholder": "0"},
            ),
        ]

    def groups(self, editions: Sequence[EditionInfo]) -> list[FieldGroup]:
        """Return the other fields by the question that each answers.

        Args:
            editions: those to choose from, in the order in which they are shown.
        """
        dated = edition_options(editions, self.asked.get("edition", ""), "the newest symbols")
        changing = [
            *self._costs(CHANGING),
            *self._numbers(CHANGING_NUMBERS),
            self._list("layout", "Two costs with // between", LAYOUTS, self.asked.get("layout", "")),
            self._list("cast", "Cast of those", CASTS, self.asked.get("cast", "")),
            Field(
                key="free",
                label="Cast without paying its mana cost",
                kind="tick",
                value="true",
                checked=bool(self.asked.get("free")),
                attributes=_IN_FORM,
            ),
        ]
        paying = [
            self._typed("snow", "Of your mana, from snow sources", "WW"),
            *self._costs(PAYING),
            *self._numbers(PAYING_NUMBERS),
            self._list("spend", "You may spend mana", SPENDING, self.asked.get("spend", "")),
        ]
        permanent = [
            *self._numbers(PERMANENT_NUMBERS),
            *(
                self._list(key, label, (("", "unknown"), ("yes", "yes"), ("no", "no")), self._yes_or_no(key))
                for key, label in YES_OR_NO
            ),
        ]
        edition = Field(key="edition", label="Edition", kind="list", options=dated, attributes=_IN_FORM)
        return [
            self._group("What changes the cost?", "increase, reduction, kicker, two-part cards", changing),
            self._group("What else can you pay with?", "creatures, artifacts, graveyard, counters", paying),
            self._group("How is the permanent?", "tapped, new, loyalty", permanent),
            self._group("Which rules?", "an older edition’s symbols", [edition]),
        ]

    def _costs(self, fields: Sequence[tuple[str, str, str]]) -> list[Field]:
        return [self._typed(key, label, example) for key, label, example in fields]

    def _numbers(self, fields: Sequence[tuple[str, str, str]]) -> list[Field]:
        return [self._typed(key, label, example, "number") for key, label, example in fields]

    def _group(self, title: str, hint: str, fields: Sequence[Field]) -> FieldGroup:
        return FieldGroup(title, hint, fields, is_open=any(field.key in self.asked for field in fields))

    def _typed(self, key: str, label: str, example: str, kind: str = "text") -> Field:
        attributes = {"placeholder": example, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        return Field(key=key, label=label, kind=kind, value=self.asked.get(key, ""), attributes=attributes | _IN_FORM)

    def _list(self, key: str, label: str, choices: Sequence[tuple[str, str]], chosen: str) -> Field:
        options = [FieldOption(value, words, value == chosen) for value, words in choices]
        return Field(key=key, label=label, kind="list", options=options, attributes=_IN_FORM)

    def _yes_or_no(self, key: str) -> str:
        said = self.asked.get(key, "").strip().lower()
        return "yes" if said in _YES else "no" if said in _NO else ""


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
