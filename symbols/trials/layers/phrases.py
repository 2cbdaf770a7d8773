"""Sentences of cards and of players, as clauses: what they apply to, and what they do to it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import (
    Amount,
    Control,
    Count,
    EveryType,
    FaceDown,
    Gain,
    Modify,
    Operation,
    Replace,
    SetColors,
    SetPowerToughness,
    SetTypes,
    Switch,
)
from symbols.trials.layers.predicates import VERBS, CopyOf, counted, read_predicates
from symbols.trials.layers.subjects import Filter, One, Subject, read_filter, read_subject
from symbols.trials.layers.words import COLOR_NAMES, NUMBERS, is_keyword, outside_quotes, split_outside


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence.

    Attributes:
        condition: of its subject: “as long as enchanted permanent is a creature”.
        needs: what has to be on the board, and how many: “as long as you control a Mountain”.
        lasts: whether it has a duration or a target, so that it's from a spell or ability that resolved (611.2).
        counters: kind and number of counters that it puts on its subject.
        sentence: as it was written.
    """

    subject: Subject
    parts: tuple[Operation, ...] = ()
    condition: Filter | None = None
    needs: tuple[Filter, range] | None = None
    lasts: bool = False
    counters: tuple[str, int] | None = None
    sentence: str = ""

    @property
    def counts(self) -> bool:
        """Whether it counts permanents of the board."""
        return any(
            (isinstance(one, Modify) and one.each is not None)
            or (isinstance(one, SetPowerToughness) and isinstance(one.power or one.toughness, Count))
            for one in self.parts
        )

    @property
    def defines(self) -> bool:
        """Whether it is a characteristic-defining ability, if it's the object's own (604.3a)."""
        own = self.subject is One.SELF and self.condition is None and self.needs is None
        return own and bool(self.parts) and all(map(_defines, self.parts))


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text: its clauses, and the sentences that may change characteristics but aren't understood."""

    clauses: tuple[Clause, ...] = ()
    unread: tuple[str, ...] = ()


def _defines(part: Operation) -> bool:
    match part:
        case SetPowerToughness():
            return part.defines
        case SetTypes():
            return not part.types and not part.supertypes
        case EveryType() | SetColors():
            return True
        case _:
            return False


_DURATION: Final = (
    r"(?:until (?:end of turn|the end of turn|your next turn|the end of your next turn|end of combat)"
    r"|this turn|for the rest of the game|for as long as [^,.]+|indefinitely)"
)
_PREFIX: Final = re.compile(rf"^{_DURATION},? ", re.IGNORECASE)
_SUFFIX: Final = re.compile(rf",? {_DURATION}(?=[.,]|$| and | for each )", re.IGNORECASE)
_AS_LONG: Final = re.compile(r"^As long as (?P<condition>[^,]+), (?P<rest>.+)$", re.IGNORECASE)
_AS_LONG_AFTER: Final = re.compile(r"^(?P<rest>.+?) as long as (?P<condition>.+)$", re.IGNORECASE)
_OF_ONE: Final = re.compile(
    r"^(?P<who>enchanted \w+|equipped \w+|it|~|this \w+) is (?:an? )?(?P<what>[\w ]+)$", re.IGNORECASE
)
_YOU_CONTROL: Final = re.compile(
    r"as long as (?P<who>you control|an opponent controls|no opponent controls)"
    r" (?P<count>an?|another|no|two|three|four|five|six|seven|eight|nine|ten)(?: or more)? (?P<what>[\w ]+)",
    re.IGNORECASE,
)
_MANY: Final = 1000
_BECOMES_SIZE: Final = re.compile(
    r"^(?P<who>.+?)(?:'s|') (?:base )?(?:(?P<one>power|toughness) (?:becomes|is) (?P<number>\d+)|power and toughness (?:become|are) (?P<pt>\d+/\d+))$"
)
_SWITCH: Final = re.compile(
    r"^Switch (?P<who>.+?)(?:'s|') power and toughness$|^(?P<who2>.*?)\s*switch(?:es)? (?:its )?power and toughness$",
    re.IGNORECASE,
)
_CONTROL: Final = re.compile(
    r"^(?:(?P<player>you|an opponent|your opponent|target opponent|opponent) )?(?:gains? control of (?P<who>.+)|controls? (?P<who2>(?:enchanted|equipped|it|~|this|target)\b.*|it))$",
    re.IGNORECASE,
)
_BARE_CONTROL: Final = re.compile(r"^(?P<player>you|an opponent|opponent)(?: gains?)? controls?$", re.IGNORECASE)
_TEXT: Final = re.compile(
    r"^Change the text of (?P<who>.+?) by replacing all instances of .+$|^(?:replace|change) \"?(?P<old>[\w'-]+)\"? (?:with|by|to|into) \"?(?P<new>[\w'-]+)\"?(?: (?:in|on) (?P<who2>.+))?$",
    re.IGNORECASE,
)
_DEFINED: Final = re.compile(
    r"^(?P<who>.+?)(?:'s|') (?:(?P<both>power and toughness) are each equal to (?P<amount>.+)"
    r"|power is equal to (?P<power>.+?)(?: and its toughness is equal to (?P<toughness>.+))?"
    r"|toughness is equal to (?P<only>.+))$",
    re.IGNORECASE,
)
_FACE_DOWN: Final = re.compile(
    r"^(?:turn (?P<who>.+) face down|(?P<who2>.*?) ?(?:is|are|is turned|are turned) face down)$", re.IGNORECASE
)
_COUNTERS: Final = re.compile(
    r"^(?:put )?(?P<count>\w+) (?P<kind>[+-]\d+/[+-]\d+|[a-z]+(?: strike)?) counters?(?: on (?P<who>.+))?$",
    re.IGNORECASE,
)
_STILL: Final = re.compile(r"^(?:It is|They are|it is|they are) still (?:an? )?[\w ]+$")
_SUBJECT: Final = re.compile(rf"^(?P<who>.*?)\s*\b(?P<rest>{VERBS}\b.*)$", re.DOTALL)
_TRIGGERED: Final = re.compile(r"^(?:When|Whenever|At the beginning|At end)\b")
_ACTIVATED: Final = re.compile(
    r"^[^\"]*?(?:\{[^}]+\}|Sacrifice|Discard|Pay|Tap|Exile|Remove|\[[^\]]+\]|[+−-]\d+)[^\":.]*:"
)
# Words without which a sentence says nothing about characteristics.
_TELLING: Final = re.compile(
    r"\bgets?\b|\b(?:has|have|gains?|loses?)\b(?! life)|\bbecomes?\b|\bcopy of\b|\bpower\b|\btoughness\b|\bcontrol of\b|\b(?:is|are) (?:an? )?(?:\w+ )?(?:"
    r"white|blue|black|red|green|colorless|artifact|creature|land|enchantment|legendary|snow|basic|every|all|the chosen)|\bthe text of\b|[+-]\d+/[+-]\d+"
)
_HARMLESS: Final = re.compile(
    r"^(?:• )?(?:You may|As |If |When|At the|Players?|Spells|Cast|Activate|Draw|Untap|Tap|Each player|Damage|Equip\b|Enchant\b|Then "
    r"|Destroy|Exile|Create|Counter|Return|Search|Reveal|Look|Discard|Sacrifice|Choose|For each|Its controller|Target player"
    r"|Target opponent|Each opponent|You (?:gain|lose|draw|get|create|have)|Regenerate|Prevent|Move|Double|Copy|Shuffle|Scry|Add"
    r"|Repeat|Remove|Put (?!an? [+-]))"
    r"|\bcan't (?:be|block|attack)\b|\benters\b|\bmaximum hand size\b|\bcosts? \{|\bwould\b|\bgains? \w+ life|\bdeals? damage\b|\bgame\b"
)
_ABILITY_WORD: Final = re.compile(r"^[A-Z][\w' ]+ — ", re.MULTILINE)
_EXPANDED: Final = (
    (r"\b([Ii]t)'s(?= )", r"\1 is"),
    (r"\b([Tt]hey)'re\b", r"\1 are"),
    (r"\bthat's\b", "that is"),
    (r"\bthat're\b", "that are"),
    (r"\bis not\b", "isn't"),
    (r"\bare not\b", "aren't"),
    (r"\bcannot\b", "can't"),
    (r"\bAll cards that aren't (?:in play|on the battlefield), spells, and permanents\b", "All permanents"),
)


@lru_cache(maxsize=4096)
def read_ability(text: str, note: str = "") -> ReadText:
    """Parse the text of a permanent's ability; triggered and activated ones have no clauses.

    Raises:
        MissingNoteError: it needs a number or a choice.
    """
    lower = text.lower().rstrip(".")
    if lower == "changeling":
        return ReadText((Clause(One.SELF, (EveryType(),), sentence=text),))
    if lower == "devoid":
        return ReadText((Clause(One.SELF, (SetColors(()),), sentence=text),))
    text = _ABILITY_WORD.sub("", text)
    if _TRIGGERED.match(text) or _ACTIVATED.match(text) or is_keyword(lower):
        return ReadText()
    return read_text(text, note)


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
        elif found is None and _TELLING.search(outside_quotes(sentence)) and not _HARMLESS.search(sentence):
            unread.append(sentence)
    return ReadText(tuple(clauses), tuple(unread))


def sentences(text: str) -> Iterator[str]:
    text = _ABILITY_WORD.sub("", text)
    for pattern, plain in _EXPANDED:
        text = re.sub(pattern, plain, text)
    for line in text.split("\n"):
        for sentence in split_outside(line, r"(?<=[._]) +(?=[A-Z~])"):
            if sentence.strip():
                yield sentence.strip()


def _still(part: Operation) -> Operation:
    return replace(part, also=True) if isinstance(part, SetTypes) else part


def _read_sentence(sentence: str, note: Note, names: Collection[str], before: list[Clause]) -> list[Clause] | None:
    """The clauses of a sentence; empty if it does nothing, None if it isn't understood."""
    text = sentence.rstrip(".").removeprefix("• ")
    shorter = _PREFIX.sub("", text)
    shorter = _without_duration(shorter)
    lasts = shorter != text
    text, condition, met = _without_condition(shorter, note)
    if met is False:
        return []
    needs = None
    if met is None and (needs := _needed(shorter)) is None:
        return None
    found = _special(text, note, names) or _plain(text, note, names)
    if found is None:
        both = list(split_outside(text, r" and (?=(?:all|each|other) )"))
        each = [_read_sentence(one, note, names, before) for one in both] if len(both) > 1 else [None]
        return [replace(one, lasts=one.lasts or lasts) for part in each for one in part or ()] if all(each) else None
    if before == [] and re.match(r"^(?:they|those|that) ", text, re.IGNORECASE) and found.subject is not One.TARGET:
        return []
    refers = re.match(r"^(?:it|they|that creature|those creatures)\b", text, re.IGNORECASE) is not None
    subject = found.subject
    if refers and condition and condition[0] is One.ATTACHED:
        subject = One.ATTACHED
    elif refers and before:
        subject = before[-1].subject
    lasts = lasts or subject is One.TARGET or bool(before and before[-1].lasts and refers)
    wanted = condition[1] if condition else None
    return [
        replace(found, subject=subject, condition=wanted, needs=needs, lasts=lasts or found.lasts, sentence=sentence)
    ]


def _without_duration(text: str) -> str:
    match = _SUFFIX.search(outside_quotes(text))
    return text[: match.start()] + text[match.end() :] if match else text


def _without_condition(text: str, note: Note) -> tuple[str, tuple[Subject, Filter] | None, bool | None]:
    """The text, its condition if that's on its subject, and whether it's met: None if nobody knows."""
    match = _AS_LONG.match(text) or (_AS_LONG_AFTER.match(text) if " as long as " in outside_quotes(text) else None)
    if match is None:
        return text, None, True
    rest = (
        match["rest"][:1].lower() + match["rest"][1:] if match["rest"].startswith(("It ", "They ")) else match["rest"]
    )
    if of_one := _OF_ONE.match(match["condition"]):
        subject, wanted = read_subject(of_one["who"]), read_filter(of_one["what"])
        if subject and wanted:
            return rest, (subject, wanted), True
    return rest, None, note.is_met()


def _needed(text: str) -> tuple[Filter, range] | None:
    """What a condition counts, and how many it needs: “you control three or more artifacts”."""
    match = _YOU_CONTROL.search(outside_quotes(text))
    if match is None:
        return None
    count, who = match["count"].lower(), match["who"].lower()
    whose = "you control" if who == "you control" else "an opponent controls"
    wanted = read_filter(f"{'other ' if count == 'another' else ''}{match['what']} {whose}")
    least = NUMBERS.get(count, 1)
    return (wanted, range(1) if "no" in {count, who[:2]} else range(least, _MANY)) if wanted else None


def _special(text: str, note: Note, names: Collection[str]) -> Clause | None:
    """A sentence whose verb isn't said of its subject."""

    def of(who: str | None, *parts: Operation, lasts: bool = False) -> Clause | None:
        subject = read_subject(who or "", names)
        return Clause(subject, parts, lasts=lasts or subject is One.TARGET) if subject else None

    if match := _SWITCH.match(text):
        return of(match["who"] or match["who2"], Switch(), lasts=True)
    if match := _BARE_CONTROL.match(text):
        return of("", Control(_player(match["player"])), lasts=True)
    if match := _CONTROL.match(text):
        gains = match["who"] is not None
        player = _player(match["player"]) if gains and match["player"] else ""
        return of(match["who"] or match["who2"], Control(player), lasts=gains)
    if match := _TEXT.match(text):
        old, new = (match["old"], match["new"]) if match["old"] else note.replacement()
        return of(match["who"] or match["who2"], Replace(old, new), lasts=True)
    if match := _FACE_DOWN.match(text):
        return of(match["who"] or match["who2"], FaceDown(), lasts=True)
    if match := _BECOMES_SIZE.match(text):
        sizes = [int(one) for one in match["pt"].split("/")] if match["pt"] else []
        power = sizes[0] if sizes else int(match["number"]) if match["one"] == "power" else None
        toughness = sizes[1] if sizes else int(match["number"]) if match["one"] == "toughness" else None
        return of(match["who"], SetPowerToughness(power, toughness), lasts=True)
    if (match := _DEFINED.match(outside_quotes(text))) and not re.match(VERBS, match["who"].split(" ")[-1]):
        power, toughness = _defined(match, note)
        return of(match["who"], SetPowerToughness(power, toughness, defines=True))
    return _counters(text, names)


def _counters(text: str, names: Collection[str]) -> Clause | None:
    match = _COUNTERS.match(text)
    if match is None:
        return None
    count = NUMBERS.get(match["count"].lower()) or (int(match["count"]) if match["count"].isdigit() else 0)
    subject = read_subject(match["who"] or "", names)
    if not count or subject is None:
        return None
    return Clause(subject, counters=(match["kind"].lower(), count), lasts=True)


def _player(said: str | None) -> str:
    return "you" if said and said.lower() == "you" else "opponent"


def _defined(match: re.Match[str], note: Note) -> tuple[Amount | None, Amount | None]:
    if both := note.pair():
        return both
    if match["both"]:
        number = _amount(match["amount"], note)
        return number, number
    if match["only"]:
        return None, _amount(match["only"], note)
    power = _amount(match["power"], note)
    if not match["toughness"]:
        return power, None
    if more := re.match(r"that number plus (\d+)", match["toughness"]):
        more_by = int(more[1])
        return power, replace(power, plus=power.plus + more_by) if isinstance(power, Count) else power + more_by
    return power, _amount(match["toughness"], note)


def _amount(text: str, note: Note) -> int | Count:
    if text.isdigit():
        return int(text)
    match = re.fullmatch(r"(?:(\d+) plus )?(.+?)(?: plus (\d+))?", text)
    plus = int((match[1] or match[3] or 0) if match else 0)
    if match and not note.has_number and (wanted := counted(match[2].removeprefix("the number of "))):
        return Count(wanted, plus)
    return note.number() + plus


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
        subject = replace(subject, whose="you" if note.player() == "you" else "opponent")
    # What “becomes” or “gains” something is changed by a spell or ability that resolved.
    lasts = re.match(r"(?:becomes?|gains?)\b", rest) is not None or any(isinstance(one, CopyOf) for one in parts)
    _check(parts)
    return Clause(subject, parts, lasts=lasts)


def _with_choice(who: str, note: Note) -> str:
    """The words of a subject with what was chosen: “creatures of the chosen type” -> “Goblin creatures”."""
    if match := re.search(r"\b(\w+) of the chosen (type|creature type|color)\b", who):
        chosen = COLOR_NAMES[note.colors()[0]] if match[2] == "color" else note.types()[0]
        return f"{who[: match.start()]}{chosen} {match[1]}{who[match.end() :]}"
    return who


def _check(parts: tuple[Operation, ...]) -> None:
    """Parse the abilities that it gives.

    Raises:
        MissingNoteError: one of them needs a number or a choice.
    """
    for part in parts:
        if isinstance(part, Gain):
            for ability in part.abilities:
                read_ability(ability, part.note)
