"""Announcing a cost: its nonhybrid equivalents (601.2b)."""

from symbols.engine.ways.announced_symbols import Announced, announced, mana_as_text
from symbols.engine.ways.announcements import Announcements
