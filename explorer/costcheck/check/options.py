"""Options of a check, for the command line and the API."""

from symbols.engine import GROUPS, OPTIONS

REPEATED = tuple(key for key, option in OPTIONS.items() if option.is_repeated)
"""Keys that may be given several times."""

PARAMETERS = sorted(
    (option for option in OPTIONS.values() if option.key != "cost"), key=lambda option: GROUPS.index(option.group)
)
"""All options except the cost, by group."""
