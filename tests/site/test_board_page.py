"""State-based actions on their own page, in parts for htmx, in the API, in briefs, pictures and the box."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from explorer.cards.importing import import_cards
from tests.cards.samples import EMBER, write
from tests.conftest import with_editions
from tests.html import markup_of
from tests.servers import Site
from tests.shared import FEW_EDITIONS
from tests.site.test_everyone import wrong_at
from tests.tables import rows

OLD = FEW_EDITIONS[0]
HTMX = {"HX-Request": "true", "HX-Target": "trial-answer"}
LEGENDS = "legendary Thalia 2/1\nlegendary Thalia 2/1 damaged 1\nAura on 1"
ASKED = 'Monk 1/1 damaged 1 "As long as you have 30 or more life, this creature gets +5/+5."\nBear Umbra on 1'
LORD = 'Chieftain 2/2 Goblin damaged 2 "Other Goblin creatures you control get +1/+1."\n1/1 Goblin token damaged 1'


def cards() -> Iterator[dict[str, object]]:
    for number, (name, type_line, power, toughness, text) in enumerate(rows("board_cards.tsv")):
        sized = {"power": power, "toughness": toughness}
        identity = f"{number:08d}-7777-5777-8777-777777777777"
        text = text.replace(" | ", "\n")
        yield {**EMBER, **sized, "oracle_id": identity, "name": name, "type_line": type_line, "oracle_text": text}


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", markup_of(response)))


def api(client: Client, board: str, **query: str) -> Any:
    return client.get("/api/trials/board", {"board": board, **query}).json()


def chosen(client: Client, page: Any, choice: str) -> str:
    """What follows a page's link to a choice, such as `keep+2`."""
    link = re.search(rf'href="([^"]+choices={re.escape(choice)}[^"]*)"', markup_of(page))
    assert link
    return text_of(client.get(link[1].replace("&amp;", "&")))


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


@pytest.mark.django_db
class TestPage:
    def test_what_leaves_comes_first_then_the_rounds(self, client: Client) -> None:
        text = text_of(client.get("/try/board/", {"board": LORD}))
        assert in_order(text, "2 permanents leave, in three rounds.", "Round 1", "Chieftain is destroyed.", "704.5g")
        now = "Without Chieftain, the Goblin token is instead of 2/2 1/1 ."
        why = "It has 1 damage and now toughness 1. In round 1 its toughness was 2."
        assert in_order(text, now, "Round 2", why, "Round 4", "Nothing more.")

    def test_a_form_without_scripts_has_a_row_for_each_line(self, client: Client) -> None:
        page = client.get("/try/board/", {"board": ["2/2 damaged 2", "Aura on 1", ""]})
        assert "2 permanents leave, in two rounds." in text_of(page)
        assert markup_of(page).count('name="board"') == 3

    def test_a_choice_changes_what_follows(self, client: Client) -> None:
        first = client.get("/try/board/", {"board": LEGENDS})
        assert in_order(text_of(first), "That depends on a choice.", "Which one stays? Your choice. Here, the first.")
        second = chosen(client, first, "keep+2")
        assert "depends" not in second.partition("Examples")[0]
        assert in_order(second, "Round 1", "The second Thalia is destroyed.", "The first Thalia goes to the graveyard.")
        assert in_order(second, "Round 2", "The Aura goes to the graveyard.")

    def test_a_part_has_its_verdict_its_choices_and_its_address(self, client: Client) -> None:
        response = client.get("/try/board/", {"board": LEGENDS, "choices": "keep 2"}, headers=HTMX)
        assert 'id="trial-verdict" hx-swap-oob="innerHTML"' in response.text
        assert '<input type="hidden" name="choices" value="keep 2">' in response.text
        assert response.headers["HX-Replace-Url"].startswith("/try/board/?board=legendary+Thalia")

    def test_a_line_that_is_not_understood_is_shown_and_left_out(self, client: Client) -> None:
        response = client.get("/try/board/", {"board": "bear damaged 2\n1/0"})
        assert response.status_code == 200
        text = text_of(response)
        why = "Say what it is, such as a 2/2, an Aura or a planeswalker. Did you mean bear 2/2 damaged 2 ?"
        assert in_order(text, why, "The 1/0 goes to the graveyard. Left out: line 1.", "Round 1")
        assert "“bear damaged 2”" in api(client, "bear damaged 2\n1/0")["sentence"]

    def test_lines_have_numbers_and_what_is_read_of_them(self, client: Client) -> None:
        page = client.get("/try/board/", {"board": f"{LORD}\nAura on 2\n2 Bears 3/3, one damaged 1\n5/5 flurble"})
        said = re.findall(r'id="board-(\d)-says"[^>]*>(.*?)</span>\s*</div>', markup_of(page), re.DOTALL)
        assert [(number, " ".join(re.sub("<[^>]+>", " ", text).split())) for number, text in said] == [
            ("1", "2 damage"),
            ("2", "2/2, 1 damage"),
            ("3", "on the Goblin token"),
            ("4", "one: 1 damage"),
            ("5", "Not read: flurble"),
        ]
        assert 'aria-label="Permanent or player 5"' in markup_of(page)
        assert "Left out: part of line 5." in text_of(page)

    def test_where_no_line_is_read_there_are_no_rounds(self, client: Client) -> None:
        text = text_of(client.get("/try/board/", {"board": "bear damaged 2"}))
        assert "There’s nothing to check yet. Left out: line 1." in text
        assert "Round 1" not in text

    def test_nothing_scolds_before_anything_is_typed(self, client: Client) -> None:
        text = text_of(client.get("/try/board/", {"board": "2/"}))
        assert "There’s nothing to check yet." in text

    def test_a_name_alone_could_change_the_answer(self, client: Client) -> None:
        text = text_of(client.get("/try/board/", {"board": "Platinum Angel\nyou 0 life"}))
        answer = "You lose the game, unless Platinum Angel says otherwise."
        assert in_order(text, answer, "Does it say Platinum Angel: you can’t lose the game", "Round 1")
        found = api(client, "Platinum Angel\nyou 0 life")["facts"]["unless"]
        assert [(one["name"], one["line"], one["suggestion"]) for one in found] == [
            ("Platinum Angel", 1, "Platinum Angel: you can’t lose the game")
        ]
        said = api(client, found[0]["suggestion"] + "\nyou 0 life")
        assert (said["sentence"], said["facts"]["unless"]) == ("Nothing happens.", [])

    def test_a_brief_has_the_answer(self, client: Client) -> None:
        address = client.get("/try/board/", {"board": LORD}, headers=HTMX).headers["HX-Replace-Url"]
        assert "2 permanents leave, in three rounds." in text_of(client.get("/brief/", {"part": address}))

    def test_a_brief_numbers_lines_that_are_called_by_number(self, client: Client) -> None:
        for board, said in [("2/2 Bear\nAura on 1", "1. 2/2 Bear; 2. Aura on 1"), ("2/2 Bear\n1/1", "2/2 Bear; 1/1")]:
            part = f"/try/board/?board={quote(board)}"
            assert f"What happens now (board: {said})" in text_of(client.get("/brief/", {"part": part}))

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            ("two legends", "The second legend goes to the graveyard."),
            ("0/1 dies?", "The 0/1 stays on the battlefield."),
            ("2/2 damaged 2, indestructible", "The 2/2 stays on the battlefield."),
            ("2/2 damaged 2; Aura on 1", "2 permanents leave, in two rounds."),
            ("you 0 life, opponent 12 life", "You lose the game. Your opponent wins."),
        ],
    )
    def test_the_box_has_the_answer(self, client: Client, typed: str, answer: str) -> None:
        response = client.get("/search/", {"q": typed})
        assert answer in text_of(response)
        assert "/try/board/?board=" in markup_of(response)

    def test_the_picture_is_described_in_sentences(self, client: Client) -> None:
        page = markup_of(client.get("/try/board/", {"board": "2/2 damaged 2"}))
        (alt,) = re.findall(r'og:image:alt" content="([^"]*)"', page)
        assert ".." not in alt

    @pytest.mark.parametrize(
        "typed", ["legend rule", "Pay 2 life", "10 poison", "why does my 1/1 die", "2/2 gets +1/+1"]
    )
    def test_the_box_leaves_other_questions_to_others(self, client: Client, typed: str) -> None:
        assert "/try/board/" not in markup_of(client.get("/search/", {"q": typed}))


@pytest.mark.django_db
@with_editions(*FEW_EDITIONS)
class TestEditions:
    def test_rules_are_those_of_the_edition(self, client: Client) -> None:
        newest, old = api(client, LEGENDS), api(client, LEGENDS, edition=OLD)
        assert [one["rule"] for one in newest["facts"]["rounds"][0]["actions"]] == ["704.5j"]
        assert {one["rule"] for one in old["facts"]["rounds"][0]["actions"]} == {"420.5e"}
        assert (newest["facts"]["leaves"], old["facts"]["leaves"]) == (["2"], ["1", "2", "3"])
        assert old["edition"] == {"date": OLD, "number": "420.5e", "lacks": [], "newest": None}

    @pytest.mark.parametrize("slug", ["board", "combat"])
    def test_an_excerpt_without_the_rules_looks_as_old_as_the_rules_that_answer(
        self, client: Client, slug: str
    ) -> None:
        text = text_of(client.get(f"/try/{slug}/", {"edition": "2011-07-15"}))
        assert "Rules of May 1, 2009" in text
        assert "In the May 1, 2009 rules: " in text

    def test_what_an_edition_has_none_of_comes_from_the_newest(self, client: Client) -> None:
        found = api(client, "Saga with 3 lore counters, 3 chapters", edition=OLD)
        assert found["sentence"].startswith("The May 1, 2009 rules have no Sagas. By the ")
        assert found["sentence"].endswith(" rules: The Saga is sacrificed, unless its chapter ability is on the stack.")
        assert found["edition"]["lacks"] == ["Sagas"]

    def test_a_page_of_old_rules_looks_old(self, client: Client) -> None:
        text = text_of(client.get("/try/board/", {"board": LEGENDS, "edition": OLD}))
        assert in_order(text, "Rules of May 1, 2009", "state-based effects", "Round 1", "420.5e", "The rule 420.3")
        came = "http://testserver/try/board/?board=2/2"
        response = client.get("/try/board/", {"board": "2/2", "edition": OLD}, headers={**HTMX, "HX-Current-URL": came})
        assert response.headers["HX-Redirect"].endswith(f"edition={OLD}")


@pytest.mark.django_db
class TestCards:
    @pytest.fixture(autouse=True)
    def imported(self, tmp_path: Path) -> None:
        import_cards([write(tmp_path / "cards.json", list(cards()))])

    def test_cards_are_read_by_name(self, client: Client) -> None:
        found = api(client, "Ember Lord damaged 2\n1/1 Goblin token damaged 2 with Old Oak Curse")
        rounds = [[one["object"] for one in each["actions"]] for each in found["facts"]["rounds"]]
        assert rounds == [["1"], ["2"], ["2", "2a"]]

    def test_a_card_of_which_two_are_legends(self, client: Client) -> None:
        found = api(client, "2 Captain Reya", choices="keep 1.2")["facts"]
        assert found["leaves"] == ["1.1"]
        assert found["triggers"][0]["ability"] == "When Captain Reya dies, draw a card."

    def test_boards_of_cards(self, client: Client, subtests: pytest.Subtests) -> None:
        for board, sentence in rows("boards_of_cards.tsv"):
            with subtests.test(board=board):
                assert api(client, board.replace("; ", "\n"))["sentence"].replace("'", "’") == sentence

    def test_what_has_to_be_said_is_asked(self, client: Client, subtests: pytest.Subtests) -> None:
        for board, why, suggestion in (
            ("Life Giant", "it’s as large as your life total. Say it like this: you 20 life.", None),
            ("Many Leaves", "Many Leaves is */*. Type its numbers.", None),
            ("Small Growth", "Small Growth isn’t a permanent.", None),
            (
                "Ember Lord damaged 2, Small Rats damaged 1",
                "give each permanent a line.",
                "Ember Lord damaged 2; Small Rats damaged 1",
            ),
        ):
            with subtests.test(board=board):
                found = api(client, f"{board}\n1/0")["facts"]
                assert [(one["why"], one["suggestion"]) for one in found["unread"]] == [(why, suggestion)]
                assert found["leaves"] == ["2"]

    def test_the_box_divides_cards(self, client: Client) -> None:
        found = markup_of(client.get("/search/", {"q": "Ember Lord damaged 2, Small Rats damaged 1"}))
        assert "/try/board/?board=Ember+Lord+damaged+2%0ASmall+Rats+damaged+1" in found

    def test_a_condition_that_nobody_told_is_asked(self, client: Client) -> None:
        page = client.get("/try/board/", {"board": "Old Monk damaged 1"})
        question = "Old Monk says “As long as you have 30 or more life, Old Monk gets +5/+5”. Is that condition met?"
        assert in_order(text_of(page), "Old Monk is destroyed, unless you have 30 or more life.", question, "Round 1")
        assert "Old Monk stays on the battlefield." in chosen(client, page, "yes+1")
        assert api(client, "Old Monk damaged 1\nyou 30 life")["facts"]["unless"] == []
        brief = client.get("/brief/", {"part": "/try/board/?board=Old+Monk+damaged+1"})
        assert "unless you have 30 or more life" in text_of(brief)

    def test_a_last_chapter_that_nobody_told_is_asked(self, client: Client) -> None:
        page = client.get("/try/board/", {"board": "Saga with 3 lore counters, 3 chapters"})
        question = "The Saga may stay for now. Is the Saga’s chapter ability on the stack?"
        answer = "The Saga is sacrificed, unless its chapter ability is on the stack."
        assert in_order(text_of(page), answer, question, "Round 1")
        assert "The Saga stays on the battlefield." in chosen(client, page, "yes+1")

    def test_a_state_by_which_something_triggers_is_asked(self, client: Client) -> None:
        serpent = '5/5 Serpent "When you control no Islands, sacrifice this creature."'
        page = client.get("/try/board/", {"board": serpent})
        answer = "Unless you control Islands, the 5/5 Serpent’s ability triggers: sacrifice this creature."
        assert in_order(text_of(page), answer, "Is that condition met?", "Round 1")
        assert "ability triggers" not in chosen(client, page, "no+1")

    def test_whether_an_aura_may_stay_is_asked_where_nobody_told(self, client: Client) -> None:
        page = client.get("/try/board/", {"board": "Sleepy Vines on 2\nSmall Rats"})
        asked = "Sleepy Vines says “Enchant tapped creature”. Is that tapped Small Rats ?"
        assert in_order(text_of(page), "Nothing happens, unless Small Rats isn’t tapped.", asked, "Round 1")
        told = api(client, "Sleepy Vines on 2\ntapped Small Rats")["facts"]
        assert (told["leaves"], told["unless"]) == ([], [])
        assert api(client, "Sleepy Vines on 2\nuntapped Small Rats")["facts"]["leaves"] == ["1"]

    def test_a_name_without_a_card_gets_no_size(self, client: Client) -> None:
        found = api(client, "Frobnication\n2/2 damaged 1")
        assert found["facts"]["unread"][0]["suggestion"] is None
        assert "unless Frobnication says otherwise" in found["sentence"]
        typed = api(client, "Frobnication 2/2\n2/2 damaged 1")
        assert "unless Frobnication says otherwise" in typed["sentence"]
        assert api(client, "Goblin 2/2 damaged 2\n1/1")["facts"]["unless"] == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("board", [LEGENDS, ASKED])
def test_axe_finds_nothing_wrong(chromium: Any, site: Site, board: str, width: int, scheme: str) -> None:
    address = f"/try/board/?board={quote(board)}"
    assert wrong_at(chromium, site, address, width, scheme) == []


@pytest.fixture
def page(chromium: Any, site: Site) -> Iterator[Any]:
    page = chromium.new_context(base_url=site.address, service_workers="block").new_page()
    yield page
    page.close()


@pytest.mark.smoke
@pytest.mark.browser
def test_typing_a_line_answers_it_and_adds_an_empty_one(page: Any) -> None:
    page.goto("/try/board/?board=2/2")
    lines = page.locator("textarea[name=board]")
    lines.nth(1).fill("1/0")
    page.wait_for_selector("text=The 1/0 goes to the graveyard.")
    assert lines.count() == 3


def numbered(page: Any) -> list[tuple[str, str, str]]:
    """Each line's name for screen readers, its text, and what is read of it."""
    return [
        (line.get_attribute("aria-label"), line.input_value(), " ".join(one.locator(".says").inner_text().split()))
        for one in page.locator(".bline").all()
        for line in [one.locator("textarea")]
    ]


@pytest.mark.browser
def test_lines_are_numbered_as_they_are_typed_pasted_and_emptied(page: Any) -> None:
    page.goto("/try/board/?board=2/2")
    page.locator("textarea[name=board]").nth(1).focus()
    page.keyboard.insert_text("3/3 damaged 1\nAura on 2")
    page.wait_for_selector("text=on the 3/3")
    last = ("Permanent or player", "", "")
    assert numbered(page) == [
        ("Permanent or player 1", "2/2", ""),
        ("Permanent or player 2", "3/3 damaged 1", "1 damage"),
        ("Permanent or player 3", "Aura on 2", "on the 3/3"),
        last,
    ]
    page.locator("textarea[name=board]").last.focus()
    page.keyboard.type("Equipment;1/0")
    page.wait_for_selector("text=The 1/0 goes to the graveyard.")
    page.locator("textarea[name=board]").first.fill("")
    page.wait_for_selector("text=on itself")
    assert [one[:2] for one in numbered(page)] == [
        ("Permanent or player", ""),
        ("Permanent or player 1", "3/3 damaged 1"),
        ("Permanent or player 2", "Aura on 2"),
        ("Permanent or player 3", "Equipment"),
        ("Permanent or player 4", "1/0"),
        last[:2],
    ]


@pytest.mark.browser
def test_a_suggestion_takes_the_place_of_its_line(page: Any) -> None:
    page.goto("/try/board/?board=bear+damaged+2")
    page.get_by_role("link", name="bear 2/2 damaged 2").click()
    page.wait_for_selector("text=Bear is destroyed.")
    assert numbered(page)[0][1:] == ("bear 2/2 damaged 2", "2 damage")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["abcdefghij" * 4, "Thalia, the Guardian of Far Thraben Town", "Ünicode’s Wörd"])
def test_long_names_fit_a_narrow_screen(page: Any, name: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    board = f"legendary {name} 2/2 damaged 1\nlegendary {name} 2/2\nAura on 1\n{name}"
    page.goto(f"/try/board/?board={quote(board)}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.browser
@pytest.mark.parametrize("address", ["/try/board/?board=2/2+damaged+2", "/try/combat/?attackers=5/5&blockers=2/2"])
def test_paper_has_lines_and_answer(page: Any, address: str) -> None:
    page.goto(address)
    page.emulate_media(media="print")
    for shown in ("textarea >> nth=0", ".try-form output", ".try-answer .row >> nth=0"):
        assert page.locator(shown).is_visible(), shown
    for hidden in ("textarea[placeholder]:placeholder-shown", "select[name=edition]", ".answer-it"):
        assert not page.locator(hidden).first.is_visible(), hidden
