"""Errors as pages show them, and the same as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from symbols.engine import ErrorJson, error_json


@dataclass(frozen=True, slots=True)
class PageLink:
    """Link in a list; `number` is a rule number or a symbol drawn, `note` what to know before following it."""

    number: str
    words: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LinkList:
    title: str
    links: Sequence[PageLink]


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Content of an error page.

    Attributes:
        code: a short stable name for programs, such as `not_found`.
        lists: where to go on from here.
        hint: what `command` would fix.
    """

    code: str
    title: str
    message: str
    lists: Sequence[LinkList] = ()
    hint: str = ""
    command: str = ""

    def as_json(self) -> ErrorJson:
        return error_json(self.code, self.message)


class NotFound(Http404):
    """404 with a page of its own; lists without links are omitted."""

    def __init__(
        self, title: str, message: str, lists: Sequence[LinkList] = (), *, hint: str = "", command: str = ""
    ) -> None:
        super().__init__(message)
        shown = [each for each in lists if each.links]
        self.page = ErrorPage("not_found", title, message, shown, hint, command)
