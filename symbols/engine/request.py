"""Request to check a cost, read from strings: a query, a JSON object, or the command line's options.

The keys are the same everywhere. All but `cost` may be left out.

    cost                            the cost, in any notation
    x, y, z                         values of variables: whole numbers
    pool, snow, life                the mana to pay with, which of it is from snow sources, and the life total
    reduce, increase                what effects take off the cost and add to it: a cost, or a list of them
                                    (`{W}{B} colored only` leaves nothing for generic mana; `{2} least 1` has a floor)
    additional, alternative         additional costs that are paid, and the alternative cost paid instead
    free                            true where a spell is cast without paying its mana cost
    minimum                         the least mana that an effect lets the total cost be
    spend                           how mana may be spent: `as it is`, or as though it were `any color` or `any type`
    convoke                         untapped creatures, each by its colors: `{W}{G/W}{C}` (702.51)
    improvise, waterbend, delve     how many artifacts, artifacts and creatures, or cards in the graveyard pay
    assist                          how much generic mana another player pays at most
    life_for                        colors: 2 life may be paid rather than a mana of one of them
    x_only                          colors: only mana of one of them may be spent on X
    commander_casts                 how often the commander was cast from the command zone before (903.8)
    layout, cast                    of a cost in two parts, `{1}{R} // {2}{U}`: the kind of card, and which part is
                                    cast: `1`, `2` or `both`
    kicker, multikicker, replicate, strive, escalate
                                    a cost, and how often it is paid: `{1}{G} 3 times`, `{2}{R} 3 targets`
    affinity                        how many permanents the cost is {1} less for
    amount                          the amount chosen where a cost says “any amount of”
    to_sacrifice, to_discard, to_remove, to_exile
                                    how much of what the words name the player has
    activated, activations          loyalty abilities of the permanent activated this turn, and how many may be
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
from typing import TypeVar, cast, get_args

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.abilities.in_words import VERBS
from symbols.engine.abilities.loyalty import checked_count
from symbols.engine.citations import Citation
from symbols.engine.costs.cost import MAX_VARIABLE, VARIABLES, Cost, checked_values
from symbols.engine.costs.slots import COLORS, Color
from symbols.engine.costs.two_parts import CASTS, LAYOUTS, SEPARATOR, TwoParts
from symbols.engine.errors import BadRequest, EngineError
from symbols.engine.named import NAMES, affinity, asks_for_half_life, filled, split_times
from symbols.engine.paying.others import NOTHING_ELSE, WAYS, Others, read_creatures, read_types
from symbols.engine.paying.pool import AsThough, Pool
from symbols.engine.reading.reader import MAX_LENGTH, read_cost
from symbols.engine.result import CheckResult, check
from symbols.engine.totals.changes import CostChanges, Reduction
from symbols.sentences import join_words

KEYS = (
    "cost",
    *(name.lower() for name in VARIABLES),
    *("pool", "snow", "life", "reduce", "increase", "additional", "alternative", "free", "minimum", "spend"),
    *("energy", "tickets", "loyalty", "tapped", "creature", "haste", "controlled", "edition"),
    *("convoke", "improvise", "waterbend", "delve", "assist", "life_for", "x_only", "commander_casts"),
    *("layout", "cast", "kicker", "multikicker", "replicate", "strive", "escalate", "affinity", "amount"),
    *("to_sacrifice", "to_discard", "to_remove", "to_exile", "activated", "activations"),
)
"""Every key that a request may have."""

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_SPECIAL = re.compile(r"\s*(?:(?P<colored>colou?red only)|(?:at )?least\s+(?P<floor>[0-9]{1,7}))\s*$", re.IGNORECASE)
_OTHERS = frozenset({*WAYS, "life_for", "x_only"})
_NAMED = frozenset({*NAMES, "affinity"})
_Word = TypeVar("_Word", bound=str)
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
        card: the card with two parts that `cost` is the cost of casting, if it is one.
    """

    cost: Cost
    values: Mapping[str, int] = field(default_factory=dict)
    pool: Pool | None = None
    changes: CostChanges = field(default_factory=CostChanges)
    edition: date | None = None
    permanent: Permanent = field(default_factory=Permanent)
    player: Player = field(default_factory=Player)
    card: TwoParts | None = None

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
                message = f"{key!r} isn’t a key. Use one of: {', '.join(KEYS)}."
                raise BadRequest("unknown_key", message)
        if given.get("cost") is None:
            raise BadRequest("no_cost", "A request needs a cost.")
        reader = _Fields(given)
        card = reader.card()
        cost = card.on_stack if card else reader.cost("cost", blank=True) or Cost("")
        return cls(
            cost=reader.filled(cost),
            values=reader.values(),
            pool=reader.pool(),
            changes=reader.changes(),
            card=card,
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
            card=self.card,
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
        self._said: list[Citation] = []

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
        return tuple(self.filled(self._read(key, each)) for each in several)

    def card(self) -> TwoParts | None:
        """Read a cost in two parts; None where there is one part only."""
        text = self.given["cost"]
        layout, cast_ = self._word("layout", LAYOUTS), self._word("cast", CASTS)
        if not isinstance(text, str) or SEPARATOR not in text:
            if layout or cast_:
                message = f"Write both mana costs, the left or front one first: {{1}}{{R}} {SEPARATOR} {{2}}{{U}}."
                raise BadRequest("one_part", message).in_field("cost")
            return None
        first, _, second = text.partition(SEPARATOR)
        parts = [
            self._read("cost", " " * start + part) if part.strip() else Cost("")
            for part, start in ((first, 0), (second, len(first) + len(SEPARATOR)))
        ]
        return TwoParts(parts[0], parts[1], layout or "split", cast_ or "1")

    def _word(self, key: str, words: tuple[_Word, ...]) -> _Word | None:
        """Read one of some words."""
        value = self.get(key)
        if value is None:
            return None
        said = str(value).strip().lower()
        found = next((word for word in words if word == said), None)
        if found is None:
            raise BadRequest("bad_word", f"This can be {join_words(words, 'or')}.").in_field(key)
        return found

    def filled(self, cost: Cost) -> Cost:
        """Put numbers that are known in the place of words."""
        amount, life = self.count("amount", "The amount"), self.whole("life")
        if life is None and asks_for_half_life(cost) and (pool := self.pool()):
            life = pool.life
        found, said = filled(cost, amount, life)
        self._said += said
        return found

    def reductions(self) -> tuple[Cost, ...]:
        """Read reductions, each with what it says of colored mana or of a floor."""
        value = self.get("reduce")
        several = value if isinstance(value, list | tuple) else [] if value is None else [value]
        found: list[Cost] = []
        for text in several:
            if not isinstance(text, str) or not any(map(_SPECIAL.search, re.split(r"[,;]", text))):
                found.append(self._read("reduce", text))
                continue
            for piece in re.finditer(r"[^,;]+", text):
                special = _SPECIAL.search(piece[0])
                plain = piece[0][: special.start()] if special else piece[0]
                cost = self._read("reduce", " " * piece.start() + plain)
                if special:
                    with _blaming("reduce"):
                        floor = int(special["floor"] or 0)
                        cost = Reduction.like(cost, colored_only=special["floor"] is None, floor=floor)
                found.append(cost)
        return tuple(found)

    def named(self) -> dict[str, tuple[Cost, ...]]:
        """Read costs with a name, and affinity; return what they add to the other changes."""
        found: dict[str, tuple[Cost, ...]] = {"additional": (), "increases": (), "reductions": ()}
        if _NAMED.isdisjoint(self.given):
            return found
        for name, about in NAMES.items():
            value = self.get(name)
            several = value if isinstance(value, list | tuple) else [] if value is None else [value]
            for text in several:
                with _blaming(name):
                    plain, times = split_times(name, text) if isinstance(text, str) else (text, 1)
                    costs = (read_cost(cast("str", plain)),) * times
                found["increases" if about.increases else "additional"] += costs
                self._said.append(about.citation)
        count = self.whole("affinity")
        if count is not None:
            with _blaming("affinity"):
                reduction, said = affinity(count)
            found["reductions"] += (reduction,)
            self._said.append(said)
        return found

    def others(self) -> Others:
        """Read what there is to pay with besides mana."""
        if _OTHERS.isdisjoint(self.given):
            return NOTHING_ELSE
        with _blaming("convoke"):
            creatures = read_creatures(self._text("convoke"))
        with _blaming("life_for"):
            life_for = cast("tuple[Color, ...]", read_types(self._text("life_for"), COLORS))
        with _blaming("x_only"):
            x_only = read_types(self._text("x_only"))
        counts = {way: self.count(way, "That number") or 0 for way in WAYS[1:]}
        return Others(creatures, **counts, life_for=life_for, x_only=x_only)

    def _text(self, key: str) -> str:
        value = self.get(key)
        pieces = value if isinstance(value, list | tuple) else [value or ""]
        if not all(isinstance(piece, str) for piece in pieces):
            raise BadRequest("not_text", "This must be text.")
        text = "".join(f"{piece} " for piece in pieces)
        if len(text) > MAX_LENGTH:
            raise BadRequest("too_long", f"This can be at most {MAX_LENGTH:,} characters long.")
        return text

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
        others = self.others()
        if mana is None and snow is None and not others.ways:
            return None
        with _blaming("pool"):
            return Pool.of_costs(mana, snow, life, cast("AsThough", spend), others)

    def changes(self) -> CostChanges:
        with _blaming("reduce"):
            reduced = CostChanges(reductions=self.reductions())
        with _blaming("minimum"):
            limited = replace(reduced, minimum=self.whole("minimum") or 0)
        with _blaming("alternative"):
            other = self.cost("alternative")
            alternative = None if other is None else self.filled(other)
            instead = replace(limited, alternative=alternative, without_paying=self.flag("free"))
        named = self.named()
        with _blaming("commander_casts"):
            return replace(
                instead,
                additional=self.costs("additional") + named["additional"],
                increases=self.costs("increase") + named["increases"],
                reductions=instead.reductions + named["reductions"],
                commander_casts=self.whole("commander_casts") or 0,
                named=tuple(dict.fromkeys(self._said)),
            )

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
            activated=self.count("activated", "The number of abilities activated this turn"),
            activations=self.count("activations", "The number of abilities allowed in a turn"),
        )

    def player(self) -> Player:
        energy = self.count("energy", "The number of energy counters")
        tickets = self.count("tickets", "The number of ticket counters")
        there = {
            verb: count
            for verb in VERBS
            if (count := self.count(f"to_{verb}", f"The number of what there is to {verb}")) is not None
        }
        return Player(life=self.whole("life"), energy=energy, tickets=tickets, there=there)

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
