"""One answer above the results: a rule, a term, a symbol, a verdict, a trial, an old text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import unescape

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from explorer import addresses
from explorer.checks import check_on_page
from explorer.document.dates import long_date
from explorer.document.tree import Paragraph
from explorer.history.provisions import Provision
from explorer.library.history.life import life_at
from explorer.library.history.moments import moment_of
from explorer.library.loaded import Library, library_with
from explorer.library.queries import EditionInfo, RuleText, rules_at
from explorer.prose.wordings import without_italics
from explorer.search import Hit, Query, Results, book_in
from explorer.search.book import FoundEntry
from explorer.search.guide import SURE
from explorer.search.hits import BEST
from explorer.search.misprints import is_sure
from explorer.search.phrases import canonical_keys, share_of, tells
from explorer.search.said_changes import TRIAL
from explorer.search.said_numbers import Span
from explorer.search.understanding import Asked
from explorer.search.words import keys
from explorer.views.check import ShownCheck, show_check
from explorer.views.trials.block import TrialBlock, make_block
from explorer.views.trials.reading import LibraryReading
from explorer.views.trials.request import TrialRequest
from symbols.catalog.finding import resolve
from symbols.catalog.symbol import Definition
from symbols.engine import EngineError
from symbols.engine.costs import MANA_NAMES
from symbols.rendering import render_text
from symbols.sentences import join_words
from symbols.trials.catalog import trial_named

# An entry that lacks a word fits so much better than any that is about other rules.
_MARGIN = 0.2
_NAMES: Mapping[str, str] = dict(MANA_NAMES.items())
# “Flying is an evasion ability.” What follows says what it does.
_ONLY_KIND = re.compile(r"[^.“”]+ is an? [^.“”]*\bability\b[^.“”]*\.")
_SAYS_SYMBOL = re.compile(r"[{\[/]|\b(?:symbol|icon|sign|mana)s?\b", re.IGNORECASE)
_PARTS = re.compile(r"\{\s*([WUBRGC]|\d{1,2})\s*/\s*([WUBRGCP])(?:\s*/\s*([WUBRGCP]))?\s*\}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shared:
    """Part of an answer that is shared.

    Attributes:
        title: what it is about.
        address: where it is.
        edition: the effective date of the edition that is quoted; None for an answer of ours.
        text: the words that are quoted; empty where the page shows just those.
        old: whether the newest rules may have another text there.
        newest: the newest text’s address, empty where that was removed; None where this is unknown.
        source: what an answer of ours is from; else empty.
    """

    title: str
    address: str
    edition: date | None = None
    text: str = ""
    old: bool = False
    newest: str | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneAnswer:
    """Answer to what was typed.

    Attributes:
        label: what kind of answer it is.
        source: where it is from.
        heading: what it is about.
        short: the same in a few words of ours; else empty.
        paragraphs: the words of the rule or the glossary entry.
        quoted: the rule that a glossary entry sends its readers to, its number and its words; else None.
        note: a sentence beside that; else empty.
        symbol: the symbol that is shown; None for any other answer.
        check: what the checker says; None for any other answer.
        tried: a trial that is answered; None for any other answer.
        links: what leads on: words and address.
        share: what is shared of it; None for nothing.
    """

    label: str
    source: str = ""
    heading: SafeString | str = ""
    short: str = ""
    paragraphs: Sequence[SafeString] = ()
    quoted: tuple[str, SafeString] | None = None
    note: str = ""
    symbol: Definition | None = None
    check: ShownCheck | None = None
    tried: TrialBlock | None = None
    links: Sequence[tuple[str, str]] = ()
    share: Shared | None = None

    @property
    def spoken(self) -> str:
        """Words of a screen reader for it."""
        if self.tried and self.tried.outcome:
            return self.tried.spoken
        if self.check and self.check.payment:
            return "You can pay." if self.check.payment.payable else "You can’t pay."
        heading = f": {unescape(strip_tags(self.heading))}" if self.heading else ""
        return f"{self.label}{heading}. {self.note}".strip()


def answer_to(
    typed: str, asked: Asked, found: Results | None, loaded: Library, having: Mapping[int, object] | None = None
) -> OneAnswer | None:
    """Return the one answer to what was typed; None where there is none to give.

    Args:
        typed: what was typed.
        asked: what it means.
        found: what a search for it found, in the newest texts; None where other texts were searched.
        loaded: the editions that are loaded.
        having: the rows of those that have the number that was typed, where they are known.
    """
    if asked.kind == "payment":
        return _payment(asked, loaded)
    if asked.kind == "change":
        return _change(asked, loaded)
    if asked.number is not None and asked.span is not None:
        return _dated(asked.span, str(asked.number), loaded, having)
    if asked.kind == "cost" and asked.error is not None:
        return _no_symbol(typed)
    # “Planeswalker” is a card type, and has a symbol too.
    is_term = found is not None and any(_is_named(hit) for hit in found.hits[:BEST])
    if asked.symbol is not None and (_SAYS_SYMBOL.search(typed) or not is_term):
        # The rules may mean something else by the name of a symbol that they don't have: “acorn symbol”.
        other = None if asked.symbol.rules or found is None else _entry_of(found)
        if other is None or not other.whole:
            return _symbol(asked.symbol)
    return _from_results(typed, found, loaded) if found and found.hits else None


def _payment(asked: Asked, loaded: Library) -> OneAnswer | None:
    try:
        checked = show_check(*check_on_page(asked.fields, loaded))
    except EngineError:
        return None
    address = addresses.check(**asked.fields)
    return OneAnswer(
        label="Can it be paid?",
        check=checked,
        links=[("Open in the checker", address)],
        share=Shared(checked.question, address),
    )


def _change(asked: Asked, loaded: Library) -> OneAnswer | None:
    trial = trial_named(TRIAL)
    if trial is None:
        return None
    reading = LibraryReading(loaded)
    block = make_block(TrialRequest.read(trial, asked.fields, reading), reading, prefix="answered")
    if block.outcome is None:
        return None
    address = block.request.address
    share = Shared(trial.title, address, source=block.outcome.source)
    return OneAnswer(label="The answer", tried=block, links=[("Change the numbers", address)], share=share)


def _dated(span: Span, name: str, loaded: Library, having: Mapping[int, object] | None) -> OneAnswer:
    """Return what the rules had under a number at some time, and whether they still have it."""
    wordings = library_with(name)[1] if having is None else having
    # An excerpt that lacks a number says nothing of whether the rules had it.
    then = [one for one in loaded.editions if one.date <= span.last and (one.complete or one.id in wordings)]
    coming = loaded.newest is not None and span.first > loaded.newest.date
    label = "Newest wording" if coming else f"{_time(span)} rules"
    if not then:
        return OneAnswer(label=label, note=f"Pipwise has no {name} from that time.")
    edition = then[-1]
    if edition.id not in wordings:
        note = f"The {long_date(edition.date)} rules have no {name}."
        held = {one.date: name for one in then if one.id in wordings}
        # What has the number today may have had another one.
        life = life_at(name, loaded.editions[-1].date)
        before = life.at(edition.date) if life else None
        day, number = (edition.date, before.key) if before else max(held.items(), default=(None, ""))
        links = [(f"Read {number} in the {long_date(day)} rules", addresses.rule(number, day))] if day else []
        return OneAnswer(label=label, note=note, links=links)
    texts = rules_at([(edition.date, name)], loaded.editions)
    address = addresses.rule(name, edition.date)
    note, links, newest = _became(name, edition, loaded, has_words=_says_something(texts[0]))
    is_old = edition != loaded.editions[-1]
    return OneAnswer(
        label=label,
        source=f"{name} in the {long_date(edition.date)} rules",
        heading=render_text(texts[0].heading or name, edition.date),
        paragraphs=_words(name, texts[0].paragraphs, edition.date) if _says_something(texts[0]) else (),
        note=note,
        links=[("Read it in its edition", address), *links],
        share=Shared(name, address, edition.date, _quote(texts[0].paragraphs), is_old, newest),
    )


def _time(span: Span) -> str:
    if span.is_day:
        return long_date(span.first)
    return f"{span.first:%B %Y}" if span.first.month == span.last.month else str(span.first.year)


def _became(
    name: str, edition: EditionInfo, loaded: Library, *, has_words: bool
) -> tuple[str, list[tuple[str, str]], str | None]:
    """Return what became of a rule since an edition: a sentence, where that can be read, and the newest address.

    The address is empty where the rule was removed, and None where what became of it is unknown. A title `has_words`
    not: nothing is said of the wording of what is under it.
    """
    newest = loaded.editions[-1]
    life = life_at(name, edition.date)
    if life is None:
        return "", [], None
    history = ("History", addresses.history(name, edition.date))
    now = life.at(newest.date)
    if now is None:
        gone = f"Removed {moment_of(life.removal, loaded).when}." if life.removal else ""
        return (
            gone or f"The newest rules ({long_date(newest.date)}) are an excerpt without it.",
            [history],
            "" if gone else None,
        )
    address = addresses.rule(now.key)
    if not has_words and now.key == name:
        return "", [history], address
    words = "different wording" if any(step.date > edition.date for step in life.rewordings) else "the same wording"
    if now.key == name:
        return f"The newest rules ({long_date(newest.date)}) have {words}.", [history], address
    sentence = f"It’s {now.key} now{f', with {words}' if has_words else ''}."
    return sentence, [(f"Read {now.key}", address), history], address


def _symbol(symbol: Definition) -> OneAnswer:
    address = addresses.symbol(symbol.slug)
    return OneAnswer(
        label="The symbol",
        source=f"Rule {symbol.rules[0]}" if symbol.rules else "",
        heading=_capital(symbol.name),
        note=symbol.description,
        symbol=symbol,
        links=[("About this symbol", address)],
        share=Shared(_capital(symbol.name), address),
    )


def missing_symbol(typed: str) -> Sequence[str]:
    """Return the parts of a symbol that there isn't, where a text has one: C and P of `{C/P}`; else nothing."""
    match = next((one for one in _PARTS.finditer(typed) if resolve(one[0]) is None), None)
    return [part.upper() for part in match.groups() if part] if match else ()


def _no_symbol(typed: str) -> OneAnswer | None:
    """Return what a symbol that there isn't would be, where its parts tell."""
    parts = missing_symbol(typed)
    if not parts:
        return None
    ways = list(dict.fromkeys("2 life" if part == "P" else _mana(part) for part in parts))
    written = f"{{{'/'.join(parts)}}}"
    return OneAnswer(
        label="No such symbol",
        heading=written,
        note=f"The rules have no {written}. From its parts, you’d pay it with {join_words(ways, 'or')}.",
        links=[("See all symbols", addresses.symbols())],
    )


def _mana(part: str) -> str:
    return f"{part} mana of any type" if part.isdigit() else f"one {_NAMES[part]} mana"


def _from_results(typed: str, found: Results, loaded: Library) -> OneAnswer | None:
    """Return the rule or the glossary entry that was asked about; None where it can't be told which it is."""
    # What is only in older rules is no answer today, nor is what leaves a word out or may be about another one.
    if found.earlier or found.unknown or not _tells(typed) or not all(is_sure(*pair) for pair in found.misprinted):
        return None
    best = found.hits[:BEST]
    term = next((hit for hit in best if hit.slug and _is_named(hit)), None)
    entry = _entry_of(found)
    numbers = {*entry.entry.rules, entry.entry.over} if entry else set()
    rule = next((hit for hit in best if hit.number and (hit.number in numbers or _is_named(hit))), None)
    first = next((hit for hit in best if hit is not term), None)
    if rule is not None and first is not None and rule is not first:
        # What stands over the best result is about it; what is elsewhere would contradict it.
        is_over = bool(first.number) and first.number.startswith(rule.number)
        rule = first if is_over else rule if first.number and rule.number.startswith(first.number) else None
    text = _text_of(rule) if rule else None
    if rule is None or text is None:
        return _term(term, None, loaded) if term is found.hits[0] else None
    if term is not None and not (entry and rule.number in numbers and _is_about_other(typed, term, rule)):
        return _term(term, text, loaded)
    named = rule.number in numbers and book_in(loaded, None).names_same_rule(rule.number, rule.edition)
    return OneAnswer(
        label="The rule",
        source=", ".join(filter(None, [text.key, rule.above or rule.heading, _dated_in(rule, loaded)])),
        heading=_capital(entry.entry.name)
        if named and entry
        else render_text(rule.heading or rule.number, rule.edition),
        short=_capital(entry.entry.gloss) if named and entry else "",
        paragraphs=_words(text.key, text.paragraphs, rule.edition),
        links=[(f"Read {rule.number}", addresses.rule(rule.number))],
        share=Shared(text.key, addresses.rule(text.key), rule.edition, _quote(text.paragraphs)),
    )


def _tells(typed: str) -> bool:
    """Return whether what was typed has a word that tells, or two that tell a little: “who goes first”."""
    said = tells(canonical_keys(typed))
    return len(said) > 1 or any(share_of(key) == 1 for key in said)


def _entry_of(found: Results) -> FoundEntry | None:
    """Return the entry of the index that was surely meant, the one about the best result where several fit as well.

    It has every telling word, or nothing about other rules fits nearly as well.
    """
    best = found.entries[:1]
    rules = {rule for one in best for rule in one.entry.rules}
    rival = max((one.fit for one in found.entries if rules.isdisjoint(one.entry.rules)), default=0.0)
    entries = [
        one
        for one in found.entries
        if one.named and one.fit >= max(SURE, best[0].fit) and (one.whole or one.fit >= rival + _MARGIN)
    ]
    first = found.hits[0].number
    return next((one for one in entries if first in one.entry.rules), entries[0] if entries else None)


def _dated_in(hit: Hit, loaded: Library) -> str:
    """Return the edition of a text, where it isn't that of the newest complete one."""
    newest = loaded.newest_complete
    return "" if newest and newest.date == hit.edition else f"{long_date(hit.edition)} rules"


def _term(term: Hit, text: Provision | None, loaded: Library) -> OneAnswer:
    links = [("Glossary entry", addresses.term(term.slug))]
    quoted = None
    if text is not None:
        links.insert(0, (f"Read {text.key}", addresses.rule(text.key)))
        quoted = (text.key, _words(text.key, text.paragraphs, term.edition)[0])
    return OneAnswer(
        label="What it is",
        source=", ".join(filter(None, ["Glossary", _dated_in(term, loaded)])),
        heading=render_text(term.heading, term.edition),
        paragraphs=[render_text(term.paragraph, term.edition)],
        quoted=quoted,
        links=links,
        share=Shared(without_italics(term.heading), addresses.term(term.slug), term.edition, _quote(term.body)),
    )


def _is_about_other(typed: str, term: Hit, rule: Hit) -> bool:
    """Return whether a rule is about something else than a term that is only a part of what was typed."""
    asked = {key for piece in Query.read(typed).pieces for key in piece.keys}
    return not asked <= set(keys(term.heading)) and term.heading not in {rule.heading, rule.above}


def _is_named(hit: Hit) -> bool:
    """Return whether all of a heading was asked for."""
    rest = list(hit.heading)
    for start, end in hit.heading_marks:
        rest[start:end] = " " * (end - start)
    return bool(hit.heading_marks) and not re.search(r"\w{3}", "".join(rest))


def _text_of(hit: Hit) -> Provision | None:
    """Return the text under a number, or for a mere heading the first text that stands under it."""
    said = [one for one in hit.provisions if _says_something(one)]
    telling = (one for one in said if not _is_aside(one.paragraphs[0].text, hit.heading))
    return next(telling, said[0] if said else None)


def _is_aside(text: str, heading: str) -> bool:
    """Return whether the first words under a heading say only what kind of thing it is, or are about a kin of it."""
    quoted = re.match("“([^”]+)” is", text)
    return _ONLY_KIND.fullmatch(text) is not None or (quoted is not None and quoted[1].lower() != heading.lower())


def _says_something(text: RuleText | Provision) -> bool:
    """Return whether a rule has words; one that is nothing but a title repeats it as its text."""
    return bool(text.paragraphs) and text.paragraphs[0].text != text.heading


def _words(number: str, paragraphs: Sequence[Paragraph], edition: date) -> list[SafeString]:
    """Return the words of a rule, without its examples."""
    return [render_text(one.text, edition) for one in paragraphs if one.kind == "text"] or [format_html("{}", number)]


def _quote(paragraphs: Sequence[Paragraph]) -> str:
    """Return all words of a text, a line for each paragraph."""
    return without_italics("\n".join(one.text for one in paragraphs))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
