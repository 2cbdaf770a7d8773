"""Which words are quoted from which number."""

import pytest

from explorer.citing.finding import find_citations
from explorer.citing.quoting import find_quotes

ONE = {
    "The game “performs all applicable actions” (704.3).": ("704.3", "performs all applicable actions"),
    'It "performs all applicable actions" (rule 704.3)': ("704.3", "performs all applicable actions"),
    "“performs all applicable actions” — CR 704.3": ("704.3", "performs all applicable actions"),
    "“performs all applicable actions,” says rule 704.3.": ("704.3", "performs all applicable actions,"),
    "704.3: “performs all applicable actions”": ("704.3", "performs all applicable actions"),
    "704.3 says that “it performs all actions”": ("704.3", "it performs all actions"),
    "Rule 704.3 now reads, “It performs all actions.”": ("704.3", "It performs all actions"),
    "**704.3** (“it performs all actions”)": ("704.3", "it performs all actions"),
    "“704.3 It performs all the actions”": ("704.3", "It performs all the actions"),
    "<q>performs all applicable actions</q> (<b>704.3</b>)": ("704.3", "performs all applicable actions"),
    "&ldquo;performs all&nbsp;applicable actions&rdquo; (704.3)": ("704.3", "performs all applicable actions"),
    "> It performs all the actions.\n\n(704.3)": ("704.3", "It performs all the actions"),
    "> It performs all\n> the actions.\n> — CR 704.3\n": ("704.3", "It performs all the actions"),
    "> 704.3. It performs all\n> the actions.\n": ("704.3", "It performs all the actions"),
    "Rule 704.3 says:\n\n> It performs all the actions.\n": ("704.3", "It performs all the actions"),
    "<p>704.3:</p><blockquote>It performs <b>all</b> the actions.</blockquote>": (
        "704.3",
        "It performs all the actions",
    ),
    "<blockquote>It performs all the actions. (704.3)</blockquote>": ("704.3", "It performs all the actions"),
    '/**\n * CR 704.3 "It performs\n * all the actions."\n */': ("704.3", "It performs all the actions"),
    "# 704.3 says “it performs\n# all the actions”": ("704.3", "it performs all the actions"),
    "// 704.3: “performs all applicable actions”": ("704.3", "performs all applicable actions"),
    "704.3 says “the “legend rule” performs all actions”": ("704.3", "the “legend rule” performs all actions"),
    "CR 704.3 (July 13, 2013): “it performs all actions”": ("704.3", "it performs all actions"),
    "704.3 (checking): “it performs all actions”": ("704.3", "it performs all actions"),
    "CR 704.3: ‘It performs a player’s actions’": ("704.3", "It performs a player’s actions"),
    "704.3 says 'it performs a player's actions'": ("704.3", "it performs a player's actions"),
    "[quote]704.3 It [b]performs[/b] all the actions.[/quote]": ("704.3", "It performs all the actions"),
    '[quote="CR 704.3"]It performs all the actions.[/quote]': ("704.3", "It performs all the actions"),
    "“it performs *all* the **actions**” (emphasis mine) (704.3)": ("704.3", "it performs all the actions"),
    "704.3 says a player “performs all applicable actions”.": ("704.3", "performs all applicable actions"),
    "As 704.3 puts it, the game “performs all applicable actions”.": ("704.3", "performs all applicable actions"),
    '"It performs "all the actions" with "{T}: Draw."" (704.3)': (
        "704.3",
        'It performs "all the actions" with "{T}: Draw."',
    ),
    '""All the" actions, it performs" (704.3)': ("704.3", '"All the" actions, it performs'),
    "“Actions are checks.” (704.3)": ("704.3", "Actions are checks"),
    "“performs all applicable actions” ([704.3](https://pipwise.example/x))": (
        "704.3",
        "performs all applicable actions",
    ),
}
NONE = (
    "The “legend rule” (704.5j)",
    "“State-based actions” (704.3)",
    "“checks for actions” (704.3)",
    "See 718, “Prototype”, and rule 702.19, “Trample”",
    "He said “what a nice day it is today”. I looked at 704.3 then.",
    "704.3 is old. My friend says “what a nice day it is today”.",
    "(704.3)\n\n“what a nice day it is today”",
    '<a title="what a nice day it is" href="/rules/704.3/">704.3</a>',
    "“what a nice day it is today”",
    "rule('704.3', 'what a nice day it is today')",
    "704.3’s the players’ rule, and the judges’ rule",
)


def test_quotes_of_one_number(subtests: pytest.Subtests) -> None:
    for text, (number, words) in ONE.items():
        with subtests.test(text):
            found = find_citations(text)
            [quote] = (one for one in find_quotes(text, found) if one.marked)
            assert (str(next(one.number for one in found if one.run == quote.runs[0])), quote.text) == (number, words)


def test_what_claims_to_be_a_rules_words(subtests: pytest.Subtests) -> None:
    for text in ONE:
        with subtests.test(text):
            assert next(one for one in find_quotes(text, find_citations(text)) if one.marked).claims
    for text in (
        "It isn’t a “spell that draws some cards” (704.3)",
        "The card says, “Draw three cards at once” (704.3)",
        "“draws three cards at once” (see 704.3)",
        "Under 704.3, “what a nice day it is”",
    ):
        with subtests.test(text):
            assert not any(one.claims for one in find_quotes(text, find_citations(text)))


def test_words_that_are_no_quotes(subtests: pytest.Subtests) -> None:
    for text in NONE:
        with subtests.test(text):
            assert [quote for quote in find_quotes(text, find_citations(text)) if quote.marked] == []


def test_each_quote_has_its_number() -> None:
    text = "“One two three four” (704.3). “Five six seven eight” (509.2). 510.1c: “Nine ten eleven twelve”."
    assert [(quote.text[:4].strip(), quote.runs[0]) for quote in find_quotes(text, find_citations(text))] == [
        ("One", 1),
        ("Five", 2),
        ("Nine", 3),
    ]
    block = "> 704.3. One two three four.\n> 509.2. Five six seven eight\n> and nine.\n"
    assert [(quote.text, quote.runs) for quote in find_quotes(block, find_citations(block))] == [
        ("One two three four", (1,)),
        ("Five six seven eight and nine", (2,)),
    ]
