"""Find rule numbers in any text: prose, Markdown, HTML, source code. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.document.number_runs import DASHES, SPAN, RunNumber, Separators, numbers_within, rest_of_run
from explorer.document.numbers import NumberKind, RuleNumber

Style = Literal["full", "letter", "rule", "paren"]
"""How much of a number is written: all, only its letter (“601.2b, f”), only its rule (“509.1–3”), or “704.5(k)”."""

_NUMBER = re.compile(
    r"""[1-9]\d\d
    (?: (?P<rule>\.[1-9]\d{0,2}) (?: (?P<letter>[a-zA-Z])(?![a-zA-Z]) | \((?P<paren>[a-z])\) )? )?
    (?! [^\W_¹²³⁰⁴-⁹] | _+[^\W_] | \.\d | % )""",
    re.VERBOSE,
)
# “rule 601”, “CR418.5a”, “§ 702”, up to the number.
_LEAD = re.compile(
    r"(?:(?<!\w)(?:(?P<rules>(?:comp(?:rehensive|\.)?\s+)?rules?(?:\s+(?:numbers?|nos?\.?))?|cr|c\.r\.)|sections?|sec\.)|(?P<sign>§{1,2}))"
    r"[\s:#*_\[(-]{0,3}$",
    re.IGNORECASE,
)
_LEAD_LENGTH = 32
# What is part of something else if a number follows it directly: words, prices, versions, URL parameters.
_PART_OF_MORE = re.compile(r"[\w.$€£¥@&%=~+−<\\^-]$")
# “1,601.2” and “12:101.5”.
_LONGER_NUMBER = re.compile(r"(?<![.\d])\d{1,3},$|\d:$")
_NUMBER_BEFORE = re.compile(rf"[1-9]\d\d\.[1-9]\d{{0,2}}[a-z]?\s?[{DASHES}/]\s?$")
# `//704.5k`, but not `https://704.5k`
_COMMENT = re.compile(r"(?<![^\s;{}])//+$")
_LINK = re.compile(r"/(?:rules?|cr)/$", re.IGNORECASE)
_URL = re.compile(r"(?:://|\bwww\.)[^\s<>\"'|)\]]*$")
_URL_LENGTH = 300
# Documents that number their parts as the rules do.
_OTHER_DOCUMENT = re.compile(r"\b(?:ISO|IEC|IEEE|RFC|DIN|ANSI|NIST|CFR|C\.F\.R\.|USC|U\.S\.C\.)[\s§-]*$")
# `x = 704.5f`, `width="100.2"`, `lerp(704.5f`
_CODE = re.compile(r"=\s*[\"']?$|\breturn\s+$")
_CALL = re.compile(r"\w\($|\{\s*$")
_FLOAT_SUFFIXES = "fdm"
_NEXT_ARGUMENT = re.compile(r"\d[fdm],\s*$")
_UNITS = "gms"
_PRICED = re.compile(
    r"(?:[$€£¥≈±×]|\w[ ][<>]=?|\b(?:USD|EUR|GBP|versions?|ver\.?|v\.?|releases?|builds?|firmware|driver|kernel|patch"
    r"|chrome|chromium|firefox|safari|webkit|python|node|approximately|roughly|nearly|almost|page|pages|pp?\.|fig\.|figure"
    r"))[ \t]+$",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\s?(?:[$€£¥°×‰]|percent|per\s?cent|pct)|[\s-]?(?:[kmcµn]?g|[kcmµn]?m|lbs?|oz|mi|miles?|ft|feet|inch(?:es)?|met(?:er|re)s?"
    r"|[mµn]?s|sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|[kMG]?Hz|[kKMGT]i?[Bb](?:ytes?|its?|ps)?"
    r"|bytes?|bits?|dpi|px|pt|rem|em|fps|rpm|degrees?|[kM]?[WV]|k?cal(?:ories)?|dollars?|euros?|pounds?|cents?|USD|EUR|GBP"
    r"|million|billion|thousand|points?|votes?|users?|people)\b",
)
# “in 2014, 704.5 was”
_NUMBER_DIRECTLY_BEFORE = re.compile(r"(?<![\d.])(?!\d{3}\.\d|20\d\d, )[\d.]*\d[a-z]?[ ,]+$")
_NUMBER_NEXT = re.compile(r"[ ,]+-?(?!\d{3}\.\d)\.?\d")
_ENCLOSED = re.compile(r"[(\[]$")

# “601.2b, f”, “704.5f and g”, “601.2f–h”, but not “704.5f, a player” or “601.2b, i.e.”.
_NEXT_LETTER = re.compile(
    rf"(?:[{DASHES}]|\s[–—]\s|,?\s+(?:and|or|to|through|thru|&)\s+(?!a\b)|,\s*(?!a\b)|/|&)(?P<next>[a-z])(?![\w’'/-]|\.\w)"
)
# “509.1–3”
_NEXT_RULE = re.compile(rf"[{DASHES}](?P<next>[1-9]\d{{0,2}})(?![\w/%]|\.\d)")
# “rules 601 and 602”, “CR 601–603”
_NEXT_SECTION = re.compile(
    rf"(?:,?\s+(?:and|or|to|through|thru|&)\s+|,\s+|\s?[{DASHES}]\s?)(?P<next>[1-9]\d\d)(?![\w/%]|\.\d)"
)
_SEPARATORS = Separators(_NEXT_LETTER, _NEXT_RULE, _NEXT_SECTION)
# Longer ranges, such as “100.2–300”, aren't of rules.
_MOST_WITHIN = 60


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A rule number in a text.

    Attributes:
        start: where its own part is: only “h” in “601.2f–h”.
        within: at the end of a range, the numbers that may lie between its ends.
        run: index of its list or range, or of the number alone.
        certain: nothing but a rule number looks like it; others may be a decimal.
    """

    start: int
    end: int
    number: RuleNumber
    style: Style = "full"
    within: tuple[str, ...] = ()
    run: int = 0
    certain: bool = True


def find_citations(text: str) -> list[FoundNumber]:
    """Find rule numbers in order, without overlaps. They needn't exist.

    Sections (613) count only where a word such as “rule” or “CR” says so.
    """
    found: list[FoundNumber] = []
    place = run = 0
    while (match := _NUMBER.search(text, place)) is not None:
        place = match.end()
        certain = _is_citation(text, match)
        if certain is None or _continues_code(text, found, match):
            continue
        number = _number(match)
        within = _range_to(text, found[-1], number, match.start()) if found else ()
        continues = bool(within) or _continues(text, found, match.start())
        certain = certain or (continues and found[-1].certain)
        run += not continues
        style: Style = "paren" if match["paren"] else "full"
        found.append(FoundNumber(match.start(), place, number, style, within, run, certain))
        if style == "paren":
            continue
        for one in _rest(text, place, number):
            short: Style = "letter" if one.number.letter else "rule" if one.number.rule else "full"
            found.append(FoundNumber(one.start, one.end, one.number, short, one.within, run, certain))
            place = one.end
    return found


def _number(match: re.Match[str]) -> RuleNumber:
    written = match[0].replace("(", "").replace(")", "")
    return RuleNumber.parse(written)


def _is_citation(text: str, match: re.Match[str]) -> bool | None:
    """Whether a number is a citation for certain (True), by its looks (False), or not at all (None)."""
    start = match.start()
    before = text[max(0, start - _LEAD_LENGTH) : start]
    if _LINK.search(before):
        return True
    if _URL.search(text, max(0, start - _URL_LENGTH), start) or _OTHER_DOCUMENT.search(before):
        return None
    lead = _LEAD.search(before)
    if lead:
        return bool(match["rule"] or lead["rules"])
    # Italics and bold: _704.5k_
    bare = re.sub(r"(?<!\w)_{1,3}$", "", before)
    if not match["rule"] or _is_part_of_more(bare):
        return None
    letter = match["letter"] or match["paren"] or ""
    if _is_code(bare, letter) or _PRICED.search(bare) or (letter in "CF" and letter):
        return None
    if not letter.islower() and (_UNIT.match(text, match.end()) or _is_among_numbers(text, bare, match.end())):
        return None
    return (letter != "" and letter not in _UNITS) or _ENCLOSED.search(bare) is not None


def _is_part_of_more(before: str) -> bool:
    if _NUMBER_BEFORE.search(before) or _COMMENT.search(before):
        return False
    if before.endswith("/") or _LONGER_NUMBER.search(before):
        return True
    return bool(_PART_OF_MORE.search(before)) and not before.endswith(("\\n", "\\t"))


def _is_among_numbers(text: str, before: str, end: int) -> bool:
    """Whether a decimal is in a row of other numbers, as in the path of a drawing."""
    return _NUMBER_DIRECTLY_BEFORE.search(before) is not None or _NUMBER_NEXT.match(text, end) is not None


def _is_code(before: str, letter: str) -> bool:
    if _CODE.search(before):
        return not letter or letter in _FLOAT_SUFFIXES
    if before.endswith("{") and not letter:
        return True
    return letter in _FLOAT_SUFFIXES and letter != "" and _CALL.search(before) is not None


def _continues_code(text: str, found: list[FoundNumber], match: re.Match[str]) -> bool:
    """Whether a number is a further argument: `lerp(704.5f, 100.2f)`."""
    if (match["letter"] or " ") not in _FLOAT_SUFFIXES:
        return False
    before = _NEXT_ARGUMENT.search(text, max(0, match.start() - _LEAD_LENGTH), match.start())
    return before is not None and not (found and found[-1].end == before.start() + 2)


def _rest(text: str, place: int, number: RuleNumber) -> Iterator[RunNumber]:
    last = number
    for one in rest_of_run(text, place, number, _SEPARATORS):
        if len(one.within) > _MOST_WITHIN or one.number <= last:
            return
        last = one.number
        yield one


def _range_to(text: str, last: FoundNumber, number: RuleNumber, start: int) -> tuple[str, ...]:
    """The numbers of a range whose ends are both written in full: “601.2f through 601.2h”."""
    if number.kind is NumberKind.SECTION or not SPAN.fullmatch(text, last.end, start) or number <= last.number:
        return ()
    within = numbers_within(last.number, number)
    return within if len(within) <= _MOST_WITHIN else ()


_LIST = re.compile(
    rf"\s?[{DASHES}/&]\s?|,?\s+(?:and|or|to|through|thru|&)\s+(?:rules?\s+|CR\s+)?|,\s*(?:rules?\s+|CR\s+)?"
)


def _continues(text: str, found: list[FoundNumber], start: int) -> bool:
    return bool(found) and _LIST.fullmatch(text, found[-1].end, start) is not None
