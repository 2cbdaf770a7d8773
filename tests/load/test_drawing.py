"""Every kind of request can be drawn."""

import pytest

from tests.load.drawing import KINDS, Chance, Library


@pytest.mark.slow
def test_each_kind_has_an_address() -> None:
    pages = ["/rules/2025-06-06/", "/rules/107.4f/", "/glossary/x/", "/cards/fireball/"]
    chance = Chance(Library(pages, ["mana"]), seed=1)
    for kind in KINDS:
        for _ in range(20):
            request = chance.like(chance.fresh(kind), chance.fresh(kind))
            assert request.address.startswith("/"), kind
