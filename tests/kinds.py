"""An address of each kind of page, in the rules that Pipwise starts with."""

from urllib.parse import quote_plus

BRIEF = "note=Mine&" + "&".join(
    f"part={quote_plus(part)}&note=On+it"
    for part in (
        *("/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/glossary/x/", "/check/?cost=xx2/w&pool=WWWWW"),
        *("/x/?what=card", "/x/?what=permanent", "/try/halves/", "/try/halves/?number=8", "/symbols/W-U/", "nothing"),
    )
)
EVERY_KIND = (
    *("/", "/?q=hybrid", "/?q=%7BX%7D%7BR%7D"),
    *("/rules/", "/rules/1/", "/rules/107/", "/rules/107.4f/", "/rules/202.3/", "/rules/2024-03-08/107.4f/"),
    *("/glossary/", "/glossary/x/", "/index/", "/index/?letter=M", "/editions/"),
    *("/rules/107.4f/history/", "/changes/", "/changes/2024-03-08/2025-06-06/"),
    "/changes/2024-03-08/2025-06-06/?view=side",
    *("/symbols/", "/symbols/?q=zzzz", "/symbols/W-U/", "/symbols/sheet/"),
    *("/check/", "/check/?cost=xx2/wg/w/p&pool=WWWWW", "/check/?cost=2WU&pool=W", "/check/?cost=%7BW"),
    *(
        "/cards/",
        "/x/",
        "/x/?what=card",
        "/try/",
        "/try/halves/",
        "/try/halves/?number=zz",
        "/try/paying/",
        "/numbers/",
    ),
    *("/search/", "/search/?q=mana", "/search/?q=pawprint", "/search/?q=zeppelin"),
    *("/brief/", f"/brief/?{BRIEF}", f"/brief/?{BRIEF}&edit=1"),
    *("/api/", "/rules/107.99/", "/nothing/here/"),
)
ONE_OF_EACH = (
    *("/", "/rules/", "/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/rules/107.4f/history/", "/glossary/x/"),
    *("/changes/", "/changes/2024-03-08/2025-06-06/", "/index/?letter=M", "/symbols/?q=hybrid", "/symbols/W-U/"),
    *("/check/?cost=xx2/wg/w/p&pool=WWWWW", "/check/?cost=%7BW", "/x/?what=card", "/try/halves/", "/numbers/"),
    *("/search/?q=mana", "/search/?q=zeppelin", "/editions/", "/cards/", "/api/", "/nothing/here/"),
    f"/brief/?{BRIEF}&edit=1",
)
"""Fewer of them, for what takes long: no two of the same template and style sheet."""
