"""Find symbols in the wording of an edition."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from symbols.plain_text import plain_text

_NUMBERED = re.compile(r"([0-9]+)(?:\.([0-9]+)([a-z]?))?", re.ASCII)
_OLD_PREFIX = re.compile(r"o{1,2}c?(?=[0-9A-Zwubrgxyztsq(])")
_EXAMPLE = re.compile(r"(?:^|(?<=\s))Example:\s")
_WORDS: Final[Mapping[str, str]] = {"TAP": "T", "UNTAP": "Q", "SI": "S"}

_LIST = re.compile(r"\bthe mana symbols (?:are|include):? ", re.IGNORECASE)
_ANY_LIST = re.compile(r"\bmana symbols (?:are|include):? ", re.IGNORECASE)
_LIST_TOKEN = re.compile(
    r"\{(?P<code>[^{}]*)\}"
    r"|\b(?P<open>and so (?:on|forth)|etc\b)"
    r"|\b(?:the )?(?P<numerals>numeral)s\b(?! symbol)"
    r"|\bthe (?P<group>[a-z][a-z -]*?)(?: mana)? symbols?\b",
    re.IGNORECASE,
)
_BARE_TOKEN = re.compile(r"\b(?:(?P<numerals>numeral)s|(?P<code>[WUBRGCSXYZ]|[0-9]+))\b")
_COLOR_CODES: Final = frozenset("WUBRG")

_NAMED = re.compile(r"\bthe (?P<name>[a-z][a-z' -]{0,30}?) symbols? (?:is|are) \{(?P<code>[^{}]+)\}", re.IGNORECASE)
_IN_THESE_RULES = re.compile(r"\bthe (?P<name>[a-z]+) symbol \(\{?(?P<code>[a-z]+)\}? in these rules\)", re.IGNORECASE)
_LETTER = re.compile(r"\bletters? (?P<codes>[A-Z]\b(?:(?:, | and |, and | or )[A-Z]\b)*)")
_CODE = re.compile(r"\b[A-Z]\b")
_LETTER_TERM = re.compile(r"[A-Z](?:, [A-Z])*")
_SEE_X = re.compile(r"See X\b")
_ANY_PHYREXIAN = re.compile(r"\bthe (?P<name>phyrexian) symbol \{(?P<code>[^{}]+)\}[^.]*? means any\b", re.IGNORECASE)

# Wording that shows a pattern, codes that match the pattern, and their meaning.
_PATTERNS: Final = (
    (re.compile(r"\{LEVEL N\d*-N\d*\}"), re.compile(r"LEVEL \d+-\d+"), "level"),
    (re.compile(r"\{LEVEL N\d*\+\}"), re.compile(r"LEVEL \d+\+"), "level"),
    (re.compile(r"\{rN\d*\}|\"rN\""), re.compile(r"R[IVXL]+"), "chapter"),
    (re.compile(r"station symbol.*\{N\+\.?\}"), re.compile(r"\d+\+"), "station"),
    (re.compile(r"\[\+N\] means"), re.compile(r"\[\+\d+\]"), "loyalty"),
    (re.compile(r"\[-N\] means"), re.compile(r"\[-\d+\]"), "loyalty"),
    (re.compile(r"\[0\] means"), re.compile(r"\[0\]"), "loyalty"),
    (re.compile(r"plus sign followed by a number or an X"), re.compile(r"\[\+X\]"), "loyalty"),
    (re.compile(r"minus sign followed by a number or an X"), re.compile(r"\[-X\]"), "loyalty"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A rule, or a glossary entry by its term; `plain` is the text without examples on one line, for searching."""

    rule: str
    text: str
    term: str = ""
    plain: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", plain_text(_EXAMPLE.split(self.text, maxsplit=1)[0], keep_case=True))

    @property
    def where(self) -> str:
        return self.rule or f"the glossary under “{self.term}”"


@dataclass(frozen=True, slots=True)
class ManaList:
    """An edition's list of mana symbols.

    Attributes:
        groups: the edition's word for the kind, or empty, by code; `number_group` is that of numbers.
        all_numbers: whether the list stands for all numbers, beyond those in it.
    """

    citation: Source
    groups: Mapping[str, str] = field(default_factory=dict)
    all_numbers: bool = False
    number_group: str = ""

    @property
    def has_numbers(self) -> bool:
        return self.all_numbers or any(code.isdigit() for code in self.groups)


def may_concern(text: str) -> bool:
    return "symbol" in text or "{" in text or " means " in text or " letter" in text


def official(code: str) -> str:
    """Normalize a code: `{oW}` -> `W`, `{Tap}` -> `T`, `(w/u)` -> `W/U`. Loyalty symbols keep their brackets."""
    code = plain_text(code, keep_case=True).strip("{}")
    code = _OLD_PREFIX.sub("", code, count=1).strip("()").upper()
    return _WORDS.get(code, code)


def braced(code: str) -> str:
    """`W` -> `{W}`, but `[-2]` -> `[-2]`."""
    return code if code.startswith("[") else f"{{{code}}}"


def key_of(code: str) -> str:
    """The same for `W/U` and `U/W`."""
    return "/".join(sorted(code.split("/")))


def rule_order(number: str) -> tuple[int, int, str]:
    match = _NUMBERED.match(number)
    if not match:
        return (10**6, 0, number)
    return (int(match[1]), int(match[2] or 0), match[3] or "")


def find_mana_list(rules: Sequence[Source], glossary: Sequence[Source]) -> ManaList | None:
    """The list with the most symbols; rules take precedence over the glossary."""
    for wording in (_LIST, _ANY_LIST):
        for citations in (rules, glossary):
            lists = [found for each in citations if (found := _read_list(each, wording))]
            whole = [found for found in lists if found.groups.keys() >= _COLOR_CODES and found.has_numbers]
            if whole:
                return max(whole, key=lambda found: len(found.groups))
    return None


def _read_list(citation: Source, wording: re.Pattern[str]) -> ManaList | None:
    match = wording.search(citation.plain)
    if not match:
        return None
    sentence = re.split(r"\.(?:\s|$)", citation.plain[match.end() :], maxsplit=1)[0]
    tokens = _LIST_TOKEN if "{" in sentence else _BARE_TOKEN
    groups: dict[str, str] = {}
    group, number_group, all_numbers = "", "", False
    for token in tokens.finditer(sentence):
        parts = token.groupdict()
        if parts["code"]:
            code = official(parts["code"])
            groups.setdefault(code, group)
            if code.isdigit():
                number_group = group
        elif parts["numerals"]:
            # Without braces, the word "numerals" stands for all numbers.
            all_numbers = all_numbers or tokens is _BARE_TOKEN
            group = number_group = "numeral" if tokens is _LIST_TOKEN else ""
        elif parts.get("group"):
            group = parts["group"]
        else:
            all_numbers = all_numbers or any(code.isdigit() for code in groups)
    return ManaList(citation, groups, all_numbers, number_group)


def named_symbols(citations: Iterable[Source]) -> Iterator[tuple[str, str, Source]]:
    """(code, meaning, place) of symbols named one by one."""
    for citation in citations:
        for wording in (_NAMED, _IN_THESE_RULES):
            for match in wording.finditer(citation.plain):
                name = match["name"].lower()
                if name != "mana" and not name.endswith(" mana"):
                    yield official(match["code"]), name, citation
        for match in _ANY_PHYREXIAN.finditer(citation.plain):
            yield official(match["code"]), "phyrexian any", citation


def letters_like_x(citations: Iterable[Source]) -> Iterator[tuple[str, Source]]:
    """(letter, place) of letters used like X without listing symbols for them."""
    for citation in citations:
        letters = [code for match in _LETTER.finditer(citation.plain) for code in _CODE.findall(match["codes"])]
        if "X" in letters:
            yield from ((letter, citation) for letter in letters if letter in "YZ")


def letters_in_glossary(glossary: Mapping[str, str]) -> Iterator[tuple[str, Source]]:
    """(letter, place) of entries that only refer to X: “Y, Z: See X.”."""
    for term, text in glossary.items():
        if _LETTER_TERM.fullmatch(term) and _SEE_X.match(text):
            yield from ((letter, Source("", text, term)) for letter in term.split(", ") if letter in "YZ")


def patterns_shown(citations: Sequence[Source]) -> Iterator[tuple[re.Pattern[str], str, Source]]:
    for shown, codes, meaning in _PATTERNS:
        for citation in citations:
            if shown.search(citation.plain):
                yield codes, meaning, citation
                break


def is_section_whole(rule: str, rules: Iterable[str]) -> bool:
    """Whether the rule's section has no gap in its numbers, and the next section or chapter follows."""
    section = rule_order(rule)[0]
    numbers = {rule_order(number)[:2] for number in rules}
    here = sorted(count for where, count in numbers if where == section and count)
    later = min((where for where, _ in numbers if where > section), default=0)
    follows = later in {section + 1, (section // 100 + 1) * 100}
    return follows and here == list(range(1, len(here) + 1))
