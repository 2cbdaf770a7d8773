"""Pages of cards: one card, and the list by name."""
