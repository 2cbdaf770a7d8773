"""Documents of our own in the shape of the tournament documents, as PDFs that these lines write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 612, 792
FONTS = ("Times-Roman", "Times-Bold", "Times-Italic", "Courier")
TEXT, BOLD, ITALIC, COURIER = range(len(FONTS))


@dataclass(frozen=True, slots=True)
class Printed:
    """A line of text; lengths are in points, from the top left."""

    left: float
    top: float
    text: str
    font: int = TEXT
    size: float = 11


@dataclass(frozen=True, slots=True)
class Boxed:
    """Border of a table cell."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Linked:
    left: float
    top: float
    width: float
    height: float
    target: str


Part = Printed | Boxed | Linked
Page = Sequence[Part]


def pdf(pages: Sequence[Page]) -> bytes:
    """Write a PDF with standard fonts."""
    fonts = " ".join(f"/F{place} {4 + place} 0 R" for place in range(len(FONTS)))
    kids = " ".join(f"{4 + len(FONTS) + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        f"<< /Font << {fonts} >> >>".encode(),
        *(f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode() for name in FONTS),
    ]
    for place, page in enumerate(pages):
        stream = b"\n".join(_drawn(one) for one in page if not isinstance(one, Linked))
        links = " ".join(_link(one) for one in page if isinstance(one, Linked))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources 3 0 R "
            f"/Contents {5 + len(FONTS) + 2 * place} 0 R /Annots [{links}] >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    return _written(objects)


def _written(objects: Iterable[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start)


def _link(one: Linked) -> str:
    bottom = HEIGHT - one.top - one.height
    return (
        f"<< /Type /Annot /Subtype /Link /Rect [{one.left} {bottom} {one.left + one.width} {bottom + one.height}] "
        f"/A << /S /URI /URI ({one.target}) >> >>"
    )


def _drawn(one: Printed | Boxed) -> bytes:
    if isinstance(one, Boxed):
        return f"{one.left} {HEIGHT - one.top - one.height} {one.width} {one.height} re S".encode()
    text = one.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    place = f"BT /F{one.font} {one.size} Tf {one.left} {HEIGHT - one.top - one.size} Td (".encode()
    return place + text + b") Tj ET"


LINE, GAP = 12.6, 22.6
LEFT, LIST, LIST_TEXT = 54, 90, 108
_BOTTOM = 733


class Pages:
    """Sets text line by line, with page numbers."""

    def __init__(self) -> None:
        self.pages: list[list[Part]] = [[]]
        self.top = 72.0

    def page(self) -> None:
        number = str(len(self.pages))
        self.pages[-1].append(Printed(550, _BOTTOM, number))
        self.pages.append([])
        self.top = 72.0

    def add(self, *lines: str, left: float = LEFT, font: int = TEXT, size: float = 11, gap: float = GAP) -> None:
        """Add a paragraph after a gap."""
        for place, line in enumerate(lines):
            self.top += gap if place == 0 else LINE
            self.pages[-1].append(Printed(left, self.top, line, font, size))

    def item(self, mark: str, *lines: str, first: bool = False) -> None:
        self.add(f"{mark} ", left=LIST, gap=GAP if first else LINE)
        self.pages[-1].append(Printed(LIST_TEXT, self.top, lines[0]))
        for line in lines[1:]:
            self.add(line, left=LIST_TEXT, gap=LINE)

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        self.top += GAP
        for row in rows:
            for place, cell in enumerate(row):
                self.pages[-1].append(Boxed(100 + 150 * place, self.top, 150, 20))
                self.pages[-1].append(Printed(105 + 150 * place, self.top + 4, cell))
            self.top += 20

    def done(self) -> bytes:
        self.page()
        return pdf([page for page in self.pages if page])


def _contents(pages: Pages, entries: Iterable[str]) -> None:
    for entry in entries:
        is_top = (entry[:2] in {"1.", "2."} and entry[2:3] == " ") or entry[0] in "IA"
        pages.add(f"{entry} {'.' * 60} 2", left=LEFT if is_top else LEFT + 12, gap=LINE)


DROPPED = "Do not leave without telling the desk."
KEPT = "A marker is any object that stands for something in the game."


def mtr(day: str = "May 13, 2024", *, more: str = KEPT, dropped: bool = False, minutes: str = "40") -> bytes:
    """Tournament rules; `more` is the text of 2.1, and `dropped` removes 2.2, so that 2.3 is renumbered."""
    pages = Pages()
    pages.add("MAGIC: THE GATHERING® TOURNAMENT RULES", font=BOLD, size=16)
    pages.add(f"Effective {day}", font=ITALIC, gap=GAP)
    later = ["2.2 Sleeves"] if dropped else ["2.2 Leaving", "2.3 Sleeves"]
    entries = ["Introduction", "1. Beginnings", "1.1 Kinds of Events", "2. Habits", "2.1 Markers", *later]
    _contents(pages, [*entries, "Appendix A—Minutes", "Short Rounds"])
    pages.page()
    pages.add("Introduction", font=BOLD, size=14)
    pages.add("This sample is ours. It names rule 104.3a, section 2.1 and the Infraction", "Procedure Guide.")
    pages.add("1. Beginnings", font=BOLD, size=14)
    pages.add("1.1 Kinds of Events")
    pages.add("There are invitation-", "only events and others. A list of those that any-", "body may join:")
    pages.item("•", "the first kind, which goes on over", "a second line", first=True)
    pages.item("•", "the second kind")
    pages.add("Large Events", font=ITALIC)
    pages.add("These come last on their page and go on after the turn of it, as long texts in such documents do, since")
    pages.page()
    pages.add("nobody sets them otherwise.")
    pages.add("2. Habits", font=BOLD, size=14)
    pages.add("2.1 Markers")
    pages.add(more)
    pages.add("Examples", font=ITALIC)
    pages.item("1.", "A player puts a bead on a card.", first=True)
    pages.item("2.", "A player turns a die to six.")
    if not dropped:
        pages.add("2.2 Leaving")
        pages.add(DROPPED)
    pages.add(f"2.{2 if dropped else 3} Sleeves")
    pages.add("Sleeves hide what is on the back of a card from everyone at the table.")
    pages.page()
    pages.add("Appendix A—Minutes", font=BOLD, size=14)
    pages.add("Short Rounds")
    pages.add("Rounds have these lengths:")
    pages.table([("Round", "Minutes"), ("First", minutes), ("Last", "none")])
    pages.add("All trademarks are property of nobody.", size=9)
    return pages.done()


def mtr_later() -> bytes:
    more = "A marker is any object that stands for something else in the game."
    return mtr("June 1, 2025", more=more, dropped=True, minutes="45")


def ipg(day: str = "April 15, 2024", *, penalty: str = "Warning") -> bytes:
    pages = Pages()
    pages.add("MAGIC INFRACTION PROCEDURE GUIDE", font=BOLD, size=16)
    pages.add(f"Effective {day}", font=ITALIC)
    pages.add("CONTENTS", font=BOLD)
    entries = ("1. General Philosophy", "1.1. Reversing", "2. Tournament Errors", "2.1. Tournament Error — Slow Play")
    _contents(pages, entries)
    pages.page()
    pages.add("1. GENERAL PHILOSOPHY", font=BOLD)
    pages.add("Be kind.")
    pages.add("1.1. REVERSING", font=BOLD)
    pages.add("Go back one step.")
    pages.add("2. TOURNAMENT ERRORS", font=BOLD)
    pages.add("These are about the event.")
    pages.add("2.1. Tournament Error — Slow Play", font=BOLD)
    pages.pages[-1].append(Printed(480, pages.top, penalty, BOLD))
    pages.add("Definition", font=BOLD)
    pages.add("A player thinks for longer than a sandglass runs. Consider section 1.1.")
    pages.add("Examples", font=BOLD)
    pages.item("A.", "A player reads each card twice.", first=True)
    pages.item("B.", "A player pays for 3W (actual cost 2WW), which takes an hour.")
    pages.add("Philosophy", font=BOLD)
    pages.add("Time belongs to both players.")
    pages.add("Upgrade:", font=BOLD)
    pages.pages[-1].append(Printed(104, pages.top, "If it happens again, it costs a game."))
    return pages.done()


def jar(day: str = "September 25, 2020") -> bytes:
    pages = Pages()
    pages.add("Judging at Regular Rules Enforcement Level (REL)", size=14)
    pages.add(f"Updated {day}", font=ITALIC)
    pages.add("Keep it friendly.")
    pages.add("Common Issues", font=BOLD, size=14)
    pages.add("A player forgets something", font=BOLD)
    pages.add("Remind them, and go on.")
    return pages.done()
