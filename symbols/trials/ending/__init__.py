"""Trial: who wins, who loses, and whether the game ends (104)."""

from symbols.trials.ending.answer import ending
