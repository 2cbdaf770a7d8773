"""What the engine answers, made ready for pages: the same for the checker and for the front page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from explorer import addresses
from explorer.library.lookups import editions_holding
from symbols.engine.announced import Announced, announced
from symbols.engine.cost import Cost
from symbols.engine.errors import EngineError, TooLarge
from symbols.engine.reading import MAX_LENGTH
from symbols.engine.result import CheckResult, check
from symbols.engine.slots import amount_as_text

MOST_WAYS = 24
X_LAST = 5
# More of a wrong input than this is not repeated on the page; the box still has all of it.
MOST_ECHOED = 400
COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
INVISIBLE = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
DIRECTIONS = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�")


@dataclass(frozen=True, slots=True)
class Cite:
    """A rule that says so; without an address when the library does not have it."""

    number: str
    address: str
    note: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about the cost, and the rule that says so."""

    words: str
    cites: Sequence[Cite]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to announce a cost: what is paid as pips, and the rest in words."""

    pips: str
    words: str


@dataclass(frozen=True, slots=True)
class XLine:
    """A line of the table of X."""

    value: int
    paid: str
    mana_value: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything that a page shows of one cost. Amounts are words already, pips are codes in braces."""

    result: CheckResult
    drawn: str
    parts: Sequence[str]
    mana_value_on_stack: str
    mana_value_elsewhere: str
    variables: str
    color_pips: str
    color_words: str
    ways: Sequence[Way]
    ways_count: str
    ways_left: str
    x_lines: Sequence[XLine]
    x_name: str
    x_last: int
    facts: Sequence[Fact]
    cites: Mapping[str, Sequence[Cite]]

    @property
    def canonical(self) -> str:
        """The cost in official notation."""
        return self.result.cost.canonical


@dataclass(frozen=True, slots=True)
class Problem:
    """What can't be read, with its place in what was typed."""

    message: str
    before: str
    wrong: str
    after: str
    expected: str
    suggestion: str
    suggestion_address: str

    @property
    def marked(self) -> bool:
        """Whether one place is to blame."""
        return bool(self.before or self.wrong or self.after)


# Which citations stand beside which part of the answer, by the rules they begin with.
TOPICS = {
    "mana_value": ("202.3",),
    "colors": ("202.2",),
    "announce": ("601.2b",),
    "x": ("107.3",),
}


def answer(cost: str | Cost) -> Answer:
    """Read a cost and return all that a page shows of it.

    Raises:
        EngineError: it can't be read.
    """
    result = check(cost)
    read = result.cost
    announcements = result.announcements
    # The X of a cost stays an X on the page, so nothing is filled in for it here.
    ways = [_way(announced(announcements, amounts)) for amounts in islice(announcements, MOST_WAYS)]
    count = announcements.count()
    linked = cites({citation.rule for citation in result.citations})
    lines = result.x_table(X_LAST)
    return Answer(
        result=result,
        drawn="".join(map(str, read.canonical_symbols)),
        parts=[part.text for part in read.parts],
        mana_value_on_stack=amount_as_text(result.mana_value_on_stack),
        mana_value_elsewhere=amount_as_text(result.mana_value_elsewhere),
        variables=" and ".join(f"{name} = {result.values.get(name, 0)}" for name in read.variables),
        color_pips="".join(f"{{{color}}}" for color in read.colors),
        color_words=_listed([COLOR_WORDS[color] for color in read.colors]) or "colorless",
        ways=ways,
        ways_count=f"{count:,}",
        ways_left=f"{count - len(ways):,}" if count > len(ways) else "",
        x_lines=[
            XLine(line.value, "".join(map(str, line.symbols)), amount_as_text(line.mana_value)) for line in lines
        ],
        x_name=read.variables[0] if lines else "",
        x_last=X_LAST,
        facts=[Fact(citation.fact, [linked[citation.rule]]) for citation in result.citations],
        cites={topic: _beside(result, starts, linked) for topic, starts in TOPICS.items()},
    )


def problem(typed: str, error: EngineError, *, address: str = "check") -> Problem:
    """Return what a page says about a cost that can't be read."""
    start, end = error.start, error.end
    if start is None or end is None:
        before = wrong = after = ""
    else:
        lead = typed[max(0, start - MOST_ECHOED) : start]
        before = ("…" if start > MOST_ECHOED else "") + _visible(lead)
        wrong = _visible(typed[start:end][:MOST_ECHOED]) + ("…" if end - start > MOST_ECHOED else "")
        after = _visible(typed[end:][:MOST_ECHOED]) + ("…" if len(typed) - end > MOST_ECHOED else "")
    mended = typed[:start] + error.suggestion + typed[end:] if error.suggestion is not None else ""
    lead_to = addresses.home if address == "home" else addresses.check
    return Problem(
        message=error.message,
        before=before,
        wrong=wrong,
        after=after,
        expected=error.expected or "",
        suggestion=mended,
        suggestion_address=lead_to(mended) if mended else "",
    )


def too_long(typed: str) -> EngineError:
    """Return the error for more text than any question needs."""
    return TooLarge("too_long", f"That is {len(typed):,} characters; at most {MAX_LENGTH:,} can be read.")


def partial(request: HttpRequest, template: str, context: dict[str, object], address: str) -> HttpResponse:
    """Answer htmx with the fragment of a page that it swaps in.

    A problem goes to its own place, so that the last good answer stays; an answer clears the problem.
    The address bar is kept in step with what was typed.
    """
    if "problem" in context:
        response = HttpResponse(render_to_string("check/_problem.html", context, request))
        response["HX-Retarget"] = "#problem"
    else:
        body = render_to_string(f"{template}#answer", context, request)
        response = HttpResponse(f'{body}<div id="problem" hx-swap-oob="true"></div>')
    response["HX-Replace-Url"] = address
    return response


def cites(rules: Iterable[str]) -> dict[str, Cite]:
    """Return rules as links, with one question to the library."""
    wanted = set(rules)
    held = editions_holding(wanted)
    return {
        rule: Cite(
            rule,
            addresses.rule(rule) if rule in held else "",
            f"as of {held[rule][-1].isoformat()}" if rule in held else f"Rule {rule} is not in this library",
        )
        for rule in wanted
    }


def _beside(result: CheckResult, starts: tuple[str, ...], linked: Mapping[str, Cite]) -> list[Cite]:
    rules = dict.fromkeys(citation.rule for citation in result.citations if citation.rule.startswith(starts))
    return [linked[rule] for rule in rules]


def _way(one: Announced) -> Way:
    if not one.life:
        return Way(str(one), "")
    return Way(str(one), f"and {one.life} life" if one.symbols else f"{one.life} life")


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _visible(text: str) -> str:
    """Return a text with signs in place of what can't be seen, or would turn the line around."""
    return text.translate(INVISIBLE).translate(DIRECTIONS)
