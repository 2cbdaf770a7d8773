"""Reading without a network: the service worker in a real browser, and what it is given to keep."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from explorer.library.loaded import library
from explorer.views.offline.parts import PARTS
from tests.conftest import Command, with_editions
from tests.servers import Site
from tests.shared import shared

MOST_BYTES = 3_000_000
NEWEST, BEFORE = "2025-06-06", "2024-03-08"


def kept(client: Client, name: str) -> Any:
    """Return a part of what is kept, as the worker reads it."""
    response = client.get(f"/offline/{name}.json")
    assert response.status_code == 200, name
    return response.json()


def worker(client: Client) -> Any:
    """Return what the service worker is about: its version, its edition, and what it keeps."""
    match = re.match(r"self\.kept = (\{.*\});", client.get("/worker.js").content.decode())
    assert match
    return json.loads(match[1])
