"""Check a cost or a card, under an edition if one is requested."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from explorer.citations import Citations, citations_in
from explorer.costcheck.check.by_card import CARD, CardQuestion, question_of
from explorer.costcheck.check.card_sources import find_source, nearest_source
from explorer.costcheck.check.cited_facts import CitedFact, cited_facts, newest_facts
from explorer.costcheck.check.report import keyword_report, report
from explorer.costcheck.check.verdict import Verdict, lacking_in, verdict_of
from explorer.document.dates import long_date
from explorer.library.loaded import Library, library
from explorer.symbols_by_edition.edition_symbols import EditionSymbols
from explorer.symbols_by_edition.query import edition_as_json, edition_symbols
from explorer.web.downloads import GET_CARDS
from symbols.catalog.definitions import code_in
from symbols.engine import CheckRequest, CheckResult, EngineError, KeywordInput, edition_date, keyword_instead
from symbols.engine.sources import split_count


@dataclass(frozen=True, slots=True)
class CheckedCost:
    """Result of a check.

    Attributes:
        options: the request; for a card, the shortest equivalent one.
        facts: with rules of the requested edition, else with stable names.
        edition: symbols of the requested edition, if any. Likewise `citations`.
    """

    options: Mapping[str, object]
    result: CheckResult
    verdict: Verdict
    facts: Sequence[CitedFact]
    edition: EditionSymbols | None = None
    citations: Citations | None = None
    card: CardQuestion | None = None

    def as_json(self) -> dict[str, object]:
        found: dict[str, object] = dict(self.result.as_json())
        found["verdict"] = self.verdict.answer
        found["questions"] = [question.as_json() for question in self.verdict.questions]
        if self.card is not None:
            found[CARD] = self.card.as_json()
        if self.edition is not None and self.citations is not None:
            of_parts = cited_facts(self.result.part_citations, self.result, self.edition, self.citations)
            found["edition"] = {
                **edition_as_json(self.edition, self.result.to_pay.everything),
                "lacks": list(self.verdict.lacking.things) if self.verdict.lacking else [],
                "citations": [fact.as_json() for fact in (*self.facts, *of_parts)],
            }
        return found

    def as_text(self) -> str:
        return report(self.result, self.facts, self.edition, self.citations, self.card, self.verdict)


@dataclass(frozen=True, slots=True)
class CheckedKeyword:
    """Keyword typed without a cost. Attributes as in `CheckedCost`."""

    keyword: KeywordInput
    facts: Sequence[CitedFact]
    edition: EditionSymbols | None = None
    citations: Citations | None = None

    def as_json(self) -> dict[str, object]:
        found = self.keyword.as_json()
        if self.edition is not None:
            found["edition"] = {"date": self.edition.date, "citations": [fact.as_json() for fact in self.facts]}
        return found

    def as_text(self) -> str:
        return keyword_report(self.keyword, self.facts)


def answer(given: Mapping[str, object], loaded: Callable[[], Library] = library) -> "CheckedCost | CheckedKeyword":
    """Check a cost or a card, or explain a keyword typed as a cost. Arguments and errors as for `check`."""
    keyword = None if given.get(CARD) else keyword_instead(given)
    return _check_keyword(keyword, given.get("edition"), loaded) if keyword else check(given, loaded)


def _check_keyword(keyword: KeywordInput, edition: object, loaded: Callable[[], Library]) -> CheckedKeyword:
    """Raises `EngineError` if the edition is invalid or isn't loaded."""
    if edition is None or edition == "":
        return CheckedKeyword(keyword, newest_facts(keyword.citations))
    symbols, citations = _symbols_and_citations(edition_date(edition), loaded())
    return CheckedKeyword(keyword, cited_facts(keyword.citations, None, symbols, citations), symbols, citations)


def check(
    given: Mapping[str, object], loaded: Callable[[], Library] = library, card: CardQuestion | None = None
) -> CheckedCost:
    """Check a cost or a card. Queries the database only for a card or an edition.

    Args:
        given: keys of a request (`symbols.engine.request`), or `card` in place of a cost.
        loaded: called only for a card or an edition.
        card: the question about the card, if known.

    Raises:
        EngineError: the cost or request is invalid, the edition isn't loaded, or no card has that name.
    """
    if given.get(CARD) and card is None:
        card = question_of(given, loaded())
    options = card.options if card else {key: value for key, value in given.items() if key != CARD}
    try:
        find = find_source(loaded()) if options.get("sources") else None
        request = CheckRequest.parse(card.given if card else options, find)
    except EngineError as error:
        raise _explained(error, options, loaded) from None
    result = card.check(request) if card else request.check()
    if request.edition is None:
        return CheckedCost(options, result, verdict_of(result, card), newest_facts(result.citations), card=card)
    symbols, citations = _symbols_and_citations(request.edition, loaded())
    facts = cited_facts(result.citations, result, symbols, citations)
    verdict = verdict_of(result, card, lacking_in(result.to_pay.everything, symbols, citations, facts))
    return CheckedCost(options, result, verdict, facts, symbols, citations, card)


def _explained(error: EngineError, options: Mapping[str, object], loaded: Callable[[], Library]) -> EngineError:
    """Add the closest source, or the meaning of {P} in the edition, which was Phyrexian before the pawprint."""
    if error.code == "unknown_source" and error.suggestion is None and error.start is not None:
        item = str(options.get("sources"))[error.start : error.end]
        near = nearest_source(loaded(), name := split_count(item)[0])
        error.suggestion = item.replace(name, near) if near else None
        if not loaded().has_cards:
            error.message += f" Card names don’t work here: no cards are loaded.{GET_CARDS}"
            error.args = (error.message,)
    cost, day = str(options.get("cost")), str(options.get("edition") or "")
    if error.field == "cost" and day and cost[error.start : error.end].strip("{} ").upper() == "P":
        with suppress(EngineError):
            symbols, _ = _symbols_and_citations(edition_date(day), loaded())
            then = date.fromisoformat(symbols.date)
            if code_in("P", then) != "P":
                means = "means any Phyrexian mana symbol" if symbols.knows("P") is not False else "isn’t a symbol"
                message = f"{{P}} {means} in the {long_date(then)} rules. For Phyrexian mana in a cost, add a color."
                error.message, error.args = message, (message,)
    return error


def check_on_page(
    given: Mapping[str, object], loaded: Library, card: CardQuestion | None = None
) -> tuple[CheckedCost, Citations]:
    """Like `check`, with citations to link: those of the newest text if no edition is requested."""
    checked = check(given, lambda: loaded, card)
    return checked, checked.citations or citations_in(loaded=loaded)


def keyword_on_page(keyword: KeywordInput, edition: object, loaded: Library) -> tuple[CheckedKeyword, Citations]:
    """A keyword with citations to link, under an edition if one is requested.

    Raises:
        EngineError: the edition is invalid, or isn't loaded.
    """
    checked = _check_keyword(keyword, edition, lambda: loaded)
    return checked, checked.citations or citations_in(loaded=loaded)


def _symbols_and_citations(day: date, editions: Library) -> tuple[EditionSymbols, Citations]:
    edition = editions.effective(day)
    return edition_symbols(edition), citations_in(edition.date, editions)
