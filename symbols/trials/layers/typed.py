"""What players type, in the words of rules text: `my creatures get +1/+1 eot`."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import COUNT_OR_ARTICLE, read_count
from symbols.trials.layers.words import is_keyword, outside_quotes, singular, split_outside, type_named

_TYPED: Final = read_data("layers.toml")["typed"]
_REWRITES: Final = [(re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _TYPED["words"]]
_OBJECT_REWRITES: Final = [(re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _TYPED["objects"]]
_MOST_COPIES: Final = 12
_NUMBERS: Final = "|".join(COUNT_OR_ARTICLE)
_TIMES: Final = re.compile(
    rf"^(?:(?P<name2>.+?),? (?:(?:x|×)(?P<count2>\d{{1,2}})|twice|(?P<count3>\d{{1,2}}|{_NUMBERS}) times)"
    rf"|(?P<count>\d{{1,2}}|{_NUMBERS})x? (?P<name>.+))$",
    re.IGNORECASE,
)
_WITH: Final = re.compile(
    r"^(?P<name>[^\"]+?),? (?:(?:(?:is )?(?:equipped|enchanted|wearing|carrying|holding)(?: with| by)?|with) "
    r"(?P<more>[^\"]+))$",
    re.IGNORECASE,
)
_COUNTERS: Final = re.compile(
    r"^(?P<count>\w+) (?P<kind>[+-]\d+/[+-]\d+|[a-z]+(?: strike)?) counters?(?: on it)?$", re.IGNORECASE
)

_USES: Final = (
    re.compile(r"^(?:activates?|animates?|uses?|crews?) (?P<name>.+?)(?:'s (?:activated )?ability)?$", re.IGNORECASE),
    re.compile(
        r"^(?P<name>.+?)(?:'s (?:(?P<how>activated|triggered) )?(?:ability|trigger)"
        r"|,? (?:is )?(?:animated|(?P<how2>activated|triggered|triggers|crewed)))$",
        re.IGNORECASE,
    ),
)
_USED_NOTE: Final = re.compile(r"\b(?P<how>activated|animated|triggered|crewed)\b,? ?", re.IGNORECASE)

IsObject = Callable[[str], bool]
SubtypeNamed = Callable[[str], str]
"""The subtype of a word in any letter case; empty for none."""


def rewritten(text: str) -> str:
    """The text of an effect in the words of rules text: `+1/+1 eot` -> `gets +1/+1 until end of turn`."""
    typed = [one.strip() for one in split_outside(text, r"(?<=\.) +|; *") if one.strip()]
    return ". ".join(_rewritten(one).rstrip(".") for one in typed) if len(typed) > 1 else _rewritten(text)


def _rewritten(text: str) -> str:
    for pattern, plain in _REWRITES:
        if '"' not in text:
            text = pattern.sub(plain, text)
        elif match := pattern.search(outside_quotes(text)):
            start, end = match.span()
            text = text[:start] + pattern.sub(plain, text[start:end]) + text[end:]
    bare = re.sub(r",? until end of turn\.?$", "", text)
    listed = [one.strip() for one in split_outside(bare, r",? and |, ")]
    if listed and all(is_keyword(one.lower()) for one in listed):
        return f"has {bare.lower()}{text[len(bare) :]}"
    return text


def used(text: str, note: str) -> tuple[str, str, str] | None:
    """Of a line that applies an ability: the name, how it's used (perhaps empty), and the rest of the note."""
    if match := _USED_NOTE.search(note):
        how = match["how"].lower().replace("animated", "activated")
        return text, how, _USED_NOTE.sub("", note, count=1)
    for pattern in _USES:
        if match := pattern.match(text):
            said = "".join(filter(None, (value for key, value in match.groupdict().items() if key != "name"))).lower()
            return match["name"], "triggered" if said.startswith("trigger") else said, note
    return None


def rewritten_object(text: str) -> str:
    """The description of a permanent in the words of type lines: `5/5 trample haste` with a “with”."""
    for pattern, plain in _OBJECT_REWRITES:
        text = pattern.sub(plain, text)
    if '"' in text or " with " in text:
        return text
    words = text.split()
    for place in range(1, len(words)):
        rest = [one for one in re.split(r", | and |(?<!first) (?!strike)", " ".join(words[place:])) if one]
        if rest and all(is_keyword(one.lower()) for one in rest):
            return f"{' '.join(words[:place])} with {', '.join(rest)}"
    return text


def with_capitals(text: str, subtype_named: SubtypeNamed) -> str:
    """The text with subtypes capitalized that were typed in lower case, in the plural, too."""

    def capitalized(match: re.Match[str]) -> str:
        before, word = match["non"] or "", match["word"]
        if not (type_named(word) or is_keyword(word)):
            word = subtype_named(word) or (word.capitalize() if subtype_named(singular(word.capitalize())) else word)
        return f"{before}{word}"

    return re.sub(r"(?<![\w'])(?P<non>non-)?(?P<word>[a-z][a-z'-]+)(?![\w'])", capitalized, text)


def several(text: str, number: int, is_object: IsObject, *, is_effect: bool) -> Iterator[tuple[str, bool]]:
    """The lines that one stands for, and whether each is an effect: `2 Forests`, `Bear with Rancor`.

    Args:
        number: the number of its first line.
    """
    match = _TIMES.match(text)
    if match and not is_object(text):
        name = match["name"] or match["name2"]
        count = read_count(match["count"] or match["count2"] or match["count3"] or "two")
        for one in (*_singulars(name), name):
            if is_object(one) and count <= _MOST_COPIES:
                yield from [(one, False)] * count
                return
        if is_effect and match["name2"] and 0 < count <= _MOST_COPIES:
            yield from [(name, True)] * count
            return
    listed = text.split(", ")
    if len(listed) > 1 and not is_object(text) and all(map(is_object, listed)):
        yield from ((one, False) for one in listed)
        return
    match = _WITH.match(text)
    if match and not is_object(text) and is_object(match["name"]):
        more = re.split(r",? and |, ", match["more"])
        counters = [_COUNTERS.match(one) for one in more]
        if all(found or is_object(one) for found, one in zip(counters, more, strict=True)):
            on = match["name"] if is_effect else str(number)
            if not is_effect:
                yield match["name"], False
            for found, one in zip(counters, more, strict=True):
                yield f"{one.removesuffix(' on it') if found else one} on {on}", True
            return
    yield text, False


def _singulars(name: str) -> Sequence[str]:
    """The name of one of several: `Glorious Anthems`, `2/2 Bear creatures`."""
    first, _, last = name.rpartition(" ")
    found = singular(last if last[:1].isupper() or first else last.capitalize())
    return [] if found == last else [f"{first} {found}".strip()]
