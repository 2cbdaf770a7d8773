"""The checker's form: from query parameters to a check request and back."""

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

# The form's own parameter for the pool, of which an empty one means no pool rather than an empty pool.
MANA = "mana"
# Number inputs of the form: one per type of mana, and one per type of snow mana.
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
_COUNTED = (MANA, *COUNTERS, *SNOW_COUNTERS)
MOST_COUNTED = 150
# The parameter that opens a group of fields.
OPEN = "open"

PARAMETERS = frozenset({*KEYS, *_COUNTED, OPEN, CARD})
"""Every query parameter of the checker."""


@dataclass(frozen=True)
class CheckForm:
    """A submitted form.

    Attributes:
        asked: keys of a request (`symbols.engine.request`) that aren't empty.
        counted: values of the number inputs, if the form was submitted rather than an address opened.
        error: in the number inputs, or in repeated costs for a key.
        opened: groups of fields to open even if empty.
        sent: the query's keys, including empty ones.
        card: the question about that card, set by `of_card`.
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
        """Read a query with the keys of a request; number inputs replace `pool` and `snow`."""
        said = {name: str(value) for name, value in query.items()}
        # The form has a single input for a repeated key.
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
        """The request as sent: with a card, including keys that the user emptied."""
        if not self.name:
            return self.asked
        return {**{key: "" for key in KEYS if key in self.sent and key != "pool"}, **self.asked, CARD: self.name}

    def of_card(self, loaded: Library) -> "CheckForm":
        """The form filled in from its card; without one, unchanged.

        Raises:
            EngineError: as for `question_of`.
        """
        card = question_of(self.given, loaded) if self.name else None
        if card is None:
            return replace(self, name="")
        return replace(self, card=card, asked={key: _text(value) for key, value in card.given.items()})

    @property
    def cost(self) -> str:
        return self.asked.get("cost", "")

    @property
    def address(self) -> str:
        """Canonical address of the same request, or of the same error."""
        if self.error:
            return f"{addresses.check()}?{self.query}"
        if self.card:
            return addresses.check(**{key: _text(value) for key, value in self.card.asked.items()})
        named = {CARD: self.name} if self.name else {}
        return addresses.check(**named, **{key: self.asked[key] for key in KEYS if key in self.asked})

    @property
    def opened_address(self) -> str:
        """Likewise, with the same groups open."""
        return f"{self.address}&{urlencode({OPEN: self.opened}, doseq=True)}" if self.opened else self.address

    @property
    def from_counters(self) -> bool:
        """Whether the form itself was submitted, so that a redirect to a shorter address is due."""
        return bool(self.counted)

    @property
    def mana(self) -> str:
        """Value of the mana field; "0" for an empty pool."""
        return self.asked.get("pool", "").strip() or ("0" if "pool" in self.asked else "")

    @property
    def first(self) -> list[Field]:
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
        """The other fields, in groups.

        Args:
            editions: choices, in display order.
            opened: further groups to open.
        """
        inputs = self.card.inputs if self.card else ()
        marks = {one.key: FieldMark(MARK, one.example, one.label) for one in reversed(inputs)}
        called = [GROUP_OF[key] for key in marks]
        return field_groups(self.asked, [*self.opened, *opened, *called], editions, names, marks)

    def asks_for(self, name: str) -> bool:
        """Whether the submitted form had the fields of a group, even empty ones."""
        return any(GROUP_OF[key] == name for key in self.sent if key in GROUP_OF)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _letters(counted: Mapping[str, str], names: Mapping[str, str], key: str) -> str:
    """Number inputs as a pool: "WWU".

    Raises:
        BadRequest: one isn't a number, or they are too many mana.
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
