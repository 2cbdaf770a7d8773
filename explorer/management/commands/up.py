"""`manage.py up`: set up and serve the site with one command."""

import os
from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from explorer.importing import updates
from explorer.importing.locks import file_beside
from explorer.library.loaded import library
from explorer.management.base import BAD_INPUT
from explorer.management.commands.prepare import prepare_site
from explorer.serving import server
from explorer.web.downloads import CARDS_SIZE


def port_number(text: str) -> int:
    """Port number; 0 for a free one."""
    if text.isascii() and text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(f"“{text}” isn’t a port: type a whole number from 0 to 65535")


def worker_count(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= 64:
        return int(text)
    raise ArgumentTypeError(f"“{text}” isn’t a whole number from 1 to 64")


class Command(BaseCommand):
    help = "Set up the database if needed, start the site, print its address, and keep the rules up to date."
    # `handle` migrates.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="address to listen on; 0.0.0.0 serves the whole network (default: this machine only)",
        )
        parser.add_argument(
            "--workers",
            type=worker_count,
            default=server.default_workers(),
            help="number of processes (default: one per core, up to four)",
        )

        downloads = parser.add_mutually_exclusive_group()
        downloads.add_argument(
            "--cards", action="store_true", help=f"also download cards and rulings, {CARDS_SIZE}, if none are loaded"
        )
        downloads.add_argument(
            "--offline",
            action="store_true",
            help="no downloads, not even of newer rules (also: PIPWISE_FETCH=never)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        self.downloads = settings.FETCH != "never" and not options["offline"]
        if options["cards"] and not self.downloads:
            raise CommandError("--cards needs downloads, which PIPWISE_FETCH=never turns off.", returncode=BAD_INPUT)
        try:
            port = server.bindable(host, port)
        except server.CannotListenError as error:
            raise CommandError(f"{error}") from error
        self.allow(host)
        prepare_site(self.stderr)
        self.start_downloads(cards=options["cards"])
        server.serve(host, port, options["workers"], self.announce)

    def allow(self, host: str) -> None:
        """Add the site's host to ALLOWED_HOSTS."""
        reached = server.reached_at(host)
        if not {reached, "*"} & set(settings.ALLOWED_HOSTS):
            # On a whole network, any name is allowed by default.
            is_open = server.is_everywhere(host) and not os.environ.get("PIPWISE_ALLOWED_HOSTS")
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "*" if is_open else reached]

    def announce(self, address: str) -> None:
        self.stdout.write(f"Pipwise is up: {address}\nCtrl+C stops it.")
        self.stdout.flush()

    def start_downloads(self, *, cards: bool) -> None:
        path = file_beside(updates.RULES.ending)
        if self.downloads and path:
            loaded = library()
            lacking = {updates.RULES: not loaded.has_complete, updates.CARDS: cards and not loaded.has_cards}
            updates.start(path, at_once=[one for one, is_lacking in lacking.items() if is_lacking])
