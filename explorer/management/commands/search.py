"""`manage.py search`: search results, and with `--explain` their scores."""

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import Any

from django.core.management.base import CommandParser

from explorer.importing.prepare import prepare
from explorer.library.loaded import library
from explorer.management.base import JsonCommand, RefusedError, iso_date, must_be_loaded
from explorer.search import Hit, Part, Results, search
from explorer.search.answers.choosing import Answers, answer_to, answers_in, read_query
from explorer.search.answers.tournament import SectionFound, TournamentAnswer
from explorer.search.understand.interpretation import understand
from explorer.search.weights import total
from symbols.sentences import counted

_WIDTH, _LONGEST_ANSWER = 100, 300


class Command(JsonCommand):
    help = "Search the rules and the glossary, best results first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", metavar="QUERY", help="words, a question, a rule number or a symbol")
        parser.add_argument("--edition", type=iso_date, metavar="DATE", help="edition date (default: newest)")
        parser.add_argument("--limit", type=int, default=10, metavar="N", help="number of results (default: 10)")
        parser.add_argument(
            "--explain",
            action="store_true",
            help="how the query was read, and the parts of each score (explorer/search/weights.py)",
        )
        super().add_arguments(parser)

    def handle(self, *_arguments: Any, **options: Any) -> None:
        prepare()
        loaded = library()
        day = options["edition"]
        edition = must_be_loaded(loaded.on(day), day, "--edition") if day else None
        if not 0 < options["limit"] <= 100:
            raise RefusedError.of("bad_usage", f"--limit: {options['limit']} isn’t a number from 1 to 100.")
        query = None if edition else read_query(options["query"], loaded)
        words, scope = (query.words, query.edition) if query else (options["query"], edition)
        found = search(words, scope, limit=options["limit"], loaded=loaded)
        answers = (
            answers_in(query, found, loaded) if query else Answers(answer_to(words, understand(words), None, loaded))
        )
        if options["json"]:
            self.print_json(_as_json(found, answers.tournament, explain=options["explain"]))
            return
        if answer := _answer(words if edition else options["query"], answers):
            self.stdout.write(f"Answer: {answer}")
        for section in answers.tournament.sections if answers.tournament else ():
            score = f" ({section.score:.1f})" if options["explain"] else ""
            link = section.link
            penalty = f" ({link.penalty})" if link.penalty else ""
            self.stdout.write(f"At tournaments: {link.number} {link.words}{penalty}{score}")
            if options["explain"]:
                self._explain_parts(section.parts)
        if found.instead and not options["explain"]:
            self.stdout.write(f"Results for: {found.instead}")
        if options["explain"]:
            self._explain(options["query"], found)
        for hit, parts in zip(found.hits, found.parts, strict=True):
            score = f"{total(parts):7.1f}  " if options["explain"] else ""
            self.stdout.write(f"{score}{hit.number or 'Glossary':<8} {_words(hit)}")
            if options["explain"]:
                self._explain_parts(parts)
        self.stdout.write(f"{len(found.hits)} of {counted(found.total, 'result')}" if found.hits else "No results.")
        if not loaded.has_complete:
            self.stdout.write("Only excerpts are loaded. To get the full rules, run fetch_rules.")

    def _explain_parts(self, parts: Sequence[Part]) -> None:
        for part in filter(lambda part: part.points, parts):
            self.stdout.write(f"{part.points:15.1f}  {part.name}: {part.fit:.2f} of {part.weight:g}")

    def _explain(self, query: str, found: Results) -> None:
        self.stdout.write(f"Read as: {understand(query).kind}")
        for wanted in found.wanted:
            words = " ".join(wanted.phrase) or ", ".join(wanted.keys)
            self.stdout.write(f"Wanted: {words} (weight {wanted.weight:.2f})")
        for typed, meant in found.typos:
            self.stdout.write(f"Corrected: {typed} to {meant}")
        for word in found.unknown:
            self.stdout.write(f"Unknown: {word}")
        for entry in found.entries:
            self.stdout.write(f"In the index: {entry.entry.name} ({entry.fit:.2f})")
        if found.loosened:
            self.stdout.write("No text has every word. Also searched: texts with the rarest words.")


def _answer(typed: str, answers: Answers) -> str:
    """The answer as text; empty without one, or if a section is the answer."""
    one, tournament = answers
    if one is None:
        return "" if tournament else str(understand(typed).number or "")
    quotation = ": ".join(filter(None, [one.origin, one.quotation])) if one.quotation else ""
    # Rulings are quoted in full.
    lead = "" if one.on_cards and quotation else one.own or one.spoken
    return shorten(f"{lead} {quotation}", _LONGEST_ANSWER, placeholder=" …")


def _words(hit: Hit) -> str:
    title = hit.heading or hit.above
    text = hit.paragraph if hit.paragraph != title else ""
    return shorten(": ".join(filter(None, [title, text])), _WIDTH, placeholder=" …")


def _as_json(found: Results, tournament: TournamentAnswer | None, *, explain: bool) -> dict[str, object]:
    hits = [_hit_as_json(hit, parts if explain else None) for hit, parts in zip(found.hits, found.parts, strict=True)]
    return {
        "items": hits,
        "total": found.total,
        "instead": found.instead or None,
        "unknown": list(found.unknown),
        "policy": [_section_as_json(one, explain=explain) for one in tournament.sections] if tournament else [],
    }


def _section_as_json(found: SectionFound, *, explain: bool) -> Mapping[str, object]:
    return {
        **(_score_as_json(found.parts) if explain else {}),
        "document": found.edition.document,
        "number": found.number,
        "title": found.section.title if found.section else found.edition.kind.name,
        "penalty": found.link.penalty,
        "edition": found.edition.date.isoformat(),
    }


def _hit_as_json(hit: Hit, parts: Sequence[Part] | None) -> Mapping[str, object]:
    out: dict[str, object] = {
        "number": hit.number or None,
        "slug": hit.slug or None,
        "heading": hit.heading,
        "text": hit.paragraph,
        "edition": hit.edition.isoformat(),
    }
    if parts is not None:
        out |= _score_as_json(parts)
    return out


def _score_as_json(parts: Sequence[Part]) -> dict[str, object]:
    return {
        "score": round(total(parts), 3),
        "parts": [{"name": one.name, "weight": one.weight, "fit": round(one.fit, 4)} for one in parts],
    }
