"""Serve the tools over the SDK's two transports: standard input and output, and streamable HTTP."""

import json
import math
import socket
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib.metadata import version
from threading import Thread
from typing import Any

import anyio
import anyio.to_thread
import uvicorn
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.assistants.site import ApiError, Site
from explorer.assistants.tools import TOOLS, answer
from explorer.citing.checking import MAX_LENGTH
from explorer.serving.middleware import client_ip, network
from explorer.serving.server import fill_caches
from explorer.web.errors import too_many_page
from symbols.engine import ErrorJson, error_json

PATH = "/mcp"
_INSTRUCTIONS = (
    "The official Comprehensive Rules of Magic: The Gathering, edition by edition. Look rules up here, don’t cite "
    "from memory: numbers change with nearly every edition. Quote exact text, with its number, edition and link. Check "
    "an answer that cites or quotes rules with “verify” before you send it, and mend what it reports."
)
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# Requests at once; more get 503.
_MAX_CONNECTIONS = 200
# Seconds for requests in flight once the server stops.
_SHUTDOWN_TIMEOUT = 10
_UNKNOWN_HOST = "This server doesn’t know that host. Whoever runs it can add it to PIPWISE_ALLOWED_HOSTS."
_TOO_LONG = f"Send up to {MAX_LENGTH:,} characters at once."


def tool_server(site_address: str) -> Server[Any]:
    limiter = anyio.CapacityLimiter(1)

    async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_tools())

    async def call_tool(context: ServerRequestContext[Any], called: CallToolRequestParams) -> CallToolResult:
        if called.name not in TOOLS:
            raise MCPError(INVALID_PARAMS, f"“{called.name[:40]}” isn’t a tool. Use one of: {', '.join(TOOLS)}.")
        site = Site(site_address, *_client(context.request.scope)) if context.request else Site(site_address)
        try:
            # One at a time, since the work is CPU-bound, and each thread would have its own database connection.
            found = await anyio.to_thread.run_sync(answer, site, called.name, called.arguments or {}, limiter=limiter)
        except ApiError as error:
            return _result({"error": error.error}, str(error), is_error=True)
        return _result(found, json.dumps(found, ensure_ascii=False))

    return Server(
        "pipwise",
        title="Pipwise",
        version=version("pipwise"),
        instructions=_INSTRUCTIONS,
        website_url=site_address,
        get_tool_input_schema=lambda name: TOOLS[name].input_schema if name in TOOLS else None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tools() -> list[Tool]:
    return [
        Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
            annotations=_READ_ONLY,
        )
        for tool in TOOLS.values()
    ]


def _result(found: Mapping[str, Any], text: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=dict(found), is_error=is_error
    )


def serve_stdio(address: str) -> None:
    """Serve one client until it closes standard input."""
    server = tool_server(address)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)


def serve_http(address: str, host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve clients by streamable HTTP until a signal stops it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family)
    Thread(target=fill_caches, daemon=True).start()
    announce()
    config = uvicorn.Config(
        http_app(address),
        log_config=None,
        access_log=False,
        # The proxy's headers are read by `client_ip`.
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
    )
    uvicorn.Server(config).run([listening])


def http_app(address: str) -> ASGIApp:
    app = tool_server(address).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        # Without sessions nothing is stored, and any of several processes can answer.
        stateless_http=True,
        max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        # `_Guarded` knows hosts as Django does.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return _Guarded(app)


def _client(scope: Scope) -> tuple[str, str]:
    """The IP address of a connection, and the request's `X-Forwarded-For`."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return (scope.get("client") or ("", 0))[0], ", ".join(forwarded)


class _Guarded:
    """Refuses methods other than POST (there are no streams or sessions), foreign hosts and origins, and large bodies.

    Checking host and origin protects against DNS rebinding. Each client has `PIPWISE_RATE` requests a minute; the
    tools' requests to the API count toward its own limit, too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.rate = RateLimitItemPerMinute(settings.RATE) if settings.RATE else None
        self.limiter = SlidingWindowCounterRateLimiter(storage_from_string("memory://"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope) if scope["type"] == "http" else None
        await (refused or self.app)(scope, receive, send)

    def _refused(self, scope: Scope) -> JSONResponse | None:
        headers, request = Headers(scope=scope), HttpRequest()
        request.META["HTTP_HOST"] = headers.get("host", "")
        request.META["REMOTE_ADDR"], request.META["HTTP_X_FORWARDED_FOR"] = _client(scope)
        if scope["method"] != "POST":
            return _refusal(
                HTTPStatus.METHOD_NOT_ALLOWED, error_json("not_allowed", "Only POST works here."), Allow="POST"
            )
        if not _is_own_host(request):
            return _refusal(HTTPStatus.MISDIRECTED_REQUEST, error_json("unknown_host", _UNKNOWN_HOST))
        if not _is_own_origin(headers.get("origin")):
            return _refusal(
                HTTPStatus.FORBIDDEN, error_json("forbidden", "Pages of other sites can’t use this server.")
            )
        if int(headers.get("content-length", "0")) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return _refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, error_json("too_long", _TOO_LONG))
        client = network(client_ip(request))
        if self.rate is None or self.limiter.hit(self.rate, client):
            return None
        seconds = max(1, math.ceil(self.limiter.get_window_stats(self.rate, client).reset_time - time.time()))
        wait = {"Retry-After": str(seconds)}
        return _refusal(HTTPStatus.TOO_MANY_REQUESTS, too_many_page(seconds).as_json(), **wait)


def _refusal(status: int, error: ErrorJson, **headers: str) -> JSONResponse:
    """JSON-RPC error, whose message clients show."""
    shown = {"code": INVALID_REQUEST, "message": error["message"], "data": error}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": shown}, status, headers)


def _is_own_host(request: HttpRequest) -> bool:
    try:
        return bool(request.get_host())
    except DisallowedHost:
        return False


def _is_own_origin(origin: str | None) -> bool:
    if origin is None:
        return True
    return validate_host(split_domain_port(origin.partition("://")[2])[0], settings.ALLOWED_HOSTS)
