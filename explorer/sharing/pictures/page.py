"""Content of the pictures of each kind of page. No queries."""

from datetime import date

from explorer.cards.card import Card
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.history.changes_page import counted_by_kind
from explorer.history.query import ChangesPage
from explorer.library.queries import TermText
from explorer.rules.contents import ContentsPage, chapter_heading
from explorer.rules.rule.query import RulePage
from explorer.sharing.pictures import Picture
from explorer.wording.wordings import summary_of, without_italics
from symbols.sentences import counted, join_words


def rules_of(day: date) -> str:
    """“June 6, 2025 rules”."""
    return f"{long_date(day)} rules"


def rule_picture(page: RulePage) -> Picture:
    place, top = page.place, page.asked or page.tree
    is_section = place.number.kind is NumberKind.SECTION
    around = RuleNumber(page.section.chapter) if is_section else page.section
    heading = page.headings.get(str(place.number), "") if is_section else top.heading
    worded = (rule for rule in (page.shown if top is page.tree else [top]) if not rule.is_title)
    first = next(worded, None)
    return Picture(
        name=without_italics(f"{place.number} {heading}".strip()),
        text=summary_of(first.text) if first else "",
        above=without_italics(f"{around} {page.headings.get(str(around), '')}".strip()),
        edition=rules_of(place.edition.date),
        day=place.edition.date,
    )


def chapter_picture(page: ContentsPage) -> Picture:
    headings: dict[RuleNumber, str] = {}
    for outline in (page.outlines[edition.id] for edition in page.editions):
        sections = outline.contents.get(page.chapter, ()) if page.chapter else ()
        headings = {number: outline.sections[number] for number in sections if outline.sections.get(number)} | headings
    listed = ", ".join(f"{number} {heading}" for number, heading in sorted(headings.items()))
    name = without_italics(f"{page.chapter} {chapter_heading(page)}")
    return Picture(name, summary_of(listed), "Chapter", rules_of(page.place.edition.date))


def term_picture(term: TermText) -> Picture:
    text = "\n".join(paragraph.text for paragraph in term.paragraphs)
    day = term.edition.date
    return Picture(without_italics(term.name), summary_of(text), "Glossary", rules_of(day), day)


def card_picture(card: Card) -> Picture:
    costs = " // ".join(face.mana_cost for face in card.faces if face.mana_cost)
    types = " // ".join(dict.fromkeys(face.type_line for face in card.faces))
    paragraphs = [line for face in card.faces for line in face.text.split("\n") if line.strip()]
    said = counted(len(card.rulings), "ruling") if card.rulings else ""
    return Picture(
        card.name, summary_of(" · ".join(paragraphs)), " · ".join(filter(None, (f"{costs} {types}".strip(), said)))
    )


def changes_picture(page: ChangesPage) -> Picture:
    counts = [f"{count:,} {name.lower()}" for _, name, count in counted_by_kind(page.rows)]
    text = f"{counted(len(page.rows), 'change')}{': ' if counts else ''}{join_words(counts)}."
    return Picture(f"{long_date(page.old.date)} to {long_date(page.new.date)}", text, "What changed", "")
