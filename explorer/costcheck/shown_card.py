"""The card being checked: values that its text fills in, choices, and what isn't counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from explorer.cards.inputs import CardInput
from explorer.costcheck.check import REPEATED, CardQuestion, CheckedCost
from explorer.web import addresses
from symbols.engine import EngineError, as_one_text

# Optional costs that can be chosen together; no card has more.
_MOST_TOGETHER = 5
_SHARED_KEYS = ("pool", "snow", "life", "edition")


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """`payable` is None if unknown or irrelevant."""

    text: str
    address: str
    chosen: bool
    payable: bool | None = None


@dataclass(frozen=True, slots=True)
class ShownFromCard:
    """A card that is checked.

    Attributes:
        name: of the card, or of the face that is cast.
        costs: of its abilities, with addresses of their checks.
        others: other sentences about costs or payment.
    """

    name: str
    address: str
    costs: Sequence[tuple[str, str]]
    others: Sequence[str]
    has_fuse: bool


def show_from_card(card: CardQuestion) -> ShownFromCard:
    shared = {key: card.given[key] for key in _SHARED_KEYS if key in card.given}
    costs = {one.cost: one for one in card.costs if "{" in one.cost.replace("{T}", "").replace("{Q}", "")}
    return ShownFromCard(
        card.name,
        addresses.card(card.slug),
        [(text, addresses.check(text, **{**shared, **one.options})) for text, one in costs.items()],
        card.others,
        card.parts.has_fuse,
    )


def choices_of(one: CardInput, card: CardQuestion) -> tuple[list[ShownAnswer], str]:
    """Choices, and the value that is filled in if none is chosen."""
    offered = list(one.choices) if one.way == "always" else [one.value]
    choices = [ShownAnswer(text, *_toggled(one, text, card)) for text in offered]
    is_filled = one.way == "always" and not any(choice.chosen for choice in choices)
    is_filled = is_filled and one.value in str(card.given.get(one.key, ""))
    return choices, one.value if is_filled else ""


def _toggled(one: CardInput, text: str, card: CardQuestion) -> tuple[str, bool]:
    """The address that toggles a value, and whether it is chosen now."""
    now = str(card.given.get(one.key, ""))
    if one.key not in REPEATED:
        return _with(card, one.key, "" if now == text else text), now == text
    pieces = next((state for state in _states(card, one.key) if _joined(one.key, state) == now), None)
    if pieces is None:
        return _with(card, one.key, text), False
    is_chosen = text in pieces
    if one.choices:
        replaced, other = ((text,), one.value) if is_chosen else ((one.value, *one.choices), text)
        changed = [other if piece in replaced else piece for piece in pieces]
    else:
        changed = list(pieces)
        (changed.remove if is_chosen else changed.append)(text)
    return _with(card, one.key, _joined(one.key, changed)), is_chosen


def _states(card: CardQuestion, key: str) -> Iterator[tuple[str, ...]]:
    """Combinations of values for a key: one of each required choice, and any of the optional ones."""
    fixed = [(one.value, *one.choices) for one in card.inputs if one.key == key and one.way == "always"]
    added = [one.value for one in card.inputs if one.key == key and one.way == "may"][:_MOST_TOGETHER]
    for chosen in product(*fixed):
        for count in range(len(added) + 1):
            for more in combinations(added, count):
                yield (*chosen, *more)


def _joined(key: str, pieces: Sequence[str]) -> str:
    try:
        return as_one_text(key, pieces) if len(pieces) > 1 else "".join(pieces)
    except EngineError:
        return ", ".join(pieces)


def _with(card: CardQuestion, key: str, text: str) -> str:
    options = {**card.options, key: text}
    if text == card.filled.get(key, ""):
        del options[key]
    return addresses.check(**options)


def with_option(checked: CheckedCost, key: str, text: str) -> str:
    """Address of the check with another value of an option; an empty one removes it."""
    if checked.card:
        return _with(checked.card, key, text)
    options = {name: value for name, value in checked.options.items() if name != key}
    return addresses.check(**options, **({key: text} if text else {}))
