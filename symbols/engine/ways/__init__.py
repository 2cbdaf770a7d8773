"""Announcing a cost: its nonhybrid equivalents (601.2b)."""

from symbols.engine.ways.announcements import Announced, Announcements, announced, mana_as_text
