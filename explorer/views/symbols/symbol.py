"""The page of one symbol."""

import logging
from dataclasses import dataclass

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from explorer import addresses
from explorer.symbology import filling
from explorer.symbology.history import history_of
from explorer.symbology.spellings import written_of
from explorer.symbology.uses import uses_of
from explorer.symbology.worth import worth_of
from explorer.views.not_found import no_such_symbol
from explorer.views.symbols.drawings import drawing_of
from explorer.views.symbols.quotes import quotes_of
from symbols.catalog.definitions import Definition, all_definitions, definition
from symbols.catalog.finding import resolve
from symbols.engine import EngineError, read_cost

#: How the address of a drawing ends.
_DRAWING = ".svg"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Other:
    """Another symbol that the page leads to."""

    one: Definition
    address: str


@require_safe
def symbol(request: HttpRequest, asked: str) -> HttpResponse:
    """Show all that is known of one symbol; other ways to write its address lead to it."""
    if asked.casefold().endswith(_DRAWING) and (drawn := resolve(asked[: -len(_DRAWING)])):
        return HttpResponsePermanentRedirect(addresses.symbol_drawing(drawn.slug))
    one = resolve(asked)
    if one is None:
        raise no_such_symbol(asked)
    if one.slug != asked:
        return HttpResponsePermanentRedirect(addresses.symbol(one.slug))
    _keep_up()
    history = history_of(one)
    page = addresses.symbol(one.slug)
    alone = drawing_of(one.code)
    context = {
        "here": "symbols",
        "one": one,
        "drawing": alone,
        "html": format_html(
            '<img src="{}" alt="{}" width="20" height="20">', request.build_absolute_uri(alone.lasting), one.name
        ),
        "worth": worth_of(one),
        "history": history,
        "said": quotes_of(one, history),
        "uses": uses_of(one),
        "written": written_of(one, history),
        "check": addresses.check(one.written) if _is_cost(one) else "",
        "kin": [_other(each) for each in all_definitions() if each.kind == one.kind],
        "canonical": request.build_absolute_uri(page),
        **_turns(one),
    }
    return render(request, "symbols/symbol.html", context)


def _keep_up() -> None:
    """Read what is new in the library, should someone have brought it in since the site was started."""
    try:
        filling.refresh()
    except OperationalError:
        # A database that nobody may write to, or that someone else is writing to for long: what was read before is
        # shown meanwhile.
        _log.warning("What the newest editions say of symbols could not be stored yet.", exc_info=True)


def _is_cost(one: Definition) -> bool:
    """Tell whether the checker can say anything of the symbol alone."""
    try:
        return bool(one.written) and bool(read_cost(one.written))
    except EngineError:
        return False


def _other(one: Definition) -> Other:
    return Other(one, addresses.symbol(one.slug))


def _turns(one: Definition) -> dict[str, Other | None]:
    """Return the symbols before and after one in the gallery; a made one stands where its like does."""
    codes = [each.code for each in all_definitions()]
    at = codes.index(one.like)
    before = codes[at - 1] if at else None
    after = codes[at + 1] if at + 1 < len(codes) else None
    return {
        "previous": _other(definition(before)) if before else None,
        "next": _other(definition(after)) if after else None,
    }
