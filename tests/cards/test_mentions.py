"""Cards named in questions, as the API tells them."""

import re

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.conftest import forget_everything, with_editions
from tests.shared import NEWEST
from tests.tables import rows

pytestmark = pytest.mark.django_db

# Names that are plain English or words of the rules, too.
_PLAIN = """Balance, Cancel, Clone, Deal Damage, Flash, Flicker, Fog, Forest, Fork, Hit // Run, Murder, Ninja, Opt,
    Override, Path to Exile, Question, Regeneration, Remove, Sensei's Divining Top, Shock"""
_TABLE = [(typed, [name for name in names.split(" | ") if name]) for typed, names in rows("cards/mentions.tsv")]


@pytest.fixture
def cards(tmp_path_factory: pytest.TempPathFactory) -> None:
    names = dict.fromkeys([*re.split(r",\s+", _PLAIN), *(name for _, some in _TABLE for name in some)])
    plain = {**EMBER, "oracle_text": "", "type_line": "Sorcery"}
    found = [{**plain, "oracle_id": f"{at}", "name": name} for at, name in enumerate(names)]
    import_cards([write(tmp_path_factory.mktemp("cards") / "cards.json", found)])
    forget_everything()


@with_editions(NEWEST)
class TestNamed:
    @pytest.mark.slow
    @pytest.mark.usefixtures("cards")
    def test_cards_that_a_question_names(self, client: Client, subtests: pytest.Subtests) -> None:
        for typed, names in _TABLE:
            with subtests.test(typed=typed):
                found = client.get("/api/search", {"q": typed}).json()
                assert [one["name"] for one in found["cards"]] == names
                for one in found["cards"]:
                    assert client.get(one["address"]).status_code == 200
                assert found["items"]
