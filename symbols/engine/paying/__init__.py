"""Paying a cost from a pool, or explaining why that isn't possible (601.2h)."""

from symbols.engine.paying.others import Helper, Way
from symbols.engine.paying.payment import Payment, SymbolPayment
from symbols.engine.paying.pool import Mana
from symbols.engine.paying.shortfall import Shortfall
