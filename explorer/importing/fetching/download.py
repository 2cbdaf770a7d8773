"""Download within limits of size, time, redirects and hosts.

httpx checks certificates, notices a truncated body, and uses the proxies of the environment. Everything runs under one
deadline.
"""

import asyncio
import os
import socket
import ssl
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from importlib.metadata import version
from typing import BinaryIO

import httpx

from explorer.importing.fetching.policy import FetchError, Policy

Progress = Callable[[int, int | None], None]
"""Called with the bytes so far, and the total if known."""

_MAX_REDIRECTS = 5
# Bytes that are decompressed at once, against zip bombs.
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Form:
    """Kind of document, such as `a text file`.

    Attributes:
        accept: the `Accept` header.
        documents: accepted content types.
        pages: content types of a web page that may come in its place.
        encoding: the `Accept-Encoding` header. A file is stored compressed, so that progress can be measured.
    """

    name: str
    accept: str
    documents: Collection[str]
    pages: Collection[str] = ()
    encoding: str = "identity, gzip;q=0.5"


# Defaults of servers for unknown files; whether it is text shows when it is parsed.
_ANY_FILE = ("", "application/octet-stream", "binary/octet-stream")
TEXT = Form(
    "a text file",
    "text/plain, text/html;q=0.9",
    ("text/plain", *_ANY_FILE),
    ("text/html", "application/xhtml+xml"),
)
PDF = Form(
    "a PDF",
    "application/pdf, text/html;q=0.9",
    ("application/pdf", *_ANY_FILE),
    ("text/html", "application/xhtml+xml"),
)
JSON = Form("JSON", "application/json", ("application/json",))
JSON_FILE = Form(
    "a JSON file",
    "application/json, application/gzip;q=0.9, */*;q=0.5",
    ("application/json", "application/gzip", "application/x-gzip", "text/plain", *_ANY_FILE),
    encoding="gzip, identity",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in seconds (`total`, and `read` without any data) and bytes."""

    total: float = 120
    read: float = 15
    page: int = 4_000_000
    document: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """Response; `address` is its URL after redirects."""

    address: str
    is_page: bool
    content: bytes


@dataclass(slots=True)
class Downloader:
    """Requests one URL after another, within the same limits."""

    current_url: str
    policy: Policy
    limits: Limits
    progress: Progress
    form: Form
    into: BinaryIO | None

    async def get(self, client: httpx.AsyncClient) -> Answer:
        """Request a page or document, following redirects."""
        for _ in range(_MAX_REDIRECTS + 1):
            async with client.stream("GET", self.current_url) as response:
                if response.next_request is None:
                    return await self._take(response)
                self.lead_to(str(response.next_request.url))
        raise FetchError("bad_redirect", f"Too many redirects; the last was {self.current_url}.")

    def lead_to(self, address: str) -> None:
        self.policy.check_next(address)
        self.current_url = address

    async def _take(self, response: httpx.Response) -> Answer:
        where = str(response.url)
        if response.status_code != httpx.codes.OK:
            raise FetchError("bad_status", f"{where}: the server answered {_status(response)}.")
        is_page = _is_page(response, self.form)
        limit = self.limits.page if is_page else self.limits.document
        content = bytearray()
        total = _content_length(response)
        if total is not None and total > limit:
            raise _too_large(where, limit)
        gunzip = _Gunzip() if _is_gzipped(response) and self.into is None else None
        count = size = 0
        write = content.extend if self.into is None else self.into.write
        async for piece in response.aiter_raw():
            count += len(piece)
            for step in gunzip.steps(piece) if gunzip else (piece,):
                size += len(step)
                if max(count, size) > limit:
                    raise _too_large(where, limit)
                write(step)
            if not is_page:
                self.progress(count, total)
        if gunzip:
            gunzip.check_end()
        return Answer(where, is_page, bytes(content))


class _Gunzip:
    """Decompresses gzip in chunks, so that the caller can stop at a limit."""

    def __init__(self) -> None:
        self._decompressor = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def steps(self, compressed: bytes) -> Iterator[bytes]:
        step = b"x" * _CHUNK
        while len(step) == _CHUNK:
            try:
                step = self._decompressor.decompress(compressed, _CHUNK)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
            compressed = self._decompressor.unconsumed_tail
            yield step
        if self._decompressor.unused_data:
            raise httpx.DecodingError("there’s more after its end")

    def check_end(self) -> None:
        if not self._decompressor.eof:
            raise httpx.DecodingError("its end is missing")


def _is_gzipped(response: httpx.Response) -> bool:
    """Reject any other encoding."""
    codings = [each.lower() for each in response.headers.get_list("Content-Encoding", split_commas=True)]
    found = [each for each in codings if each not in {"", "identity"}]
    if found and found not in (["gzip"], ["x-gzip"]):
        raise FetchError(
            "wrong_type", f"{response.url} is compressed as {', '.join(found)[:100]}. Pipwise reads only gzip."
        )
    return bool(found)


def _is_page(response: httpx.Response, form: Form) -> bool:
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind in form.pages:
        return True
    if kind in form.documents:
        return False
    raise FetchError("wrong_type", f"{response.url} isn’t {form.name}: the server calls it {kind[:100] or 'nothing'}.")


def _status(response: httpx.Response) -> str:
    status = f"{response.status_code} {response.reason_phrase}".strip()
    wait = response.headers.get("Retry-After", "")
    if response.status_code == HTTPStatus.TOO_MANY_REQUESTS and wait.isascii() and wait.isdecimal():
        return f"{status}. Try again in {_seconds(int(wait[:9]))}"
    return status


def _content_length(response: httpx.Response) -> int | None:
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isascii() and length.isdecimal() else None


def _too_large(where: str, limit: int) -> FetchError:
    return FetchError("too_large", f"{where} is too large: more than {limit / 1e6:,.0f} MB.")


async def download(
    start: str,
    follow: Callable[[Answer], str | None],
    policy: Policy,
    limits: Limits,
    progress: Progress = lambda *_: None,
    *,
    form: Form = TEXT,
    into: BinaryIO | None = None,
) -> Answer:
    """Request a URL, and then the one that follows from its response, if any; `FetchError` says why it failed.

    Args:
        follow: returns the next URL, given the first response; None if that is the document.
        into: file that gets the body in place of the answer; compressed if the form allows it.
    """
    downloader = Downloader(start, policy, limits, progress, form, into)
    patience = httpx.Timeout(min(limits.read, limits.total))
    headers = {"User-Agent": f"Pipwise/{version('pipwise')}", "Accept": form.accept, "Accept-Encoding": form.encoding}
    try:
        async with (
            asyncio.timeout(limits.total),
            httpx.AsyncClient(headers=headers, timeout=patience) as client,
        ):
            answer = await downloader.get(client)
            following = follow(answer)
            if following is not None:
                downloader.lead_to(following)
                answer = await downloader.get(client)
            return answer
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, ssl.SSLError, OSError) as error:
        raise _explained(error, downloader.current_url, limits) from error


def _seconds(count: float) -> str:
    return f"{count:g} second{'' if count == 1 else 's'}"


def _explained(error: Exception, current_url: str, limits: Limits) -> FetchError:
    host = httpx.URL(current_url).host if not isinstance(error, httpx.InvalidURL) else current_url
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            return FetchError("bad_certificate", f"No secure connection to {host}: {_reason(cause)}.")
        if isinstance(cause, socket.gaierror):
            return FetchError("no_network", f"Can’t find {host}. Is this machine online?")
    if isinstance(error, TimeoutError):
        return FetchError("timeout", f"{host} is too slow. The download stopped after {_seconds(limits.total)}.")
    if isinstance(error, httpx.TimeoutException):
        wait = min(limits.read, limits.total)
        return FetchError("timeout", f"{host} sent nothing for {_seconds(wait)}. The download stopped.")
    if isinstance(error, httpx.ConnectError | httpx.ProxyError):
        why = next((_reason(cause) for cause in causes if isinstance(cause, OSError) and cause.errno), "no answer")
        return FetchError("no_network", f"Can’t reach {host} ({why}). Is this machine online?")
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return FetchError("bad_redirect", f"“{current_url[:200]}” isn’t a valid address.")
    return FetchError("cut_short", f"The download from {host} failed: {error}.")


def _causes(error: BaseException) -> Iterator[BaseException]:
    yield error
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _causes(one)
    before = error.__cause__ or error.__context__
    if before is not None:
        yield from _causes(before)


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate isn’t valid ({error.verify_message})"
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no encryption").replace("_", " ").lower()
    return os.strerror(error.errno) if error.errno else str(error)
