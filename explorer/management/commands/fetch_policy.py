"""`manage.py fetch_policy`: download and import the newest tournament documents."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from explorer.importing import updates
from explorer.importing.documents import LARGEST
from explorer.importing.fetching.download import Answer, Limits
from explorer.importing.fetching.policy import FetchError, Policy
from explorer.importing.fetching.rules import POLICY_PAGE, fetch_linked
from explorer.importing.loading import LibraryError
from explorer.importing.locks import file_beside
from explorer.importing.prepare import prepare
from explorer.management.base import Steps
from explorer.management.fetching import FetchCommand, add_source, is_hidden, tell_site
from explorer.management.policy import need_pdf_reader, policy_as_json
from explorer.policy.kinds import KINDS
from explorer.policy.models import PolicyEdition
from explorer.policy.storing import import_policy_bytes
from symbols.engine import error_json


class Command(FetchCommand):
    help = "Download and import the newest Magic Tournament Rules, Infraction Procedure Guide and Judging at Regular."
    download = updates.POLICY

    def add_arguments(self, parser: CommandParser) -> None:
        start_help = f"address of a document, or of a page that links them (default: {POLICY_PAGE})"
        add_source(parser, settings.FETCH_POLICY_FROM or POLICY_PAGE, start_help, Limits().total, "document")
        parser.add_argument("--background", action="store_true", help="one line of output, or none if nothing is new")
        super().add_arguments(parser)

    def fetch(self, options: dict[str, Any]) -> None:
        need_pdf_reader()
        Policy(options["start"], settings.FETCH_PLAIN).check_start()
        prepare()
        with (
            Steps("Getting tournament documents", len(KINDS) + 1, hidden=is_hidden(options)) as bar,
            updates.track(file_beside(updates.POLICY.ending), shown=False) as work,
        ):
            try:
                reports = self._bring(options, bar)
            except FetchError as error:
                work.end(again=updates.DAY, problem=error.message)
                if not options["background"]:
                    raise
                tell_site(self.stderr, f"Pipwise couldn’t look for newer tournament documents. {error.message}")
                return
            work.end(again=updates.DAY)
        self._report(reports, options)

    def _bring(self, options: Mapping[str, Any], bar: Steps) -> list[dict[str, Any]]:
        policy = Policy(options["start"], settings.FETCH_PLAIN)
        limits = Limits(total=options["timeout"], document=LARGEST)
        have = set(PolicyEdition.objects.values_list("source", flat=True))
        reports = []
        bar("connecting")
        for found in fetch_linked({kind.key: kind.file for kind in KINDS.values()}, have, policy, limits):
            bar(found.message if isinstance(found, FetchError) else found.address)
            reports.append(_imported(found))
        return reports

    def _report(self, reports: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        if options["background"]:
            new = [str(report["sentence"]) for report in reports if report.get("action") in {"added", None}]
            if new:
                tell_site(self.stderr, f"Tournament documents: {'; '.join(new)}.")
            return
        for report in reports:
            if "error" in report:
                self.stderr.write(report["sentence"])
            elif options["verbosity"] and not options["json"]:
                self.stdout.write(f"{report['address']}: {report['sentence']}")
        if options["json"]:
            self.print_json([{key: value for key, value in each.items() if key != "sentence"} for each in reports])
        elif not reports and options["verbosity"]:
            self.stdout.write("The newest tournament documents are already loaded. Nothing changed.")
        if any("error" in report for report in reports):
            raise CommandError("To retry the failed ones, run fetch_policy again.", returncode=1)


def _imported(found: Answer | FetchError) -> dict[str, Any]:
    """Import a download; the result is JSON, with a sentence for people."""
    if isinstance(found, FetchError):
        return {"error": error_json(found.code, found.message), "sentence": found.message}
    try:
        done = import_policy_bytes(found.content, found.address)
    except LibraryError as error:
        return {"address": found.address, "error": error_json("refused", str(error)), "sentence": str(error)}
    return {"address": found.address, **policy_as_json(done), "sentence": done.in_words()}
