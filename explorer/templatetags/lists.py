"""Long lists on rule pages, written in Python because templates are slow."""

from collections.abc import Sequence
from datetime import date
from html import escape

from django import template
from django.utils.safestring import SafeString

from explorer.document.dates import long_date
from explorer.rules.reading_page import NumberedHeading, OtherEdition

register = template.Library()


@register.simple_tag
def edition_lines(editions: Sequence[OtherEdition], read: date) -> SafeString:
    """`<li>` for each edition; the one of date `read` is current."""
    return SafeString("".join(_edition(other, current=other.date == read) for other in editions))


@register.simple_tag
def index_lines(listed: Sequence[tuple[str, NumberedHeading]]) -> SafeString:
    """`<li>` for each rule of a section's index; the first under each letter is a jump target."""
    return SafeString("".join(_indexed(initial, entry) for initial, entry in listed))


def _edition(other: OtherEdition, *, current: bool) -> str:
    note = f" <small>{escape(other.note)}</small>" if other.note else ""
    return f"<li>{_link(other.address, long_date(other.date) + note, current=current)}</li>\n"


def _indexed(initial: str, entry: NumberedHeading) -> str:
    place = f' id="az-{initial}"' if initial else ""
    link = _link(entry.address, f"{entry.number}<span>{entry.words}</span>")
    letters = "".join(_link(address, letter, current=current) for letter, address, current in entry.letters)
    below = f'<div class="letters">{letters}</div>' if letters else ""
    return f"<li{place}{_mark(entry.current)}>{link}{below}</li>\n"


def _link(address: str, html: str, *, current: bool = False) -> str:
    return f'<a href="{escape(address)}"{_mark(current)}>{html}</a>'


def _mark(current: bool) -> str:  # noqa: FBT001 - the only thing it says
    return ' aria-current="true"' if current else ""
