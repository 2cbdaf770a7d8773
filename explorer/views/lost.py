"""Pages for what is not there: a sentence, and ways on."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: what it is called, what it says, where it leads, and what to know before."""

    number: str
    words: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way on: a heading and a list under it."""

    title: str
    entries: Sequence[Entry]


class Lost(Http404):
    """Something is not here; carries what the page says about it."""

    def __init__(
        self, title: str, sentence: str, ways: Sequence[Way] = (), *, hint: str = "", command: str = ""
    ) -> None:
        super().__init__(sentence)
        self.title = title
        self.sentence = sentence
        self.ways = [way for way in ways if way.entries]
        self.hint = hint
        self.command = command


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 in the site's own look."""
    lost = exception if isinstance(exception, Lost) else None
    return render(request, "404.html", {"lost": lost}, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500 in the site's own look; asks nothing of the database."""
    return render(request, "500.html", status=500)


def not_allowed(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 405: pages here are only read."""
    lost = Lost("Pages here are only read", "This site takes no POST: everything it can be asked stands in an address.")
    response = render(request, "404.html", {"lost": lost}, status=405)
    response["Allow"] = "GET, HEAD, OPTIONS"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer 400 in the site's own look."""
    return render(request, "400.html", status=400)
