"""Request to check a cost, read from strings: a query, a JSON object, or the command line's options.

The keys are the same everywhere. All but `cost` may be left out.

    cost                            the cost, in any notation
    x, y, z                         values of variables: whole numbers
    pool, snow, life                the mana to pay with, which of it is from snow sources, and the life total
    reduce, increase                what effects take off the cost and add to it: a cost, or a list of them
                                    (`{W}{B} colored only` leaves nothing for generic mana; `{2} least 1` has a floor)
    additional, alternative         additional costs that are paid, and the alternative cost paid instead; one that is
                                    added may be paid several times: `{2} 3 times`
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
    amount                          the amount chosen where a cost says “any amount of” or “any number of”
    to_sacrifice, to_discard, to_remove, to_exile
                                    how much of what the words name the player has
    activated, activations          loyalty abilities of the permanent activated this turn, and how many may be
    energy, tickets, loyalty        counters: the player's energy and tickets, and the loyalty of the permanent
    tapped, creature, haste, controlled
                                    of the permanent whose ability it is, yes or no: whether it is tapped, is a
                                    creature, has haste, and has been controlled continuously since the turn began
    edition                         the effective date of the edition to check the symbols under
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from symbols.engine.abilities.activation import Permanent, Player
from symbols.engine.costs.cost import VARIABLES, Cost
from symbols.engine.costs.two_parts import TwoParts
from symbols.engine.errors import BadRequest
from symbols.engine.fields import Fields, Given
from symbols.engine.paying.pool import Pool
from symbols.engine.reading.keywords import KEYWORDS, is_waterbend, uncast
from symbols.engine.result import CheckResult, check
from symbols.engine.totals.changes import CostChanges

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

_OF_CASTING: Mapping[str, str] = {
    **{key: key for key in ("convoke", "improvise", "delve", "assist", "affinity")},
    **{key: key for key in ("kicker", "multikicker", "replicate", "strive", "escalate")},
    "commander_casts": "commander tax",
}
"""Keys for what applies to casting a spell only, each with its keyword."""


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
        for key, name in _OF_CASTING.items():
            if fields.says(key):
                keyword = KEYWORDS[name]
                message = f"{keyword.name} applies to casting a spell, not to {kind} ({keyword.citations[0].rule})."
                raise BadRequest("not_a_spell", message).in_field(key)
    costs = [cost, changes.alternative, *changes.additional, *changes.increases]
    if fields.says("waterbend") and not any(is_waterbend(each) for each in costs if each):
        message = "Waterbending pays only for a waterbend cost, such as “Waterbend {3}” (701.67a)."
        raise BadRequest("no_waterbend_cost", message).in_field("waterbend")
