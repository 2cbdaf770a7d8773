"""Rules for every address: pages are only read, and errors are JSON for programs."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers

from explorer.http import ErrorResponse
from explorer.views.error_handlers import ALLOW, not_allowed
from symbols.engine import error_json

# What is said of the page's content, and not of JSON in its place.
_OF_CONTENT = {"content-type", "content-length", "content-encoding", "etag"}


class ReadOnly:
    """Answers `OPTIONS` for every page, and refuses all that is not `GET` or `HEAD`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        """Answer in place of the page, where it is not to be read."""
        if request.method in {"GET", "HEAD"}:
            return None
        return HttpResponse(headers=ALLOW) if request.method == "OPTIONS" else not_allowed(request)


class JsonErrors:
    """Answers every error with `{"error": …}` where the client prefers JSON to HTML."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; the status and the other headers of an error stay as they are."""
        response = self.get_response(request)
        if response.status_code < HTTPStatus.BAD_REQUEST:
            return response
        patch_vary_headers(response, ["Accept"])
        if request.get_preferred_type(["text/html", "application/json"]) != "application/json":
            return response
        error = response.error if isinstance(response, ErrorResponse) else _error_of(response.status_code)
        kept = {name: value for name, value in response.items() if name.lower() not in _OF_CONTENT}
        return JsonResponse({"error": error}, status=response.status_code, headers=kept)


def _error_of(status: int) -> dict[str, str | int | None]:
    """Return the error of a response that names none: its status, as code and as a sentence."""
    phrase = HTTPStatus(status).phrase
    return dict(error_json(phrase.lower().replace(" ", "_"), f"{phrase}."))
