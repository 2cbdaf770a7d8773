"""Incomplete documents: where one breaks off, which part it lacks, and gaps in its numbers."""

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from string import ascii_lowercase

from explorer.document.numbers import SKIPPED_LETTERS, RuleNumber

_WITHOUT = "without "
# More make the sentence unreadable.
_MOST_RANGES = 5
_MOST_GAPS = 10


def going_on_without(what: str, end: str = "") -> str:
    """The `stops_at` of a document without `what` (“section 603”), which may also break off at `end`."""
    return f"{_WITHOUT}{what}{f', and breaks off at {end}' if end else ''}"


def breaks_off(stops_at: str) -> bool:
    """Whether a document only breaks off, with nothing missing before that."""
    return bool(stops_at) and not stops_at.startswith(_WITHOUT)


def what_is_lacking(stops_at: str) -> str:
    """The part a document lacks in the middle; empty if it only breaks off."""
    return stops_at.removeprefix(_WITHOUT) if stops_at.startswith(_WITHOUT) else ""


def in_words(stops_at: str) -> str:
    """“breaks off at rule 101.2” or “lacks section 603”."""
    lacking = what_is_lacking(stops_at)
    return f"lacks {lacking}" if lacking else f"breaks off at {stops_at}"


class Completeness(IntEnum):
    """How much of an edition a document has.

    Attributes:
        ALL_RULES: the glossary is missing, or breaks off within its last entry.
        WHOLE: at most a part of the credits is missing.
    """

    EXCERPT = 0
    ALL_RULES = 1
    WHOLE = 2


def completeness(stops_at: str, *, complete: bool) -> Completeness:
    if complete or stops_at.startswith("the credits"):
        return Completeness.WHOLE
    return Completeness.ALL_RULES if has_all_rules(stops_at) else Completeness.EXCERPT


def has_all_rules(stops_at: str) -> bool:
    """Whether an incomplete document lacks only parts after the rules."""
    return what_is_lacking(stops_at) == "the glossary" or stops_at.startswith(("the glossary entry ", "the credits"))


def sections_in_words(sections: Iterable[RuleNumber]) -> str:
    numbers = sorted(sections)
    # “section 603”, “sections 507, 603–605”
    shown = list(map(_run_in_words, _runs(numbers)))
    more = " and others" if len(shown) > _MOST_RANGES else ""
    return f"section{'s' * (len(numbers) > 1)} {', '.join(shown[:_MOST_RANGES])}{more}"


def gaps(numbers: Iterable[RuleNumber]) -> list[str]:
    """Numbers skipped between those that a document has: “603.3–603.5”, “214.8j”.

    Official editions skip a few, too. The unused letters l and o don't count.
    """
    rules: dict[int, set[int]] = {}
    letters: dict[tuple[int, int], set[str]] = {}
    for number in numbers:
        if number.rule:
            rules.setdefault(number.section, set()).add(number.rule)
        if number.letter:
            letters.setdefault((number.section, number.rule), set()).add(number.letter)
    missing = [
        *(RuleNumber.of(section, rule) for section, there in rules.items() for rule in _lacking_rules(there)),
        *(RuleNumber.of(*rule, letter) for rule, there in letters.items() for letter in _lacking_letters(there)),
    ]
    return list(map(_run_in_words, _runs(sorted(missing))))


def gaps_in_words(lacking: Sequence[str]) -> str:
    """“numbers 603.3–603.5, 214.8j are not in the document”; empty without gaps."""
    if not lacking:
        return ""
    one = len(lacking) == 1 and "–" not in lacking[0]
    more = f" and {len(lacking) - _MOST_GAPS} more" if len(lacking) > _MOST_GAPS else ""
    shown = ", ".join(lacking[:_MOST_GAPS])
    return f"number{'' if one else 's'} {shown}{more} {'is' if one else 'are'} not in the document"


def _lacking_rules(there: Collection[int]) -> list[int]:
    return [number for number in range(1, max(there)) if number not in there]


def _lacking_letters(there: Collection[str]) -> list[str]:
    before = ascii_lowercase[: ascii_lowercase.index(max(there))]
    return [letter for letter in before if letter not in there and letter not in SKIPPED_LETTERS]


def _runs(numbers: Sequence[RuleNumber]) -> list[list[RuleNumber]]:
    runs: list[list[RuleNumber]] = []
    for number in numbers:
        if runs and number.follows(runs[-1][-1]) and number.kind is runs[-1][-1].kind:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _run_in_words(run: Sequence[RuleNumber]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}"
