"""Official documents since 2003 with known URLs, from `explorer/data/documents.csv`."""

import csv
import datetime
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "data" / "documents.csv"


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """An official document.

    Attributes:
        address: URL at the publisher's or the Web Archive's site.
    """

    effective: datetime.date
    size: int
    sha256: str
    address: str


def known_documents(table: Path = TABLE) -> list[KnownDocument]:
    with table.open(encoding="ascii", newline="") as file:
        found = [
            KnownDocument(
                datetime.date.fromisoformat(row["effective"]), int(row["bytes"]), row["sha256"], row["address"]
            )
            for row in csv.DictReader(file)
        ]
    return sorted(found, key=lambda one: one.effective, reverse=True)
