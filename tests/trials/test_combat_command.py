"""`manage.py combat`, as people type it and as scripts call it."""

import json

import pytest

from tests.conftest import Command

pytestmark = pytest.mark.usefixtures("prepared_folder")


@pytest.mark.slow
def test_a_person_reads_who_deals_what_and_why(command: Command) -> None:
    done = command("combat", "5/5 trample deathtouch", "--blockers", "2/2; 3/3", "--divide", "1, 1, 3")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Yes. 1, 1 and 3 is legal. 3 damage gets through to the player.")
    assert "  The 5/5 to the player   3" in lines, done.stdout


def test_a_script_reads_json_and_nothing_else(command: Command) -> None:
    done = command("combat", "5/5 trample blocked by 2/2 and 2/2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["facts"]["through"] == 1


def test_bad_input_says_what_to_type(command: Command) -> None:
    done = command("combat", "5/5 tramle")
    assert done.returncode == 2
    assert "Did you mean trample?" in done.stderr
