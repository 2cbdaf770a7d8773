"""A site with four whole editions and a few cards, and the SDK's own client of its tools."""

import json
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cards.samples import EMBER, HALVES, RULING, write
from tests.conftest import made_once
from tests.processes import ROOT, environment, manage
from tests.servers import started
from tests.shared import FEW_EDITIONS, missing

SITE = "https://rules.example"


@dataclass(frozen=True)
class Connected:
    """A client, used from outside its event loop."""

    portal: Any
    client: Any

    def tools(self) -> list[Any]:
        found: list[Any] = self.portal.call(self.client.list_tools).tools
        return found

    def call(self, tool: str, /, **arguments: Any) -> Any:
        return self.portal.call(self.client.call_tool, tool, arguments)

    def answer(self, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
        """Result of a tool; its text is the same as the structured content."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content
        assert [json.loads(one.text) for one in result.content] == [result.structured_content]
        found: Mapping[str, Any] = result.structured_content
        return found

    def error(self, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
        """Error of a tool; its text is the message."""
        result = self.call(tool, **arguments)
        assert result.is_error, result.content
        error: Mapping[str, Any] = result.structured_content["error"]
        assert [one.text for one in result.content] == [error["message"]]
        assert set(error) == {"code", "message", "start", "end", "suggestion"}
        return error


@contextmanager
def connected(server: Any) -> Iterator[Connected]:
    """Connect to an address, or to the standard input and output of a command."""
    try:
        from anyio.from_thread import start_blocking_portal
        from mcp import Client
    except ImportError:
        missing("needs the extra mcp")
    with start_blocking_portal() as portal:
        client = Client(server)
        with portal.wrap_async_context_manager(client):
            yield Connected(portal, client)


@contextmanager
def serving_tools(data: Path, *options: str, **more: str) -> Iterator[str]:
    with started(data, "mcp", "--http", "0", *options, **more) as (address, process):
        yield address
    assert process.returncode == -signal.SIGTERM, (data / "errors.txt").read_text()


@pytest.fixture(scope="package")
def tools_folder(
    tmp_path_factory: pytest.TempPathFactory, prepare_folder: Callable[[Path], None], library_of: Callable[..., str]
) -> Path:
    try:
        import mcp  # noqa: F401
    except ImportError:
        missing("needs the extra mcp")

    def make(folder: Path) -> None:
        folder.mkdir()
        prepare_folder(folder)
        shutil.copy(library_of(*FEW_EDITIONS).removeprefix("sqlite:///"), folder / "pipwise.sqlite3")
        files = write(folder / "cards.json", [EMBER, HALVES]), write(folder / "rulings.json", [RULING])
        imported = manage("import_cards", *map(str, files), data=folder)
        assert imported.returncode == 0, imported.stderr

    own = tmp_path_factory.mktemp("tools") / "data"
    return shutil.copytree(made_once("tools-data", tmp_path_factory, make), own)


@pytest.fixture(scope="package")
def tools(tools_folder: Path) -> Iterator[Connected]:
    """The tools over HTTP."""
    with serving_tools(tools_folder, "--site", SITE) as address, connected(address) as client:
        yield client


@pytest.fixture(scope="package", params=["stdio", "http"])
def each_transport(request: pytest.FixtureRequest, tools_folder: Path) -> Iterator[Connected]:
    """The tools over each transport."""
    if request.param == "http":
        yield request.getfixturevalue("tools")
        return
    from mcp import StdioServerParameters

    command = StdioServerParameters(
        command=sys.executable, args=["manage.py", "mcp", "--site", SITE], cwd=ROOT, env=environment(tools_folder)
    )
    with connected(command) as client:
        yield client
