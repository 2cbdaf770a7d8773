"""Nonmana costs: tapping, counters, loyalty, and whether they can be paid (107.5 to 107.7, 606)."""

from symbols.engine.abilities.activation import ActivationCheck, PartCheck, Permanent, Player, check_parts
from symbols.engine.abilities.checked import CheckedPart
from symbols.engine.abilities.loyalty import LoyaltyCheck, Timing, check_loyalty
