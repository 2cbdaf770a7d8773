"""Parse dates, rule numbers and glossary slugs in paths, or raise `NotFound`."""

import re
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from explorer.document.numbers import RuleNumber
from explorer.document.tree import slugify
from explorer.library.history.life import edition_on
from explorer.library.loaded import library
from explorer.library.place import NotInLibrary, TermPlace, find_term
from explorer.not_found.pages import editions_in, no_such_term, not_a_number, not_found_page, page_about_edition
from explorer.web import addresses
from explorer.web.errors import LinkList, NotFound, shorten
from explorer.web.http import render_error
from symbols.engine import EngineError

SLUG = re.compile(r"[a-z0-9-]{1,120}")

_Arguments = ParamSpec("_Arguments")
_Request = TypeVar("_Request", bound=HttpRequest)
_View = Callable[Concatenate[_Request, _Arguments], HttpResponse]


def handle_not_found(view: _View[_Request, _Arguments]) -> _View[_Request, _Arguments]:
    """Decorate a view to answer `NotInLibrary` with a not-found page, and an unknown `?edition=` with 422.

    A date in the path between two editions redirects to the edition that applied then.
    """

    @wraps(view)
    def answer(request: _Request, /, *arguments: _Arguments.args, **options: _Arguments.kwargs) -> HttpResponse:
        try:
            return view(request, *arguments, **options)
        except NotInLibrary as error:
            having = error.having if error.number or error.slug else None
            if error.day and "edition" in options and (then := edition_on(error.day, error.library, having)):
                return HttpResponseRedirect(addresses.same_page(request, then.date))
            raise not_found_page(error) from None
        except EngineError as error:
            page = page_about_edition(error)
            return render_error(request, "error.html", {"error": page}, error.as_json())

    return answer


def date_or_404(text: str, *ways: LinkList) -> date:
    """The date in a URL.

    Args:
        ways: suggestions to list first on the not-found page.

    Raises:
        NotFound: there is no such date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        sentence = f"“{shorten(text)}” isn’t a date. Type one such as 2025-06-06."
        raise NotFound("There’s no such date", sentence, [*ways, editions_in(library().newest_first)]) from None


def number_in(text: str) -> RuleNumber | None:
    """The rule number in a URL, where "107-4" is 107.4; None where it is none."""
    return RuleNumber.try_parse(text) or RuleNumber.try_parse(text.replace("-", ".", 1))


def number_or_404(text: str) -> RuleNumber:
    """Like `number_in`.

    Raises:
        NotFound: it isn't a rule number.
    """
    number = number_in(text)
    if number is None:
        raise not_a_number(text)
    return number


def term_place(slug: str, edition: str | None) -> TermPlace:
    return term_on(slug, date_or_404(edition) if edition else None)


def term_on(slug: str, day: date | None) -> TermPlace:
    """Like `find_term`, for a slug that may be malformed."""
    if not SLUG.fullmatch(slug):
        raise no_such_term(NotInLibrary(library=library(), slug=slugify(slug)), {})
    return find_term(slug, day)
