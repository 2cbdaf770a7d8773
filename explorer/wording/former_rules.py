"""Rules that once had a number, and what became of them. No queries."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from explorer.citations import FoundRule
from explorer.document.dates import long_date
from explorer.library.history.life import Life
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import is_term, plain_name, sort_key
from explorer.web import addresses
from symbols.sentences import join_words


@dataclass(frozen=True, slots=True)
class FormerRule:
    """A rule that had the number in other editions, or one that was split off from it since.

    Attributes:
        number: its number today; empty where it was removed.
    """

    words: str
    number: str
    address: str
    history: str


def former_rules(
    key: str, lives: Sequence[Life], having: Collection[EditionInfo], loaded: Library, shown: Life | None = None
) -> Sequence[FormerRule]:
    """Everything that had a number, newest first.

    Args:
        key: the number, or the key of a glossary entry.
        lives: everything that ever had it.
        having: the editions that have the number; excerpts may lack rules that applied then.
        shown: the life on whose page this is, which is left out; None on a not-found page.
    """
    others = (life for life in lives if shown is None or life.lineage != shown.lineage)
    return [former for life in others for former in _former(key, life, having, loaded, beside=shown is not None)]


def cited_instead(cited: Iterable[FoundRule], loaded: Library) -> Iterator[FormerRule]:
    """Rules of the newest edition that answers cite in place of a removed one.

    Args:
        cited: named rules that stood under its number, each in the newest edition that has it.
    """
    for rule in sorted(cited, key=lambda rule: sort_key(rule.number)):
        if rule.edition == loaded.newest:
            yield FormerRule(
                words=f"In its place, answers now cite {rule.number}.",
                number=rule.number,
                address=rule.address,
                history=addresses.history(rule.number),
            )


def _former(
    key: str, life: Life, having: Collection[EditionInfo], loaded: Library, *, beside: bool
) -> Iterator[FormerRule]:
    days = [edition.date for edition in having if life.has(key, edition.date)]
    first, last = min(days), max(days)
    now = life.keys_now(first)
    if first == last:
        held = f"In the {long_date(last)} rules"
    elif first == loaded.editions[0].date:
        held = f"Until {long_date(last)}"
    else:
        held = f"From {long_date(first)} to {long_date(last)}"
    kind = "entry" if is_term(key) else "rule"
    name = life.name_of(key)
    # The rule that it was merged into, or a part of it, may have its number now.
    ways = [other for other in now if other != key]
    named_now = f"{'in ' if key in now else ''}{join_words(list(map(life.name_of, now)))}"
    if life.has(key, loaded.editions[-1].date):
        ways.insert(0, key)
        # It may have had another number in between.
        moved = max((step.date for step in life.steps if step.key != key), default=date.min)
        since = long_date(min([day for day in days if day > moved] or days))
        words = (
            f"Since at least {since}, {name} has been {f'a different {kind}' if beside else f'the {kind} it is now'}."
        )
    elif beside:
        words = f"{held}, {name} was a different {kind} ({f'now {named_now}' if now else 'since removed'})."
    else:
        fate = f"that is now {named_now}" if now else "that has since been removed"
        words = f"{held}, {name} was {'an' if is_term(key) else 'a'} {kind} {fate}."
    yield FormerRule(
        words=words,
        number=plain_name(ways[0]) if ways else "",
        address=addresses.provision(ways[0]) if ways else addresses.provision(key, last),
        history=addresses.history(key, last),
    )
    for part in ways[1:]:
        yield FormerRule(
            words=f"{life.name_of(part)} was part of {name} then.",
            number=plain_name(part),
            address=addresses.provision(part),
            history=addresses.history(part),
        )
