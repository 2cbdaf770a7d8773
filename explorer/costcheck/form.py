"""The checker's form: from query parameters to a check request and back."""

import re
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace

from django.http import QueryDict

from explorer.cards.reading import card_names
from explorer.costcheck.check import CARD, MARK, REPEATED, CardQuestion, question_of
from explorer.costcheck.option_fields import FieldMark, FoundOption, found_options, main_fields
from explorer.document.tree import plain_words
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.web import addresses
from explorer.web.forms import Field
from symbols.engine import (
    KEYS,
    MAIN,
    MAX_SYMBOLS,
    BadRequest,
    EngineError,
    as_one_text,
    keyword_instead,
    read_cost,
)
from symbols.engine.costs import MANA_TYPES
from symbols.engine.sources import is_pool

# The form's own parameter for pool and sources; if empty, there is no pool, rather than an empty one.
MANA = "mana"
# Number inputs of the form: one per type of mana, and one per type of snow mana.
COUNTERS = {f"mana_{name}".lower(): name for name in MANA_TYPES}
SNOW_COUNTERS = {f"snow_{name}".lower(): name for name in MANA_TYPES}
_COUNTED = (MANA, *COUNTERS, *SNOW_COUNTERS)
_MAX_COUNT = 150
# Words to find an option by; older links have another parameter.
FIND = "find"
_OPEN = "open"
_MAX_WORDS = 60
# Which part of a card is cast.
_PART_KEYS = ("layout", "cast")
# The card whose options the form shows: only then are empty options emptied by the player.
SHOWN_CARD = "of"
LONGEST_ADDRESS = 8_000
"""Of a link from one tool to another, with what was typed."""

PARAMETERS = frozenset({*KEYS, *_COUNTED, FIND, SHOWN_CARD, _OPEN, CARD})
"""Every query parameter of the checker."""


@dataclass(frozen=True)
class CheckForm:
    """A submitted form.

    Attributes:
        options: values of a request (`symbols.engine.request`) that aren't empty.
        counted: values of the number inputs, which only a submitted form has.
        error: in the number inputs, or in repeated costs.
        find: words to find options by.
        sent: the query's keys, including empty ones.
        name: of the card.
        shown_card: name of the card whose options the submitted form showed.
        card: set by `of_card`.
    """

    options: Mapping[str, str]
    counted: Mapping[str, str] = field(default_factory=dict)
    error: EngineError | None = None
    query: str = ""
    find: str = ""
    sent: AbstractSet[str] = frozenset()
    name: str = ""
    shown_card: str = ""
    card: CardQuestion | None = None

    @classmethod
    def read(cls, query: QueryDict) -> "CheckForm":
        """Read a query with the keys of a request; number inputs replace `pool` and `snow`."""
        values = {name: str(value) for name, value in query.items()}
        # The form has a single input for a repeated key.
        several = {key: [text for text in query.getlist(key) if text.strip()] for key in REPEATED if key in query}
        values |= {key: ", ".join(texts) for key, texts in several.items()}
        options = {key: values[key] for key in KEYS if key in values and (values[key].strip() or key == "pool")}
        counted = {name: values[name].strip() for name in _COUNTED if values.get(name, "").strip()}
        if mana := counted.get(MANA):
            options |= pay_with(mana)
        if query.get("spend") == "as usual":
            options.pop("spend", None)
        find = values.get(FIND, "").strip()[:_MAX_WORDS]
        name = values.get(CARD, "").strip()
        shown_card = values.get(SHOWN_CARD, name).strip()
        form = cls(options, counted, find=find, sent=frozenset(values), name=name, shown_card=shown_card)
        try:
            options |= {key: as_one_text(key, texts) for key, texts in several.items() if len(texts) > 1}
            if COUNTERS.keys() & counted.keys():
                options["pool"] = _letters(counted, COUNTERS, "pool")
            if SNOW_COUNTERS.keys() & counted.keys() and (snow := _letters(counted, SNOW_COUNTERS, "snow")):
                options["snow"] = snow
        except EngineError as error:
            return replace(form, error=error, query=query.urlencode())
        return form

    @property
    def given(self) -> Mapping[str, str]:
        """The request, with the card and the keys that the player emptied."""
        if not self.name:
            return self.options
        emptied = self.sent if self.shown_card == self.name else ()
        return {**{key: "" for key in KEYS if key in emptied and key != "pool"}, **self.options, CARD: self.name}

    def of_card(self, loaded: Library) -> "CheckForm":
        """The form, filled in from its card if there is one.

        Raises:
            EngineError: as for `question_of`.
        """
        form = self.naming_card(loaded)
        card = question_of(form.given, loaded) if form.name else None
        if card is None:
            return replace(form, name="")
        name, options = str(card.options[CARD]), {key: _text(value) for key, value in card.given.items()}
        shown_card = name if form.shown_card == form.name else form.shown_card
        return replace(form, name=name, shown_card=shown_card, card=card, options=options)

    def naming_card(self, loaded: Library) -> "CheckForm":
        """The form with a card that was typed as a cost, and without what another card had filled in."""
        form = self
        if not self.name and names_card(self.cost, loaded, self.options):
            options = {key: text for key, text in self.options.items() if key != "cost"}
            form = replace(self, name=self.cost.strip(), options=options, sent=self.sent - {"cost"})
        return _without_shown_card(form, loaded)

    @property
    def cost(self) -> str:
        return self.options.get("cost", "")

    @property
    def address(self) -> str:
        """Canonical address of the request, or of the error."""
        if self.error:
            return f"{addresses.check()}?{self.query}"
        if self.card:
            return addresses.check(**{key: _text(value) for key, value in self.card.options.items()})
        return addresses.check(**self._named, **{key: self.options[key] for key in KEYS if key in self.options})

    @property
    def _named(self) -> Mapping[str, str]:
        return {CARD: self.name} if self.name else {}

    @property
    def walk_address(self) -> str:
        """Address of casting the same step by step; the empty form if it would be too long."""
        address = addresses.cast(self.card.options if self.card else {**self._named, **self.options})
        return address if len(address) <= LONGEST_ADDRESS else addresses.cast()

    @property
    def mana(self) -> str:
        """Value of the mana field; "0" for an empty pool."""
        pool, sources = self.options.get("pool", "").strip(), self.options.get("sources", "").strip()
        return ", ".join(filter(None, [pool, sources])) or ("0" if "pool" in self.options else "")

    @property
    def typed(self) -> str:
        """Text of the first field: a card's name or a cost."""
        return self.name or self.cost

    @property
    def is_whole(self) -> bool:
        """Whether the whole form was submitted, rather than some parameters of a link."""
        return all(option.key in self.sent for option in MAIN if option.kind != "flag")

    @property
    def main(self) -> list[Field]:
        return main_fields(self.options, self._marks)

    def found(self, editions: Sequence[EditionInfo], called: Collection[str] = ()) -> list[FoundOption]:
        """Other options: those in use, those that the cost calls for (`called`), and those found by words."""
        return found_options(self.options, self.find, called, editions, self._marks)

    @property
    def _marks(self) -> Mapping[str, FieldMark]:
        inputs = self.card.inputs if self.card else ()
        return {one.key: FieldMark(MARK, one.example, one.label) for one in reversed(inputs)}


def names_card(typed: str, loaded: Library, options: Mapping[str, object]) -> bool:
    """Whether what is typed as a cost names a card, and isn't a cost or a keyword."""
    if not loaded.has_cards or not re.search(r"[^\W\d_]{2}", typed):
        return False
    if keyword_instead({**options, "cost": typed}):
        return False
    with suppress(EngineError):
        read_cost(typed)
        return False
    return card_names(loaded).named(typed.strip()) is not None


def _without_shown_card(form: CheckForm, loaded: Library) -> CheckForm:
    """The form without what the card had filled in whose options it showed."""
    shown = None if form.shown_card in ("", form.name) else _question(form.shown_card, loaded)
    if shown is None:
        return form
    named = _question(form.name, loaded)
    if named and plain_words(str(named.options[CARD])) == plain_words(str(shown.options[CARD])):
        return replace(form, shown_card=form.name)
    # Answers to that card's questions, such as its targets, go; what replaced its own values stays.
    own = {*_PART_KEYS, *(one.key for one in shown.inputs if one.key not in shown.filled)}
    kept = {key: text for key, text in form.options.items() if key not in own and shown.filled.get(key) != text}
    return replace(form, options=kept)


def _question(name: str, loaded: Library) -> CardQuestion | None:
    with suppress(EngineError):
        return question_of({CARD: name}, loaded)
    return None


def pay_with(typed: str) -> Mapping[str, str]:
    """Text of “Pay with” as pool and sources."""
    if typed == "0":
        return {"pool": ""}
    if is_pool(typed):
        return {"pool": typed}
    try:
        read_cost(typed)
    except EngineError:
        pass
    else:
        if not re.search(r"/|\bany\b", typed):
            return {"pool": typed}
    items = [typed] if ":" in typed else re.split(r"[,;\n]", typed)
    if len(items) > 1 and re.fullmatch(r"\s*\d{1,2}\s*", items[-1]) and not all(map(is_pool, items)):
        # The number of a source whose name isn't typed yet.
        items = items[:-1]
    pool = [item.strip() for item in items if item.strip() and is_pool(item)]
    sources = [item.strip() for item in items if item.strip() and not is_pool(item)]
    found = {"pool": "".join(pool)} if pool else {}
    return found | ({"sources": ", ".join(sources)} if sources else {})


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _letters(counted: Mapping[str, str], names: Mapping[str, str], key: str) -> str:
    """Number inputs as a pool: "WWU".

    Raises:
        BadRequest: one isn't a number, or there is too much mana.
    """
    pool = ""
    for name, code in names.items():
        text = counted.get(name, "0")
        count = int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else _MAX_COUNT + 1
        if count > _MAX_COUNT:
            message = f"The number of {{{code}}} must be a whole number from 0 to {_MAX_COUNT}."
            raise BadRequest("bad_pool", message).in_field(key)
        pool += code * count
    if len(pool) > MAX_SYMBOLS:
        message = f"At most {MAX_SYMBOLS} mana can be counted here; this is {len(pool)}."
        raise BadRequest("bad_pool", message).in_field(key)
    return pool
