"""Response schemas of casting step by step."""

from typing import Any, Literal

from ninja import Schema
from pydantic import Field

from explorer.api.schemas import Amount, OpenQuestionOut


class StepFact(Schema):
    """What happens in a step, or why it can’t."""

    sentence: str
    rule: str = Field(description="Its number in the rules that the answer is by. Likewise every `rule` of steps.")


class CastFact(Schema):
    """Fact, and the rule that it follows from."""

    fact: str
    rule: str = Field(description="Its number in the edition of June 6, 2025.")
    number: str = Field(description="Its number in the rules that the answer is by; `rule` if they have no such rule.")


class AnswerOut(Schema):
    """Answer to a choice."""

    text: str
    set: dict[str, str] = Field(description="Parameters that give it, with their values; an empty one is left out.")
    chosen: bool = Field(default=False, description="Whether it is the answer now.")


class ChoiceOut(Schema):
    """Choice that a player makes in a step."""

    key: str = Field(description="The parameter for it.")
    question: str
    kind: Literal["number", "one", "several", "text"] = Field(
        description="A number, one of `answers`, any number of them, or any text."
    )
    value: str | None = Field(description="What is chosen; null where nothing is.")
    open: bool = Field(description="Whether it still has to be made.")
    note: str = Field("", description="The card’s sentence that asks for it; for X, how large you can pay for.")
    least: int = Field(0, description="Minimum of a number.")
    most: int | None = Field(None, description="Maximum of a number; null without one.")
    pattern: str = Field("#", description="Value of the parameter, with # for the number.")
    answers: list[AnswerOut] = Field([], description="What can be chosen.")


class CastStep(Schema):
    """Step of casting a spell (601.2a–i), of activating an ability (602.2), or a special action (116.2)."""

    rule: str
    title: str
    state: Literal["done", "open", "impossible", "later"] = Field(
        description="`open` where a choice is missing, `impossible` where the rules forbid it, and `later` for what"
        " comes after either."
    )
    choices: list[ChoiceOut]
    facts: list[StepFact]
    reason: StepFact | None = Field(None, description="Why it’s impossible; left out where it isn’t.")


class TotalRow(Schema):
    """Line of the sum that makes the total cost (601.2f)."""

    amount: dict[str, Amount] = Field(description="Mana and life, such as `generic` or `R`; negative for a reduction.")
    text: str = Field(description="The same in symbols.")
    why: str
    rule: str
    also: list[str] = Field([], description="What is paid besides mana and life.")
    note: str = Field("", description="The card’s sentence, or what couldn’t be reduced.")


class TotalOut(Schema):
    """Total cost, added up from the mana cost on (601.2f)."""

    rows: list[TotalRow] = Field(description="In the order in which they apply. Once it’s locked in, the last is it.")
    locked: dict[str, Amount] | None = Field(description="Null as long as a choice that changes it is missing.")
    other_costs: list[str] = Field(description="All of what is paid besides mana and life.")
    otherwise: list[str] = Field(description="Other totals, if you apply reductions in another way.")


class TakenBackOut(Schema):
    """What the game goes back to where a step is impossible (601.2e, 731)."""

    step: str = Field(description="The step’s rule.")
    reason: str
    rule: str = Field(description="The rule that forbids it.")
    facts: list[StepFact] = Field(description="What happens, in order.")
    ways: list[AnswerOut] = Field(description="What you could choose instead.")


class CastOut(Schema):
    """Spell or ability, step by step. Fields that may be left out are those of a check, and for editions."""

    name: str | None = Field(description="Of the card; null for a cost or an ability.")
    cost: str | None = Field(description="Mana cost, or the ability’s cost; null where the rules forbid the choices.")
    zone: str | None = Field(description="Where it’s cast from; null for an ability.")
    steps: list[CastStep] = Field(description="In order.")
    total: TotalOut | None = Field(description="Null where the rules forbid the choices.")
    verdict: Literal["yes", "no", "maybe"] | None = Field(
        description="With the choices so far, also while a step is open; null where no mana is given."
    )
    sentence: str = Field(description="Goes with the verdict.")
    depends_on: list[str] = Field(description="Sentences of what is in play that aren’t counted.")
    payable: bool | None = Field(description="With the choices so far; null where no mana is given.")
    payment: dict[str, Any] | None = Field(None, description="As in a check, with all fields up to `card`.")
    shortfall: dict[str, Any] | None = None
    reasons: list[str] = Field([], description="Sentences that say why not all can be paid.")
    max_x: int | None = None
    mana_value: dict[str, Amount | list[Amount]] | None = Field(None, description="On the stack and elsewhere.")
    plan: list[dict[str, Any]] | None = Field(None, description="With `sources`: what to tap or sacrifice, in order.")
    other_plans: list[list[dict[str, Any]]] = Field([], description="Others; `plan=1` pays by the first of them.")
    open: list[dict[str, Any]] | None = Field(None, description="With `sources`: those that stay as they are.")
    card: dict[str, Any] | None = Field(
        None, description="Card that was asked for: what its text filled in, what it asks for, and what isn’t counted."
    )
    questions: list[OpenQuestionOut] = Field(description="What isn’t counted of the cost and the card.")
    taken_back: TakenBackOut | None = Field(description="Null where no step is impossible.")
    citations: list[CastFact] = Field(description="Every rule of the answer, those of the steps first.")
    edition: dict[str, Any] | None = Field(None, description="Its symbols and citations, where one was asked for.")
    address: str = Field(description="Page with this answer.")
