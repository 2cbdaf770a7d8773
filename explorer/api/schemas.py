"""Response schemas, as in the OpenAPI document."""

from datetime import date
from typing import Any, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import Field

Item = TypeVar("Item")
Amount = int | float | str


class ErrorDetail(Schema):
    """What went wrong."""

    code: str = Field(description="Short and stable, for programs.")
    message: str = Field(description="Sentence for people.")
    start: int | None = Field(description="Where the mistake starts in your input, in characters.")
    end: int | None = Field(description="Where it ends.")
    suggestion: str | None = Field(description="What you may have meant.")


class Failure(Schema):
    """Shape of every error."""

    error: ErrorDetail


class Page(Schema, Generic[Item]):
    """Part of a list."""

    items: list[Item]
    total: int = Field(description="Number of items on all pages.")
    page: int
    pages: int


class EditionOut(Schema):
    """Edition of the rules."""

    date: date
    title: str
    source: str
    sha256: str = Field(description="SHA-256 of the document, in hexadecimal.")
    complete: bool = Field(
        description="False for an excerpt, or if the document breaks off in its glossary or credits."
    )
    sections: int
    rules: int = Field(description="Number of rules and subrules.")
    examples: int
    terms: int = Field(description="Number of glossary entries.")
    address: str


class RuleOut(Schema):
    """Chapter, section, rule or subrule of one edition."""

    number: str
    kind: Literal["chapter", "section", "rule", "subrule"]
    heading: str = Field(description="Empty if it has none.")
    text: str = Field(description="Wording without the examples, one line per paragraph.")
    examples: list[str]
    edition: date
    address: str = Field(description="Link to the newest wording under this number.")
    pinned: str = Field(description="Link to this edition’s wording.")
    is_newest: bool = Field(description="Whether `address` shows this wording.")


class PolicySectionBeside(Schema):
    """Section of a tournament document that names a rule, or has it beside it on Pipwise."""

    document: Literal["mtr", "ipg", "jar"]
    number: str
    title: str
    address: str


class PolicySectionFound(PolicySectionBeside):
    """Section of a tournament document for a query; a whole document has no number."""

    penalty: str = Field(description="Of an infraction; else empty.")
    edition: date
    text: str = Field(description="All of it but its title, a line per paragraph; empty for a whole document.")
    pinned: str = Field(description="Link to this edition’s wording.")


class RuleInPlace(RuleOut):
    """Rule with its neighbors."""

    parent: str | None
    children: list[str]
    previous: str | None
    next: str | None
    cited_by: list[str] = Field(
        description="Rules that cite it, by number, and glossary entries, by the name in their address."
    )
    policy: list[PolicySectionBeside] = Field(
        description="Sections of the newest tournament documents about it, if it’s in the newest rules."
    )


class RulesOut(Page[RuleOut]):
    """Requested rules."""

    missing: list[str] = Field(
        description="Numbers that the edition doesn’t have; without one, that no loaded edition has."
    )


class SectionOut(RuleOut):
    """Section with all its rules."""

    rules: Page[RuleOut]
    previous: str | None
    next: str | None


class ContentsEntryOut(Schema):
    """Section or rule in a table of contents."""

    number: str
    label: str = Field(description="Its heading, or a few words on what it’s about.")


class ContentsOut(RuleOut):
    """Chapter with its sections, or section with its rules."""

    entries: list[ContentsEntryOut]


class TermOut(Schema):
    """Glossary entry of one edition."""

    slug: str
    name: str
    text: str
    edition: date
    address: str
    pinned: str


class StepOut(Schema):
    """Step in the history of a rule or a glossary entry."""

    edition: date
    number: str
    change: str = Field(description="created, edited, moved, moved and edited, split, merged or removed.")
    text: str


class WordingOut(Schema):
    """Rule or glossary entry in one edition."""

    number: str
    text: str


class ChangeOut(Schema):
    """Rule or glossary entry that changed between two editions."""

    change: str = Field(
        description="created, edited, moved, moved and edited, split, merged, removed, or references, if only the rule"
        " numbers that it refers to changed."
    )
    old: WordingOut | None
    new: WordingOut | None


class ChangesOut(Page[ChangeOut]):
    """What changed between two editions."""

    counts: dict[str, int] = Field(
        description="On all pages: created (also by a split), edited, removed (also by a merge), moved (a new number,"
        " the same wording), and references (only the rule numbers that it refers to changed)."
    )


class ReasonOut(Schema):
    """Part of a score: `BM25` for the words, `in the index` for what players call it, and so on."""

    name: str
    points: float


class HitOut(Schema):
    """Search result."""

    number: str | None
    slug: str | None = Field(description="For a glossary entry, which has no number.")
    heading: str
    text: str = Field(description="Best matching paragraph.")
    marks: list[tuple[int, int]] = Field(description="Start and end of each match in `text`, in characters.")
    edition: date
    address: str
    why: list[ReasonOut] = Field(description="The parts of its score.")


class CardNamedOut(Schema):
    """Card that a question names."""

    name: str
    address: str


class FittingRulingOut(Schema):
    """Official ruling that fits a question about its card."""

    card: str
    date: date
    text: str
    address: str


class SearchAnswerOut(Schema):
    """Answer to a question, as the search page has it."""

    text: str
    source: str = Field(
        description="What it is quoted from, such as a rule or a ruling; empty for Pipwise’s own words."
    )
    edition: date | None = Field(description="Edition of the rule or glossary entry; null for anything else.")
    address: str
    pinned: str = Field(description="Link to the answer in that edition, if there is one; else `address`.")


class SearchOut(Page[HitOut]):
    """Search results, best first."""

    complete: bool = Field(description="False if only excerpts were searched.")
    instead: str | None = Field(description="Corrected query, if a word looked like a typo.")
    unknown: list[str] = Field(description="Words that no rule has.")
    answer: SearchAnswerOut | None = Field(
        description="The answer, if one is sure. Only on the first page, without `edition` and `everywhere`."
    )
    policy: list[PolicySectionFound] = Field(
        description="Sections of the tournament documents for it, best first, where `answer` may be. If a section is "
        "the answer, it’s the first."
    )
    cards: list[CardNamedOut] = Field(description="Cards that the question names, if cards are loaded.")
    ruling: FittingRulingOut | None = Field(description="The ruling on one of them that fits the question best.")


class IndexEntryOut(Schema):
    """Index entry: a players’ term, and the rules that explain it."""

    name: str
    also: list[str]
    gloss: str
    rules: list[str] = Field(description="Numbers in the newest rules, best answer first.")


class SymbolOut(Schema):
    """Symbol."""

    code: str
    written: str
    name: str
    description: str
    mana: bool
    mana_value: str | None
    colors: list[str]
    rules: list[str]
    address: str
    drawing: str


class CardNameOut(Schema):
    """Name of a card."""

    slug: str = Field(description="Name as in its address.")
    name: str = Field(description="Names of all its faces, joined by “ // ”.")
    address: str


class FaceOut(Schema):
    """Face of a card, or one part of a split card."""

    name: str
    mana_cost: str = Field(description="In braces; empty if it has none.")
    type_line: str
    text: str = Field(description="Rules text, one line per paragraph.")
    colors: list[str]
    power: str = Field(description="As printed; empty if it has none. Likewise the next three.")
    toughness: str
    loyalty: str
    defense: str


class CardOut(CardNameOut):
    """Card, without its printings."""

    oracle_id: str | None = Field(description="Scryfall’s ID of the card.")
    layout: str
    mana_value: float
    faces: list[FaceOut]
    released: date | None = Field(description="Release date in the card file.")
    first_set: str | None
    for_play: bool | None = Field(description="Whether tournaments allow it; null if unknown.")


class CardRulingOut(Schema):
    """Ruling on a card."""

    date: date
    text: str
    rules: list[str] = Field(description="Rules it explains, by their numbers in the newest complete edition.")


class TrialField(Schema):
    """Field of a Try it: in its form, its address and the API."""

    name: str
    label: str
    kind: str = Field(
        description="number, text, cost, yes (yes or no), choice, or several (repeated, or separated by commas)."
    )
    required: bool
    default: str | None = Field(description="Value if left out.")
    values: list[str] | None = Field(description="Possible values.")


class TrialOut(Schema):
    """Try it: its fields and rules."""

    slug: str
    title: str
    rules: list[str]
    parameters: dict[str, str] = Field(description="Each parameter, with the form’s initial value.")
    fields: list[TrialField]
    address: str


class OutcomeStep(Schema):
    """Rule used for an answer."""

    rule: str = Field(description="Its number in `edition`, or the name of a glossary entry.")
    edition: date | None = Field(description="Edition that the rule is from; null if no loaded edition has it.")
    why: str
    decides: bool


class NewestRule(Schema):
    """Newer rule that decides, where the requested edition doesn’t."""

    date: date
    number: str


class OutcomeEdition(Schema):
    """Whether the requested edition answers."""

    date: date
    number: str | None = Field(description="Deciding rule or glossary entry in this edition; null if it has none.")
    lacks: list[str] = Field(
        description="What this edition doesn’t have, such as `{Q}`. The answer then uses newer rules."
    )
    newest: NewestRule | None = Field(description="Deciding rule in newer rules, if this edition has none.")


class OutcomeOut(Schema):
    """Answer of a Try it."""

    sentence: str = Field(description="Starts by saying so if the requested edition doesn’t answer.")
    facts: dict[str, Any]
    steps: list[OutcomeStep]
    note: str | None = Field(description="Rules it uses that the requested edition doesn’t have, if they don’t decide.")
    edition: OutcomeEdition | None = Field(description="Null if no edition was requested.")
    address: str


class ListingOut(Schema):
    """Amounts of mana and life: how many there are, and the first of them."""

    count: int | None = Field(description="Null if there are too many to count.")
    items: list[dict[str, Amount]]
    truncated: bool


class FactOut(Schema):
    """Fact, and the rule it follows from, as numbered in the June 6, 2025 rules."""

    fact: str
    rule: str


class PartOut(Schema):
    """Nonmana part of a cost, and whether you can pay it."""

    part: str
    of: str = Field(description="Cost that it’s part of: cost, additional cost and so on.")
    payable: bool | None = Field(description="Null if unknown.")
    sentence: str
    rules: list[str]


class OpenQuestionOut(Schema):
    """Part of a cost, or a sentence of a card, that isn’t counted."""

    text: str
    key: str | None = Field(description="Parameter that answers it, if any.")


class CheckOut(Schema):
    """Checked cost. Optional fields are for two-part cards, other costs, sources, editions and cards."""

    cost: str
    canonical: str
    symbols: list[str]
    mana_value: dict[str, Amount | list[Amount]] | None = Field(
        description="On the stack and elsewhere (two values for a split card under rules from 2007 to 2017); null"
        " without a cost."
    )
    colors: list[str] | None
    announcements: ListingOut
    totals: ListingOut
    payable: bool | None = Field(description="Null without `pool` or `sources`.")
    verdict: Literal["yes", "no", "maybe"] | None = Field(
        description="The page’s headline: maybe, if something that Pipwise doesn’t count could change it."
    )
    questions: list[OpenQuestionOut] = Field(description="What Pipwise doesn’t count.")
    payment: dict[str, Any] | None
    shortfall: dict[str, Any] | None
    reasons: list[str] = Field(description="Why you can’t pay, in sentences.")
    unchecked: list[str] = Field(description="Parts, such as {T}, that you may or may not be able to pay.")
    max_x: int | None
    plan: list[dict[str, Any]] | None = Field(
        None, description="With `sources`: what to tap or sacrifice, in order, the mana it makes, and what pays for it."
    )
    other_plans: list[list[dict[str, Any]]] = Field([], description="Other plans; `plan=1` uses the first of them.")
    open: list[dict[str, Any]] | None = Field(None, description="With `sources`: those you don’t use.")
    citations: list[FactOut]
    parts: list[PartOut] = Field([], description="Nonmana parts of the cost.")
    colors_elsewhere: list[str] = Field([], description="Colors of the whole card.")
    reminder: str = Field("", description="Reminder text after the cost; it’s no part of the cost.")
    layout: str = Field("", description="How the card’s two parts belong together.")
    cast: str = Field("", description="Part that’s cast.")
    edition: dict[str, Any] | None = Field(None, description="Requested edition, with its symbols and citations.")
    card: dict[str, Any] | None = Field(
        None, description="Requested card: what its text filled in, what it asks for, and what Pipwise doesn’t count."
    )
    address: str = Field(description="Link to the checker with this answer.")


class EmbedOut(Schema):
    """Page as oEmbed describes it: https://oembed.com. Only pages that can be embedded have `html`."""

    type: Literal["rich", "link"]
    version: Literal["1.0"]
    title: str
    provider_name: Literal["Pipwise"]
    provider_url: str
    thumbnail_url: str | None = Field(None, description="Preview picture; left out if it’s larger than requested.")
    thumbnail_width: int | None = None
    thumbnail_height: int | None = None
    html: str | None = None
    width: int | None = None
    height: int | None = None


class KeywordOut(Schema):
    """Keyword given instead of a cost: what it does, and its parameter."""

    keyword: str
    input: str
    message: str
    citations: list[FactOut]
    edition: dict[str, Any] | None = Field(None, description="Requested edition, with its citations.")
    address: str


class VariableStep(Schema):
    """Rule considered for X."""

    rule: str
    why: str
    outcome: str


class FilledCost(Schema):
    """Cost with a number instead of X."""

    value: int
    cost: str
    mana_value: Amount | None


class FilledCosts(Schema):
    """Cost with X, in a situation."""

    now: FilledCost | None
    paid: FilledCost | None = Field(description="What was paid, if effects doubled X afterwards.")
    on_stack: FilledCost | None
    elsewhere: FilledCost | None
    rows: list[FilledCost] = Field(description="The first few values, if X is unknown.")


class VariableOut(Schema):
    """Value of X in a situation (107.3)."""

    situation: dict[str, str]
    kind: str
    value: int | None
    allowed: list[int] | None
    least: int
    formula: str | None
    chooser: str
    when: str
    rule: str
    sentence: str
    ask: str | None = Field(description="Parameter that the answer depends on.")
    steps: list[VariableStep]
    note: str | None = Field(None, description="What the requested edition doesn’t have.")
    cost: FilledCosts | None = Field(None, description="Cost with the number in it.")
