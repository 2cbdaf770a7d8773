"""Rules as links, beside the facts that follow from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explorer import addresses
from explorer.library.lookups import editions_holding
from symbols.engine import Citation

HOLDS_FOR = 10.0
"""How long the library's word is taken for granted, in seconds."""


class _Said(NamedTuple):
    """The newest edition that has a rule, and until when that is taken for granted."""

    edition: str
    until: float


_NEVER = _Said("", 0.0)
_said: dict[str, _Said] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about a cost, and the rules that say so, as links."""

    words: str
    cites: SafeString


def cites(rules: Iterable[str]) -> dict[str, SafeString]:
    """Return rules as links, with at most one question to the library; one that it lacks is no link.

    The same few dozen rules are cited at every key that somebody presses, so what the library said of them holds
    for some seconds: a new edition shows a moment later here than on the pages of rules.
    """
    now = monotonic()
    wanted = set(rules)
    asked = {rule for rule in wanted if _said.get(rule, _NEVER).until < now}
    if asked:
        held = editions_holding(asked)
        for rule in asked:
            _said[rule] = _Said(held[rule][-1].isoformat() if rule in held else "", now + HOLDS_FOR)
    return {rule: _cite(rule, _said[rule].edition) for rule in wanted}


def forget() -> None:
    """Forget what the library said; it has changed."""
    _said.clear()


def beside(rules: Iterable[str], linked: Mapping[str, SafeString]) -> SafeString:
    """Return the links of some rules, each once, in a row."""
    row = " ".join(linked[rule] for rule in dict.fromkeys(rules) if rule in linked)
    return mark_safe(row)  # noqa: S308 - made by format_html below


def facts(citations: Iterable[Citation], linked: Mapping[str, SafeString]) -> list[Fact]:
    """Return each fact once, with all of its rules."""
    rules: dict[str, list[str]] = {}
    for citation in citations:
        rules.setdefault(citation.fact, []).append(citation.rule)
    return [Fact(words, beside(found, linked)) for words, found in rules.items()]


@lru_cache(maxsize=2048)
def _cite(rule: str, edition: str) -> SafeString:
    if not edition:
        return format_html('<span class="cite" title="Rule {0} is not in this library">{0}</span>', rule)
    return format_html(
        '<a class="cite" href="{}" title="as of {}" aria-label="rule {}">{}</a>',
        addresses.rule(rule),
        edition,
        rule,
        rule,
    )
