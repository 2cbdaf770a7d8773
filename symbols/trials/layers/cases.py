"""Form fields to an evaluated board, with all results where the rules leave the order to the players."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, permutations, product
from typing import Final

from symbols.trials.inputs import Inputs, TrialError
from symbols.trials.layers.applying import Evaluation, evaluate
from symbols.trials.layers.entries import LABELS, Line
from symbols.trials.layers.lines import LineReader, ReadBoard
from symbols.trials.layers.systems import System, system_of
from symbols.trials.layers.telling import abilities_line, kinds_line, size_of
from symbols.trials.layers.using import Unused, not_read, unread_uses, unused
from symbols.trials.layers.words import singular
from symbols.trials.trial import Reading
from symbols.trials.type_lines import Lists

_MOST_ORDERS: Final = 120


@dataclass(frozen=True, slots=True)
class Case:
    """What was typed, and its result.

    Attributes:
        others: results of other orders of effects with the same timestamp, if they differ.
    """

    read: ReadBoard
    result: Evaluation
    system: System
    others: Sequence[Evaluation]

    @property
    def objects(self) -> list[int]:
        """The lines of permanents that aren't listed as effects."""
        permanents = self.read.board.permanents
        return [one.number for one in self.read.lines if one.entry.field == "objects" and one.number in permanents]

    @property
    def unused(self) -> list[Unused]:
        labels = {line.number: line.label for line in self.read.lines}
        return list(unused(self.read.board, self.result.state, labels, self.read.used))

    @property
    def unread_uses(self) -> list[tuple[str, str]]:
        """Abilities that can't be applied, as they aren't understood: whose they are, and how they're used."""
        problems = "".join(line.problem for line in self.read.lines)
        labels = {line.number: line.label.partition(" (")[0] for line in self.read.lines}
        found = ((labels[line], how) for line, values in self.result.state.items() for how in unread_uses(values))
        return [one for one in found if not_read(*one) not in problems]


def line_reader(reading: Reading) -> LineReader:
    """Reads lines with the cards, the subtypes and the layers of an edition."""
    lists = Lists(reading)

    def subtype_named(word: str) -> str:
        found = lists.subtype(word) or lists.subtype(singular(word.capitalize()))
        return found.name.replace("’", "'") if found else ""

    return LineReader(reading.card, system_of(reading), subtype_named)


def read_case(inputs: Inputs, reading: Reading) -> Case:
    objects, effects = (_lines(inputs, key) for key in ("objects", "effects"))
    reader = line_reader(reading)
    system = reader.system
    first = reader.read(objects, effects)
    result = evaluate(first.board, system)
    distinct = {visible(result): result}
    for order in islice(product(*(permutations(group) for group in first.tied)), 1, _MOST_ORDERS):
        read = reader.read(objects, effects, list(chain.from_iterable(order)))
        other = evaluate(read.board, system)
        distinct.setdefault(visible(other), other)
    case = Case(first, result, system, list(distinct.values())[1:])
    if not case.objects:
        raise _with_place(next(line for line in first.lines if line.problem), inputs, reading)
    return case


def suggestion(line: Line, reading: Reading) -> str:
    """The card whose name is like an unknown line; empty for none."""
    return reading.near_card(line.says) if line.unknown else ""


def _with_place(line: Line, inputs: Inputs, reading: Reading) -> TrialError:
    """The error of a field, with the place of the line in it."""
    place, row = line.entry.place, line.entry.row
    whole = inputs.values.get(place, "").replace("\r\n", "\n").strip()
    near = suggestion(line, reading)
    hint = f" Did you mean {near}?" if near else ""
    message = f"{LABELS[place]}: in line {row}, {line.problem}{hint}"
    found = TrialError(message, field=place, suggestion=near or None)
    written = [one for one in re.finditer(r"[^\n]+", whole) if one[0].strip()][row - 1]
    text = written[0].strip()
    found.start = written.start() + written[0].index(text)
    found.end = found.start + len(text)
    return found


def visible(result: Evaluation) -> tuple[tuple[object, ...], ...]:
    """What players see of a result, to compare it with others."""
    return tuple(
        (line, kinds_line(one), abilities_line(one), size_of(one), one.controller, one.name)
        for line, one in sorted(result.state.items())
    )


def _lines(inputs: Inputs, key: str) -> list[str]:
    return [line.strip() for line in inputs.text(key).splitlines() if line.strip()]
