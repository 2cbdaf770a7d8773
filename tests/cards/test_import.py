"""Importing cards: all or nothing, from any of the files, with an error message for every bad one."""

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from explorer.cards import bulk
from explorer.cards.bulk import BulkError, BulkFile
from explorer.cards.card import Card
from explorer.cards.importing import ImportedCards, import_cards
from explorer.cards.models import CardSource, StoredCard, StoredRuling
from explorer.cards.reading import card_at
from explorer.library.loaded import library
from tests.cards.samples import ATOMIC, EMBER, HALVES, MARKED, RULING, TOKEN, write
from tests.conftest import Command, on_both_databases
from tests.shared import shared

pytestmark = pytest.mark.django_db

CARDS = [EMBER, HALVES, MARKED, TOKEN]


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., ImportedCards]:
    def load_files(*files: Any, gzipped: bool = False, skip_malformed: bool = False) -> ImportedCards:
        paths = [write(tmp_path / f"{at}.json", one, gzipped=gzipped) for at, one in enumerate(files)]
        return import_cards(paths, skip_malformed=skip_malformed)

    return load_files


def stored() -> tuple[list[str], list[str]]:
    cards = StoredCard.objects.order_by("slug").values_list("slug", flat=True)
    return [*cards], [*StoredRuling.objects.order_by("pk").values_list("text", flat=True)]


@on_both_databases
class TestScryfall:
    @pytest.mark.slow
    @pytest.mark.parametrize("gzipped", [False, True])
    def test_cards_and_rulings(self, load: Callable[..., ImportedCards], *, gzipped: bool) -> None:
        done = load([RULING], CARDS, gzipped=gzipped)
        assert (done.cards, done.rulings, done.malformed, done.without_card) == (3, 1, [], 0)
        card = card_at("frost-thaw")
        assert card is not None
        assert [(face.name, face.mana_cost, face.colors) for face in card.faces] == [
            *(("Frost", "{1}{U}", "U"), ("Thaw", "{2}{R}", "R"))
        ]
        assert stored() == (["ember-choir", "frost-thaw", "ur-thals-own"], [RULING["comment"]])

    def test_another_import_replaces_all(self, load: Callable[..., ImportedCards]) -> None:
        load(CARDS, [RULING])
        load([HALVES])
        assert stored() == (["frost-thaw"], [])

    def test_rulings_alone_replace_the_rulings(self, load: Callable[..., ImportedCards]) -> None:
        load(CARDS, [RULING])
        done = load([{**RULING, "comment": "Another."}, {**RULING, "oracle_id": "nobody's"}])
        assert (done.cards, done.rulings, done.without_card) == (0, 1, 1)
        assert stored() == (["ember-choir", "frost-thaw", "ur-thals-own"], ["Another."])


def test_mtgjson(load: Callable[..., ImportedCards]) -> None:
    done = load(ATOMIC)
    assert (done.cards, done.rulings) == (1, 1)
    card = card_at("frost-thaw")
    assert card is not None
    assert (card.mana_value, [face.name for face in card.faces]) == (5.0, ["Frost", "Thaw"])


def test_cards_of_one_name_have_different_addresses(load: Callable[..., ImportedCards]) -> None:
    load([EMBER, {**EMBER, "name": "Ember Choir 2"}, {**EMBER, "oracle_id": "another"}, EMBER])
    assert stored()[0] == ["ember-choir", "ember-choir-2", "ember-choir-3", "ember-choir-4"]


def test_a_card_on_both_sides_has_the_id_of_its_face(load: Callable[..., ImportedCards]) -> None:
    both = {**EMBER, "name": "Ember Choir // Ember Choir", "layout": "reversible_card", "card_faces": [EMBER, EMBER]}
    done = load([{key: value for key, value in both.items() if key != "oracle_id"}], [RULING])
    assert (done.cards, done.rulings) == (1, 1)


BAD = [
    # Where in the record the mistake is, the record, whose name it has.
    ("cmc", {**HALVES, "cmc": -1}, "Frost // Thaw"),
    ("colors.0", {**MARKED, "colors": ["purple"]}, "Ûr-Thal's Own"),
    ("record", ["no card"], "a record without a name"),
    ("name", {**EMBER, "name": "x" * 301}, "x" * 100),
    *((key, {**EMBER, key: "x" * 41}, "Ember Choir") for key in ("oracle_id", "layout", "set")),
    ("card_faces.1.name", {**HALVES, "card_faces": [{"name": "Frost"}, {"name": "x" * 301}]}, "Frost // Thaw"),
    ("oracle_text", {**EMBER, "oracle_text": "a\0b"}, "Ember Choir"),
    ("released_at", {**EMBER, "released_at": "0000-00-00"}, "Ember Choir"),
]


@on_both_databases
def test_bad_records_are_named_and_left_out(load: Callable[..., ImportedCards]) -> None:
    rulings = [RULING, {**RULING, "comment": "x" * 5_001}]
    done = load([EMBER, *(record for _, record, _ in BAD)], rulings, skip_malformed=True)
    assert (done.cards, done.rulings, done.left_out) == (1, 1, len(BAD) + 1)
    said = [(one.why.partition(":")[0], one.name) for one in done.malformed]
    assert said == [*((place, name) for place, _, name in BAD), ("comment", RULING["oracle_id"])]
    with pytest.raises(BulkError, match="layout"):
        load({**ATOMIC, "data": {"Frost": [{"name": "Frost", "layout": "x" * 41}]}})


@on_both_databases
def test_many_bad_records_stop_an_import_unless_skipped(load: Callable[..., ImportedCards]) -> None:
    load(CARDS, [RULING])
    before, half = stored(), [card for card in CARDS for _ in range(3)] + [{**EMBER, "cmc": -1}] * 12
    with pytest.raises(BulkError, match=r"12 of 21 records are malformed. Of Ember Choir: cmc: .* --skip-malformed"):
        load(half)
    assert stored() == before
    assert load(half, skip_malformed=True).left_out == 12


def test_a_bad_ruling_is_left_out_and_its_card_is_not(load: Callable[..., ImportedCards]) -> None:
    rulings = [{"date": "2020-01-01", "text": ""}, {"date": "2020-01-01", "text": "It stays."}, "none"]
    data: dict[str, Any] = ATOMIC["data"]  # type: ignore[assignment]
    [(name, [front, _])] = data.items()
    done = load({**ATOMIC, "data": {name: [{**front, "rulings": rulings}]}})
    assert (done.cards, done.rulings, done.left_out) == (1, 1, 2)
    assert stored()[1] == ["It stays."]
    assert done.malformed[0].why.startswith("ruling, text: ")


WHOLE = json.dumps(CARDS).encode()


@pytest.mark.slow
def test_a_bad_file_changes_nothing(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for data, words in [
        (b"", "isn’t complete"),
        (b"Ember Choir", "isn’t complete"),
        (b"[]", "no cards that Pipwise can read"),
        (b"{}", "no cards that Pipwise can read"),
        (b'{"object": "list", "has_more": false}', "no cards that Pipwise can read"),
        (b'[{"object": "set"}]', "no cards that Pipwise can read"),
        (WHOLE[:-200], "isn’t complete"),
        (gzip.compress(WHOLE)[:-40], "can’t be unpacked"),
        (b"\x1f\x8b" + WHOLE, "can’t be unpacked"),
        (b"[" * 100_000, "nested more deeply"),
        (b'[{"object": "card", "x": ' + b'{"y": [' * 100_000, "nested more deeply"),
        (b'[{"object": "card"}]', "has nothing to import"),
        (b"\xff\xfe[\x00", "isn’t complete"),
        (b'[{"object": "card", "name": ' + b"1" * 5_000 + b"}]", "longer number"),
        (b'[{"object": "card", "name": 1e' + b"9" * 20 + b"}]", "longer number"),
        *(
            (WHOLE.replace(b"Ember Choir", b"Ember " + half), "breaks off in a character, after “.*Ember ”")
            for half in (rb"\ud83d", rb"\ud83d\ud83d\ude42", rb"\ud83d\u0041", rb"\ud83d\n", rb"\\\ud83d")
        ),
        (b'[{"object": "card", "name": "' + b"x" * 16_352 + rb'Ember \ud83d"}]', "breaks off in a character"),
        # In the second piece that is read, and across the two.
        (b'[{"object": "card", "x": "' + b"x" * 16_400 + b'", "name": ' + b"1" * 5_000 + b"}]", "longer number"),
        (b'[{"object": "card", "x": "' + b"x" * 15_900 + b'", "name": -' + b"12" * 350 + b"}]", "longer number"),
    ]:
        with subtests.test(data=data, words=words):
            import_cards([write(tmp_path / "good.json", CARDS), write(tmp_path / "rulings.json", [RULING])])
            before = stored()
            (tmp_path / "bad.json").write_bytes(data)
            with pytest.raises(BulkError, match=words):
                import_cards([tmp_path / "bad.json"])
            assert stored() == before


def test_surrogate_pairs_across_chunks(tmp_path: Path) -> None:
    smiling = {**EMBER, "oracle_text": "🙂" * 3_000}
    for more in range(12):
        found = [*BulkFile(write(tmp_path / "cards.json", [{**EMBER, "x": "x" * more}, smiling]))]
        assert [one.faces[0].text for one in found if isinstance(one, Card)][1:] == ["🙂" * 3_000]


def test_escaped_backslash_before_a_surrogate(tmp_path: Path) -> None:
    # A piece may end between any two letters of it.
    for more in range(16):
        written = {**EMBER, "x": "x" * more + r"\ud83d " * 2_500, "oracle_text": r"\ud83d"}
        found = [*BulkFile(write(tmp_path / "cards.json", [written]))]
        assert [one.faces[0].text for one in found if isinstance(one, Card)] == [r"\ud83d"]


def test_two_files_of_cards_are_refused(tmp_path: Path) -> None:
    paths = [write(tmp_path / "one.json", CARDS), write(tmp_path / "two.json", ATOMIC)]
    with pytest.raises(BulkError, match=r"one\.json and two\.json both have cards"):
        import_cards(paths)


def test_a_gzip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "MOST_OF_A_RECORD", 300_000)
    bomb = [EMBER, {**EMBER, "oracle_text": "x" * 1_000_000}]
    with pytest.raises(BulkError, match="larger than any file of cards"):
        import_cards([write(tmp_path / "bomb.json", bomb, gzipped=True)])


def test_the_command(command: Command, prepared_folder: Path) -> None:
    cards = write(prepared_folder / "c.json", [*CARDS, {"object": "card", "name": ""}])
    rulings = write(prepared_folder / "r.json", [RULING])
    ended = command("import_cards", str(cards), str(rulings))
    assert ended.returncode == 0, ended.stderr
    assert "Imported 3 cards and 1 ruling. Skipped 1 malformed record." in ended.stdout


def test_the_command_refuses_a_missing_file(command: Command, prepared_folder: Path) -> None:
    ended = command("import_cards", str(prepared_folder / "nothing.json"), "--json")
    assert ended.returncode == 2
    assert json.loads(ended.stdout)["error"]["code"] == "refused"
    assert "No such file" in json.loads(ended.stdout)["error"]["message"]


def test_pages_change_after_an_import(client: Client, tmp_path: Path) -> None:
    assert client.get("/cards/ember-choir/").status_code == 404
    import_cards([write(tmp_path / "good.json", CARDS)])
    assert client.get("/cards/ember-choir/").status_code == 200


def test_pages_change_with_a_backup_of_another_machine(load: Callable[..., ImportedCards]) -> None:
    """Derived data has the same numbers there."""
    load(CARDS)
    before = library()
    assert library() is before
    CardSource.objects.update(imported=F("imported") - timedelta(days=1))
    assert library() != before


@pytest.mark.slow
def test_all_real_cards() -> None:
    folder = shared("cards")
    done = import_cards([folder / "oracle-cards.json.gz", folder / "rulings.json.gz"])
    assert not done.malformed
    assert (done.cards > 13_000, done.rulings > 23_000, done.without_card < 50) == (True, True, True)
    assert StoredCard.objects.get(slug="fire-ice").name == "Fire // Ice"
