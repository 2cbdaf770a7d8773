"""Everything that a page shows of one cost, amounts as words and symbols as codes in braces."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.safestring import SafeString

from explorer.checks import check
from explorer.citations import Citations, citations_in
from explorer.symbology.edition_symbols import EditionSymbols, Finding
from explorer.views.check.shown_payment import ShownPayment, show_payment
from symbols.engine import CheckResult, Citation, CostChanges
from symbols.engine.costs import COLOR_NAMES, Amounts, amount_as_text
from symbols.engine.ways import Announced, announced, mana_as_text
from symbols.sentences import join_words

MOST_WAYS = 24
MOST_ROWS = 12
# Which citations stand beside which part of the answer, by the rules they begin with.
TOPICS = {
    "mana_value": ("202.3",),
    "colors": ("202.2",),
    "announce": ("601.2b", "118.13b", "118.13c"),
    "total": ("601.2f",),
    "x": ("107.3",),
    "pay": ("118.3",),
}


@dataclass(frozen=True, slots=True)
class ShownAmounts:
    """One way to announce a cost, or one total: what is paid as pips, and the rest in words."""

    pips: str
    words: str


@dataclass(frozen=True, slots=True)
class Listing:
    """How many there are, the first of them, and how many are left."""

    count: str
    ways: Sequence[ShownAmounts]
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
    """A part of what is paid that is not mana; `pays` is None where that is unknown."""

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
class EditionFindings:
    """What an edition says of the symbols of a cost."""

    date: str
    lacking: Sequence[Finding]
    unknown: str


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """Everything that a page shows of one cost."""

    result: CheckResult
    drawn: str
    drawn_parts: Sequence[str]
    parts: Sequence[PartLine]
    has_mana_value: bool
    mana_value_word: str
    mana_value_on_stack: str
    mana_value_elsewhere: str
    variables: str
    color_pips: str
    color_words: str
    announcements: Listing
    announced: bool
    totals: Listing | None
    other_costs: Sequence[str]
    payment: ShownPayment | None
    x: XLines | None
    edition: EditionFindings | None
    facts: Sequence[Fact]
    cites: Mapping[str, SafeString]

    @property
    def said(self) -> str:
        """The answer in one sentence, to be spoken."""
        ways = "one way" if self.announcements.count == "1" else f"{self.announcements.count} ways"
        value = (
            f"{self.mana_value_word} {self.mana_value_on_stack}, {self.color_words}, " if self.has_mana_value else ""
        )
        sentence = f"{value}{ways} to announce it."
        if self.payment is None:
            return sentence
        if not self.payment.pool:
            return f"{sentence} It can’t be paid."
        return f"{sentence} The pool {'can' if self.payment.payable else 'can’t'} pay."

    @property
    def canonical(self) -> str:
        """The cost in official notation."""
        return self.result.cost.canonical


def show_check(asked: Mapping[str, object]) -> ShownCheck:
    """Check a cost and return all that a page shows of it.

    Args:
        asked: the keys of a request (`symbols.engine.request`).

    Raises:
        EngineError: it can't be read, or the request makes no sense.
    """
    checked = check(asked)
    result, edition = checked.result, checked.edition
    cost = result.cost
    citations = citations_in(dt.date.fromisoformat(edition.date) if edition else None)
    # A variable without a value stays a variable on the page.
    announcements = result.announcements
    count = announcements.count()
    ways = [_way(announced(announcements, amounts)) for amounts in islice(announcements, MOST_WAYS)]
    return ShownCheck(
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
        has_mana_value=cost.may_be_mana_cost,
        mana_value_word=(edition.mana_value_word if edition else None) or "mana value",
        mana_value_on_stack=amount_as_text(result.mana_value_on_stack),
        mana_value_elsewhere=amount_as_text(result.mana_value_elsewhere),
        variables=join_words([f"{name} = {result.values.get(name, 0):,}" for name in cost.variables]),
        color_pips="".join(f"{{{color}}}" for color in cost.colors),
        color_words=join_words([COLOR_NAMES[color] for color in cost.colors]) or "colorless",
        announcements=_listing(count, ways),
        announced=bool(result.to_pay.announced_symbols),
        totals=_totals(result),
        other_costs=result.other_costs,
        payment=show_payment(result, citations),
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


def _listing(count: int | None, ways: Sequence[ShownAmounts]) -> Listing:
    if count is None:
        return Listing("many", ways, "more")
    return Listing(f"{count:,}", ways, f"{count - len(ways):,} more" if count > len(ways) else "")


def _totals(result: CheckResult) -> Listing | None:
    """List what the total cost can come to; None where nothing changes the cost."""
    if result.to_pay.changes == CostChanges() or result.to_pay.unpayable:
        return None
    first = [_amounts(amounts) for amounts in islice(result.totals, MOST_WAYS)]
    return _listing(result.totals.count(), first)


def _amounts(amounts: Amounts) -> ShownAmounts:
    """Draw a total cost: a number, then each type of mana, then snow; life in words."""
    whole = all(amount == int(amount) for amount in amounts.values() if amount != float("inf"))
    if not whole or float("inf") in amounts.values():
        return ShownAmounts("", ", ".join(f"{amount_as_text(amount)} {slot}" for slot, amount in amounts.items()))
    pips = mana_as_text(amounts)
    life = amounts.get("life", 0)
    if not life:
        return ShownAmounts(pips or "{0}", "")
    return ShownAmounts(pips, f"and {life:,} life" if pips else f"{life:,} life")


def _way(one: Announced) -> ShownAmounts:
    if not one.life:
        return ShownAmounts(str(one), "")
    return ShownAmounts(str(one), f"and {one.life:,} life" if one.symbols else f"{one.life:,} life")


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


def _in_edition(edition: EditionSymbols, result: CheckResult) -> EditionFindings:
    findings = edition.check(result.cost)
    return EditionFindings(
        date=str(edition.date),
        lacking=[finding for finding in findings if finding.known is False],
        unknown="".join(f"{{{finding.code}}}" for finding in findings if finding.known is None),
    )
