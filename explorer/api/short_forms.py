"""Rules as files: `/rules/107.4f.json`, `.txt` and `.md`, for bots."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse

from explorer.api.common import rule_fields
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind
from explorer.library.place import find_number
from explorer.library.queries import RuleText
from explorer.not_found.pages import date_or_404, handle_not_found, number_or_404
from explorer.rules.rule.query import RulePage, rule_page, with_text
from explorer.web import addresses
from explorer.web.errors import NotFound
from explorer.web.http import FOR_GOOD

_TYPES = {"txt": "text/plain", "md": "text/markdown"}


@handle_not_found
def short_form(request: HttpRequest, number: str, form: str, edition: str | None = None) -> HttpResponse:
    wanted = number_or_404(number)
    day = date_or_404(edition) if edition else None
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.rule_as(str(wanted), form, day))
    if wanted.kind is NumberKind.CHAPTER:
        raise NotFound("A chapter has no such form", f"{wanted} is a chapter. Ask for a section, a rule or a subrule.")
    place = find_number(wanted, day)
    page = rule_page(place, place.edition.date)
    shown = [page.asked] if page.asked else with_text(page.tree)
    if form == "json":
        top = page.asked or page.tree
        fields_of = rule_fields(request, place.library, [top, *shown])
        fields = fields_of(top)
        if wanted.kind is NumberKind.SECTION:
            fields["rules"] = [fields_of(one) for one in shown]
        return JsonResponse(fields)
    link = request.build_absolute_uri(addresses.rule(str(wanted), place.edition.date))
    parts = [_titled(page, form), *(_written(one, form) for one in shown)]
    source = f"(Comprehensive Rules, {long_date(place.edition.date)})"
    ending = f"{source}\n{link}" if form == "txt" else f"[{source[1:-1]}]({link})"
    body = "\n\n".join(filter(None, [*parts, ending]))
    # Only text of complete editions is immutable: an excerpt may be replaced.
    headers = FOR_GOOD if day and place.edition.complete else None
    return HttpResponse(f"{body}\n", content_type=f"{_TYPES[form]}; charset=utf-8", headers=headers)


def _titled(page: RulePage, form: str) -> str:
    if page.place.number.kind is not NumberKind.SECTION or not page.tree.heading:
        return ""
    title = f"{page.tree.number}. {page.tree.heading}"
    return title if form == "txt" else f"# {title}"


def _written(rule: RuleText, form: str) -> str:
    number = f"{rule.number}." if form == "txt" else f"**{rule.number}.**"
    lines = [one.text for one in rule.paragraphs] or [rule.heading]
    if form == "md":
        lines = [_escaped(line) for line in lines]
    return "\n\n".join([f"{number} {lines[0]}", *lines[1:]])


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)
