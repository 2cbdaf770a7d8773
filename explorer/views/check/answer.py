"""Everything that a page shows of one cost, amounts as words and symbols as codes in braces."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.safestring import SafeString

from explorer.citations import Citations, citations_in
from explorer.symbology.edition_symbols import EditionSymbols, Finding
from explorer.symbology.editions import edition_symbols
from explorer.views.check.paying import Verdict, verdict
from symbols.engine.citations import Citation
from symbols.engine.costs.slots import COLOR_NAMES, Amounts, amount_as_text
from symbols.engine.request import CheckRequest
from symbols.engine.result import CheckResult
from symbols.engine.totals.changes import CostChanges
from symbols.engine.ways.announced import Announced, announced, mana_as_text
from symbols.engine.wording import listed

MOST_WAYS = 24
MOST_ROWS = 12
# Which citations stand beside which part of the answer, by the rules they begin with.
TOPICS = {
    "mana_value": ("202.3",),
    "colors": ("202.2",),
    "announce": ("601.2b",),
    "total": ("601.2f",),
    "x": ("107.3",),
    "pay": ("118.3",),
}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to announce a cost, or one total: what is paid as pips, and the rest in words."""

    pips: str
    words: str


@dataclass(frozen=True, slots=True)
class Listing:
    """How many there are, the first of them, and how many are left."""

    count: str
    ways: Sequence[Way]
    left: str


@dataclass(frozen=True, slots=True)
class XLine:
    """A line of the table of X; `pays` says whether the pool can pay, where there is one."""

    value: str
    paid: str
    life: str
    mana_value: str
    pays: bool | None
    greatest: bool


@dataclass(frozen=True, slots=True)
class XLines:
    """The table of a variable."""

    name: str
    lines: Sequence[XLine]
    left: str
    title: str
    judged: bool


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part of what is paid that is not mana; `pays` is None where nobody could check it."""

    text: str
    of: str
    pays: bool | None
    sentence: str
    cites: SafeString


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about a cost, and the rules that say so, as links."""

    words: str
    cites: SafeString


@dataclass(frozen=True, slots=True)
class InEdition:
    """What an edition says of the symbols of a cost."""

    date: str
    unknown: Sequence[Finding]
    untold: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that a page shows of one cost."""

    result: CheckResult
    drawn: str
    drawn_parts: Sequence[str]
    parts: Sequence[PartLine]
    worth: bool
    word: str
    mana_value_on_stack: str
    mana_value_elsewhere: str
    variables: str
    color_pips: str
    color_words: str
    announcements: Listing
    announced: bool
    totals: Listing | None
    besides: Sequence[str]
    verdict: Verdict | None
    x: XLines | None
    edition: InEdition | None
    facts: Sequence[Fact]
    cites: Mapping[str, SafeString]

    @property
    def said(self) -> str:
        """The answer in one sentence, to be spoken."""
        ways = "one way" if self.announcements.count == "1" else f"{self.announcements.count} ways"
        worth = f"{self.word} {self.mana_value_on_stack}, {self.color_words}, " if self.worth else ""
        sentence = f"{worth}{ways} to announce it."
        if self.verdict is None:
            return sentence
        return f"{sentence} The pool {'can' if self.verdict.payable else 'can’t'} pay."

    @property
    def canonical(self) -> str:
        """The cost in official notation."""
        return self.result.cost.canonical


def answer(asked: Mapping[str, object]) -> Answer:
    """Check a cost and return all that a page shows of it.

    Args:
        asked: the keys of a request (`symbols.engine.request`).

    Raises:
        EngineError: it can't be read, or the request makes no sense.
    """
    request = CheckRequest.parse(asked)
    result = request.check()
    edition = edition_symbols(request.edition) if request.edition else None
    cost = result.cost
    citations = citations_in(request.edition)
    # A variable without a value stays a variable on the page.
    announcements = result.announcements
    count = announcements.count()
    ways = [_way(announced(announcements, amounts)) for amounts in islice(announcements, MOST_WAYS)]
    return Answer(
        result=result,
        drawn="".join(map(str, cost.canonical_symbols)),
        drawn_parts=[part.text for part in cost.parts],
        parts=[
            PartLine(
                part.text,
                "" if part.paid.source == "cost" else part.paid.source,
                part.payable,
                part.check.sentence,
                citations.links(part.check.rules),
            )
            for part in result.parts
        ],
        worth=cost.may_be_mana_cost,
        word=(edition.mana_value_word if edition else None) or "mana value",
        mana_value_on_stack=amount_as_text(result.mana_value_on_stack),
        mana_value_elsewhere=amount_as_text(result.mana_value_elsewhere),
        variables=listed([f"{name} = {result.values.get(name, 0):,}" for name in cost.variables]),
        color_pips="".join(f"{{{color}}}" for color in cost.colors),
        color_words=listed([COLOR_NAMES[color] for color in cost.colors]) or "colorless",
        announcements=_listing(count, ways),
        announced=bool(result.to_pay.announced_symbols),
        totals=_totals(result),
        besides=result.besides,
        verdict=verdict(result, citations),
        x=_x_lines(result),
        edition=_in_edition(edition, result) if edition else None,
        facts=_facts(result.citations, citations),
        cites={
            topic: citations.links(c.rule for c in result.citations if c.rule.startswith(starts))
            for topic, starts in TOPICS.items()
        },
    )


def _facts(said: Iterable[Citation], citations: Citations) -> list[Fact]:
    """Return each fact once, with all of its rules."""
    rules: dict[str, list[str]] = {}
    for citation in said:
        rules.setdefault(citation.fact, []).append(citation.rule)
    return [Fact(words, citations.links(found)) for words, found in rules.items()]


def _listing(count: int | None, ways: Sequence[Way]) -> Listing:
    if count is None:
        return Listing("many", ways, "more")
    return Listing(f"{count:,}", ways, f"{count - len(ways):,} more" if count > len(ways) else "")


def _totals(result: CheckResult) -> Listing | None:
    """List what the total cost can come to; None where nothing changes the cost."""
    if result.to_pay.changes == CostChanges() or result.to_pay.unpayable:
        return None
    first = [_amounts(amounts) for amounts in islice(result.totals, MOST_WAYS)]
    return _listing(result.totals.count(), first)


def _amounts(amounts: Amounts) -> Way:
    """Draw a total cost: a number, then each type of mana, then snow; life in words."""
    whole = all(amount == int(amount) for amount in amounts.values() if amount != float("inf"))
    if not whole or float("inf") in amounts.values():
        return Way("", ", ".join(f"{amount_as_text(amount)} {slot}" for slot, amount in amounts.items()))
    pips = mana_as_text(amounts)
    life = amounts.get("life", 0)
    if not life:
        return Way(pips or "{0}", "")
    return Way(pips, f"and {life:,} life" if pips else f"{life:,} life")


def _way(one: Announced) -> Way:
    if not one.life:
        return Way(str(one), "")
    return Way(str(one), f"and {one.life:,} life" if one.symbols else f"{one.life:,} life")


def _x_lines(result: CheckResult) -> XLines | None:
    """Return the table of X: to the greatest that can be paid, or the first few where nothing ends it."""
    table = result.x_rows(MOST_ROWS)
    if table.variable is None:
        return None
    lines = [
        XLine(
            value=f"{row.value:,}",
            paid="".join(map(str, row.symbols)),
            life=f"{row.life:,} life" if row.life else "",
            mana_value=amount_as_text(row.mana_value),
            pays=row.payable,
            greatest=row.value == table.greatest,
        )
        for row in table.rows
    ]
    last = lines[-1].value if lines else "0"
    title = (
        f"{table.variable} at most {table.greatest:,}"
        if table.greatest is not None
        else f"{table.variable} from 0 to {last}"
    )
    are = "value between is" if table.left_out == 1 else "values between are"
    left = f"{table.left_out:,} {are} left out" if table.left_out else ""
    return XLines(table.variable, lines, left, title, judged=any(line.pays is not None for line in lines))


def _in_edition(edition: EditionSymbols, result: CheckResult) -> InEdition:
    findings = edition.check(result.cost)
    return InEdition(
        date=str(edition.date),
        unknown=[finding for finding in findings if finding.known is False],
        untold="".join(f"{{{finding.code}}}" for finding in findings if finding.known is None),
    )
