"""Interpret the query, and choose the one answer above the results, of whatever kind."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from explorer.casting.request import CastRequest
from explorer.casting.shown import show_walk
from explorer.casting.walk import walk
from explorer.citations import citations_in
from explorer.costcheck import show_check, too_long
from explorer.costcheck.check import CARD, check_on_page
from explorer.document.dates import long_date
from explorer.library.loaded import Library
from explorer.library.queries import EditionInfo
from explorer.search import Results, indexed_rules, search
from explorer.search.answers.answer import Answer, Shared
from explorer.search.answers.dated import (
    DatedTerm,
    answer_number_at,
    answer_outside,
    answer_then,
    edition_at,
    find_dated_term,
    results_then,
    time_of,
)
from explorer.search.answers.found_answer import answer_found, answer_number, entry_of, term_named
from explorer.search.answers.history import answer_history
from explorer.search.answers.on_cards import answer_on_cards
from explorer.search.answers.tournament import TournamentAnswer, answer_named, answer_tournament
from explorer.search.index.book import ENTRIES, entry_index
from explorer.search.understand.card_parts import PARTS, TYPES
from explorer.search.understand.interpretation import BOARD, CHANGE, COMBAT, LAYERS, Interpretation, understand
from explorer.search.understand.trial_questions import COPY, ENDING
from explorer.tryit.block import TrialBlock, make_block
from explorer.tryit.reading import TrialContext
from explorer.tryit.request import TrialRequest
from explorer.web import addresses
from explorer.wording.differences import source_of
from symbols.catalog.finding import resolve
from symbols.catalog.symbol import Definition
from symbols.engine import EngineError
from symbols.engine.costs import MANA_NAMES
from symbols.sentences import capital, join_words
from symbols.trials.catalog import trial_named

_NAMES: Mapping[str, str] = dict(MANA_NAMES.items())
_SYMBOL_WORD = re.compile(r"[{\[/]|\b(?:symbol|icon|sign|mana)s?\b", re.IGNORECASE)
_PARTS = re.compile(r"\{\s*([WUBRGC]|\d{1,2})\s*/\s*([WUBRGCP])(?:\s*/\s*([WUBRGCP]))?\s*\}", re.IGNORECASE)


def answer_to(
    typed: str,
    meaning: Interpretation,
    found: Results | None,
    loaded: Library,
    having: Mapping[int, object] | None = None,
) -> Answer | None:
    """Choose the answer to a query, if there is one.

    Args:
        found: the results in the newest texts; None if other texts were searched.
        having: keys of the editions that have the number in the query, if known.
    """
    if meaning.kind == "payment":
        return _payment(meaning, loaded)
    if meaning.kind == "cast":
        return _cast(meaning, loaded)
    if meaning.kind == "change":
        return _change(meaning, loaded)
    if meaning.number is not None and meaning.span is not None:
        return answer_number_at(meaning.span, str(meaning.number), loaded, having)
    if meaning.kind == "cost" and meaning.error is not None:
        return _no_symbol(typed)
    # “Planeswalker” is a card type, and has a symbol too.
    is_term = found is not None and (term_named(typed, found) is not None or _is_elsewhere(typed, loaded))
    if meaning.symbol is not None and (_SYMBOL_WORD.search(typed) or not is_term):
        # A symbol that isn't in the rules may share its name with something that is: “acorn symbol”.
        other = None if meaning.symbol.rules or found is None else entry_of(found)
        if other is None or not other.whole:
            return _symbol(meaning.symbol, loaded)
    if found is None or not found.hits:
        return None
    return answer_on_cards(found) or answer_found(typed, found, loaded)


class ReadQuery(NamedTuple):
    """A query for the newest texts, as the API and the command search them.

    Attributes:
        number: the rule number that is all of the query, however it is written: “104 3 f”; else empty.
        words: what to search for.
        edition: that of the time in the query: “legend rule in 2014”; None for the newest texts.
    """

    typed: str
    meaning: Interpretation
    then: DatedTerm | None
    number: str
    words: str
    edition: EditionInfo | None


def read_query(typed: str, loaded: Library) -> ReadQuery:
    meaning = understood(typed)
    if meaning.kind == "rule" and meaning.number and meaning.span is None and meaning.cost is None:
        return ReadQuery(typed, meaning, None, str(meaning.number), str(meaning.number), None)
    then = find_dated_term(typed, meaning, loaded)
    is_then = then is not None and then.read is not None and results_then(then, None) is then.read
    words, edition = (then.words, then.edition) if then and is_then else (typed, None)
    return ReadQuery(typed, meaning, then, "", words, edition)


class Answers(NamedTuple):
    """What the page has above its results, for the API and the command.

    Attributes:
        one: the answer from the rules; None if the sections are the answer.
        tournament: sections of the tournament documents.
    """

    one: Answer | None = None
    tournament: TournamentAnswer | None = None


def answers_in(query: ReadQuery, found: Results, loaded: Library) -> Answers:
    """The answers that the page has to a query; `found` is the first page of what the query searches for."""
    typed, meaning, then = query.typed, query.meaning, query.then
    if named := answer_named(typed, loaded):
        return Answers(tournament=named)
    if past := answer_history(typed, loaded):
        return Answers(past.one)
    if query.number:
        return Answers(answer_number(query.number, found, loaded))
    plain = then.words if then else meaning.term or typed
    one = None if meaning.named or len(typed) > MOST_TYPED else _one_in(query, plain, found, loaded)
    tournament = answer_tournament(plain, loaded, has_rule=bool(one or meaning.named))
    return Answers(None if tournament and tournament.is_first else one, tournament)


def _one_in(query: ReadQuery, plain: str, found: Results, loaded: Library) -> Answer | None:
    words = searched(plain, query.meaning)
    # Answers start from the newest texts.
    if query.edition or words != query.words:
        found = search(words, loaded=loaded)
    return answer_then(query.then, answer_to(query.typed, query.meaning, found, loaded), loaded)[0]


def _is_elsewhere(typed: str, loaded: Library) -> bool:
    """Whether the query is a name in the index, none of whose rules is loaded."""
    place = entry_index(typed)
    return place is not None and indexed_rules(loaded).isdisjoint(ENTRIES[place].rules)


def _payment(meaning: Interpretation, loaded: Library) -> Answer | None:
    if meaning.cost is None and CARD not in meaning.fields:
        mana = "".join(f"{{{letter}}}" for letter in meaning.fields["pool"])
        life = f" and {meaning.fields['life']} life" if "life" in meaning.fields else ""
        note = f"You have {mana}{life}. Add a cost to see whether you can pay it."
        return Answer(label="Your mana", note=note, links=[("Check a cost", addresses.check(**meaning.fields))])
    try:
        checked = show_check(*check_on_page(meaning.fields, loaded))
    except EngineError:
        return None
    address = addresses.check(**meaning.fields)
    return Answer(
        label="Can you pay?",
        check=checked,
        links=[("Open in the checker", address)],
        share=Shared(checked.question, address, source=checked.source, pinned=checked.pinned),
    )


def _cast(meaning: Interpretation, loaded: Library) -> Answer | None:
    try:
        shown = show_walk(walk(CastRequest.read(meaning.walk), lambda: loaded), loaded)
    except EngineError:
        return None
    return Answer(
        label="Can you activate it?" if shown.walk.spell.is_ability else "Can you cast it?",
        walk=shown,
        links=[("Step by step", shown.address)],
        share=Shared(shown.question, shown.address, text=shown.said),
    )


def _change(meaning: Interpretation, loaded: Library) -> Answer | None:
    trial = trial_named(meaning.trial)
    if trial is None:
        return None
    edition = edition_at(meaning.span, loaded) if meaning.span else None
    block = make_block(TrialRequest(trial, meaning.fields, edition), TrialContext(loaded, edition), prefix="answered")
    if block.outcome is None:
        return _mendable(block)
    address = block.request.address
    share = Shared(block.question, address, source=block.outcome.source, pinned=block.pinned)
    link = _LINKS.get(meaning.trial, "Change the numbers")
    one = Answer(label="The answer", tried=block, links=[(link, address)], share=share)
    if edition and meaning.span:
        return replace(one, label=f"{time_of(meaning.span)} rules", note=f"By the {long_date(edition.date)} rules.")
    return answer_outside(meaning.span, one, loaded) if meaning.span and loaded.newest else one


def _mendable(block: TrialBlock) -> Answer | None:
    """What a Try it can't read, if it has a suggestion."""
    problem = block.problem
    if problem is None or not problem.suggestion:
        return None
    mend = f"Did you mean {problem.error.suggestion}?"
    return Answer(label=block.trial.title, note=problem.error.message, links=[(mend, problem.address)])


def _symbol(symbol: Definition, loaded: Library) -> Answer:
    known = filter(None, map(citations_in(None, loaded).get, symbol.rules))
    address = addresses.symbol(symbol.slug)
    return Answer(
        label="The symbol",
        source=f"Rule {symbol.rules[0]}" if symbol.rules else "",
        heading=capital(symbol.name),
        note=symbol.description,
        symbol=symbol,
        links=[("About this symbol", address)],
        share=Shared(
            capital(symbol.name),
            address,
            source=source_of(next(known, None)),
            pinned=addresses.keeping(address, loaded.newest.date if loaded.newest else None),
        ),
    )


def missing_symbol(typed: str) -> Sequence[str]:
    """The parts of a symbol that doesn't exist, if the query has one: "{C/P}" -> ["C", "P"]."""
    match = next((one for one in _PARTS.finditer(typed) if resolve(one[0]) is None), None)
    return [part.upper() for part in match.groups() if part] if match else ()


def _no_symbol(typed: str) -> Answer | None:
    """Explain what a symbol that doesn't exist would mean, if its parts tell."""
    parts = missing_symbol(typed)
    if not parts:
        return None
    ways = list(dict.fromkeys("2 life" if part == "P" else _mana(part) for part in parts))
    written = f"{{{'/'.join(parts)}}}"
    return Answer(
        label="No such symbol",
        heading=written,
        note=f"The rules have no {written}. From its parts, you’d pay it with {join_words(ways, 'or')}.",
        links=[("See all symbols", addresses.symbols())],
    )


def _mana(part: str) -> str:
    return f"{part} mana of any type" if part.isdigit() else f"one {_NAMES[part]} mana"


# Longer queries are rejected; the engine has its own, higher limit for costs.
MOST_TYPED = 2_000
# A symbol by its code.
_CODE = re.compile(r"[{\[/]")
# With words outside of braces and brackets, a query is more than a cost.
_WORDS_BESIDE = re.compile(r"[^\W\d_]{2}")
_BRACED = re.compile(r"\{[^}]*\}?|\[[^\]]*\]?")
# Searched for a pool without a cost, for a change of a creature's power and toughness, and for casting something.
_POOL_QUERY = "mana pool"
_TRIAL_QUERIES = {
    CHANGE: "negative power",
    COMBAT: "assigns its combat damage",
    LAYERS: "interaction of continuous effects",
    COPY: "copiable values",
    ENDING: "ending the game",
    PARTS: "color identity",
    TYPES: "type line",
    BOARD: "state-based actions",
}
_LINKS = {
    LAYERS: "Layer by layer",
    COPY: "Ask about more",
    ENDING: "Change the players",
    PARTS: "See all parts",
    TYPES: "Ask about another",
}
_SPELL_QUERY = "casting spells"
_ABILITY_QUERY = "activating activated abilities"


def understood(typed: str) -> Interpretation:
    if len(typed) > MOST_TYPED:
        return Interpretation("cost", error=too_long(typed))
    return understand(typed)


def is_mistyped(typed: str, meaning: Interpretation) -> bool:
    """Whether the query is an unreadable cost rather than a question with symbols."""
    if meaning.error is None or len(typed) > MOST_TYPED:
        return meaning.error is not None
    return not missing_symbol(typed) and not _WORDS_BESIDE.search(_BRACED.sub(" ", typed))


def searched(typed: str, meaning: Interpretation) -> str:
    """The words to search for: the query, or words of the rules behind an answer."""
    if meaning.kind == "payment":
        return (meaning.cost.canonical or typed) if meaning.cost else _POOL_QUERY
    if meaning.kind == "cast":
        return _ABILITY_QUERY if "ability" in meaning.walk else _SPELL_QUERY
    if meaning.kind == "change":
        return _TRIAL_QUERIES[meaning.trial]
    if meaning.kind == "words" and meaning.symbol is not None and _CODE.search(typed):
        return meaning.symbol.spellings[0]
    if (parts := missing_symbol(typed)) and meaning.error is not None:
        return "Phyrexian mana symbol" if "P" in parts else "hybrid mana symbol"
    return str(meaning.number) if meaning.number is not None else typed
