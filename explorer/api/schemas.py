"""Response schemas, as in the OpenAPI document."""

from datetime import date
from typing import Any, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import Field

Item = TypeVar("Item")
Amount = int | float | str


class ErrorDetail(Schema):
    """Reason why there is no answer."""

    code: str = Field(description="Short and stable, for programs.")
    message: str = Field(description="Sentence for people.")
    start: int | None = Field(description="Where the mistake begins in what was typed, in characters.")
    end: int | None = Field(description="Where it ends.")
    suggestion: str | None = Field(description="What may have been meant.")


class Failure(Schema):
    """Shape of every error."""

    error: ErrorDetail


class Page(Schema, Generic[Item]):
    """Part of a list."""

    items: list[Item]
    total: int = Field(description="How many there are on all pages.")
    page: int
    pages: int


class EditionOut(Schema):
    """Edition of the rules."""

    date: date
    title: str
    source: str
    sha256: str = Field(description="Of the document, in hexadecimal.")
    complete: bool = Field(description="False for an excerpt, and where the glossary or the credits break off.")
    sections: int
    rules: int = Field(description="Rules and subrules.")
    examples: int
    terms: int = Field(description="Glossary entries.")
    address: str


class RuleOut(Schema):
    """Chapter, section, rule or subrule of one edition."""

    number: str
    kind: Literal["chapter", "section", "rule", "subrule"]
    heading: str = Field(description="Empty for a text without one.")
    text: str = Field(description="Its words without examples, a line for each paragraph.")
    examples: list[str]
    edition: date
    address: str = Field(description="The newest wording under the number.")
    pinned: str = Field(description="This wording, for good.")
    is_newest: bool = Field(description="Whether the address without an edition shows this wording.")


class RuleInPlace(RuleOut):
    """Rule with those around it."""

    parent: str | None
    children: list[str]
    previous: str | None
    next: str | None
    cited_by: list[str] = Field(description="Numbers of the rules that cite it, and glossary entries by their names.")


class RulesOut(Page[RuleOut]):
    """Rules that were asked for by their numbers."""

    missing: list[str] = Field(description="Numbers that the edition, or every loaded one, lacks.")


class SectionOut(RuleOut):
    """Section with everything in it."""

    rules: Page[RuleOut]
    previous: str | None
    next: str | None


class TermOut(Schema):
    """Glossary entry of one edition."""

    slug: str
    name: str
    text: str
    edition: date
    address: str
    pinned: str


class StepOut(Schema):
    """Thing that happened to a rule or an entry."""

    edition: date
    number: str
    change: str = Field(description="created, edited, moved, moved and edited, split, merged or removed")
    text: str


class WordingOut(Schema):
    """Text under a number."""

    number: str
    text: str


class ChangeOut(Schema):
    """Rule or entry that changed between two editions."""

    change: str = Field(
        description="created, edited, moved, moved and edited, split, merged, removed, or references: only the numbers"
        " of rules that it refers to changed"
    )
    old: WordingOut | None
    new: WordingOut | None


class ChangesOut(Page[ChangeOut]):
    """What changed between two editions."""

    counts: dict[str, int] = Field(
        description="Of all pages: created (a rule split off, too), edited, removed (a rule merged into another, too),"
        " moved (a new number only), and references (new numbers of rules that it refers to only)."
    )


class ReasonOut(Schema):
    """Part of a score: `BM25` for the words, `in the index` for what players call it, and so on."""

    name: str
    points: float


class HitOut(Schema):
    """Search result."""

    number: str | None
    slug: str | None = Field(description="For a glossary entry, in place of a number.")
    heading: str
    text: str = Field(description="The paragraph that fits best.")
    marks: list[tuple[int, int]] = Field(description="Places in the text that were searched for, in characters.")
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


class SearchOut(Page[HitOut]):
    """Search results, the best first."""

    complete: bool = Field(description="False where only excerpts were searched.")
    instead: str | None = Field(description="What was searched for, where a word was taken for a typo.")
    unknown: list[str] = Field(description="Words that no rule has.")
    cards: list[CardNamedOut] = Field(description="Cards that the question names, if cards are loaded.")
    ruling: FittingRulingOut | None = Field(description="The ruling on one of them that fits the question best.")


class IndexEntryOut(Schema):
    """Entry of the index: what players call something, and the rules that answer."""

    name: str
    also: list[str]
    gloss: str
    rules: list[str] = Field(description="In the newest rules, the best answer first.")


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
    """Card as far as its name goes."""

    slug: str = Field(description="As in its address.")
    name: str = Field(description="All names of its faces, with “ // ” between them.")
    address: str


class FaceOut(Schema):
    """Face of a card, or one part of a split card."""

    name: str
    mana_cost: str = Field(description="With braces; empty where it has none.")
    type_line: str
    text: str = Field(description="Rules text, a line for each paragraph.")
    colors: list[str]
    power: str = Field(description="As printed; empty where it has none, as with the next three.")
    toughness: str
    loyalty: str
    defense: str


class CardOut(CardNameOut):
    """Card, whatever its printings."""

    oracle_id: str | None = Field(description="What Scryfall knows it by.")
    layout: str
    mana_value: float
    faces: list[FaceOut]
    released: date | None = Field(description="As the file of cards says.")
    first_set: str | None
    for_play: bool | None = Field(description="Whether a tournament allows it; null where that isn’t known.")


class CardRulingOut(Schema):
    """Ruling on a card."""

    date: date
    text: str
    rules: list[str] = Field(description="Rules that it explains, in the newest complete edition.")


class TrialField(Schema):
    """Field of a Try it, of its form and of its address alike."""

    name: str
    label: str
    kind: str = Field(
        description="number, text, cost, yes (yes or no), choice, or several: given repeatedly or with commas."
    )
    required: bool
    default: str | None = Field(description="What leaving it out means.")
    values: list[str] | None = Field(description="What can be chosen.")


class TrialOut(Schema):
    """Try it: what it asks, and where it stands in the rules."""

    slug: str
    title: str
    rules: list[str]
    parameters: dict[str, str] = Field(description="Each parameter, with what the form shows at first.")
    fields: list[TrialField]
    address: str


class OutcomeStep(Schema):
    """Rule on the way to an answer."""

    rule: str = Field(description="Its number in `edition`, or the name of a glossary entry.")
    edition: date | None = Field(description="The rules that this is from; null where none that are loaded have it.")
    why: str
    decides: bool


class NewestRule(Schema):
    """Rule that decides in place of those that were asked for."""

    date: date
    number: str


class OutcomeEdition(Schema):
    """Whether the rules that were asked for give an answer."""

    date: date
    number: str | None = Field(
        description="What decides in them: a rule’s number, or a glossary entry’s name; null where they don’t decide."
    )
    lacks: list[str] = Field(description="What they have none of, such as `{Q}`: the answer is by newer rules then.")
    newest: NewestRule | None = Field(description="What decides where they don’t.")


class OutcomeOut(Schema):
    """Answer of a Try it."""

    sentence: str = Field(description="It says so if the rules that were asked for don’t give the answer.")
    facts: dict[str, Any]
    steps: list[OutcomeStep]
    note: str | None = Field(
        description="Which rules it uses that those asked for lack, though something else decides."
    )
    edition: OutcomeEdition | None = Field(description="Null where no edition was asked for.")
    address: str


class ListingOut(Schema):
    """Amounts of mana and life, the first of them and how many there are."""

    count: int | None = Field(description="Null where there are too many to count.")
    items: list[dict[str, Amount]]
    truncated: bool


class FactOut(Schema):
    """Fact, and the rule that it follows from in the edition of June 6, 2025."""

    fact: str
    rule: str


class PartOut(Schema):
    """Part of a cost that is not mana, and whether it can be paid."""

    part: str
    of: str = Field(description="Which cost it is a part of: cost, additional cost and others.")
    payable: bool | None = Field(description="Null where that isn’t known.")
    sentence: str
    rules: list[str]


class OpenQuestionOut(Schema):
    """Part of a cost, or a sentence of a card, that isn’t counted."""

    text: str
    key: str | None = Field(description="Parameter that answers it, if there is one.")


class CheckOut(Schema):
    """Cost, checked. Fields that may be left out are for cards with two parts, for parts to pay, and for editions."""

    cost: str
    canonical: str
    symbols: list[str]
    mana_value: dict[str, Amount | list[Amount]] | None = Field(
        description="On the stack and elsewhere (two for a split card under rules from 2007 to 2017); null for no cost."
    )
    colors: list[str] | None
    announcements: ListingOut
    totals: ListingOut
    payable: bool | None = Field(description="Null where no mana is given.")
    verdict: Literal["yes", "no", "maybe"] | None = Field(
        description="The page’s headline: maybe where something that isn’t counted could change it."
    )
    questions: list[OpenQuestionOut] = Field(description="What that is.")
    payment: dict[str, Any] | None
    shortfall: dict[str, Any] | None
    reasons: list[str] = Field(description="Sentences that say why not all can be paid.")
    unchecked: list[str] = Field(description="Parts, such as {T}, of which it isn’t known whether you can pay them.")
    max_x: int | None
    plan: list[dict[str, Any]] | None = Field(
        None, description="With `sources`: what to tap or sacrifice, in order, what it makes, and what pays for it."
    )
    other_plans: list[list[dict[str, Any]]] = Field([], description="Others; `plan=1` pays by the first of them.")
    open: list[dict[str, Any]] | None = Field(None, description="With `sources`: those that stay as they are.")
    citations: list[FactOut]
    parts: list[PartOut] = Field([], description="Parts to pay that are not mana.")
    colors_elsewhere: list[str] = Field([], description="Colors of the whole card.")
    reminder: str = Field("", description="Reminder text after the cost, which asks for nothing.")
    layout: str = Field("", description="How a card has two parts.")
    cast: str = Field("", description="Which of them is cast.")
    edition: dict[str, Any] | None = Field(None, description="Its symbols and citations, where one was asked for.")
    card: dict[str, Any] | None = Field(
        None, description="Card that was asked for: what its text filled in, what it asks for, and what isn’t counted."
    )
    address: str = Field(description="Page of the checker with this answer.")


class EmbedOut(Schema):
    """Page as oEmbed describes it: https://oembed.com. Only what can be shown in a frame has `html`."""

    type: Literal["rich", "link"]
    version: Literal["1.0"]
    title: str
    provider_name: Literal["Pipwise"]
    provider_url: str
    thumbnail_url: str | None = Field(None, description="Preview picture; left out where it is larger than asked for.")
    thumbnail_width: int | None = None
    thumbnail_height: int | None = None
    html: str | None = None
    width: int | None = None
    height: int | None = None


class KeywordOut(Schema):
    """Keyword that was given in place of a cost: what it does, and the parameter for it."""

    keyword: str
    input: str
    message: str
    citations: list[FactOut]
    edition: dict[str, Any] | None = Field(None, description="Its citations, where one was asked for.")
    address: str


class VariableStep(Schema):
    """Rule that was considered for a variable."""

    rule: str
    why: str
    outcome: str


class FilledCost(Schema):
    """Cost with a number in place of a variable."""

    value: int
    cost: str
    mana_value: Amount | None


class FilledCosts(Schema):
    """Cost with a variable, as it is in a situation."""

    now: FilledCost | None
    paid: FilledCost | None = Field(description="What was paid, where effects doubled the number afterwards.")
    on_stack: FilledCost | None
    elsewhere: FilledCost | None
    rows: list[FilledCost] = Field(description="The first few numbers, where it isn’t known.")


class VariableOut(Schema):
    """Value of a variable in a situation (107.3)."""

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
    ask: str | None = Field(description="The parameter that would settle what the answer depends on.")
    steps: list[VariableStep]
    note: str | None = Field(None, description="What of this the edition lacks.")
    cost: FilledCosts | None = Field(None, description="The cost with the number in it.")
