"""Lineages in the database: kept in step with the editions, and asked for a page at a time."""

from datetime import date, timedelta
from itertools import permutations
from typing import Any

import pytest

from explorer.importing import derived
from explorer.importing.documents import import_bytes, steps_to_compare
from explorer.importing.prepare import prepare
from explorer.library.history.counts import timeline
from explorer.library.history.life import life_at, lives_under, provisions_at
from explorer.library.history.places import keys_at
from explorer.library.loaded import library
from explorer.models import Derived, Edition, EditionPair, LineageRow, LineageStep, Wording
from tests.conftest import on_both_databases
from tests.document.samples import DOCUMENT

# Four editions: 100.1b becomes 100.1a and loses nothing, then 101.2 is edited, then it goes.
FIRST = DOCUMENT
SECOND = (
    FIRST.replace("June 6", "June 13")
    .replace("100.1a A subrule of", "100.1a A rule that is new, and like nothing else here.\n\n100.1b A subrule of")
    .replace("100.1b A second", "100.1c A second")
    .replace("part of rule 100.1b", "part of rule 100.1c")
)
THIRD = SECOND.replace("June 13", "June 20").replace("costs {2}{W}", "costs {W}")
FOURTH = THIRD.replace("June 20", "June 27").replace(
    "101.2. The last rule of the chapter costs {W} and isn't part of rule 100.1c.\n\n", ""
)
EDITIONS = (FIRST, SECOND, THIRD, FOURTH)
DAYS = [date(2025, 6, day) for day in (6, 13, 20, 27)]


def stored() -> list[tuple[object, ...]]:
    steps = LineageStep.objects.order_by("lineage_id", "pk").values_list(
        "lineage_id", "key", "change", "since", "until", "seen"
    )
    links = LineageRow.objects.order_by("pk").values_list("pk", "merged_into_id", "merged_on", "split_from_id")
    return [*steps, *links]


def pairs_stored() -> dict[tuple[date, date], int]:
    return {(old, new): pk for pk, old, new in EditionPair.objects.values_list("pk", "old__date", "new__date")}


@on_both_databases
@pytest.mark.usefixtures("empty_library")
class TestKeptInStep:
    @pytest.mark.slow
    def test_the_order_of_import_makes_no_difference(self) -> None:
        found = []
        for order in list(permutations(range(4)))[::5]:
            library_rows = _imported(EDITIONS[place] for place in order)
            found.append((library_rows, sorted(pairs_stored())))
        assert all(one == found[0] for one in found)
        derived.rebuild()
        assert stored() == found[0][0]

    @pytest.mark.slow
    def test_an_edition_in_between_is_matched_with_its_neighbors_alone(self) -> None:
        _imported([FIRST, SECOND, FOURTH])
        before = pairs_stored()
        import_bytes(THIRD.encode(), "third")
        after = pairs_stored()
        assert list(after) != list(before)
        assert after.keys() - before.keys() == {(DAYS[1], DAYS[2]), (DAYS[2], DAYS[3])}
        assert before.keys() - after.keys() == {(DAYS[1], DAYS[3])}
        assert after[DAYS[0], DAYS[1]] == before[DAYS[0], DAYS[1]]

    def test_caches_follow_derived_data(self) -> None:
        _imported([FIRST])
        with derived.together():
            import_bytes(SECOND.encode(), "second")
            import_bytes(THIRD.encode(), "third")
            assert not timeline(library()).pairs
        assert timeline(library()).pairs == [(DAYS[0], DAYS[1]), (DAYS[1], DAYS[2])]

    def test_lineages_catch_up_once_and_an_early_end_is_noticed(self) -> None:
        with derived.together():
            import_bytes(FIRST.encode(), "first")
            import_bytes(SECOND.encode(), "second")
            assert derived.outdated() == {"cards and rules", "changes between editions", "lineages"}
            assert life_at("100.1c", DAYS[1]) is None
        assert not derived.outdated()
        assert life_at("100.1c", DAYS[1]) is not None

    def test_progress_is_proportional_to_work(self) -> None:
        parts: list[tuple[str, float]] = []
        with derived.together(lambda sentence, share: parts.append((sentence, share))):
            _imported([FIRST, SECOND, THIRD])
        shares = [share for _, share in parts]
        assert shares == sorted(shares)
        assert shares[0] == 0
        compared = [share for sentence, share in parts if sentence.startswith("Comparing")]
        assert len(set(compared)) == len(compared) == 2
        assert 0.5 < shares[-1] < 1

    def test_editions_far_apart_take_longer_to_compare(self) -> None:
        _imported([FIRST])
        near, far = (DAYS[0] + timedelta(days=days) for days in (90, 7300))
        assert steps_to_compare({DAYS[0]}) == 0
        assert 0 < steps_to_compare({near}) < steps_to_compare({far}) / 3

    def test_ctrl_c_does_not_wait_for_derived_data(self) -> None:
        def stop() -> None:
            _imported([FIRST, SECOND])
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt), derived.together():
            stop()
        assert derived.outdated()
        assert prepare()
        assert not derived.outdated()

    def test_prepare_catches_up_after_an_import(self) -> None:
        _imported([FIRST, SECOND])
        whole, kept = stored(), pairs_stored()
        for name in ("changes between editions", "lineages"):
            row = Derived.objects.get(name=name)
            row.version = f"{row.version[:-1]}+"
            row.save()
        LineageStep.objects.all().delete()
        assert prepare()
        assert stored() == whole
        assert pairs_stored() == kept

    @pytest.mark.slow
    def test_a_life(self, django_assert_num_queries: Any) -> None:
        _imported(EDITIONS)
        with django_assert_num_queries(1):
            life = life_at("101.2", DAYS[1])
        assert life is not None
        assert [(step.date, str(step.change)) for step in life.steps] == [
            (DAYS[3], "removed"),
            (DAYS[2], "edited"),
            (DAYS[0], "created"),
        ]
        assert life.removal is not None
        assert life.removal.seen == DAYS[2]
        assert life.spans == [(DAYS[0], DAYS[3])]
        assert life.at(DAYS[3]) is None
        with django_assert_num_queries(1):
            texts = provisions_at((step.seen, step.key) for step in life.steps)
        assert "costs {W}" in texts[DAYS[2], "101.2"].text

    def test_all_lives_under_a_number(self) -> None:
        _imported(EDITIONS)
        assert [life.first.key for life in lives_under("100.1b")] == ["100.1a", "100.1b"]
        places = [("100.1a", DAYS[0]), ("100.1b", DAYS[0]), ("101.2", DAYS[0]), ("100.1c", DAYS[1])]
        found = {key: now for (key, _), now in keys_at(places, DAYS[3]).items()}
        assert found == {"100.1a": "100.1b", "100.1b": "100.1c", "100.1c": "100.1c"}
        assert not lives_under("999.9")

    def test_glossary_entries_live_too(self) -> None:
        _imported([FIRST, FOURTH])
        life = life_at("glossary/card", DAYS[3])
        assert life is not None
        assert life.first.date == DAYS[0]
        assert provisions_at([(DAYS[0], "glossary/card")])[DAYS[0], "glossary/card"].heading == "Card"


def _imported(documents: Any) -> list[tuple[object, ...]]:
    EditionPair.objects.all().delete()
    Edition.objects.all().delete()
    Wording.objects.all().delete()
    for document in documents:
        import_bytes(document.encode(), "document")
    return stored()
