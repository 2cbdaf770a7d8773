"""The life of a rule, and what changed between any two editions."""

import datetime

from explorer.document.tree import Paragraph
from explorer.lineages.lineages import EditionKey, Lineage, Lineages
from explorer.lineages.provisions import ChangeKind, Provision, Snapshot
from explorer.lineages.tracing import Lookup, TraceStep, changes, judged, steps_of, whole_life
from tests.lineages.editions import lineages, snapshots
from tests.lineages.samples import SECTION, build, edition, without


def trace(lineages: Lineages, lineage: Lineage, lookup: Lookup) -> list[TraceStep]:
    """The life of a rule with its texts, newest first; see `whole_life`."""

    def judge(before: EditionKey, now: EditionKey) -> ChangeKind:
        return judged(lineages, before, now, lookup)

    steps = whole_life(lineages, lineage, lambda one: steps_of(lineages, one, judge))
    return [TraceStep(step, lookup(step.seen, step.key)) for step in steps]


def lives(found: Lineages, name: str, *editions: Snapshot) -> list[tuple[str, str, str]]:
    by_date = {one.date: one for one in editions}

    def lookup(date: datetime.date, key: str) -> Provision:
        return by_date[date].by_key[key]

    steps = [step.as_json() for step in trace(found, found[name], lookup)]
    return [(step["edition"][:4], step["number"], step["change"]) for step in steps]


def test_created_edited_moved_removed() -> None:
    moved = without(SECTION, "107.2") | {"107.5": SECTION["107.2"]}
    edited = moved | {"107.5": SECTION["107.2"] + " Really."}
    editions = [
        edition(2003, without(SECTION, "107.2")),
        edition(2004, SECTION),
        edition(2005, moved),
        edition(2006, edited),
        edition(2007, without(SECTION, "107.2")),
    ]
    assert lives(build(*editions), "2004-01-01:107.2", *editions) == [
        ("2007", "107.5", "removed"),
        ("2006", "107.5", "edited"),
        ("2005", "107.5", "moved"),
        ("2004", "107.2", "created"),
    ]


def test_gone_and_back() -> None:
    gone = without(SECTION, "107.2")
    editions = [edition(2003, SECTION), edition(2004, gone), edition(2005, SECTION)]
    assert lives(build(*editions), "2003-01-01:107.2", *editions) == [
        ("2005", "107.2", "created"),
        ("2004", "107.2", "removed"),
        ("2003", "107.2", "created"),
    ]


def test_merged_and_split() -> None:
    one, two = SECTION["107.1a"], SECTION["107.2"]
    whole = without(SECTION, "107.2") | {"107.1a": f"{one} {two}"}
    edited = whole | {"107.1a": f"{one} {two} Really."}
    editions = [edition(2003, SECTION), edition(2004, whole), edition(2005, edited)]
    merged = [("2005", "107.1a", "edited"), ("2004", "107.1a", "merged")]
    assert lives(build(*editions), "2003-01-01:107.2", *editions) == [*merged, ("2003", "107.2", "created")]
    assert lives(build(*editions), "2003-01-01:107.1a", *editions) == [*merged, ("2003", "107.1a", "created")]
    editions = [edition(2003, edited), edition(2004, whole), edition(2005, SECTION)]
    assert lives(build(*editions), "2005-01-01:107.2", *editions) == [
        ("2005", "107.2", "split"),
        ("2004", "107.1a", "edited"),
        ("2003", "107.1a", "created"),
    ]


def test_an_excerpt_removes_nothing() -> None:
    excerpt = edition(2004, {"107": SECTION["107"]}, complete=False)
    editions = [edition(2003, SECTION), excerpt]
    assert lives(build(*editions), "2003-01-01:107.2", *editions) == [("2003", "107.2", "created")]
    assert not changes(build(*editions), *editions)


def test_rows_of_changes() -> None:
    one, two = SECTION["107.1a"], SECTION["107.2"]
    whole = without(SECTION, "107.2", "107.4a") | {"107.1a": f"{one} {two}", "107.5": "A rule that is new altogether."}
    old, new = edition(2003, SECTION), edition(2004, whole)
    rows = [row.as_json() for row in changes(build(old, new), old, new)]
    assert rows == [
        {
            "change": "merged",
            "old": {"number": "107.1a", "text": one},
            "new": {"number": "107.1a", "text": f"{one} {two}"},
        },
        {
            "change": "merged",
            "old": {"number": "107.2", "text": two},
            "new": {"number": "107.1a", "text": f"{one} {two}"},
        },
        {"change": "created", "old": None, "new": {"number": "107.5", "text": whole["107.5"]}},
        {"change": "removed", "old": {"number": "107.4a", "text": SECTION["107.4a"]}, "new": None},
    ]


def test_examples_are_part_of_the_text() -> None:
    provision = Provision("107.2", "", (Paragraph("text", "It is zero."), Paragraph("example", "Example: Zero.")))
    old, new = edition(2003, SECTION), edition(2004, without(SECTION, "107.2"))
    with_example = Snapshot(new.date, (*new.provisions, provision))
    row = next(
        row for row in changes(build(old, with_example), old, with_example) if row.new and row.new.key == "107.2"
    )
    assert row.as_json()["new"] == {"number": "107.2", "text": "It is zero.\nExample: Zero."}


def test_any_two_editions_agree_with_the_steps_between() -> None:
    """From the first edition to the last: what lives on is what each step passed on."""
    dates = list(snapshots())
    old, new = snapshots()[dates[0]], snapshots()[dates[-1]]
    rows = changes(lineages(), old, new)
    gone = {row.old.key for row in rows if row.old and row.new is None}
    for key in old.by_key:
        assert (lineages().destination(old.date, key, new.date) is None) == (key in gone)
    kept = [row for row in rows if row.old and row.new]
    assert len({row.new.key for row in kept if row.new}) > 400
