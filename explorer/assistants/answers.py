"""What each tool asks of the API, and what of the answer an assistant gets."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

from explorer.api.common import MOST
from explorer.assistants.site import ApiError, Site
from explorer.document.tree import slugify
from explorer.lineages.difference import Segment, fold, text_difference
from explorer.not_found.pages import shorten
from explorer.web import addresses
from symbols.engine import BadRequest

Fields = dict[str, Any]

ITEMS = 20
"""Items on a page of a tool's answer; a page of the API has a whole number of these."""
HITS = 5
"""Results of a search."""
# Letters of two texts from which only their difference is told.
_LONG = 1_200
_MANY_DIGITS = 10
_WRONG, _RIGHT = {"unknown", "misquoted"}, {"same"}


def _path(path: str, **parts: Any) -> str:
    return path.format(**{name: quote(str(part), safe="") for name, part in parts.items()})


def _without(given: Mapping[str, Any], *keys: str) -> Fields:
    return {key: value for key, value in given.items() if key not in keys}


def _filled(found: Mapping[str, Any]) -> Fields:
    """Without what is empty, but for False and 0."""
    return {key: value for key, value in found.items() if value not in (None, "", [], {})}


def _pinned(site: Site, number: str, edition: str) -> str:
    return site.link(addresses.rule(number, date.fromisoformat(edition)))


def _slice(site: Site, path: str, given: Mapping[str, Any]) -> tuple[Fields, list[Any]]:
    """The API's page with a page of the tool's, and the items of that."""
    typed = str(given.get("page", 1))
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < _MANY_DIGITS and int(typed) > 0
    # What is no number is refused there.
    page = int(typed) if is_number else int(site.get(path, given)["page"])
    theirs, place = divmod((page - 1) * ITEMS, MOST)
    found = site.get(path, {**given, "page": theirs + 1})
    return {**found, "page": page, "pages": -(-found["total"] // ITEMS)}, found["items"][place : place + ITEMS]


def verify(site: Site, given: Fields) -> Fields:
    text = str(given["text"])
    found = site.post("/api/citations", {"text": text, "written": str(given.get("edition", ""))})
    citations = found["citations"]
    statuses = {one["status"] for one in citations}
    verdict = "wrong" if statuses & _WRONG else "right" if statuses <= _RIGHT else "outdated"
    items = sorted(citations, key=lambda one: one["status"] in _RIGHT)[:ITEMS]
    return {
        "verdict": verdict if citations else "nothing to verify",
        "summary": found["summary"],
        "edition": found["edition"],
        "newest": found["newest"],
        "citations": [_filled(_citation(site, one, found["newest"])) for one in items],
        "more": len(citations) - len(items),
        **({"updated": found["updated"]} if found["updated"] != text else {}),
    }


def _citation(site: Site, one: Mapping[str, Any], newest: str) -> Fields:
    says, said_in = one["says"], one["says_edition"]
    return {
        "number": one["number"],
        "status": one["status"],
        "sentence": one["sentence"],
        "quote": one["quote"],
        "now": one["now"],
        "text": one["text"],
        "link": _pinned(site, one["now"], newest) if one["now"] else "",
        "says_link": _pinned(site, says, said_in) if says and said_in and says[0].isdigit() else "",
    }


def rule(site: Site, given: Fields) -> Fields:
    found = site.get(_path("/api/rules/{number}", number=given["number"]), _without(given, "number"))
    answer = _rule_fields(found)
    if found["children"]:
        answer["subrules"] = found["children"]
    if found["text"] == found["heading"] and found["children"]:
        # A heading alone, such as that of a keyword, answers nothing.
        query = {"number": found["children"][:MOST], "edition": found["edition"]}
        answer["subrules"] = [_rule_fields(one) for one in site.get("/api/rules", query)["items"]]
    return answer


def _rule_fields(found: Mapping[str, Any]) -> Fields:
    return _filled(
        {
            "number": found["number"],
            "heading": found["heading"],
            "text": found["text"],
            "examples": found["examples"],
            "edition": found["edition"],
            "is_newest": found["is_newest"],
            "link": found["pinned"],
        }
    )


def search(site: Site, given: Fields) -> Fields:
    found = site.get("/api/search", {"q": given["query"], **_without(given, "query")})
    hits = [_filled(_linked(_without(hit, "why", "marks"))) for hit in found["items"]]
    return {
        **_filled(
            {
                "answer": found["answer"] and _pinned_answer(site, _linked(found["answer"]), hits),
                "ruling": found["ruling"] and _linked(found["ruling"]),
                "cards": [_linked(one) for one in found["cards"]],
                "instead": found["instead"],
                "unknown": found["unknown"],
            }
        ),
        "results": hits[:HITS],
        "total": found["total"],
    }


def _pinned_answer(site: Site, answer: Fields, hits: Sequence[Fields]) -> Fields:
    """With the edition and the pinned link of the rule it quotes."""
    quoted = (hit for hit in hits if "number" in hit and site.link(addresses.rule(hit["number"])) == answer["link"])
    return {**answer, **{key: hit[key] for hit in quoted for key in ("edition", "link")}}


def _linked(found: Mapping[str, Any]) -> Fields:
    """With its link last, under the name that all tools give it."""
    return {**_without(found, "address"), "link": found["address"]}


def glossary(site: Site, given: Fields) -> Fields:
    path = _path("/api/glossary/{slug}", slug=slugify(str(given["name"])))
    found = site.get(path, _without(given, "name"))
    return {"name": found["name"], "text": found["text"], "edition": found["edition"], "link": found["pinned"]}


def history(site: Site, given: Fields) -> Fields:
    path = _path("/api/rules/{number}/history", number=given["number"])
    found, items = _slice(site, path, _without(given, "number"))
    steps = [
        {**one, **({} if one["change"] == "removed" else {"link": _pinned(site, one["number"], one["edition"])})}
        for one in items
    ]
    return {"steps": steps, "total": found["total"], "page": found["page"], "pages": found["pages"]}


def changes(site: Site, given: Fields) -> Fields:
    before, after = sorted(_day(given, key) for key in ("old", "new"))
    path = addresses.changes(before, after)
    found, items = _slice(site, f"/api{path}".rstrip("/"), _without(given, "old", "new"))
    old, new = before.isoformat(), after.isoformat()
    return {
        "old": old,
        "new": new,
        "counts": found["counts"],
        "changes": [_change(site, one, old, new) for one in items],
        "total": found["total"],
        "page": found["page"],
        "pages": found["pages"],
        "link": site.link(path),
    }


def _day(given: Fields, key: str) -> date:
    try:
        return date.fromisoformat(str(given[key]))
    except ValueError:
        message = f"“{shorten(str(given[key]))}” isn’t a date. Type one such as 2025-06-06."
        raise ApiError(BadRequest("bad_date", message).in_field(key).as_json()) from None


def _change(site: Site, one: Mapping[str, Any], before: str, after: str) -> Fields:
    old, new = one["old"], one["new"]
    difference: list[Fields] = []
    if old and new and len(old["text"]) + len(new["text"]) > _LONG:
        difference = _difference(old["text"], new["text"])
        old, new = _without(old, "text"), _without(new, "text")
    elif old and new and old["text"] == new["text"]:
        old = _without(old, "text")
    shown, edition = (new, after) if new else (old, before)
    return _filled(
        {
            "change": one["change"],
            "old": old,
            "new": new,
            "difference": difference,
            "link": _pinned(site, shown["number"], edition) if shown["number"][:1].isdigit() else "",
        }
    )


def _difference(old: str, new: str) -> list[Fields]:
    """Only what changed, with a few words around it."""
    parts = fold(list(text_difference(old, new)))
    return [{"kind": one.kind, "text": one.text} if isinstance(one, Segment) else {"kind": "folded"} for one in parts]


_CHECK_KEYS = (
    *("keyword", "message", "verdict", "cost", "canonical", "mana_value", "colors", "payable", "max_x", "reasons"),
    *("questions", "shortfall", "plan", "open", "unchecked", "parts", "card", "layout", "cast"),
)


def check_cost(site: Site, given: Fields) -> Fields:
    if not given.get("edition") and (newest := _newest(site)):
        given = {**given, "edition": newest}
    found = site.get("/api/check", given)
    edition = found.get("edition") or {}
    facts = {one["fact"]: one["number"] for one in edition.get("citations", ())}
    payment = found.get("payment") or {}
    return {
        **_filled({key: found[key] for key in _CHECK_KEYS if key in found}),
        **_filled({"payment": {key: payment[key] for key in ("mana", "life", "left") if key in payment}}),
        "facts": [_filled({"fact": fact, "rule": number}) for fact, number in facts.items()],
        "rules": {number: _pinned(site, number, edition["date"]) for number in facts.values() if number},
        **_filled({"edition": edition.get("date"), "lacks": edition.get("lacks")}),
        "link": found["address"],
    }


def _newest(site: Site) -> str:
    items = site.get("/api/editions")["items"]
    return next((str(one["date"]) for one in items if one["complete"]), items[0]["date"] if items else "")


def card(site: Site, given: Fields) -> Fields:
    slug = slugify(str(given["name"]))
    found = site.get(_path("/api/cards/{slug}", slug=slug))
    rulings = site.get(_path("/api/cards/{slug}/rulings", slug=found["slug"]))
    return {
        "name": found["name"],
        "mana_value": found["mana_value"],
        "faces": [_filled(face) for face in found["faces"]],
        "rulings": [_filled(one) for one in rulings["items"][:ITEMS]],
        "more_rulings": max(0, rulings["total"] - ITEMS),
        "link": found["address"],
    }
