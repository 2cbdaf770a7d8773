"""Request to check a cost, read from strings: a query, a JSON object, or the command line's options.

The keys are those of the rows of `symbols/data/check_options.toml`. All but `cost` may be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.costs.cost import Cost
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.errors import BadRequest
from symbols.engine.fields import Fields, Given
from symbols.engine.options import OPTIONS
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.keywords import KEYWORDS, is_waterbend, uncast
from symbols.engine.result import CheckResult, check
from symbols.engine.totals.changes import CostChanges

KEYS = tuple(OPTIONS)
"""Every key that a request may have."""


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
            given: text, or what JSON has, by keys. None means that a key was left out, and so does text of nothing but
                spaces; only a `pool` of no text is a pool, an empty one.

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
        reader = Fields(given)
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


def _refuse_misplaced(fields: Fields, cost: Cost, changes: CostChanges) -> None:
    """Refuse what doesn't apply to a cost of its kind.

    Raises:
        BadRequest: something for spells only is said of another cost, or waterbending without a waterbend cost.
    """
    if kind := uncast(cost):
        if changes.without_paying:
            message = f"Only a spell can be cast without paying its mana cost (118.9). This is {kind}."
            raise BadRequest("not_a_spell", message).in_field("free")
        for key, option in OPTIONS.items():
            if option.keyword and fields.says(key):
                keyword = KEYWORDS[option.keyword]
                message = f"{keyword.name} applies to casting a spell, not to {kind} ({keyword.citations[0].rule})."
                raise BadRequest("not_a_spell", message).in_field(key)
    costs = [cost, changes.alternative, *changes.additional, *changes.increases]
    if fields.says("waterbend") and not any(is_waterbend(each) for each in costs if each):
        message = "Waterbending pays only for a waterbend cost, such as “Waterbend {3}” (701.67a)."
        raise BadRequest("no_waterbend_cost", message).in_field("waterbend")
