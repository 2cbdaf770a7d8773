"""The command, and what streamable HTTP refuses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from explorer.management.commands import mcp as mcp_command
from explorer.management.commands.mcp import default_address, site_address
from tests.conftest import Command
from tests.mcp.conftest import connected, serving_tools

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a client of an earlier version", "version": "1"},
    },
}
CALL = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "rule", "arguments": {"number": "704.5a"}},
}


def post(address: str, message: Any = INITIALIZE, **headers: str) -> httpx.Response:
    accepted = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = message if isinstance(message, str) else json.dumps(message)
    return httpx.post(address, content=body, headers=accepted | named, timeout=60)


def refusal(response: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    error = response.json()["error"]
    assert error["message"] == error["data"]["message"]
    return response.status_code, error["data"]["code"]


@pytest.fixture(scope="module")
def address(tools_folder: Path) -> Iterator[str]:
    with serving_tools(tools_folder, PIPWISE_ALLOWED_HOSTS="127.0.0.1,.rules.example", PIPWISE_PROXIES="1") as found:
        yield found


class TestHttp:
    @pytest.mark.slow
    def test_clients_of_earlier_versions(self, address: str) -> None:
        response = post(address)
        assert response.headers["content-type"] == "application/json"
        assert response.json()["result"]["serverInfo"]["name"] == "pipwise"
        called = post(address, CALL, MCP_Protocol_Version="2025-06-18").json()["result"]
        # The default is where `up` serves.
        assert called["structuredContent"]["link"] == "http://127.0.0.1:8000/rules/2026-02-27/704.5a/"

    @pytest.mark.slow
    def test_only_allowed_hosts_and_origins(self, address: str) -> None:
        assert post(address, Host="rules.example").status_code == 200
        assert post(address, Host="www.rules.example:8001").status_code == 200
        for host in ("elsewhere.example", "rules.example.elsewhere.example", "-", ""):
            assert refusal(post(address, Host=host)) == (421, "unknown_host")
        assert post(address, Origin="https://rules.example").status_code == 200
        for origin in ("https://elsewhere.example", "https://rules.example.elsewhere.example", "null", ""):
            assert refusal(post(address, Origin=origin)) == (403, "forbidden")

    def test_there_are_no_streams_and_no_sessions(self, address: str) -> None:
        for method in ("GET", "DELETE", "PUT"):
            response = httpx.request(method, address, headers={"Accept": "text/event-stream"})
            assert (response.status_code, response.headers["allow"]) == (405, "POST")
            assert refusal(response) == (405, "not_allowed")
        assert "mcp-session-id" not in post(address).headers

    def test_half_a_letter(self, address: str) -> None:
        broken = json.dumps(CALL).replace("704.5a", r"\ud800")
        response = post(address, broken, MCP_Protocol_Version="2025-06-18")
        assert response.status_code in {200, 400}
        assert "Internal" not in response.text

    def test_large_requests(self, address: str) -> None:
        assert refusal(post(address, {**CALL, "more": "a" * 5_000_000})) == (413, "too_long")
        with connected(address) as client, pytest.raises(Exception, match="Send up to 1,000,000 characters at once"):
            client.call("verify", text="a" * 5_000_000)

    def test_what_is_no_tool(self, address: str) -> None:
        with connected(address) as client, pytest.raises(Exception, match="isn’t a tool") as caught:
            client.call("write")
        assert type(caught.value).__name__ == "MCPError"

    def test_elsewhere_there_is_nothing(self, address: str) -> None:
        assert post(address.removesuffix("/mcp")).status_code == 404


@pytest.mark.slow
def test_each_client_has_a_limit(tools_folder: Path) -> None:
    with serving_tools(tools_folder, PIPWISE_RATE="3", PIPWISE_PROXIES="1") as address:
        statuses = [post(address, X_Forwarded_For="192.0.2.1").status_code for _ in range(5)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        refused = post(address, X_Forwarded_For="192.0.2.1")
        assert refusal(refused) == (429, "too_many_requests")
        assert int(refused.headers["retry-after"]) >= 1
        assert post(address, X_Forwarded_For="192.0.2.2").status_code == 200


@pytest.mark.slow
def test_texts_have_the_sites_limit(address: str) -> None:
    def call(tool: str, **arguments: str) -> Any:
        message = {**CALL, "params": {"name": tool, "arguments": arguments}}
        return post(address, message, MCP_Protocol_Version="2025-06-18", X_Forwarded_For="192.0.2.9").json()["result"]

    # A few more on a slow machine, since a place comes back each second.
    calls = (call("verify", text="704.5a") for _ in range(300))
    answered = next((count for count, found in enumerate(calls) if found["isError"]), None)
    assert answered is not None
    assert answered >= 60
    refused = call("verify", text="704.5a")
    assert refused["structuredContent"]["error"]["code"] == "too_many_requests"
    assert not call("rule", number="704.5a")["isError"]


class TestCommand:
    @pytest.mark.slow
    def test_without_the_extra(self, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(mcp_command, "find_spec", lambda _: None)
        result = command("mcp")
        assert result.returncode == 2
        assert "isn’t installed. Run:\n  .venv/bin/pip install -e '.[mcp]'" in result.stderr

    @pytest.mark.slow
    def test_a_port_in_use(self, command: Command, address: str) -> None:
        port = address.rpartition(":")[2].removesuffix("/mcp")
        result = command("mcp", "--http", port)
        assert result.returncode == 1
        assert f"--http {int(port) + 1}" in result.stderr

    @pytest.mark.slow
    def test_addresses(self, command: Command, settings: Any) -> None:
        assert site_address("https://rules.example/") == "https://rules.example"
        for typed in ("rules.example", "ftp://rules.example", "https://", "https://rules.example/x", "http://[::1"):
            result = command("mcp", "--site", typed)
            assert (result.returncode, "isn’t an address" in result.stderr) == (2, True)
        settings.HTTPS, settings.NAMES = True, ("*", "rules.example")
        assert default_address() == "https://rules.example"
