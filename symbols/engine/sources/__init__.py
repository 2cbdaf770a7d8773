"""Sources of mana on the battlefield, their mana abilities, and which of them pay for a cost (106, 601.2g, 605)."""

from symbols.engine.sources.ability import ManaAbility, made_as_text, read_ability
from symbols.engine.sources.items import (
    MOST_SOURCES,
    FindSource,
    is_pool,
    known_sources,
    read_sources,
    source_of,
    split_count,
    with_count,
)
from symbols.engine.sources.model import Source
from symbols.engine.sources.plan import POOL, Maker, Plan, Step, makers_by_symbol
from symbols.engine.sources.result import SourcesResult

__all__ = [
    "MOST_SOURCES",
    "POOL",
    "FindSource",
    "Maker",
    "ManaAbility",
    "Plan",
    "Source",
    "SourcesResult",
    "Step",
    "is_pool",
    "known_sources",
    "made_as_text",
    "makers_by_symbol",
    "read_ability",
    "read_sources",
    "source_of",
    "split_count",
    "with_count",
]
