"""A site whose log is for programs."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.servers import Site, serving


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory, prepare_folder: Callable[[Path], None]) -> Iterator[Site]:
    """The site in two processes."""
    data = tmp_path_factory.mktemp("inside")
    prepare_folder(data)
    with serving(data, "--workers", "2", PIPWISE_LOGS="json") as running:
        yield running


def lines_of(site: Site) -> list[dict[str, object]]:
    return [json.loads(line) for line in (site.data / "errors.txt").read_text().splitlines()]


@pytest.mark.slow
def test_each_line_of_the_log_is_json_and_names_its_request(inside: Site) -> None:
    with urlopen(f"{inside.address}/rules/107.4f/?q=what+somebody+typed") as answered:
        named = answered.headers["X-Request-ID"]
    with pytest.raises(HTTPError):
        urlopen(f"{inside.address}/nope%0A%22/")
    lines = lines_of(inside)
    (line,) = (line for line in lines if line.get("request_id") == named)
    expected = {
        "level": "INFO",
        "logger": "explorer.serving.request_log",
        "method": "GET",
        "path": "/rules/107.4f/",
        "status": 200,
    }
    assert line.items() >= expected.items()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(line["time"]))
    assert isinstance(line["milliseconds"], float)
    assert line["queries"]
    assert lines[-1]["path"] == "/nope%0A%22/"
    assert "typed" not in (inside.data / "errors.txt").read_text()
