"""Output schemas of the tools. All fields are optional: empty ones are left out, and errors have none."""

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

_Edition = Annotated[str, Field(description="Date of the edition quoted.")]
_Link = Annotated[str, Field(description="Page with this text in this edition.")]
_Text = Annotated[str, Field(description="Exact text, a line for each paragraph.")]
_Cut = Annotated[str, Field(description="Exact text; “…” at its end means that it goes on, and “rule” has all of it.")]
_Difference = Annotated[str, Field(description="Instead of long texts what changed: [-old][+new], and … for the rest.")]
_Links = Annotated[dict[str, str], Field(description="Link to each rule that’s cited, by number, in that edition.")]


class Citation(TypedDict, total=False):
    number: str
    status: Literal["same", "reworded", "moved", "moved and reworded", "removed", "unknown", "misquoted"]
    sentence: Annotated[str, Field(description="All of it in words.")]
    quote: Annotated[str, Field(description="Words quoted from the rule.")]
    now: Annotated[str, Field(description="Number in the newest edition.")]
    text: Annotated[str, Field(description="Exact text in the newest edition; left out after many others.")]
    link: Annotated[str, Field(description="Page of the rule in the newest edition.")]
    says_link: Annotated[str, Field(description="Page of the rule or glossary entry that these words are from.")]


class Verified(TypedDict, total=False):
    verdict: Literal["right", "outdated", "wrong", "unsure", "nothing to verify"]
    summary: str
    edition: Annotated[str, Field(description="Edition that the text cites, said or guessed.")]
    newest: str
    citations: list[Citation]
    more: Annotated[int, Field(description="Citations that aren’t listed. To get them, send a part of the text.")]
    updated: Annotated[str, Field(description="The text with the newest numbers, if it’s short and they changed.")]


class Subrule(TypedDict, total=False):
    number: str
    text: _Text
    examples: list[str]
    link: _Link


class Rule(Subrule, total=False):
    heading: str
    edition: _Edition
    is_newest: bool
    subrules: list[Subrule]
    more: Annotated[list[str], Field(description="Numbers of further subrules. Get each with “rule”.")]
    contents: Annotated[list[str], Field(description="Sections or rules, in short. Get each with “rule”.")]


class Hit(TypedDict, total=False):
    number: str
    heading: str
    text: _Cut
    edition: _Edition
    link: _Link


class Section(TypedDict, total=False):
    number: Annotated[str, Field(description="With its document: MTR 4.2. “rule” has all of its text.")]
    heading: str
    penalty: Annotated[str, Field(description="Of an infraction.")]
    text: _Cut
    edition: _Edition
    link: _Link


class Found(TypedDict, total=False):
    answer: Annotated[dict[str, str], Field(description="The answer, if one is sure, with its source and link.")]
    ruling: Annotated[dict[str, str], Field(description="An official ruling on a card in the question.")]
    tournament: Annotated[list[Section], Field(description="Sections of the tournament documents, best first.")]
    cards: list[dict[str, str]]
    instead: Annotated[str, Field(description="Corrected query, if a word looked like a typo.")]
    unknown: Annotated[list[str], Field(description="Words that no rule has.")]
    results: list[Hit]
    total: int


class Term(TypedDict, total=False):
    name: str
    text: _Text
    edition: _Edition
    link: _Link


class Step(TypedDict, total=False):
    edition: _Edition
    number: str
    change: str
    text: Annotated[str, Field(description="Exact text; left out after many others, but “rule” has it.")]
    link: _Link


class History(TypedDict, total=False):
    steps: list[Step]
    total: int
    page: int
    pages: int


class Change(TypedDict, total=False):
    change: str
    old: dict[str, str]
    new: dict[str, str]
    difference: _Difference
    link: _Link


class Changes(TypedDict, total=False):
    old: str
    new: str
    counts: dict[str, int]
    changes: list[Change]
    total: int
    page: int
    pages: int
    link: str


class Checked(TypedDict, total=False):
    verdict: Annotated[Literal["yes", "no", "maybe"], Field(description="Whether the mana can pay the cost.")]
    cost: str
    mana_value: dict[str, Any]
    max_x: int
    reasons: Annotated[list[str], Field(description="Why it can’t be paid.")]
    facts: Annotated[list[dict[str, str]], Field(description="What’s so of the cost, each with the rule that says so.")]
    rules: _Links
    edition: _Edition
    link: Annotated[str, Field(description="The checker with this answer.")]


class Card(TypedDict, total=False):
    name: str
    mana_value: float
    faces: list[dict[str, Any]]
    rulings: Annotated[list[dict[str, Any]], Field(description="Official rulings, with the rules they’re about.")]
    more_rulings: Annotated[int, Field(description="Rulings that aren’t listed; “link” leads to them.")]
    edition: Annotated[str, Field(description="Edition whose numbers the rulings’ rules have.")]
    rules: _Links
    link: str
