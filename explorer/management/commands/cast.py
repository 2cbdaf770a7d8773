"""`manage.py cast`: cast a spell or activate an ability, step by step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.core.management.base import CommandParser

from explorer.casting.answer import as_json, as_text
from explorer.casting.request import CAST_OPTIONS, PARAMETERS, CastOption, CastRequest
from explorer.casting.walk import Walk, walk
from explorer.costcheck.check import CARD
from explorer.library.loaded import Library
from explorer.management.answering import AnsweringCommand, flag_of


@dataclass(frozen=True, slots=True)
class _Steps:
    walk: Walk
    library: Library

    def as_json(self) -> Mapping[str, object]:
        return as_json(self.walk, self.library)

    def as_text(self) -> str:
        return as_text(self.walk, self.library)


class Command(AnsweringCommand):
    help = "Cast a spell or activate an ability step by step: your choices, the total cost, and the rule for each."
    epilog = """\
examples:
  manage.py cast '{X}{R}' --x 3 --pool RRRRR --in-play 'spells cost {1} more'
  manage.py cast --card Fireball --x 3 --targets 2 --sources '7 Mountain' --in-play 'Thalia, Guardian of Thraben'
  manage.py cast --card 'Collective Defiance' --modes '1, 2' --targets 2 --pool RRRR
  manage.py cast --card 'Faithless Looting' --zone graveyard --pool RCC --json
  manage.py cast --ability '{2}, {T}: Draw a card.' --tapped no --creature no --pool CC
  manage.py cast --card 'Rattleclaw Mystic' --action morph --pool CC
  manage.py cast - < spells.txt
"""
    keys = PARAMETERS
    subjects = ("cost", CARD, "ability")
    nothing_given = "Type a cost, or use --card or --ability."
    two_given = "Use only one of a cost, --card and --ability."

    def add_arguments(self, parser: CommandParser) -> None:
        group = parser.add_argument_group("Casting")
        for option in CAST_OPTIONS.values():
            group.add_argument(
                flag_of(option.key),
                metavar=_metavar(option),
                action="append" if option.repeated else "store",
                help=f"{option.help}; repeatable" if option.repeated else option.help,
            )
        super().add_arguments(parser)

    def answer(self, given: Mapping[str, object], loaded: Callable[[], Library]) -> _Steps:
        return _Steps(walk(CastRequest.read(given), loaded), loaded())


def _metavar(option: CastOption) -> str:
    return "|".join(option.choices) if option.choices else option.key.upper()
