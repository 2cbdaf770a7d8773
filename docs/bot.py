"""Chat bot in fifty lines of code: answers rule numbers, questions and costs in messages, with Pipwise’s API alone.

    .venv/bin/python docs/bot.py http://127.0.0.1:8000

It reads one message a line and prints its answers. For a real chat, call `answers` for each message.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any

import httpx

RULE = re.compile(r"\[\[(?P<number>\d{3}\.\d{1,3}[a-z]?)(?:@(?P<on>[\d-]+))?\]\]", re.IGNORECASE)
QUESTION = re.compile(r"\[\[(?P<q>[^\[\]]+\?|[^\[\]\s]+(?: [^\[\]\s]+){2,})\]\]")
COST = re.compile(r"(?P<cost>(?:\{[^{}\s]+\})+) with (?P<pool>(?:\{[^{}\s]+\}|[WUBRGC])+)(?!\w)", re.IGNORECASE)
MOST = 5


class Unanswered(Exception):
    """Pipwise has no answer, and says why."""


def answers(message: str, pipwise: httpx.Client) -> Iterator[str]:
    """Yield an answer to each of the first rule numbers, questions and costs in a message, in order."""
    answering = {RULE: rule, QUESTION: question, COST: cost}
    found = sorted((match for kind in answering for match in kind.finditer(message)), key=re.Match.start)
    for match in found[:MOST]:
        try:
            yield answering[match.re](match.groupdict(), pipwise)
        except Unanswered as why:
            yield str(why)


def rule(said: dict[str, str | None], pipwise: httpx.Client) -> str:
    """Quote a rule: `[[107.4f]]`, or `[[107.4f@2014]]` for a year, month or day."""
    on = {"on": said["on"]} if said["on"] else {}
    found = ask(pipwise, f"/api/rules/{said['number']}", on)
    return f"{found['number']} ({found['edition']}): {found['text']}\n{found['pinned' if on else 'address']}"


def question(said: dict[str, str | None], pipwise: httpx.Client) -> str:
    """Quote the ruling or rule that answers: `[[does clone copy counters?]]`; else the closest rule."""
    found = ask(pipwise, "/api/search", said)
    if answer := found["answer"]:
        return f"{answer['source']}: {answer['text']}\n{answer['address']}".removeprefix(": ")
    for closest in found["items"][:1]:
        return f"Closest: {closest['number'] or closest['heading']}: {closest['text']}\n{closest['address']}"
    raise Unanswered("No rule answers that.")


def cost(said: dict[str, str | None], pipwise: httpx.Client) -> str:
    """Say whether you can pay a cost: `{2/W}{2/W} with WWC`."""
    found = ask(pipwise, "/api/check", said)
    verdict = " ".join([f"{found['verdict'].capitalize()}.", *found["reasons"]])
    if found["questions"]:
        verdict += f" It depends on {', '.join(question['text'] for question in found['questions'])}."
    return f"{found['canonical']} with {said['pool']}: {verdict}\n{found['address']}"


def ask(pipwise: httpx.Client, path: str, asked: dict[str, str | None]) -> Any:
    """Ask the API; raise its error message if there’s no answer."""
    try:
        response = pipwise.get(path, params=asked)
        found = response.json()
    except (httpx.HTTPError, ValueError) as error:
        raise Unanswered("Pipwise can’t be reached.") from error
    if response.is_error:
        raise Unanswered(found["error"]["message"])
    return found


if __name__ == "__main__":
    address = sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000"
    with httpx.Client(base_url=address) as client:
        for line in sys.stdin:
            for answer in answers(line, client):
                print(answer, flush=True)
