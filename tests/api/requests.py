"""Requests to the API."""

from typing import Any

from django.test import Client


def get(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(address)
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"].startswith("application/json")
    return response.json()
