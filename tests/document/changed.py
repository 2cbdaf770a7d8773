"""Real editions as they might have come: changed in the ways that the official ones differ from each other."""

import random
import re
from collections.abc import Callable

Change = Callable[[str], str]

NUMBER = re.compile(r"^(\s*)(\d{3})\.(\d+)([a-z]?)(\.?) +(\S.*)$", re.MULTILINE)


def part(text: str, name: str) -> tuple[int, int]:
    """Where the contents, the rules, the glossary or the credits of an edition begin and end."""
    contents = re.search(r"^Contents *$", text, re.MULTILINE)
    listed, glossary = re.finditer(r"^Glossary *$", text, re.MULTILINE)
    _, thanks = re.finditer(r"^Credits *$", text, re.MULTILINE)
    body = re.compile(r"^1\. ", re.MULTILINE).search(text, listed.end())
    assert contents is not None
    assert body is not None
    starts = {"contents": contents.start(), "rules": body.start(), "glossary": glossary.start()}
    ends = {"contents": body.start(), "rules": glossary.start(), "glossary": thanks.start()}
    return starts.get(name, thanks.start()), ends.get(name, len(text))


def within(name: str, change: Change) -> Change:
    def changed(text: str) -> str:
        start, end = part(text, name)
        return text[:start] + change(text[start:end]) + text[end:]

    return changed


def without(name: str) -> Change:
    return within(name, lambda _: "")


def numbers(pattern: str, share: float = 0.03, *, letters: bool = False) -> Change:
    """Some numbers printed otherwise: `{section}`, `{rule}`, `{letter}`, `{dot}`, `{words}`."""
    chance = random.Random(pattern)  # noqa: S311

    def printed(found: re.Match[str]) -> str:
        _, section, rule, letter, dot, words = found.groups()
        if chance.random() > share or (letters and not letter):
            return found[0]
        return pattern.format(section=section, rule=rule, letter=letter, dot=dot, words=words, capital=letter.upper())

    return within("rules", lambda text: NUMBER.sub(printed, text))


def replaced(pattern: str, replacement: str) -> Change:
    return lambda text: re.sub(pattern, replacement, text)


def without_blank_lines(text: str) -> str:
    return re.sub(r"\n\s*\n", "\n", text)


def mixed_line_ends(text: str) -> str:
    chance = random.Random(1)  # noqa: S311
    # A CR before an LF would be one end, not two.
    return "".join(chance.choice(["\r\n", "\n"]) if letter == "\n" else letter for letter in text)


# Changes after which everything has to be where it was.
HARMLESS: dict[str, Change] = {
    "no blank lines between rules": within("rules", without_blank_lines),
    "a blank line after every line": replaced("\n", "\n\n"),
    "spaces at the ends of lines": replaced("\n", "   \n"),
    "tabs for spaces": replaced("     ", "\t"),
    "set in as a whole": replaced(r"(?m)^(?=.)", "    "),
    "a full stop after every number": numbers("{section}.{rule}{letter}. {words}"),
    "no full stop after a number": numbers("{section}.{rule}{letter} {words}"),
    "a full stop too many": numbers("{section}..{rule}{letter}{dot} {words}"),
    "two full stops": numbers("{section}.{rule}{letter}.. {words}"),
    "a space in a number": numbers("{section}. {rule}{letter}{dot} {words}"),
    "a space before the full stop": numbers("{section} .{rule}{letter}{dot} {words}"),
    "a comma for a full stop": numbers("{section},{rule}{letter}{dot} {words}"),
    "no full stop in a number": numbers("{section}{rule}{letter}{dot} {words}"),
    "a parenthesis after a number": numbers("{section}.{rule}{letter}) {words}"),
    "a colon after a number": numbers("{section}.{rule}{letter}: {words}"),
    "an italic number": numbers("_{section}.{rule}{letter}{dot}_ {words}"),
    "a capital letter": numbers("{section}.{rule}{capital} {words}", letters=True),
    "the words on the next line": numbers("{section}.{rule}{letter}{dot}\n{words}"),
    "a tab after a number": numbers("{section}.{rule}{letter}{dot}\t{words}", 1),
    "a hard space after a number": numbers("{section}.{rule}{letter}{dot}\xa0{words}", 1),
    "a hard space before a number": numbers("\xa0{section}.{rule}{letter}{dot} {words}"),
    "a mark without width before a number": numbers("\u200b{section}.{rule}{letter}{dot} {words}"),
    "a byte order mark in the middle": numbers("\ufeff{section}.{rule}{letter}{dot} {words}"),
    "a soft hyphen in a number": numbers("{section}.\xad{rule}{letter}{dot} {words}"),
    "a page for each section": replaced(r"\n(\d{3}\. [A-Z])", "\n\f\\1"),
    "line separators": replaced("\n", "\u2028"),
    "paragraph separators": replaced("\n", "\u2029"),
    "next-line marks": replaced("\n", "\x85"),
    "vertical tabs before examples": replaced("\nExample:", "\vExample:"),
    "examples set in": replaced("\nExample:", "\n     Example:"),
    "a blank line before examples": replaced("\nExample:", "\n\nExample:"),
    "headings in capitals": lambda text: re.sub(r"(?m)^(Glossary|Credits) *$", lambda found: found[1].upper(), text),
    "another heading of the contents": replaced(r"(?m)^Contents *$", "Table of Contents"),
    "a colon after the headings": replaced(r"(?m)^(Contents|Glossary|Credits) *$", r"\1:"),
    "no table of contents": without("contents"),
    "no heading of the contents": replaced(r"(?m)^Contents *\n", ""),
    "pages in the contents": within("contents", replaced(r"(?m)^(.*\w) *$", r"\1 . . . . 7")),
    "a preface with a list": lambda text: f"From a reader\n\n1. This is a list\n2. of the things in here\n\n{text}",
}
