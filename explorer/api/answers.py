"""Operations that compute: the checker, variables, and trials."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field, create_model

from explorer.api.common import BAD_INPUT, FAILURES, paged
from explorer.api.library import EDITION, PageNumber
from explorer.api.refusals import unknown_parameter
from explorer.api.schemas import CheckOut, KeywordOut, OutcomeOut, Page, TrialOut, VariableOut
from explorer.costcheck import CheckForm
from explorer.costcheck.check import CARD, PARAMETERS, answer
from explorer.library.loaded import library
from explorer.tryit.answering import answer as answer_trial
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import RESERVED, TrialRequest
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten
from explorer.x import XQuestion, answer_json
from symbols.engine import OPTIONS, BadRequest, CheckOption
from symbols.engine.x import FIELDS, kind_of, words_of
from symbols.sentences import as_sentence, join_words
from symbols.trials import Control, MissingValueError, Trial
from symbols.trials.catalog import TRIALS, trial_named

router = Router()


def parameter(kind: object, words: str, group: str) -> tuple[object, Any]:
    """An optional parameter of an operation with grouped parameters."""
    return kind, Field(None, description=as_sentence(words), json_schema_extra={"x-group": group})


def _choices(key: str) -> str:
    """Such as `: yes or no`; empty if a parameter can have any value."""
    words = ["yes", "no"] if kind_of(key) == "yes" else list(words_of(key) or ())
    return f": {join_words(words, 'or')}" if words else ""


def _type_of(option: CheckOption) -> object:
    return (list[str] if option.is_repeated else bool if option.kind == "flag" else str) | None


_COST = OPTIONS["cost"]
CHECK_FIELDS: Mapping[str, Any] = {
    "cost": parameter(str | None, _COST.help, _COST.group),
    CARD: parameter(str | None, "name of a card instead of a cost; its text fills in what you leave out", _COST.group),
    **{option.key: parameter(_type_of(option), option.help, option.group) for option in PARAMETERS},
}
CheckQuery: Any = create_model("CheckQuery", __base__=Schema, **CHECK_FIELDS)

_VARIABLE_FIELDS: Mapping[str, Any] = {
    **{key: parameter(list[str] | None, f"{field.topic}{_choices(key)}", field.group) for key, field in FIELDS.items()},
    "cost": parameter(str | None, "cost with X in it; the answer has it with the number", "The number"),
    "edition": (str | None, Field(None, description=EDITION)),
}
VariableQuery: Any = create_model("VariableQuery", __base__=Schema, **_VARIABLE_FIELDS)


@router.get(
    "/check",
    response={200: CheckOut | KeywordOut, **FAILURES},
    summary="Check a cost",
    tags=["check"],
    exclude_unset=True,
)
def check(request: HttpRequest, query: Annotated[CheckQuery, Query()]) -> dict[str, object]:
    """Check a cost or a card: what it means, whether and how you can pay it, and which rules say so."""
    given = {key: value for key, value in query.dict().items() if value is not None}
    if not given.keys() & {"cost", CARD}:
        raise BadRequest("missing", "Send “cost” or “card”.")
    address = request.build_absolute_uri(CheckForm.read(request.GET).address)
    return {**answer(given, library).as_json(), "address": address}


@router.get("/variables", response={200: VariableOut, **FAILURES}, summary="Find X", tags=["check"])
def variables(request: HttpRequest, query: Annotated[VariableQuery, Query()]) -> dict[str, object]:
    """Find X in a situation (107.3): its value, who chooses it, and the deciding rule."""
    loaded = library()
    return answer_json(XQuestion.read(request.GET, loaded), loaded)


@router.get("/trials", response={200: Page[TrialOut], **BAD_INPUT}, summary="List every Try it", tags=["try it"])
def trials(request: HttpRequest, page: PageNumber = 1) -> dict[str, object]:
    """List every Try it, with its fields."""
    return paged(TRIALS, page, lambda one: _trial(request, one))


_ANY_PARAMETER = {
    "name": "parameters",
    "in": "query",
    "description": "Fields of the Try it, as `/api/trials` lists them, and `edition`.",
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}


@router.get(
    "/trials/{slug}",
    response={200: OutcomeOut, **FAILURES},
    summary="Answer a Try it",
    tags=["try it"],
    openapi_extra={"parameters": [_ANY_PARAMETER]},
)
def trial(
    request: HttpRequest, slug: Annotated[str, Path(description="Name of a Try it, as in `/api/trials`.")]
) -> dict[str, object]:
    """Answer one Try it, with the deciding rule."""
    found = trial_named(slug)
    if found is None:
        raise NotFound("There’s no such Try it", f"No Try it is called “{shorten(slug)}”. `/api/trials` lists them.")
    loaded = library()
    context = TrialContext(loaded, loaded.requested_edition(request.GET.get("edition", "")))
    keys = [control.key for control in found.controls]
    for name in request.GET:
        if name not in {*keys, *RESERVED}:
            raise unknown_parameter(name, keys)
    query = TrialRequest.read(found, dict(request.GET.lists()), context, shows_example=False)
    context.read_sections(found.rules)
    try:
        result = answer_trial(query, context)
    except MissingValueError as error:
        raise _missing(error.control) from None
    return {**result.as_json(query.edition), "address": request.build_absolute_uri(query.address)}


def _missing(control: Control) -> BadRequest:
    choices = f": {join_words([choice.value for choice in control.choices], 'or')}" if control.choices else ""
    return BadRequest("missing", f"Send “{control.key}”{choices}.")


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
