"""Combat damage (510): lines such as `5/5 trample` to who may deal how much to whom."""

from symbols.trials.combat.answer import combat
from symbols.trials.combat.lines import Creature, as_lines, lines_of, read_creatures
