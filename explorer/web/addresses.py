"""URLs of all pages.

A URL without an edition shows the newest text; a pinned one names the edition, and shows the same text for good.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from urllib.parse import parse_qsl, quote, quote_plus, urlencode

from django.http import HttpRequest
from django.urls import resolve, reverse

from explorer.lineages.provisions import is_term, plain_name

_PLAIN = "{}[]()/,:;!*'@$?|"


def home(q: str = "") -> str:
    return _with_query("home", q=q)


def full_rules() -> str:
    """Progress of the full rules' download; POST starts it."""
    return reverse("full-rules")


def get_cards() -> str:
    """Progress of the cards' download; POST starts it."""
    return reverse("get-cards")


def contents(edition: date | None = None) -> str:
    return _pinnable("contents", edition)


def rule(number: str, edition: date | None = None) -> str:
    return _pinnable("rule", edition, number)


def rule_as(number: str, form: str, edition: date | None = None) -> str:
    return f"{rule(number, edition).removesuffix('/')}.{form}"


def picture(page: str) -> str:
    """Preview PNG of the page at a URL."""
    return _beside(page, ".png")


def embed(page: str) -> str:
    """Page at a URL, for other sites' frames."""
    return _beside(page, "/embed/")


def table(page: str) -> str:
    """Table mode of the rule whose page is at a URL."""
    return _beside(page, "/table/")


def _beside(page: str, ending: str) -> str:
    path, mark, query = page.partition("?")
    return f"{path.removesuffix('/')}{ending}{mark}{query}"


def oembed(page: str = "") -> str:
    """Description of the page at an absolute URL, by oEmbed."""
    return _with_query("api:oembed", url=page)


def api() -> str:
    return reverse("api")


def sitemap(edition: date | None = None) -> str:
    return _pinnable("sitemap", edition)


def sitemap_of_pages() -> str:
    return reverse("sitemap-of-pages")


def sitemap_of_cards() -> str:
    return reverse("sitemap-of-cards")


def editions() -> str:
    return reverse("editions")


def glossary(edition: date | None = None, letter: str = "") -> str:
    address = _pinnable("glossary", edition)
    return f"{address}?{urlencode({'letter': letter})}" if letter else address


def index(letter: str = "", entry: str = "") -> str:
    """Index of players' terms; `entry` is an anchor."""
    address = _with_query("index", letter=letter)
    return f"{address}#{entry}" if entry else address


def term(slug: str, edition: date | None = None) -> str:
    return _pinnable("term", edition, slug)


def provision(key: str, edition: date | None = None) -> str:
    """Rule or glossary entry by its key in the history (`explorer.lineages.provisions`)."""
    return term(plain_name(key), edition) if is_term(key) else rule(key, edition)


def history(key: str, edition: date | None = None, **parameters: str) -> str:
    """History of a rule or glossary entry, by its key in an edition."""
    name = "term-history" if is_term(key) else "history"
    pinned = [edition.isoformat()] if edition else []
    return _with_query(f"pinned-{name}" if edition else name, *pinned, plain_name(key), **parameters)


def feed(key: str = "") -> str:
    """Feed of all changes, or of those of one section, rule or glossary entry, by its key in the history."""
    if not key:
        return reverse("changes-feed")
    return reverse("term-feed" if is_term(key) else "rule-feed", args=[plain_name(key)])


def changes(old: date | None = None, new: date | None = None, **parameters: str) -> str:
    """All editions with their changes, or the changes between two of them."""
    if old is None or new is None:
        return _with_query("changes", **parameters)
    return _with_query("changes-between", old.isoformat(), new.isoformat(), **parameters)


def same_page(request: HttpRequest, edition: date) -> str:
    match = resolve(request.path_info)
    address = reverse(match.view_name, kwargs={**match.kwargs, "edition": edition.isoformat()})
    return f"{address}?{request.GET.urlencode()}" if request.GET else address


def check(cost: object = "", **parameters: object) -> str:
    """Checker, with a cost and options (`symbols.engine.request`).

    An empty pool is a pool, so `pool` may be empty. With a card, any option may: it overrides what the card fills in.
    """
    given = {"cost": cost, **parameters}
    keeps_empty = parameters.get("card")
    query = {
        key: text
        for key, value in given.items()
        if (text := str(value)) or key == "pool" or (keeps_empty and key != "cost")
    }
    return f"{_pinnable('check', None)}?{urlencode(query)}" if query else _pinnable("check", None)


def cast(parameters: Mapping[str, object] | None = None) -> str:
    """A walk through casting, with the keys of its request; of several values, each is a parameter."""
    query = {key: value for key, value in (parameters or {}).items() if value or key == "pool"}
    return f"{reverse('cast')}?{urlencode(query, doseq=True)}" if query else reverse("cast")


def x(**parameters: str) -> str:
    """X explorer, for a situation as `symbols.engine.x.Situation.as_query` returns it."""
    return _with_query("x", **parameters)


def citations(written: date | None = None) -> str:
    return _with_query("citations", written=written.isoformat() if written else "")


def trials() -> str:
    return reverse("trials")


def trial(slug: str, parameters: Mapping[str, str] | None = None) -> str:
    """One trial, with its inputs, the `edition` and the `rule`.

    Empty inputs are kept, since their default may be something else.
    """
    address = reverse("trial", args=[slug])
    return f"{address}?{urlencode(parameters)}" if parameters else address


_NAMES_EDITION = re.compile(r"[?&]edition=")


def keeping(address: str, edition: date | None) -> str:
    """URL pinned to an answer's edition; empty if it names one already, or none is known."""
    if edition is None or _NAMES_EDITION.search(address):
        return ""
    return f"{address}{'&' if '?' in address else '?'}edition={edition.isoformat()}"


def brief(said: Iterable[tuple[str, str]] = (), **more: str) -> str:
    """Brief, with as short a URL as possible.

    Args:
        said: its notes and parts in order: `note` with a text, or `part` with a URL of this site.
        more: further parameters.
    """
    pairs = [(key, _minimally_quoted(text) if key == "part" else text) for key, text in said]
    query = "&".join(f"{key}={quote_plus(text, safe='/:@,?')}" for key, text in [*pairs, *more.items()])
    # Chats exclude a period at the end from a link.
    safe_query = f"{query[:-1]}%2E" if query.endswith(".") else query
    return f"{reverse('brief')}?{safe_query}" if query else reverse("brief")


def begun_brief(part: str) -> str:
    return f"{_pinnable('brief', None)}?edit=1&part={quote(part)}"


def _minimally_quoted(address: str) -> str:
    """Quote as little as possible in a URL's query, since it is quoted again within another URL."""
    path, _, query = address.partition("?")
    said = parse_qsl(query, keep_blank_values=True)
    return f"{path}?{'&'.join(f'{key}={quote_plus(text, safe=_PLAIN)}' for key, text in said)}" if said else path


def policy(document: str, number: str = "", edition: date | None = None) -> str:
    """Tournament document, or one of its sections."""
    pinned = [edition.isoformat()] if edition else []
    name = "policy-section" if number else "policy"
    return reverse(f"pinned-{name}" if edition else name, args=[document, *pinned, *([number] if number else [])])


def policy_history(document: str, number: str = "", edition: date | None = None) -> str:
    """Changes of a tournament document, or the history of what an edition has under a number."""
    if not number:
        return reverse("policy-changes", args=[document])
    pinned = [edition.isoformat()] if edition else []
    return reverse("pinned-policy-history" if edition else "policy-history", args=[document, *pinned, number])


def policy_feed(document: str) -> str:
    return reverse("policy-feed", args=[document])


def numbers() -> str:
    return reverse("numbers")


def search(q: str = "", edition: str = "", page: int = 1, *, words: bool = False) -> str:
    """Search results.

    Args:
        edition: a date, or `all`; by default, the newest text of each rule is searched.
        page: from 1.
        words: search for the text even if it would redirect to a rule or to the checker.
    """
    more = {"page": str(page)} if page > 1 else {}
    kind = {"for": "words"} if words else {}
    return _with_query("search", q=q, edition=edition, **kind, **more)


def symbols(q: str = "") -> str:
    return _with_query("symbols", q=q)


def symbol(slug: str) -> str:
    return reverse("symbol", args=[slug])


def symbol_drawing(slug: str, version: str = "") -> str:
    """SVG of one symbol; with its version, a URL that may be cached forever."""
    return _with_query("symbol-svg", slug, v=version)


def card(slug: str, ruling: str = "") -> str:
    """Card, or one of its rulings (`explorer.cards.card.CardRuling.key`)."""
    address = reverse("card", args=[slug])
    return f"{address}#{ruling}" if ruling else address


def each_card(slugs: Iterable[str]) -> Iterator[str]:
    """URLs of many cards, with one `reverse`."""
    start, end = card("-").split("-")
    return (f"{start}{slug}{end}" for slug in slugs)


def cards(q: str = "") -> str:
    return _with_query("cards", q=q)


def _pinnable(name: str, edition: date | None, *args: str) -> str:
    """URL with or without an edition. Those that differ in the last part share one `reverse`: a page has hundreds."""
    before, after = _around(name, edition, len(args))
    return f"{before}{quote(args[-1])}{after}" if args else before


@lru_cache(maxsize=1024)
def _around(name: str, edition: date | None, parts: int) -> tuple[str, str]:
    pinned = () if edition is None else (edition.isoformat(),)
    address = reverse(f"pinned-{name}" if edition else name, args=[*pinned, *["-"] * parts])
    before, _, after = address.rpartition("/-") if parts else (address, "", "")
    return f"{before}/" if parts else before, after


def _with_query(name: str, *args: str, **query: str) -> str:
    given = {key: value for key, value in query.items() if value}
    address = reverse(name, args=args) if args else _pinnable(name, None)
    return f"{address}?{urlencode(given)}" if given else address
