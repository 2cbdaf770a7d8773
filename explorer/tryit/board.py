"""State-based actions as their own page draws them: a row for each round, choices, then triggers and priority."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.tryit.eras import Era, InEras
from symbols.rendering import render_text
from symbols.sentences import capital, counted, join_words, number_word, with_minus
from symbols.trials.board.checking import called
from symbols.trials.board.era import data, rule_of
from symbols.trials.board.lines import lines_of
from symbols.trials.board.telling import verdict_of

Record = Mapping[str, Any]

_PROCESS: Final = "704.3"

ERAS: Final = (
    Era(date(2013, 7, 11), "Since Jul 2013"),
    Era(
        date(2009, 7, 11),
        "2009 to 2013",
        "All legends of a name went, whoever controlled them. Since July 2013, each player keeps one.",
    ),
    Era(
        date.min,
        "Before 2009",
        "They were called state-based effects, and there were fewer. Since July 2009 they’re actions.",
    ),
)


@dataclass(frozen=True, slots=True)
class ShownAction:
    said: SafeString
    cite: SafeString
    why: SafeString


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """`options` are label, address, and whether it's taken."""

    question: str
    options: Sequence[tuple[str, str, bool]]
    note: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """`after` is what changed because of it."""

    name: str
    actions: Sequence[ShownAction]
    choices: Sequence[ShownChoice]
    after: Sequence[SafeString]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the form, and what is read of it.

    Attributes:
        says: its permanents' size, if that isn't what's typed, what they're attached to, and their damage.
        problem: why it's left out, or which words are if `is_partial`; `suggestion` with its address, if there is one.
    """

    text: str
    says: str = ""
    problem: SafeString | str = ""
    is_partial: bool = False
    suggestion: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class ShownDoubt:
    """A sentence or a condition that could change the answer; `options` as those of choices."""

    name: str
    sentence: SafeString
    question: SafeString
    options: Sequence[tuple[str, str, bool]]
    suggestion: str
    address: str
    hint: str


class ShownBoard(InEras):
    eras_known = ERAS

    # The form

    @cached_property
    def rows(self) -> list[str]:
        return lines_of(self.request.complete["board"])

    @cached_property
    def lines(self) -> list[ShownLine]:
        if not self.answer:
            return [ShownLine(text) for text in self.rows]
        unread = {one["line"]: one for one in self._unread}
        return [self._line(number, text, unread.get(number)) for number, text in enumerate(self.rows, 1)]

    def _line(self, number: int, text: str, unread: Record | None) -> ShownLine:
        alike = Counter(_said_of(one, text) for one in self.facts["board"] if _is_of_line(one["object"], number))
        several = alike.total()
        said = [
            words if count == several else f"{number_word(count)}: {words}" for words, count in alike.items() if words
        ]
        says = "; ".join(said)
        if unread is None or number in self._doubted:
            return ShownLine(text, says)
        if unread["text"] != text:
            return ShownLine(text, says, format_html("Not read: {}", unread["text"]), is_partial=True)
        suggestion = unread["suggestion"] or ""
        address = self._with_line(number, suggestion) if suggestion else ""
        return ShownLine(text, says, render_text(capital(unread["why"])), suggestion=suggestion, address=address)

    @property
    def _doubted(self) -> set[int]:
        """Lines of which the doubts say more."""
        return {one["line"] for one in self.facts["unless"]}

    @property
    def choices(self) -> list[str]:
        return lines_of(self.request.complete["choices"].replace(",", "\n"))

    # The verdict

    @property
    def verdict(self) -> tuple[str, str]:
        """The number of permanents that leave, if any do, and the rest of its sentence."""
        number, rest = verdict_of(self.answer.outcome.sentence if self.answer else "")
        return number, with_minus(rest.partition(" Not read, and left out")[0])

    @property
    def is_unread(self) -> bool:
        """Whether no line is read."""
        return bool(self.lines) and all(line.problem and not line.is_partial for line in self.lines)

    @property
    def left_out(self) -> str:
        """Such as `Left out: line 2 and part of line 3.`, or nothing."""
        said = [
            f"{'part of ' if line.is_partial else ''}line {number}"
            for number, line in enumerate(self.lines, 1)
            if line.problem
        ]
        return f"Left out: {join_words(said)}." if said else ""

    @property
    def stray(self) -> Iterator[tuple[str, SafeString]]:
        """Choices that aren’t read, and why."""
        return ((one["text"], render_text(capital(one["why"]))) for one in self.facts["unread"] if not one["line"])

    @property
    def _unread(self) -> list[Record]:
        """Lines, or words of them."""
        return [one for one in self.facts["unread"] if one["line"]]

    def _with_line(self, number: int, text: str) -> str:
        """The address with another line instead of one."""
        return self.request.address_with({"board": "\n".join([*self.rows[: number - 1], text, *self.rows[number:]])})

    @property
    def doubts(self) -> Iterator[ShownDoubt]:
        for one in self.facts["unless"]:
            if one["condition"] and not (one["sentence"] or one["object"]):
                # The answer says it, and no card does.
                continue
            mended = self._with_line(one["line"], one["suggestion"]) if one["suggestion"] else ""
            sentence = render_text(with_minus(one["sentence"] or ""))
            question = render_text(one["question"] or "")
            yield ShownDoubt(
                one["name"], sentence, question, self._options(one), one["suggestion"] or "", mended, self._hint(one)
            )

    def _hint(self, one: Record) -> str:
        """How to type what a card says, for a line that has only its name."""
        if one["options"] or one["suggestion"]:
            return ""
        if one["sentence"]:
            return f"{one['name']} 5/5" if one["sentence"].startswith(one["name"]) else ""
        is_attached = any(each["on"] for each in self.facts["board"] if each["object"] == one["object"])
        whom = "enchanted creature gets" if is_attached else "creatures you control get"
        return f"{self.rows[one['line'] - 1]}: {whom} +1/+1"

    # The rounds

    @cached_property
    def rounds(self) -> list[ShownRound]:
        return [
            ShownRound(
                one["name"],
                [self._action(each) for each in one["actions"]],
                [self._choice(each) for each in one["choices"]],
                list(_after(one["changes"])),
            )
            for one in self.facts["rounds"]
        ]

    def _action(self, one: Record) -> ShownAction:
        why = " ".join([one["why"], *(each["why"] for each in one["also"])])
        rules = [rule_of(one["action"]), *(str(data()["also"][each["key"]][0]) for each in one["also"])]
        return ShownAction(
            _bold(with_minus(one["sentence"]), one["name"]),
            self.reading.citations.links(rules),
            render_text(with_minus(why)),
        )

    def _choice(self, one: Record) -> ShownChoice:
        options = self._options(one)
        who = "Your choice" if one["who"] == "you" else f"{capital(called(one['who']))} chooses"
        note = f"{who}. Here, the first." if one["assumed"] else f"{who}."
        return ShownChoice(one["question"], options, note)

    def _options(self, one: Record) -> list[tuple[str, str, bool]]:
        lines = [option["choice"] for option in one["options"]]
        others = [line for line in self.choices if line not in lines]
        return [
            (
                option["label"],
                self.request.address_with({"choices": "\n".join([*others, option["choice"]])}),
                option["choice"] == one["taken"],
            )
            for option in one["options"]
        ]

    # The end

    @property
    def last(self) -> ShownRound:
        """Choices by which nothing happens, what triggered, and priority."""
        asked = [each for one in self.facts["rounds"] for each in one["choices"]]
        unasked = [self._choice(each) for each in self.facts["choices"] if each not in asked]
        place = len(self.facts["rounds"]) + 1
        return ShownRound("The end" if self.is_over else f"Round {place}", [], unasked, list(self._then()))

    @property
    def is_over(self) -> bool:
        return bool(self.facts["wins"] or self.facts["draw"])

    @property
    def ending(self) -> str:
        if self.facts["draw"]:
            return f"The game is a draw{self._unless}."
        if winner := self.facts["wins"]:
            return f"{capital(called(winner))} {'win' if winner == 'you' else 'wins'} the game{self._unless}."
        if self.facts["rounds"]:
            return "Nothing more."
        return self.verdict[1] if self.facts["unread"] or self.facts["unless"] else "Nothing happens."

    @property
    def _unless(self) -> str:
        """Conditions of the ending: `, unless you have 30 or more life`."""
        reasons = dict.fromkeys(one["unless"] for one in self.facts["unless"] if one["assumed"])
        return f", unless {join_words(list(reasons), 'or')}" if reasons else ""

    @property
    def cite(self) -> SafeString:
        """The rule of the process, or by which the game ends."""
        rule = "104.4a" if self.is_over and self.facts["draw"] else "104.2a" if self.is_over else _PROCESS
        return self.reading.citations.link(rule)

    def _then(self) -> Iterator[SafeString]:
        if self.is_over:
            return
        answer = self.answer
        if answer and not self.facts["rounds"]:
            steps = [step for step in answer.outcome.steps if step.rule != _PROCESS]
            for step in steps:
                yield format_html("{} {}", render_text(with_minus(step.why)), self.reading.citations.link(step.rule))
        triggers = self.facts["triggers"]
        for one in triggers:
            times = "" if one["times"] == 1 else f" {counted(one['times'], 'time')}"
            whose = f"{capital(one['name'])}’s ability triggers{times}:"
            yield format_html("{} {}", whose, render_text(with_minus(one["ability"])))
        if triggers:
            ability = "It goes" if sum(one["times"] for one in triggers) == 1 else "They go"
            rule = self.reading.citations.link("603.3b")
            yield format_html(
                "{} on the stack. One more check, then the player who would get priority gets it. {}", ability, rule
            )
        else:
            yield SafeString("The player who would get priority gets it.")

    @property
    def rule(self) -> Sequence[SafeString]:
        return [render_text(words, self.reading.edition) for words in self.reading.paragraphs(_PROCESS)]

    @property
    def process(self) -> SafeString:
        return self.reading.citations.link(_PROCESS)


def _is_of_line(key: str, number: int) -> bool:
    """Whether an object is one of a line, and not an Aura that comes with it: `2` or `2.1`, but not `2a`."""
    return key.partition(".")[0] == str(number)


def _said_of(one: Record, typed: str) -> str:
    """`4/2, 1 damage`, `on the 2/2 Bear`."""
    size = one["size"]
    said = (
        with_minus(size) if size and with_minus(size) not in with_minus(typed) else "",
        "on itself" if one["on"] == one["name"] else f"on {one['on']}" if one["on"] else "",
        f"{one['damage']} damage" if one["damage"] else "",
    )
    return ", ".join(filter(None, said))


def _after(changes: Sequence[Record]) -> Iterator[SafeString]:
    for one in changes:
        name = (
            f"Without {join_words(one['without'])}, {one['name']} is"
            if one["without"]
            else f"{capital(one['name'])} is now"
        )
        yield format_html(
            '{} <s><span class="unseen">instead of </span>{}</s> <b>{}</b>.',
            name,
            with_minus(one["before"]),
            with_minus(one["after"]),
        )


def _bold(sentence: str, name: str) -> SafeString:
    """Return such as `The <b>Goblin token</b> is destroyed`."""
    start, found, rest = sentence.partition(capital(name))
    if not found:
        return format_html("{}", sentence)
    article = "The " if found.startswith("The ") else ""
    return format_html("{}{}<b>{}</b>{}", start, article, found.removeprefix(article), rest)
