"""Tell rule citations from other numbers by what is around them. Pure."""

import re
from typing import Literal

from explorer.document.number_runs import DASHES

Needs = Literal["", "section", "number"]
"""What must exist in the rules, or it’s a decimal: nothing for “601.2b”, the section for “(601.2)”, else the rule."""

# “rule 601”, “CR418.5a”, “§ 702”, “| rule = 601.2”, up to the number.
_LEAD = re.compile(
    r"(?:(?<!\w)(?:(?P<rules>(?:comp(?:rehensive|\.)?\s+)?rules?(?:\s+(?:numbers?|nos?\.?))?|crs?|c\.r\.)|sections?|sec\.)|§{1,2})"
    r"(?:\s+|[:#*_\[(~|=\"'-]){0,4}\Z",
    re.IGNORECASE,
)
_LEAD_LENGTH = 32
_TAG = re.compile(r"<[^<>]*>")
_TAG_LENGTH = 300
# `<path d="`, but not `<li id="704.5k">`
_IN_TAG = re.compile(r"<[a-zA-Z][^<>]*\Z")
_TEXT_ATTRIBUTE = re.compile(r"""\b(?:id|name|title|alt|cite|label|content|value|data-[\w-]+)=["'][^"'<>]*\Z""")
# What is part of something else if a number follows it directly: words, prices, versions, URL parameters.
_PART_OF_MORE = re.compile(r"[\w.$€£¥@&%=~+−<\\^-]\Z")
# “1,601.2” and “12:101.5”.
_LONGER_NUMBER = re.compile(r"(?<![.\d])\d{1,3},\Z|\d:\Z")
_NUMBER_BEFORE = re.compile(rf"[1-9]\d\d\.[1-9]\d{{0,2}}[a-z]?\s?(?:[{DASHES}]+|/)\s?\Z")
# `//704.5k`, but not `https://704.5k`
_COMMENT = re.compile(r"(?<![^\s;{}])//+\Z")
# `/rules/601`, `<a href="/rules/601/">601`
_LINK = re.compile(r"/(?:rules?|cr)/(?:\d[\w.]*/?[\"'][^<>]*>)?\Z", re.IGNORECASE)
_URL = re.compile(r"(?:://|\bwww\.)[^\s<>\"'|)\]]*\Z")
# Documents that number their parts as the rules do, and other games.
_DOCUMENTS = r"(?:MTR|IPG|JAR|UTR|MFR|(?:Penalty|Procedure|Infraction Procedure) Guid\w+|(?:Floor|Tournament) Rules)"
_OTHER_DOCUMENT = re.compile(
    rf"\b(?:(?:ISO|IEC|IEEE|RFC|DIN|ANSI|NIST|CFR|C\.F\.R\.|USC|U\.S\.C\.|FAR|UCC|DSM|{_DOCUMENTS})"
    r"(?:,?[\s§-]*[Ss]ections?\s*|\s+[Pp]art\s+|\s+[Rr]ules?\s+|[\s§-]*)"
    r"|Article\s+|[Tt]itle\s+(?:\d+|[IVX]+),?\s+(?:[Ss]ections?\s+|§+\s*)?|(?:Riftbound|Lorcana|Hearthstone|Netrunner|Pok[eé]mon|FAB)\s+(?:(?:[Cc]ore\s+)?[Rr]ules?\s+|CR\s*)?)\Z"
)
_OF_OTHER_DOCUMENT = re.compile(
    rf"\s+(?:of|in)\s+(?:the\s+)?(?:(?:Magic|DCI)\s+)?{_DOCUMENTS}"
    # “of the tax code”, “of our newsletter”; rules and documents of the game have other names.
    r"|,?\s+(?:of|in)\s+(?:[Tt]h(?:e|is|at)|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Yy]our)\s+(?:(?!(?i:rules?)\b)[\w’'-]+\s+){0,3}?"
    r"(?i:code|act|law|statutes?|regulations?|newsletter|magazine|journal|contract|treaty|constitution|bible|agreement"
    r"|license|lease|policy|thesis|textbook|specification|bylaws)\b"
)
# `x = 704.5f`, `width="100.2"`, `{"size": 104.3`, `x * 117.3`
_CODE = re.compile(r"=\s*[\"'\[({]?[-\d., ]*\Z|\breturn\s+\Z")
_NUMBER_IN_CODE = re.compile(r'\{\Z|[{,\n]\s*"[^"\n]{1,24}"\s*:\s*\Z|\w\(\Z|[\w)][ ][*×+][ ]\Z|[\w)][*×+]\Z')
# `lerp(704.5f`, `clamp(x, 704.5f`
_CALL = re.compile(r"\w\((?:[^()\n]*,\s*)?\Z|\{\s*\Z")
_FLOAT_SUFFIXES = "fdm"
_UNITS = "gmskx"
_PRICED = re.compile(
    r"(?:[$€£¥≈±×]|\w[ ][<>]=?|\b(?:USD|EUR|GBP|[AF]M|versions?|ver\.?|v\.?|releases?|builds?|firmware|driver|kernel"
    r"|patch|chrome|chromium|firefox|safari|webkit|python|node|java|php|ruby|perl|django|linux|windows(?:\s+nt)?"
    r"|mac\s?os|ios|android|approximately|roughly|nearly|almost|page|pages|pp?\.|fig\.|figure|table|chapter|episode"
    r"|exercise|lesson|theorem|lemma))[: \t]+\Z",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:eqs?\.?|equations?|psalms?|verses?|hymn|issues?|volumes?|vol\.|ticket|pep|rooms?|suite|apartment|apt\.?|floor"
    r"|flight|bus|route|highway|frequency|temperature|odds)\s+(?:(?:no\.?|number)\s)?\Z",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\b(?:(?:total|sum|index|value|weight|cost)s?\s+of"
    r"|(?:rating|average|mean|median|score|ratio|price|rate)s?(?:\s+(?:of|is|are|was|were|at|to|from))?"
    r"|averag(?:es|ed|ing)|scor(?:es|ed|ing)|weigh(?:s|ed|ing)|costs?|worth|total(?:s|l?ed)|measur(?:es|ed|ing))\s+"
    # The second of two: “a score of 104.5 to 103.6”
    rf"(?:[\d.,]*\d\s?(?:to|and|or|[{DASHES}/])\s?)?\Z",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\s?(?:[$€£¥°×‰%]|percent|per\s?cent|pct)|[\s-]?(?:[kmcµn]?g|[kcmµn]?m|lbs?|oz|mi|miles?|ft|feet|inch(?:es)?|met(?:er|re)s?"
    r"|[mµn]?s|sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|[kMG]?Hz|[kKMGT]i?[Bb](?:ytes?|its?|ps)?"
    r"|bytes?|bits?|dpi|mph|kph|avg|max|px|pt|rem|em|fps|rpm|degrees?|[kM]?[WV]|k?cal(?:ories)?|dollars?|euros?|pounds?|cents?|USD|EUR|GBP"
    r"|million|billion|thousand|points?|votes?|[AF]M|tix|tickets?)\b",
)
_COUNTED = re.compile(r"\s(?:views|users|people|followers|subscribers|downloads|copies|dollars)\b")
# “704.2/10”, but not “704.2/3”, which are neighbors
_PARTS_OF = re.compile(r"/(\d{1,3})(?![\d.])")
_NEIGHBORS = 3
# “in 2014, 704.5 was”
_NUMBER_DIRECTLY_BEFORE = re.compile(r"(?<![\d.])(?!\d{3}\.\d|20\d\d, )[\d.]*\d[a-z]?[ ,]+\Z")
_NUMBER_NEXT = re.compile(r"[ ,]+(?:-\d|(?!\d{3}\.\d)\.?\d)|\s?[+*×=<>]=?\s?\d")
_ENCLOSED = re.compile(r"[(\[]\Z")


def lead_before(text: str, start: int) -> re.Match[str] | None:
    """Match a word such as “rule” or “§” before a number; the group `rules` also introduces bare section numbers."""
    before = text[max(0, start - _LEAD_LENGTH) : start]
    if before.endswith(">"):
        before = _TAG.sub("", text[max(0, start - _TAG_LENGTH) : start])[-_LEAD_LENGTH:]
    return _LEAD.search(before)


def needs(text: str, match: re.Match[str], letter: str, end: int) -> Needs | None:
    """What must exist for a number to be a citation; None if it isn’t one.

    Args:
        match: of the number, with the group `rule`.
        end: end of the number with its letter.
    """
    start = match.start()
    far = text[max(0, start - _TAG_LENGTH) : start]
    if "/" in far and _LINK.search(far):
        return ""
    before = far[-_LEAD_LENGTH:]
    if ("/" in far or "www." in far) and _URL.search(far):
        return None
    if _OTHER_DOCUMENT.search(before) or _OF_OTHER_DOCUMENT.match(text, end):
        return None
    lead = lead_before(text, start)
    if lead:
        return "" if match["rule"] or lead["rules"] else "number"
    if not match["rule"] or ("<" in far and _IN_TAG.search(far) and not (letter and _TEXT_ATTRIBUTE.search(far))):
        return None
    return _alone(text, before, int(match["rule"][1:]), letter, end)


def _alone(text: str, before: str, rule: int, letter: str, end: int) -> Needs | None:
    """Like `needs`, for a number without a word such as “rule”."""
    if len(letter) > 1 or (letter and letter in "CF"):
        return None
    # Italics and bold: _704.5k_, '''704.5k'''; an attribute: id="704.5k"
    bare = re.sub(r"(?<!\w)_{1,3}\Z", "", before)
    if _is_part_of_more(bare) or _PRICED.search(bare) or _NAMED.search(bare) or _is_code(bare, letter):
        return None
    if not letter and (_VALUE.search(bare) or _NUMBER_IN_CODE.search(bare)):
        return None
    if not letter.islower() and (_UNIT.match(text, end) or _is_among_numbers(text, bare, rule, end)):
        return None
    if (not letter or letter.lower() in _UNITS) and _COUNTED.match(text, end):
        return None
    if letter.islower() and letter not in _UNITS:
        return ""
    return "section" if _ENCLOSED.search(bare) else "number"


def _is_part_of_more(before: str) -> bool:
    if _NUMBER_BEFORE.search(before) or _COMMENT.search(before):
        return False
    if before.endswith("/") or _LONGER_NUMBER.search(before):
        return True
    return bool(_PART_OF_MORE.search(before)) and not before.endswith(("\\n", "\\t"))


def _is_among_numbers(text: str, before: str, rule: int, end: int) -> bool:
    """Whether a decimal is one of a row of numbers, as in SVG paths, or part of a fraction."""
    if (parts := _PARTS_OF.match(text, end)) and not 0 < int(parts[1]) - rule <= _NEIGHBORS:
        return True
    return _NUMBER_DIRECTLY_BEFORE.search(before) is not None or _NUMBER_NEXT.match(text, end) is not None


def _is_code(before: str, letter: str) -> bool:
    if _CODE.search(before):
        return not letter or letter in _FLOAT_SUFFIXES
    return letter in _FLOAT_SUFFIXES and letter != "" and _CALL.search(before) is not None
