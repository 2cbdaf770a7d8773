"""Sentences that don't begin with their subject: “switch its power and toughness”, “gain control of it”."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from symbols.data_files import read_data
from symbols.sentences import read_count
from symbols.trials.layers.clauses import Clause
from symbols.trials.layers.notes import Note
from symbols.trials.layers.operations import Control, FaceDown, Operation, Replace
from symbols.trials.layers.predicates import VERBS, counted
from symbols.trials.layers.sizes import Amount, Count, Double, SetPowerToughness, Switch
from symbols.trials.layers.subjects import Filter, Target, read_subject
from symbols.trials.layers.words import outside_quotes

_SENTENCES: Final = [
    (re.compile(row["says"]), row["does"], row.get("lasts", True)) for row in read_data("layers.toml")["special"]
]
_DEFINED: Final = re.compile(
    r"^(?P<who>.+?)(?:'s|') (?:(?P<both>power and toughness) are each equal to (?P<amount>.+)"
    r"|power is equal to (?P<power>.+?)(?: and its toughness is equal to (?P<toughness>.+))?"
    r"|toughness is equal to (?P<only>.+))$",
    re.IGNORECASE,
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
    """The two permanents whose control is exchanged (701.12), as written; None for other texts."""
    match = _EXCHANGE.match(text)
    return (match["who"] or "") if match else None


def read_special(text: str, note: Note, names: Collection[str]) -> Clause | None:
    """Parse such a sentence; None for others."""
    for pattern, does, lasts in _SENTENCES:
        if match := pattern.match(text):
            said = match.groupdict()
            part, subject = _part(does, said, note), read_subject(said.get("who") or "", names)
            if subject is None or (does == "double" and isinstance(subject, Filter)):
                return None
            return Clause(subject, (part,), lasts=lasts or isinstance(subject, Target))
    if (match := _DEFINED.match(outside_quotes(text))) and not re.match(VERBS, match["who"].split(" ")[-1]):
        power, toughness = _defined(match, note)
        subject = read_subject(match["who"], names)
        part = SetPowerToughness(power, toughness, kind="defined")
        return Clause(subject, (part,), lasts=isinstance(subject, Target)) if subject else None
    return _counters(text, note, names)


def _part(does: str, said: Mapping[str, str | None], note: Note) -> Operation:
    match does:
        case "switch":
            return Switch()
        case "double":
            what = (said["what"] or "").lower()
            return Double(what != "toughness", what != "power")
        case "control":
            return Control(_player(said.get("player") or "", note))
        case "replace":
            old, new = said.get("old"), said.get("new")
            return Replace(old, new) if old and new else Replace(*note.replacement())
        case "face down":
            return FaceDown()
        case _:
            power, toughness = (int(one) if (one := said.get(key)) else None for key in ("power", "toughness"))
            return SetPowerToughness(power, toughness)


def _counters(text: str, note: Note, names: Collection[str]) -> Clause | None:
    match = _COUNTERS.match(text)
    if match is None:
        return None
    word, subject = match["count"].lower(), read_subject(match["who"] or "", names)
    count = note.number() if word == "x" else read_count(word)
    return Clause(subject, counters=(match["kind"].lower(), count), lasts=True) if count and subject else None


def enters_with(text: str, note: Note) -> tuple[str, int] | None:
    """Kind and number of the counters that a permanent enters with by its ability; None if that isn't known."""
    match = _ENTERS_WITH.fullmatch(text)
    if match is None:
        return None
    if match["count"].lower() == "x":
        return (match["kind"], note.number()) if note.has_number else None
    count = read_count(match["count"])
    return (match["kind"], count) if count else None


def _player(said: str, note: Note) -> str:
    if said.lower().endswith(" player"):
        return note.player()
    return "you" if said.lower() == "you" else "opponent" if said else ""


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
