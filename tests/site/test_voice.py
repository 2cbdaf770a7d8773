"""How everything that people read sounds: plain words, short sentences, American spelling."""

import ast
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

RETIRED = re.compile(
    r"\blibrar|\btrials?\b|\bclauses?\b|\b(?:tells?|told)\b|\bstands?\b(?! for)|\b(?:holds?|held)\b|the pool"
    r"|\bpayable\b|\bbesides\b|\bnobody\b|nowhere|in force|speaks? of|below zero|today’s|not (?:said|known)|\bbe it\b"
    r"|(?<!there )\b(?:is|are) (?:no|none)\b|come in\b| \?",
    re.IGNORECASE,
)
BRITISH = re.compile(
    r"\b(?:colou?r(?<!color)\w*|honour\w*|favour\w*|centre\w*|grey\w*|catalogue\w*|cancelled|travell\w+|licence|"
    r"recognis\w+|normalis\w+|organis\w+|summaris\w+|analys(?:e|ed|es|ing)|judgement|behaviour\w*|whilst|towards)\b",
    re.IGNORECASE,
)
LONGEST_SENTENCE = 20
# What may be said in spite of all that, and why. This list may only shrink.
EXCEPTIONS = {
    "library": "the zone of the game, and in a player’s own words for it",
    "grey": "an inline hint beside the look of excerpts",
}

_TAG = re.compile(r"<[^>]*>")
_TEMPLATE = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}|{%.*?%}|{{.*?}}", re.DOTALL)
_ATTRIBUTES = re.compile(r"\b(?:placeholder|aria-label|title|content)=\"([^\"]*)\"")
_BLOCKS = re.compile(r"</?(?:p|li|h\d|dt|dd|th|td|label|option|button|a|div|section|span|summary|title|caption)\b")
_SCRIPT = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)


def from_templates() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        source = _SCRIPT.sub("", path.read_text(encoding="utf-8"))
        where = str(path.relative_to(ROOT))
        plain = _TEMPLATE.sub(" ", source)
        for found in _ATTRIBUTES.findall(plain):
            yield where, found
        for piece in re.split(r"\n|" + _BLOCKS.pattern, plain):
            yield (
                where,
                html.unescape(
                    _TAG.sub(" ", f"<{piece}" if not piece.startswith("<") and ">" in piece.split("<")[0] else piece)
                ),
            )


def from_python() -> Iterator[tuple[str, str]]:
    for folder in ("explorer", "symbols"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            where = str(path.relative_to(ROOT))
            yield from ((f"{where}:{line}", text) for line, text in _literals(path.read_text(encoding="utf-8")))


def _literals(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of several words that people may read: no docstrings, no patterns, no SQL."""
    tree = ast.parse(source)
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("re.", "RunSQL", "RawSQL")):
            silent |= {id(each) for each in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            silent |= {id(each) for each in node.values}
            words = "".join(str(each.value) if isinstance(each, ast.Constant) else "7" for each in node.values)
            if id(node) not in silent:
                yield node.lineno, words
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def from_data() -> Iterator[tuple[str, str]]:
    spoken = {"text", "source", "reason", "why", "label", "hint", "title", "lead", "words", "is", "description"}

    def walk(value: object, key: str, where: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for name, each in value.items():
                yield from walk(each, name, where)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each, key, where)
        elif isinstance(value, str) and key in spoken:
            yield where, value

    for path in sorted([*(ROOT / "symbols" / "data").rglob("*.toml"), ROOT / "explorer/data/plain_words.toml"]):
        yield from walk(tomllib.loads(path.read_text(encoding="utf-8")), "", str(path.relative_to(ROOT)))


def from_scripts() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        for found in re.findall(r"\"([^\"\n]+)\"|`([^`]+)`", path.read_text(encoding="utf-8")):
            yield str(path.relative_to(ROOT)), re.sub(r"\$\{[^}]*\}", "7", "".join(found))


def from_papers() -> Iterator[tuple[str, str]]:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = re.sub(
            r"```.*?```|`[^`]*`|\(https?:[^)]*\)", " ", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL
        )
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*|#] ?)", text):
            yield name, " ".join(paragraph.split())


def said() -> list[tuple[str, str]]:
    """Return everything that people read: where it is, and the words."""
    every = [*from_templates(), *from_python(), *from_data(), *from_scripts(), *from_papers()]
    return [(where, " ".join(text.split())) for where, text in every if len(text.split()) > 1]
