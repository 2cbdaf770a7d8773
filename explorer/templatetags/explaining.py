"""Rules in plain words, in templates."""

from django import template

from explorer.prose import plain_words as explaining

register = template.Library()


@register.simple_tag
def plain_words(number: str, words: str) -> str:
    """Return a rule in plain words, or nothing where there are none."""
    return explaining.plain_words(number, words)
