"""Combat damage (510): lines such as `5/5 trample` to who may deal how much to whom."""

from symbols.trials.combat.answer import combat_damage, in_range, label_of, through_sentence, uncounted_sentences
from symbols.trials.combat.board import DEFENDER, FIRST, PLAYER
from symbols.trials.combat.creature import Creature
from symbols.trials.combat.division import join_amounts
from symbols.trials.combat.fields import listed, normalized, reordered, rows_of
from symbols.trials.combat.lines import read_creatures
