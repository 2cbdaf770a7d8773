"""Views of the tournament documents."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render

from explorer.policy.finding import find_policy
from explorer.policy.history_page import show_document_history, show_section_history
from explorer.policy.page import document_links, show_contents, show_section
from explorer.policy.place import ONE_PAGE, PolicyPlace


def policy(request: HttpRequest, document: str, edition: str | None = None) -> HttpResponse:
    """A document's contents, or all of a short document."""
    place = find_policy(document, edition)
    page = show_contents(place)
    return _render(request, "policy/contents.html", page.address, page, place)


def policy_section(request: HttpRequest, document: str, number: str, edition: str | None = None) -> HttpResponse:
    place = find_policy(document, edition, number)
    section = place.section
    assert section is not None, "a number was requested"  # noqa: S101
    address = place.address(section.number)
    if document in ONE_PAGE:
        return HttpResponseRedirect(address)
    if section.number != number:
        return HttpResponsePermanentRedirect(address)
    return _render(request, "policy/section.html", address, show_section(place, section), place)


def policy_changes(request: HttpRequest, document: str) -> HttpResponse:
    place = find_policy(document)
    page = show_document_history(document, place.library)
    return _render(request, "policy/history.html", page.address, page, place)


def policy_history(request: HttpRequest, document: str, number: str, edition: str | None = None) -> HttpResponse:
    place = find_policy(document, edition, number, any_edition=edition is None)
    page = show_section_history(place)
    return _render(request, "policy/history.html", page.address, page, place)


def _render(request: HttpRequest, template: str, address: str, page: object, place: PolicyPlace) -> HttpResponse:
    context = {
        "here": "policy",
        "canonical": request.build_absolute_uri(address),
        "page": page,
        "documents": document_links(place.library),
    }
    return render(request, template, context)
