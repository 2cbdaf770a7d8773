"""Entries for offline reading and search, which the service worker renders with templates.

An entry is a rule, a glossary entry, a symbol, an index entry, or a list of these. `over` is the URL of its parent,
`html` its text, `rest` what follows on its page, and `words` what search matches besides number and title.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.text import capfirst

from explorer.cards.reading import names_and_costs
from explorer.citations import citations_in
from explorer.document.numbers import NumberKind, RuleNumber
from explorer.document.tree import slugify
from explorer.library.glossaries import terms_of
from explorer.library.links import link_facts, links_of
from explorer.library.loaded import Library
from explorer.library.queries import RuleText, entries_of
from explorer.rules.glossary.page import show_entry
from explorer.rules.glossary.query import OTHER, initial
from explorer.search import book_in, indexed_rules
from explorer.search.index_page import entry_address, show_index_entry
from explorer.symbols_by_edition.page import mana_facts
from explorer.web import addresses
from explorer.wording.wordings import Resolver, ShownParagraph, labels_edition, short_label, show_rules, without_italics
from symbols.catalog.definitions import all_definitions
from symbols.catalog.text import find_symbols
from symbols.rendering import pip, render_text

Entry = dict[str, Any]


def lists() -> list[Entry]:
    roots = {
        addresses.contents(): "Rules",
        addresses.glossary(): "Glossary",
        addresses.index(): "Index",
        addresses.symbols(): "Symbols",
    }
    home = _entry(addresses.home(), "", "The rules of Magic")
    return [home, *(_entry(address, addresses.home(), title) for address, title in roots.items())]


def rules(chapter: int, loaded: Library) -> list[Entry]:
    """A chapter with its sections and rules, each in its newest wording."""
    texts: dict[RuleNumber, RuleText] = {}
    for edition in loaded.undated:
        later = labels_edition() if loaded.on(labels_edition()) else None
        for rule in entries_of(edition, Q(number__startswith=str(chapter)), later):
            texts.setdefault(rule.parsed, rule)
            # An excerpt may lack the headings above a rule.
            parent = rule.parsed.parent
            while parent:
                texts.setdefault(parent, RuleText(edition, str(parent), parent.kind))
                parent = parent.parent
    by_edition = {
        edition: [texts[number] for number in sorted(texts) if texts[number].edition == edition]
        for edition in loaded.undated
    }
    named = {edition: [each.text for rule in own for each in rule.paragraphs] for edition, own in by_edition.items()}
    links = links_of(named, loaded, pinned=None)
    found = {
        rule.parsed: _rule(rule, shown.paragraphs, shown.plain)
        for edition, own in by_edition.items()
        for rule, shown in zip(own, show_rules(own, Resolver(links[edition])), strict=True)
    }
    return [found[number] for number in sorted(found)]


def glossary(loaded: Library) -> list[Entry]:
    edition = loaded.newest_with_glossary
    if edition is None:
        return []
    terms = terms_of(edition)
    links = link_facts((each.text for term in terms for each in term.paragraphs), edition, pinned=False, loaded=loaded)
    letters = _letters("Glossary", partial(addresses.glossary, None), (one.name for one in terms))
    entries = (
        _entry(
            addresses.term(term.slug),
            addresses.glossary(letter=initial(term.name)),
            without_italics(term.name),
            name=render_text(term.name),
            kind="Glossary",
            id=term.slug,
            edition=edition.iso,
            html=render_to_string("rules/_entry.html", {"entry": show_entry(term, links, None)}),
            words="\n".join(each.text for each in term.paragraphs),
        )
        for term in terms
    )
    return [*letters, *entries]


def index(loaded: Library) -> list[Entry]:
    by_name = {one.name: one for one in book_in(loaded, None).entries if one.rules}
    ordered = sorted(by_name.values(), key=lambda one: (initial(one.name), slugify(one.name)))
    numbers = indexed_rules(loaded)
    letters = _letters("Index", addresses.index, by_name)
    shown = (show_index_entry(one, numbers, by_name) for one in ordered)
    entries = (
        _entry(
            entry_address(one.name),
            addresses.index(initial(one.name)),
            each.name,
            kind="Index",
            id=each.slug,
            html=f"<p>{render_to_string('search/_indexed.html', {'one': each})}</p>",
            words=" ".join(one.also),
        )
        for one, each in zip(ordered, shown, strict=True)
    )
    return [*letters, *entries]


def symbols(loaded: Library) -> list[Entry]:
    citations = citations_in(None, loaded)
    kinds = dict.fromkeys(one.kind for one in all_definitions())
    families = [_entry(addresses.symbols(kind), addresses.symbols(), capfirst(kind)) for kind in kinds]
    entries = (
        _entry(
            addresses.symbol(one.slug),
            addresses.symbols(one.kind),
            capfirst(one.name),
            name=f"{pip(one.code, decorative=True)}&nbsp;{conditional_escape(capfirst(one.name))}",
            kind="Symbol",
            id=one.slug,
            code=one.label,
            html=format_html("<p>{}</p>", one.description),
            rest=render_to_string(
                "offline/symbol.html",
                {"one": one, "mana": mana_facts(one, citations), "cites": citations.links(one.rules)},
            ),
            words=" ".join((one.say, one.description, *one.spellings, *one.called)),
        )
        for one in all_definitions()
    )
    return [*families, *entries]


def cards() -> dict[str, Any]:
    """Name, cost and URL of each card, and drawings of the symbols in costs."""
    named = [(card.name, cost, addresses.card(card.slug)) for card, cost in names_and_costs()]
    codes = {one.code for cost in {cost for _, cost, _ in named} for one in find_symbols(cost)}
    return {"cards": named, "pips": {f"{{{code}}}": pip(code) for code in sorted(codes)}}


def _entry(address: str, over: str, title: str, *, name: str = "", **more: str) -> Entry:
    extra = {key: value for key, value in more.items() if value}
    return {"address": address, "over": over, "title": title, "name": name or conditional_escape(title), **extra}


def _letters(title: str, address_of: Callable[[str], str], names: Iterable[str]) -> list[Entry]:
    shown = {letter: "#" if letter == OTHER else letter for letter in sorted({initial(name) for name in names})}
    return [_entry(address_of(one), address_of(""), f"{title}: {name}", name=name) for one, name in shown.items()]


def _rule(rule: RuleText, paragraphs: Sequence[ShownParagraph], plain: str) -> Entry:
    parent = rule.parsed.parent
    label = rule.heading if rule.kind is NumberKind.SUBRULE else short_label(rule)
    return _entry(
        addresses.rule(rule.number),
        addresses.rule(str(parent)) if parent else addresses.contents(),
        without_italics(label),
        name=render_text(label, rule.edition.date),
        id=rule.number,
        number=rule.number,
        edition=rule.edition.iso,
        # Templates would take half a second for all rules.
        html="".join(f"<p>{each.html}</p>" for each in paragraphs if not each.example),
        rest="".join(f'<p class="ex"><b>Example</b> {each.html}</p>' for each in paragraphs if each.example),
        plain=render_text(plain),
        words=rule.text,
    )
