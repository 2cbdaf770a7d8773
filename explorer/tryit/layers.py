"""Layers as their own page draws them: before and after, a row for each layer, and what waits for what (613)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from explorer.tryit.answering import Answer
from explorer.tryit.reading import TrialContext
from symbols.rendering import render_text
from symbols.sentences import capital, join_words, with_minus
from symbols.trials.layers.systems import system_of
from symbols.trials.layers.words import COLOR_NAMES

Record = Mapping[str, Any]


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
    first_says: SafeString
    second: str
    second_says: SafeString
    applied: bool
    why: str
    cites: SafeString


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of which more is read than was typed."""

    number: int
    label: str
    says: SafeString
    on: str
    unread: Sequence[SafeString]
    counts: bool


@dataclass(frozen=True, slots=True)
class ShownLayers:
    """Everything that the page draws.

    Attributes:
        size: power and toughness of the one permanent asked about; empty for noncreatures, or several.
        told: the rest of the verdict.
        columns: the heading of the last column.
        hint: why an older effect was applied later, and the rule.
        also: rules that matter besides the order: cited, and in words.
    """

    size: str
    told: SafeString
    is_open: bool
    lines: Sequence[ReadLine]
    plates: Sequence[tuple[Plate, Plate]]
    column: str
    rows: Sequence[LayerRow]
    cite: SafeString
    hint: tuple[str, SafeString] | None
    waiting: Sequence[Waiting]
    also: Sequence[tuple[SafeString, SafeString]]


def show_layers(answer: Answer) -> ShownLayers:
    facts, reading = answer.outcome.facts, answer.reading
    objects, layers, lines = (_records(facts[key]) for key in ("objects", "layers", "lines"))
    asked = [one["line"] for one in lines if one["field"] == "objects"]
    names = {one["line"]: one["label"] for one in lines}
    shown = [one for one in objects if one["line"] in asked or _changed(one)]
    size, told = _verdict(answer.outcome.sentence)
    return ShownLayers(
        size=size,
        told=render_text(with_minus(told)),
        is_open=facts["undecided"] is not None or bool(facts["unread"]),
        lines=[_read_line(one, names) for one in lines if _says_more(one)],
        plates=[(_plate(one["before"], names[one["line"]]), _plate(one, names[one["line"]])) for one in shown],
        column=names[shown[0]["line"]] if len(shown) == 1 else "Permanents",
        rows=list(_rows(layers, names if len(shown) > 1 else {}, reading)),
        cite=reading.citations.link("613.1"),
        hint=_hint(layers, reading),
        waiting=[_waiting(one, reading) for one in _records(facts["dependencies"])],
        also=[(reading.citations.link(step.rule), render_text(step.why)) for step in _also(answer)],
    )


def _records(fact: object) -> Sequence[Record]:
    return fact if isinstance(fact, list) else []


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
    return [render_text(line) for line in (*lines, *(text for text in texts if text not in keywords))] or [_NONE]


_NONE: Final = SafeString("No abilities")


def _says_more(line: Record) -> bool:
    said = line["says"] if line["field"] == "effects" and not line["label"].startswith("Effect ") else ""
    return line["kind"] != "counters" and bool(said or line["unread"] or line["counts"])


def _read_line(line: Record, names: Mapping[int, str]) -> ReadLine:
    return ReadLine(
        number=line["line"],
        label=line["label"],
        says=render_text(line["says"].replace("\n", " ")),
        on=names.get(line["on"], ""),
        unread=[render_text(one) for one in line["unread"]],
        counts=line["counts"],
    )


def _rows(layers: Sequence[Record], names: Mapping[int, str], reading: TrialContext) -> Iterator[LayerRow]:
    rules = {(one.label, one.title): one.rule for one in system_of(reading).passes}
    idle: list[Record] = []
    for layer in layers:
        if not layer["effects"]:
            idle.append(layer)
            continue
        yield from _idle_row(idle)
        idle = []
        yield LayerRow(
            label=layer["label"] if "label" in layer else layer["layer"],
            title=layer["title"],
            cite=reading.citations.link(rules[layer["layer"], layer["title"]]),
            effects=[_effect(one) for one in layer["effects"]],
            changes=[(names.get(one["line"], ""), _struck(one["values"])) for one in layer["changes"]],
        )
    yield from _idle_row(idle)


def _idle_row(idle: Sequence[Record]) -> Iterator[LayerRow]:
    if idle:
        yield LayerRow("", ", ".join(f"{one['layer']} {one['title']}" for one in idle))


def _effect(one: Record) -> SafeString:
    what = with_minus(one["what"]) if one["objects"] else "nothing to apply to"
    return format_html("{}: {}", one["source"], render_text(what))


def _struck(values: Sequence[str]) -> SafeString:
    """What it was, struck, and what it became: words that both begin with once."""
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


def _hint(layers: Sequence[Record], reading: TrialContext) -> tuple[str, SafeString] | None:
    """Why an older effect applied after a younger one: its layer is later."""
    applied = [(layer["layer"], one) for layer in layers for one in layer["effects"] if one["objects"]]
    where = {(label, one["line"]) for label, one in applied}
    for place, (label, one) in reversed(list(enumerate(applied))):
        for later, other in applied[place + 1 :]:
            is_older = other["line"] < one["line"] and set(other["objects"]) & set(one["objects"])
            is_both = (later, one["line"]) in where or (label, other["line"]) in where
            if is_older and later != label and not is_both:
                rule = "613.4" if later[0] == label[0] == "7" else "613.1"
                words = f"{other['source']} is older than {one['source']}. But {label} always applies before {later}."
                return words, reading.citations.link(rule)
    return None


def _waiting(one: Record, reading: TrialContext) -> Waiting:
    first, second = one["other"], one["source"]
    older = f"{second} is older, so it would apply first. But " if one["older"] and not one["loop"] else ""
    why = one["why"].removesuffix(".")
    end = ", and the other way round. A loop: timestamps decide." if one["loop"] else f". So {second} waits."
    rules = ["613.8a", "613.8b"]
    return Waiting(
        layer=one["layer"],
        first=first,
        first_says=render_text(one["other_says"]),
        second=second,
        second_says=render_text(one["says"]),
        applied=one["applied"],
        why=f"{older}{why}{end}",
        cites=format_html_join(" ", "{}", [(reading.citations.link(rule),) for rule in rules]),
    )


def _also(answer: Answer) -> Iterator[Any]:
    """Steps that no row of the table says."""
    return (
        step for step in answer.outcome.steps if not step.rule.startswith("613.") or step.rule in {"613.6", "613.7m"}
    )
