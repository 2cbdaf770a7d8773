"""Response schemas of Academy Ruins' API, with its names."""

from datetime import date

from ninja import Schema
from pydantic import Field


class Missing(Schema):
    """Nothing found."""

    detail: str


class NoSuchRule(Missing):
    """No such rule."""

    ruleNumber: str


class PlainRule(Schema):
    """Rule with its text."""

    ruleNumber: str
    ruleText: str


class Navigation(Schema):
    """Numbers of the rules before and after."""

    previousRule: str | None
    nextRule: str | None


class FullRule(PlainRule):
    """Rule with its examples and neighbors."""

    examples: list[str] | None
    fragment: str
    navigation: Navigation


class Examples(Schema):
    """Examples of a rule."""

    ruleNumber: str
    examples: list[str] | None


class GlossaryTerm(Schema):
    """Entry of the glossary."""

    term: str
    definition: str


class Keywords(Schema):
    """Every keyword."""

    keywordAbilities: list[str]
    keywordActions: list[str]
    abilityWords: list[str]


class Subsection(Schema):
    """Section, such as 107."""

    number: int
    title: str


class Section(Subsection):
    """Chapter, such as 1."""

    subsections: list[Subsection]


class Between(Schema):
    """Pair of editions that are compared."""

    sourceSet: str
    sourceCode: str
    destSet: str
    destCode: str


class TracedRule(Schema):
    """Rule before or after a change."""

    ruleNumber: str
    ruleText: str | None = None


class TraceItem(Schema):
    """Change of a rule."""

    action: str
    old: TracedRule | None
    new: TracedRule | None
    diff: Between


class DiffItem(Schema):
    """Rule that was changed, added or removed; differences are between <<<< and >>>>."""

    old: PlainRule | None
    new: PlainRule | None


class Move(Schema):
    """Rule with a new number."""

    from_number: str = Field(alias="from")
    to_number: str = Field(alias="to")


class Around(Schema):
    """Editions before and after those compared."""

    prevSourceCode: str | None
    nextDestCode: str | None


class Diff(Between):
    """Changes between two editions."""

    creationDay: date
    changes: list[DiffItem]
    moves: list[Move]
    nav: Around | None = None


class NoDiff(Schema):
    """Editions that can’t be compared."""

    detail: str
    old: str | None
    new: str | None
