"""Sentences of cards and of players, as clauses: what they apply to, and what they do to it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import COUNT_OR_ARTICLE, capital
from symbols.trials.layers.clauses import Clause, ReadText
from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import Copy, Gain, Operation
from symbols.trials.layers.predicates import VERBS, read_predicates
from symbols.trials.layers.sizes import SetPowerToughness
from symbols.trials.layers.special import read_special
from symbols.trials.layers.subjects import (
    Attachments,
    Counted,
    Counters,
    Devotion,
    Filter,
    One,
    Subject,
    Target,
    read_filter,
    read_subject,
)
from symbols.trials.layers.types import EveryType, SetColors, SetTypes
from symbols.trials.layers.words import COLOR_NAMES, COLORS, is_keyword, lower_first, outside_quotes, split_outside

_SENTENCES: Final = read_data("layers.toml")["sentences"]
_DURATION: Final = (
    r"(?:until (?:end of turn|the end of turn|your next (?:turn|upkeep|untap step)"
    r"|the end of your next turn|end of combat)"
    r"|this turn|for the rest of the game|for as long as [^,.]+|indefinitely)"
)
_PREFIX: Final = re.compile(rf"^{_DURATION},? ", re.IGNORECASE)
_SUFFIX: Final = re.compile(rf",? {_DURATION}(?=[.,]|$| and | for each )", re.IGNORECASE)
_AS_LONG: Final = re.compile(r"^(?:As long as|If(?! able)) (?P<condition>[^,]+), (?P<rest>.+)$", re.IGNORECASE)
_INSTEAD: Final = re.compile(r"(?<=, )instead,? |(?<!,) instead\b")
_AND_YOU: Final = re.compile(r",? and you (?:gain|lose) \w+ life$")
_AS_LONG_AFTER: Final = re.compile(r"^(?P<rest>.+?) (?:as long as|if(?! able)) (?P<condition>.+)$", re.IGNORECASE)
_HAS_AFTER: Final = re.compile(r" (?:as long as|if(?! able)) ")
_OF_ONE: Final = re.compile(
    r"^(?P<who>enchanted \w+|equipped \w+|it|~|this \w+) is (?:an? )?(?P<what>[\w ]+)$", re.IGNORECASE
)
_YOU_CONTROL: Final = re.compile(
    r"(?P<who>you control|an opponent controls|no opponent controls)"
    r" (?P<count>an?|another|no|two|three|four|five|six|seven|eight|nine|ten)(?: or more)? (?P<what>[\w ,/-]+)",
    re.IGNORECASE,
)
_HAS_COUNTERS: Final = re.compile(
    r"(?P<who>~|it|this \w+|enchanted creature|equipped creature) has (?P<count>\w+)(?: or more)? "
    r"(?P<kind>[+-]\d+/[+-]\d+|[a-z]+) counters? on it",
    re.IGNORECASE,
)
_HAS_ON: Final = re.compile(
    r"(?:~|it|this \w+|enchanted creature|equipped creature) is (?P<state>enchanted|equipped)", re.IGNORECASE
)
_DEVOTION: Final = re.compile(
    r"your devotion to (?P<colors>\w+(?: and \w+)?) is less than (?P<count>\w+)", re.IGNORECASE
)
_MANY: Final = 1000
_STILL: Final = re.compile(r"^(?:It is|They are|it is|they are) still (?:an? )?[\w ]+$")
_REFERS: Final = re.compile(r"(?:it|they|that creature|those creatures|each of them|both)\b", re.IGNORECASE)
_THOSE: Final = re.compile(r"(?:they|those|that) ", re.IGNORECASE)
_SUBJECT: Final = re.compile(rf"^(?P<who>.*?)\s*\b(?P<rest>{VERBS}\b.*)$", re.DOTALL)
_LEVEL: Final = re.compile(r"LEVEL (?P<low>\d+)(?:-(?P<high>\d+)|\+) (?P<pt>\d+/\d+)(?: (?P<abilities>.+))?")
_CLASS_LEVEL: Final = re.compile(r"\{[^:]*\}: Level \d")
_CHAPTER: Final = re.compile(r"[IVX]+(?:, [IVX]+)* — ")
TRIGGERED: Final = re.compile(r"^(?:When|Whenever|At the beginning|At end)\b")
ACTIVATED: Final = re.compile(
    r"^[^\"]*?(?:\{[^}]+\}|Sacrifice|Discard|Pay|Tap|Exile|Remove|\[[^\]]+\]|[+−-](?:\d+|X)|^0(?=:))[^\":.]*:"
)
_DEFINING: Final[dict[str, Operation]] = {"changeling": EveryType(), "devoid": SetColors(())}
# Words without which a sentence says nothing about characteristics, and those of sentences about something else.
_TELLING: Final = re.compile("|".join(_SENTENCES["telling"]))
_HARMLESS: Final = re.compile("|".join((rf"^(?:• )?(?:{'|'.join(_SENTENCES['harmless'])})", *_SENTENCES["elsewhere"])))
# “Max speed” is a keyword, and a condition (702.179).
ABILITY_WORD: Final = re.compile(r"^(?!Max speed )[A-Z][\w' ]+ — ", re.MULTILINE)


@lru_cache(maxsize=4096)
def read_ability(text: str, note: str = "") -> ReadText:
    """Parse the text of a permanent's ability; triggered and activated ones have no clauses.

    Raises:
        MissingNoteError: it needs a number or a choice.
    """
    lower = text.lower().rstrip(".")
    if defining := _DEFINING.get(lower):
        return ReadText((Clause(One.SELF, (defining,), sentence=text),))
    if match := _LEVEL.fullmatch(text):
        return ReadText((_level(match),))
    if _CLASS_LEVEL.match(text):
        return ReadText(unread=(text,))
    if _CHAPTER.match(text):
        return ReadText()
    text = ABILITY_WORD.sub("", text)
    if TRIGGERED.match(text) or ACTIVATED.match(text) or is_keyword(lower):
        return ReadText()
    return read_text(text, note)


def _level(match: re.Match[str]) -> Clause:
    """The ability that a level symbol stands for (711.2a)."""
    power, toughness = map(int, match["pt"].split("/"))
    texts = tuple(filter(None, (match["abilities"] or "").split(" / ")))
    gained = tuple(lower_first(one) if is_keyword(one) else one for one in texts)
    parts = [SetPowerToughness(power, toughness), *([Gain(gained)] if gained else [])]
    count = range(int(match["low"]), int(match["high"]) + 1 if match["high"] else _MANY)
    return Clause(One.SELF, tuple(parts), needs=(Counters("level", own=True), count), sentence=match[0])


def read_text(text: str, note: str = "", names: Collection[str] = ()) -> ReadText:
    """Parse sentences. `names` are those of objects on the board, in lower case.

    Raises:
        MissingNoteError: a sentence needs a number or a choice.
    """
    clauses: list[Clause] = []
    unread: list[str] = []
    said = Note(note)
    if "from the chosen color" in text and said.text:
        text = text.replace("the chosen color", COLOR_NAMES[said.colors()[0]])
    for sentence in sentences(text):
        if _STILL.match(sentence.rstrip(".")) and clauses:
            clauses[-1] = replace(clauses[-1], parts=tuple(map(_still, clauses[-1].parts)))
            continue
        found = _read_sentence(sentence, said, names, clauses)
        if found:
            clauses += found
        elif found is None and _may_matter(sentence, said, clauses):
            unread.append(sentence)
    return ReadText(tuple(clauses), tuple(unread))


def _may_matter(sentence: str, note: Note, before: list[Clause]) -> bool:
    """Whether a sentence that isn't understood may change characteristics; or it would, if its condition is met."""
    if condition := _AS_LONG.match(sentence):
        return bool(_read_sentence(capital(_INSTEAD.sub("", condition["rest"])), note, (), before))
    return bool(_TELLING.search(outside_quotes(sentence))) and not _HARMLESS.search(sentence)


def sentences(text: str) -> Iterator[str]:
    text = expanded(ABILITY_WORD.sub("", text))
    for line in text.split("\n"):
        for sentence in split_outside(line, r"(?<=[._]) +(?=[A-Z~])|(?<=\.) +|; *"):
            if sentence.strip():
                yield sentence.strip()


def expanded(text: str) -> str:
    """The text without contractions that hide a verb."""
    for pattern, plain in _SENTENCES["expanded"]:
        text = re.sub(pattern, plain, text)
    return text


def _still(part: Operation) -> Operation:
    return replace(part, also=True) if isinstance(part, SetTypes) else part


def _read_sentence(sentence: str, note: Note, names: Collection[str], before: list[Clause]) -> list[Clause] | None:
    """The clauses of a sentence; empty if it does nothing, None if it isn't understood."""
    text = sentence.rstrip(".").removeprefix("• ")
    shorter = _PREFIX.sub("", text)
    shorter = _without_duration(_INSTEAD.sub("", shorter) if shorter.startswith("If ") else shorter)
    is_instead = text.startswith("If ") and _INSTEAD.search(text) is not None
    lasts = shorter != text
    shorter = _AND_YOU.sub("", shorter)
    text, said, condition, met = _without_condition(shorter, note)
    if met is False:
        return []
    needs = None
    if met is None and (needs := needed(said)) is None:
        return None
    found = read_special(text, note, names) or _plain(text, note, names)
    if found is None:
        return _read_both(text, note, names, before, lasts=lasts)
    subject = found.subject
    if not before and _THOSE.match(text) and not isinstance(subject, Target):
        return []
    refers = _REFERS.match(text) is not None
    if refers and condition and condition[0] is One.ATTACHED:
        subject = One.ATTACHED
    elif refers and before:
        subject = before[-1].subject
    lasts = lasts or found.lasts or isinstance(subject, Target) or bool(refers and before and before[-1].lasts)
    wanted = condition[1] if condition else None
    clause = replace(found, subject=subject, condition=wanted, needs=needs, lasts=lasts)
    return [replace(clause, instead=is_instead, sentence=sentence)]


def _read_both(
    text: str, note: Note, names: Collection[str], before: list[Clause], *, lasts: bool
) -> list[Clause] | None:
    """A sentence of two: “all creatures become black and all lands become Swamps”."""
    both = list(split_outside(text, r",? and (?=(?:all|each|other|it|they|target|another target|up to) )"))
    clauses: list[Clause] = []
    for one in both if len(both) > 1 else ():
        found = _read_sentence(one, note, names, [*before, *clauses])
        if found is None:
            return None
        clauses += (replace(clause, lasts=clause.lasts or lasts) for clause in found)
    return clauses or None


def _without_duration(text: str) -> str:
    while match := _SUFFIX.search(outside_quotes(text)):
        text = text[: match.start()] + text[match.end() :]
    return text


@lru_cache(maxsize=4096)
def condition_in(text: str) -> tuple[str, str] | None:
    """The condition of an ability, and what it does if that's met; None if it has none."""
    match = _conditional(expanded(ABILITY_WORD.sub("", text)).rstrip("."))
    return (match["condition"], match["rest"]) if match else None


def _conditional(text: str) -> re.Match[str] | None:
    return _AS_LONG.match(text) or (_AS_LONG_AFTER.match(text) if _HAS_AFTER.search(outside_quotes(text)) else None)


def _without_condition(text: str, note: Note) -> tuple[str, str, tuple[Subject, Filter] | None, bool | None]:
    """The text, its condition, the same if that's on its subject, and whether it's met: None if that's unknown."""
    match = _conditional(text)
    if match is None:
        return text, "", None, True
    condition, rest = match["condition"], match["rest"]
    rest = lower_first(rest) if rest.startswith(("It ", "They ")) else rest
    if of_one := _OF_ONE.match(condition):
        # “a Goblin”, “green”
        what, subject = of_one["what"], read_subject(of_one["who"])
        if subject and (wanted := read_filter(what) or read_filter(f"{what} permanent")):
            return rest, condition, (subject, wanted), True
    return rest, condition, None, note.is_met(condition)


def needed(text: str) -> tuple[Counted, range] | None:
    """What a condition counts, and how many it needs: “you control three or more artifacts”."""
    if match := _HAS_COUNTERS.search(outside_quotes(text)):
        least = COUNT_OR_ARTICLE.get(match["count"].lower(), 1)
        return Counters(match["kind"].lower(), own=match["who"].lower().startswith(("~", "this"))), range(least, _MANY)
    if match := _HAS_ON.fullmatch(text):
        on = read_filter("Aura" if match["state"].lower() == "enchanted" else "Equipment")
        return (Attachments(on), range(1, _MANY)) if on else None
    if match := _DEVOTION.fullmatch(text):
        colors = [COLORS.get(one) for one in match["colors"].lower().split(" and ")]
        number = COUNT_OR_ARTICLE.get(match["count"].lower())
        return (Devotion(frozenset(filter(None, colors))), range(number)) if all(colors) and number else None
    match = _YOU_CONTROL.search(outside_quotes(text))
    if match is None:
        return None
    count, who = match["count"].lower(), match["who"].lower()
    whose = "you control" if who == "you control" else "an opponent controls"
    wanted = read_filter(f"{'other ' if count == 'another' else ''}{match['what']} {whose}")
    least = COUNT_OR_ARTICLE.get(count, 1)
    return (wanted, range(1) if "no" in {count, who[:2]} else range(least, _MANY)) if wanted else None


def _plain(text: str, note: Note, names: Collection[str]) -> Clause | None:
    """A sentence of a subject and its predicates."""
    outside = outside_quotes(text)
    match = _SUBJECT.match(outside)
    if match is None:
        return None
    who, rest = text[: match.end("who")], text[match.start("rest") :]
    subject = read_subject(_with_choice(who, note), names)
    if subject is None:
        return None
    parts = read_predicates(rest, note)
    if parts is None:
        return None
    if isinstance(subject, Filter) and subject.whose == "chosen":
        subject = replace(subject, whose="me" if note.player() == "you" else "them")
    # What “becomes” or “gains” something is changed by a spell or ability that resolved.
    lasts = re.match(r"(?:becomes?|gains?)\b", rest) is not None or any(isinstance(one, Copy) for one in parts)
    for gain in (part for part in parts if isinstance(part, Gain)):
        for ability in gain.abilities:
            # It raises an error if the ability needs a number or a choice.
            read_ability(ability, gain.note)
    return Clause(subject, parts, lasts=lasts)


def _with_choice(who: str, note: Note) -> str:
    """The words of a subject with what was chosen: “creatures of the chosen type” -> “Goblin creatures”."""
    if match := re.search(
        r"\b(\w+)(?: you control)? of the (?:chosen |(?=creature type|color))(type|creature type|color)"
        r"(?: of (?:your|its controller's|their) choice)?\b(?: you control)?",
        who,
    ):
        chosen = COLOR_NAMES[note.colors()[0]] if match[2] == "color" else note.types()[0]
        whose = " you control" if "you control" in match[0] else ""
        return f"{who[: match.start()]}{chosen} {match[1]}{whose}{who[match.end() :]}"
    return who
