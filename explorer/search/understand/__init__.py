"""Interpret queries: rule numbers, costs, payments, changes of a creature, symbols, or words."""
