"""`manage.py up`: everything a stranger needs to read the rules in a browser."""

from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from explorer import server, staticfiles
from explorer.library.default import manifest
from explorer.library.derived import derivations
from explorer.library.prepare import prepare
from explorer.progress import steps


def port_number(text: str) -> int:
    """Read a port number; 0 lets the system choose a free one."""
    if text.isascii() and text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")


def worker_count(text: str) -> int:
    """Read how many processes shall serve."""
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= 64:
        return int(text)
    raise ArgumentTypeError(f"a whole number from 1 to 64 is needed, not {text!r}")


class Command(BaseCommand):
    """Prepares the database if needed, loads the default library if it is empty, and serves."""

    help = "Prepare the library if that is needed, serve the site, and print its address."
    # The library is prepared first, so there is nothing to warn about.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options."""
        parser.add_argument("--port", type=port_number, default=8000, help="default: 8000")
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="the address to listen on; 0.0.0.0 serves the whole network (default: this machine only)",
        )
        parser.add_argument(
            "--workers",
            type=worker_count,
            default=server.default_workers(),
            help="how many processes serve (default: one for each core, four at most)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, then serve until interrupted."""
        host, port = options["host"], options["port"]
        if reason := server.why_not(host, port):
            raise CommandError(reason)
        if host not in settings.ALLOWED_HOSTS and "*" not in settings.ALLOWED_HOSTS:
            # Who serves a network without naming the site's names wants to be reached there.
            everywhere = host in {"0.0.0.0", "::"}  # noqa: S104
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "*" if everywhere else host]
        # One step for the tables, and one for each derivation and excerpt.
        with steps("Preparing the library", 1 + len(derivations()) + len(manifest())) as tell:
            prepare(tell)
        staticfiles.collect()
        server.Server(host, port, options["workers"], self.announce).run()

    def announce(self, address: str) -> None:
        """Print where the site is."""
        self.stdout.write(f"Pipwise is up: {address}\nCtrl+C stops it.")
        self.stdout.flush()
