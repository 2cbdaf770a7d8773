"""Combat damage (510): lines such as `5/5 trample` to who may deal how much to whom."""

from symbols.trials.combat.answer import combat
