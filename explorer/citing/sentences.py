"""Checked citations in sentences, for pages and commands."""

import datetime
from collections.abc import Callable

from explorer.citing.checking import CheckedCitation, CheckedText
from explorer.citing.judging import Status, Verdict
from explorer.lineages.provisions import is_term, plain_name
from symbols.sentences import counted, join_words

Dated = Callable[[datetime.date], str]


def summary(checked: CheckedText) -> str:
    """Such as “6 citations: 1 is still right, 5 need a look.”."""
    total, right = checked.total, checked.right
    if not total:
        return "No citations."
    if not_compared := _not_compared(checked.uncompared):
        numbers = f": {_need(total - right)}" if total > right else _numbers_right(total)
        return f"{counted(total, 'citation')}{numbers}. {not_compared}"
    if right == total:
        return "1 citation, still right." if total == 1 else f"{total:,} citations, all still right."
    if not right:
        return "1 citation needs a look." if total == 1 else f"{total:,} citations need a look."
    rest = total - right
    return f"{total:,} citations: {right:,} {'is' if right == 1 else 'are'} still right, {_need(rest)}."


def _need(count: int) -> str:
    return f"{count:,} needs a look" if count == 1 else f"{count:,} need a look"


def _numbers_right(count: int) -> str:
    return ": its number is still right" if count == 1 else ": their numbers are still right"


def _not_compared(count: int) -> str:
    return f"{counted(count, 'quotation')} {'wasn’t' if count == 1 else 'weren’t'} compared." if count else ""


def sentence(citation: CheckedCitation, dated: Dated) -> str:
    """Such as “704.5k is now 704.5j, reworded.”."""
    verdict = citation.verdict
    result = {
        Status.SAME: f"{verdict.number} is unchanged.",
        Status.MOVED: f"{verdict.number} is now {verdict.now}.",
        Status.MOVED_AND_REWORDED: f"{verdict.number} is now {verdict.now}, reworded.",
        Status.REWORDED: f"{verdict.number} was reworded{_when(verdict, dated)}.",
        Status.REMOVED: f"{verdict.number} is gone{_when(verdict, dated, 'since')}.",
        Status.UNKNOWN: f"The {dated(verdict.edition.date)} rules have no {verdict.number}.",
        Status.MISQUOTED: f"Misquoted from {verdict.number}.",
    }[verdict.status]
    return " ".join([result, *notes(citation, dated)])


def notes(citation: CheckedCitation, dated: Dated) -> list[str]:
    """Sentences beyond the status."""
    verdict = citation.verdict
    found = []
    if verdict.status is Status.MISQUOTED or verdict.says:
        found.append(attribution(verdict, dated))
    if verdict.split:
        found.append(f"Its text is now in {join_words([*map(plain_name, verdict.split)])}.")
    if verdict.merged:
        found.append(f"It’s part of {verdict.now} now.")
    if verdict.partly:
        found.append("The words quoted stayed; the rest of the rule was reworded.")
    if citation.uncompared:
        found.append("The quotation beside it wasn’t compared: it doesn’t look like this rule’s words.")
    if citation.dated and verdict.now != verdict.number:
        found.append("Its date is beside it, so it’s left as it is.")
    if citation.left:
        found.append("Today’s numbers aren’t a range, so it’s left as it was.")
    return found


def attribution(verdict: Verdict, dated: Dated) -> str:
    """Such as “These words are 704.5a’s.”, for a misquotation."""
    if not verdict.says or verdict.says_in is None:
        return "No edition says that."
    term = plain_name(verdict.says).replace("-", " ")
    name = f"the glossary’s, under “{term}”" if is_term(verdict.says) else f"{verdict.says}’s"
    if verdict.says == verdict.number and verdict.altered:
        return "The rule says it a little differently."
    when = "" if verdict.says_in == verdict.edition else f" in the {dated(verdict.says_in.date)} rules"
    now = f" (now {verdict.says_now})" if verdict.says_now and verdict.says_now != verdict.says else ""
    return f"These words are {'almost ' if verdict.altered else ''}{name}{when}{now}."


def _when(verdict: Verdict, dated: Dated, word: str = "on") -> str:
    return f" {word} {dated(verdict.since)}" if verdict.since else ""


def files_summary(total: int, wrong: int, files: int, uncompared: int) -> str:
    """Such as “12 citations in 3 files: 2 need a look.”."""
    where = f" in {counted(files, 'file')}" if files != 1 else ""
    right = _numbers_right(total) if uncompared else ", all still right"
    rest = f": {_need(wrong)}" if wrong else right if total else ""
    return f"{counted(total, 'citation')}{where}{rest}. {_not_compared(uncompared)}".rstrip()
