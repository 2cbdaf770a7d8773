"""Casting a spell or activating an ability, step by step (601.2, 602.2)."""
