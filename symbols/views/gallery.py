"""The gallery of symbols."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from symbols.definitions import Definition, all_definitions


@dataclass(frozen=True, slots=True)
class Family:
    """The symbols of one kind, for the gallery."""

    kind: str
    members: Sequence[Definition]


def gallery(request: HttpRequest) -> HttpResponse:
    """Show every symbol, by kind."""
    families = [
        Family(kind, list(members))
        for kind, members in groupby(sorted(all_definitions(), key=lambda one: one.order), key=lambda one: one.kind)
    ]
    total = sum(len(family.members) for family in families)
    context = {"here": "symbols", "families": families, "total": total}
    return render(request, "symbols/gallery.html", context)
