"""Effects of cards on the cost of other spells and abilities, and on whether these may be cast (601.2f, 601.3).

The patterns are in `cost_effects.toml`. Doubtful sentences are listed as unread.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, cast

from explorer.cards.card import CardFace
from explorer.cards.inputs import COUNT, InputWay, accepts, as_cost
from explorer.cards.sentences import LONGEST, before_colon, own_name, paragraphs, sentences
from explorer.cards.spell_kinds import kind_of
from explorer.cards.spell_qualifiers import Played, Whose, zones_of
from symbols.data_files import read_data
from symbols.engine import OPTIONS, all_of
from symbols.sentences import NUMBER_WORDS

_NO_MANA_ABILITIES = "unless they're mana abilities"
RESOLVED: Final = "after its ability has resolved"
"""Condition of an effect of an activated or triggered ability."""

MANA_VALUE: Final = "its mana value"
"""`CostEffect.counted`, where that is the mana value of the spell."""

_DATA = read_data("cost_effects.toml", "explorer")
_NUMBERS = NUMBER_WORDS[:11]
_WHO = (
    r"(?P<who>(?:players|you|(?:your |each |any )?opponents?|(?:each|any|target|that|enchanted|defending|each other"
    r"|the chosen) player|enchanted \w+'s controller|that \w+'s controller|its controller|each player|a player)"
    r"(?: who [^,;.]+?)?)"
)
_WHEN = (
    r"(?P<when>,? (?:if|unless|as long as|except|during|until|while|for as long as|the turn|this turn|each turn"
    r"|(?:more than )?(?:once|twice))\b(?!, and )(?:(?!, and )[^;])*)?"
)
_TOKENS = {
    "SPELLS": r"(?P<spells>(?:[^.;:]+? )??(?:spells?|abilit(?:y|ies)|costs)\b[^.;:]*?)",
    "COST": r"(?P<cost>(?:\{[^{}]{1,9}\})+)",
    "NUMBER": r"(?P<number>[0-9]{1,3})",
    "WORD": rf"(?P<number>{'|'.join(_NUMBERS)}|[0-9]{{1,2}})",
    "WHO": _WHO,
    "WHEN": _WHEN,
    "EACH": r"(?: for each (?P<counted>[^{}.;]+?))?",
}
_GROUP = re.compile(r"\(\?P<(\w+)>.*\)", re.DOTALL)
_TOKEN = re.compile("|".join(_TOKENS))
_LEADING = re.compile(
    r"(?P<when>(?:as long as|during|if|while|until|for as long as|once|on|this turn|the turn)\b[^,]*"
    r"(?:, (?:or|and|if) [^,]*)?), (?P<rest>.+)",
    re.IGNORECASE,
)
_RESOLVING = re.compile(
    r"(?:when|whenever|at the (?:beginning|end)) [^,]+(?:, (?:if|then|until|each|for) [^,]+)*?, (?P<rest>.+)"
    r"|(?:[IVX]+(?:, [IVX]+)*) — (?P<chapter>.+)",
    re.IGNORECASE,
)
# How long something lasts decides nothing while it does.
_LASTING = re.compile(r"(?:until|this turn)\b[^,]*", re.IGNORECASE)
_ONLY_COLORED = re.compile(r"This effect reduces only the amount of \w+ mana (?:you|that player|its controller) pays?")
_FLOOR = re.compile(
    rf"This effect can't reduce the (?:amount of )?mana .*?to less than (?P<number>{'|'.join(_NUMBERS)}) mana",
    re.IGNORECASE,
)
_FOR_LIFE = re.compile(
    r"If you cast a spell this way, (?:you )?pay life equal to its (?:converted mana cost|mana value)"
    r" rather than pay its mana cost",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"~(?:'s [a-z ]+)? costs?\b|\bcast ~|\bplay ~|(?:cost|cast|play)[a-z ]* ~|rather than pay ~"
    r"|^(?:This|That) (?:cost|ability)\b|activate this ability|^~ can't|\bit costs\b"
    r"|additional cost to cast it\b|as you cast ~|pay this cost",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\bcosts?\b[^.]*\b(?:more|less)\b|\bspells?\b[^.]*\bcosts? an additional"
    r"|\bcan(?:'t|not) (?:be cast|(?:play lands or )?cast|activate)\b"
    r"|\bspells?\b[^.]* can't be (?:cast|played)|\babilit[^.]*\bcan't be activated|can cast .*\bonly\b"
    r"|rather than pay(?:ing)? (?:the|their|its) mana cost|pay[a-z ]+ costs? of|additional cost to (?:cast|activate)"
    r"|spend [a-z ]*mana [a-z ]*as though|\bmay cast (?:[\w,-]+ )*spells?\b|as though (?:it|they) had flash"
    r"|\bspells? [^.]*\b(?:have|has) (?:convoke|improvise|delve|assist|affinity|undaunted|kicker|replicate|conspire"
    r"|offering|escape|flashback|jump-start|retrace|madness|foretell|emerge)\b|\bcost that much\b"
    r"|life rather than pay that mana|can't play cards|rather than pay (?:cycling|equip) costs"
    r"|cards in graveyards lose",
    re.IGNORECASE,
)
# “That card”, “the copy”: which these are, their ability says as it resolves.
_PARTICULAR = re.compile(
    r"\b(?:may|and) (?:cast|play) (?:it|that|them|those|the (?:copy|copies|exiled|revealed)|target|up to"
    r"|any number|one of|an? (?:copy|[^.]*from among)|spells from among|cards|up to one target)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CostEffect:
    """An effect on the cost, or the casting, of something else.

    Attributes:
        key: of a request (`symbols.engine.request`), or `forbid` or `allow`.
        value: for the key, with `COUNT` for a number that only the player knows; for `allow`, `flash` or the zone to
            cast from.
        spells: as printed: `noncreature spells your opponents cast`; empty for all spells.
        whose: spells of its controller, of that player's opponents, or anyone's.
        source: name of its card; empty if typed.
        abilities: whether it is about activating abilities.
        condition: as printed; empty if it always applies.
        counted: what `COUNT` counts, as printed.
    """

    key: str
    value: str
    spells: str = ""
    whose: Whose = ""
    way: InputWay = "always"
    sentence: str = ""
    source: str = ""
    abilities: bool = False
    condition: str = ""
    counted: str = ""


def applies(effect: CostEffect, spell: Played) -> bool | None:
    """Whether it applies to a spell or ability, ignoring whose it is; None if that isn't known."""
    kind = kind_of(effect.spells, typed=True)
    if effect.abilities is not spell.is_ability:
        return False
    if kind is None:
        return None
    return all_of((kind.fits(spell), _pays(effect, spell), None if effect.condition else True))


def unknowns(effect: CostEffect, spell: Played) -> Sequence[str]:
    """Printed words that keep `applies` from a decision."""
    kind = kind_of(effect.spells, typed=True)
    if applies(effect, spell) is not None:
        return ()
    if kind is None:
        return (effect.spells,)
    paid = [f"{part[1]} cost paid"] if (part := _reduced_part(effect)) and _pays(effect, spell) is None else []
    return (*kind.unknowns(spell), *paid, *filter(None, [effect.condition]))


def _reduced_part(effect: CostEffect) -> re.Match[str] | None:
    """The end of `{1} of kicker`, which reduces only that cost."""
    return re.search(r" of (\w+)$", effect.value) if effect.key == "reduce" else None


def _pays(effect: CostEffect, spell: Played) -> bool | None:
    """For a keyword's cost that is reduced, whether it is paid."""
    part = _reduced_part(effect)
    return True if part is None else None if spell.pays is None else part[1] in spell.pays


@lru_cache(maxsize=1024)
def effects_of(face: CardFace) -> tuple[Sequence[CostEffect], Sequence[str]]:
    """Effects of a face's text, and sentences about effects that aren't understood."""
    found: list[CostEffect] = []
    unread: list[str] = []
    for paragraph in paragraphs(face):
        cost, rest = before_colon(paragraph)
        resolving = bool(cost) or _RESOLVING.match(paragraph) is not None
        for at, sentence in enumerate(sentences(rest, face)):
            plain = sentence.plain
            trigger = _RESOLVING.fullmatch(plain) if at == 0 else None
            plain = (trigger["rest"] or trigger["chapter"]) if trigger else plain
            if _amend(found, plain):
                continue
            read = read_sentence(plain, found, typed=False) if _ABOUT.search(plain) or _may_allow(plain) else []
            condition = RESOLVED if resolving else ""
            found += [
                replace(
                    one,
                    sentence=sentence.text,
                    source=face.name,
                    value=own_name(one.value, face),
                    spells=own_name(one.spells, face),
                    condition=own_name(_joined(condition, one.condition), face),
                    counted=own_name(one.counted, face),
                )
                for one in read
            ]
            if not read and _is_unread(plain):
                unread.append(sentence.text)
    return found, tuple(dict.fromkeys(unread))


def _joined(*conditions: str) -> str:
    return ", ".join(filter(None, conditions))


def _may_allow(plain: str) -> bool:
    return " may cast " in plain or " may play " in plain or plain.startswith(("You may cast", "You may play"))


def _is_unread(plain: str) -> bool:
    if re.match(r"(?i)If you cast a spell this way, .*\b(?:costs?|rather than)\b", plain):
        return True
    for pattern in _asides():
        plain = pattern.sub("", plain)
    return bool(_ABOUT.search(plain)) and not _OWN.search(plain) and not _PARTICULAR.search(plain)


def _amend(found: list[CostEffect], plain: str) -> bool:
    """Apply a sentence such as “This effect can't reduce …” to the last effect; whether it is one."""
    floor = _FLOOR.fullmatch(plain)
    if not found or found[-1].key != "reduce" or not (floor or _ONLY_COLORED.fullmatch(plain)):
        return False
    last = found[-1]
    suffix = f"least {_NUMBERS.index(floor['number'].lower())}" if floor else "colored only"
    if not is_valid(replace(last, value=f"{last.value} {suffix}")):
        return False
    for at, one in enumerate(found):
        if one.sentence == last.sentence and one.key == "reduce":
            found[at] = replace(one, value=f"{one.value} {suffix}")
    return True


def read_sentence(plain: str, before: Sequence[CostEffect], *, typed: bool) -> list[CostEffect]:
    """Effects of a sentence; none if it isn't understood, or has none."""
    plain = plain.replace("’", "'")
    if len(plain) > LONGEST:
        return []
    if before and re.match(r"(?:those|these) spells\b", plain, re.IGNORECASE):
        read = read_sentence(f"{before[-1].spells or 'spells'}{plain[len('those spells') :]}", (), typed=typed)
        return [replace(one, whose=before[-1].whose) for one in read]
    if before and before[-1].key == "allow" and _FOR_LIFE.fullmatch(plain):
        value, counted = f"Pay {COUNT} life", MANA_VALUE
        return [replace(before[-1], key="alternative", value=value, way="count", counted=counted)]
    if found := _whole(plain, typed=typed):
        return found
    leading = _LEADING.fullmatch(plain)
    if leading and (found := read_sentence(leading["rest"], (), typed=typed)):
        return [replace(one, condition=_joined(_condition(leading["when"]), one.condition)) for one in found]
    for joint in () if typed else re.finditer(r",? and ", plain):
        parts = (plain[: joint.start()], plain[joint.end() :])
        of_parts = [_whole(part, typed=typed) for part in parts]
        if any(of_parts) and all(each or not _ABOUT.search(part) for part, each in zip(parts, of_parts, strict=True)):
            return [one for each in of_parts for one in each]
    return []


def _condition(when: str | None) -> str:
    words = (when or "").strip(" ,")
    words = words[:1].lower() + words[1:]
    return "" if _LASTING.fullmatch(words) else words


def _whole(plain: str, *, typed: bool) -> list[CostEffect]:
    for pattern, row in _rows():
        match = pattern.fullmatch(plain)
        if match and (found := _of_row(row, match, typed=typed)):
            return found
    return []


def _of_row(row: Mapping[str, Any], match: re.Match[str], *, typed: bool) -> list[CostEffect]:
    groups = {name: words or "" for name, words in match.groupdict().items()}
    spells = row["spells"].format(**groups) if "spells" in row else groups.get("spells", "")
    when = groups.get("when", "").strip(" ,")
    if when.lower() == _NO_MANA_ABILITIES:
        spells, when = f"{spells} {when}", ""
    spells = _spells(spells)
    kind = kind_of(spells, typed=typed)
    also = groups.get("also", "").removeprefix("activate ")
    if (
        kind is None
        or (also and kind_of(also) is None)
        or kind.is_land
        or ("zone" in row["value"] and len(zones_of(spells)) != 1)
    ):
        return []
    whose, of_whom = _of_players(groups.get("who", ""))
    conditions = [of_whom, _condition(when)]
    if only := groups.get("only"):
        conditions.append(f"except {only}")
    if more := groups.get("more"):
        conditions.append(f"{more}each turn")
    counted = groups.get("counted", "")
    if counted and _LASTING.fullmatch(when):
        counted = f"{counted} {when}"
    way: InputWay = "count" if groups.get("counted") else row["way"]
    keyword = groups.get("keyword", "").lower()
    effect = CostEffect(
        key=row["key"].format(keyword=keyword),
        value=_value(row, groups, spells),
        spells="" if kind.is_everything else spells,
        whose=whose or kind.whose,
        way=way,
        abilities=kind.is_ability,
        condition=_joined(*conditions),
        counted=counted,
    )
    return list(_with_abilities(effect, groups)) if is_valid(effect) else []


def _with_abilities(effect: CostEffect, groups: Mapping[str, str]) -> Iterator[CostEffect]:
    """The effect, and the same for abilities, if its sentence is about both."""
    yield effect
    if also := groups.get("also"):
        yield replace(effect, spells=also.removeprefix("activate "), abilities=True)
    elif effect.key == "spend" and "spells" in groups and not groups["spells"]:
        yield replace(effect, spells="abilities", abilities=True)


def _spells(words: str) -> str:
    """`an artifact card or a colorless nonland` -> `artifact spells or colorless nonland`."""
    words = re.sub(r"^(?:an?|one|the) (?!first|second|third|next)", "", words.strip())
    return re.sub(r" cards? or (?:an? )?", " spells or ", words)


def _of_players(who: str) -> tuple[Whose, str]:
    """`each opponent who attacked` -> opponents, `who attacked`."""
    first, _, clause = who.partition(" who ")
    first = first.lower()
    condition = f"who {clause}" if clause else ""
    if first in ("you", ""):
        return ("you" if first else ""), condition
    if "opponent" in first:
        return "opponents", condition
    is_anyone = first in ("players", "each player", "any player", "a player")
    return "", condition if is_anyone else _joined(first, condition)


def _value(row: Mapping[str, Any], groups: Mapping[str, str], spells: str) -> str:
    value = row["each"] if groups.get("counted") and "each" in row else row["value"]
    filled = {**groups, "count": COUNT, "zone": next(iter(zones_of(spells)), "")}
    filled["keyword"] = groups.get("keyword", "").lower()
    filled["keyword_value"] = "" if filled["keyword"] == "convoke" else COUNT
    filled["as"] = groups.get("as", "").lower()
    if (number := groups.get("number", "").lower()) in _NUMBERS:
        filled["number"] = str(_NUMBERS.index(number))
    if row["key"] in ("alternative", "additional") and "cost" in groups:
        filled["cost"] = as_cost(groups["cost"])
    return cast("str", value.format(**filled))


def is_valid(effect: CostEffect) -> bool:
    """Whether the engine accepts its value."""
    if effect.key not in OPTIONS or not effect.value:
        return True
    part = _reduced_part(effect)
    return accepts(((effect.key, effect.value.removesuffix(part[0]) if part else effect.value),))


@lru_cache(maxsize=1)
def _rows() -> Sequence[tuple[re.Pattern[str], Mapping[str, Any]]]:
    rows = cast("Sequence[Mapping[str, Any]]", _DATA["effect"])
    return [(_pattern(row["pattern"]), row) for row in rows]


def _pattern(text: str) -> re.Pattern[str]:
    """Expand the tokens of a pattern; a repeated token becomes a backreference."""
    seen: set[str] = set()

    def expanded(token: re.Match[str]) -> str:
        if token[0] in seen:
            return _GROUP.sub(r"(?P=\1)", _TOKENS[token[0]], count=1)
        seen.add(token[0])
        return _TOKENS[token[0]]

    return re.compile(_TOKEN.sub(expanded, text), re.IGNORECASE)


@lru_cache(maxsize=1)
def _asides() -> Sequence[re.Pattern[str]]:
    return [re.compile(pattern, re.IGNORECASE) for pattern in _DATA["aside"]["patterns"]]
