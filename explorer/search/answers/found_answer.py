"""Rule or glossary entry that was asked about, among what a search found."""

import re
from collections.abc import Sequence
from itertools import chain

from explorer.document.dates import long_date
from explorer.library.history.life import life_at
from explorer.library.history.moments import moment_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import Provision, term_key
from explorer.search import Hit, Query, Results, book_in
from explorer.search.answers.one_answer import OneAnswer, Shared, capital, quotation, text_of, wording
from explorer.search.index.book import FoundEntry
from explorer.search.rank.guide import SURE
from explorer.search.rank.hits import BEST
from explorer.search.understand.said_numbers import find_numbers
from explorer.search.words.inflections import inflected
from explorer.search.words.phrases import canonical, canonical_keys, share_of, tells
from explorer.search.words.splitting import folded, keys, tokens
from explorer.search.words.typos import is_sure
from explorer.web import addresses
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text

# So many of the first results may have the name that was typed, and words of so many letters tell it.
_NEAR = 6
_LEAST = 3
# An entry that lacks a word fits so much better than any that is about other rules.
_MARGIN = 0.2
# One that lacks none, but isn't named in full, fits so well, or so much better.
_IN_FULL, _CLOSE = 0.9, 0.1
# What the glossary adds to the name of what the rules no longer have.
_OBSOLETE = re.compile(r"\s*\(obsolete\)", re.IGNORECASE)


def answer_found(typed: str, found: Results, loaded: Library, edition: EditionInfo | None = None) -> OneAnswer | None:
    """Return the rule or the glossary entry that was asked about; None where it can't be told which it is.

    Args:
        typed: what was typed.
        found: what a search for it found.
        loaded: the editions that are loaded.
        edition: the edition that was searched; None for the newest texts.
    """
    # What is only in older rules is no answer today, nor is what leaves a word out or may be about another one.
    is_name = any(one.exact for one in found.entries)
    if found.earlier or found.unknown or not (is_name or _tells(typed)) or not _is_sure(found):
        return None
    best = found.hits[:BEST]
    typed = found.instead or typed
    term = term_named(typed, found)
    entry = entry_of(found)
    numbers = {*entry.entry.rules, entry.entry.over} if entry else set()
    indexed = next((hit for hit in best if hit.number in numbers and hit.number), None)
    # What is asked of something may be answered elsewhere: “can artifacts attack”.
    titled = (hit for hit in best if hit.number and _is_named(hit, typed) and _asks_only(typed, hit))
    rule = min(filter(None, [indexed, next(titled, None)]), key=best.index, default=None)
    first = next((hit for hit in best if hit is not term), None)
    if entry and entry.exact and indexed:
        rule = indexed
        # “Poison counters” in the index are more than the glossary’s “Poison”.
        term = term if term and (edition or folded(term.heading) == folded(typed).strip()) else None
    elif rule is not None and first is not None and rule is not first:
        # What stands over the best result is about it; what is elsewhere would contradict it.
        is_over = bool(first.number) and first.number.startswith(rule.number)
        rule = first if is_over else rule if first.number and rule.number.startswith(first.number) else None
    text = text_of(rule) if rule else None
    if rule is None or text is None:
        return (
            _term(term, None, found, loaded, edition) if term and (term is first or _asks_only(typed, term)) else None
        )
    if term is not None and (cited := _cited(term, best)):
        return _term(term, cited, found, loaded, edition)
    # What rules say today by an old name is about something else, unless the index has just that name.
    if term is not None and _name(term) != term.heading and not (entry and entry.exact):
        return _term(term, None, found, loaded, edition)
    if term is not None and not (entry and rule.number in numbers and _is_about_other(typed, term, rule)):
        return _term(term, text, found, loaded, edition)
    named = rule.number in numbers and book_in(loaded, edition).names_same_rule(rule.number, rule.edition)
    pin = edition.date if edition else None
    return OneAnswer(
        label="The rule",
        source=", ".join(filter(None, [text.key, rule.above or rule.heading, _dated_in(rule, loaded)])),
        heading=capital(entry.entry.name)
        if named and entry
        else render_text(rule.heading or rule.number, rule.edition),
        # The index says what is so today.
        short=capital(entry.entry.gloss) if named and entry and not edition else "",
        paragraphs=wording(text, found.links[rule.edition]),
        links=[(f"Read {rule.number}", addresses.rule(rule.number, pin))],
        share=Shared(text.key, addresses.rule(text.key, pin), rule.edition, quotation(text.paragraphs)),
        repeats={text.key},
        key=text.key,
    )


def _is_sure(found: Results) -> bool:
    """Return whether no word was taken for one that may not be meant; what players say for words of the rules is."""
    return all(pair in found.said or is_sure(*pair) for pair in found.typos)


def _tells(typed: str) -> bool:
    """Return whether what was typed has a word that tells, or two that tell a little: “who goes first”."""
    said = tells(canonical_keys(typed))
    return len(said) > 1 or any(share_of(key) == 1 for key in said)


def entry_of(found: Results) -> FoundEntry | None:
    """Return the entry of the index that was surely meant, the one about the best result where several fit as well.

    It has every telling word in nearly the form of a name, or nothing about other rules fits nearly as well.
    """
    best = found.entries[:1]
    rules = {rule for one in best for rule in one.entry.rules}
    rival = max((one.fit for one in found.entries if rules.isdisjoint(one.entry.rules)), default=0.0)
    entries = [
        one
        for one in found.entries
        if one.named
        and one.fit >= max(SURE, best[0].fit)
        and ((one.whole and one.fit >= _IN_FULL) or one.fit >= rival + (_CLOSE if one.whole else _MARGIN))
    ]
    first = found.hits[0].number
    return next((one for one in entries if first in one.entry.rules), entries[0] if entries else None)


def _dated_in(hit: Hit, loaded: Library) -> str:
    """Return the edition of a text, where it isn't that of the newest complete one."""
    newest = loaded.newest_complete
    return "" if newest and newest.date == hit.edition else f"{long_date(hit.edition)} rules"


def _term(term: Hit, text: Provision | None, found: Results, loaded: Library, edition: EditionInfo | None) -> OneAnswer:
    pin = edition.date if edition else None
    address = addresses.term(term.slug, pin)
    links = [("Glossary entry", address)]
    facts = found.links[term.edition]
    quoted = None
    if text is not None:
        rule = addresses.rule(text.key, pin)
        links.insert(0, (f"Read {text.key}", rule))
        quoted = (text.key, rule, wording(text, facts)[0])
    return OneAnswer(
        label="What it is",
        source=", ".join(filter(None, ["Glossary", _dated_in(term, loaded)])),
        heading=render_text(term.heading, term.edition),
        paragraphs=wording(Provision(term.name, term.heading, tuple(term.body)), facts),
        quoted=quoted,
        note=_obsolete_since(term, loaded),
        links=links,
        share=Shared(without_italics(term.heading), address, term.edition, quotation(term.body)),
        repeats={term.name, *([text.key] if text else [])},
        key=term_key(term.slug),
    )


def _obsolete_since(term: Hit, loaded: Library) -> str:
    """Return the sentence since when an entry has been marked as obsolete; nothing where it always was, or isn’t."""
    life = life_at(term_key(term.slug), term.edition) if _name(term) != term.heading else None
    marked = [bool(_OBSOLETE.search(life.name_of(step.key))) for step in life.steps] if life else []
    if life is None or all(marked) or not marked[0]:
        return ""
    when = moment_of(life.steps[marked.index(False) - 1], loaded).when
    return f"“{without_italics(_name(term))}” became obsolete {when}."


def term_named(typed: str, found: Results) -> Hit | None:
    """Return the glossary entry whose name was typed, the one in the very words where there are several."""
    terms = [hit for hit in found.hits[:_NEAR] if hit.slug and _is_named(hit, typed)]
    said = _words(typed)
    asked = [hit for hit in terms if hit in found.hits[:BEST] or _asks_only(typed, hit)]
    spelled = (hit for hit in asked if _words(_name(hit)) <= said)
    # “Foretelling” is to foretell, rather than what was foretold.
    begun = (hit for hit in asked if all(any(one.startswith(word) for one in said) for word in _words(_name(hit))))
    return next(chain(spelled, begun, (hit for hit in asked if hit in found.hits[:BEST])), None)


def _name(hit: Hit) -> str:
    return _OBSOLETE.sub("", hit.heading)


def _is_about_other(typed: str, term: Hit, rule: Hit) -> bool:
    """Return whether a rule is about something else than a term that is only a part of what was typed."""
    return not _asks_only(typed, term) and term.heading not in {rule.heading, rule.above}


def _asks_only(typed: str, hit: Hit) -> bool:
    """Return whether nothing that tells was typed beside a heading."""
    asked = {key for piece in Query.read(typed).pieces for key in piece.keys}
    return {key for key in asked if share_of(canonical(key)) == 1} <= set(keys(hit.heading))


def _is_named(hit: Hit, typed: str) -> bool:
    """Return whether all of a heading was asked for, in any form of its words."""
    rest = list(hit.heading)
    for start, end in hit.heading_marks:
        rest[start:end] = " " * (end - start)
    if not hit.heading_marks or re.search(r"\w{3}", _OBSOLETE.sub("", "".join(rest))):
        return False
    said = {inflected(word) for word in _words(typed)}
    return {inflected(word) for word in _words(_name(hit))} <= said


def _words(text: str) -> frozenset[str]:
    """Return the words of a text that are long enough to tell."""
    return frozenset(token.word for token in tokens(text) if len(token.word) >= _LEAST)


def _cited(term: Hit, best: Sequence[Hit]) -> Provision | None:
    """Return the text of the best result to which a glossary entry sends its readers; None where none is there."""
    numbers = find_numbers(" ".join(one.text for one in term.body))
    cited = (hit for hit in best if hit.number in numbers)
    return next((text for hit in cited if (text := text_of(hit, without_italics(term.heading)))), None)
