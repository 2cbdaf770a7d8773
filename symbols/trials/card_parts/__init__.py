"""Trial: the parts of a card and what follows from them: colors, color identity, mana value, size (200 to 212)."""
