"""A checked cost as templates show it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from explorer.citations import Citations, FoundRule
from explorer.costcheck.check import (
    CheckedCost,
    CheckedKeyword,
    CitedFact,
    Verdict,
    colors_in_words,
    in_sentences,
    mana_value_in_words,
    open_in_words,
    sentence_of,
    short_for,
    source_among,
    told_rules,
)
from explorer.costcheck.option_fields import LABELS, question_with
from explorer.costcheck.shown_card import ShownFromCard, show_from_card, with_option
from explorer.costcheck.shown_payment import ShownPayment, show_payment
from explorer.costcheck.shown_questions import ShownQuestion, on_table, show_questions
from explorer.document.dates import long_date
from explorer.symbols_by_edition.edition_symbols import EditionSymbols, Finding
from explorer.web import addresses
from explorer.wording.differences import source_of
from symbols.engine import MANA_ABILITY, NO_CHANGES, CheckResult, KeywordInput
from symbols.engine.costs import Amount, Amounts, amount_as_text
from symbols.engine.sources import with_count
from symbols.engine.ways import Announced, announced, mana_as_text
from symbols.rendering import spoken
from symbols.sentences import join_words, mana_value_term

MOST_WAYS = 24
MOST_TABS = 8
# Sources in a question.
MOST_NAMED = 6
# Prefixes of the rules cited beside each part of the answer.
TOPICS = {
    "mana_value": ("202.3", "709.5", "712.", "715.", "718.", "720."),
    "colors": ("202.2",),
    "announce": ("601.2b", "118.13b", "118.13c"),
    "total": ("601.2f",),
    "x": ("107.3",),
    "pay": ("118.3",),
    "order": ("601.2g",),
}
SAID = (*TOPICS["mana_value"], *TOPICS["announce"])
"""Prefixes of the rules quoted for a cost without a verdict."""


class Way(NamedTuple):
    """A way to announce a cost, or a total: mana as pips, the rest in words.

    `payable` is None where that is unknown, and for totals. `short` is what is missing, in simple cases.
    """

    pips: str
    words: str
    payable: bool | None = None
    short: str = ""


class XTab(NamedTuple):
    """A value of a variable, with the address of the check with it.

    `payable` is None where that is unknown.
    """

    value: str
    address: str
    current: bool
    payable: bool | None


@dataclass(frozen=True, slots=True)
class Listing:
    """A truncated list: "1,204", the first of them, "1,180 more"."""

    count: str
    ways: Sequence[Way]
    left: str


@dataclass(frozen=True)
class ShownCheck:
    """A checked cost.

    Attributes:
        mana_value_word: "mana value", or what the edition calls it.
        mana_value: in each zone, in words, with the values of the variables.
        announcements: ways to announce the cost; an empty list where there is nothing to choose.
        totals: None where nothing changes the cost.
        payment: None where nothing is known of paying.
        variable: X, or another variable of the cost; empty without one.
        tabs: its values; the current one is that of everything else that is shown.
        table: sources, each with a stepper.
        headline: what follows Yes, No or Maybe.
        told: the facts of the deciding rules.
        edition: the date of the requested edition, what it lacks, and symbols about which it says nothing.
        facts: sentences, each with its rules as links.
        cites: rules beside each of `TOPICS`, as links.
        deciding: the rule behind the verdict; None where it isn't loaded.
        newest: date of the newest edition; None where none is loaded.
    """

    asked: Mapping[str, object]
    result: CheckResult
    verdict: Verdict
    headline: str
    questions: Sequence[ShownQuestion]
    table: Sequence[ShownQuestion]
    mana_value_word: str
    mana_value: str
    color_pips: str
    color_words: str
    announcements: Listing
    totals: Listing | None
    payment: ShownPayment | None
    variable: str
    tabs: Sequence[XTab]
    edition: tuple[str, Sequence[Finding], str] | None
    facts: Sequence[tuple[str, SafeString]]
    told: Sequence[tuple[str, SafeString]]
    ability: Sequence[tuple[str, SafeString]]
    cites: Mapping[str, SafeString]
    deciding: FoundRule | None
    newest: date | None
    card: ShownFromCard | None = None

    @property
    def source(self) -> str:
        return source_of(self.deciding)

    @cached_property
    def pinned(self) -> str:
        """Address of this result under the newest edition; empty where it names an edition already."""
        return addresses.keeping(self.address, self.newest)

    @property
    def lasting(self) -> str:
        """Permalink."""
        return self.pinned or self.address

    @cached_property
    def said(self) -> str:
        """The answer in a few sentences."""
        return f"{self.summary} {self.verdict_in_words}".rstrip()

    @property
    def in_words(self) -> str:
        """The verdict; without one, the whole answer."""
        return self.verdict_in_words or self.said

    @property
    def spoken(self) -> str:
        """The same for screen readers, with symbols by their names."""
        return spoken(self.in_words)

    @property
    def verdict_in_words(self) -> str:
        """The verdict as a few sentences; empty where it isn’t known."""
        return in_sentences(self.verdict, self.headline)

    @property
    def open_in_words(self) -> str:
        return open_in_words(self.verdict)

    @property
    def calls_for(self) -> Collection[str]:
        """Options whose fields help to answer it further."""
        called = {question.field.removeprefix("option-") for question in self.questions if question.field}
        if any(option.slot == "life" for each in self.result.to_pay.symbols for option in each.symbol.options):
            called.add("life")
        if self.verdict.answer is None:
            called |= {part.input for part in self.result.unchecked}
        # Without haste, a creature under new control can’t pay {T}.
        if "tapped" in called or self.result.permanent.controlled is False:
            called |= {"creature", "controlled", "haste"}
        return called

    @property
    def has_facts(self) -> bool:
        """Whether there is more to say of what it is than its symbols."""
        cost = self.result.cost
        return cost.may_be_mana_cost or bool(self.ability or cost.reminder or self.casts)

    @property
    def open_questions(self) -> Sequence[ShownQuestion]:
        return [question for question in self.questions if question.is_open]

    @property
    def other_questions(self) -> Sequence[ShownQuestion]:
        return [question for question in self.questions if not question.is_open]

    @property
    def shown_value(self) -> str:
        """Value of the variable for which everything is shown."""
        return next((tab.value for tab in self.tabs if tab.current), "")

    @property
    def with_missing(self) -> str:
        """Address of the check with the missing mana added; empty where none is known."""
        more = self.payment.missing_mana if self.payment else ""
        pool = str(self.asked.get("pool") or "")
        return addresses.check(**{**self.asked, "pool": f"{pool}{more}"}) if more else ""

    @property
    def other_way(self) -> str:
        """Address of the next plan for the sources; empty where there is just one."""
        at = self.payment.table.next if self.payment else None
        asked = {key: value for key, value in self.asked.items() if key != "plan"}
        return "" if at is None else addresses.check(**asked, **({"plan": at} if at else {}))

    @property
    def rest(self) -> Sequence[tuple[str, SafeString]]:
        """The facts that aren't told first."""
        return [fact for fact in self.facts if fact not in self.told]

    @property
    def what(self) -> str:
        if self.result.cost.may_be_mana_cost:
            return f"{self.mana_value_word.capitalize()} and colors"
        return "The ability" if self.ability else "The cost"

    @property
    def summary(self) -> str:
        ways = "One way" if self.announcements.count == "1" else f"{self.announcements.count.capitalize()} ways"
        # Outside the stack, the card's other part counts too.
        amount = self.mana_value if self.result.card else amount_as_text(self.result.mana_value_on_stack)
        colors = "Colors unknown" if self.result.colors is None else self.color_words.capitalize()
        value = f"{self.mana_value_word.capitalize()} {amount}. {colors}. " if self.result.cost.may_be_mana_cost else ""
        return f"{value}{ways} to pay."

    @cached_property
    def address(self) -> str:
        return addresses.check(**self.asked)

    @property
    def walk_address(self) -> str:
        """Address of casting it step by step."""
        return addresses.cast(self.asked)

    @property
    def reasons(self) -> str:
        """“Show all 3 rules”."""
        count = len(self.facts)
        return "Show the rule" if count == 1 else f"Show all {count} rules"

    @cached_property
    def drawn(self) -> str:
        """Mana symbols in the order in which cards print them."""
        return "".join(map(str, self.result.cost.canonical_symbols))

    @property
    def casts(self) -> list[tuple[str, str, bool]]:
        """Parts of a two-part card that can be cast: pips or words, address, whether it is the current one."""
        card = self.result.card
        if card is None:
            return []
        can_fuse = card.layout == "split" and (self.card is None or self.card.has_fuse)
        fused = [("both", "both, fused")] if can_fuse else []
        return [
            (shown, addresses.check(**{**self.asked, "cast": cast}), cast == card.cast)
            for cast, shown in [("1", card.first.canonical), ("2", card.second.canonical), *fused]
        ]

    @property
    def question(self) -> str:
        """“Can you pay {2}{W} with WWU?”, with all options; the cost alone where there is no verdict."""
        card = self.result.card
        part = {"1": card.first, "2": card.second}.get(card.cast) if card else None
        cost = f"{part.canonical} of {self.canonical}" if part else self.canonical
        asked = {key: value for key, value in self.asked.items() if key != "cast" or not part}
        return question_with(f"Can you pay {cost}{self._means}?", asked) if self.payment else self.canonical

    @property
    def question_above(self) -> str:
        """Likewise, without the cost; empty where there is no verdict."""
        return question_with(f"Can you pay{self._means}?", self.asked) if self.payment else ""

    @property
    def _means(self) -> str:
        pool = str(self.asked.get("pool") or "").strip()
        sources = [with_count(source.typed, source.count) for source in self.result.sources]
        if len(sources) > MOST_NAMED:
            sources = [*sources[: MOST_NAMED - 1], f"{len(sources) - MOST_NAMED + 1} others"]
        means = join_words([*([pool] if pool else []), *sources])
        return (f" for {self.card.name}" if self.card else "") + (f" with {means}" if means else "")

    @property
    def canonical(self) -> str:
        return self.result.canonical


def show_check(checked: CheckedCost, citations: Citations, *, rules_from: str = "") -> ShownCheck:
    """Shape a checked cost.

    Args:
        citations: as seen from the edition that it was checked under, or from the newest text.
        rules_from: show only facts whose rule begins with this.
    """
    asked, edition, facts = checked.result, checked.edition, checked.facts
    variable, tabs, result = _tabs(checked)
    announcements = result.announcements
    count = announcements.count()
    payment = show_payment(result, facts, citations)
    # A single way is the cost itself, unless additional costs leave a choice.
    listed = count != 1 or (payment is not None and payment.of != "1")
    ways = [
        _way(announced(announcements, amounts))._replace(**_verdict(result, amounts))
        for amounts in islice(announcements, MOST_WAYS if listed else 0)
    ]
    ways.sort(key=lambda way: way.payable is False)
    told = {*map(partial(source_among, facts), told_rules(asked))}
    named = [fact.newest or citations.get(fact.source) for fact in facts if fact.rule.startswith(SAID)]
    return ShownCheck(
        asked=checked.asked,
        result=result,
        verdict=checked.verdict,
        headline=sentence_of(asked, checked.verdict),
        questions=show_questions(checked, citations),
        table=on_table(checked),
        mana_value_word=mana_value_term(citations.day),
        mana_value=mana_value_in_words(result),
        color_pips="".join(f"{{{color}}}" for color in result.colors or ()),
        color_words=colors_in_words(result),
        announcements=_listing(count, ways),
        totals=_totals(result),
        payment=payment,
        variable=variable,
        tabs=tabs,
        edition=_in_edition(edition, result) if edition else None,
        facts=_facts([fact for fact in facts if fact.rule.startswith(rules_from)], citations),
        told=_facts(_first_of_each(fact for fact in facts if fact.source in told), citations),
        ability=_facts([fact for fact in facts if fact.rule == MANA_ABILITY and asked.cost.activated], citations),
        cites=_cites(tuple((fact.rule, fact.source, fact.newest) for fact in facts), citations),
        deciding=payment.deciding if payment else next(filter(None, named), None),
        newest=citations.loaded.newest.date if citations.loaded.newest else None,
        card=show_from_card(checked.card) if checked.card else None,
    )


@dataclass(frozen=True, slots=True)
class ShownKeyword:
    keyword: KeywordInput
    facts: Sequence[tuple[str, SafeString]]

    @property
    def said(self) -> str:
        return self.keyword.sentence(LABELS)

    @property
    def way_on(self) -> str:
        """Its next step: what to type, and where."""
        return self.keyword.way_on(LABELS)


def show_keyword(checked: CheckedKeyword, citations: Citations) -> ShownKeyword:
    return ShownKeyword(checked.keyword, _facts(checked.facts, citations))


def _facts(found: Iterable[CitedFact], citations: Citations) -> list[tuple[str, SafeString]]:
    """Each fact once, with all of its rules."""
    by_words: dict[str, list[tuple[str, FoundRule | None]]] = {}
    for fact in found:
        by_words.setdefault(fact.sentence, []).append((fact.source, fact.newest))
    return [(words, _links(tuple(rules), citations)) for words, rules in by_words.items()]


@lru_cache(maxsize=512)
def _cites(cited: tuple[tuple[str, str, FoundRule | None], ...], citations: Citations) -> Mapping[str, SafeString]:
    """Cached, since many costs have the same rules.

    Args:
        cited: of each fact, its rule's stable name, the rule that gives it in the edition, and the newest.
    """
    return {
        topic: _links(
            tuple((source, newest) for rule, source, newest in cited if rule.startswith(starts)), citations, dated=True
        )
        for topic, starts in TOPICS.items()
    }


@lru_cache(maxsize=2048)
def _links(given: tuple[tuple[str, FoundRule | None], ...], citations: Citations, *, dated: bool = False) -> SafeString:
    """Rules as links, each once: in the edition, or in the newest one where the edition doesn't say so.

    Args:
        given: of each fact, the stable name of the rule that gives it in the edition, and the newest.
        dated: name the edition of the newest, where no sentence beside it does.
    """
    rules = dict.fromkeys(given)
    if not any(newest for _, newest in rules):
        return citations.links(rule for rule, _ in rules)
    return format_html_join(
        " ",
        "{}{}",
        (
            (
                citations.link(rule, elsewhere=newest is not None),
                f" ({long_date(newest.date)} rules)" if newest and dated else "",
            )
            for rule, newest in rules
        ),
    )


def _first_of_each(facts: Iterable[CitedFact]) -> list[CitedFact]:
    """The first fact of each rule."""
    return list({fact.rule: fact for fact in reversed(list(facts))}.values())[::-1]


def _tabs(checked: CheckedCost) -> tuple[str, Sequence[XTab], CheckResult]:
    """The variable of a cost, its values, and the result with the value that is shown.

    That is the requested one; else, with mana to pay with, the greatest that can be paid.
    """
    result = checked.result
    table = result.x_rows(MOST_TABS)
    name = table.variable
    if name is None:
        return "", (), result
    given = result.values.get(name)
    at = given if given is not None else table.greatest if table.greatest and result.payable else 0
    values: dict[int, bool | None] = {row.value: row.payable for row in table.rows}
    if table.greatest is not None and name not in result.to_pay.zeroed:
        hoped = result.hoped_x
        values.setdefault(table.greatest + 1, None if hoped is not None and hoped > table.greatest else False)
    tabs = [
        XTab(f"{value:,}", with_option(checked, name.lower(), str(value)), value == at, payable)
        for value, payable in sorted({**values, at: values.get(at)}.items())
    ]
    return name, tabs, result.with_value(name, at)


def _listing(count: int | None, ways: Sequence[Way]) -> Listing:
    if count is None:
        return Listing("many", ways, "more")
    return Listing(f"{count:,}", ways, f"{count - len(ways):,} more" if count > len(ways) else "")


def _totals(result: CheckResult) -> Listing | None:
    if result.to_pay.changes == NO_CHANGES or result.to_pay.unpayable:
        return None
    first = [_amounts(amounts) for amounts in islice(result.totals, MOST_WAYS)]
    return _listing(result.totals.count(), first)


def _amounts(amounts: Amounts) -> Way:
    """A total as pips: number, colors, snow; life in words."""
    whole = all(amount == int(amount) for amount in amounts.values() if amount != float("inf"))
    if not whole or float("inf") in amounts.values():
        return Way("", ", ".join(f"{amount_as_text(amount)} {slot}" for slot, amount in amounts.items()))
    pips = mana_as_text(amounts)
    life = amounts.get("life", 0)
    return _with_life(pips, life) if life else Way(pips or "{0}", "")


def _verdict(result: CheckResult, amounts: Amounts) -> dict[str, Any]:
    payable = result.pays_announced(amounts)
    return {"payable": payable, "short": short_for(result, amounts) if payable is False else ""}


def _way(one: Announced) -> Way:
    return _with_life(str(one) if one.symbols or not one.life else "", one.life)


def _with_life(pips: str, life: Amount) -> Way:
    if not life:
        return Way(pips, "")
    return Way(pips, f"and {life:,} life" if pips else f"{life:,} life")


def _in_edition(edition: EditionSymbols, result: CheckResult) -> tuple[str, Sequence[Finding], str]:
    findings = edition.check(result.cost)
    lacking = [finding for finding in findings if finding.known is False]
    unknown = "".join(f"{{{finding.code}}}" for finding in findings if finding.known is None)
    return long_date(date.fromisoformat(edition.date)), lacking, unknown
