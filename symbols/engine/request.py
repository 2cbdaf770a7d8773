"""A request to check a cost, parsed from a query string, a JSON object or command-line options.

The keys are those of `symbols/data/check_options.toml`. Only `cost` is required.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.symbols import Option
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.errors import BadRequest
from symbols.engine.fields import Fields, Given
from symbols.engine.options import OPTIONS
from symbols.engine.paying.others import Way
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.keywords import KEYWORDS, is_waterbend, kind_if_not_cast
from symbols.engine.reading.reader import read_cost
from symbols.engine.result import CheckResult
from symbols.engine.sources.items import FindSource
from symbols.engine.sources.source import HELPING, Source
from symbols.engine.totals.changes import NO_CHANGES, CostChanges, CostToPay

KEYS = tuple(OPTIONS)


@dataclass(frozen=True)
class CheckRequest:
    """Valid request."""

    cost: Cost  # of a card with two mana costs, that of the part being cast
    # Value of each variable, `X`, `Y` or `Z`; missing ones are 0
    values: Mapping[str, int] = field(default_factory=dict)
    pool: Pool | None = None  # None if unknown, unlike an empty pool
    changes: CostChanges = NO_CHANGES  # rules and effects that apply before it is paid (601.2f)
    edition: date | None = None
    permanent: Permanent = field(default_factory=Permanent)
    player: Player = field(default_factory=Player)
    card: TwoParts | None = None
    sources: tuple[Source, ...] = ()
    spent_on: str = ""
    helping: tuple[Way, ...] = ()
    other_plan: int = 0
    announced: tuple[Option | None, ...] = ()  # as for `CostToPay`

    @classmethod
    def parse(cls, given: Given, find_source: FindSource | None = None) -> "CheckRequest":
        """Parse text or JSON values by key; the `field` of an error is the key, and its position is within its text.

        None or blank text means not given, except that a blank `pool` is an empty pool.
        """
        for key in given:
            if key not in KEYS:
                message = f"{key!r} isn’t a key. Use one of: {', '.join(KEYS)}."
                raise BadRequest("unknown_key", message)
        if given.get("cost") is None:
            raise BadRequest("no_cost", "A request needs a cost.")
        reader = Fields(given, find_source)
        card = reader.card()
        cost = card.on_stack if card else reader.cost("cost", blank=True) or Cost("")
        filled, changes = reader.filled(cost), reader.changes()
        _refuse_misplaced(reader, cost, changes)
        if card and card.cast == "both" and changes.commander_casts:
            message = "Fuse works only from your hand, so commander tax can’t apply (702.102a)."
            raise BadRequest("not_fused", message).in_field("commander_casts")
        return cls(
            cost=filled,
            values=reader.values(),
            pool=reader.pool(),
            changes=changes,
            card=card,
            edition=reader.edition(),
            permanent=reader.permanent(),
            player=reader.player(),
            sources=reader.sources(),
            spent_on=str(reader.value("type") or ""),
            helping=tuple(way for way in HELPING if reader.is_set(way)),
            other_plan=reader.count("plan") or 0,
            announced=reader.value("announced") or (),
        )

    def check(self) -> CheckResult:
        """Fields that contradict each other are an error."""
        to_pay = CostToPay(self.cost, self.changes, self.values, self.announced)
        if self.card and self.card.is_back_face:
            for name in self.card.first.variables:
                if self.values.get(name) and name not in to_pay.variables:
                    message = f"{name} is in the front face’s mana cost. Casting the back face, it’s 0 (202.3b)."
                    raise BadRequest("x_must_be_zero", message).in_field(name.lower())
        return CheckResult(
            to_pay,
            self.pool,
            self.permanent,
            self.player,
            self.card,
            edition=self.edition,
            sources=self.sources,
            spent_on=self.spent_on,
            helping=self.helping,
            other_plan=self.other_plan,
        )


def check(cost: str | Cost, **options: Any) -> CheckResult:
    """The options are those of `CheckRequest`."""
    return CheckRequest(cost if isinstance(cost, Cost) else read_cost(cost), **options).check()


def _refuse_misplaced(fields: Fields, cost: Cost, changes: CostChanges) -> None:
    """Reject options for spells given for another cost, and waterbending without a waterbend cost."""
    if kind := kind_if_not_cast(cost):
        if changes.without_paying:
            message = f"Only a spell can be cast without paying its mana cost (118.9). This is {kind}."
            raise BadRequest("not_a_spell", message).in_field("free")
        for key, option in OPTIONS.items():
            if option.keyword and fields.is_set(key):
                keyword = KEYWORDS[option.keyword]
                message = f"{keyword.name} applies to casting a spell, not to {kind} ({keyword.citations[0].rule})."
                raise BadRequest("not_a_spell", message).in_field(key)
    costs = [cost, changes.alternative, *changes.additional, *changes.increases]
    if fields.is_set("waterbend") and not any(is_waterbend(each) for each in costs if each):
        message = "Waterbending pays only for a waterbend cost, such as “Waterbend {3}” (701.67a)."
        raise BadRequest("no_waterbend_cost", message).in_field("waterbend")
