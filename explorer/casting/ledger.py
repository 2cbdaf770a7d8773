"""The total cost, line by line, each with why and by which rule (601.2f)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from explorer.casting.filling import Piece
from explorer.casting.spell import Spell, rule_of_keyword
from symbols.engine import CheckResult, read_cost
from symbols.engine.costs import Amount, Amounts, ManaSymbol, Option, PayLife
from symbols.engine.totals import CostToPay, Line, TotalCosts, ledger_of
from symbols.engine.ways import mana_as_text
from symbols.sentences import join_words

_MOST_TOTALS: Final = 24
_LIFE_EACH: Final = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One line.

    Attributes:
        amount: by slot; negative for reductions.
        text: the amount in symbols.
        rule: stable name.
        note: sentence of a card, or what couldn't be reduced.
        parts: costs other than mana and life.
        left: the part of a reduction with nothing to reduce.
    """

    amount: Mapping[str, int | float | str]
    text: str
    why: str
    rule: str
    note: str = ""
    parts: tuple[str, ...] = ()
    is_total: bool = False
    left: Amount = 0

    @property
    def is_less(self) -> bool:
        return any(not isinstance(amount, str) and amount < 0 for amount in self.amount.values())


@dataclass(frozen=True, slots=True)
class Total:
    """What a spell costs.

    Attributes:
        rows: the last is the locked total, if there is one.
        locked: None until all choices are made.
        choosing: symbols with a choice of how to pay; `chosen` are their choices, None until made.
        otherwise: other totals, by another order or choice of reductions.
        others: costs other than mana and life.
    """

    rows: Sequence[Row]
    locked: Amounts | None
    choosing: Sequence[ManaSymbol]
    chosen: Sequence[Option | None]
    otherwise: Sequence[str] = ()
    others: Sequence[str] = ()

    @property
    def text(self) -> str:
        """`{6}{R} and 2 life`, or other costs if there is no mana."""
        if self.locked is None:
            return ""
        return join_words(self.others) if self.others and not self.locked else amount_text(self.locked)


def total_of(
    result: CheckResult, spell: Spell, named: Mapping[str, Sequence[Piece]], *, is_x_known: bool, is_chosen: bool = True
) -> Total:
    """Add up a cost with announcements: the player's, else those of the best payment.

    Args:
        is_chosen: whether all other choices that it depends on are made, such as the number of targets.
    """
    as_printed = replace(result.to_pay, announced=())
    choosing = [entry.symbol for entry in as_printed.symbols if entry.symbol.is_choice]
    chosen = _chosen(result, len(choosing))
    if None in chosen and (result.pool is not None or result.totals.count() == 1):
        chosen = [one or symbol.options[0] for one, symbol in zip(chosen, choosing, strict=True)]
    to_pay = replace(as_printed, announced=tuple(chosen))
    is_settled = None not in chosen and is_x_known and is_chosen and not to_pay.unpayable
    totals = list(islice(TotalCosts(to_pay), _MOST_TOTALS)) if is_settled else []
    locked = _locked(result, totals)
    values = {**dict.fromkeys(to_pay.zeroed, 0), **result.values}
    lines = list(_merged(ledger_of(to_pay, locked, values), named))
    return Total(
        [row for line, piece in _own_first(lines) for row in _rows(line, piece, to_pay, spell)],
        locked,
        choosing,
        chosen,
        [amount_text(other) for other in totals if other != locked][:4] if locked in totals else [],
        tuple(dict.fromkeys(result.other_costs)),
    )


def _chosen(result: CheckResult, count: int) -> list[Option | None]:
    """Announced choices; for the rest, those of the payment."""
    own = [*result.to_pay.announced, *[None] * count][:count]
    lines = result.payment.symbols if result.payment else ()
    paid = iter([line.announced for line in lines if line.paid.symbol.is_choice])
    return [one or next(paid, None) for one in own]


def _locked(result: CheckResult, totals: Sequence[Amounts]) -> Amounts | None:
    """The total that is paid, else the smallest."""
    if not totals:
        return None
    paid = result.payment.total if result.payment else None
    # Until 2013, convoke and the like reduced the total.
    is_reduced = bool(result.pool and result.pool.others.reducing and result.pool.others.ways)
    if paid is not None and (is_reduced or paid in totals):
        return paid
    return min(totals, key=lambda one: (one.mana, one.get("life", 0)))


def amount_text(amounts: Amounts, unvalued: Sequence[str] = ()) -> str:
    """`{1}{B} and 2 life`, or `{0}`; variables without a value come first."""
    mana = "".join(f"{{{name}}}" for name in unvalued) + _in_printed_order(mana_as_text(amounts))
    life = f"{amounts['life']:,} life" if "life" in amounts else ""
    return " and ".join(filter(None, [mana, life])) or "{0}"


@lru_cache(maxsize=512)
def _in_printed_order(mana: str) -> str:
    return read_cost(mana).canonical if mana else ""


def _merged(lines: Sequence[Line], named: Mapping[str, Sequence[Piece]]) -> Iterator[tuple[Line, Piece | None]]:
    """Join lines with the same origin, such as {1} for each target."""
    fields = {"additional cost": "additional", "increase": "increases", "reduction": "reductions", "minimum": "minimum"}
    last: tuple[Line, Piece | None] | None = None
    for line in lines:
        pieces = named.get(fields.get(line.kind, ""), ())
        is_named = line.cost is not None or line.kind == "minimum"
        piece = pieces[line.place] if line.place < len(pieces) and is_named else None
        if last and piece is not None and last[1] is piece and last[0].kind == line.kind:
            last = (replace(last[0], amount=last[0].amount + line.amount, left=last[0].left + line.left), piece)
            continue
        if last:
            yield last
        last = (line, piece)
    if last:
        yield last


def _own_first(lines: Sequence[tuple[Line, Piece | None]]) -> list[tuple[Line, Piece | None]]:
    """Put the spell's own increases before those of other cards; their order doesn't matter."""
    increases = [(line, piece) for line, piece in lines if line.kind == "increase"]
    waiting = iter(sorted(increases, key=lambda each: each[1] is not None and each[1].of_effect))
    return [next(waiting) if line.kind == "increase" else (line, piece) for line, piece in lines]


def _rows(line: Line, piece: Piece | None, to_pay: CostToPay, spell: Spell) -> Iterator[Row]:
    parts = tuple(text for text in line.parts if not text.startswith("Pay ") or "life" not in text)
    why, rule, note = _named(line, piece, to_pay, spell)
    life = _announced_life(line, to_pay)
    if not life:
        shown = line.amount
        if line.kind == "reduction":
            shown = Amounts({slot: -amount for slot, amount in shown.items()})
        text = amount_text(shown, line.unvalued)
        if line.kind == "cost" and not shown and line.cost and any(symbol.is_choice for symbol in line.cost.symbols):
            text = line.cost.canonical
        is_total = line.kind == "total"
        yield Row(line.amount_as_json(), text, why, rule, note, parts, is_total=is_total, left=line.left)
        return
    rest = Amounts([*line.amount.items(), ("life", -life)])
    yield Row(replace(line, amount=rest).amount_as_json(), amount_text(rest, line.unvalued), why, rule, note, parts)
    each = "2 life for each Phyrexian symbol" if life > _LIFE_EACH else "2 life for the Phyrexian symbol"
    yield Row({"life": life}, f"{life} life", each, "107.4f")


def _announced_life(line: Line, to_pay: CostToPay) -> int:
    """Life announced for Phyrexian symbols of a cost."""
    if line.cost is None or line.kind in ("reduction", "total"):
        return 0
    printed = {"cost": to_pay.cost, "alternative cost": to_pay.changes.alternative}.get(line.kind)
    if line.kind == "additional cost":
        printed = to_pay.changes.additional[line.place]
    elif line.kind == "increase":
        printed = to_pay.changes.increases[line.place]
    if printed is None:
        return 0
    now, then = (sum(1 for part in cost.parts if isinstance(part, PayLife)) for cost in (line.cost, printed))
    return _LIFE_EACH * (now - then)


def _named(line: Line, piece: Piece | None, to_pay: CostToPay, spell: Spell) -> tuple[str, str, str]:
    """Why, by which rule, and a note."""
    if line.kind == "reduction":
        why, rule = (piece.why, piece.rule) if piece else ("Less by what helps to pay", "601.2f")
        return why, rule, " ".join(filter(None, [piece.sentence if piece else "", _unused(line)]))
    if piece:
        return piece.why, piece.rule, piece.sentence
    if line.kind in ("cost", "free"):
        return _of_mana_cost(line, to_pay, spell)
    if line.kind == "alternative cost":
        name = line.cost.label if line.cost else ""
        why = f"{name}, instead of its mana cost" if name else "Instead of its mana cost"
        return why, rule_of_keyword(name) or "118.9", ""
    fixed = {
        "commander tax": ("Commander tax", "903.8", ""),
        "minimum": (
            "Never less than",
            "601.2f",
            f"The total can’t be less than {to_pay.changes.minimum} mana. This applies last.",
        ),
        "total": ("Total", "601.2f", "Locked in. Nothing changes it from here."),
        "additional cost": ("Extra cost", "118.8", ""),
        "increase": ("Costs more", "601.2f", ""),
    }
    return fixed[line.kind]


def _of_mana_cost(line: Line, to_pay: CostToPay, spell: Spell) -> tuple[str, str, str]:
    if line.kind == "free":
        return "Without paying its mana cost", "118.9", ""
    if spell.is_ability:
        return "Activation cost", "602.1a", ""
    if spell.request.action:
        return f"{spell.request.action.capitalize()} cost", rule_of_keyword(spell.request.action) or "116.2", ""
    cost = to_pay.cost
    valued = [name for name in cost.variables if name not in line.unvalued]
    if not cost.symbols:
        return "No mana cost", "118.6", ""
    if valued:
        values = join_words([f"{name} = {to_pay.values.get(name, 0):,}" for name in valued])
        return f"Mana cost {cost.canonical} with {values}", "107.3a", ""
    return f"Mana cost {cost.canonical}", "202.1", ""


def _unused(line: Line) -> str:
    """Why a reduction is smaller than its text."""
    if not line.left or line.cost is None:
        return ""
    left = f"{line.left} of it does nothing:"
    if floor := getattr(line.cost, "floor", 0):
        return f"{left} it can’t reduce the cost below {floor} mana."
    if getattr(line.cost, "colored_only", False):
        return f"{left} no such mana is left."
    return f"{left} nothing is left that it can reduce."
