"""`manage.py cost`: check a cost."""

import re
from collections.abc import Callable, Mapping

from explorer.costcheck.check import CARD, CheckedCost, CheckedKeyword, answer
from explorer.library.loaded import Library
from explorer.management.answering import AnsweringCommand
from symbols.engine import KEYS

_LOYALTY_COST = re.compile(r"-[xyz]", re.IGNORECASE)


class Command(AnsweringCommand):
    help = "Check a cost: what it means, whether and how you can pay it, and which rules say so."
    epilog = """\
examples:
  manage.py cost '{2}{W/U}'
  manage.py cost xrr --x 3 --pool RRRRG
  manage.py cost '{2}{W}, {T}, Sacrifice a creature' --json
  manage.py cost '{E}{E}, {T}' --energy 3 --tapped no --creature no
  manage.py cost '{X}{2}{G}{G}' --pool GG --convoke '{G}{G/W}{C}'
  manage.py cost '{1}{R} // {2}{U}' --cast both
  manage.py cost --card Fireball --pool RRR
  manage.py cost - < costs.txt
"""
    keys = (CARD, *KEYS)
    subjects = ("cost", CARD)
    nothing_given = "Type a cost, or name a card with --card."
    two_given = "Type a cost or use --card, not both."

    def run_from_argv(self, argv: list[str]) -> None:
        """Take `-X` for a loyalty cost, not an option."""
        costs = [] if "--" in argv else [each for each in argv[2:] if _LOYALTY_COST.fullmatch(each)]
        others = [each for each in argv if each not in costs]
        super().run_from_argv([*others, "--", *costs] if costs else argv)

    def answer(self, given: Mapping[str, object], loaded: Callable[[], Library]) -> CheckedCost | CheckedKeyword:
        return answer(given, loaded)
