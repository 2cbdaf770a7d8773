"""Answers to questions about changes of one rule: when it was reworded, and how."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.history.query import text_before
from explorer.library.history.life import Life, Moment, life_at, moment_of, provisions_at
from explorer.library.links import numbers_named
from explorer.library.loaded import Library, library_with, library_with_term
from explorer.library.queries import EditionInfo, rule_numbers
from explorer.lineages.provisions import (
    REWORDING,
    ChangeKind,
    is_term,
    parent_of,
    plain_name,
    section_of,
    sort_key,
)
from explorer.lineages.tracing import LifeStep
from explorer.models import LineageStep
from explorer.search.answers.answer import Answer, Shared
from explorer.search.understand.history import HistoryQuestion
from explorer.web import addresses
from explorer.wording.differences import show_changed_words
from symbols.sentences import capital, join_words

_MAX_NAMED = 6
# Letters of a difference; longer ones have a page.
_MAX_SHOWN = 900


@dataclass(frozen=True, slots=True)
class _Event:
    """A rule was added, reworded or removed."""

    life: Life
    step: LifeStep
    moment: Moment

    @property
    def verb(self) -> str:
        if self.step.change is ChangeKind.REMOVED:
            return "removed"
        return "added" if self.step is self.life.first or self.step.change is ChangeKind.CREATED else "reworded"


def newest_with(key: str, loaded: Library) -> EditionInfo | None:
    """The newest edition with a rule or an entry, in one query."""
    return loaded.newest_of((library_with_term(plain_name(key)) if is_term(key) else library_with(key))[1])


def answer_rule_changes(
    question: HistoryQuestion, key: str, window: tuple[date, date] | None, loaded: Library
) -> Answer | None:
    """None if no edition has the rule or entry.

    Args:
        question: about its changes.
        window: the editions to compare; None for the last change.
    """
    edition = newest_with(key, loaded)
    life = life_at(key, edition.date) if edition else None
    if edition is None or life is None:
        return None
    number = RuleNumber.try_parse(key)
    below = [each for each in rule_numbers(edition) if parent_of(each) == key]
    is_rule = number is not None and number.kind is NumberKind.RULE
    lives = [life, *_lives_below(life, below, edition)] if is_rule else [life]
    events = sorted(_events(lives, loaded), key=lambda event: event.step.date, reverse=True)
    within = [one for one in events if window is None or window[0] < one.step.date <= window[1]]
    if window is None and below and within:
        within = [one for one in within if one.step.date == within[0].step.date]
    has_one = len(lives) == 1
    began = within and all(one.verb == "added" and one.step.date == events[-1].step.date for one in within)
    changes = [] if window is None and began else within
    heading = _heading(changes, window, has_one=has_one) if changes else _unchanged(life, events, window)
    heading = f"{question.verdict(is_changed=bool(changes))}{heading}"
    old, new, paragraphs = _difference(life, changes, window, loaded) if changes else (None, None, [])
    is_short = has_one and sum(len(strip_tags(each)) for each in paragraphs) <= _MAX_SHOWN
    pin = None if edition == loaded.newest else edition.date
    history = addresses.history(key, pin)
    links = [("History", history), (f"Read {life.name_of(key)}", addresses.provision(key, pin))]
    if changes and old and new and not (is_short and paragraphs):
        step = changes[0].step.key
        links.insert(0, ("Show what changed", f"{addresses.changes(old, new, section=section_of(step))}#{step}"))
    label = f"Changes in {life.name_of(key)}"
    note = _note(events, changes, window, has_one=has_one) if changes or window else _unworded_changes(lives, edition)
    return Answer(
        label=label,
        source=f"{long_date(new)} compared with {long_date(old)}" if old and new else "",
        heading=heading,
        paragraphs=paragraphs if is_short else (),
        note=f"{_name_now(life, key)} {note}".strip(),
        links=links,
        share=Shared(label, history, text=f"{heading}."),
        key=key,
    )


def _name_now(life: Life, key: str) -> str:
    now = "" if life.removal else life.steps[0].key
    return f"It’s {life.name_of(now)} now." if now not in {"", key} else ""


def _lives_below(life: Life, numbers: Sequence[str], edition: EditionInfo) -> Iterator[Life]:
    """The lives of a rule's subrules, those removed included."""
    yield from filter(None, (life_at(number, edition.date) for number in numbers))
    for key in life.keys:
        gone = LineageStep.objects.filter(change=ChangeKind.REMOVED, key__startswith=key)
        for number, seen in gone.order_by("key", "seen").values_list("key", "seen"):
            if parent_of(number) == key and life.has(key, seen) and (removed := life_at(number, seen)):
                yield removed


def _events(lives: Sequence[Life], loaded: Library) -> Iterator[_Event]:
    for life in lives:
        for step in life.steps:
            if step.change in REWORDING | {ChangeKind.CREATED, ChangeKind.REMOVED}:
                moment = moment_of(step, loaded)
                if moment.before:
                    yield _Event(life, step, moment)


def _heading(changes: Sequence[_Event], window: tuple[date, date] | None, *, has_one: bool) -> str:
    last = changes[0]
    verb = last.verb if has_one else "changed"
    count = len({one.step.date for one in changes})
    if window is None:
        return capital(f"{'last ' if verb != 'removed' else ''}{verb} {last.moment.when}")
    times = f" {_times(count)}, last" if count > 1 else ""
    return f"{capital(verb)}{times} {last.moment.when}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _unchanged(life: Life, events: Sequence[_Event], window: tuple[date, date] | None) -> str:
    first = long_date(life.first.date)
    if window is None:
        return (
            f"Unchanged since it was added {events[0].moment.when}" if events else f"Unchanged since at least {first}"
        )
    return f"Unchanged from {long_date(window[0])} to {long_date(window[1])}"


def _difference(
    life: Life, changes: Sequence[_Event], window: tuple[date, date] | None, loaded: Library
) -> tuple[date | None, date, Sequence[SafeString]]:
    """The editions compared, and the text with its changes; of one change, the editions before and after it."""
    last = changes[0]
    old, new = last.moment.before, last.step.date
    if window and len({one.step.date for one in changes}) > 1:
        old, new = window
        places = [(step.seen, step.key) for day in window if (step := life.at(day))]
    else:
        before = text_before(last.step, last.life, loaded) if last.verb == "reworded" else None
        places = [before, (last.step.seen, last.step.key)] if before else []
    texts = provisions_at(places) if len(places) == 2 else {}
    if old is None or len(texts) < 2:
        return old, new, []
    was, now = (texts[place].paragraphs for place in places)
    return old, new, show_changed_words(was, now, (old, new))


def _note(
    events: Sequence[_Event], changes: Sequence[_Event], window: tuple[date, date] | None, *, has_one: bool
) -> str:
    if not has_one:
        return _named(changes) if changes else ""
    if window is None:
        reworded = sum(one.verb == "reworded" for one in events)
        return f"Reworded {_times(reworded)} in all." if reworded > 1 else ""
    if not changes and events:
        return f"Last {events[0].verb} {events[0].moment.when}." if events[0].verb != "removed" else ""
    return ""


def _unworded_changes(lives: Sequence[Life], edition: EditionInfo) -> str:
    """What changed besides the words: “Only its number and the numbers that it refers to changed.”."""
    ends = [
        ((life.first.seen, life.first.key), (edition.date, now.key)) for life in lives if (now := life.at(edition.date))
    ]
    texts = provisions_at(place for both in ends for place in both)
    cited = [[list(numbers_named([texts[place].text])) for place in both if place in texts] for both in ends]
    kinds = {
        "its name" if is_term(lives[0].first.key) else "its number": any(first[1] != now[1] for first, now in ends),
        "the numbers that it refers to": any(len(both) == 2 and both[0] != both[1] for both in cited),
    }
    changed = [what for what, is_so in kinds.items() if is_so]
    return f"Only {join_words(changed)} changed." if changed else ""


def _named(changes: Sequence[_Event]) -> str:
    """“704.5r added, 704.5j and 704.5q reworded.”."""
    kinds = ("added", "reworded", "removed")
    ordered = sorted(changes, key=lambda one: (kinds.index(one.verb), sort_key(one.step.key)))
    parts = []
    for verb, group in groupby(ordered, key=lambda one: one.verb):
        # Another rule may have a removed one’s number by now.
        old = "the old " if verb == "removed" else ""
        numbers = list(dict.fromkeys(f"{old}{one.step.key}" for one in group))
        named = numbers if len(numbers) <= _MAX_NAMED else [*numbers[:_MAX_NAMED], f"{len(numbers) - _MAX_NAMED} more"]
        parts.append(f"{join_words(named)} {verb}")
    return f"{'; '.join(parts)}."
