"""Where each edition has the rules that answers cite.

Code and data name a rule by its *stable name*: its number in the edition of June 6, 2025 (for other rules, in the
edition that `explorer/data/cited_rules.toml` gives). Other editions number the same rule differently, and have another
rule under that number: 118.3 was 117.3 until 2018. So a name is never an address. A named rule is found in an edition
by the phrases of the data file; failing that, through its lineage, as an ancestor that says something else than the
newest wording; or not at all.

`CitedRule` rows store what was found; they are derived data.
"""

from explorer.citations.lookup import (
    Citations,
    FoundRule,
    FoundTerm,
    NamedRules,
    absence_from,
    citations_in,
    editions_with,
    named_rules,
)
from explorer.citations.names import NAMES, giving_words, says
