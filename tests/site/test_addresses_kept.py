"""Every address and command answers as it did before the code was taken apart, but for what was mended on purpose."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.urls import Resolver404, URLPattern, URLResolver

from explorer.urls import urlpatterns
from tests.document.samples import DOCUMENT
from tests.site.kept import ANSWERED, answer_to, requests

REQUESTS = list(requests())
FILES = {
    "good.txt": DOCUMENT.encode(),
    "bad.txt": b"%PDF-1.4",
    "page.txt": b"<!DOCTYPE html><html></html>",
}

# What answers said wrongly then, or didn't say; all else is as it was. “{TK3}”, refused then, is not in the table.
NOT_A_MANA_COST = re.compile(r"\{[TQE]\}|\{TK\}|\[|^-|:|Pay|Sacrifice|Kicker|Ward|Morph|Echo|Flashback|Suspend")
"""Costs without a mana value and colors, which belong to a mana cost and to no other (202.1, 202.2, 202.3)."""
INDEXED = re.compile(r"/rules/(\d{4}-\d\d-\d\d/)?\d{3}")
SECTION_NUMBER = re.compile(r"^\d{3}\. ")
QUOTING_NOTHING = "/numbers/"
"""The page that quoted the rules of its trials, which are shown when one of them is opened."""
CHANGING = {"post", "put", "delete", "options"}
"""Methods that were refused, or answered with the page, by the page; none of them gets a page now."""
NOT_LOADED = re.compile(r"/(try|search)/.*[?&]edition=(2018-07-13|soon|bogus)\b")
"""Pages asked for an edition that isn't loaded: 404 or the newest text then, 422 now as for a check."""
ERROR_PLACE = {"start": None, "end": None, "suggestion": None}
"""What every error has beside a code and a message, since all have one shape."""
SAYING_IT = {"202.1": "202.3", "107.3": "107.4b"}
"""Rules that a check cited for what they don’t say, each with the one that says it."""
MORE_DERIVED = ["changes between editions", "lineages", "cited rules", "edition symbols", "symbol uses"]
"""What is derived from the rules as a thing of its own, and wasn't."""
DERIVED_OF_CARDS = ("cards and rules", "index of rulings")
"""What is derived from the cards."""


def label(request: Mapping[str, Any]) -> str:
    """A request as people would write it."""
    if "command" in request:
        return " ".join(request["command"])[:60]
    return f"{request.get('method', '')} {request['page'][:60]} {request.get('target', '')}".strip()


def as_mended(found: Any) -> Any:
    """Return JSON of an answer as it was, but for what was mended."""
    match found:
        case list():
            return [as_mended(each) for each in found]
        case {"error": dict(error)}:
            return found | {"error": ERROR_PLACE | error}
        case {"rebuilt": [*derived, last]}:
            return {"rebuilt": [*derived, *MORE_DERIVED, last, *DERIVED_OF_CARDS]}
        case {"cost": str(cost)}:
            parts = found.get("parts", ())
            mended = dict(found)
            if "payable" in found:
                # Why not, and what is left open, has a place of its own.
                mended["unchecked"] = [part["part"] for part in parts if part["payable"] is None]
                stuck = found["shortfall"] or any(part["payable"] is False for part in parts)
                mended["reasons"] = "…" if stuck else []
            if NOT_A_MANA_COST.search(cost):
                mended |= {"mana_value": None, "colors": None}
            if any(part["payable"] is False for part in parts):
                # A cost with a part that can't be paid can't be paid (118.3).
                mended["payable"] = False
            return mended
    return found


def take_rules(found: Any) -> set[str]:
    """Take what is cited out of JSON of one check or several, and return the rules."""
    checks = found if isinstance(found, list) else [found]
    cited = [each.pop("citations", ()) for each in checks if isinstance(each, dict)]
    return {citation["rule"] for citations in cited for citation in citations}


def is_bare_error(found: Any) -> bool:
    """Return whether JSON is an error and nothing else."""
    match found:
        case {"error": {"code": str(), "message": str(), **place}, **rest}:
            return not rest and place == ERROR_PLACE
    return False


def still_linked(page: str, facts: dict[str, Any]) -> set[str]:
    """Return the rules that a page linked, but for what it was freed of in its present look."""
    linked = set(facts.pop("rules", "").split())
    if page == QUOTING_NOTHING:
        return set()
    # Beside a rule is the index of its section, no longer that of its chapter.
    return {number for number in linked if "-" not in number and ("." in number or not INDEXED.match(page))}


def same_heading(before: str, now: str) -> bool:
    """Return whether a page has the heading that it had: a section’s number is elsewhere, and a rule has a label."""
    return not before or now in {before, SECTION_NUMBER.sub("", before)} or now.startswith(f"{before}: ")


def split_vary(headers: Mapping[str, str]) -> tuple[Mapping[str, str], set[str]]:
    """Return headers without `Vary`, and what the answer varies on, but for what follows from its length alone."""
    rest = {name: value for name, value in headers.items() if name != "Vary"}
    # What is shorter than 200 bytes is not compressed.
    return rest, set(filter(None, headers.get("Vary", "").split(", "))) - {"Accept-Encoding"}


@pytest.mark.django_db
def test_every_answer_is_what_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    wrong = []
    for place, request in enumerate(REQUESTS):
        # What a request changes, none after it sees.
        with transaction.atomic():
            try:
                check(request)
            except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - named below
                wrong.append(f"{place + 1}: {label(request)}: {type(error).__name__}: {error}")
            transaction.set_rollback(True)
    if wrong:
        pytest.fail(f"{len(wrong)} of {len(REQUESTS)} requests:\n" + "\n".join(wrong), pytrace=False)


def check(request_kept: Mapping[str, Any]) -> None:
    """Compare an answer with the one that was kept."""
    before = {key: request_kept[key] for key in ANSWERED if key in request_kept}
    now = answer_to(request_kept)
    if "--json" in request_kept.get("command", ()) and before.get("text") == "":
        # What was refused without a word for programs has an error for them now.
        assert is_bare_error(now.pop("json"))
        del before["text"]
    if NOT_LOADED.match(request_kept.get("page", "")) and "target" not in request_kept:
        before["status"] = 422
    if request_kept.get("method") in CHANGING and before["status"] != 404:
        refused = request_kept["method"] != "options"
        before["status"] = 405 if refused else 200
        before["headers"] = {"Allow": "GET, HEAD, OPTIONS"} | ({"Vary": "Accept-Encoding"} if refused else {})
        before.pop("facts", None)
    headers, varies_on = split_vary(before.pop("headers", {}))
    headers_now, varies_on_now = split_vary(now.pop("headers", {}))
    # A program that prefers JSON has it of any error.
    refused = {"Accept"} if before.get("status", 200) >= 400 else set()
    # What has become longer may be compressed.
    assert varies_on_now - varies_on <= refused | {"Accept-Encoding"}
    assert varies_on <= varies_on_now
    assert headers_now == headers
    facts, facts_now = before.pop("facts", {}), now.pop("facts", {})
    # More may be cited than was.
    shown_now = set(facts_now.pop("rules", "").split())
    page = request_kept.get("page", "")
    # The front page shows the first six results, which may be better ones.
    linked = still_linked(page, facts)
    if page.startswith("/check/"):
        linked = {SAYING_IT.get(rule, rule) for rule in linked}
    assert linked <= shown_now or (shown_now and page.startswith("/?q="))
    if before.get("status", 200) < 400:
        assert same_heading(facts.pop("heading", ""), facts_now.pop("heading", ""))
    facts.pop("heading", None)
    assert facts.items() <= facts_now.items()
    answered = now.pop("json", None)
    if isinstance(answered, dict) and isinstance(answered.get("edition"), dict):
        # Which rules of that edition say so was not part of the answer.
        answered["edition"].pop("citations", None)
    kept = as_mended(before.pop("json", None))
    assert {SAYING_IT.get(rule, rule) for rule in take_rules(kept)} <= take_rules(answered)
    assert answered == kept
    assert now == before


def test_no_address_is_left_out() -> None:
    """Each pattern of the site answers some request of the table with a page, or leads on to one for good."""
    pages = [row["page"].partition("?")[0].removeprefix("/") for row in REQUESTS if row.get("status") in {200, 301}]
    # There are no cards until somebody imports them.
    without = {"card", "card-picture", "sitemap-of-cards"}
    for address in (one for one in urlpatterns if getattr(one, "name", "") not in without):
        assert any(_resolves(address, page) for page in pages), address.pattern


def _resolves(address: URLPattern | URLResolver, page: str) -> bool:
    try:
        return address.resolve(page) is not None
    except Resolver404:
        return False


def test_the_table_has_each_request_once() -> None:
    asked = [json.dumps({key: row[key] for key in row if key not in ANSWERED}) for row in REQUESTS]
    assert len(set(asked)) == len(asked) > 600
