"""The rule or glossary entry that a query means."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import chain

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.numbers import RuleNumber
from explorer.document.tree import Paragraph
from explorer.library.history.life import life_at, moment_of
from explorer.library.links import LinkFacts
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo, RuleText
from explorer.lineages.provisions import Provision, term_key
from explorer.search import Hit, Query, Results, book_in, weights
from explorer.search.answers.answer import Answer, Shared
from explorer.search.index.book import FoundEntry
from explorer.search.rank.hits import BEST
from explorer.search.understand.rule_numbers import find_numbers
from explorer.search.words.phrases import canonical, canonical_keys, specificity, without_fillers
from explorer.search.words.splitting import folded, inflected, keys, tokens
from explorer.search.words.typos import is_sure
from explorer.web import addresses
from explorer.wording.wordings import Resolver, without_italics
from symbols.rendering import render_text
from symbols.sentences import capital

# “Flying is an evasion ability.” Only the next rule says what it does.
_ONLY_KIND = re.compile(r"[^.“”]+ is an? [^.“”]*\bability\b[^.“”]*\.(?: \(See rule [^()]*\))?")


def says_something(text: RuleText | Provision) -> bool:
    return bool(text.paragraphs) and text.paragraphs[0].text != text.heading


def text_of(hit: Hit, term: str = "") -> Provision | None:
    """The text of a hit; for a mere heading, the first rule below it that says what to do, or what it is."""
    said = [one for one in hit.provisions if says_something(one)]
    doing = re.compile(rf"To [“]?{re.escape(term)}\b", re.IGNORECASE)
    if term and (found := next((one for one in said if doing.match(one.paragraphs[0].text)), None)):
        return found
    telling = (one for one in said if not _is_aside(one.paragraphs[0].text, hit.heading))
    return next(telling, said[0] if said else None)


def _is_aside(text: str, heading: str) -> bool:
    """Whether the first text under a heading gives only its category, or is about a related term."""
    quoted = re.match("“([^”]+)” is", text)
    return _ONLY_KIND.fullmatch(text) is not None or (quoted is not None and quoted[1].lower() != heading.lower())


def wording(text: Provision, links: LinkFacts) -> list[SafeString]:
    """A text without its examples, with links; the heading if there is no text."""
    resolver = Resolver(links)
    words = [one.text for one in text.paragraphs if one.kind == "text"]
    # Only links: references without a known target may still have one.
    layers = [[layer for layer in resolver.layers(one, None) if layer.kind == "link"] for one in words]
    shown = [render_text(one, resolver.edition, found) for one, found in zip(words, layers, strict=True)]
    return shown or [format_html("{}", text.heading or text.key)]


def quotation(paragraphs: Sequence[Paragraph]) -> str:
    return without_italics("\n".join(one.text for one in paragraphs))


# A glossary entry named by the query is among this many results; shorter words don't count.
_MAX_RANK = 6
_MIN_LETTERS = 3
# The glossary's mark on terms that the rules no longer use.
OBSOLETE = re.compile(r"\s*\(obsolete\)", re.IGNORECASE)


def answer_found(typed: str, found: Results, loaded: Library, edition: EditionInfo | None = None) -> Answer | None:
    """The rule or glossary entry that the query means, if that is clear; `edition` is None for the newest texts."""
    # Older rules are no answer, nor are results without a word of the query or with a doubtful correction.
    is_name = any(one.exact for one in found.entries)
    if found.earlier or found.unknown or not (is_name or _is_specific(typed)) or not _is_sure(found):
        return None
    best = found.hits[:BEST]
    typed = found.instead or typed
    term = term_named(typed, found)
    entry = entry_of(found)
    numbers = {*entry.entry.rules, entry.entry.over} if entry else set()
    indexed = next((hit for hit in best if hit.number in numbers and hit.number), None)
    # A question about something may be answered elsewhere: “can artifacts attack”.
    titled = (hit for hit in best if hit.number and _is_named(hit, typed) and _asks_only(typed, hit))
    rule = min(filter(None, [indexed, next(titled, None)]), key=best.index, default=None)
    first = next((hit for hit in best if hit is not term), None)
    if entry and entry.exact and indexed:
        rule = indexed
        # The index's “poison counters” is more specific than the glossary’s “Poison”.
        term = term if term and (edition or folded(term.heading) == folded(typed).strip()) else None
    elif rule is not None and first is not None and rule is not first:
        # A parent of the best result is about it; a rule elsewhere would contradict it.
        is_over = bool(first.number) and first.number.startswith(rule.number)
        rule = first if is_over else rule if first.number and rule.number.startswith(first.number) else None
    text = text_of(rule) if rule else None
    if rule is None or text is None:
        return (
            _term(term, None, found, loaded, edition) if term and (term is first or _asks_only(typed, term)) else None
        )
    if term is not None and (cited := _cited(term, best)):
        return _term(term, cited, found, loaded, edition)
    # Rules that use an obsolete name today mean something else, unless the index has that very name.
    if term is not None and _name(term) != term.heading and not (entry and entry.exact):
        return _term(term, None, found, loaded, edition)
    if term is not None and not (entry and rule.number in numbers and _is_about_other(typed, term, rule)):
        return _term(term, text, found, loaded, edition)
    named = rule.number in numbers and book_in(loaded, edition).names_same_rule(rule.number, rule.edition)
    pin = edition.date if edition else None
    also = _with_it(text, entry, found) if named and entry else None
    quoted = _quote(also, found.links[rule.edition], pin) if also else None
    return Answer(
        label="The rules" if quoted else "The rule",
        source=_source_of(text.key, rule, loaded),
        heading=capital(entry.entry.name)
        if named and entry
        else render_text(rule.heading or rule.number, rule.edition),
        # The index is about the newest rules.
        short=capital(entry.entry.gloss) if named and entry and not edition else "",
        paragraphs=wording(text, found.links[rule.edition]),
        quoted=quoted,
        links=[
            (f"Read {rule.number}", addresses.rule(rule.number, pin)),
            *([(f"Read {quoted[0]}", quoted[1])] if quoted else []),
        ],
        share=Shared(text.key, addresses.rule(text.key, pin), rule.edition, quotation(text.paragraphs)),
        repeats={text.key, *([quoted[0]] if quoted else [])},
        key=text.key,
    )


def _with_it(text: Provision, entry: FoundEntry, found: Results) -> Provision | None:
    """The rule elsewhere that answers together with `text`, according to the index: 702.19b with 702.2c."""
    own = RuleNumber.parse(text.key).whole
    number = next((one for one in entry.entry.rules if RuleNumber.parse(one).whole != own), "")
    return next((text_of(hit) for hit in found.hits if number and hit.number == number), None)


def _quote(text: Provision, facts: LinkFacts, pin: date | None) -> tuple[str, str, SafeString]:
    return text.key, addresses.rule(text.key, pin), wording(text, facts)[0]


def answer_number(number: str, found: Results, loaded: Library) -> Answer | None:
    """The newest rule with a number; None if no result has it, and for a mere heading."""
    rule = next((hit for hit in found.hits if hit.number == number), None)
    texts = [one.text for one in rule.body if one.kind == "text" and one.text != rule.heading] if rule else []
    if rule is None or not texts:
        return None
    return Answer(
        label="The rule",
        source=_source_of(number, rule, loaded),
        paragraphs=[render_text(text, rule.edition) for text in texts],
        links=[(f"Read {number}", addresses.rule(number))],
        key=number,
    )


def _is_sure(found: Results) -> bool:
    """Whether all corrections are certain; players' words replaced by rules' words are."""
    return all(pair in found.said or is_sure(*pair) for pair in found.typos)


def _is_specific(typed: str) -> bool:
    """Whether the query has one specific word, or two that are less so: “who goes first”."""
    said = without_fillers(canonical_keys(typed))
    return len(said) > 1 or any(specificity(key) == 1 for key in said)


def entry_of(found: Results) -> FoundEntry | None:
    """The index entry that the query surely means; of several, the one about the best result.

    Either it has every specific word, nearly in the form of a name, or entries about other rules fit much worse.
    """
    best = found.entries[:1]
    rules = {rule for one in best for rule in one.entry.rules}
    rival = max((one.fit for one in found.entries if rules.isdisjoint(one.entry.rules)), default=0.0)
    entries = [
        one
        for one in found.entries
        if one.named
        and one.fit >= max(weights.SURE, best[0].fit)
        and (
            (one.whole and one.fit >= weights.WHOLE_ENTRY)
            or one.fit >= rival + (weights.WHOLE_LEAD if one.whole else weights.LEAD)
        )
    ]
    first = found.hits[0].number
    return next((one for one in entries if first in one.entry.rules), entries[0] if entries else None)


def _source_of(number: str, rule: Hit, loaded: Library) -> str:
    return ", ".join(filter(None, [number, rule.above or rule.heading, _dated_in(rule, loaded)]))


def _dated_in(hit: Hit, loaded: Library) -> str:
    """The edition of a text, unless it is the newest complete one."""
    newest = loaded.newest_complete
    return "" if newest and newest.date == hit.edition else f"{long_date(hit.edition)} rules"


def _term(term: Hit, text: Provision | None, found: Results, loaded: Library, edition: EditionInfo | None) -> Answer:
    pin = edition.date if edition else None
    address = addresses.term(term.slug, pin)
    links = [("Glossary entry", address)]
    facts = found.links[term.edition]
    quoted = None
    if text is not None:
        quoted = _quote(text, facts, pin)
        links.insert(0, (f"Read {text.key}", quoted[1]))
    return Answer(
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
    """When an entry became obsolete, as a sentence; empty if it always was, or isn't."""
    life = life_at(term_key(term.slug), term.edition) if _name(term) != term.heading else None
    marked = [bool(OBSOLETE.search(life.name_of(step.key))) for step in life.steps] if life else []
    if life is None or all(marked) or not marked[0]:
        return ""
    when = moment_of(life.steps[marked.index(False) - 1], loaded).when
    return f"“{without_italics(_name(term))}” became obsolete {when}."


def term_named(typed: str, found: Results) -> Hit | None:
    """The glossary entry whose name is the query; of several, the one in the same words."""
    terms = [hit for hit in found.hits[:_MAX_RANK] if hit.slug and _is_named(hit, typed)]
    said = _words(typed)
    asked = [hit for hit in terms if hit in found.hits[:BEST] or _asks_only(typed, hit)]
    spelled = (hit for hit in asked if _words(_name(hit)) <= said)
    # “Foretelling” means “Foretell” rather than “Foretold”.
    begun = (hit for hit in asked if all(any(one.startswith(word) for one in said) for word in _words(_name(hit))))
    return next(chain(spelled, begun, (hit for hit in asked if hit in found.hits[:BEST])), None)


def _name(hit: Hit) -> str:
    return OBSOLETE.sub("", hit.heading)


def _is_about_other(typed: str, term: Hit, rule: Hit) -> bool:
    """Whether a rule isn't about a term that is only part of the query."""
    return not _asks_only(typed, term) and term.heading not in {rule.heading, rule.above}


def _asks_only(typed: str, hit: Hit) -> bool:
    """Whether the query has no specific words besides the heading."""
    asked = {key for piece in Query.read(typed).pieces for key in piece.keys}
    return {key for key in asked if specificity(canonical(key)) == 1} <= set(keys(hit.heading))


def _is_named(hit: Hit, typed: str) -> bool:
    """Whether all words of a heading, in any form, are in the query."""
    rest = list(hit.heading)
    for start, end in hit.heading_marks:
        rest[start:end] = " " * (end - start)
    if not hit.heading_marks or re.search(r"\w{3}", OBSOLETE.sub("", "".join(rest))):
        return False
    said = {inflected(word) for word in _words(typed)}
    return {inflected(word) for word in _words(_name(hit))} <= said


def _words(text: str) -> frozenset[str]:
    return frozenset(token.word for token in tokens(text) if len(token.word) >= _MIN_LETTERS)


def _cited(term: Hit, best: Sequence[Hit]) -> Provision | None:
    """The text of the best result that a glossary entry refers to, if any."""
    numbers = find_numbers(" ".join(one.text for one in term.body))
    cited = (hit for hit in best if hit.number in numbers)
    return next((text for hit in cited if (text := text_of(hit, without_italics(term.heading)))), None)
