"""Options of a check, for the command line and the API."""

from symbols.engine import OPTIONS

REPEATED = tuple(key for key, option in OPTIONS.items() if option.is_repeated)
"""Keys that may be given several times."""

PARAMETERS = sorted(
    (option for option in OPTIONS.values() if option.key != "cost"),
    key=lambda option: (option.kind == "flag", option.is_repeated, option.kind == "date"),
)
"""All but the cost; repeatable ones, flags and the edition last."""
