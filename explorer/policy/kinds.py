"""Kinds of tournament documents: `mtr`, `ipg`, `jar`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symbols.data_files import read_data


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of `explorer/data/policy.toml`, which describes the fields."""

    key: str
    name: str
    short: str
    title: str
    known_by: str
    file: str
    prefix: str = ""
    article: str = ""
    called: Sequence[str] = ()

    @property
    def in_text(self) -> str:
        """Name within a sentence: “the Magic Tournament Rules”, “Judging at Regular”."""
        return f"{self.article}{self.name}"

    def cited(self, number: str) -> str:
        """`4.2` -> `MTR 4.2`, `appendix-a` -> `IPG Appendix A`; for other slugs only the document: `JAR`."""
        kind, _, letter = number.partition("-")
        if kind == "appendix" and len(letter) == 1:
            return f"{self.short} Appendix {letter.upper()}"
        return f"{self.short} {number}" if number[:1].isdigit() else self.short

    def name_of(self, title: str) -> str:
        """“Game Play Error — Missed Trigger” -> “Missed Trigger”."""
        return re.sub(self.prefix, "", title) if self.prefix else title


KINDS: Mapping[str, Kind] = {
    key: Kind(key, **row) for key, row in read_data("policy.toml", "explorer")["documents"].items()
}
