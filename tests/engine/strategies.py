"""Hypothesis strategies for costs."""

from hypothesis import strategies as st

from symbols.engine.costs.cost import Cost
from symbols.engine.costs.parts import Energy, Loyalty, Part, PayLife, Tap, TextPart, Tickets, Untap
from symbols.engine.costs.symbols import CHOICES, NAMED, ManaSymbol, generic_symbol

numbers = st.integers(0, 25).map(generic_symbol)
choices = st.sampled_from(CHOICES)
mana_symbols: st.SearchStrategy[ManaSymbol] = choices | st.sampled_from(list(NAMED.values())) | numbers

counts = st.integers(1, 30)
parts: st.SearchStrategy[Part] = st.one_of(
    st.just(Tap()),
    st.just(Untap()),
    counts.map(Energy),
    counts.map(Tickets),
    st.builds(Energy, st.none(), st.sampled_from("XYZ")),
    st.builds(Loyalty, st.sampled_from(["+", "-"]), counts),
    st.just(Loyalty("0", 0)),
    st.builds(Loyalty, st.just("-"), st.none(), st.sampled_from("XYZ")),
    counts.map(PayLife),
    st.just(PayLife(None, "X")),
    st.sampled_from(["Sacrifice a creature", "Discard a card", "Exile an Elf, Goblin, or Wizard you own"]).map(
        TextPart
    ),
)


@st.composite
def costs(draw: st.DrawFn) -> Cost:
    """Mana symbols in any order, and other parts, no two of a kind."""
    symbols = draw(st.lists(mana_symbols, max_size=12))
    others = draw(st.lists(parts, max_size=3, unique_by=type))
    if not symbols and not others:
        symbols = [generic_symbol(0)]
    mana = "".join(map(str, symbols))
    text = ", ".join([*([mana] if mana else []), *(part.text for part in others)])
    return Cost(text, tuple(symbols), tuple(others))
