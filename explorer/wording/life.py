"""Life of a rule as a sentence and a timeline strip, and rules that once had a number. No queries."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from explorer.citations import FoundRule
from explorer.document.dates import long_date
from explorer.library.history.life import Life, moment_of
from explorer.library.loaded import Library
from explorer.library.place import RulePlace, TermPlace
from explorer.library.queries import EditionInfo
from explorer.lineages.provisions import ChangeKind, is_term, plain_name, sort_key
from explorer.lineages.tracing import LifeStep
from explorer.web import addresses
from symbols.sentences import join_words

# The strip ends some days after the newest edition.
_AFTER = timedelta(days=70)
_NAMED_YEARS = 5


@dataclass(frozen=True, slots=True)
class StripMark:
    """Mark on the strip: `words`, `number`, `removed` (without an address), or `here` for the edition shown."""

    kind: str
    at: str
    title: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class ShownLife:
    """Life of a rule.

    Attributes:
        lead: since when, or from when to when, it is in the rules.
        rest: further sentences: how many wordings and numbers it had, when it last changed.
        spans: when it was in the rules: start and end in percent.
        years: labels under the strip: offset in percent, SVG `text-anchor`, year.
        since: what became of the text shown, if that isn't the newest; else empty. `newest` is its address.
    """

    lead: str
    rest: Sequence[str]
    spans: Sequence[tuple[str, str]]
    marks: Sequence[StripMark]
    years: Sequence[tuple[str, str, int]]
    label: str
    address: str
    since: str = ""
    newest: str = ""


def split_into(names: Iterable[str]) -> str:
    return f"Later split, now {join_words(list(names))}"


def show_life(life: Life, loaded: Library, then: date, *, here: bool = False, address: str = "") -> ShownLife:
    """Shape the life of a rule; `then` is the date of the edition shown."""
    start, end = strip_span(loaded)
    marks = [_mark(step, life.name_of(step.key), percent(step.date, start, end)) for step in reversed(life.steps)]
    if here:
        marks.append(StripMark("here", percent(then, start, end), f"{long_date(then)}: you are here"))
    return ShownLife(
        lead=_beginning(life, loaded),
        rest=[*_amounts(life), *_last_change(life, loaded, then)],
        spans=[(percent(since, start, end), percent(min(until, end), start, end)) for since, until in life.spans],
        marks=marks,
        years=strip_years(start, end),
        label=f"Life of the {'entry' if is_term(life.first.key) else 'rule'}, {start.year} to {end.year}",
        address=address,
    )


def show_life_on_page(life: Life, place: RulePlace | TermPlace, *, has_many: bool = False) -> ShownLife:
    """The life of a rule or entry, for its own page, with what became of the text shown there.

    With `has_many`, the page shows more than that text, and nothing is said of rewordings.
    """
    address = addresses.history(place.key, place.pin)
    shown = show_life(life, place.library, place.edition.date, here=True, address=address)
    since, newest = _since(life, place, has_many=has_many)
    return replace(shown, since=since, newest=newest)


def _since(life: Life, place: RulePlace | TermPlace, *, has_many: bool) -> tuple[str, str]:
    """What became of an old text, and the address of the newest; empty if the text is the newest."""
    newest, day, key = place.newer, place.edition.date, place.key
    if newest is None:
        return "", ""
    now = life.keys_now(day)
    if not now:
        gone = next(step for step in reversed(life.steps) if step.date > day and step.change is ChangeKind.REMOVED)
        return f"Removed {moment_of(gone, place.library).when}.", ""
    changed = [step for step in life.rewordings if step.date > day and not has_many]
    sentences = [f"Last reworded {moment_of(changed[0], place.library).when}."] if changed else []
    if life.is_split(day):
        sentences = [f"{split_into(map(life.name_of, now))}."]
    elif now != [key]:
        moved = f"It’s {life.name_of(now[0])} now"
        sentences.append(f"{moved}." if changed or has_many else f"{moved}, with the same wording.")
    return " ".join(sentences), addresses.provision(now[0]) if sentences else ""


def _beginning(life: Life, loaded: Library) -> str:
    moment = moment_of(life.first, loaded)
    first = life.first.key
    then = f" (as {life.name_of(first)})" if first != life.steps[0].key else ""
    return moment.as_beginning(then, gone=life.removal is not None)


def _amounts(life: Life) -> list[str]:
    words, moves = len(life.rewordings), sum(one.key != other.key for one, other in pairwise(life.steps))
    said = f"Reworded {_times(words)}" if words else "Same wording throughout"
    named = "renamed" if is_term(life.first.key) else "renumbered"
    return [f"{said}, {named} {_times(moves)}." if moves else f"{said}."]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _last_change(life: Life, loaded: Library, then: date) -> list[str]:
    if life.is_split(then):
        return [f"{split_into(map(life.name_of, life.keys_now(then)))}."]
    if life.removal is not None:
        return [f"Removed {moment_of(life.removal, loaded).when}."]
    if not life.rewordings:
        return []
    moment = moment_of(life.rewordings[0], loaded)
    if moment.on > then:
        return [f"Last changed {moment.when}."]
    if moment.exact:
        return [f"Unchanged since {long_date(moment.on)}."]
    if moment.before is None:
        return [f"Unchanged since at least {long_date(moment.on)}."]
    return [f"Last changed {moment.when}."]


def _mark(step: LifeStep, name: str, at: str) -> StripMark:
    day = long_date(step.date)
    if step.change is ChangeKind.REMOVED:
        return StripMark("removed", at, f"{day}: removed")
    kind = "number" if step.change is ChangeKind.MOVED else "words"
    what = "name" if is_term(step.key) else "number"
    happened = {
        ChangeKind.CREATED: f"added as {name}",
        ChangeKind.MOVED: f"{what} changed to {name}",
        ChangeKind.EDITED: "reworded",
        ChangeKind.MOVED_AND_EDITED: f"reworded, {what} changed to {name}",
        ChangeKind.SPLIT: f"split, now {name}",
        ChangeKind.MERGED: f"merged, now {name}",
    }[step.change]
    return StripMark(kind, at, f"{day}: {happened}", addresses.provision(step.key, step.date))


def strip_span(loaded: Library) -> tuple[date, date]:
    days = [edition.date for edition in loaded.editions]
    return date(days[0].year, 1, 1), min(days[-1], date.max - _AFTER) + _AFTER


def percent(day: date, start: date, end: date) -> str:
    return f"{100 * (day - start) / (end - start):.2f}%"


def strip_years(start: date, end: date) -> list[tuple[str, str, int]]:
    """Labels under a strip: offset in percent, SVG `text-anchor`, year."""
    steps = range(_NAMED_YEARS)
    years = sorted({start.year + round(step * (end.year - start.year) / (_NAMED_YEARS - 1)) for step in steps})
    ends = {years[0]: "start", years[-1]: "end"}
    places = [percent(min(date(year, 1, 1), end), start, end) for year in years]
    places[-1] = "100%"
    return [(at, ends.get(year, "middle"), year) for at, year in zip(places, years, strict=True)]


@dataclass(frozen=True, slots=True)
class FormerRule:
    """A rule that had the number in other editions, or was split off since; `number` is today's, if any.

    `last` is the newest edition in which it had the number.
    """

    words: str
    number: str
    address: str
    history: str
    last: date | None = None


def former_rules(
    key: str, lives: Sequence[Life], having: Collection[EditionInfo], loaded: Library, shown: Life | None = None
) -> Sequence[FormerRule]:
    """Everything that had a number, newest first, without the life on whose page this is (None: a not-found page).

    `having` are the editions that have the number; excerpts may lack rules that applied then.
    """
    others = (life for life in lives if shown is None or life.lineage != shown.lineage)
    return [former for life in others for former in _former(key, life, having, loaded, beside=shown is not None)]


def cited_instead(cited: Iterable[FoundRule], loaded: Library) -> Iterator[FormerRule]:
    """Rules of the newest edition that answers cite in place of a removed one, `cited` under its number."""
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
        what = f"what’s now {named_now}" if now else f"{'an' if is_term(key) else 'a'} {kind} later removed"
        words = f"{held}, {name} was the {'name' if is_term(key) else 'number'} of {what}."
    else:
        fate = f"that’s now {named_now}" if now else "that was later removed"
        words = f"{held}, {name} was {'an' if is_term(key) else 'a'} {kind} {fate}."
    yield FormerRule(
        words=words,
        number=plain_name(ways[0]) if ways else "",
        address=addresses.provision(ways[0]) if ways else addresses.provision(key, last),
        history=addresses.history(key, last),
        last=last,
    )
    for part in ways[1:]:
        yield FormerRule(
            words=f"{life.name_of(part)} was part of {name} then.",
            number=plain_name(part),
            address=addresses.provision(part),
            history=addresses.history(part),
        )
