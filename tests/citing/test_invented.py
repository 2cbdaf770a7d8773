"""Quotations that no edition has, as models and tired judges write them."""

from pathlib import Path

import pytest

from explorer.citing.checking import ON_SITE, Checker
from explorer.citing.judging import Status
from explorer.library.loaded import library
from tests.conftest import with_editions
from tests.shared import FEW_EDITIONS

TABLE = Path(__file__).parent.parent / "data" / "citing" / "invented.tsv"


def invented() -> list[str]:
    lines = (line for line in TABLE.read_text().splitlines() if line[:1] != "#")
    return [line.replace("\\n", "\n") for line in lines]


@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
class TestInvented:
    @pytest.mark.slow
    def test_almost_all_are_misquotations_and_none_is_silent(self) -> None:
        loaded = library()
        texts = invented()
        found = [Checker(loaded, None, ON_SITE).check(text).citations for text in texts]
        assert [len(each) for each in found] == [1] * len(texts)
        silent = [one for [one] in found if one.verdict.status is not Status.MISQUOTED and not one.uncompared]
        assert silent == []
        assert sum(one.verdict.status is Status.MISQUOTED for [one] in found) >= 0.9 * len(texts)

    @pytest.mark.slow
    def test_in_one_text(self) -> None:
        text = "\n\n".join(invented())
        checked = Checker(library(), None, ON_SITE).check(text)
        assert checked.right == checked.uncompared
