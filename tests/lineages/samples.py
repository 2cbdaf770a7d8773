"""Small editions made up for tests."""

import datetime

from explorer.document.tree import Completeness, Document, Paragraph, completeness
from explorer.lineages.lineages import Lineages, build_lineages, needed_pairs
from explorer.lineages.matching import Change, match
from explorer.lineages.provisions import Provision, Snapshot, term_key

# Rules of an imaginary game, each with words of its own.
SECTION = {
    "1": "Game Concepts",
    "107": "Numbers and Symbols",
    "107.1": "The only numbers this game uses are whole ones.",
    "107.1a": "You can't choose a fraction, deal fractional damage or gain fractional life.",
    "107.2": "If anything needs a number that nobody can determine, it uses zero instead.",
    "107.3": "Many objects use the letter X as a placeholder for a number chosen later (see rule 107.1).",
    "107.4": "Mana symbols show what colors of mana a cost takes.",
    "107.4a": "Hybrid symbols are paid in one of two ways, as their halves show.",
}


def snapshot_of(document: Document) -> Snapshot:
    rules = (Provision(str(entry.number), entry.heading, entry.paragraphs) for entry in document.walk())
    terms = [Provision(term_key(term.slug), term.name, term.paragraphs) for term in document.terms]
    extent = completeness(document.stops_at, complete=document.complete)
    return Snapshot.create(document.effective, rules, terms, extent)


def edition(
    year: int, rules: dict[str, str], terms: dict[str, str] | None = None, *, complete: bool = True
) -> Snapshot:
    """An edition of January 1; further lines of a text are examples, and a text of one word is a title."""
    made = []
    for number, text in rules.items():
        first, *examples = text.split("\n")
        if number.isdigit():
            made.append(Provision(number, first))
        elif " " not in text:
            made.append(Provision(number, text, (Paragraph("text", text),)))
        else:
            paragraphs = (Paragraph("text", first), *(Paragraph("example", example) for example in examples))
            made.append(Provision(number, "", paragraphs))
    for slug, text in (terms or {}).items():
        name = slug.replace("-", " ").title().replace(" Obsolete", " (Obsolete)")
        made.append(Provision(f"glossary/{slug}", name, (Paragraph("text", text),)))
    return Snapshot(datetime.date(year, 1, 1), tuple(made), Completeness.WHOLE if complete else Completeness.EXCERPT)


def without(rules: dict[str, str], *numbers: str) -> dict[str, str]:
    return {number: text for number, text in rules.items() if number not in numbers}


def build(*editions: Snapshot) -> Lineages:
    return build_lineages(editions, match_all(*editions))


def match_all(*editions: Snapshot) -> dict[tuple[datetime.date, datetime.date], list[Change]]:
    by_date = {edition.date: edition for edition in editions}
    wanted = needed_pairs({edition.date: edition.completeness for edition in editions})
    return {(old, new): match(by_date[old], by_date[new]) for old, new in wanted}
