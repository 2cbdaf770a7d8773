"""Answers from the rules of the time that a query names: “107.4f in 2014”, “legend rule 2008”."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from explorer.document.dates import long_date
from explorer.library.history.life import life_at, moment_of, provisions_at
from explorer.library.links import link_facts
from explorer.library.loaded import Library, library_with
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import is_term
from explorer.search import Query, Results
from explorer.search.answers.answer import Answer, Shared
from explorer.search.answers.found_answer import answer_found, quotation, says_something, wording
from explorer.search.answers.results import ReadResults, edition_choice, find
from explorer.search.understand.interpretation import Interpretation
from explorer.search.understand.rule_numbers import Span, read_dated_words
from explorer.web import addresses
from explorer.wording.life import split_into
from explorer.wording.wordings import without_italics
from symbols.rendering import render_text

# The year of the first rules.
FIRST_YEAR = 1993


def edition_then(span: Span, loaded: Library) -> EditionInfo | None:
    """The edition of a day, or the last one up to a time, preferably complete."""
    then = [one for one in loaded.newest_first if one.date <= span.last]
    chosen = (one for one in then if one.complete or (span.is_day and one.date == span.last))
    return next(chosen, then[0] if then else None)


def edition_at(span: Span, loaded: Library) -> EditionInfo | None:
    """The edition of a time; None if no edition is from then."""
    is_coming = loaded.newest is None or span.first > loaded.newest.date
    return None if is_coming else edition_then(span, loaded)


class DatedTerm(NamedTuple):
    """A term with a time: “legend rule 2008”.

    Attributes:
        edition: that of the time; None if no edition is from then.
        read: results from that edition; None if it is the newest.
    """

    words: str
    span: Span
    edition: EditionInfo | None = None
    read: ReadResults | None = None

    @property
    def found(self) -> Results:
        return self.read.found if self.read else Results()


def find_dated_term(typed: str, meaning: Interpretation, loaded: Library) -> DatedTerm | None:
    """Search a term with a time in the edition of that time; None for other queries."""
    if meaning.kind != "words" or meaning.named or loaded.newest is None or not (dated := read_dated_words(typed)):
        return None
    words, span = dated
    if span.first.year < FIRST_YEAR:
        return None
    edition = edition_at(span, loaded)
    if edition is None or edition == loaded.newest:
        return DatedTerm(words, span, edition)
    return DatedTerm(words, span, edition, find(words, edition_choice(edition), loaded))


def results_then(then: DatedTerm | None, read: ReadResults | None) -> ReadResults | None:
    """The results to show: those from the time in the query, if its edition has all rules and every word."""
    is_in = then and then.edition and then.edition.complete and then.found.total and not then.found.loosened
    return then.read if then and is_in else read


def answer_then(
    then: DatedTerm | None, one: Answer | None, loaded: Library
) -> tuple[Answer | None, Mapping[str, object]]:
    """The answer of the time in the query, or today's with a link to the rules of that time.

    Returns:
        The answer, and additional context.
    """
    if then is None:
        return one, {}
    if then.edition is None:
        return answer_outside(then.span, one, loaded), {}
    if then.edition == loaded.newest:
        note = f"By the {long_date(then.edition.date)} rules, the newest."
        return one and replace(one, label=f"{time_of(then.span)} rules", note=f"{one.note} {note}".strip()), {}
    past = answer_term_at(then.words, then.span, then.edition, then.found, loaded)
    is_new = then.edition.complete and not (past and then.found.total)
    absence = note_on_absence(then.edition, one, loaded) if is_new else ""
    # A partial match in an excerpt may be about something else.
    if not then.found.total or then.found.loosened or not (past or then.edition.complete):
        if past and absence:
            past = replace(past, note=absence)
        return past or (replace(one, label="Newest wording") if one else None), {}
    way = (f"Search the {long_date(then.edition.date)} rules", addresses.search(then.words, then.edition.iso))
    if past:
        return replace(past, links=[*past.links, way, ("Newest wording", addresses.search(then.words))]), {}
    if one is None:
        return None, {"as_then": {"words": way[0], "address": way[1]}}
    note = " ".join(filter(None, [absence, one.note]))
    return replace(one, label="Newest wording", note=note, links=[way, *one.links]), {}


def answer_number_at(span: Span, name: str, loaded: Library, having: Mapping[int, object] | None) -> Answer:
    """What a number was at some time, and whether it still is."""
    wordings = library_with(name)[1] if having is None else having
    then = loaded.until(span.last, wordings)
    coming = loaded.newest is not None and span.first > loaded.newest.date
    label = "Newest wording" if coming else f"{time_of(span)} rules"
    if not then:
        return Answer(label=label, note=f"Pipwise has no {name} from that time.")
    edition = then[-1]
    if edition.id not in wordings:
        note = f"The {long_date(edition.date)} rules have no {name}."
        held = {one.date: name for one in then if one.id in wordings}
        # Today's rule of that number may have had another one.
        life = life_at(name, loaded.editions[-1].date)
        before = life.at(edition.date) if life else None
        day, number = (edition.date, before.key) if before else max(held.items(), default=(None, ""))
        links = [(f"Read {number} in the {long_date(day)} rules", addresses.rule(number, day))] if day else []
        return Answer(label=label, note=note, links=links)
    quoted = quoted_in(edition, name, loaded)
    note, links, newest = _became(name, edition, loaded, has_words=bool(quoted.paragraphs))
    share = replace(quoted.share, newest=newest) if quoted.share else None
    return replace(quoted, label=label, note=note, links=[*quoted.links, *links], share=share)


def quoted_in(edition: EditionInfo, key: str, loaded: Library) -> Answer:
    """The text of a rule or an entry in an edition that has it, in at most four queries."""
    text = provisions_at([(edition.date, key)])[edition.date, key]
    facts = link_facts([one.text for one in text.paragraphs], edition, pinned=True, loaded=loaded)
    address = addresses.provision(key, edition.date)
    title = text.heading if is_term(key) else key
    return Answer(
        label="",
        source=f"{without_italics(title)} in the {long_date(edition.date)} rules",
        heading=render_text(text.heading or key, edition.date),
        paragraphs=wording(text, facts) if says_something(text) else (),
        links=[("Read it in its edition", address)],
        share=Shared(
            without_italics(title), address, edition.date, quotation(text.paragraphs), edition != loaded.editions[-1]
        ),
        key=key,
    )


def answer_term_at(words: str, span: Span, edition: EditionInfo, found: Results, loaded: Library) -> Answer | None:
    """What the rules of some time, in which the words were searched, say of a term; None if that is unclear."""
    label = f"{long_date(edition.date) if span.is_day else time_of(span)} rules"
    if not found.total or found.loosened:
        query = Query.read(words)
        # A sentence may be worded differently there.
        if len(query.order) > len(query.pieces):
            return None
        note = f"The {long_date(edition.date)} rules have no “{words}”."
        newest = [("Newest wording", addresses.search(words))]
        return Answer(label=label, note=note, links=newest) if edition.complete and not found.unknown else None
    one = answer_found(words, found, loaded, edition)
    return replace(one, label=label) if one else None


def note_on_absence(edition: EditionInfo, one: Answer | None, loaded: Library) -> str:
    """A sentence that the rules of some time lack today's answer, and since when they have it; empty otherwise.

    `one` is today's answer.
    """
    life = life_at(one.key, loaded.editions[-1].date) if one and one.key else None
    if life is None or life.first.date <= edition.date:
        return ""
    absence = f"The {long_date(edition.date)} rules don’t have it under this name."
    return f"{absence} {moment_of(life.first, loaded).as_beginning()}"


def answer_outside(span: Span, one: Answer | None, loaded: Library) -> Answer:
    """Say that no rules of some time are loaded, along with today's answer, if any."""
    oldest, newest = (loaded.editions[at].date for at in (0, -1))
    nearest = f"newest are from {long_date(newest)}" if span.first > newest else f"oldest are from {long_date(oldest)}"
    note = f"Pipwise has no rules from {time_of(span)}. The {nearest}."
    editions = ("See all editions", addresses.editions())
    if one is None:
        return Answer(label=f"{time_of(span)} rules", note=note, links=[editions])
    return replace(one, label="Newest wording", note=f"{note} {one.note}".strip(), links=[*one.links, editions])


def time_of(span: Span) -> str:
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
