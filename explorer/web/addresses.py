"""Every address that a page links to, made in one place.

An address without an edition shows the newest text; a pinned one names the edition and will show
the same text for good.
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
    """Front page, with what was typed into its box."""
    return _with_query("home", q=q)


def full_rules() -> str:
    """State of getting the full rules; asked by POST, they are brought."""
    return reverse("full-rules")


def contents(edition: date | None = None) -> str:
    """Contents of the current edition, or of one edition."""
    return _pinnable("contents", edition)


def rule(number: str, edition: date | None = None) -> str:
    """Chapter, section, rule or subrule."""
    return _pinnable("rule", edition, number)


def rule_as(number: str, form: str, edition: date | None = None) -> str:
    """Section, rule or subrule as a file: `json`, `txt` or `md`."""
    return f"{rule(number, edition).removesuffix('/')}.{form}"


def picture(page: str) -> str:
    """Preview picture of a page, a PNG, by the page's own address."""
    return _beside(page, ".png")


def embed(page: str) -> str:
    """Small form of a page for the frames of other sites, by the page's own address."""
    return _beside(page, "/embed/")


def _beside(page: str, ending: str) -> str:
    path, mark, query = page.partition("?")
    return f"{path.removesuffix('/')}{ending}{mark}{query}"


def oembed(page: str = "") -> str:
    """Description of a page for those who embed it, by the page's full address."""
    return _with_query("api:oembed", url=page)


def api() -> str:
    """Page that describes the API."""
    return reverse("api")


def sitemap(edition: date | None = None) -> str:
    """Return the address of the sitemap of an edition, or of the list of all sitemaps."""
    return _pinnable("sitemap", edition)


def sitemap_of_pages() -> str:
    """Return the address of the sitemap of pages without an edition."""
    return reverse("sitemap-of-pages")


def sitemap_of_cards() -> str:
    """Return the address of the sitemap of cards."""
    return reverse("sitemap-of-cards")


def editions() -> str:
    """List of the editions in the library."""
    return reverse("editions")


def glossary(edition: date | None = None, letter: str = "") -> str:
    """Glossary, or the entries under one letter of it."""
    address = _pinnable("glossary", edition)
    return f"{address}?{urlencode({'letter': letter})}" if letter else address


def index(letter: str = "", entry: str = "") -> str:
    """Index: what players call things, and the rules that answer.

    Args:
        letter: the letter to show; without one, all letters.
        entry: the entry under it to lead to.
    """
    address = _with_query("index", letter=letter)
    return f"{address}#{entry}" if entry else address


def term(slug: str, edition: date | None = None) -> str:
    """One entry of the glossary."""
    return _pinnable("term", edition, slug)


def provision(key: str, edition: date | None = None) -> str:
    """Rule or glossary entry by its key in the history (`explorer.lineages.provisions`)."""
    return term(plain_name(key), edition) if is_term(key) else rule(key, edition)


def history(key: str, edition: date | None = None, **asked: str) -> str:
    """Life of a rule or a glossary entry, found by the key it has in an edition."""
    name = "term-history" if is_term(key) else "history"
    pinned = [edition.isoformat()] if edition else []
    return _with_query(f"pinned-{name}" if edition else name, *pinned, plain_name(key), **asked)


def feed(key: str = "") -> str:
    """Feed of all changes, or of those of a section, a rule or a glossary entry, by its key in the history."""
    if not key:
        return reverse("changes-feed")
    return reverse("term-feed" if is_term(key) else "rule-feed", args=[plain_name(key)])


def changes(old: date | None = None, new: date | None = None, **asked: str) -> str:
    """All editions with what changed, or what changed between two of them."""
    if old is None or new is None:
        return _with_query("changes", **asked)
    return _with_query("changes-between", old.isoformat(), new.isoformat(), **asked)


def same_page(request: HttpRequest, edition: date) -> str:
    """Page that a pinned address asks for, of another edition."""
    match = resolve(request.path_info)
    address = reverse(match.view_name, kwargs={**match.kwargs, "edition": edition.isoformat()})
    return f"{address}?{request.GET.urlencode()}" if request.GET else address


def check(cost: str = "", **asked: str) -> str:
    """Checker, with a cost and everything else that is asked of it (`symbols.engine.request`).

    A pool of nothing is a pool, so only that key may stand there empty. With a card, any may: it takes back what the
    card fills in.
    """
    given = {"cost": cost, **asked}
    query = {key: text for key, text in given.items() if text or key == "pool" or (asked.get("card") and key != "cost")}
    return f"{_pinnable('check', None)}?{urlencode(query)}" if query else _pinnable("check", None)


def x(**asked: str) -> str:
    """Return the X explorer's address for a situation, given as `symbols.engine.x.Situation.as_query` has it."""
    return _with_query("x", **asked)


def trials() -> str:
    """List of what can be tried."""
    return reverse("trials")


def trial(slug: str, asked: Mapping[str, str] | None = None) -> str:
    """One trial, with everything that is asked of it: what a control says, the `edition`, and the `rule`.

    A control that says nothing says so in the address, since its default may be something.
    """
    address = reverse("trial", args=[slug])
    return f"{address}?{urlencode(asked)}" if asked else address


_NAMES_EDITION = re.compile(r"[?&]edition=")


def keeping(address: str, edition: date | None) -> str:
    """Address of an answer in the edition that it is from; empty where it names one already, or none is known."""
    if edition is None or _NAMES_EDITION.search(address):
        return ""
    return f"{address}{'&' if '?' in address else '?'}edition={edition.isoformat()}"


def brief(said: Iterable[tuple[str, str]] = (), **more: str) -> str:
    """Return the address of a brief, as short as it can be.

    Args:
        said: its notes and its parts in order: `note` with a text, or `part` with an address of ours.
        more: what is to be done with it.
    """
    pairs = [(key, _written_plainly(text) if key == "part" else text) for key, text in said]
    query = "&".join(f"{key}={quote_plus(text, safe='/:@,?')}" for key, text in [*pairs, *more.items()])
    # Chats leave a period at the end of a link to the sentence.
    lasting = f"{query[:-1]}%2E" if query.endswith(".") else query
    return f"{reverse('brief')}?{lasting}" if query else reverse("brief")


def begun_brief(part: str) -> str:
    """Return the address of a brief that begins with an address of ours, to go on with."""
    return f"{_pinnable('brief', None)}?edit=1&part={quote(part)}"


def _written_plainly(address: str) -> str:
    """Return an address with nothing escaped in its query that needn't be: within another, it is escaped again."""
    path, _, query = address.partition("?")
    said = parse_qsl(query, keep_blank_values=True)
    return f"{path}?{'&'.join(f'{key}={quote_plus(text, safe=_PLAIN)}' for key, text in said)}" if said else path


def numbers() -> str:
    """Page about numbers."""
    return reverse("numbers")


def search(q: str = "", edition: str = "", page: int = 1, *, words: bool = False) -> str:
    """Results of a search.

    Args:
        q: what is searched for.
        edition: a date, or `all`; without one, the newest text of each rule is searched.
        page: which page of the results, from 1.
        words: search for the text of what would lead to a rule or to the checker.
    """
    more = {"page": str(page)} if page > 1 else {}
    kind = {"for": "words"} if words else {}
    return _with_query("search", q=q, edition=edition, **kind, **more)


def symbols(q: str = "") -> str:
    """Gallery of symbols, or those of them that fit some words."""
    return _with_query("symbols", q=q)


def symbol(slug: str) -> str:
    """Page of one symbol."""
    return reverse("symbol", args=[slug])


def symbol_drawing(slug: str, version: str = "") -> str:
    """Drawing of one symbol; with its version, an address that may be kept for good."""
    return _with_query("symbol-svg", slug, v=version)


def card(slug: str, ruling: str = "") -> str:
    """Page of one card, or a place in it: one of its rulings (see `explorer.cards.card.CardRuling.key`)."""
    address = reverse("card", args=[slug])
    return f"{address}#{ruling}" if ruling else address


def each_card(slugs: Iterable[str]) -> Iterator[str]:
    """Pages of many cards."""
    start, end = card("-").split("-")
    return (f"{start}{slug}{end}" for slug in slugs)


def cards(q: str = "") -> str:
    """Cards by name, or those whose names begin so."""
    return _with_query("cards", q=q)


def _pinnable(name: str, edition: date | None, *args: str) -> str:
    """Return an address. Those that differ in their last part alone are asked of Django once: a page has hundreds."""
    before, after = _around(name, edition, len(args))
    return f"{before}{quote(args[-1])}{after}" if args else before


@lru_cache(maxsize=1024)
def _around(name: str, edition: date | None, parts: int) -> tuple[str, str]:
    """Return what an address has before and after its last part."""
    pinned = () if edition is None else (edition.isoformat(),)
    address = reverse(f"pinned-{name}" if edition else name, args=[*pinned, *["-"] * parts])
    before, _, after = address.rpartition("/-") if parts else (address, "", "")
    return f"{before}/" if parts else before, after


def _with_query(name: str, *args: str, **query: str) -> str:
    given = {key: value for key, value in query.items() if value}
    address = reverse(name, args=args) if args else _pinnable(name, None)
    return f"{address}?{urlencode(given)}" if given else address
