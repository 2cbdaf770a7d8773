"""The OpenAPI document against what the API answers, for input that fits it and input that doesn't."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from explorer.api.service import EXAMPLES, VERSION, api
from explorer.cards.importing import import_cards
from explorer.policy.storing import import_policy_bytes
from tests.cards.samples import EMBER, write
from tests.policy.samples import mtr
from tests.shared import examples

pytestmark = pytest.mark.django_db

PATHS: Mapping[str, Any] = api.get_openapi_schema()["paths"]
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
# What any text fits, or what has nothing to type, can't be asked for with what doesn't fit.
FITTING = {path for path, methods in PATHS.items() if not methods["get"]["parameters"]} | {"/api/symbols/{code}"}
CASES = [(path, mode) for path in PATHS for mode in (POSITIVE, NEGATIVE) if mode is POSITIVE or path not in FITTING]
# Schemathesis doesn't unpack what is compressed.
HEADERS = {"Host": "localhost", "Accept-Encoding": "identity"}
# The fewest that draw each parameter and some bad values.
DRAWN = 4


@cache
def operations() -> Mapping[str, Any]:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", WSGIHandler())
    return {operation.path: operation for path in PATHS for operation in [schema[path]["GET"]]}


@pytest.mark.slow
@pytest.mark.parametrize(("path", "mode"), CASES, ids=[f"{path} {mode.value}" for path, mode in CASES])
def test_responses_conform_to_the_document(path: str, mode: GenerationMode) -> None:
    @hypothesis.given(case=operations()[path].as_strategy(generation_mode=mode))
    @examples(DRAWN, database=None, phases=[hypothesis.Phase.generate])
    def try_out(case: Any) -> None:
        # What fits the document may still be a rule that isn't there, or a cost that can't be read.
        case.call_and_validate(headers=HEADERS, excluded_checks=[positive_data_acceptance])

    run: Callable[[], None] = try_out
    run()


@pytest.mark.slow
def test_the_document_describes_every_operation(client: Client) -> None:
    document = json.loads(client.get("/api/openapi.json").content)
    assert document["info"]["version"] == VERSION
    for path, methods in document["paths"].items():
        assert set(methods) == ({"get", "post"} if path == "/api/citations" else {"get"}), path
        assert methods["get"]["description"].endswith("."), path
        assert {"200", "429"} <= set(methods["get"]["responses"]), path
        for parameter in methods["get"]["parameters"]:
            assert parameter.get("description") or parameter["schema"].get("description"), (path, parameter["name"])


@pytest.mark.slow
def test_the_page_has_every_operation_and_examples_that_work(client: Client, tmp_path: Path) -> None:
    import_cards([write(tmp_path / "cards.json", [{**EMBER, "name": "Fireball"}])])
    import_policy_bytes(mtr(), "mtr.pdf")
    page = client.get("/api/").content.decode()
    assert VERSION in page
    assert f"{settings.RATE:,} requests a minute" in page
    for path in PATHS:
        assert f"<code>{path}</code>" in page
        address = EXAMPLES.get(path, path)
        # The excerpts don't have two whole editions to compare.
        status = 404 if path in {"/api/cr/diff", "/api/diff/cr"} else 422 if path == "/api/citations" else 200
        assert client.get(address).status_code == status, address
