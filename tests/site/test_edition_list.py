"""The page that lists the editions: what it says of each, and where it leads."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from explorer.importing.documents import import_bytes
from explorer.models import Edition
from tests.conftest import Command
from tests.document.samples import BODY, DOCUMENT, FRONT
from tests.site.test_pages import Outline, read

pytestmark = pytest.mark.django_db
CUT = (FRONT + BODY + "Glossary\n\nAbility\nText on an object.\n\nCard\nA piece of card").replace("June 6", "June 20")


def rows(html: str) -> list[list[str]]:
    """The text of the cells of each line of the table."""
    body = html.partition("</thead>")[2].partition("</table>")[0]
    lines = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("<tr ")[1:]]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in line] for line in lines]


def test_every_edition_is_listed_newest_first(client: Client) -> None:
    listed = rows(read(client, "/editions/"))
    years = [line[0] for line in listed if len(line) == 1]
    assert years == ["2025", "2024", "2011", "2008"]
    editions = [line for line in listed if len(line) > 1]
    assert [line[0].partition(" Excerpt: ")[0] for line in editions] == [
        "June 6, 2025", "September 20, 2024", "March 8, 2024", "July 15, 2011", "March 17, 2008",
    ]  # fmt: skip
    assert editions[1][0] == "September 20, 2024 Excerpt: rule 107.3 and one glossary entry"
    for line, edition in zip(editions, Edition.objects.order_by("-date"), strict=True):
        counts = [int(cell.split()[0].replace(",", "")) for cell in line[1:5]]
        assert counts == [edition.sections, edition.rules, edition.examples, edition.terms]
        assert line[5] == edition.source


def test_each_leads_to_its_contents(client: Client) -> None:
    page = Outline(read(client, "/editions/"))
    pinned = [link["href"] for link in page.all("a") if re.fullmatch(r"/rules/[\d-]+/", link["href"] or "")]
    assert len(pinned) == Edition.objects.count()
    for address in pinned:
        assert address is not None
        read(client, address)


def test_an_edition_and_a_document_that_breaks_off(client: Client) -> None:
    import_bytes(DOCUMENT.replace("June 6", "June 13").encode(), "https://media.wizards.com/rules.txt")
    import_bytes(CUT.encode(), "cut.txt")
    html = read(client, "/editions/")
    cut, whole, *_ = (line for line in rows(html) if len(line) > 1)
    assert cut[0] == "June 20, 2025 All rules: the document breaks off at the glossary entry “Card”"
    assert whole == [
        "June 13, 2025", "3 sections", "8 rules", "2 examples", "3 terms", "https://media.wizards.com/rules.txt",
    ]  # fmt: skip
    assert '<a href="https://media.wizards.com/rules.txt" rel="external">' in html
    assert "7 loaded" in html
    assert "5 excerpts" in html


def test_where_a_document_breaks_off_is_said_everywhere(client: Client) -> None:
    import_bytes(CUT.encode(), "cut.txt")
    for address in ("/rules/2025-06-20/", "/rules/2025-06-20/100/", "/rules/2025-06-20/100.1a/",
                    "/glossary/2025-06-20/", "/glossary/2025-06-20/card/", "/glossary/card/"):  # fmt: skip
        page = Outline(read(client, address))
        text = " ".join(page.text.split())
        assert "June 20, 2025 rules (excerpt)" not in text, address
        assert "excerpt" in {attributes.get("id") for _, attributes in page.elements}, address
        assert "All rules. The document breaks off at the glossary entry “Card”." in text, address


@pytest.mark.slow
def test_search_marks_what_is_from_an_excerpt(client: Client) -> None:
    import_bytes((FRONT + BODY[: BODY.index("101.1.")]).replace("June 6", "June 20").encode(), "cut.txt")
    import_bytes(DOCUMENT.replace("June 6", "May 6").encode(), "whole.txt")
    text = " ".join(Outline(read(client, "/search/?q=subrule")).text.split())
    assert "· June 20, 2025 (excerpt)" in text
    assert "May 6, 2025 (excerpt)" not in text.partition("Search in")[0]


@pytest.mark.slow
def test_a_whole_edition_is_not_marked(client: Client) -> None:
    import_bytes(DOCUMENT.replace("June 6", "June 13").encode(), "whole.txt")
    for address in ("/rules/2025-06-13/", "/rules/2025-06-13/100.1a/", "/glossary/2025-06-13/"):
        page = read(client, address)
        assert 'id="excerpt"' not in page
        assert "June 13, 2025 rules (excerpt)" not in page


def test_the_switch_leads_to_it(client: Client) -> None:
    switch = read(client, "/rules/107.4/").partition('<details class="switch">')[2].partition("</details>")[0]
    assert 'href="/editions/"' in switch


def test_an_empty_library(client: Client) -> None:
    Edition.objects.all().delete()
    assert "manage.py up" in read(client, "/editions/", status=404)


@pytest.mark.slow
def test_years_to_jump_to_where_there_are_many(client: Client) -> None:
    assert 'aria-label="Years"' not in read(client, "/editions/")
    for year in range(2012, 2020):
        import_bytes(DOCUMENT.replace("2025", str(year)).encode(), f"{year}.txt")
    page = Outline(read(client, "/editions/"))
    targets = {attributes.get("id") for _, attributes in page.elements}
    jumps = [link["href"] for link in page.all("a") if re.fullmatch(r"#y\d{4}", link["href"] or "")]
    assert len(jumps) == 12
    assert {jump[1:] for jump in jumps if jump} <= targets


HOLED = DOCUMENT.replace("100.2. This", "100.4. This").replace("June 6", "June 20")


def test_numbers_that_a_document_leaves_out(client: Client) -> None:
    import_bytes(HOLED.encode(), "holed.txt")
    page = read(client, "/editions/")
    assert page.count("100.2–100.3") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_the_commands_say_what_a_document_leaves_out(tmp_path: Path, command: Command) -> None:
    document = tmp_path / "holed.txt"
    document.write_text(HOLED)
    said = "holed.txt: numbers 100.2–100.3 aren’t in the document.\n"
    done = command("import_rules", str(document))
    assert (done.returncode, done.stderr) == (0, said)
    assert done.stdout == "holed.txt: edition of 2025-06-20 added\n"
    again = command("import_rules", str(document), "--json")
    assert (again.returncode, again.stderr) == (0, said)
    (report,) = json.loads(again.stdout)
    assert (report["action"], report["complete"], report["gaps"]) == ("present", True, ["100.2–100.3"])
    document.write_text(HOLED.replace("100.4. This", "100.3. This").replace("June 20", "June 27"))
    assert command("import_rules", str(document)).stderr == ("holed.txt: number 100.2 isn’t in the document.\n")


@pytest.mark.slow
@pytest.mark.usefixtures("prepared_folder")
def test_a_document_that_goes_on_without_a_section(client: Client, tmp_path: Path, command: Command) -> None:
    source = DOCUMENT[: DOCUMENT.rindex("101. Some")] + DOCUMENT[DOCUMENT.rindex("2. Other Things") :]
    (tmp_path / "a.txt").write_text(source.replace("June 6", "June 20"))
    done = command("import_rules", str(tmp_path / "a.txt"))
    assert done.stdout == "a.txt: excerpt of 2025-06-20 added; the document lacks section 101\n"
    assert "(excerpt, lacks section 101)" in command("editions").stdout
    listed = command("editions", "--json").stdout
    assert '"lacks": "section 101"' in listed
    assert "stops_at" not in listed
    import_bytes((tmp_path / "a.txt").read_bytes(), "a.txt")
    assert "the document lacks section 101" in read(client, "/editions/")
    page = read(client, "/rules/2025-06-20/100.1/")
    assert "The document lacks section 101." in page


@pytest.mark.usefixtures("prepared_folder")
def test_the_command_says_where_a_document_breaks_off(tmp_path: Path, command: Command) -> None:
    (tmp_path / "cut.txt").write_text(CUT)
    done = command("import_rules", str(tmp_path / "cut.txt"))
    where = "the glossary entry “Card”"
    assert done.stdout == f"cut.txt: edition of 2025-06-20 added; the document breaks off at {where}\n"
    assert f"(all rules, breaks off at {where})" in command("editions").stdout
    last = json.loads(command("editions", "--json").stdout)[-1]
    assert (last["complete"], last["stops_at"]) == (False, where)
