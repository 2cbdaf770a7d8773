"""View of briefs and of the form that edits them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django_htmx.http import HttpResponseClientRedirect, push_url

from explorer.library.loaded import Library, library
from explorer.not_found.path_arguments import handle_not_found
from explorer.sharing.brief.content import LONGEST_NOTE, MOST_PARTS, Brief
from explorer.sharing.brief.facts import ask
from explorer.sharing.brief.shown import ShownBrief, show_brief
from explorer.sharing.brief.subjects import PartError
from explorer.sharing.brief.typed import address_of
from explorer.web.forms import Field, FieldProblem
from explorer.web.http import HtmxRequest, render_error
from explorer.web.page_cache import query_parameters
from symbols.engine import error_json

# Parameters besides `note` and `part`: show the form, the button pressed, the text to add, and the position of the
# part that was moved (1-based; 0 for the field that adds).
EDIT: Final = "edit"
DO: Final = "do"
ADD: Final = "add"
AT: Final = "at"

_STEP = re.compile(r"(up|down|remove)-([1-9]\d?)")


@dataclass(frozen=True, slots=True)
class BriefChange:
    """Result of pressing a button of the form: what was done, for screen readers, and why something couldn't be added.

    `at` is the position of the part that was moved, or where one was removed, 1-based; 0 for none.
    """

    brief: Brief
    said: str = ""
    at: int = 0
    problem: str = ""
    is_added: bool = False


@handle_not_found
@query_parameters(["part", "note", EDIT, DO, ADD, AT], headers=["HX-Request"])
def brief(request: HtmxRequest) -> HttpResponse:
    """A brief, or its form. Buttons of the form redirect to the changed brief."""
    loaded = library()
    # Accessing GET raises for an address with too many parts.
    pressed, typed = str(request.GET.get(DO, "")), str(request.GET.get(ADD, "")).strip()
    read = Brief.read(request.META.get("QUERY_STRING", ""))
    change, shown = _with_shown(_changed(read, pressed, typed, loaded), loaded)
    limits = shown.brief.limits
    is_form = EDIT in request.GET or DO in request.GET or shown.is_empty
    if not is_form:
        return _answer(request, shown, limits)
    is_wrong = bool(change.problem or (limits and pressed))
    if pressed == "done" and not is_wrong:
        done = shown.address
        return HttpResponseClientRedirect(done) if request.htmx else HttpResponseRedirect(done)
    at = str(change.at)
    if pressed and not is_wrong and not request.htmx:
        anchor = f"#part-{at}" if change.at else "#add"
        return HttpResponseRedirect(f"{shown.brief.address(**{EDIT: '1', AT: at})}{anchor}")
    if not pressed:
        at = str(request.GET.get(AT, ""))
    context = _form(shown, limits, typed if change.problem else "", change.problem, at)
    if request.htmx:
        body = render_to_string("brief/brief.html#form", context, request)
        words = " ".join(filter(None, [change.said, change.problem, *limits]))
        said = format_html('<p id="said" hx-swap-oob="innerHTML">{}</p>', words)
        response = HttpResponse(f"{body}{said}")
        return response if is_wrong else push_url(response, shown.brief.address(**{EDIT: "1"}))
    if is_wrong:
        error = error_json("bad_brief", change.problem or limits[0])
        return render_error(request, "brief/brief.html", context, error)
    return render(request, "brief/brief.html", context)


def _answer(request: HtmxRequest, shown: ShownBrief, limits: Sequence[str]) -> HttpResponse:
    """A brief; an error page, if none of its parts can be shown."""
    context = {
        "here": "brief",
        "shown": shown,
        "limits": limits,
        "canonical": request.build_absolute_uri(shown.address),
        "edit_address": shown.brief.address(**{EDIT: "1"}),
    }
    if shown.is_unreadable:
        return render_error(request, "brief/brief.html", context, error_json("bad_brief", shown.parts[0].problem))
    return render(request, "brief/brief.html", context)


def _changed(read: Brief, pressed: str, typed: str, loaded: Library) -> BriefChange:
    """Apply the pressed button. Text in the field that adds is added with any button."""
    change = BriefChange(read)
    if (step := _STEP.fullmatch(pressed)) and 0 <= (place := int(step[2]) - 1) < len(read.parts):
        if step[1] == "remove":
            left = read.without(place)
            change = BriefChange(left, f"Removed part {place + 1}.", min(place + 1, len(left.parts)))
        else:
            there = min(max(0, place + (1 if step[1] == "down" else -1)), len(read.parts) - 1)
            moved = read.moving(place, there - place)
            change = BriefChange(moved, f"Moved to place {there + 1} of {len(read.parts)}.", there + 1)
    if not typed or not pressed:
        return change
    if len(change.brief.parts) >= MOST_PARTS:
        return replace(change, problem=f"A brief can have up to {MOST_PARTS} parts. Remove one first.")
    try:
        return replace(change, brief=change.brief.adding(address_of(typed, loaded)), is_added=True)
    except PartError as error:
        return replace(change, problem=str(error))


def _with_shown(change: BriefChange, loaded: Library) -> tuple[BriefChange, ShownBrief]:
    """The change with its shaped brief. A new part that can't be shown is removed again."""
    shown = show_brief(ask(change.brief, loaded))
    if not change.is_added:
        return change, shown
    *parts, last = shown.parts
    if not last.problem:
        return replace(change, said=f"Added {last.title}.", at=0), shown
    before = shown.brief.without(len(parts))
    return replace(change, brief=before, problem=last.problem), replace(shown, brief=before, parts=parts)


def _form(shown: ShownBrief, limits: Sequence[str], typed: str, problem: str, at: str) -> dict[str, object]:
    count = len(shown.parts)
    places = [
        {
            "part": part,
            "note": _note(f"note-{place}", f"Note on part {place}", part.note),
            "is_first": place == 1,
            "is_last": place == count,
            "is_at": at == str(place),
        }
        for place, part in enumerate(shown.parts, 1)
    ]
    plain = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "maxlength": "4000"}
    adding = Field(
        key=ADD,
        label="Add a rule, a cost, a glossary entry or a link",
        id="add",
        hint_id="add-hint",
        problem_id="add-wrong",
        value=typed,
        hint="107.4f, {2/W} with WW, trample",
        problem=FieldProblem(problem) if problem else None,
        attributes=plain | ({"autofocus": "autofocus"} if at == "0" else {}),
    )
    return {
        "here": "brief",
        "editing": True,
        "shown": shown,
        "limits": limits,
        "note_field": _note("note-0", "Your note", shown.brief.note, "The first line is the title."),
        "places": places,
        "adding": None if count >= MOST_PARTS else adding,
        "most": MOST_PARTS,
    }


def _note(element: str, label: str, text: str, hint: str = "") -> Field:
    return Field(
        key="note",
        label=label,
        kind="lines",
        id=element,
        hint_id=f"{element}-hint",
        problem_id=f"{element}-wrong",
        value=text,
        hint=hint,
        attributes={"maxlength": str(LONGEST_NOTE), "dir": "auto", "rows": "2"},
    )
