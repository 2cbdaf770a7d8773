"""`manage.py cast`, as people type it and as scripts call it."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from explorer.casting.request import CAST_OPTIONS
from symbols.engine import KEYS
from tests.api.test_cast import BARGAIN, WARDEN
from tests.cards.samples import EMBER, write
from tests.conftest import Command

pytestmark = pytest.mark.usefixtures("prepared_folder")


@pytest.fixture
def cards(command: Command, prepared_folder: Path, tmp_path: Path) -> None:
    command("import_cards", str(write(tmp_path / "cards.json", [EMBER, WARDEN, BARGAIN])))


@pytest.mark.slow
def test_a_person_reads_each_step(command: Command) -> None:
    done = command("cast", "{X}{R}", "--x", "3", "--in-play", "spells cost {1} more", "--pool", "RRRR")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "The spell"
    assert lines[1].startswith("No. It costs {4}{R}. ")
    for line in [
        "601.2a  Put it on the stack",
        "  X: 3",
        "601.2f  Add up the cost",
        "  {3}{R}        Mana cost {X}{R} with X = 3 (107.3a)",
        "  {1}           Spells cost {1} more (601.2f)",
        "  {4}{R}        Total (601.2f)",
        "601.2h  Pay  [impossible]",
        "601.2i  It’s cast  [later]",
        "Undone",
    ]:
        assert line in lines, done.stdout
    assert done.stdout.endswith("\n")


def test_a_script_reads_json_and_nothing_else(command: Command) -> None:
    done = command("cast", "{X}{R}", "--x", "3", "--pool", "RRRR", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    found = json.loads(done.stdout)
    assert (found["verdict"], found["total"]["locked"]) == ("yes", {"generic": 3, "R": 1})
    assert "address" not in found


def test_a_walk_that_stops_is_an_answer(command: Command) -> None:
    report = command("cast", "{X}{R}", "--pool", "").stdout
    assert "601.2b  Choose X  [open]\n  X: ?\n" in report
    assert "601.2h  Pay  [later]\n" in report


@pytest.mark.usefixtures("cards")
def test_cards_by_name_with_options_that_are_given_again(command: Command) -> None:
    asked = ["cast", "--card", "cinder bargain", "--sources", "4 Mountain", "--json"]
    given = ["--modes", "2", "--modes", "3", "--targets", "a Bear", "--targets", "a Forest"]
    done = command(*asked, *given, "--in-play", "Tessa", "--in-play", "spells cost {1} more")
    found = json.loads(done.stdout)
    assert (found["name"], found["verdict"]) == ("Cinder Bargain", "yes"), done.stdout
    assert found["total"]["locked"] == {"generic": 3, "R": 1}
    assert {step["state"] for step in found["steps"]} == {"done"}


def test_abilities(command: Command) -> None:
    report = command("cast", "--ability", "{2}, {T}: Draw a card.", "--pool", "CC", "--tapped", "yes").stdout
    assert report.startswith("The ability\nNo. ")
    assert "602.2a  Announce the ability\n" in report
    assert "  {2}           Activation cost, {T} (602.1a)\n" in report
    for loyalty in ("−2: Draw a card.", "-2: Draw a card.", "-X: Draw X cards."):
        done = command("cast", "--ability", loyalty, "--x", "2", "--loyalty", "2", "--json")
        assert json.loads(done.stdout)["verdict"] == "yes", done.stderr


def test_an_old_edition_has_its_numbers(command: Command) -> None:
    report = command("cast", "{X}{R}", "--x", "3", "--pool", "RRRR", "--edition", "2008-03-17").stdout
    assert "  {3}{R}        Mana cost {X}{R} with X = 3 (104.3c)\n" in report
    assert "Its converted mana cost is 4" in report


@pytest.mark.usefixtures("cards")
def test_bad_input_has_a_place_and_a_code(command: Command) -> None:
    for given in (["{2}{V}"], ["--ability", "{2}{V}: Draw a card."]):
        done = command("cast", *given)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"  {given[-1]}\n     ^^^\n" in done.stderr
        assert "Did you mean {U}?" in done.stderr

    done = command("cast", "R", "--in-play", "Tessa; Emper Choir")
    assert "--in-play: Pipwise has no card called “Emper Choir”." in done.stderr
    assert "Did you mean Ember Choir?" in done.stderr
    assert "^" not in done.stderr
    done = command("cast", "R", "--in-play", "Tessa; Emper Choir", "--json")
    error = json.loads(done.stdout)["error"]
    message = error.pop("message")
    assert error == {"code": "no_card", "start": 7, "end": 18, "suggestion": "Ember Choir"}
    assert message in done.stderr


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Type a cost, or use --card or --ability."),
        ([""], "Type a cost or a card."),
        (["R", "--card", "Ember Choir"], "Use only one of"),
        (["--card", "Ember Choir", "--ability", "{T}: Add {G}."], "Use only one of"),
        (["-", "--ability", "{T}: Add {G}."], "Use only one of"),
        (["--card", "Nobody"], "No cards are loaded."),
        (["--ability", "Draw a card."], "In “ability”"),
        (["R", "--zone", "battlefield"], "In “zone”"),
        (["R", "--allowed", "perhaps"], "In “allowed”"),
        (["R", "--modes", "first"], "In “modes”"),
        (["R", "--targets", "61"], "In “targets”"),
        (["R", "--division", "1, b"], "In “division”"),
        (["R", "--in-play", "nonsense {V}"], "In “in_play”"),
        (["R", "--action", "fly"], "In “action”"),
        (["R", "--x", "many"], "In “x”"),
        (["R", "--edition", "yesterday"], "In “edition”"),
        (["\u202e{W}"], ""),
    ],
    ids=str,
)
def test_other_bad_input(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("cast", *arguments, "--json")
    assert caught.value.returncode == 2
    message = json.loads(capsys.readouterr().out)["error"]["message"]
    assert message == str(caught.value)
    assert words in message


def test_many_lines_are_answered_in_order(command: Command) -> None:
    lines = [
        b"{2}{W/U}",
        b'{"cost": "{X}{R}", "x": 3, "targets": ["a", "b"], "pool": "RRRR"}',
        b'{"ability": "{T}: Draw a card.", "modes": [], "allowed": true}',
        b'{"cost": "R", "in_play": ["spells cost {1} more", "spells cost {2} more"]}',
        b"{V}",
        b"{}",
        b'{"cost": "R", "card": "Ember Choir"}',
        b'{"cost": "R", "zone": "nowhere"}',
        b'{"cost": "R", "modes": 1.5}',
        b'{"cost": "R", "colour": "W"}',
        b'{"cost": "R"',
        b"\xff\xfe",
    ]
    done = command("cast", "-", "--x", "1", "--pool", "R", given=b"\n".join(lines))
    assert done.returncode == 2
    assert "8 of 12 lines failed." in done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [each["error"]["code"] if "error" in each else each["cost"] for each in found]
    assert codes == [
        *["{2}{W/U}", "{X}{R}", "{T}", "{R}", "unknown_symbol", "no_cost", "bad_usage", "bad_word"],
        *["not_a_number", "unknown_key", "bad_json", "not_utf8"],
    ]
    # The options hold for every line that does not say otherwise.
    assert [each["verdict"] for each in found[:4]] == ["no", "yes", "maybe", "no"]
    assert found[3]["total"]["locked"] == {"generic": 3, "R": 1}


def test_good_lines_leave_no_complaint(command: Command) -> None:
    done = command("cast", "-", "--json", given=b"2W\n{W/U}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["cost"] for line in done.stdout.splitlines()] == ["{2}{W}", "{W/U}"]


def test_the_help_has_every_option_and_examples(command: Command) -> None:
    shown = command("cast", "--help").stdout
    for key in (*KEYS, *CAST_OPTIONS):
        assert key == "cost" or f"  --{key.replace('_', '-')}" in shown, key
    assert "  manage.py cast - < spells.txt\n" in shown
