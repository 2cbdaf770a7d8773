"""Layers as their own page draws them: before and after, a row for each layer, and what waits for what (613)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from explorer.cards.reading import card_names
from explorer.tryit.answering import Answer
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from symbols.rendering import render_text
from symbols.sentences import capital, join_words, with_minus
from symbols.trials.layers.systems import system_of
from symbols.trials.layers.words import COLOR_NAMES

Record = Mapping[str, Any]

_MOST_ENDINGS: Final = 5
_MOST_IDLE: Final = 4
_LEGAL: Final = ("115.1", "704.5m", "704.5n", "704.5p")
"""Rules about what is left out."""
_CHANGE: Final = re.compile(r"[+-]?\d+/[+-]?\d+")
_BEHIND: Final = re.compile(r"(?<=put )\(\w+\)(?= behind it)")


@dataclass(frozen=True, slots=True)
class Plate:
    """A permanent: `kinds` are its colors and types, `size` its power and toughness."""

    name: str
    kinds: str
    abilities: Sequence[SafeString]
    size: str
    controller: str


@dataclass(frozen=True, slots=True)
class LayerRow:
    """A layer with what applied in it; or several with nothing, if `effects` is empty."""

    label: str
    title: str
    cite: SafeString | str = ""
    effects: Sequence[SafeString] = ()
    changes: Sequence[tuple[str, SafeString]] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """An effect that waits for another, or both in a loop."""

    layer: str
    first: str
    first_does: str
    first_cite: SafeString | str
    first_says: SafeString
    second: str
    second_says: SafeString
    applied: bool
    why: str
    cites: SafeString


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What is read of a typed line.

    Attributes:
        typed_in: the field; `row` counts its lines that aren't empty.
        problem: why it's left out, or what is wrong with it; `cite` is the rule.
        suggestion: the name that a misspelled one means.
        endings: names that one may become that is still being typed.
    """

    typed_in: str
    row: int
    cost: SafeString | str
    says: SafeString | str
    on: str
    unread: Sequence[SafeString]
    counts: bool
    problem: SafeString | str
    cite: SafeString | str
    suggestion: str
    endings: Sequence[str]


class ShownLayers:
    """Everything that the page draws."""

    def __init__(self, request: TrialRequest, answer: Answer) -> None:
        facts, reading = answer.outcome.facts, answer.reading
        objects, layers, lines = (_records(facts[key]) for key in ("objects", "layers", "lines"))
        requested = [one["line"] for one in lines if one["field"] == "objects"]
        names = {one["line"]: one["label"] for one in lines}
        shown = [one for one in objects if one["line"] in requested or _changed(one)]
        left_out = " ".join(_records(facts["left_out"]))
        # Power and toughness of the one permanent, empty for noncreatures or several; and the rest of the verdict.
        self.size, told = _verdict(answer.outcome.sentence.removesuffix(left_out).strip())
        self.told = render_text(with_minus(told))
        self.left_out = render_text(with_minus(left_out))
        self.offers = list(_offers(request, _records(facts["unused"]), lines))
        self.is_open = facts["undecided"] is not None or any(one["unread"] or one["problem"] for one in lines)
        self.lines = [_read_line(one, names, reading) for one in lines]
        # Each permanent before, and what it may be after.
        self.plates = [
            (
                _plate(one["before"], names[one["line"]]),
                [_plate(each, names[one["line"]]) for each in _possible(one, facts)],
            )
            for one in shown
        ]
        self.undecided = _open(facts["undecided"], reading)
        self.column = names[shown[0]["line"]] if len(shown) == 1 else "Permanents"
        self.rows = list(_rows(layers, names if len(shown) > 1 else {}, reading))
        self.cite = reading.citations.link("613.1")
        self.hint = _hint(layers, _noun(shown), reading)
        self.waiting = [_waiting(one, reading) for one in _records(facts["dependencies"])]
        # Rules that no row of the table says.
        self.also = [
            (reading.citations.link(step.rule), render_text(step.why))
            for step in answer.outcome.steps
            if not step.rule.startswith("613.") or step.rule == "613.6"
        ]


def _records(fact: object) -> Sequence[Any]:
    return fact if isinstance(fact, list) else []


def _offers(request: TrialRequest, unused: Sequence[Record], lines: Sequence[Record]) -> Iterator[tuple[str, str]]:
    """Lines that apply what isn't counted, with the address where they do: `Vines of Vastwood (kicked)`."""
    typed = {
        key: [line.strip() for line in request.complete.get(key, "").splitlines() if line.strip()]
        for key in ("objects", "effects")
    }
    for one in unused:
        if not one["line"].endswith("…"):
            yield one["line"], request.address_with({"effects": "\n".join([*typed["effects"], one["line"]])})
    for line in lines:
        if match := _BEHIND.search(line["aside"] or ""):
            key, row = line["typed_in"], line["row"] - 1
            found = [*typed[key]]
            found[row] = f"{found[row]} {match[0]}"
            yield found[row], request.address_with({key: "\n".join(found)})


def _possible(one: Record, facts: Mapping[str, Any]) -> list[Record]:
    """What a permanent may be: several things where the rules leave the order to the players."""
    undecided: Record = facts["undecided"] or {}
    found = [one]
    for objects in undecided.get("objects", ()):
        found += [each for each in objects if each["line"] == one["line"] and each not in found]
    return found


def _open(undecided: object, reading: TrialContext) -> tuple[str, SafeString, bool] | None:
    """Why something is left open, the rule, and whether it's the order."""
    if not isinstance(undecided, dict):
        return None
    is_order = bool(undecided["answers"])
    return str(undecided["why"]), reading.citations.link("613.7m" if is_order else "613.6"), is_order


def _changed(one: Record) -> bool:
    before: Record = one["before"]
    return any(one[key] != value for key, value in before.items())


def _verdict(sentence: str) -> tuple[str, str]:
    """Power and toughness of a sentence that begins with them, and the rest, capitalized."""
    size, comma, rest = sentence.partition(", ")
    return (size, capital(rest)) if comma and "/" in size and " " not in size else ("", sentence)


def _plate(one: Record, label: str) -> Plate:
    colors = join_words([COLOR_NAMES[letter] for letter in one["colors"]])
    types = " ".join([*one["supertypes"], *one["types"]]).lower() or "no card type"
    kinds = capital(" ".join(filter(None, [colors, types])))
    return Plate(
        name="Face down" if one["face_down"] else one["name"] or capital(label),
        kinds=", ".join(filter(None, [kinds, " ".join(one["subtypes"])])),
        abilities=_abilities(one["abilities"]),
        size="" if one["power"] is None else with_minus(f"{one['power']}/{one['toughness']}"),
        controller="An opponent’s" if one["controller"] == "opponent" else "",
    )


def _abilities(texts: Sequence[str]) -> list[SafeString]:
    """Keywords in one line, and a line for each other ability."""
    keywords = [text for text in texts if text[:1].islower()]
    lines = [capital(", ".join(keywords))] if keywords else []
    others = [text for text in texts if text not in keywords]
    return [render_text(line) for line in (*lines, *others)] or [SafeString("No abilities")]


def _read_line(line: Record, names: Mapping[int, str], reading: TrialContext) -> ReadLine:
    is_effect = line["typed_in"] == "effects"
    is_card = is_effect and not line["label"].startswith("Effect ")
    says = line["says"] if is_card and line["kind"] not in {"counters", "left out"} else ""
    begun = card_names(reading.loaded).begun(line["says"], _MOST_ENDINGS) if _may_go_on(line, reading) else []
    return ReadLine(
        typed_in=line["typed_in"],
        row=line["row"],
        cost="" if is_effect else render_text(line["cost"]),
        says=render_text(says.replace("\n", " ")),
        on=join_words([names[one] for one in line["targets"] if one in names]) if is_effect else "",
        unread=[render_text(one) for one in line["unread"]],
        counts=line["counts"],
        problem=render_text(line["problem"] or ""),
        cite=next((reading.citations.link(name) for name in _LEGAL if reading.find(name) == line["rule"]), ""),
        suggestion=line["suggestion"] or "",
        endings=[one.name for one in begun],
    )


def _may_go_on(line: Record, reading: TrialContext) -> bool:
    return bool(line["problem"]) and line["kind"] == "left out" and not line["rule"] and reading.loaded.has_cards


def _rows(layers: Sequence[Record], names: Mapping[int, str], reading: TrialContext) -> Iterator[LayerRow]:
    rules = {(one.label, one.title): one.rule for one in system_of(reading).layers}
    idle: list[Record] = []
    for layer in layers:
        if not layer["effects"]:
            idle.append(layer)
            continue
        yield from _idle_row(idle)
        idle = []
        yield LayerRow(
            label=layer["layer"],
            title=layer["title"],
            cite=reading.citations.link(rules[layer["layer"], layer["title"]]),
            effects=[_effect(one) for one in layer["effects"]],
            changes=[(names.get(one["line"], ""), _struck(one["values"])) for one in layer["changes"]],
        )
    yield from _idle_row(idle)


def _idle_row(idle: Sequence[Record]) -> Iterator[LayerRow]:
    if idle:
        names = [f"{one['layer']} {one['title']}" for one in idle]
        yield LayerRow("", ", ".join(names) if len(names) <= _MOST_IDLE else f"{names[0]} to {names[-1]}")


def _effect(one: Record) -> SafeString:
    what = with_minus(one["what"]) if one["objects"] else "nothing to apply to"
    return format_html("{}: {}", one["source"], render_text(what))


def _struck(values: Sequence[str]) -> SafeString:
    """What it was, struck through, and what it became; the words that both begin with come first, once."""
    split = [value.replace(",", " ,").split(" ") for value in values]
    same = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*split, strict=False))]
    rest = [" ".join(words[len(same) :]).replace(" ,", ",").strip(" ,") for words in split]
    start = " ".join(same).replace(" ,", ",")
    old = format_html_join(
        " ", '<s><span class="unseen">was </span>{}</s>', [(_drawn(one),) for one in rest[:-1] if one]
    )
    return format_html("{} {} <b>{}</b>", _drawn(start), old, _drawn(rest[-1]))


def _drawn(text: str) -> SafeString:
    return render_text(with_minus(text))


def _noun(shown: Sequence[Record]) -> str:
    """What the one permanent is in the end: `the Frog`; empty for several."""
    if len(shown) != 1:
        return ""
    subtypes: Sequence[str] = shown[0]["subtypes"]
    return f"the {subtypes[-1]}" if len(subtypes) == 1 and subtypes[0][:1].isupper() else "it"


def _hint(layers: Sequence[Record], noun: str, reading: TrialContext) -> tuple[str, SafeString] | None:
    """Why older effects applied after a younger one: their layer is later."""
    applied = [(layer["layer"], one) for layer in layers for one in layer["effects"] if one["objects"]]
    where = {(label, one["line"]) for label, one in applied}
    for place, (label, one) in reversed(list(enumerate(applied))):
        older: dict[str, list[Record]] = {}
        for later, other in applied[place + 1 :]:
            is_older = other["line"] < one["line"] and set(other["objects"]) & set(one["objects"])
            is_both = (later, one["line"]) in where or (label, other["line"]) in where
            if is_older and later != label and not is_both:
                older.setdefault(later, []).append(other)
        for later, others in older.items():
            rule = "613.4" if later[0] == label[0] == "7" else "613.1"
            sources = join_words(list(dict.fromkeys(map(_with_article, (other["source"] for other in others)))))
            words = f"{capital(sources)} came first, but {label} always applies before {later}."
            return f"{words}{_so(layers, label, later, noun)}", reading.citations.link(rule)
    return None


def _with_article(source: str) -> str:
    return f"the {source}" if source.endswith(("counter", "counters")) else source


def _so(layers: Sequence[Record], label: str, later: str, noun: str) -> str:
    """What a size becomes in both sublayers, such as: so the Frog is 1/1, then gets +1/+1 twice."""
    named = {layer["layer"]: layer for layer in layers}
    changes = named[label]["changes"]
    whats = [one["what"] for one in named[later]["effects"] if one["objects"]]
    if not noun or len(changes) != 1 or not all(map(_CHANGE.fullmatch, [*changes[0]["values"], *whats])):
        return ""
    many = Counter(whats)
    times = {1: "", 2: " twice"}
    gets = join_words([f"{with_minus(what)}{times.get(count, f' {count} times')}" for what, count in many.items()])
    is_it = "it’s" if noun == "it" else f"{noun} is"
    return f" So {is_it} {with_minus(changes[0]['values'][-1])}, then gets {gets}."


def _waiting(one: Record, reading: TrialContext) -> Waiting:
    second, does = one["source"], one["does"] or ""
    older = f"{second} is older, so it would apply first. But " if one["older"] and not one["loop"] else ""
    end = ", and the other way round. A loop: timestamps decide." if one["loop"] else f". So {second} waits."
    return Waiting(
        layer=one["layer"],
        first=one["other"],
        first_does=does,
        first_cite=reading.citations.link("305.7") if does.endswith("own ability.") else "",
        first_says=render_text(one["other_says"]),
        second=second,
        second_says=render_text(one["says"]),
        applied=one["applied"],
        why=f"{older}{one['why'].removesuffix('.')}{end}",
        cites=reading.citations.links(["613.8a", "613.8b"]),
    )
