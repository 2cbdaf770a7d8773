"""Checker's form: what its fields say, as the keys of a request, and the address that says the same."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.http import QueryDict

from explorer.costcheck.check import CARD, MARK, REPEATED, CardQuestion, question_of
from explorer.costcheck.groups import GROUP_OF, LABELS, FieldGroup, FieldMark, field_groups
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.forms import Field
from symbols.engine import GROUPS, KEYS, MAX_SYMBOLS, OPTIONS, BadRequest, EngineError, as_one_text
from symbols.engine.costs import MANA_TYPES

# How the form says what mana there is: as typed, so that an empty field is no pool of nothing.
MANA = "mana"
# The counters of the form, one for each type of mana, and again for how much of it is from snow sources.
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
_COUNTED = (MANA, *COUNTERS, *SNOW_COUNTERS)
MOST_COUNTED = 150
# The parameter that opens a group of fields.
OPEN = "open"

PARAMETERS = frozenset({*KEYS, *_COUNTED, OPEN, CARD})
"""Every parameter of the checker."""


@dataclass(frozen=True)
class CheckForm:
    """Question put to the checker through its form.

    Attributes:
        asked: the keys of a request (`symbols.engine.request`) that say something, with their text.
        counted: what the counters say, when they came from the form rather than from an address.
        error: what is wrong with the counters, or with one of several costs for a key.
        query: the query as it came.
        opened: the groups of fields to open, whether or not they say anything.
        sent: the keys of the query, with those that say nothing.
        name: of a card to check, as typed.
        card: the question about it, once it is put.
    """

    asked: Mapping[str, str]
    counted: Mapping[str, str] = field(default_factory=dict)
    error: EngineError | None = None
    query: str = ""
    opened: Sequence[str] = ()
    sent: Collection[str] = ()
    name: str = ""
    card: CardQuestion | None = None

    @classmethod
    def read(cls, query: QueryDict) -> "CheckForm":
        """Read a query: the keys of a request, or the counters of the form in place of `pool` and `snow`."""
        said = {name: str(value) for name, value in query.items()}
        # The form has one control for all that is said of a key.
        several = {key: [text for text in query.getlist(key) if text.strip()] for key in REPEATED if key in query}
        said |= {key: ", ".join(texts) for key, texts in several.items()}
        asked = {key: said[key] for key in KEYS if key in said and (said[key].strip() or key == "pool")}
        counted = {name: said[name].strip() for name in _COUNTED if name in said and said[name].strip()}
        if mana := counted.get(MANA):
            asked["pool"] = "" if mana == "0" else mana
        if query.get("spend") == "as usual":
            asked.pop("spend", None)
        opened = [name for name in query.getlist(OPEN) if name in GROUPS]
        form = cls(asked, counted, opened=opened, sent=said.keys(), name=said.get(CARD, "").strip())
        try:
            asked |= {key: as_one_text(key, texts) for key, texts in several.items() if len(texts) > 1}
            if COUNTERS.keys() & counted.keys():
                asked["pool"] = _letters(counted, COUNTERS, "pool")
            if SNOW_COUNTERS.keys() & counted.keys() and (snow := _letters(counted, SNOW_COUNTERS, "snow")):
                asked["snow"] = snow
        except EngineError as error:
            return replace(form, error=error, query=query.urlencode())
        return form

    @property
    def given(self) -> Mapping[str, str]:
        """Request as it was sent: with a card, also the keys that were emptied."""
        if not self.name:
            return self.asked
        return {**{key: "" for key in KEYS if key in self.sent and key != "pool"}, **self.asked, CARD: self.name}

    def of_card(self, loaded: Library) -> "CheckForm":
        """Return the form with the fields that its card fills in; as it is, where it names none.

        Raises:
            EngineError: as for `question_of`.
        """
        card = question_of(self.given, loaded) if self.name else None
        if card is None:
            return replace(self, name="")
        return replace(self, card=card, asked={key: _text(value) for key, value in card.given.items()})

    @property
    def cost(self) -> str:
        """Cost as typed."""
        return self.asked.get("cost", "")

    @property
    def address(self) -> str:
        """Address that asks the same, or fails the same."""
        if self.error:
            return f"{addresses.check()}?{self.query}"
        if self.card:
            return addresses.check(**{key: _text(value) for key, value in self.card.asked.items()})
        named = {CARD: self.name} if self.name else {}
        return addresses.check(**named, **{key: self.asked[key] for key in KEYS if key in self.asked})

    @property
    def opened_address(self) -> str:
        """Address that asks the same with the same groups open."""
        return f"{self.address}&{urlencode({OPEN: self.opened}, doseq=True)}" if self.opened else self.address

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
        focus = {} if self.cost or self.name else {"autofocus": "autofocus"}
        typed = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false", "enterkeyhint": "go"}
        costless = self.card is not None and self.card.is_costless
        cost = {"id": "cost", "placeholder": OPTIONS["cost"].example, "aria-describedby": "how", "dir": "auto", **focus}
        number = {"autocomplete": "off"}
        return [
            Field(
                key="cost",
                label="Cost",
                kind="cost",
                value="" if costless else self.cost,
                attributes=number | typed | cost,
            ),
            Field(
                key=MANA,
                label=LABELS["pool"],
                kind="cost",
                value=self.mana,
                attributes=number | typed | {"id": "mana", "placeholder": OPTIONS["pool"].example},
            ),
            *(
                Field(
                    key=key,
                    label=LABELS[key],
                    kind="number",
                    value=self.asked.get(key, ""),
                    attributes=number | {"placeholder": OPTIONS[key].example},
                )
                for key in ("life", "x")
            ),
        ]

    def groups(
        self, editions: Sequence[EditionInfo], names: Iterable[str] = GROUPS, *, opened: Iterable[str] = ()
    ) -> list[FieldGroup]:
        """Return the other fields by the question that each answers.

        Args:
            editions: those to choose from, in the order in which they are shown.
            names: the groups to return.
            opened: the names of groups to open, with those that the query opens.
        """
        inputs = self.card.inputs if self.card else ()
        marks = {one.key: FieldMark(MARK, one.example, one.label) for one in reversed(inputs)}
        called = [GROUP_OF[key] for key in marks]
        return field_groups(self.asked, [*self.opened, *opened, *called], editions, names, marks)

    def asks_for(self, name: str) -> bool:
        """Whether the form that was sent had the fields of a group, filled in or not."""
        return any(GROUP_OF[key] == name for key in self.sent if key in GROUP_OF)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


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
