"""A database of its own on the server that all tests share."""

from collections.abc import Iterator

import psycopg
import pytest


@pytest.fixture
def fresh_database(postgres: str) -> Iterator[str]:
    """The address of an empty database that nobody else uses."""
    name = "searches"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{postgres.rpartition('/')[0]}/{name}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
