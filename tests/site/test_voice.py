"""How everything that people read sounds: plain words, short sentences, American spelling."""

import ast
import html
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client

from symbols.trials.catalog import TRIALS

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
STRAIGHT = re.compile(r"[A-Za-z}]'(?:t|s|re|ve|ll|d)\b(?! debug)|[A-Za-z]s' [a-z]")
LONGEST_SENTENCE = 20
# What may be said in spite of all that, by where and with which words, and why. This list may only shrink.
EXCEPTIONS = {
    ("symbols/models.py", "as it stands in an address"): "help text, which a migration keeps",
    ("explorer/document/terms.py", "library"): "words of the glossary: the zone",
    ("symbols/data/", "library"): "the zone",
    ("symbols/data/x_fields.toml", "not said"): "a label of other days, which addresses may have",
    ("explorer/models.py", "no longer true"): "help text, which a migration keeps",
}
MOST_EXCEPTIONS = 5
LEAD, HINT = 15, 8
# Words of a page's own: without quoted rules, drawn symbols, options and tables.
MOST_WORDS = {
    "/x/": 500,
    "/x/?in=mana-cost,text&announced=3": 500,
    "/numbers/": 300,
    "/try/": 350,
    **{f"/try/{trial.slug}/": 120 for trial in TRIALS},
    "/symbols/W/": 200,
    "/symbols/W-U/": 200,
    "/symbols/X/": 200,
    "/glossary/x/": 90,
    "/check/": 130,
    "/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool=WWC": 300,
    "/check/?cost=%7BX%7D%7B2%2FW%7D%7BG%2FW%2FP%7D": 310,
    "/": 90,
    "/editions/": 60,
    "/search/?q=qqqqzz": 40,  # with what to do while only excerpts are loaded
    "/nope/": 40,
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
        plain = _TEMPLATE.sub(" ", re.sub(r"{% (?:pips|symbol)\b.*?%}", "7", source))
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
            if where.startswith("symbols/glyphs/"):
                continue
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


_UNSAID = {
    *("phrases", "excluding_phrases", "named", "beside", "pattern", "patterned", "known_as", "called", "read"),
    *(
        "with",
        "without",
        "asks",
        "given",
        "if",
        "unless",
        "usual",
        "zone",
        "in",
        "how",
        "origin",
        "spellings",
        "codes",
        "tries",
    ),
}


def from_data() -> Iterator[tuple[str, str]]:
    def walk(value: object, where: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for name, each in value.items():
                if name not in _UNSAID:
                    if " " in name:
                        yield where, name
                    yield from walk(each, where)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each, where)
        elif isinstance(value, str):
            yield where, value

    files = (ROOT / "symbols" / "data").rglob("*.toml")
    for path in sorted(
        [*(each for each in files if each.stem not in {"examples", "glyphs"}), ROOT / "explorer/data/plain_words.toml"]
    ):
        yield from walk(tomllib.loads(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT)))


def from_index() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "explorer" / "data" / "index").glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).values():
            if isinstance(entry, dict):
                yield str(path.relative_to(ROOT)), entry.get("gloss", "")


def from_scripts() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        source = re.sub(r"(?m)^\s*//.*$|\s//\s.*$", "", path.read_text(encoding="utf-8"))
        for found in re.findall(r"\"([^\"\n]+)\"|`([^`\n]+)`", source):
            words = re.sub(r"\$\{[^}]*\}", "7", "".join(found))
            if "${" not in words:
                yield str(path.relative_to(ROOT)), words


def from_papers() -> Iterator[tuple[str, str]]:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = re.sub(r"```.*?```|\(https?:[^)]*\)", " ", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"`[^`]*`", "Code", text)
        for paragraph in re.split(r"\n\s*\n|\n(?=[-*|#!] ?)| \| ", text):
            yield name, " ".join(paragraph.split())


@cache
def said() -> list[tuple[str, str]]:
    """Return everything that people read: where it is, and the words."""
    every = [*from_templates(), *from_python(), *from_data(), *from_index(), *from_scripts(), *from_papers()]
    return [
        (where, " ".join(text.split())) for where, text in every if len(text.split()) > 1 or where.endswith(".toml")
    ]


def _excepted(where: str, text: str) -> bool:
    return any(where.startswith(there) and words in text.lower() for there, words in EXCEPTIONS)


@pytest.mark.parametrize(
    "pattern", [RETIRED, BRITISH, STRAIGHT], ids=["retired words", "British spelling", "straight apostrophes"]
)
def test_no_such_word_is_shown(pattern: re.Pattern[str]) -> None:
    assert not [
        f"{where}: {hit[0]}: {text}"
        for where, text in said()
        if (hit := pattern.search(text)) and not _excepted(where, text)
    ]


_CODE = re.compile(r"SELECT|INSERT|UPDATE|DELETE|EXISTS|CREATE|%s|[<>=]|manage\.py|(?:; \w+){4}|^(?:\w+ ){12}")


def test_sentences_are_short() -> None:
    long = [
        f"{where}: {sentence}"
        for where, text in said()
        if not _excepted(where, text) and where != "explorer/search/query.py" and not _CODE.search(text)
        for sentence in re.split(r"(?<=[.!?])[”)]* (?=[A-Z{“(])", text)
        if len(re.findall(r"[\w’'{]\S*", sentence)) > LONGEST_SENTENCE
    ]
    assert not long


def test_leads_and_hints_are_short() -> None:
    for path in sorted((ROOT / "symbols" / "data" / "trials").glob("*.toml")):
        trial = tomllib.loads(path.read_text(encoding="utf-8"))
        assert len(trial.get("lead", "").split()) <= LEAD, path.name
        for control in trial.get("control", ()):
            assert len(control.get("hint", "").split()) <= HINT, (path.name, control["hint"])


def test_exceptions_only_become_fewer() -> None:
    assert len(EXCEPTIONS) <= MOST_EXCEPTIONS
    for there, words in EXCEPTIONS:
        assert any(where.startswith(there) and words in text.lower() for where, text in said()), (there, words)


class _OwnWords(HTMLParser):
    """Count the words of a page's own in `<main>`, hidden ones too."""

    _QUIET = frozenset({"option", "script", "style", "svg", "template", "tbody"})
    # `chapters` are titles of the Comprehensive Rules, `switch` the editions to choose from.
    _QUOTED = frozenset({"r", "ex", "pip", "uses", "picks", "code", "chapters", "switch", "pager"})
    _VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, bool]] = []
        self._in_entry = False
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self._VOID:
            classes = (dict(attrs).get("class") or "").split()
            quoted = not self._QUOTED.isdisjoint(classes) or (self._in_entry and "data-quote" in dict(attrs))
            self._in_entry |= "entry" in classes
            self._open.append((tag, tag in self._QUIET or quoted))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave out what has no end."""

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if any(tag == "main" for tag, _ in self._open) and not any(quiet for _, quiet in self._open):
            self.count += sum(any(map(str.isalnum, word)) for word in data.split())


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "most"), MOST_WORDS.items())
def test_pages_are_short(client: Client, address: str, most: int) -> None:
    counted = _OwnWords()
    counted.feed(client.get(address).content.decode())
    assert 0 < counted.count <= most
