"""Common parts of pages: made before a process serves, and once for all who wait for them."""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client

from explorer import warming
from explorer.library.loaded import library
from explorer.search import known

pytestmark = pytest.mark.django_db


class AtOnce(threading.Thread):
    """Thread that does its work where it is started: another would not see what a test imports."""

    def start(self) -> None:
        self.run()


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A process that serves, and the addresses that it makes for nobody, each time."""
    made: list[str] = []
    monkeypatch.setattr(warming, "_Warmed", type("_Warmed", (warming._Warmed,), {"loaded": None, "is_serving": True}))
    monkeypatch.setattr("explorer.warming.threading.Thread", AtOnce)
    monkeypatch.setattr("explorer.warming.connections.close_all", lambda: None)
    monkeypatch.setattr(warming, "_FIRST", 0)
    monkeypatch.setattr(warming, "_make", made.extend)
    monkeypatch.setattr("explorer.warming.gc.freeze", lambda: None)
    return made


def test_all_of_it_is_made_before_a_process_serves(client: Client, begun: list[str]) -> None:
    warming.load_pages()
    client.get("/rules/107.4f/")
    assert begun == list(warming._PAGES)


def test_all_of_it_is_made_once_for_the_same_editions(client: Client, begun: list[str]) -> None:
    for _ in "12":
        client.get("/rules/107.4f/")
    assert begun == list(warming._PAGES)
    later = replace(library(), made=99)
    for _ in "12":
        warming.warm(later)
    assert begun == list(warming._PAGES) * 2


@pytest.mark.usefixtures("begun")
def test_editions_that_come_meanwhile_are_made_in_the_place_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first, later, made = library(), replace(library(), made=99), []

    def make(pages: list[str]) -> None:
        made.extend(pages)
        warming.warm(later)

    monkeypatch.setattr(warming, "_make", make)
    warming.warm(first)
    assert made == [warming._PAGES[0], *warming._PAGES]


def test_a_process_that_serves_nobody_makes_nothing(client: Client, begun: list[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(warming._Warmed, "is_serving", False)
    client.get("/rules/107.4f/")
    assert begun == []


def test_every_page_of_it_is_there_whatever_the_names_of_the_site(
    settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Neither counted nor kept: no middleware has it.
    monkeypatch.setattr(BaseHandler, "get_response", None)
    settings.ALLOWED_HOSTS = ["*", ".rules.example"]
    with caplog.at_level(logging.DEBUG, "explorer.warming"):
        warming._make((*warming._PAGES, "/nothing/"))
        assert caplog.text == ""
        monkeypatch.setattr(warming, "HtmxDetails", lambda _: 1 / 0)
        warming._make(["/"])
        assert "/ couldn’t be made" in caplog.text


def test_the_words_of_search_are_made_once_for_all_who_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    @lru_cache
    def make(*asked: object) -> object:
        made.append(asked)
        time.sleep(0.02)
        return asked

    monkeypatch.setattr(known, "_known_passages", make)
    loaded = library()
    with ThreadPoolExecutor(4) as readers:
        found = list(readers.map(lambda _: known.known_passages(loaded, None), range(4)))
    assert (len(made), len({*map(id, found)})) == (1, 1)
