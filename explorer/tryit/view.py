"""Views of a Try it form, of the list of all, and of the page about numbers."""

import re
from collections.abc import Iterable

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect, reswap

from explorer.citations import editions_with
from explorer.document.numbers import RuleNumber
from explorer.library.loaded import Library, library
from explorer.not_found.pages import no_such_trial
from explorer.not_found.path_arguments import handle_not_found
from explorer.tryit.block import PAGE, make_block
from explorer.tryit.eras import InEras
from explorer.tryit.outcome import quote
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.tryit.under_rules import NUMBERS, slot_alone
from explorer.web import addresses
from explorer.web.errors import PageLink
from explorer.web.forms import Field, edition_options
from explorer.web.http import HtmxRequest, render_error, update_address_bar
from explorer.web.page_cache import query_parameters
from symbols.sentences import in_terms_of
from symbols.similar import FAINT, similar
from symbols.trials import Trial
from symbols.trials.catalog import TRIALS, trial_named

# Ids of htmx targets: the answer, or the slot for form and answer.
_TARGET = re.compile(r"(trial|try-[a-z0-9-]{1,80})-(answer|slot)")


def parameters_of_trial(slug: str) -> Iterable[str]:
    found = trial_named(slug)
    return ["edition", "rule", *(control.key for control in found.controls)] if found else []


@handle_not_found
@query_parameters(parameters_of_trial, headers=["HX-Request", "HX-Target", "HX-Current-URL"])
def trial(request: HtmxRequest, slug: str) -> HttpResponse:
    """A form with its answer; for htmx, only the answer, or form and answer for a slot."""
    found = trial_named(slug)
    if found is None:
        near = similar(slug, [one.slug for one in TRIALS], 5, at_least=FAINT)
        raise no_such_trial(slug, [_entry(other) for name in near if (other := trial_named(name))])
    reading = _reading(request)
    trial_request = TrialRequest.read(found, dict(request.GET.lists()), reading)
    reading.read_sections(found.rules)
    if request.htmx:
        return _part(request, trial_request, reading)
    block = make_block(trial_request, reading)
    context: dict[str, object] = {
        "here": "check" if block.drawn else "try",
        "tried": block,
        "trial": found,
        "lead": in_terms_of(reading.edition, found.lead),
        "rule": quote(trial_request.place.rule, reading),
        "edition_field": _edition_field(trial_request, reading.loaded),
        # Without a query, canonical is the address that the sitemap lists.
        "canonical": request.build_absolute_uri(block.request.address if request.GET else addresses.trial(slug)),
    }
    template = block.page_template
    if block.problem:
        return render_error(request, template, context, block.problem.error.as_json())
    return render(request, template, context)


def _part(request: HtmxRequest, trial_request: TrialRequest, reading: TrialContext) -> HttpResponse:
    """On the form's own page, the address bar follows; under a rule it stays."""
    match = _TARGET.fullmatch(request.htmx.target or "")
    prefix, whole = (match[1], match[2] == "slot") if match else (PAGE, False)
    block = make_block(trial_request, reading, prefix=prefix)
    if isinstance(block.shown, InEras) and _before(request).get("edition", "") != request.GET.get("edition", ""):
        # A page of old rules looks old.
        return HttpResponseClientRedirect(block.request.address)
    editions = _edition_field(trial_request, reading.loaded) if whole and block.is_page else None
    response = render(request, "try/_part.html", {"tried": block, "whole": whole, "edition_field": editions})
    if block.problem and not whole:
        # The error is shown at its control; the last answer stays, hidden (static/css/forms.css).
        reswap(response, "none")
    if not block.is_page:
        return response
    return update_address_bar(response, block.request.address, step=_is_step(request, trial_request, reading))


def _is_step(request: HtmxRequest, trial_request: TrialRequest, reading: TrialContext) -> bool:
    """Whether to add a history entry: for a choice or a ready-made question, not for typing."""
    before = _before(request)
    edition = trial_request.edition.iso if trial_request.edition else ""
    if before.get("edition", "") != edition:
        return True
    was = TrialRequest.read(trial_request.trial, dict(before.lists()), reading).complete
    changed = [
        control for control in trial_request.trial.controls if was[control.key] != trial_request.complete[control.key]
    ]
    is_ready = (request.htmx.target or "").endswith("-slot")
    return bool(changed) and (is_ready or any(control.kind in {"choice", "several", "yes"} for control in changed))


def _before(request: HtmxRequest) -> QueryDict:
    """The query of the page that asks for a part."""
    return QueryDict((request.htmx.current_url or "").partition("#")[0].partition("?")[2])


def trials(request: HtmxRequest) -> HttpResponse:
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


@handle_not_found
@query_parameters(["edition"])
def numbers(request: HtmxRequest) -> HttpResponse:
    reading = _reading(request)
    parts = [(part, [slot_alone(slug, rule, reading) for slug, rule in part["trials"]]) for part in NUMBERS]
    context = {
        "here": "try",
        "parts": parts,
        "whole": reading.citations.link("107.1"),
        "unknown": reading.citations.link("107.2"),
        "canonical": request.build_absolute_uri(addresses.numbers()),
    }
    return render(request, "try/numbers.html", context)


def _edition_field(trial_request: TrialRequest, loaded: Library) -> Field:
    """Choices are the editions that have the trial's rules, and the current one."""
    found = {edition.date: edition for edition in editions_with(trial_request.trial.rules, loaded)}
    if trial_request.edition:
        found[trial_request.edition.date] = trial_request.edition
    chosen = trial_request.edition.iso if trial_request.edition else ""
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


def _reading(request: HtmxRequest) -> TrialContext:
    """For the `?edition=`, else the newest text."""
    loaded = library()
    return TrialContext(loaded, loaded.requested_edition(request.GET.get("edition", "")))
