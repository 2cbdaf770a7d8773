"""Requests to the site and to its commands, and what of each answer stays for good.

`tests/data/kept.jsonl` has one request a line, with the answer that it had before the code was taken apart and put
together anew. A page keeps its status, its type, the headers that lead a browser or htmx on, and facts that any wording
and any look must show (see `facts_of`): of these, what the code said both before and after that. A command keeps its
exit code and its JSON: the keys, and the values but for sentences, which may be worded better.
"""

import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any
from unittest import mock

from django.core.management import execute_from_command_line
from django.db import connections
from django.test import Client

TABLE = Path(__file__).parents[1] / "data" / "kept.jsonl"
HEADERS = (
    *("Location", "Allow", "Vary", "Cache-Control"),
    *("HX-Push-Url", "HX-Replace-Url", "HX-Redirect", "HX-Reswap", "HX-Retarget"),
)
SENTENCES = frozenset({"fact", "message", "note", "reasons", "sentence", "why"})
ANSWERED = ("status", "type", "headers", "facts", "exit", "json", "text")
_NAMED_BY_DATA = re.compile(r"/(rules|glossary|symbols)/.")
_MAIN = re.compile(r"<main.*?</main>", re.DOTALL)
_HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
_TO_RULE = re.compile(r'href="/rules/(?:\d{4}-\d\d-\d\d/)?([1-9][\w.]*)/')
_VERDICT = re.compile(r'<div class="verdict (yes|no)"')


def requests() -> Iterator[dict[str, Any]]:
    """Yield each request with its answer."""
    with TABLE.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def answer_to(request: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the site or a command, and return what is kept of the answer."""
    return command_answer(request) if "command" in request else page_answer(request)


def page_answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for a page, or for the part of one that htmx puts in place of a target."""
    htmx = {"HX-Request": "true", "HX-Target": request["target"]} if "target" in request else {}
    ask = getattr(Client(raise_request_exception=False), request.get("method", "get"))
    response = ask(request["page"], headers=htmx)
    kind = response.headers.get("Content-Type")
    return {
        "status": response.status_code,
        "type": kind,
        "headers": {name: response.headers[name] for name in HEADERS if name in response.headers},
        "facts": facts_of(request["page"], response.content.decode()) if kind and "html" in kind else {},
    }


def facts_of(address: str, page: str) -> dict[str, Any]:
    """Return what a page says however it is worded.

    Returns:
        `heading`, where it is that of a rule, a glossary entry or a symbol; `rules`, the numbers of those that are
        linked, whatever the edition; `payable`, the verdict on a pool.
    """
    within = _MAIN.search(page)
    text = within[0] if within else page
    facts: dict[str, Any] = {}
    if (heading := _HEADING.search(text)) and _NAMED_BY_DATA.match(address):
        facts["heading"] = " ".join(unescape(re.sub(r"<[^>]+>", "", heading[1])).split())
    if linked := set(_TO_RULE.findall(text)):
        facts["rules"] = " ".join(sorted(linked))
    if verdict := _VERDICT.search(text):
        facts["payable"] = verdict[1] == "yes"
    return facts


def command_answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Run a command as the command line does; text is kept as its digest."""
    out, ended = io.StringIO(), 0
    stdin = io.TextIOWrapper(io.BytesIO(request.get("input", "").encode()), encoding="utf-8")
    with (
        redirect_stdout(out),
        redirect_stderr(io.StringIO()),
        mock.patch("sys.stdin", stdin),
        # What a test changes is rolled back, for which its connection has to stay.
        mock.patch.object(connections, "close_all"),
    ):
        try:
            execute_from_command_line(["manage.py", *request["command"]])
        except SystemExit as end:
            ended = end.code if isinstance(end.code, int) else 1
    printed = out.getvalue()
    found: list[Any] = []
    try:
        found = [json.loads(printed)]
    except json.JSONDecodeError:
        if "--json" in request["command"] or "-" in request["command"]:
            found = [json.loads(line) for line in printed.splitlines()]
    if not found:
        return {"exit": ended, "text": digest(printed)}
    return {"exit": ended, "json": without_sentences(found[0] if len(found) == 1 else found)}


def digest(text: str) -> str:
    """Return a short name of a text, and nothing for nothing."""
    return text and sha256(text.encode()).hexdigest()[:16]


def without_sentences(found: Any) -> Any:
    """Return JSON with every sentence put out of it, and with digests for long texts."""
    match found:
        case dict():
            return {
                key: "…" if key in SENTENCES and value else without_sentences(value) for key, value in found.items()
            }
        case list():
            return [without_sentences(each) for each in found]
        case str() if len(found) > 400:
            return digest(found)
    return found
