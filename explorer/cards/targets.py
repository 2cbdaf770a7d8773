"""Targets in a text, and effects divided among them (115, 601.2c, 601.2d)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.cards.card import CardFace
from explorer.cards.sentences import Sentence, own_name, sentences
from explorer.cards.spell_words import CONDITION, COUNT, DATA, Count, as_digits, count_in, is_negative, keyword_of

_NOUNS: Mapping[str, Any] = DATA["nouns"]
_TARGET = re.compile(r"\b[Tt]argets?\b")
_NUMBERED = re.compile(
    rf"(?P<any>\b[Aa]ny )?(?P<other1>\b(?:[Aa]n)?other )?(?P<count>\b(?:{COUNT}) )?"
    r"(?P<other>\b(?:[Aa]n)?other |\b(?:[Aa] )?(?:second|third|fourth|fifth|different|additional) )?$",
    re.IGNORECASE,
)
# “The target” and “new targets” aren't targets of this spell.
_POINTS_BACK = re.compile(
    r"(?:\b(?:the|its|their|his|her|new|same|single|each|this|legal|a|no|of|these|those) )$", re.IGNORECASE
)
_OF = re.compile(r"\bof $", re.IGNORECASE)
_VERB_BEFORE = re.compile(r"\b(?:that|can|can't|cannot|could|would|must|may|not|you|they|doesn't|don't|didn't|also) $")
_ADJECTIVE, _HEAD = _NOUNS["adjectives"], _NOUNS["heads"]
# Atomic groups: several alternatives match a capitalized word, so backtracking would be slow.
_NOUN_TEXT = rf"(?>(?:{_ADJECTIVE}|{_HEAD}|or|and/or|and)(?![\w-]),? )*(?:{_HEAD})(?![\w-])"
_NOUN = re.compile(rf"(?P<noun>{_NOUN_TEXT})(?P<owner>'s?\b|'(?= ))?")
_MORE_NOUNS = re.compile(rf",? (?:and/)?or {_NOUN_TEXT}|, {_NOUN_TEXT}(?=[^.]*,? or )")
_QUALIFIER = re.compile("|".join(f"(?:{pattern})" for pattern in _NOUNS["qualifiers"]))
_PLURAL = re.compile(r"s\b|abilities\b")
_TRIGGER = re.compile(r"\b[Ww]hen(?:ever)?\b(?! target\b)|^At the beginning\b|^(?:Then )?[Aa]t the beginning\b")
# One target for each player: “For each opponent, gain control of target creature that player controls.”
_FOR_EACH = re.compile(r"For (?P<whom>(?:each|any number of) (?:other )?(?:opponents?|players?)), ")
_THEIRS = re.compile(r"\b(?:that player|they|that opponent) controls?\b|\b(?:that player's|their) ")
_BACK_REFERENCE = re.compile(r"\b(?:that|those) (?:creatures?|permanents?|players?|spells?|cards?|artifacts?|lands?)\b")
_AMOUNT = r"(?P<amount>X plus [0-9]+|[Tt]wice X|that much|[0-9]+|X|[a-z]+)"
_DIVISIONS = [
    re.compile(rf"\b{_AMOUNT} (?P<what>damage) divided (?:as|however) (?:you|its controller|they) chooses? among "),
    re.compile(r"\b(?P<what>damage) equal to (?P<amount>.+?),? divided (?:as|however) you choose among "),
    re.compile(rf"\b[Dd]istribute {_AMOUNT} (?P<what>[^ ]+ counters) among "),
    re.compile(rf"\b{_AMOUNT} (?P<what>[^ ]+ counters) distributed among "),
]
_PREVENTED = re.compile(rf"\bnext {_AMOUNT} (?P<what>damage) that would be dealt .+? divided as you choose")
_TIMES_KICKED = re.compile(r"for each time (?:~|it|this spell) was kicked")


@dataclass(frozen=True, slots=True)
class TargetGroup:
    """Targets of one instance of the word (115.3).

    Attributes:
        text: sentence that it is in.
        what: such as `creature or planeswalker`; all that may be “any target”, if `is_any`.
        most: None for any number.
        variable: number of targets if that varies: `X`, `kicker` for how often it was kicked, `each opponent`. Then
            `least` and `most` are 0 and None.
        is_up_to: whether `variable` is only the maximum.
        mode: position of its mode; None for the whole spell.
        condition: keyword in lowercase whose cost must be paid for it.
        unless: keyword whose cost removes it, usually for another.
        is_another: whether it must differ from another target.
    """

    text: str
    what: str
    least: int = 1
    most: int | None = 1
    variable: str = ""
    is_up_to: bool = False
    mode: int | None = None
    condition: str = ""
    unless: str = ""
    is_another: bool = False
    is_any: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """Effect divided or distributed among targets as the spell is cast (601.2d).

    Attributes:
        amount: `4`, `X`, or words.
        what: `damage` or a kind of counters.
        group: position of its targets among all target groups.
    """

    text: str
    amount: str
    what: str
    mode: int | None = None
    group: int | None = None
    condition: str = ""
    unless: str = ""


@dataclass(frozen=True, slots=True)
class Targets:
    groups: Sequence[TargetGroup] = ()
    divisions: Sequence[Division] = ()


def targets_in(paragraph: str, face: CardFace, mode: int | None = None, first: int = 0) -> Targets:
    """Targets of an effect: a paragraph of a spell, a mode, or what follows the colon of an ability.

    Args:
        first: position of its first group among all.
    """
    groups: list[TargetGroup] = []
    divisions: list[Division] = []
    for sentence in sentences(paragraph, face):
        condition, unless, at = _condition(sentence)
        found: list[tuple[int, TargetGroup]] = []
        for start, group in _groups(sentence, face):
            paid, not_paid = (condition, unless) if at < 0 or start > at else ("", "")
            found.append((start, replace(group, mode=mode, condition=paid, unless=not_paid)))
        if condition and found and "instead" in sentence.plain and not _BACK_REFERENCE.search(sentence.plain):
            groups = [one if one.condition else replace(one, unless=condition) for one in groups]
            divisions = [one if one.condition else replace(one, unless=condition) for one in divisions]
        divisions += _divisions(sentence, found, first + len(groups))
        groups += [group for _, group in found]
    return Targets(tuple(groups), tuple(divisions))


def enchanted(paragraph: str) -> TargetGroup | None:
    """Target of an Aura spell by its enchant ability (303.4a)."""
    kind, _, what = paragraph.rstrip(".").partition(" ")
    return TargetGroup(paragraph, what) if kind == "Enchant" and what[:1] not in ("", "—") else None


def by_keyword(paragraph: str, *, is_spell: bool) -> TargetGroup | None:
    """Target of a keyword (115.1e)."""
    for row in DATA["keyword"]:
        match = re.fullmatch(row["text"], paragraph)
        is_paid = bool(row.get("paid"))
        if match is None or is_paid != is_spell:
            continue
        quality = match.groupdict().get("quality") or "creature"
        what = str(row["what"]).replace("{quality:creature}", quality)
        what = what.replace("creature creature", "creature")
        return TargetGroup(
            paragraph, what, condition=row["name"] if is_paid else "", is_another=bool(row.get("another"))
        )
    return None


def _condition(sentence: Sentence) -> tuple[str, str, int]:
    """Keyword whose cost must be paid, one whose cost must not, and where that begins in the sentence (-1: all)."""
    found = CONDITION.search(sentence.plain)
    if found is None:
        return "", "", -1
    is_after = found.end() == len(sentence.plain)
    # “Counter target spell if it was kicked” is about the target.
    if is_after and re.match("if it ", found[0]):
        return "", "", -1
    name = keyword_of(found)
    at = -1 if is_after else found.start()
    return ("", name, at) if is_negative(found) else (name, "", at)


def _groups(sentence: Sentence, face: CardFace) -> Iterator[tuple[int, TargetGroup]]:
    plain = sentence.plain
    triggered, each = _TRIGGER.search(plain), _FOR_EACH.match(plain)
    for match in _TARGET.finditer(plain):
        if triggered and triggered.start() < match.start():
            break
        group = _group(plain[: match.start()], match[0], plain[match.end() :])
        if group is not None:
            is_each = each and match.start() >= each.end() and not group.variable and _THEIRS.search(group.what)
            if each and is_each:
                group = replace(group, least=0, most=None, variable=each["whom"], is_up_to=not group.least)
            yield match.start(), replace(group, text=sentence.text, what=own_name(group.what, face))
    yield from _by_action(sentence)


def _by_action(sentence: Sentence) -> Iterator[tuple[int, TargetGroup]]:
    for row in DATA["action"]:
        for match in re.finditer(row["text"], sentence.plain):
            number = match.groupdict().get("number") or "one"
            counted = count_in(f"up to {number}" if row.get("up_to") else number)
            if counted is not None:
                yield match.start(), TargetGroup(sentence.text, row["what"], *counted)


def _group(before: str, word: str, after: str) -> TargetGroup | None:
    numbered = _NUMBERED.search(before[-60:])
    count = (numbered["count"] or "").strip() if numbered else ""
    other = ((numbered["other"] or numbered["other1"] or "") if numbered else "").strip().lower()
    is_any = bool(numbered and numbered["any"] and not count)
    start = before[: len(before) - len(numbered[0])] if numbered else before
    noun = _NOUN.match(after[1:]) if after.startswith(" ") and word.lower() == "target" else None
    # A lone article is no number.
    if count.lower() in ("a", "an", "all", "both"):
        count, start = "", before
    counted = count_in(count) if count else Count(1, 1)
    if counted is None or (noun is not None and not _is_noun(start, noun[0], is_counted=bool(count or other))):
        return None
    if noun is None and (not (is_any or other or count) or not _is_any(start, word, count, other, is_any=is_any)):
        return None
    if other and _TIMES_KICKED.search(after):
        counted = Count(0, None, "kicker")
    what = DATA["any"]["what"] if noun is None else _phrase(noun, after[1:])
    return TargetGroup("", what, *counted, is_another=bool(other), is_any=noun is None)


def _is_noun(before: str, noun: str, *, is_counted: bool) -> bool:
    """Whether “target” before a noun is a new target, not a verb or an earlier target."""
    if _VERB_BEFORE.search(before):
        return not is_counted and not _PLURAL.search(noun.rpartition(" ")[2])
    return not _POINTS_BACK.search(before) or bool(_OF.search(before))


def _is_any(before: str, word: str, count: str, other: str, *, is_any: bool) -> bool:
    """Whether “target” without a noun is any target (115.4)."""
    if before.endswith(("with ", "choose ")) and "new" in before[-12:]:
        return False
    if word.lower() == "targets":
        return bool(count) and not before.lower().endswith(("with ", "has "))
    return is_any or other not in ("", "additional", "different") or (bool(count) and before.lower().endswith("to "))


def _phrase(noun: re.Match[str], after: str) -> str:
    if noun["owner"]:
        return noun["noun"]
    end = noun.end()
    following = _QUALIFIER.match(after, end + 1) if after[end:].startswith(" ") else None
    while following is not None and following.end() > end + 1:
        end = following.end()
        following = _MORE_NOUNS.match(after, end) or (
            _QUALIFIER.match(after, end + 1) if after[end:].startswith(" ") else None
        )
    return after[:end].strip()


def _divisions(sentence: Sentence, found: Sequence[tuple[int, TargetGroup]], first: int) -> Iterator[Division]:
    plain = sentence.plain
    for pattern in _DIVISIONS:
        for match in pattern.finditer(plain):
            after = [at for at, (start, _) in enumerate(found) if start >= match.end()]
            # What isn't divided among targets is divided as the spell resolves.
            if after and " of " not in plain[match.end() : found[after[0]][0]].replace("number of ", ""):
                yield _division(sentence, match, found[after[0]][1], first + after[0])
    if prevented := _PREVENTED.search(plain):
        inside = [at for at, (start, _) in enumerate(found) if prevented.start() < start < prevented.end()]
        if inside:
            yield _division(sentence, prevented, found[inside[-1]][1], first + inside[-1])


def _division(sentence: Sentence, match: re.Match[str], group: TargetGroup, at: int) -> Division:
    return Division(
        sentence.text, as_digits(match["amount"]), match["what"], group.mode, at, group.condition, group.unless
    )
