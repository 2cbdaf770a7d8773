"""A check as plain text, for the command line."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice

from explorer.cards.inputs import CardInput
from explorer.citations import Citations
from explorer.costcheck.check.by_card import MARK, CardQuestion
from explorer.costcheck.check.cited_facts import CitedFact, newest_facts
from explorer.costcheck.check.in_words import colors_in_words, mana_value_in_words, verdict_in_words
from explorer.costcheck.check.verdict import Verdict, verdict_of
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from symbols.engine import MANA_ABILITY, CheckResult, EngineError, KeywordInput, XRow, keyword_before
from symbols.engine.abilities import CheckedPart
from symbols.engine.costs import MANA_TYPES, Amounts, amount_as_text
from symbols.engine.paying import Helper, Mana, Payment, SymbolPayment
from symbols.engine.sources import Step, made_as_text
from symbols.engine.ways import announced, mana_as_text
from symbols.sentences import mana_value_term

# Announcements or totals in a list, and rows in the table of X.
_MAX_WAYS, _MAX_ROWS = 20, 12
_MARGIN = "  "
# The name of the field in an error, which is an option here.
_IN_FIELD = re.compile(r"^In “(\w+)”: ")


def report(
    result: CheckResult,
    facts: Sequence[CitedFact] | None = None,
    edition: EditionSymbols | None = None,
    citations: Citations | None = None,
    card: CardQuestion | None = None,
    verdict: Verdict | None = None,
) -> str:
    """A report in sections.

    Args:
        facts: by default those of the newest text.
        edition: of the check, if any.
    """
    facts = newest_facts(result.citations) if facts is None else facts
    term = mana_value_term(date.fromisoformat(edition.date) if edition else None)
    sections = [
        [f"{card.name}  {result.canonical}" if card else result.canonical],
        list(_from_card(card)) if card else [],
        [keyword.instructions()] if (keyword := keyword_before(result.cost)) else [],
        list(_columns(_summary(result, term))),
        list(_announcements(result)),
        list(_totals(result)),
        [
            f"{fact.sentence} ({_number_of(fact)})"
            for fact in facts
            if fact.rule == MANA_ABILITY and result.cost.activated
        ],
        list(_parts(result, citations)),
        list(_pool(result, verdict or verdict_of(result, card))),
        list(_x_table(result, term)),
        list(_edition(result, edition)) if edition else [],
        ["Why", *_facts(facts)],
    ]
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def keyword_report(keyword: KeywordInput, facts: Sequence[CitedFact]) -> str:
    return "\n".join([keyword.sentence(), *_facts(facts)]) + "\n"


def _facts(facts: Sequence[CitedFact]) -> Iterator[str]:
    return _columns((_number_of(fact), fact.sentence) for fact in facts)


def _number_of(fact: CitedFact) -> str:
    return fact.number or (fact.newest.number if fact.newest else fact.rule)


def error_report(error: EngineError, typed: str) -> str:
    lines = [_IN_FIELD.sub(lambda field: f"--{field[1].replace('_', '-')}: ", error.message)]
    own = error.field in (None, "cost", "ability")
    if own and error.start is not None and error.end is not None and typed.isprintable() and len(typed) <= 100:
        lines += [_MARGIN + typed, _MARGIN + " " * error.start + "^" * max(1, error.end - error.start)]
    if error.expected and error.expected not in error.message:
        lines.append(f"Expected {error.expected}.")
    if error.suggestion:
        lines.append(f"Did you mean {error.suggestion}?")
    return "\n".join(lines)


def _columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (_MARGIN + "   ".join(cells)).rstrip()


def _from_card(card: CardQuestion) -> Iterator[str]:
    if card.inputs:
        yield MARK.capitalize()
        yield from _columns((_flag(one), _WAYS[one.way], one.sentence) for one in card.inputs)
    if costs := [one.cost for one in card.costs if "{" in one.cost]:
        yield "Costs of its abilities"
        yield from (_MARGIN + cost for cost in dict.fromkeys(costs))
    if card.unread or card.others:
        yield "Not counted"
        yield from (_MARGIN + text for text in (*card.unread, *card.others))


_WAYS = {"always": "filled in", "may": "you may", "count": "how many?"}


def _flag(one: CardInput) -> str:
    flag = f"--{one.key.replace('_', '-')}"
    return flag if one.key == "free" else f"{flag} '{one.example}'"


def _summary(result: CheckResult, term: str) -> Iterator[tuple[str, str]]:
    cost = result.cost
    if cost.may_be_mana_cost:
        yield term.capitalize(), mana_value_in_words(result)
        if cost.symbols or result.colors is None:
            yield "Colors", colors_in_words(result)
    if cost.effect:
        yield "Effect", cost.effect
    if cost.reminder:
        yield "Reminder", cost.reminder


def _announcements(result: CheckResult) -> Iterator[str]:
    ways = result.announcements
    if ways.kinds:
        count = ways.count()
        yield f"{count:,} ways to pay"
        yield from _first((_announcement(result, each) for each in ways), count)


def _announcement(result: CheckResult, amounts: Amounts) -> str:
    way = announced(result.announcements, amounts)
    text = " and ".join(filter(None, [str(way), f"{way.life} life" if way.life else ""]))
    return f"{text}   you can’t pay" if result.pays_announced(amounts) is False else text


def _first(lines: Iterable[str], count: int | None) -> Iterator[str]:
    rest = iter(lines)
    yield from (_MARGIN + line for line in islice(rest, _MAX_WAYS))
    if next(rest, None) is not None:
        yield f"{_MARGIN}… and {f'{count - _MAX_WAYS:,}' if count else 'many'} more"


def amounts_as_text(amounts: Amounts) -> str:
    """`{2}{W} and 2 life`, for instance."""
    if not amounts:
        return "{0}"
    life = f"{amounts['life']} life" if "life" in amounts else ""
    return " and ".join(filter(None, [mana_as_text(amounts), life]))


def _totals(result: CheckResult) -> Iterator[str]:
    changes = result.to_pay.changes
    if changes == type(changes)():
        return
    totals = result.totals
    if not totals:
        yield "The total cost is unpayable"
        return
    other_costs = result.other_costs
    count = totals.count()
    yield "The total cost" if count == 1 else f"{count:,} total costs" if count else "Total costs"
    if other_costs and not result.to_pay.symbols and not next(iter(totals)):
        yield f"{_MARGIN}{', '.join(other_costs)}"
        return
    yield from _first(map(amounts_as_text, totals), count)
    if other_costs:
        yield f"{_MARGIN}other costs: {', '.join(other_costs)}"


def _parts(result: CheckResult, citations: Citations | None) -> Iterator[str]:
    if result.parts:
        yield "Other costs" if result.to_pay.symbols else "Costs"
        yield from _columns(_part_row(part, citations) for part in result.parts)


def _part_row(part: CheckedPart, citations: Citations | None) -> tuple[str, str]:
    of = "" if part.paid.source == "cost" else f" ({part.paid.source})"
    rules = ", ".join(citations.cited(rule) if citations else rule for rule in part.check.rules)
    return f"{part.text}{of}", f"{part.check.sentence} ({rules})"


def _pool(result: CheckResult, verdict: Verdict) -> Iterator[str]:
    if result.payable is None:
        return
    if verdict.answer == "maybe" or verdict.refused:
        yield verdict_in_words(result, verdict)
    elif verdict.lacking:
        yield verdict.lacking.sentence
    payment, shortfall = result.payment, result.shortfall
    if shortfall:
        if verdict.answer == "no":
            yield "You can’t pay"
        yield _MARGIN + shortfall.message
        if shortfall.size > 1:
            yield f"{_MARGIN}Not covered: {shortfall.named}."
    elif result.failing:
        yield f"You can’t pay: {', '.join(part.text for part in result.failing)}"
    elif payment:
        if verdict.answer == "yes":
            yield f"You can pay{' all of it' if result.parts else ''}, for example"
        steps = result.plan.steps if result.plan else ()
        yield from _columns([*map(_step_row, steps)])
        yield from _columns(_payment_rows(payment))
    if result.max_x is not None:
        yield f"{_MARGIN}X can be up to {result.max_x:,}."
    ways, payable = result.totals.announcements, result.payable_announcements
    if ways.kinds and payable is not None:
        yield f"{_MARGIN}You can pay in {payable:,} of {ways.count():,} ways."


def _step_row(step: Step) -> tuple[str, str, str]:
    paid = ", ".join(f"{{{mana.type}}} from {mana.source}" for mana in step.paid_with)
    doing = step.verb.lower()
    what = made_as_text(step.makes) or step.ability
    costs = [*([paid] if paid else []), *([f"{step.life} life"] if step.life else []), *step.other_costs]
    return f"{step.number}.", f"{doing} {step.source} for {what}", f"paying {', '.join(costs)}" if costs else ""


def _payment_rows(payment: Payment) -> Iterator[tuple[str, str]]:
    for line in payment.symbols:
        yield str(line.paid.symbol), _paid_with(line)
    if payment.minimum or payment.minimum_others:
        yield "minimum", ", ".join(filter(None, [_mana(payment.minimum), _others(payment.minimum_others)]))
    if payment.to_pay.life:
        yield "life", f"{payment.to_pay.life} life"
    left = Amounts(zip(MANA_TYPES, payment.left.mana, strict=True))
    mana = amounts_as_text(left) if left else "no mana"
    yield (
        "left over",
        ", ".join([mana, *(each.noun for each, _ in payment.left.others.units), f"{payment.left.life:,} life"]),
    )


def _paid_with(line: SymbolPayment) -> str:
    pieces = [_mana(line.mana), _others(line.others), f"{line.life} life" if line.life else ""]
    if line.reduced:
        pieces.append(f"reduced by {line.reduced}")
    return ", ".join(filter(None, pieces)) or "nothing"


def _mana(mana: Iterable[Mana]) -> str:
    return " ".join(
        (f"{{{each.type}}}" * each.count if each.count <= 12 else f"{each.count:,} {{{each.type}}}")
        + (" from snow sources" if each.snow else "")
        for each in mana
    )


def _others(others: Iterable[Helper]) -> str:
    return ", ".join(each.noun for each in others)


def _x_table(result: CheckResult, term: str) -> Iterator[str]:
    table = result.x_rows(_MAX_ROWS)
    if not table.rows:
        return
    lines = [list(_x_columns(result, row)) for row in table.rows]
    head = [str(table.variable), "paid as"]
    head += [term] * result.cost.may_be_mana_cost + ["you can pay"] * (result.pool is not None)
    *first, last = _columns([head, *lines])
    yield from first
    if table.left_out:
        yield f"{_MARGIN}… {table.left_out:,} {'row' if table.left_out == 1 else 'rows'} left out"
    yield last


def _x_columns(result: CheckResult, row: XRow) -> Iterator[str]:
    yield f"{row.value:,}"
    mana = "".join(map(str, row.symbols))
    yield f"{mana} and {row.life:,} life" if row.life else mana
    if result.cost.may_be_mana_cost:
        yield amount_as_text(row.mana_value)
    if row.payable is not None:
        yield "yes" if row.payable else "no"


def _edition(result: CheckResult, edition: EditionSymbols) -> Iterator[str]:
    yield f"Under the {edition.date} rules"
    for finding in edition.check(result.cost):
        yield _MARGIN + finding.sentence
