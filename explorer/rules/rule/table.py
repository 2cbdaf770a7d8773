"""Table mode: a rule in large type, with a QR code, to lay between players."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe

from explorer.document.numbers import NumberKind
from explorer.library.place import find_number
from explorer.library.queries import RuleText
from explorer.not_found.path_arguments import date_or_404, handle_not_found, number_or_404
from explorer.rules.rule.query import rule_page
from explorer.web import addresses
from explorer.web.errors import NotFound
from explorer.wording.wordings import EXAMPLE, plain_words
from symbols.rendering import render_text

# In characters. Shorter rules are set larger.
_SHORT = 240


@dataclass(frozen=True, slots=True)
class TableRule:
    """A rule or subrule without links; `plain` is empty where we have no plain words."""

    number: str
    texts: Sequence[SafeString]
    plain: str
    examples: Sequence[SafeString]


@handle_not_found
def table(request: HttpRequest, number: str, edition: str | None = None) -> HttpResponse:
    wanted, day = number_or_404(number), date_or_404(edition) if edition else None
    if wanted.kind not in {NumberKind.RULE, NumberKind.SUBRULE}:
        raise NotFound("That’s too long for table mode", f"{wanted} is a {wanted.kind.value}. Open one of its rules.")
    address = addresses.rule(str(wanted), day)
    if str(wanted) != number:
        return HttpResponsePermanentRedirect(addresses.table(address))
    place = find_number(wanted, day)
    rules = rule_page(place, place.edition.date).own
    pinned = request.build_absolute_uri(addresses.rule(number, place.edition.date))
    context = {
        "number": number,
        "rules": list(map(_show, rules)),
        "is_short": sum(len(rule.text) for rule in rules) <= _SHORT,
        "edition": place.edition,
        "is_old": not place.is_newest,
        "qr": _qr_code(pinned),
        "pinned": pinned,
        "address": address,
        "canonical": request.build_absolute_uri(address),
    }
    return render(request, "rules/table.html", context)


def _show(rule: RuleText) -> TableRule:
    def rendered(kind: str) -> list[SafeString]:
        texts = (one.text.removeprefix(EXAMPLE).lstrip() for one in rule.paragraphs if one.kind == kind)
        return [render_text(text, rule.edition.date) for text in texts]

    return TableRule(rule.number, rendered("text"), plain_words(rule.number, rule.text), rendered("example"))


def _qr_code(address: str) -> SafeString:
    # Level M survives reflections and thumbs. A Micro QR code isn't read by every phone.
    drawn = segno.make(address, error="m", micro=False).svg_inline(border=0, omitsize=True, svgclass=None)
    return mark_safe(drawn)  # noqa: S308 - paths only, made by segno
