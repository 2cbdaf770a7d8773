"""Symbols in templates."""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer import addresses
from symbols import rendering
from symbols.catalog.definitions import slug
from symbols.engine.costs import amount_as_text

SHORT = 200

register = template.Library()
register.filter("amount", amount_as_text)


@register.simple_tag
def pips(cost: str, *, decorative: bool = False) -> SafeString:
    """Draw a run of symbols written in braces."""
    return rendering.pips(cost, decorative=decorative)


@register.simple_tag
def static_if_there(path: str) -> str:
    """Return the address of a static file; empty as long as none are collected."""
    try:
        return static(path)
    except ValueError:
        return ""


@register.simple_tag
def symbol(code: str, *, decorative: bool = False) -> SafeString:
    """Draw one symbol by its code, without braces."""
    return rendering.pip(code, decorative=decorative)


@register.simple_tag
def symbol_link(code: str) -> SafeString:
    """Draw one symbol as a link to its page."""
    return format_html('<a href="{}">{}</a>', addresses.symbol(slug(code)), rendering.pip(code))


@register.simple_tag
def kind_link(code: str, kind: str, first: str, count: int) -> SafeString:
    """Draw one symbol of a kind as a link to all of the kind in the gallery, which begin with the first."""
    address = f"{addresses.symbols()}#kind-{slug(first)}"
    drawn = rendering.pip(code, decorative=True)
    return format_html('<a href="{}">{} {}, {} symbols</a>', address, drawn, kind, count)


@register.simple_tag
def facts(said: Sequence[tuple[str, SafeString]]) -> SafeString:
    """Draw facts as items of a list, each after the rules that say so."""
    return SafeString("\n".join(_fact(words, cites) for words, cites in said))


@lru_cache(maxsize=2048)
def _fact(words: str, cites: SafeString) -> SafeString:
    return format_html("<li><span>{}</span><span>{}</span></li>", cites, symbols(words))


@register.filter
def symbols(text: str) -> SafeString:
    """Draw the symbols in a text of today."""
    return _short(text) if len(text) <= SHORT else rendering.render_text(text)


@lru_cache(maxsize=2048)
def _short(text: str) -> SafeString:
    """Draw a sentence about costs; there are few, said over and over."""
    return rendering.render_text(text)
