"""Which rule says this: the one place that knows where an edition has the rules that answers cite.

The engine, the trials, X and the definitions of symbols name a rule by its *stable name*: its number in the edition of
June 6, 2025 (a rule that came later or was gone: its number in the edition that `explorer/data/cited_rules.toml`
gives). Other editions number the same rule otherwise, and have another one under that number: 118.3 was 117.3 until
2018. So a name is never an address. This package finds each named rule in the edition being read, by the words of
the data file; else, through its lineage, its ancestor there, which says something else than the newest wording. Where
the edition has neither, the package says so.

Rows (`CitedRule`) hold what was found in each edition; they are derived, and a page asks for them once.
"""

from explorer.citations.lookup import (
    Citations,
    FoundRule,
    NamedRules,
    absence_from,
    citations_in,
    editions_with,
    named_rules,
)
from explorer.citations.names import NAMES, giving_words, names_in, says

__all__ = [
    "NAMES",
    "Citations",
    "FoundRule",
    "NamedRules",
    "absence_from",
    "citations_in",
    "editions_with",
    "giving_words",
    "named_rules",
    "names_in",
    "says",
]
