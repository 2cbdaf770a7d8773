"""The tools over the SDK's two transports: standard input and output, and streamable HTTP."""

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
from django.http import HttpRequest
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.assistants.site import ApiError, Site
from explorer.assistants.tools import TOOLS, answer
from explorer.serving.middleware import client_ip, network
from explorer.serving.server import fill_caches
from explorer.web.errors import too_many_page
from symbols.engine import error_json

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


def tool_server(address: str) -> Server[Any]:
    """The tools, with links to the site at an address."""
    limiter = anyio.CapacityLimiter(1)

    async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_tools())

    async def call_tool(context: ServerRequestContext[Any], called: CallToolRequestParams) -> CallToolResult:
        if called.name not in TOOLS:
            raise MCPError(INVALID_PARAMS, f"“{called.name[:40]}” isn’t a tool. Use one of: {', '.join(TOOLS)}.")
        site = Site(address, *_client(context.request.scope)) if context.request else Site(address)
        try:
            # One at a time: the work is Python's, and each thread would have its connection to the database.
            found = await anyio.to_thread.run_sync(answer, site, called.name, called.arguments or {}, limiter=limiter)
        except ApiError as error:
            return _result({"error": error.error}, str(error), is_error=True)
        return _result(found, json.dumps(found, ensure_ascii=False))

    return Server(
        "pipwise",
        title="Pipwise",
        version=version("pipwise"),
        instructions=_INSTRUCTIONS,
        website_url=address,
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
        transport_security=_allowed_hosts(),
    )
    return _Limited(app)


def _allowed_hosts() -> TransportSecuritySettings:
    """ALLOWED_HOSTS as the SDK knows hosts, against DNS rebinding. It knows no subdomains."""
    names = [name.removeprefix(".") for name in settings.ALLOWED_HOSTS]
    hosts = [host for name in names for host in (name, f"{name}:*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection="*" not in names,
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")],
    )


def _client(scope: Scope) -> tuple[str, str]:
    """The IP address of a connection, and the request's `X-Forwarded-For`."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return (scope.get("client") or ("", 0))[0], ", ".join(forwarded)


class _Limited:
    """Answers 405 to all but POST, since there are no streams or sessions, and 429 beyond `PIPWISE_RATE` a minute.

    What the tools ask of the site counts there, too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.rate = RateLimitItemPerMinute(settings.RATE) if settings.RATE else None
        self.limiter = SlidingWindowCounterRateLimiter(storage_from_string("memory://"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope) if scope["type"] == "http" else None
        await (refused or self.app)(scope, receive, send)

    def _refused(self, scope: Scope) -> JSONResponse | None:
        if scope["method"] != "POST":
            error = error_json("not_allowed", "Only POST works here.")
            return JSONResponse({"error": error}, HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "POST"})
        request = HttpRequest()
        request.META["REMOTE_ADDR"], request.META["HTTP_X_FORWARDED_FOR"] = _client(scope)
        client = network(client_ip(request))
        if self.rate is None or self.limiter.hit(self.rate, client):
            return None
        seconds = max(1, math.ceil(self.limiter.get_window_stats(self.rate, client).reset_time - time.time()))
        return JSONResponse(
            {"error": too_many_page(seconds).as_json()}, HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": str(seconds)}
        )
