"""Call the API for each tool, and shorten its response."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import quote

from django.utils import timezone

from explorer.api.common import MOST
from explorer.assistants.site import ApiError, Site
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import slugify
from explorer.lineages.difference import Segment, fold, text_difference
from explorer.lineages.provisions import plain_name
from explorer.web import addresses
from explorer.web.errors import shorten
from symbols.engine import BadRequest

Fields = dict[str, Any]

ITEMS = 20
"""Items on a page of a tool; divides the API's page size."""
HITS = 5
"""Results of a search."""
SIZE = 4_000
"""Characters of an answer beyond which texts are cut or left out."""
MAX_UPDATED = 2 * SIZE
"""Longest text, in characters, that `verify` sends back."""
# Characters: of two texts to show only their difference, of a search's answer, and reserved for each result.
_LONG, _LONG_ANSWER, _SHARE = 600, 1_500, 300
_CONTENTS = {NumberKind.CHAPTER, NumberKind.SECTION}
_MANY_DIGITS = 10
_LEAD = re.compile(r"\s*(?:(?:comp\w*\.?\s+)?rules?|CR|C\.R\.|sections?|§)[\s#:.§-]*(?=\d)", re.IGNORECASE)
_TOURNAMENT = re.compile(r"\s*(?P<document>mtr|ipg|jar)\b[\s,:§]*(?:section\s+)?(?P<number>.*?)[\s.]*$", re.IGNORECASE)
_WRONG, _RIGHT = {"unknown", "misquoted"}, {"same"}


def _path(path: str, **parts: Any) -> str:
    return path.format(**{name: quote(str(part), safe="") for name, part in parts.items()})


def _without(given: Mapping[str, Any], *keys: str) -> Fields:
    return {key: value for key, value in given.items() if key not in keys}


def _pick(given: Mapping[str, Any], *keys: str) -> Fields:
    return {key: given[key] for key in keys}


def _filled(found: Mapping[str, Any]) -> Fields:
    """Drop empty values, but not False and 0."""
    return {key: value for key, value in found.items() if value not in (None, "", [], {})}


def _pinned(site: Site, name: str, edition: str) -> str:
    """Link to a rule by its number, or to a glossary entry by its slug."""
    page = addresses.rule if name[:1].isdigit() else addresses.term
    return site.link(page(name, date.fromisoformat(edition)))


def _size(found: object) -> int:
    return len(json.dumps(found, ensure_ascii=False))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(None, 1)[0]} …"


def _fitting(items: Iterable[Fields], space: int) -> list[Fields]:
    """The first items that fit in `space` characters; at least one."""
    fitting: list[Fields] = []
    for item in items:
        space -= _size(item)
        if fitting and space < 0:
            break
        fitting.append(item)
    return fitting


def _slice(site: Site, path: str, given: Mapping[str, Any]) -> tuple[Fields, list[Any]]:
    """The page of the API that has a page of the tool, with the tool's paging, and the items of that page."""
    typed = str(given.get("page", 1))
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < _MANY_DIGITS and int(typed) > 0
    # The API refuses other pages.
    page = int(typed) if is_number else int(site.get(path, given)["page"])
    api_page, start = divmod((page - 1) * ITEMS, MOST)
    found = site.get(path, {**given, "page": api_page + 1})
    return {**found, "page": page, "pages": -(-found["total"] // ITEMS)}, found["items"][start : start + ITEMS]


def verify(site: Site, given: Fields) -> Fields:
    text, edition = str(given["text"]), str(given.get("edition", ""))
    if edition.strip() and _day(given, "edition") > timezone.localdate():
        message = f"There are no rules of {edition} yet. Leave out “edition”, or send a date that has come."
        raise ApiError(BadRequest("unknown_edition", message).in_field("edition").as_json())
    found = site.post("/api/citations", {"text": text, "written": edition})
    citations = [*found["citations"], *found["sections"]]
    statuses = {one["status"] for one in citations}
    right = "right" if all(one["compared"] for one in citations) else "unsure"
    verdict = "wrong" if statuses & _WRONG else right if statuses <= _RIGHT else "outdated"
    items = sorted(citations, key=lambda one: one["compared"] and one["status"] in _RIGHT)[:ITEMS]
    return {
        "verdict": verdict if citations else "nothing to verify",
        **_pick(found, "summary", "edition", "newest"),
        "citations": list(_with_texts(_filled(_citation(site, one, found["newest"])) for one in items)),
        "more": len(citations) - len(items),
        **({"updated": found["updated"]} if found["updated"] != text and len(text) <= MAX_UPDATED else {}),
    }


def _with_texts(items: Iterable[Fields]) -> Iterator[Fields]:
    """Leave out texts beyond SIZE; the links lead to them."""
    space = SIZE
    for item in items:
        yield item if space >= _size(item) else _without(item, "text")
        space -= _size(item)


def _section_name(one: Mapping[str, Any]) -> str:
    """Such as “MTR 4.2”, or “JAR”."""
    return f"{one['document'].upper()} {one['number']}".strip()


def _citation(site: Site, one: Mapping[str, Any], newest: str) -> Fields:
    if "document" in one:
        shown = _pick(one, "status", "sentence", "quote", "now")
        return {"number": _section_name(one), **shown, "link": one["address"] or ""}
    says, edition = one["says"], one["says_edition"]
    return {
        **_pick(one, "number", "status", "sentence", "quote", "now", "text"),
        "link": _pinned(site, one["now"], newest) if one["now"] else "",
        "says_link": _pinned(site, plain_name(says), edition) if says and edition else "",
    }


def rule(site: Site, given: Fields) -> Fields:
    if named := _TOURNAMENT.match(str(given["number"])):
        return _of_document(site, named["document"].lower(), named["number"], given)
    given = _bare(given)
    number = RuleNumber.try_parse(str(given["number"]))
    if number and number.kind in _CONTENTS:
        return _contents(site, given)
    found = site.get(_path("/api/rules/{number}", number=given["number"]), _without(given, "number"))
    answer, children = _rule_fields(found), found["children"][:MOST]
    if children:
        items = site.get("/api/rules", {"number": children, "edition": found["edition"]})["items"]
        subrules = (_without(_rule_fields(one), "edition", "is_newest") for one in items)
        answer["subrules"] = _fitting(subrules, SIZE - _size(answer))
        answer |= _filled({"more": found["children"][len(answer["subrules"]) :]})
    return answer


def _bare(given: Fields) -> Fields:
    """Strip a word before the number: “CR 702.2”."""
    return {**given, "number": _LEAD.sub("", str(given["number"]))}


def _of_document(site: Site, document: str, number: str, given: Mapping[str, Any]) -> Fields:
    """A section of a tournament document, or the contents of one."""
    path, query = _path("/api/policy/{document}", document=document), _without(given, "number")
    whole = site.get(path, query)
    newest = whole["edition"] == whole["editions"][0]["date"]
    if not number:
        entries = [f"{one['number']}. {one['title']}".removesuffix(". ") for one in whole["sections"]]
        link = next(one["address"] for one in whole["editions"] if one["date"] == whole["edition"])
        shown = {"number": document.upper(), "heading": whole["name"], "edition": whole["edition"]}
        return {**shown, "is_newest": newest, "contents": entries, "link": link}
    found = site.get(f"{path}/{quote(number, safe='')}", query)
    return _filled(
        {
            "number": _section_name(found),
            "heading": found["title"],
            **_pick(found, "text", "edition"),
            "is_newest": newest,
            "link": found["pinned"],
        }
    )


def _contents(site: Site, given: Fields) -> Fields:
    found = site.get(_path("/api/contents/{number}", number=given["number"]), _without(given, "number"))
    return {**_rule_fields(found), "contents": [f"{one['number']}. {one['label']}" for one in found["entries"]]}


def _rule_fields(found: Mapping[str, Any]) -> Fields:
    shown = _pick(found, "number", "heading", "text", "examples", "edition", "is_newest")
    return _filled({**shown, "link": found["pinned"]})


def search(site: Site, given: Fields) -> Fields:
    found = site.get("/api/search", {"q": given["query"], **_without(given, "query")})
    answer, ruling = found["answer"], found["ruling"]
    top = _filled(
        {
            "answer": answer and _shortened(_filled(_linked(answer, "pinned")), _LONG_ANSWER),
            "ruling": ruling and _shortened(_linked(ruling), _LONG),
            "tournament": [_found_section(one) for one in found["policy"]],
            "cards": [_linked(one) for one in found["cards"]],
            **_pick(found, "instead", "unknown"),
        }
    )
    return {**top, "results": list(_results(found["items"][:HITS], SIZE - _size(top))), "total": found["total"]}


def _found_section(one: Mapping[str, Any]) -> Fields:
    shown = {"number": _section_name(one), "heading": one["title"], "text": _cut(one["text"], _LONG)}
    return _filled({**shown, **_pick(one, "edition", "penalty"), "link": one["pinned"]})


def _results(hits: list[Any], space: int) -> Iterator[Fields]:
    """Give better results more of the space, reserving some for each of the others."""
    for index, hit in enumerate(hits, 1):
        shown = _filled(_linked(_without(hit, "why", "marks", "slug")))
        others = _size(shown) - len(hit["text"]) + _SHARE * (len(hits) - index)
        yield (shown := _shortened(shown, max(_SHARE // 2, space - others)))
        space -= _size(shown)


def _shortened(found: Fields, most: int) -> Fields:
    return {**found, "text": _cut(found["text"], most)} if "text" in found else found


def _linked(found: Fields, key: str = "address") -> Fields:
    """Rename `address` or `pinned` to `link`, dropping the other."""
    return {**_without(found, "address", "pinned"), "link": found[key]}


def glossary(site: Site, given: Fields) -> Fields:
    path = _path("/api/glossary/{slug}", slug=slugify(str(given["name"])))
    found = site.get(path, _without(given, "name"))
    return {**_pick(found, "name", "text", "edition"), "link": found["pinned"]}


def history(site: Site, given: Fields) -> Fields:
    path = _path("/api/rules/{number}/history", number=_bare(given)["number"])
    found, items = _slice(site, path, _without(given, "number"))
    steps = (
        {**one, **({} if one["change"] == "removed" else {"link": _pinned(site, one["number"], one["edition"])})}
        for one in items
    )
    return {"steps": list(_with_texts(steps)), **_pick(found, "total", "page", "pages")}


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
        **_pick(found, "total", "page", "pages"),
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
    difference = ""
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
            "link": _pinned(site, shown["number"], edition),
        }
    )


def _difference(old: str, new: str) -> str:
    """Changes as `[-old][+new]`, with a few words around them."""
    marks = {"deleted": "[-{}]", "added": "[+{}]"}
    parts = fold(list(text_difference(old, new)))
    return "".join(marks.get(one.kind, "{}").format(one.text) if isinstance(one, Segment) else " … " for one in parts)


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
    shown = _fitting(map(_filled, rulings["items"][:ITEMS]), SIZE)
    edition = _newest(site)
    numbers = {number for one in shown for number in one.get("rules", ())}
    return {
        **_pick(found, "name", "mana_value"),
        "faces": [_filled(face) for face in found["faces"]],
        "rulings": shown,
        "more_rulings": rulings["total"] - len(shown),
        **_filled({"edition": edition, "rules": {one: _pinned(site, one, edition) for one in sorted(numbers)}}),
        "link": found["address"],
    }
