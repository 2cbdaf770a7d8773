"""Errors in Scryfall's format: https://scryfall.com/docs/api/errors."""

from http import HTTPStatus

from ninja import Schema

from symbols.engine import ErrorJson

_CODES = {HTTPStatus.NOT_FOUND: "not_found", HTTPStatus.UNPROCESSABLE_ENTITY: "validation_error"}


class ScryfallError(Schema):
    """Error as Scryfall words it."""

    object: str = "error"
    code: str
    status: int
    details: str
    type: str | None = None


def shape_of_error(error: ErrorJson, status: int) -> dict[str, object]:
    code = _CODES.get(HTTPStatus(status), error["code"])
    return {"object": "error", "code": code, "status": status, "details": error["message"]}
