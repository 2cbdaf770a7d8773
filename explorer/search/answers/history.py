"""Answers to questions about history: since when, what was before, what is gone, whether anything changed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from explorer.document.numbers import RuleNumber
from explorer.document.tree import slugify
from explorer.history.query import text_before
from explorer.library.history.counts import timeline
from explorer.library.history.life import Life, life_at, lives_under, moment_of
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import REWORDING, ChangeKind, term_key
from explorer.lineages.tracing import LifeStep
from explorer.search import book_in
from explorer.search.answers.answer import Answer
from explorer.search.answers.changes import answer_changes
from explorer.search.answers.dated import quoted_in
from explorer.search.answers.found_answer import OBSOLETE, answer_found
from explorer.search.answers.results import NEWEST, ReadResults, find
from explorer.search.answers.rule_changes import newest_with
from explorer.search.index.book import entry_index, is_keyword
from explorer.search.understand.history import GONE_RULES, IDLE, HistoryQuestion, read_history
from explorer.search.words.phrases import canonical_keys, specificity
from explorer.web import addresses
from explorer.wording.life import show_life


class HistoryAnswer(NamedTuple):
    """An answer from history.

    Attributes:
        words: what was searched to find what it is about.
        read: the results; None if the answer is about a section or all rules.
    """

    one: Answer
    words: str = ""
    read: ReadResults | None = None


def answer_history(typed: str, loaded: Library) -> HistoryAnswer | None:
    """None for other queries, and where it isn't sure what they are about."""
    question = read_history(typed)
    if question is None or loaded.behind or not timeline(loaded).pairs:
        return None
    if question.is_about_changes and (one := answer_changes(question, loaded)):
        return HistoryAnswer(one, one.key, find(one.key, NEWEST, loaded) if one.key else None)
    gone = _gone_rule(question.topic, loaded)
    if not question.topic or question.kind == "new" or (question.kind == "named" and gone is None):
        return None
    read = find(question.topic, NEWEST, loaded)
    keys = _keys(question.topic, read, loaded)
    gone = gone or _gone_number(question.topic, loaded) or _gone_term(question, is_found=bool(keys))
    one = _answer_gone(question, gone, loaded) if gone else _answer(question, keys, loaded)
    return HistoryAnswer(one, question.topic, read) if one else None


def _keys(topic: str, read: ReadResults, loaded: Library) -> list[str]:
    """The rule or entry that words surely name, then others about it; of a keyword, its whole rule last."""
    if RuleNumber.try_parse(topic):
        return [topic]
    one = None if read.found.of_cards.said else answer_found(topic, read.found, loaded)
    keys = [*([one.quoted[0]] if one.quoted else []), one.key] if one else []
    place = entry_index(topic) if keys and is_keyword(topic) else None
    rules = book_in(loaded, None).entries[place].rules[:1] if place is not None else ()
    return [*keys, *(str(RuleNumber.parse(rule).whole) for rule in rules)]


def _answer(question: HistoryQuestion, keys: Sequence[str], loaded: Library) -> Answer | None:
    if not keys:
        return None
    if question.is_about_changes:
        return answer_changes(question, loaded, keys[-1] if is_keyword(question.topic) else keys[0])
    if question.kind in {"before", "first"}:
        return _answer_before(question, keys[0], loaded)
    if question.kind == "since":
        return _answer_since(question, keys, loaded)
    is_name = term_key(slugify(question.topic)) in keys or is_keyword(question.topic) or keys[0] == question.topic
    return _answer_since(question, keys, loaded) if question.kind == "still" and is_name else None


def _answer_since(question: HistoryQuestion, keys: Sequence[str], loaded: Library) -> Answer | None:
    """Since when the rules have something: the first of `keys`, or the oldest of them; quotes the first."""
    edition = newest_with(keys[0], loaded)
    lives = [life for key in keys if (life := life_at(key, edition.date))] if edition else []
    if edition is None or not lives:
        return None
    own, oldest = lives[0], min(lives, key=lambda life: life.first.date)
    beginning = show_life(oldest, loaded, edition.date).lead.rstrip(".")
    since = " ".join(show_life(own, loaded, edition.date).rest)
    note = since if own is oldest else f"{own.name_of(keys[0])}: {since}"
    heading = f"{question.verdict(is_changed=False)}{beginning}"
    return _in_history(own, keys[0], edition, (edition.date, keys[0]), loaded, heading=heading, note=note)


def _answer_before(question: HistoryQuestion, key: str, loaded: Library) -> Answer | None:
    """The wording before the last change, or the first one."""
    edition = newest_with(key, loaded)
    life = life_at(key, edition.date) if edition else None
    if edition is None or life is None:
        return None
    shown = show_life(life, loaded, edition.date)
    changed = life.rewordings[0] if life.rewordings else None
    place = text_before(changed, life, loaded) if changed else None
    if question.kind == "first" or changed is None or place is None:
        place, heading, note = (life.first.seen, life.first.key), shown.lead.rstrip("."), " ".join(shown.rest)
    else:
        heading, note = f"Before it was reworded {moment_of(changed, loaded).when}", shown.rest[0]
    return _in_history(life, key, edition, place, loaded, heading=heading, note=note)


def _in_history(
    life: Life,
    key: str,
    edition: EditionInfo,
    place: tuple[date, str],
    loaded: Library,
    *,
    heading: str,
    note: str,
    name: str = "",
) -> Answer | None:
    """An answer about the life of what an edition has under a key, with its text at a place (edition date, key)."""
    then = loaded.on(place[0])
    if then is None:
        return None
    quoted = quoted_in(then, place[1], loaded)
    pin = None if edition == loaded.newest else edition.date
    is_older = then != edition
    return replace(
        quoted,
        label=f"History of {name or life.name_of(key)}",
        source=quoted.source if quoted.paragraphs else f"{quoted.heading}, {quoted.source}",
        heading=heading,
        note=note,
        links=[
            *(quoted.links if is_older or pin else []),
            *([] if pin else [(f"Read {life.name_of(key)}", addresses.provision(key))]),
            ("History", addresses.history(key, pin)),
        ],
        repeats=() if is_older or pin else {key},
    )


class _Gone(NamedTuple):
    """What the rules no longer have.

    Attributes:
        step: took it away.
        how: “Removed”, before when.
    """

    life: Life
    step: LifeStep
    name: str
    how: str


def _answer_gone(question: HistoryQuestion, gone: _Gone, loaded: Library) -> Answer | None:
    """When something went away, with its last text."""
    place = text_before(gone.step, gone.life, loaded)
    then = loaded.on(place[0]) if place else None
    if place is None or then is None:
        return None
    heading = f"{question.verdict(is_changed=True)}{gone.how} {moment_of(gone.step, loaded).when}"
    note = moment_of(gone.life.first, loaded).as_beginning(gone=True)
    return _in_history(gone.life, place[1], then, place, loaded, heading=heading, note=note, name=gone.name)


@cache
def _gone_names() -> Mapping[frozenset[str], tuple[str, str, date]]:
    """Name, rule and edition by the specific words of each name."""
    return {
        _specific(name): (row["names"][0], row["rule"], row["edition"]) for row in GONE_RULES for name in row["names"]
    }


def _specific(text: str) -> frozenset[str]:
    idle = canonical_keys(IDLE)
    return frozenset(key for key in canonical_keys(text) if specificity(key) == 1 and key not in idle)


def _gone_rule(topic: str, loaded: Library) -> _Gone | None:
    """A removed or changed rule, by the name that players have for it."""
    name, rule, day = _gone_names().get(_specific(topic), ("", "", date.min))
    life = life_at(rule, day) if loaded.on(day) else None
    if life is None:
        return None
    later = (step for step in reversed(life.steps) if step.date > day)
    step = next((one for one in later if one.change in REWORDING | {ChangeKind.REMOVED}), None)
    how = "Removed" if step and step.change is ChangeKind.REMOVED else "Changed"
    return _Gone(life, step, name, how) if step else None


def _gone_number(topic: str, loaded: Library) -> _Gone | None:
    edition = newest_with(topic, loaded) if RuleNumber.try_parse(topic) else None
    life = life_at(topic, edition.date) if edition else None
    return _Gone(life, life.removal, topic, "Removed") if life and life.removal else None


def _gone_term(question: HistoryQuestion, *, is_found: bool) -> _Gone | None:
    """A glossary entry that became obsolete, has a wholly other name or, if the search found nothing, was removed."""
    keys = dict.fromkeys(term_key(slugify(one)) for one in (question.topic, question.topic.removesuffix("s")))
    key, life = next(((key, life) for key in keys for life in lives_under(key)[:1]), ("", None))
    later = (
        list(takewhile(lambda step: step.key != key or step.change is ChangeKind.REMOVED, life.steps)) if life else []
    )
    if life is None or not later:
        return None
    step, name, now = later[-1], life.name_of(key), life.name_of(life.steps[0].key)
    if OBSOLETE.search(now):
        return _Gone(life, step, name, "Became obsolete")
    if step.change is ChangeKind.REMOVED:
        return None if is_found else _Gone(life, step, name, "Removed from the glossary")
    is_other = name not in now and (not is_found or question.kind in {"gone", "still"})
    return _Gone(life, step, name, f"Renamed {life.name_of(step.key)}") if is_other else None
