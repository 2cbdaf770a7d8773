"""The orders in which the rules have applied continuous effects through the years (`symbols/data/layers.toml`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from symbols.data_files import read_data
from symbols.plain_text import plain_text
from symbols.trials.trial import Reading


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer or sublayer.

    Attributes:
        rule: its stable name.
        kinds: of operations that are applied in it. `static`, `resolved` and `counter` modify power and toughness, by
            the source of the effect.
    """

    label: str
    title: str
    rule: str
    kinds: frozenset[str]

    @property
    def is_typed(self) -> bool:
        return "type" in self.kinds


@dataclass(frozen=True, slots=True)
class System:
    """The order of an edition, which is known by the `words` of its `rule`.

    Attributes:
        whole: whether an effect that changes types applies there with all it does.
        keeps: whether an effect goes on to the same objects in later layers (613.6).
    """

    layers: tuple[Layer, ...]
    whole: bool = False
    keeps: bool = True
    rule: str = ""
    words: str = ""


def _system(record: Mapping[str, Any]) -> System:
    layers = tuple(Layer(label, title, rule, frozenset(kinds)) for label, title, rule, kinds in record["passes"])
    return System(layers, record.get("whole", False), record.get("kept", True), record["rule"], record["words"])


SYSTEMS: Final = tuple(map(_system, read_data("layers.toml")["system"]))
NEWEST: Final = SYSTEMS[0]


def system_of(reading: Reading) -> System:
    """The system of an edition, by its text; the newest for an excerpt without these rules."""
    if not any(reading.words(system.rule) for system in SYSTEMS):
        return NEWEST
    return next(system for system in SYSTEMS if system.words in plain_text(reading.words(system.rule)))
