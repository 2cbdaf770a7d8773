"""Where the one box leads."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("107.4f", "/rules/107.4f/"),
        ("rule 107", "/rules/107/"),
        ("{X}{R}", "/check/?cost=%7BX%7D%7BR%7D"),
        (" 2WU ", "/check/?cost=2WU"),
        ("2011-07-15", "/rules/2011-07-15/"),
    ],
)
def test_where_it_leads(client: Client, typed: str, leads_to: str) -> None:
    response = client.get("/search/", {"q": typed})
    assert response.status_code == 302
    assert response.headers["Location"] == leads_to


@pytest.mark.slow
def test_words_that_could_be_a_cost_offer_it(client: Client) -> None:
    """Any letters of the rules may be typed; “x” is in the glossary, and {X} is a cost."""
    response = client.get("/search/", {"q": "but"})
    assert response.status_code == 200
