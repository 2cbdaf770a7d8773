"""Operation that casts a spell or activates an ability, step by step."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import create_model

from explorer.api.answers import CHECK_FIELDS, parameter
from explorer.api.casting_schemas import CastOut
from explorer.api.common import FAILURES
from explorer.casting.answer import as_json
from explorer.casting.request import CAST_OPTIONS, CastRequest
from explorer.casting.walk import walk
from explorer.library.loaded import library
from explorer.web import addresses
from symbols.engine import BadRequest

router = Router()

_CAST_FIELDS: Mapping[str, Any] = {
    **CHECK_FIELDS,
    **{
        option.key: parameter((list[str] if option.repeated else str) | None, option.help, "Casting")
        for option in CAST_OPTIONS.values()
    },
}
CastQuery: Any = create_model("CastQuery", __base__=Schema, **_CAST_FIELDS)


@router.get(
    "/cast", response={200: CastOut, **FAILURES}, summary="Cast step by step", tags=["check"], exclude_unset=True
)
def cast(request: HttpRequest, query: Annotated[CastQuery, Query()]) -> dict[str, object]:
    """Cast a spell or activate an ability step by step: your choices, the total cost, and the rule for each."""
    given = {key: "yes" if value is True else value for key, value in query.dict().items() if value not in (None, [""])}
    parsed = CastRequest.read(given)
    if parsed.is_empty:
        raise BadRequest("missing", "Send “cost”, “card” or “ability”.")
    loaded = library()
    found = as_json(walk(parsed, lambda: loaded), loaded)
    return {**found, "address": request.build_absolute_uri(addresses.cast(parsed.options))}
