"""Official documents since 2003 whose addresses are known, from `explorer/data/documents.csv`."""

import csv
import datetime
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).resolve().parents[1] / "data" / "documents.csv"


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """Facts about a document.

    Attributes:
        effective: date from which its rules are effective.
        size: of the file, in bytes.
        sha256: of its bytes, in hexadecimal.
        address: where it is kept, by the publisher or by the Web Archive.
    """

    effective: datetime.date
    size: int
    sha256: str
    address: str


def known_documents(table: Path = TABLE) -> list[KnownDocument]:
    """Return the documents, newest first."""
    with table.open(encoding="ascii", newline="") as file:
        found = [
            KnownDocument(
                datetime.date.fromisoformat(row["effective"]), int(row["bytes"]), row["sha256"], row["address"]
            )
            for row in csv.DictReader(file)
        ]
    return sorted(found, key=lambda one: one.effective, reverse=True)
