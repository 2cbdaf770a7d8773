"""The API asked as programs do."""

import json
from typing import Any

from django.test import Client


def get(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(address)
    assert response.status_code == status, response.content
    return json.loads(response.content)
