"""Symbols in templates."""

from django import template
from django.utils.safestring import SafeString

from symbols import rendering

register = template.Library()


@register.simple_tag
def pips(cost: str, *, decorative: bool = False) -> SafeString:
    """Draw a run of symbols written in braces."""
    return rendering.pips(cost, decorative=decorative)


@register.simple_tag
def symbol(code: str, *, decorative: bool = False) -> SafeString:
    """Draw one symbol by its code, without braces."""
    return rendering.pip(code, decorative=decorative)


@register.filter
def symbols(text: str) -> SafeString:
    """Draw the symbols in a text of today."""
    return rendering.render_text(text)
