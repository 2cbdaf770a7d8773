"""`manage.py cost`, as people type it and as scripts call it."""

import json
import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from symbols.engine.request import CheckRequest
from tests.conftest import Command
from tests.processes import HANGING, ROOT, environment

# No database answers there, so what works here needs none.
NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def cost(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a user does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", "cost", *arguments],
        cwd=ROOT,
        env=environment(data, DATABASE_URL=NOWHERE, **more),
        capture_output=True,
        check=False,
        timeout=HANGING,
    )


def test_a_person_reads_a_report(data: Path) -> None:
    done = cost(data, "{X}{2/W}{W/P}", "--x", "2", "--pool", "WWG", "--reduce", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    report = done.stdout.decode()
    for line in [
        "{X}{2/W}{W/P}",
        "  Mana value   5 on the stack with X = 2; 3 elsewhere",
        "  Colors       white",
        "4 ways to pay",
        "  {2}{W}{W}",
        "  {4} and 2 life",
        "4 total costs",
        "You can pay, for example",
        "  X can be up to 3.",
        "  You can pay in 3 of 4 ways.",
        "  X   paid as             mana value   you can pay",
        "  3   {2}{W} and 2 life   6            yes",
        "Why",
    ]:
        assert line in report.splitlines(), report


@pytest.mark.slow
def test_a_script_reads_json_and_nothing_else(command: Command) -> None:
    done = command("cost", "xr", "--x", "3", "--pool", "RRRR", "--life", "3", "--json", url=NOWHERE)
    assert (done.returncode, done.stderr) == (0, "")
    asked = {"cost": "xr", "x": 3, "pool": "RRRR", "life": 3}
    engine = json.loads(json.dumps(CheckRequest.parse(asked).check().as_json()))
    assert json.loads(done.stdout) == {**engine, "verdict": "yes", "questions": []}


def test_bad_input_has_a_place_and_a_code(command: Command) -> None:
    done = command("cost", "{2}{V}", url=NOWHERE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "  {2}{V}\n     ^^^\n" in done.stderr
    assert "Did you mean {U}?" in done.stderr

    done = command("cost", "{2}{V}", "--json", url=NOWHERE)
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    message = error.pop("message")
    assert error == {"code": "unknown_symbol", "start": 3, "end": 6, "suggestion": "{U}"}
    assert message in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["{W}", "--x", "many"],
        ["{W}", "--pool", "V"],
        ["{W}", "--pool", "W", "--snow", "G"],
        ["{W}", "--edition", "yesterday"],
        ["\udcff"],
        ["\u202e{W}"],
        [""],
    ],
)
def test_other_bad_input(arguments: list[str]) -> None:
    printed = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("cost", *arguments, "--json", stdout=printed)
    assert caught.value.returncode == 2
    assert json.loads(printed.getvalue())["error"]["message"] == str(caught.value)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_is_found_too_large_late_is_refused(form: list[str]) -> None:
    reduction = "{2/W}" * 30 + "{2/U}" * 30
    with pytest.raises(CommandError, match="too many") as caught:
        call_command("cost", "{X}", "--x-only", "B", "--pool", "B", "--reduce", reduction, *form, stdout=StringIO())
    assert caught.value.returncode == 2


@pytest.mark.parametrize("loyalty", ["-X", "-7", "-2: Draw a card."])
def test_loyalty_costs_can_be_typed(command: Command, loyalty: str) -> None:
    done = command("cost", "--json", loyalty, url=NOWHERE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["cost"] == loyalty
    assert found["symbols"] == [found["canonical"]]


def test_many_lines_are_answered_in_order(command: Command) -> None:
    lines = [
        b"{2}{W/U}",
        b"",
        b'{"cost": "{X}{R}", "x": 3, "pool": "RRRR"}',
        b"{V}",
        b"\xff\xfe",
        b'{"cost": 3}',
        b'{"cost": "{W}", "colour": "W"}',
        b'{"cost": "{W}"',
        b'{"cost": ' + b"[" * 3000 + b"]" * 3000 + b"}",
        b'{"cost": "{X}", "x": ' + b"9" * 5000 + b"}",
        b"W" * 300_000,
        b"oXooR\r",
    ]
    done = command("cost", "-", "--x", "1", given=b"\n".join(lines), url=NOWHERE)
    assert done.returncode == 2
    assert "9 of 12 lines failed." in done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [each["error"]["code"] if "error" in each else each["canonical"] for each in found]
    assert codes == [
        *["{2}{W/U}", "empty", "{X}{R}", "unknown_symbol", "not_utf8", "not_text", "unknown_key"],
        *["bad_json", "bad_json", "bad_json", "too_long", "{X}{R}"],
    ]
    # The options hold for every line that does not say otherwise.
    assert found[2]["mana_value"]["stack"] == 4
    assert found[2]["payable"] is True
    assert found[-1]["mana_value"]["stack"] == 2
    assert found[-1]["cost"] == "oXooR"


def test_good_lines_leave_no_complaint(command: Command) -> None:
    done = command("cost", "-", "--json", given=b"2W\n{W/U}\n", url=NOWHERE)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["canonical"] for line in done.stdout.splitlines()] == ["{2}{W}", "{W/U}"]
    assert command("cost", "-", given=b"", url=NOWHERE).stdout == ""


def test_a_byte_order_mark_is_no_part_of_a_line_and_an_empty_object_has_no_cost(command: Command) -> None:
    mark = b"\xef\xbb\xbf"
    done = command("cost", "-", given=mark + b'{"cost": "2W"}\n{}\n { } \n' + mark + b"{W}\n{ }{W}\n", url=NOWHERE)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [each["error"]["code"] if "error" in each else each["canonical"] for each in found]
    assert codes[:4] == ["{2}{W}", "no_cost", "no_cost", "{W}"]
    assert codes[4] not in ("no_cost", "bad_json")
    assert found[0]["cost"] == "2W"


def test_an_empty_object_takes_everything_from_the_options(command: Command) -> None:
    done = command("cost", "-", "--pool", "W", given=b'{"cost": "{W}"}\n', url=NOWHERE)
    assert json.loads(done.stdout)["payable"] is True


@pytest.mark.slow
def test_a_reader_who_leaves_early_sees_no_traceback(data: Path) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "cost", "-"],
        cwd=ROOT,
        env=environment(data, DATABASE_URL=NOWHERE),
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    os.close(reading)
    _, errors = process.communicate(b"{W}\n" * 2000, timeout=HANGING)
    assert process.returncode == 141
    assert errors == b""


@pytest.mark.slow
def test_a_terminal_without_the_letters_still_gets_a_report(data: Path) -> None:
    done = cost(data, "{½}", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.startswith(b"{?}")
    assert json.loads(cost(data, "{½}", "--json", PYTHONIOENCODING="ascii").stdout)["canonical"] == "{½}"


@pytest.mark.usefixtures("prepared_folder")
def test_an_edition_says_which_symbols_it_did_not_know(command: Command) -> None:
    done = command("cost", "{W/P}{W/U}", "--edition", "2008-03-17", "--json")
    assert done.returncode == 0, done.stderr
    edition = json.loads(done.stdout)["edition"]
    assert edition["date"] == "2008-03-17"
    assert {each["symbol"]: each["known"] for each in edition["symbols"]} == {"{W/P}": False, "{W/U}": True}

    report = command("cost", "{W/P}", "--edition", "2008-03-17").stdout
    assert "Under the 2008-03-17 rules\n  {W/P} isn’t in" in report

    missing = command("cost", "{W/P}", "--edition", "2008-03-18", "--json")
    assert missing.returncode == 2
    error = json.loads(missing.stdout)["error"]
    assert (error["code"], error["suggestion"]) == ("unknown_edition", "2008-03-17")


@pytest.mark.usefixtures("prepared_folder")
def test_an_edition_gives_the_facts_under_its_own_numbers_or_not_at_all(command: Command) -> None:
    report = command("cost", "{X}{W}{W/P}", "--edition", "2008-03-17").stdout
    assert "Converted mana cost   2 on the stack" in report
    assert re.search(r"^  104\.3a +\{W\} is paid with one white mana\.$", report, re.MULTILINE)
    assert re.search(r"^  107\.4f +In the .* 2024 rules: \{W/P\} is paid", report, re.MULTILINE)
    assert re.search(r"^  104\.3c +\{X\} is X mana\.$", report, re.MULTILINE)

    found = json.loads(command("cost", "{W}{W/P}", "--edition", "2008-03-17", "--json").stdout)
    assert {fact["rule"]: fact["number"] for fact in found["edition"]["citations"]}.items() >= {
        ("107.4a", "104.3a"),
        ("107.4f", None),
    }
    assert found["citations"][0]["rule"] == "107.4a"


def test_the_help_shows_examples(command: Command) -> None:
    assert "  manage.py cost - < costs.txt\n" in command("cost", "--help", url=NOWHERE).stdout


def test_another_face_has_its_mana_value_on_the_battlefield_too(command: Command) -> None:
    prototyped = command("cost", "{7} // {1}{B}{B}", "--layout", "prototype", "--cast", "2").stdout
    assert "Mana value   3 on the stack and the battlefield; 7 elsewhere\n" in prototyped
    disturbed = command("cost", "{1}{U} // ", "--layout", "transform", "--cast", "2").stdout
    assert "Colors       unknown: see its color indicator\n" in disturbed


def test_a_mana_ability_is_named_before_its_costs(command: Command) -> None:
    report = command("cost", "{T}: Add {G}").stdout
    assert 0 < report.index("This is a mana ability") < report.index("Costs")
    assert report.count("This isn’t a mana ability") == 0
