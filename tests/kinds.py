"""An address of each kind of page, in the rules that Pipwise starts with."""

from urllib.parse import quote_plus

from symbols.catalog.definitions import all_definitions

BRIEF = "note=Mine&" + "&".join(
    f"part={quote_plus(part)}&note=On+it"
    for part in (
        *("/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/glossary/x/", "/check/?cost=xx2/w&pool=WWWWW"),
        *("/x/?what=card", "/x/?what=permanent", "/try/halves/", "/try/halves/?number=8", "/symbols/W-U/", "nothing"),
    )
)
# With questions, a count, and an option that was found.
CAST = "/cast/?cost=%7BX%7D%7BW%2FP%7D&x=2&targets=2&in_play=spells+cost+%7B1%7D+more&sources=5+Plains"
ASKING = "/check/?cost=%7BT%7D,Discard+X+cards&pool=WC&find=kick"
EVERY_KIND = (
    *("/", "/?q=hybrid", "/?q=%7BX%7D%7BR%7D"),
    *("/rules/", "/rules/1/", "/rules/107/", "/rules/107.4f/", "/rules/202.3/", "/rules/2024-03-08/107.4f/"),
    *("/rules/107.4e/table/", "/rules/2024-03-08/107.4/table/"),
    *("/glossary/", "/glossary/x/", "/index/", "/index/?letter=M", "/editions/"),
    *("/rules/107.4f/history/", "/changes/", "/changes/2024-03-08/2025-06-06/"),
    "/changes/2024-03-08/2025-06-06/?view=side",
    *("/symbols/", "/symbols/?q=zzzz", "/symbols/W-U/", "/symbols/sheet/"),
    *("/check/", "/check/?cost=xx2/wg/w/p&pool=WWWWW", "/check/?cost=2WU&pool=W", "/check/?cost=%7BW", ASKING),
    *("/cast/", CAST, "/cast/?cost=%7BX%7DR", "/cast/?cost=2WU&targets=0&pool=W", "/cast/?cost=%7BW"),
    *(
        "/cards/",
        "/x/",
        "/x/?what=card",
        "/try/",
        "/try/halves/",
        "/try/halves/?number=zz",
        "/try/paying/",
        "/try/combat/",
        "/numbers/",
    ),
    *("/search/", "/search/?q=mana", "/search/?q=pawprint", "/search/?q=zeppelin"),
    *("/brief/", f"/brief/?{BRIEF}", f"/brief/?{BRIEF}&edit=1"),
    *("/citations/", "/citations/?text=704.5k"),
    *("/api/", "/rules/107.99/", "/nothing/here/"),
)
ONE_OF_EACH = (
    *("/", "/rules/", "/rules/107.4f/", "/rules/2024-03-08/107.4f/", "/rules/107.4f/history/", "/glossary/x/"),
    *("/changes/", "/changes/2024-03-08/2025-06-06/", "/index/?letter=M", "/symbols/?q=hybrid", "/symbols/W-U/"),
    *(
        "/rules/107.4e/table/",
        "/check/?cost=xx2/wg/w/p&pool=WWWWW",
        "/check/?cost=%7BW",
        "/x/?what=card",
        "/try/halves/",
        "/numbers/",
    ),
    *("/search/?q=mana", "/search/?q=zeppelin", "/editions/", "/cards/", "/api/", "/nothing/here/"),
    *(ASKING, CAST, "/cast/", "/check/?cost=xx2/wg/w/p", f"/brief/?{BRIEF}&edit=1", "/citations/?text=704.5k"),
)
"""Fewer of them, for what takes long: no two of the same template and style sheet."""
ANYWHERE = (
    *("/", "/?q=%7BX%7DR", "/?q=107", "/?q=107.4", "/?q=mana", "/?q=7", "/?q=qqqqq", "/?q=%7BR%7D+mana"),
    *(
        "/check/",
        "/check/?cost=7",
        "/check/?cost=%7B",
        "/cast/",
        "/cast/?cost=%7B",
        "/cast/?cost=7&pool=W",
        "/x/",
        "/x/?subject=nothing",
        "/numbers/",
        "/try/",
    ),
    *("/try/nothing/", "/symbols/", "/symbols/?q=zzz", "/symbols/sheet/", "/symbols/nothing/", "/symbols/W.svg"),
    *(f"/symbols/{one.slug}/" for one in list(all_definitions())[::12]),
    *(
        f"/search/?q={typed}&for=words"
        for typed in ("107.4", "7", "%7BT%7D", "mana", "qqqqq", "manna", "%22mana+cost%22")
    ),
    *(f"/search/?q={typed}" for typed in ("", "2008-03-17", "dies", "first+strike+zzzzz", "strke+fling+blokc+creatre")),
    *("/search/?q=mana&edition=all", "/search/?q=mana&page=999", "/search/?q=qqqqq&edition=all"),
    *("/rules/107.4z/", "/rules/999/", "/rules/9/", "/rules/nothing/", "/rules/2001-01-01/", "/rules/2001-02-30/"),
    *("/rules/2001-01-01/107.4/", "/glossary/nothing-of-that-name/", "/glossary/2001-01-01/", "/nothing/"),
)
"""Pages that are the same in any library, and what isn't there."""
