"""Symbols in templates."""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.web import addresses
from symbols import rendering
from symbols.catalog.definitions import slug
from symbols.engine.costs import amount_as_text

SHORT = 200

register = template.Library()
register.filter("amount", amount_as_text)


@register.simple_tag
def pips(cost: str, *, decorative: bool = False) -> SafeString:
    return rendering.pips(cost, decorative=decorative)


@register.simple_tag
def static_if_there(path: str) -> str:
    """Empty if static files haven't been collected."""
    try:
        return static(path)
    except ValueError:
        return ""


@register.simple_tag
def symbol(code: str, *, decorative: bool = False) -> SafeString:
    """Draw one symbol; `code` is without braces."""
    return rendering.pip(code, decorative=decorative)


@register.simple_tag
def cost_in_words(pips: str, parts: Sequence[str]) -> SafeString:
    """A cost in running text: its symbols, and its other parts after commas."""
    drawn = [format_html('<span class="p24">{}</span>', rendering.pips(pips))] if pips else []
    return SafeString(", ".join([*drawn, *map(symbols, parts)]))


@register.simple_tag
def symbol_link(code: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', addresses.symbol(slug(code)), rendering.pip(code))


@register.simple_tag
def kind_link(code: str, kind: str, first: str, count: int) -> SafeString:
    """Link from one symbol to its kind in the gallery, whose first symbol is `first`."""
    address = f"{addresses.symbols()}#kind-{slug(first)}"
    drawn = rendering.pip(code, decorative=True)
    return format_html('<a href="{}">{} {}, {} symbols</a>', address, drawn, kind, count)


@register.simple_tag
def to_brief(part: str) -> SafeString:
    """Link that starts a brief with this, for browsers without scripts, where there is no Share button."""
    return format_html(
        '<a class="no-js" href="{}" rel="nofollow" aria-label="Add to brief">+ Brief</a>', addresses.begun_brief(part)
    )


@register.simple_tag
def add_to_brief(part: str) -> SafeString:
    """Link that adds this to the brief that is being made; without scripts, it starts one."""
    return format_html('<a data-to-brief href="{}" rel="nofollow">Add to brief</a>', addresses.begun_brief(part))


@register.simple_tag
def facts(said: Sequence[tuple[str, SafeString]]) -> SafeString:
    """`<li>` for each fact, after its rules."""
    return SafeString("\n".join(_fact(words, cites) for words, cites in said))


@lru_cache(maxsize=2048)
def _fact(words: str, cites: SafeString) -> SafeString:
    return format_html("<li><span>{}</span><span>{}</span></li>", cites, symbols(words))


@register.simple_tag
def rules_naming(codes: Sequence[str]) -> SafeString:
    """Links from symbols to searches for the rules that name them."""
    return SafeString("".join(map(_rules_naming, codes)))


@lru_cache(maxsize=256)
def _rules_naming(code: str) -> SafeString:
    address, drawn = addresses.search(code, words=True), rendering.pips(code)
    return format_html('<a class="chip" href="{}" aria-label="Rules that name {}">{}</a>', address, code, drawn)


@register.simple_tag
def ways(listed: Sequence[tuple[str, str, bool | None, str]]) -> SafeString:
    """Table rows for ways to pay: pips, words, and whether each is payable or what is missing."""
    return SafeString(
        "".join(_way(drawn, words, payable=payable, short=short) for drawn, words, payable, short in listed)
    )


@lru_cache(maxsize=2048)
def _way(drawn: str, words: str, *, payable: bool | None, short: str) -> SafeString:
    pips = format_html('<span class="p24">{}</span>', rendering.pips(drawn)) if drawn else ""
    mark = "" if payable is None else format_html("<td>{}</td>", verdict(payable=payable, short=short))
    return format_html("<tr><td>{} {}</td>{}</tr>\n", pips, words, mark)


@register.simple_tag
@lru_cache(maxsize=256)
def verdict(*, payable: bool, short: str = "") -> SafeString:
    """Tick or cross, with what is missing."""
    return SafeString(render_to_string("check/_tick.html", {"payable": payable, "short": short}).strip())


@register.filter
def symbols(text: str) -> SafeString:
    """Draw the symbols in a text, with today's meanings."""
    return _short(text) if len(text) <= SHORT else rendering.render_text(text)


@lru_cache(maxsize=2048)
def _short(text: str) -> SafeString:
    """Cached, as there are few sentences about costs."""
    return rendering.render_text(text)
