"""Errors that pages answer with: what is said to people, and the same as JSON for programs."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from symbols.engine import ErrorJson, error_json


@dataclass(frozen=True, slots=True)
class PageLink:
    """One line of a list of links.

    Attributes:
        number: what it is called; a rule number, or a symbol drawn.
        words: what it says.
        address: where it leads.
        note: what to know before following it.
    """

    number: str
    words: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LinkList:
    """List of links under a heading."""

    title: str
    links: Sequence[PageLink]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Error as a page says it.

    Attributes:
        code: a short stable name for programs, such as `not_found`.
        title: the heading.
        message: one or two sentences.
        lists: where to go on from; those without a link are not shown.
        hint: what a command would mend.
        command: the command.
    """

    code: str
    title: str
    message: str
    lists: Sequence[LinkList] = ()
    hint: str = ""
    command: str = ""

    def as_json(self) -> ErrorJson:
        """Return the object that stands under `error`, as every error of the site has it."""
        return error_json(self.code, self.message)


class NotFound(Http404):
    """Something isn't here; carries what the page says about it."""

    def __init__(
        self, title: str, message: str, lists: Sequence[LinkList] = (), *, hint: str = "", command: str = ""
    ) -> None:
        super().__init__(message)
        shown = [each for each in lists if each.links]
        self.page = ErrorPage("not_found", title, message, shown, hint, command)
