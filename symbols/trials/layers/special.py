"""Sentences whose verb isn't said of their subject: “switch its power and toughness”, “gain control of it”."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from symbols.sentences import read_count
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import Control, FaceDown, Operation, Replace
from symbols.trials.layers.predicates import VERBS, counted
from symbols.trials.layers.sizes import Amount, Count, Double, SetPowerToughness, Switch
from symbols.trials.layers.subjects import Filter, Target, read_subject
from symbols.trials.layers.words import outside_quotes

_BECOMES_SIZE: Final = re.compile(
    r"^(?P<who>.+?)(?:'s|') (?:base )?(?:(?P<one>power|toughness) (?:becomes|is) (?P<number>\d+)"
    r"|power and toughness (?:become|are) (?P<pt>\d+/\d+))$"
)
_SWITCH: Final = re.compile(
    r"^Switch (?P<who>.+?)(?:'s|') power and toughness$|^(?P<who2>.*?)\s*switch(?:es)? (?:its )?power and toughness$",
    re.IGNORECASE,
)
_DOUBLE: Final = re.compile(
    r"^Double (?P<who>its?|.+?(?='s|'))(?:'s|')? (?:(?P<both>power and toughness)|(?P<one>power|toughness))$",
    re.IGNORECASE,
)
_CONTROL: Final = re.compile(
    r"^(?:(?P<player>you|an opponent|your opponent|target opponent|opponent|(?:target|that|the chosen) player) )?"
    r"(?:gains? control of (?P<who>(?:(?! and (?:it|they) ).)+)"
    r"|controls? (?P<who2>(?:enchanted|equipped|it|~|this|target)\b.*))$",
    re.IGNORECASE,
)
_BARE_CONTROL: Final = re.compile(r"^(?P<player>you|an opponent|opponent)(?: gains?)? controls?$", re.IGNORECASE)
_TEXT: Final = re.compile(
    r"^Change the text of (?P<who>.+?) by replacing all instances of .+$"
    r"|^(?:replace|change) \"?(?P<old>[\w'-]+)\"? (?:with|by|to|into) \"?(?P<new>[\w'-]+)\"?"
    r"(?: (?:in|on) (?P<who2>.+))?$",
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
_EXCHANGE: Final = re.compile(r"^(?:Exchange|swap|trade) control(?: of (?P<who>[^.]+))?\.?$", re.IGNORECASE)
_ENTERS_WITH: Final = re.compile(
    r"(?:if .+ was kicked, )?(?:~|it|this \w+) enters(?: the battlefield)?(?: tapped)? with (?P<count>\w+)"
    r"(?: additional)? (?P<kind>[+-]\d+/[+-]\d+|[a-z]+) counters? on it\.?",
    re.IGNORECASE,
)


def exchanged(text: str) -> str | None:
    """The words for both permanents whose control is exchanged (701.12); None for other texts."""
    match = _EXCHANGE.match(text)
    return (match["who"] or "") if match else None


def read_special(text: str, note: Note, names: Collection[str]) -> Clause | None:
    """A sentence whose verb isn't said of its subject."""

    def of(who: str | None, *parts: Operation, lasts: bool = False) -> Clause | None:
        subject = read_subject(who or "", names)
        return Clause(subject, parts, lasts=lasts or isinstance(subject, Target)) if subject else None

    if match := _SWITCH.match(text):
        return of(match["who"] or match["who2"], Switch(), lasts=True)
    if match := _DOUBLE.match(text):
        who = "" if match["who"].lower() == "its" else match["who"]
        toughness = bool(match["both"]) or match["one"].lower() == "toughness"
        found = of(who, Double(bool(match["both"]) or not toughness, toughness), lasts=True)
        return None if found and isinstance(found.subject, Filter) else found
    if match := _BARE_CONTROL.match(text):
        return of("", Control(_player(match["player"], note)), lasts=True)
    if match := _CONTROL.match(text):
        gains = match["who"] is not None
        player = _player(match["player"], note) if gains and match["player"] else ""
        return of(match["who"] or match["who2"], Control(player), lasts=gains)
    if match := _TEXT.match(text):
        old, new = (match["old"], match["new"]) if match["old"] else note.replacement()
        return of(match["who"] or match["who2"], Replace(old, new), lasts=True)
    if match := _FACE_DOWN.match(text):
        return of(match["who"] or match["who2"], FaceDown(), lasts=True)
    if match := _BECOMES_SIZE.match(text):
        sizes = [int(one) for one in match["pt"].split("/")] if match["pt"] else []
        one = (
            {match["one"]: int(match["number"])}
            if match["one"]
            else dict(zip(("power", "toughness"), sizes, strict=True))
        )
        return of(match["who"], SetPowerToughness(one.get("power"), one.get("toughness")), lasts=True)
    if (match := _DEFINED.match(outside_quotes(text))) and not re.match(VERBS, match["who"].split(" ")[-1]):
        power, toughness = _defined(match, note)
        return of(match["who"], SetPowerToughness(power, toughness, defines=True))
    return _counters(text, note, names)


def _counters(text: str, note: Note, names: Collection[str]) -> Clause | None:
    match = _COUNTERS.match(text)
    if match is None:
        return None
    said = match["count"].lower()
    count = note.number() if said == "x" else read_count(said)
    subject = read_subject(match["who"] or "", names)
    if not count or subject is None:
        return None
    return Clause(subject, counters=(match["kind"].lower(), count), lasts=True)


def enters_with(text: str, note: Note) -> tuple[str, int] | None:
    """Kind and number of the counters that a permanent enters with by its ability; None if that isn't known."""
    match = _ENTERS_WITH.fullmatch(text)
    if match is None:
        return None
    said = match["count"].lower()
    if said == "x":
        return (match["kind"], note.number()) if note.has_number else None
    count = read_count(said)
    return (match["kind"], count) if count else None


def _player(said: str, note: Note) -> str:
    if said.lower().endswith(" player"):
        return note.player()
    return "you" if said.lower() == "you" else "opponent"


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
    if match and not note.has_number and (wanted := counted(match[2].removeprefix("the number of "))) is not None:
        return Count(wanted, plus)
    return note.number() + plus
