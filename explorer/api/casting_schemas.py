"""Response schemas of casting step by step."""

from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from explorer.api.schemas import Amount, OpenQuestionOut


class StepFact(Schema):
    """What happens in a step, or why it can’t."""

    sentence: str
    rule: str = Field(description="Number in the edition used. Likewise each `rule` of the steps.")


class CastFact(Schema):
    """Fact, and the rule it follows from."""

    fact: str
    rule: str = Field(description="Number in the June 6, 2025 rules.")
    number: str = Field(description="Number in the edition used; `rule` if it has no such rule.")


class AnswerOut(Schema):
    """Option of a choice."""

    text: str
    set: dict[str, str] = Field(description="Parameters to send for it; leave out empty ones.")
    chosen: bool = Field(default=False, description="Whether it’s the current choice.")


class ChoiceOut(Schema):
    """Choice you make in a step."""

    key: str = Field(description="Its parameter.")
    question: str
    kind: Literal["number", "one", "several", "text"] = Field(
        description="number, one of `answers`, several of them, or any text."
    )
    value: str | None = Field(description="Current choice; null if none.")
    open: bool = Field(description="Whether you still have to choose.")
    note: str = Field("", description="Sentence of the card that asks for it; for X, the largest you can pay.")
    least: int = Field(0, description="Minimum, for a number.")
    most: int | None = Field(None, description="Maximum, for a number; null if there’s none.")
    pattern: str = Field("#", description="Parameter value, with # for the number.")
    answers: list[AnswerOut] = Field([], description="Options.")


class CastStep(Schema):
    """Step of casting a spell (601.2a–i), of activating an ability (602.2), or a special action (116.2)."""

    rule: str
    title: str
    state: Literal["done", "open", "impossible", "later"] = Field(
        description="`open` if a choice is missing, `impossible` if the rules forbid it, `later` for steps after that."
    )
    choices: list[ChoiceOut]
    facts: list[StepFact]
    reason: StepFact | None = Field(None, description="Why the step is impossible; otherwise left out.")


class TotalRow(Schema):
    """Row in the sum of the total cost (601.2f)."""

    amount: dict[str, Amount] = Field(description="Mana and life, such as `generic` or `R`; negative for a reduction.")
    text: str = Field(description="Amount in symbols.")
    why: str
    rule: str
    also: list[str] = Field([], description="Costs other than mana and life.")
    note: str = Field("", description="Sentence of the card, or what couldn’t be reduced.")


class TotalOut(Schema):
    """Total cost, added up from the mana cost (601.2f)."""

    rows: list[TotalRow] = Field(description="In the order they apply; once locked in, the last row is the total.")
    locked: dict[str, Amount] | None = Field(
        description="Locked-in total; null while a choice that changes it is missing."
    )
    other_costs: list[str] = Field(description="All costs other than mana and life.")
    otherwise: list[str] = Field(description="Other totals, if you apply reductions differently.")


class TakenBackOut(Schema):
    """What the game goes back to if a step is impossible (601.2e)."""

    step: str = Field(description="Rule of the step.")
    reason: str
    rule: str = Field(description="Rule that forbids it.")
    facts: list[StepFact] = Field(description="What happens, in order.")
    ways: list[AnswerOut] = Field(description="Choices you could make instead.")


class CastOut(Schema):
    """Spell or ability, step by step. Optional fields are those of a check, and for editions."""

    name: str | None = Field(description="Name of the card; null for a cost or an ability.")
    cost: str | None = Field(description="Mana cost, or the ability’s cost; null if the rules forbid your choices.")
    zone: str | None = Field(description="Zone it’s cast from; null for an ability.")
    steps: list[CastStep] = Field(description="Steps in order.")
    total: TotalOut | None = Field(description="Null if the rules forbid your choices.")
    verdict: Literal["yes", "no", "maybe"] | None = Field(
        description="For your choices so far, even in an open step; null without `pool` or `sources`."
    )
    sentence: str = Field(description="Sentence with the verdict.")
    depends_on: list[str] = Field(description="Sentences of cards in play that Pipwise doesn’t count.")
    payable: bool | None = Field(description="For your choices so far; null without `pool` or `sources`.")
    payment: dict[str, Any] | None = Field(None, description="As in a check. Likewise all fields up to `card`.")
    shortfall: dict[str, Any] | None = None
    reasons: list[str] = Field([], description="Why you can’t pay, in sentences.")
    max_x: int | None = None
    mana_value: dict[str, Amount | list[Amount]] | None = Field(None, description="On the stack and elsewhere.")
    plan: list[dict[str, Any]] | None = Field(None, description="With `sources`: what to tap or sacrifice, in order.")
    other_plans: list[list[dict[str, Any]]] = Field([], description="Other plans; `plan=1` uses the first of them.")
    open: list[dict[str, Any]] | None = Field(None, description="With `sources`: those you don’t use.")
    card: dict[str, Any] | None = Field(
        None, description="Requested card: what its text filled in, what it asks for, and what Pipwise doesn’t count."
    )
    questions: list[OpenQuestionOut] = Field(
        description="Parts of the cost and sentences of the card that Pipwise doesn’t count."
    )
    taken_back: TakenBackOut | None = Field(description="Null if no step is impossible.")
    citations: list[CastFact] = Field(description="Every rule in the answer, those of the steps first.")
    edition: dict[str, Any] | None = Field(None, description="Requested edition, with its symbols and citations.")
    address: str = Field(description="Link to the page with this answer.")
