"""The bot of `docs/`, asking a running site: the API is all that it knows."""

import ast
import subprocess
import sys

import pytest

from tests.processes import HANGING, ROOT
from tests.servers import Site

BOT = ROOT / "docs" / "bot.py"
MESSAGES = """\
See [[107.4f]], please, and [[107.4f@2024-03]].
Can {2/W}{2/W} with WWC be paid? And {2/W}{2/W} with c?
Nothing to answer: 107.4f, [[107]], {W} with
{1}{T} with W
[[999.9]] [[107.4f@2003]] [[107.4f@2024-13]] {V} with W
[[phyrexian mana?]] [[what is the untap symbol?]] [[zzqx blorp?]] [[Nothing]] [[to answer]]
"""


@pytest.mark.slow
def test_the_bot_answers(site: Site) -> None:
    ran = subprocess.run(
        [sys.executable, str(BOT), site.address],
        input=MESSAGES,
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=True,
    )
    answers = ran.stdout.splitlines()
    begin = "Phyrexian mana symbols are colored mana symbols: {W/P} is white,"
    assert answers[0].startswith(f"107.4f (2025-06-06): {begin}")
    assert answers[2].startswith(f"107.4f (2024-03-08): {begin}")
    assert answers[1::2][:2] == [f"{site.address}/rules/{place}107.4f/" for place in ("", "2024-03-08/")]
    check = f"{site.address}/check/?cost=%7B2%2FW%7D%7B2%2FW%7D&pool="
    assert answers[4:6] == ["{2/W}{2/W} with WWC: Yes.", f"{check}WWC"]
    assert answers[6].startswith("{2/W}{2/W} with c: No. Without white mana, {2/W} needs at least two mana")
    assert answers[7] == f"{check}c"
    assert answers[8] == "{1}, {T} with W: Maybe. It depends on {T}."
    missing, early, no_time, no_symbol = answers[10:14]
    assert missing.startswith("No loaded edition has 999.9.")
    assert early.startswith("The December 1, 2003 rules applied then. Pipwise doesn’t have them.")
    assert "“2024-13” isn’t a year, month or day." in no_time
    assert no_symbol == "“V” isn’t a symbol in costs."
    answer, address, symbol, below, nothing = answers[14:]
    assert answer.startswith(f"107.4f, Numbers and Symbols, June 6, 2025 rules: {begin}")
    assert address == f"{site.address}/rules/107.4f/"
    assert symbol.startswith("Rule 107.6: Untap.")
    assert below == f"{site.address}/symbols/Q/"
    assert nothing == "No rule answers that."


@pytest.mark.slow
def test_the_bot_without_a_site() -> None:
    ran = subprocess.run(
        [sys.executable, str(BOT), "http://127.0.0.1:9"],
        input="[[107.4f]]\n",
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=True,
    )
    assert ran.stdout == "Pipwise can’t be reached.\n"


def test_the_bot_has_fifty_lines() -> None:
    tree = ast.parse(BOT.read_text("utf-8"))
    said = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    lines = BOT.read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) and at not in said for at, line in enumerate(lines, 1)) <= 50
