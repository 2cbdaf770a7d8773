"""What the picture of each kind of page shows."""

from collections.abc import Callable, Mapping
from datetime import date

from django.http import QueryDict
from django.utils.text import capfirst

from explorer.card_pages.missing import no_such_card
from explorer.cards.reading import card_at
from explorer.casting.form import CastForm
from explorer.casting.shown import show_walk
from explorer.casting.walk import walk
from explorer.citations import citations_in
from explorer.costcheck import CheckForm, ShownKeyword, answer_to
from explorer.document.dates import long_date
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.history.changes_page import counts_of
from explorer.history.query import changes_page
from explorer.library.loaded import library
from explorer.library.place import find_number
from explorer.not_found.pages import no_such_symbol, no_such_trial
from explorer.not_found.path_arguments import date_or_404, number_or_404, term_place
from explorer.policy.finding import find_policy
from explorer.policy.parts import quotation
from explorer.rules.contents.page import chapter_heading
from explorer.rules.contents.query import ContentsPage, contents_page
from explorer.rules.glossary.query import entry_meant
from explorer.rules.rule.query import rule_page
from explorer.sharing.pictures import Picture
from explorer.symbols_by_edition.query import missing_symbols
from explorer.tryit import TrialRequest, make_block
from explorer.tryit.reading import TrialContext
from explorer.web.forms import in_words
from explorer.wording.changes import counts_in_words
from explorer.wording.wordings import summary_of, without_italics
from symbols.catalog.finding import resolve
from symbols.sentences import counted
from symbols.trials.catalog import trial_named


def rules_of(day: date) -> str:
    """“June 6, 2025 rules”."""
    return f"{long_date(day)} rules"


def picture_of(name: str, arguments: Mapping[str, str], query: QueryDict) -> Picture:
    """Content of the picture of a page, one of `PICTURED`; the checker, casting, Try it and symbols use the query.

    Raises:
        EngineError: the query can’t be answered.
    """
    if name == "check":
        return _of_check(query)
    if name == "cast":
        return _of_walk(query)
    if name == "symbol":
        return _of_symbol(arguments["code"], query)
    if name == "trial":
        return _of_trial(arguments["slug"], query)
    return _PICTURE_OF[name.removeprefix("pinned-")](**arguments)


def of_rule(number: str, edition: str | None = None) -> Picture:
    place = find_number(number_or_404(number), date_or_404(edition) if edition else None)
    if place.number.kind is NumberKind.CHAPTER:
        return _of_chapter(contents_page(place))
    page = rule_page(place, place.edition.date)
    top, is_section = page.requested or page.tree, place.number.kind is NumberKind.SECTION
    around = RuleNumber(page.section.chapter) if is_section else page.section
    heading = page.headings.get(str(place.number), "") if is_section else top.heading
    worded = (rule for rule in (page.shown if top is page.tree else [top]) if not rule.is_title)
    first = next(worded, None)
    return Picture(
        name=without_italics(f"{place.number} {heading}".strip()),
        text=summary_of(first.text) if first else "",
        above=without_italics(f"{around} {page.headings.get(str(around), '')}".strip()),
        edition=rules_of(place.edition.date),
        day=place.edition.date,
    )


def _of_chapter(page: ContentsPage) -> Picture:
    headings: dict[RuleNumber, str] = {}
    for outline in (page.outlines[edition.id] for edition in page.editions):
        sections = outline.contents.get(page.chapter, ()) if page.chapter else ()
        headings = {number: outline.sections[number] for number in sections if outline.sections.get(number)} | headings
    listed = ", ".join(f"{number} {heading}" for number, heading in sorted(headings.items()))
    name = without_italics(f"{page.chapter} {chapter_heading(page)}")
    return Picture(name, summary_of(listed), "Chapter", rules_of(page.place.edition.date))


def _of_term(slug: str, edition: str | None = None) -> Picture:
    term = entry_meant(term_place(slug, edition))
    text = "\n".join(paragraph.text for paragraph in term.paragraphs)
    day = term.edition.date
    return Picture(without_italics(term.name), summary_of(text), "Glossary", rules_of(day), day)


def _of_symbol(code: str, query: QueryDict) -> Picture:
    one = resolve(code)
    if one is None:
        raise no_such_symbol(code)
    loaded = library()
    then = loaded.requested_edition(query.get("edition", ""))
    citations = citations_in(then.date if then else None, loaded)
    rule = next(filter(None, map(citations.get, one.rules)), None)
    kind, edition, words = capfirst(one.kind), rules_of(then.date) if then else "", one.description
    if then and one.like in missing_symbols(then.date):
        words = f"Not in the {edition}. {words}"
    elif rule:
        kind, edition = f"{kind} · rule {rule.number}", edition or rules_of(rule.date)
    return Picture(capfirst(one.name), words, kind, edition, drawing=one.code)


def _of_card(slug: str) -> Picture:
    card = card_at(slug)
    if card is None:
        raise no_such_card(slug, library())
    costs = " // ".join(face.mana_cost for face in card.faces if face.mana_cost)
    types = " // ".join(dict.fromkeys(face.type_line for face in card.faces))
    paragraphs = [line for face in card.faces for line in face.text.split("\n") if line.strip()]
    said = counted(len(card.rulings), "ruling") if card.rulings else ""
    above = " · ".join(filter(None, (f"{costs} {types}".strip(), said)))
    return Picture(card.name, summary_of(" · ".join(paragraphs)), above)


def _of_policy(document: str, number: str = "", edition: str | None = None) -> Picture:
    place = find_policy(document, edition, number)
    kind, section, day = place.kind, place.section, place.edition.date
    said = summary_of(quotation(section)) if section else kind.name
    name = f"{kind.cited(number)} {kind.name_of(section.title)}" if section else kind.title
    return Picture(name, said, (section.penalty if section else "") or kind.name, long_date(day), day)


def _of_changes(old: str, new: str) -> Picture:
    page = changes_page(date_or_404(old), date_or_404(new))
    counts = counts_in_words(counts_of(page.rows))
    text = f"{counted(len(page.rows), 'change')}{': ' if counts else ''}{counts}."
    return Picture(f"{long_date(page.old.date)} to {long_date(page.new.date)}", text, "What changed", "")


def _of_check(query: QueryDict) -> Picture:
    shown = answer_to(CheckForm.read(query), library())
    if shown is None:
        return Picture("Check a cost", "See what it means, how you can pay it, and which rule says so.")
    if isinstance(shown, ShownKeyword):
        return Picture(shown.keyword.name, shown.said, "Check a cost")
    edition = rules_of(shown.deciding.date) if shown.deciding else ""
    said = f"{shown.verdict_in_words} {shown.summary}".strip()
    return Picture(shown.canonical, said, shown.question_above or "Check a cost", edition)


def _of_walk(query: QueryDict) -> Picture:
    loaded = library()
    request = CastForm.read(query, loaded).request
    if request.is_empty:
        return Picture("Cast a spell", "Step by step: what it costs, and why.")
    shown = show_walk(walk(request, lambda: loaded), loaded)
    spell = shown.walk.spell
    name = spell.name if spell.question else shown.drawn or spell.called
    said = " ".join(filter(None, [shown.word, shown.headline, "" if shown.word else shown.waits_for]))
    edition = rules_of(date.fromisoformat(shown.edition)) if shown.edition else ""
    return Picture(name, said, shown.question, edition)


def _of_trial(slug: str, query: QueryDict) -> Picture:
    trial = trial_named(slug)
    if trial is None:
        raise no_such_trial(slug, [])
    loaded = library()
    reading = TrialContext(loaded, loaded.requested_edition(query.get("edition", "")))
    block = make_block(TrialRequest.read(trial, dict(query.lists()), reading), reading)
    if block.problem:
        raise block.problem.error
    day = block.outcome.day if block.outcome else None
    return Picture(
        trial.title, block.spoken or trial.lead, capfirst(in_words(block.fields)), rules_of(day) if day else ""
    )


_PICTURE_OF: Mapping[str, Callable[..., Picture]] = {
    "card": _of_card,
    "rule": of_rule,
    "term": _of_term,
    "changes-between": _of_changes,
    "policy": _of_policy,
    "policy-section": _of_policy,
}

_PINNED = {f"pinned-{name}" for name in ("rule", "term", "policy", "policy-section")}
PICTURED = frozenset({*_PICTURE_OF, *_PINNED, "symbol", "check", "cast", "trial"})
"""URL names of pages that have pictures."""
