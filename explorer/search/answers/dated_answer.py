"""Answers from the rules of a given time, and what became of them."""

from collections.abc import Mapping
from dataclasses import replace

from explorer.document.dates import long_date
from explorer.library.history.life import life_at
from explorer.library.history.moments import moment_of
from explorer.library.links import link_facts
from explorer.library.loaded import Library, library_with
from explorer.library.queries import EditionInfo, rules_at
from explorer.lineages.provisions import Provision
from explorer.search import Results
from explorer.search.answers.found_answer import answer_found
from explorer.search.answers.one_answer import OneAnswer, Shared, quotation, says_something, wording
from explorer.search.understand.said_numbers import Span
from explorer.web import addresses
from explorer.wording.life import split_into
from symbols.rendering import render_text


def answer_then(span: Span, name: str, loaded: Library, having: Mapping[int, object] | None) -> OneAnswer:
    """What a number was at some time, and whether it still is."""
    wordings = library_with(name)[1] if having is None else having
    then = loaded.until(span.last, wordings)
    coming = loaded.newest is not None and span.first > loaded.newest.date
    label = "Newest wording" if coming else f"{_time(span)} rules"
    if not then:
        return OneAnswer(label=label, note=f"Pipwise has no {name} from that time.")
    edition = then[-1]
    if edition.id not in wordings:
        note = f"The {long_date(edition.date)} rules have no {name}."
        held = {one.date: name for one in then if one.id in wordings}
        # Today's rule of that number may have had another one.
        life = life_at(name, loaded.editions[-1].date)
        before = life.at(edition.date) if life else None
        day, number = (edition.date, before.key) if before else max(held.items(), default=(None, ""))
        links = [(f"Read {number} in the {long_date(day)} rules", addresses.rule(number, day))] if day else []
        return OneAnswer(label=label, note=note, links=links)
    (rule,) = rules_at([(edition.date, name)], loaded.editions)
    text = Provision(name, rule.heading, rule.paragraphs)
    facts = link_facts([one.text for one in text.paragraphs], edition, pinned=True, loaded=loaded)
    address = addresses.rule(name, edition.date)
    note, links, newest = _became(name, edition, loaded, has_words=says_something(text))
    is_old = edition != loaded.editions[-1]
    return OneAnswer(
        label=label,
        source=f"{name} in the {long_date(edition.date)} rules",
        heading=render_text(text.heading or name, edition.date),
        paragraphs=wording(text, facts) if says_something(text) else (),
        note=note,
        links=[("Read it in its edition", address), *links],
        share=Shared(name, address, edition.date, quotation(text.paragraphs), is_old, newest),
    )


def answer_words_then(
    words: str, span: Span, edition: EditionInfo, found: Results, loaded: Library
) -> OneAnswer | None:
    """What the rules of some time, in which the words were searched, say of a term; None if that is unclear."""
    label = f"{_time(span)} rules"
    if not found.total or found.loosened:
        note = f"The {long_date(edition.date)} rules have no “{words}”."
        newest = [("Newest wording", addresses.search(words))]
        return OneAnswer(label=label, note=note, links=newest) if edition.complete and not found.unknown else None
    one = answer_found(words, found, loaded, edition)
    return replace(one, label=label) if one else None


def absence_then(edition: EditionInfo, one: OneAnswer | None, loaded: Library) -> str:
    """A sentence that the rules of some time lack today's answer, and since when they have it; empty otherwise.

    `one` is today's answer.
    """
    life = life_at(one.key, loaded.editions[-1].date) if one and one.key else None
    if life is None or life.first.date <= edition.date:
        return ""
    absence = f"The {long_date(edition.date)} rules don’t have it under this name."
    return f"{absence} {moment_of(life.first, loaded).as_beginning()}"


def answer_before(span: Span, one: OneAnswer | None, loaded: Library) -> OneAnswer:
    """Say that no rules of some time are loaded, along with today's answer, if any."""
    note = f"Pipwise has no rules from {_time(span)}. The oldest are from {long_date(loaded.editions[0].date)}."
    editions = ("See all editions", addresses.editions())
    if one is None:
        return OneAnswer(label=f"{_time(span)} rules", note=note, links=[editions])
    return replace(one, label="Newest wording", note=f"{note} {one.note}".strip(), links=[*one.links, editions])


def _time(span: Span) -> str:
    if span.is_day:
        return long_date(span.first)
    return f"{span.first:%B %Y}" if span.first.month == span.last.month else str(span.first.year)


def _became(
    name: str, edition: EditionInfo, loaded: Library, *, has_words: bool
) -> tuple[str, list[tuple[str, str]], str | None]:
    """What became of a rule since an edition: a sentence, links, and the newest URL.

    The URL is empty if the rule was removed, and None if unknown. Without `has_words` (the rule is a title), nothing is
    said of the wording.
    """
    newest = loaded.editions[-1]
    life = life_at(name, edition.date)
    if life is None:
        return "", [], None
    history = ("History", addresses.history(name, edition.date))
    keys = life.keys_now(edition.date)
    if life.is_split(edition.date):
        read = [(f"Read {key}", addresses.rule(key)) for key in keys]
        return f"{split_into(keys)}.", [*read, history], read[0][1]
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
