"""Trial: who wins, who loses, and whether the game ends (104)."""
