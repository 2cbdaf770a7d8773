"""Options of a check, as the command line and the API list them."""

from symbols.engine import OPTIONS

REPEATED = tuple(key for key, option in OPTIONS.items() if option.is_repeated)
"""The keys of those that may be given several times."""

PARAMETERS = sorted(
    (option for option in OPTIONS.values() if option.key != "cost"),
    key=lambda option: (option.kind == "flag", option.is_repeated, option.kind == "date"),
)
"""All but the cost: those that are given once before the others."""
