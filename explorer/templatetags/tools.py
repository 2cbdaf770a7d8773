"""Input of a tool, line by line, and as the address of another tool."""

from django import template

from explorer.casting.request import CastRequest
from explorer.costcheck.form import LONGEST_ADDRESS
from explorer.web import addresses
from symbols.engine import EngineError, as_one_text

register = template.Library()


@register.filter
def in_checker(request: CastRequest) -> str:
    """Checker, with what a walk through casting has of its keys; without what is too long for an address."""
    address = addresses.check(**{key: _text(key, value) for key, value in request.of_check.items()})
    return address if len(address) <= LONGEST_ADDRESS else addresses.check()


@register.filter
def typed_lines(text: str) -> list[str]:
    """The lines of a text that aren't empty."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _text(key: str, value: object) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    texts = [str(each) for each in value]
    try:
        return as_one_text(key, texts) if len(texts) > 1 else "".join(texts)
    except EngineError:
        return ", ".join(texts)
