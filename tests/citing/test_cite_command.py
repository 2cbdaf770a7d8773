"""`manage.py cite`, as people and CI call it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import load_command_class

from tests.conftest import Command
from tests.processes import ROOT
from tests.shared import FEW_EDITIONS, NEWEST

TEXT = "See 704.5k and\r\n“If a player has 0 or less life, that player wins the game” (704.5a).\r\nRight: 704.3.\r\n"


@pytest.fixture(scope="module")
def address(library_of: Callable[..., str]) -> str:
    return library_of(*FEW_EDITIONS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "article.md"
    path.write_bytes(TEXT.encode())
    return path


def test_lines(command: Command, address: str, file: Path) -> None:
    done = command("cite", str(file), "--written", "2014-05-01", url=address)
    assert done.stdout.splitlines() == [
        f"{file}:1:5: 704.5k is now 704.5j, reworded.",
        f"{file}:2:62: Misquoted from 704.5a. The rule says it a little differently.",
    ]
    assert done.stderr.splitlines()[-1] == "3 citations: 2 need a look."
    assert done.returncode == 0


def test_check_exits_with_1(command: Command, address: str, file: Path) -> None:
    assert command("cite", str(file), "--check", url=address).returncode == 1
    file.write_text("704.3 and 704.5a")
    done = command("cite", str(file), "--check", url=address)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 citations, all still right.\n")


@pytest.mark.slow
def test_json(command: Command, address: str, file: Path) -> None:
    done = command("cite", str(file), "--written", "2014-02-01", "--json", url=address)
    [found] = json.loads(done.stdout)["files"]
    assert (found["file"], found["edition"], found["assumed"], found["newest"]) == (
        str(file),
        "2014-02-01",
        False,
        "2026-02-27",
    )
    assert found["updated"] == TEXT.replace("704.5k", "704.5j")
    first = found["citations"][0]
    assert {"start": 4, "end": 10, "number": "704.5k", "now": "704.5j", "line": 1, "column": 5}.items() <= first.items()
    assert first["status"] == "moved and reworded"
    assert first["text"].startswith("If two or more legendary permanents")
    assert {"added", "deleted", "kept"} == {part["kind"] for part in first["difference"]}


def test_sarif(command: Command, address: str, file: Path) -> None:
    [run] = json.loads(command("cite", str(file), "--sarif", url=address).stdout)["runs"]
    [result] = run["results"]
    assert (result["ruleId"], result["level"]) == ("misquoted", "error")
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert {"shortDescription", "fullDescription", "help"} < rules[result["ruleId"]].keys()
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 62, "endLine": 2, "endColumn": 68}


def test_github(command: Command, address: str, file: Path) -> None:
    line = command("cite", str(file), "--github", url=address).stdout.splitlines()[0]
    assert line.startswith(
        f"::error file={file},line=2,endLine=2,col=62,endColumn=68,title=704.5a misquoted::Misquoted"
    )


@pytest.mark.slow
def test_standard_input_and_update(command: Command, address: str, file: Path) -> None:
    done = command("cite", "-", "--update", "--written", "2014-02-01", given=b"704.5k\r\n", url=address)
    assert done.stdout == "704.5j\r\n"
    done = command("cite", "-", "--update", given=b"Updated May 5, 2014. See 704.5k.", url=address)
    assert "- is dated 2014-05-05. Change that, too: these numbers are newer." in done.stderr
    command("cite", str(file), "--update", "--written", "2014-02-01", url=address)
    assert file.read_bytes() == TEXT.replace("704.5k", "704.5j").encode()


@pytest.mark.slow
def test_what_is_ignored(command: Command, address: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("704.5k\n704.99 <!-- cite: ignore -->")
    (tmp_path / "b.md").write_text("rule 704.98")
    (tmp_path / "binary").write_bytes(b"\0\xff704.97")
    ignoring = tmp_path / ".citeignore"
    arguments = ("cite", str(tmp_path), "--check", "--ignore", str(ignoring))
    for patterns, status in {"": 1, "# all\n*b.md  # old": 0, "704.98": 0, "*b.md:704.*": 0, "*a.md:704.*": 1}.items():
        ignoring.write_text(patterns)
        assert command(*arguments, url=address).returncode == status, patterns


def test_only_comments_and_strings_of_source_code(command: Command, address: str, tmp_path: Path) -> None:
    (tmp_path / "a.java").write_text('f(a, 704.98f); // rule 704.99\n/* 704.97a */ s = "CR 704.96";')
    done = command("cite", str(tmp_path), url=address)
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == [
        "The 2026-02-27 rules have no 704.99.",
        "The 2026-02-27 rules have no 704.97a.",
        "The 2026-02-27 rules have no 704.96.",
    ]


def test_bad_input(command: Command, address: str, tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes(b"704.3\ncaf\xe9")
    (tmp_path / "binary").write_bytes(b"\0\xff704.97")
    for arguments, said in {
        ("no.md",): "There’s no file no.md. Check its name.",
        (str(tmp_path / "latin.md"),): "latin.md, line 2: that isn’t UTF-8. Save it as UTF-8.",
        (str(tmp_path / "binary"),): "binary isn’t text. Name text files, or a folder that has some.",
        (
            "-",
            "--written",
            "1999-01-01",
        ): "--written: Pipwise doesn’t have the rules of 1999-01-01; its oldest are 2009-05-01.",
        ("-", "--written", "soon"): "--written: “soon” isn’t a date. Type one such as 2014-05-01.",
        ("-", "--ignore", "no"): "--ignore: no can’t be read. Name a text file with a pattern on each line.",
    }.items():
        done = command("cite", *arguments, url=address)
        assert done.returncode == 2, arguments
        assert said in done.stderr
    done = command("cite", "-", given=b"704.3 \xff", url=address)
    assert (done.returncode, "Standard input, line 1: that isn’t UTF-8." in done.stderr) == (2, True)
    done = command("cite", str(tmp_path), url=address)
    assert (done.returncode, done.stdout) == (0, "")
    assert "Skipped: " in done.stderr
    assert done.stderr.endswith("0 citations in 0 files.\n")
    named = ("cite", str(tmp_path / "latin.md"), "-", str(tmp_path / "no.md"))
    done = command(*named, "--check", given=b"rule 704.99", url=address)
    assert (done.returncode, done.stdout) == (2, "-:1:6: The 2026-02-27 rules have no 704.99.\n")
    assert "latin.md, line 2: that isn’t UTF-8" in done.stderr
    assert "There’s no file" in done.stderr
    done = command(*named, "--json", given=b"rule 704.99", url=address)
    assert (done.returncode, [one["file"] for one in json.loads(done.stdout)["files"]]) == (2, ["-"])
    both = command("cite", "-", "--sarif", "--json", given=b"704.3", url=address)
    assert (both.returncode, json.loads(both.stdout)["error"]["code"]) == (2, "bad_usage")
    failed = command("cite", "no.md", "--json", url=address)
    assert json.loads(failed.stdout)["error"]["code"] == "unreadable"


def test_excerpts_are_too_little(command: Command, library_of: Callable[..., str]) -> None:
    done = command("cite", "-", given=b"704.5k", url=library_of())
    assert (done.returncode, "needs the full rules" in done.stderr) == (2, True)


def test_what_the_hook_and_the_workflow_call_exists() -> None:
    calls = [
        call
        for file in (".pre-commit-hooks.yaml", "docs/citations.yml")
        for call in re.findall(r"(?:entry|run): pipwise (\S+)([^>\n]*)", (ROOT / file).read_text())
    ]
    assert [name for name, _ in calls] == ["cite", "fetch_rules", "cite", "cite"]
    for name, options in calls:
        parser = load_command_class("explorer", name).create_parser("pipwise", name)
        parser.parse_args([*options.split(), *(["a.md"] if name == "cite" else [])])


@pytest.mark.slow
def test_our_own_texts_are_up_to_date(command: Command, library_of: Callable[..., str]) -> None:
    texts = ("README.md", "CONTRIBUTING.md", "docs", "templates", "explorer/data/plain_words.toml")
    done = command("cite", *(str(ROOT / each) for each in texts), "--check", url=library_of(NEWEST))
    assert (done.returncode, done.stdout) == (0, "")
