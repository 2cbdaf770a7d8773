"""Every address and command answers as it did before the code was taken apart, but for what was mended on purpose."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from explorer.urls import urlpatterns
from tests.document.samples import DOCUMENT
from tests.site.kept import ANSWERED, answer_to, requests

REQUESTS = list(requests())
FILES = {
    "good.txt": DOCUMENT.encode(),
    "bad.txt": b"%PDF-1.4",
    "page.txt": b"<!DOCTYPE html><html></html>",
}

# Costs of which an answer said something wrong then: why, which costs, and the keys that may say something else now.
# What they say instead is for the tests of the engine. "{TK3}", which was refused, is not in the table.
MENDED: tuple[tuple[str, str, frozenset[str]], ...] = (
    (
        "A mana value and colors belong to a mana cost, and to no other (202.1, 202.2, 202.3).",
        r"\{[TQE]\}|\{TK\}|\[|^-|:|Pay|Sacrifice|Kicker|Ward|Morph|Echo|Flashback|Suspend|Prototype",
        frozenset({"mana_value", "colors", "citations"}),
    ),
    (
        "A cost with loyalty that isn't there, or with a tap that can't be, can't be paid (118.3).",
        r"\{[TQ]\}|\[|^-",
        frozenset({"payable", "parts", "shortfall", "payment"}),
    ),
)


def label(request: Mapping[str, Any]) -> str:
    """A request as people would write it."""
    if "command" in request:
        return " ".join(request["command"])[:60]
    return f"{request.get('method', '')} {request['page'][:60]} {request.get('target', '')}".strip()


def without_what_was_mended(found: Any, cost: str = "") -> Any:
    """JSON without the keys that may have changed, of each cost in it its own."""
    if isinstance(found, list):
        return [without_what_was_mended(each, cost) for each in found]
    if not isinstance(found, dict) or "cost" not in found:
        return found
    changed = [keys for _, pattern, keys in MENDED if re.search(pattern, found["cost"])]
    return {key: value for key, value in found.items() if key not in frozenset().union(*changed)}


@pytest.mark.django_db
@pytest.mark.parametrize("request_kept", REQUESTS, ids=label)
def test_an_answer_is_what_it_was(
    request_kept: Mapping[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if request_kept.get("command", [""])[0] == "import_rules":
        for name, content in FILES.items():
            (tmp_path / name).write_bytes(content)
        monkeypatch.chdir(tmp_path)
    before = {key: request_kept[key] for key in ANSWERED if key in request_kept}
    now = answer_to(request_kept)
    assert without_what_was_mended(now.pop("json", None)) == without_what_was_mended(before.pop("json", None))
    assert now == before


def test_no_address_is_left_out() -> None:
    """Each pattern of the site answers some request of the table with a page, and what was mended is in it, too."""
    pages = [row["page"].partition("?")[0].removeprefix("/") for row in REQUESTS if row.get("status") == 200]
    for address in urlpatterns:
        assert any(address.resolve(page) for page in pages), address.name
    costs = [row["command"][1] for row in REQUESTS if row.get("command", [""])[0] == "cost" and row["command"][1:]]
    for reason, pattern, _ in MENDED:
        assert any(re.search(pattern, cost) for cost in costs), reason


def test_the_table_has_each_request_once() -> None:
    asked = [json.dumps({key: row[key] for key in row if key not in ANSWERED}) for row in REQUESTS]
    assert len(set(asked)) == len(asked) > 600
