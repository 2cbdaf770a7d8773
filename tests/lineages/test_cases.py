"""Rules followed from edition to edition, against what people found who read both texts."""

import datetime
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.lineages.editions import changed, keys_printed, lineages, snapshots
from tests.shared import shared

READ_BY_HAND = tomllib.loads((Path(__file__).parents[1] / "data" / "lineages.toml").read_text("utf-8"))["case"]


def test_given() -> None:
    """Every case of which both editions are at hand."""
    cases: list[dict[str, Any]] = json.loads(shared("lineage_cases.json").read_text("utf-8"))
    tried, wrong = 0, []
    for case in cases:
        old, new = (datetime.date.fromisoformat(case[key]) for key in ("edition_a", "edition_b"))
        if not {old, new} <= snapshots().keys():
            continue
        tried += 1
        if case["number_a"] is None:
            born = lineages().at(new, case["number_b"])
            is_right = born is not None and old not in born.keys
        else:
            keys = keys_printed(old, case["number_a"])
            is_right = case["number_b"] in [lineages().destination(old, key, new) for key in keys]
        if not is_right:
            wrong.append(case)
    assert not wrong
    assert tried > 20


def test_read_by_hand(subtests: pytest.Subtests) -> None:
    for case in READ_BY_HAND:
        with subtests.test(case=case):
            old, new = (snapshots()[datetime.date.fromisoformat(case[key])] for key in ("old", "new"))
            number, becomes = case["number"], case["becomes"]
            rows = {
                (row.old.key if row.old else "", row.new.key if row.new else ""): str(row.change)
                for row in changed(old.date, new.date)
                if (row.old and row.old.key == number) or (row.new and row.new.key == becomes)
            }
            if case.get("kind", "same") == "same":
                assert lineages().destination(old.date, number, new.date) == becomes
                assert "kind" not in case or not rows
            elif number and becomes:
                assert rows[number, becomes] == case["kind"]
            else:
                # What is gone lives nowhere else, and what is new comes from nowhere.
                mine = {
                    pair: kind
                    for pair, kind in rows.items()
                    if (number and pair[0] == number) or pair[1] == becomes != ""
                }
                assert mine == {(number, becomes): case["kind"]}
