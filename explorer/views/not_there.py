"""What the library doesn't have, answered with the page that says so."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from explorer import addresses
from explorer.errors import NotFound
from explorer.library.not_there import NotThere
from explorer.views import not_found

_Arguments = ParamSpec("_Arguments")
_View = Callable[Concatenate[HttpRequest, _Arguments], HttpResponse]


def says_what_is_not_there(view: _View[_Arguments]) -> _View[_Arguments]:
    """Return a view that answers with a page of its own where the library doesn't have what it asks for."""

    @wraps(view)
    def answer(request: HttpRequest, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> HttpResponse:
        try:
            return view(request, *arguments, **options)
        except NotThere as error:
            raise _page_about(error) from None

    return answer


def _page_about(error: NotThere) -> NotFound:
    if error.day:
        return not_found.no_such_edition(error.day)
    if error.number:
        if error.edition is None:
            return not_found.no_such_rule(error.number)
        return not_found.not_in_edition(error.number, error.edition)
    if error.letter and error.edition:
        return not_found.no_such_letter(error.letter, error.edition, addresses.glossary(error.pin))
    return not_found.no_such_term(error.slug, error.edition) if error.slug else not_found.empty_library()
