"""Operations that compute: the checker, variables, and trials."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpRequest, QueryDict
from ninja import Path, Query, Router, Schema
from pydantic import Field, create_model

from explorer.api.common import BAD_INPUT, FAILURES, paged
from explorer.api.library import EDITION, PageNumber
from explorer.api.refusals import unknown_parameter
from explorer.api.schemas import CheckOut, KeywordOut, OutcomeOut, Page, TrialOut, VariableOut
from explorer.costcheck import CheckForm
from explorer.costcheck.check import CARD, PARAMETERS, answer
from explorer.library.loaded import library
from explorer.not_found.pages import shorten
from explorer.tryit.answering import answer as tried
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import RESERVED, TrialRequest
from explorer.web import addresses
from explorer.web.errors import NotFound
from explorer.x import XQuestion, answer_json
from symbols.engine import OPTIONS, BadRequest, CheckOption
from symbols.engine.x import FIELDS, words_of
from symbols.trials import Control, MissingValueError, Trial
from symbols.trials.catalog import TRIALS, trial_named

router = Router()


def _one_of(key: str) -> str:
    """The values that a parameter of a situation can have, after a colon; empty if it can have any."""
    words = words_of(key)
    return f": {', '.join(words)}" if words else ""


def _type_of(option: CheckOption) -> object:
    return (list[str] if option.is_repeated else bool if option.kind == "flag" else str) | None


CHECK_FIELDS: Mapping[str, Any] = {
    "cost": (str | None, Field(None, description=OPTIONS["cost"].help)),
    CARD: (
        str | None,
        Field(None, description="Name of a card in the place of a cost; its own text fills in what isn’t given."),
    ),
    **{option.key: (_type_of(option), Field(None, description=option.help)) for option in PARAMETERS},
}
CheckQuery: Any = create_model("CheckQuery", __base__=Schema, **CHECK_FIELDS)

_VARIABLE_FIELDS: Mapping[str, Any] = {
    **{
        key: (list[str] | None, Field(None, description=f"{field.topic}{_one_of(key)}"))
        for key, field in FIELDS.items()
    },
    "cost": (str | None, Field(None, description="a cost with the letter in it")),
    "edition": (str | None, Field(None, description=EDITION)),
}
VariableQuery: Any = create_model("VariableQuery", __base__=Schema, **_VARIABLE_FIELDS)


@router.get("/check", response={200: CheckOut | KeywordOut, **FAILURES}, tags=["check"], exclude_unset=True)
def check(request: HttpRequest, asked: Annotated[CheckQuery, Query()]) -> dict[str, object]:
    """Check a cost or a card: what it means, how it can be announced and paid, and which rules say so."""
    given = {key: value for key, value in asked.dict().items() if value is not None}
    if not given.keys() & {"cost", CARD}:
        raise BadRequest("missing", "Give “cost” or “card”.")
    address = request.build_absolute_uri(CheckForm.read(request.GET).address)
    return {**answer(given, library).as_json(), "address": address}


@router.get("/variables", response={200: VariableOut, **FAILURES}, tags=["check"])
def variables(request: HttpRequest, asked: Annotated[VariableQuery, Query()]) -> dict[str, object]:
    """Get what X is in a situation, who decides it, and by which rule (107.3)."""
    loaded = library()
    return answer_json(XQuestion.read(request.GET, loaded), loaded)


@router.get("/trials", response={200: Page[TrialOut], **BAD_INPUT}, tags=["try it"])
def trials(request: HttpRequest, page: PageNumber = 1) -> dict[str, object]:
    """List what can be tried."""
    return paged(TRIALS, page, lambda one: _trial(request, one))


_ANY_PARAMETER = {
    "name": "parameters",
    "in": "query",
    "description": "The parameters that its entry in the list names, and `edition`.",
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}


@router.get(
    "/trials/{slug}",
    response={200: OutcomeOut, **FAILURES},
    tags=["try it"],
    openapi_extra={"parameters": [_ANY_PARAMETER]},
)
def trial(
    request: HttpRequest, slug: Annotated[str, Path(description="Name of a Try it, as the list has it.")]
) -> dict[str, object]:
    """Try a rule."""
    found = trial_named(slug)
    if found is None:
        raise NotFound("There’s no such Try it", f"Nothing to try is called “{shorten(slug)}”.")
    loaded = library()
    reading = TrialContext(loaded, loaded.asked(request.GET.get("edition", "")))
    asked = TrialRequest.read(found, _known(found, request.GET), reading, shows_example=False)
    reading.read(found.rules)
    try:
        given = tried(asked, reading)
    except MissingValueError as error:
        raise _missing(error.control) from None
    outcome = given.outcome
    return {
        "sentence": outcome.sentence,
        "facts": dict(outcome.facts),
        "steps": [
            {"rule": rule, "edition": day, "why": one.why, "decides": one.decides}
            for one in outcome.steps
            for rule, day in [given.cited(one)]
        ],
        "note": given.note or None,
        "edition": given.as_json(asked.edition),
        "address": request.build_absolute_uri(asked.address),
    }


def _known(one: Trial, query: QueryDict) -> dict[str, list[str]]:
    """Parameters of a request, if all are the trial's."""
    keys = [control.key for control in one.controls]
    for name in query:
        if name not in {*keys, *RESERVED}:
            raise unknown_parameter(name, keys)
    return dict(query.lists())


def _missing(control: Control) -> BadRequest:
    choices = f": {', '.join(choice.value for choice in control.choices)}" if control.choices else ""
    return BadRequest("missing", f"Give “{control.key}”{choices}.")


def _trial(request: HttpRequest, one: Trial) -> dict[str, object]:
    return {
        "slug": one.slug,
        "title": one.title,
        "rules": one.rules,
        "parameters": one.initial,
        "fields": [
            {
                "name": control.key,
                "label": control.label,
                "kind": control.kind,
                "required": control.default is None,
                "default": control.default,
                "values": [choice.value for choice in control.choices] or None,
            }
            for control in one.controls
        ],
        "address": request.build_absolute_uri(addresses.trial(one.slug)),
    }
