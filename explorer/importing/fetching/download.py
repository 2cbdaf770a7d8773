"""Downloading within bounds: of size, of time, of redirects, and of whom to ask.

httpx speaks the protocol: it checks certificates, notices a body that is shorter than announced, and uses the proxies
that the environment names. Everything runs under one deadline, whatever it is that is slow.
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

from explorer.importing.fetching.fetch_error import FetchError
from explorer.importing.fetching.policy import Policy

Progress = Callable[[int, int | None], None]
"""Told how many bytes there are so far, and how many there will be, where that is known."""

_MOST_REDIRECTS = 5
# Bytes that are unpacked at once: what comes may grow a thousandfold.
_STEP = 65_536


@dataclass(frozen=True, slots=True)
class Form:
    """Form that a document has.

    Attributes:
        name: such as `a text file`.
        accept: what servers are asked for.
        documents: types of content that it may have.
        pages: types of content of a web page that may come in its place.
        encoding: how it may be packed on its way. A file is kept as it comes, so that its size can be told meanwhile.
    """

    name: str
    accept: str
    documents: Collection[str]
    pages: Collection[str] = ()
    encoding: str = "identity, gzip;q=0.5"


# Servers that know no better call any file so; whether it is text shows when it is read.
_ANY_FILE = ("", "application/octet-stream", "binary/octet-stream")
TEXT = Form(
    "a text file",
    "text/plain, text/html;q=0.9",
    ("text/plain", *_ANY_FILE),
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
    """Limits of a download: how long to wait, in seconds, and how much to take, in bytes.

    Attributes:
        total: for everything, from the first connection to the last byte.
        read: for anything to come at all.
        page: the largest page.
        document: the largest document.
    """

    total: float = 120
    read: float = 15
    page: int = 4_000_000
    document: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a server.

    Attributes:
        address: where it came from in the end.
        is_page: whether it is a web page.
        content: the bytes.
    """

    address: str
    is_page: bool
    content: bytes


class Downloader:
    """Asks for one address after another, within the same bounds."""

    def __init__(
        self,
        asked: str,
        policy: Policy,
        limits: Limits,
        progress: Progress | None,
        form: Form,
        into: BinaryIO | None,
    ) -> None:
        self.asked = asked
        self.policy = policy
        self.limits = limits
        self.progress = progress
        self.form = form
        self.into = into

    async def get(self, client: httpx.AsyncClient) -> Answer:
        """Ask for a page or a document, at `asked` or where that redirects to.

        Raises:
            FetchError: it didn't come, or is neither.
        """
        for _ in range(_MOST_REDIRECTS + 1):
            async with client.stream("GET", self.asked) as response:
                if response.next_request is None:
                    return await self._take(response)
                self.lead_to(str(response.next_request.url))
        raise FetchError("bad_redirect", f"Too many redirects; the last was {self.asked}.")

    def lead_to(self, address: str) -> None:
        """Choose what is asked next.

        Raises:
            FetchError: it may not be asked.
        """
        self.policy.check_next(address)
        self.asked = address

    async def _take(self, response: httpx.Response) -> Answer:
        where = str(response.url)
        if response.status_code != httpx.codes.OK:
            raise FetchError("bad_status", f"{where}: the server answered {_status(response)}.")
        is_page = _is_page(response, self.form)
        limit = self.limits.page if is_page else self.limits.document
        content = bytearray()
        total = _announced(response)
        if total is not None and total > limit:
            raise _too_large(where, limit)
        unpacked = _Unpacked() if _is_packed(response) and self.into is None else None
        count = size = 0
        write = content.extend if self.into is None else self.into.write
        async for piece in response.aiter_raw():
            count += len(piece)
            for step in unpacked.steps(piece) if unpacked else (piece,):
                size += len(step)
                if max(count, size) > limit:
                    raise _too_large(where, limit)
                write(step)
            if self.progress is not None and not is_page:
                self.progress(count, total)
        if unpacked:
            unpacked.check_end()
        return Answer(where, is_page, bytes(content))


class _Unpacked:
    """Unpacks gzip step by step, so that whoever counts can stop."""

    def __init__(self) -> None:
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def steps(self, packed: bytes) -> Iterator[bytes]:
        """Yield what is in the next bytes.

        Raises:
            httpx.DecodingError: they aren't gzip, or follow its end.
        """
        step = b"x" * _STEP
        while len(step) == _STEP:
            try:
                step = self._unpacker.decompress(packed, _STEP)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
            packed = self._unpacker.unconsumed_tail
            yield step
        if self._unpacker.unused_data:
            raise httpx.DecodingError("there is more after its end")

    def check_end(self) -> None:
        """Make sure that nothing is missing.

        Raises:
            httpx.DecodingError: the end is.
        """
        if not self._unpacker.eof:
            raise httpx.DecodingError("its end is missing")


def _is_packed(response: httpx.Response) -> bool:
    """Return whether an answer is packed with gzip.

    Raises:
        FetchError: it is packed otherwise, or twice.
    """
    codings = [each.lower() for each in response.headers.get_list("Content-Encoding", split_commas=True)]
    found = [each for each in codings if each not in {"", "identity"}]
    if found and found not in (["gzip"], ["x-gzip"]):
        raise FetchError(
            "wrong_type", f"{response.url} is packed as {', '.join(found)[:100]}. Pipwise asks for gzip at most."
        )
    return bool(found)


def _is_page(response: httpx.Response, form: Form) -> bool:
    """Distinguish a page from a document by what the server says it is.

    Raises:
        FetchError: it is neither.
    """
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind in form.pages:
        return True
    if kind in form.documents:
        return False
    raise FetchError("wrong_type", f"{response.url} isn’t {form.name}: the server calls it {kind[:100] or 'nothing'}.")


def _status(response: httpx.Response) -> str:
    """Return a status, and when to ask again where the server says so."""
    said = f"{response.status_code} {response.reason_phrase}".strip()
    wait = response.headers.get("Retry-After", "")
    if response.status_code == HTTPStatus.TOO_MANY_REQUESTS and wait.isascii() and wait.isdecimal():
        return f"{said}. Try again in {_seconds(int(wait[:9]))}"
    return said


def _announced(response: httpx.Response) -> int | None:
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isascii() and length.isdecimal() else None


def _too_large(where: str, limit: int) -> FetchError:
    return FetchError("too_large", f"{where} is too large: more than {limit / 1e6:,.0f} MB.")


async def download(
    start: str,
    follow: Callable[[Answer], str | None],
    policy: Policy,
    limits: Limits,
    progress: Progress | None = None,
    *,
    form: Form = TEXT,
    into: BinaryIO | None = None,
) -> Answer:
    """Ask for an address, then for the one that follows from its answer, if one does.

    Args:
        start: the first address.
        follow: given the first answer, returns the next address; None if the answer is what was wanted.
        policy: whom to ask.
        limits: how long to wait and how much to take.
        progress: told how much of a document there is so far.
        form: what the document is.
        into: where its bytes go as they come, in place of the answer; packed if the form allows it.

    Raises:
        FetchError: something went wrong, and what.
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
        raise _explained(error, downloader.asked, limits) from error


def _seconds(count: float) -> str:
    return f"{count:g} second{'' if count == 1 else 's'}"


def _explained(error: Exception, asked: str, limits: Limits) -> FetchError:
    """Return what went wrong in words for the person who asked."""
    host = httpx.URL(asked).host if not isinstance(error, httpx.InvalidURL) else asked
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            return FetchError("bad_certificate", f"No safe connection to {host}: {_reason(cause)}.")
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
        return FetchError("bad_redirect", f"“{asked[:200]}” isn’t a valid address.")
    return FetchError("cut_short", f"The download from {host} failed: {error}.")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what it came from; of several attempts, what each came from."""
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
