"""Sources of mana on the battlefield, their mana abilities, and which of them pay for a cost (106, 601.2g, 605)."""

from symbols.engine.sources.ability import Made, ManaAbility, made_as_text
from symbols.engine.sources.items import (
    MOST_SOURCES,
    FindSource,
    is_pool,
    known_sources,
    read_sources,
    several,
    source_of,
    split_count,
    split_names,
    stripped,
    with_count,
)
from symbols.engine.sources.kinds import is_kind
from symbols.engine.sources.notes import MOST_NUMBER, Notes, split_notes
from symbols.engine.sources.plan import POOL, Maker, Plan, Step, makers_by_symbol
from symbols.engine.sources.reading import read_abilities
from symbols.engine.sources.result import SourcesResult
from symbols.engine.sources.source import BASIC_LAND_TYPES, HELPING, Source
from symbols.engine.sources.spending import SourceQuestion, may_be_spent, questions_of
