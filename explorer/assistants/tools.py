"""The tools, and how they are called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter

from explorer.api.refusals import paths_of, unknown_parameter
from explorer.api.service import api
from explorer.assistants import answers, shapes
from explorer.assistants.answers import HITS, ITEMS, Fields
from explorer.assistants.site import ApiError, Site
from explorer.citing.checking import MAX_LENGTH
from explorer.web.downloads import FETCH, FETCH_CARDS
from symbols.engine import BadRequest

# Parameter descriptions that differ from the API's.
_DESCRIPTIONS = {
    "page": f"Page number. Each page has {ITEMS} items.",
    "slug": "Its name, such as legend rule or Fire // Ice.",
    "text": f"Your text, with its rule numbers and quotes, up to {MAX_LENGTH:,} characters.",
    "written": "Date of the edition it cites. Default: guessed from numbers, quotes and dates in the text.",
}

CARD = "/api/cards/{slug}"
# Error codes for missing data.
_MISSING = {"not_found", "no_full_rules"}


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes:
        path: the API operation whose parameters it has.
        shape: type of its output.
        names: its own names of some parameters.
        without: parameters that it leaves out.
        instead: sentence about what to do if nothing is found.
    """

    name: str
    title: str
    description: str
    path: str
    answer: Callable[[Site, Fields], Fields]
    shape: type
    names: Mapping[str, str] = field(default_factory=dict)
    without: Sequence[str] = ()
    instead: str = ""

    @cached_property
    def input_schema(self) -> Fields:
        return _schema_of(self)

    @cached_property
    def output_schema(self) -> Fields:
        return TypeAdapter(self.shape).json_schema()


def answer(site: Site, name: str, given: Mapping[str, Any]) -> Fields:
    """Call a tool.

    Raises:
        ApiError: the arguments are invalid, nothing is found, or a limit is reached.
    """
    tool = TOOLS[name]
    known = tool.input_schema["properties"]
    arguments = {key: _encodable(value) for key, value in given.items() if value is not None}
    if unknown := [key for key in arguments if key not in known]:
        raise ApiError(unknown_parameter(unknown[0], list(known)).as_json())
    for key in tool.input_schema["required"]:
        if not str(arguments.get(key, "")).strip():
            words = known[key]["description"]
            raise ApiError(BadRequest("missing", f"Send “{key}”: {words[0].lower()}{words[1:]}").as_json())
    for key, value in arguments.items():
        is_list = isinstance(value, list) and known[key].get("type") == "array"
        values = value if is_list else [value]
        if not all(isinstance(one, str | int | float) for one in values):
            raise ApiError(BadRequest("bad_parameter", f"“{key}” isn’t text or a number.").as_json())
    try:
        return tool.answer(site, arguments)
    except ApiError as error:
        message = str(error)
        # Messages that end with a command or “Did you mean …?” already say what to do.
        if error.error["code"] in _MISSING and message.endswith("."):
            message = f"{message} {_next_step(site, tool)}".rstrip()
        for mine, theirs in tool.names.items():
            message = message.replace(f"“{theirs}”", f"“{mine}”")
        raise ApiError({**error.error, "message": message}) from None


def _next_step(site: Site, tool: Tool) -> str:
    if tool.path != CARD and not any(one["complete"] for one in site.get("/api/editions")["items"]):
        return f"To get every rule, run: {FETCH}"
    return tool.instead


def _encodable(value: Any) -> Any:
    """Replace lone surrogates, which can't be encoded."""
    if isinstance(value, list):
        return [_encodable(one) for one in value]
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


def _schema_of(tool: Tool) -> Fields:
    own = {theirs: mine for mine, theirs in tool.names.items()}
    operation = paths_of(api)[tool.path]["get"]
    parameters = [one for one in operation.get("parameters", ()) if one["name"] not in tool.without]
    named = {own.get(one["name"], one["name"]): one for one in parameters}
    return {
        "type": "object",
        "properties": {name: _described(one) for name, one in named.items()},
        "required": [name for name, one in named.items() if one["required"]],
        "additionalProperties": False,
    }


def _described(parameter: Mapping[str, Any]) -> Fields:
    schema = parameter["schema"]
    kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    kept = {key: kinds[0][key] for key in ("type", "items", "format") if key in kinds[0]}
    return {**kept, "description": _DESCRIPTIONS.get(parameter["name"], parameter.get("description", ""))}


_ALL = (
    Tool(
        "verify",
        "Verify citations",
        "Check a text that cites the Magic rules, before you send it: each rule number exists, and each quotation is "
        "that rule’s exact words. The verdict comes first: right, outdated (right once, but changed since), wrong, "
        "unsure (some quotations don’t look like a rule’s words and weren’t compared) or nothing to verify. Then each "
        "citation, those that need a look first, with the rule’s exact text today.",
        "/api/citations",
        answers.verify,
        shapes.Verified,
        {"edition": "written"},
    ),
    Tool(
        "rule",
        "Get a rule",
        "Get the exact text of a rule by its number, with its subrules, edition and a link to that edition. A chapter "
        "or section, such as 7 or 702, is listed in short. “MTR 4.2”, “IPG 2.5” and “JAR” are of the "
        "tournament documents.",
        "/api/rules/{number}",
        answers.rule,
        shapes.Rule,
        instead="“search” finds rules by words.",
    ),
    Tool(
        "search",
        "Search the rules",
        "Search the rules, the glossary and the tournament documents with a question or words. A question may name "
        f"cards. Where one is sure, the answer comes first; then the {HITS} best rules, with their exact text. Long "
        "texts are cut: “rule” has all of them.",
        "/api/search",
        answers.search,
        shapes.Found,
        {"query": "q"},
        ("page", "everywhere"),
    ),
    Tool(
        "glossary",
        "Get a glossary entry",
        "Get the exact text of an entry of the rules’ glossary, by its name.",
        "/api/glossary/{slug}",
        answers.glossary,
        shapes.Term,
        {"name": "slug"},
        instead="“search” finds rules by words.",
    ),
    Tool(
        "history",
        "Get a rule’s history",
        "Get every wording and number that a rule has had, newest first, each with its edition and exact text.",
        "/api/rules/{number}/history",
        answers.history,
        shapes.History,
        instead="“search” finds rules by words.",
    ),
    Tool(
        "changes",
        "Compare two editions",
        "List the rules that changed between two editions: counts, then each change with its old and new text.",
        "/api/changes/{old}/{new}",
        answers.changes,
        shapes.Changes,
    ),
    Tool(
        "check_cost",
        "Check a cost",
        "Check a mana cost or a card: its mana value and colors, whether and how your mana and lands can pay it, and "
        "which rules say so. Send “cost” or “card”.",
        "/api/check",
        answers.check_cost,
        shapes.Checked,
    ),
    Tool(
        "card",
        "Get a card",
        "Get a card’s current text and its official rulings, by its name.",
        CARD,
        answers.card,
        shapes.Card,
        {"name": "slug"},
        instead=f"To load the newest cards, run: {FETCH_CARDS}",
    ),
)
TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _ALL}
