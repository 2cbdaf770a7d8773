"""Page of one trial, its parts for htmx, the list of all, and the page about numbers."""

import re
from collections.abc import Iterable

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.http import reswap

from explorer.citations import editions_with
from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library, library
from explorer.not_found.pages import answers_not_found, no_such_trial
from explorer.tryit.block import PAGE, make_block
from explorer.tryit.numbers import NUMBERS
from explorer.tryit.outcome import quote
from explorer.tryit.reading import LibraryReading
from explorer.tryit.request import TrialRequest
from explorer.tryit.under_rules import slot_alone
from explorer.web import addresses
from explorer.web.errors import PageLink
from explorer.web.forms import Field, edition_options
from explorer.web.http import HtmxRequest, keep_address, render_error
from explorer.web.page_cache import query_parameters
from symbols.sentences import in_terms_of
from symbols.similar import similar
from symbols.trials import Trial
from symbols.trials.catalog import TRIALS, trial_named

# The ids of what htmx swaps: the answer alone, or the place for form and answer.
_TARGET = re.compile(r"(trial|try-[a-z0-9-]{1,80})-(answer|slot)")


def _parameters(slug: str) -> Iterable[str]:
    found = trial_named(slug)
    return ["edition", "rule", *(control.key for control in found.controls)] if found else []


@answers_not_found
@query_parameters(_parameters, headers=["HX-Request", "HX-Target", "HX-Current-URL"])
def trial(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show a trial with its answer; to htmx only the answer, or the form with it where none stands yet."""
    found = trial_named(slug)
    if found is None:
        near = similar(slug, [one.slug for one in TRIALS], 5, at_least=0.4)
        raise no_such_trial(slug, [_entry(other) for name in near if (other := trial_named(name))])
    reading = _reading(request)
    asked = TrialRequest.read(found, request.GET.dict(), reading)
    reading.read(found.rules)
    if request.htmx:
        return _part(request, asked, reading)
    block = make_block(asked, reading)
    context = {
        "here": "try",
        "tried": block,
        "trial": found,
        "lead": in_terms_of(reading.edition, found.lead),
        "rule": quote(asked.place.rule, reading),
        "edition_field": _edition_field(asked, reading.loaded),
        # With the answers it comes with, it is the page that is listed.
        "canonical": request.build_absolute_uri(block.request.address if request.GET else addresses.trial(slug)),
    }
    if block.problem:
        return render_error(request, "try/trial.html", context, block.problem.error)
    return render(request, "try/trial.html", context)


def _part(request: HtmxRequest, asked: TrialRequest, reading: LibraryReading) -> HttpResponse:
    """Answer htmx: on the trial's own page the address bar follows, anywhere else it stays with the rule."""
    match = _TARGET.fullmatch(request.htmx.target or "")
    prefix, whole = (match[1], match[2] == "slot") if match else (PAGE, False)
    block = make_block(asked, reading, prefix=prefix)
    editions = _edition_field(asked, reading.loaded) if whole and block.is_page else None
    response = render(request, "try/_part.html", {"tried": block, "whole": whole, "edition_field": editions})
    if block.problem and not whole:
        # What is wrong goes to its control; the last answer keeps its room, out of sight (static/css/forms.css).
        reswap(response, "none")
    if not block.is_page:
        return response
    return keep_address(response, block.request.address, step=_is_step(request, asked, reading))


def _is_step(request: HtmxRequest, asked: TrialRequest, reading: LibraryReading) -> bool:
    """Return whether the back button takes this back: a ready question and a choice, but not what is typed."""
    before = QueryDict((request.htmx.current_url or "").partition("#")[0].partition("?")[2]).dict()
    edition = asked.edition.iso if asked.edition else ""
    if before.get("edition", "") != edition:
        return True
    was = TrialRequest.read(asked.trial, before, reading).complete
    changed = [control for control in asked.trial.controls if was[control.key] != asked.complete[control.key]]
    is_ready = (request.htmx.target or "").endswith("-slot")
    return bool(changed) and (is_ready or any(control.kind in {"choice", "yes"} for control in changed))


def trials(request: HtmxRequest) -> HttpResponse:
    """List what can be tried, by the rules."""
    sections: dict[str, list[tuple[RuleNumber, PageLink]]] = {}
    for one in TRIALS:
        number = RuleNumber.parse(one.rules[0])
        sections.setdefault(str(number.section), []).append((number, _entry(one)))
    context = {
        "here": "try",
        "sections": [
            (section, [entry for _, entry in sorted(found, key=lambda pair: pair[0])])
            for section, found in sorted(sections.items())
        ],
        "canonical": request.build_absolute_uri(addresses.trials()),
    }
    return render(request, "try/trials.html", context)


@answers_not_found
@query_parameters(["edition"])
def numbers(request: HtmxRequest) -> HttpResponse:
    """Show the trials about numbers together."""
    reading = _reading(request)
    parts = [(part, [slot_alone(*one, reading) for one in part.trials]) for part in NUMBERS]
    context = {
        "here": "try",
        "parts": parts,
        "whole": reading.citations.link("107.1"),
        "unknown": reading.citations.link("107.2"),
        "canonical": request.build_absolute_uri(addresses.numbers()),
    }
    return render(request, "try/numbers.html", context)


def _edition_field(asked: TrialRequest, loaded: Library) -> Field:
    """Return the list of editions that have what is tried, and of the one that is read in any case."""
    found = {edition.date: edition for edition in editions_with(asked.trial.rules, loaded)}
    if asked.edition:
        found[asked.edition.date] = asked.edition
    chosen = asked.edition.iso if asked.edition else ""
    options = edition_options([found[day] for day in sorted(found, reverse=True)], chosen, "newest")
    element = f"{PAGE}-edition"
    return Field(
        key="edition",
        label="Edition",
        kind="list",
        id=element,
        problem_id=f"{element}-wrong",
        options=options,
    )


def _entry(one: Trial) -> PageLink:
    return PageLink(one.rules[0], one.title, addresses.trial(one.slug), one.lead)


def _reading(request: HtmxRequest) -> LibraryReading:
    """Return the edition that an address names, else the newest text, as trials read it.

    Raises:
        BadRequest: there is no such edition.
    """
    loaded = library()
    return LibraryReading(loaded, loaded.asked(request.GET.get("edition", "")))
