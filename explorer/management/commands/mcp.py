"""`manage.py mcp`: serve tools over the Model Context Protocol."""

from argparse import ArgumentTypeError
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from explorer.management.base import BAD_INPUT
from explorer.management.commands.prepare import prepare_site
from explorer.management.commands.up import port_number
from explorer.serving import server

_MISSING = """The Model Context Protocol’s package isn’t installed. Run:
  {install}"""


def site_address(text: str) -> str:
    """Scheme and host, such as https://rules.example."""
    try:
        parts = urlsplit(text)
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0 and not parts.path.strip("/"):
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise ArgumentTypeError(f"“{text}” isn’t an address: type one such as https://rules.example")


def default_address() -> str:
    """The first allowed host, or the default address of `up`."""
    name = next((name for name in settings.NAMES if name != "*"), "localhost").removeprefix(".")
    return f"https://{name}" if settings.HTTPS else "http://127.0.0.1:8000"


class Command(BaseCommand):
    help = "Serve tools to an assistant, by the Model Context Protocol, on standard input and output or by HTTP."
    # `handle` migrates.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--http", type=port_number, metavar="PORT", help="serve streamable HTTP on this port, at /mcp"
        )
        parser.add_argument(
            "--host", default="127.0.0.1", help="with --http: address to listen on (default: this machine only)"
        )
        parser.add_argument(
            "--site",
            type=site_address,
            metavar="ADDRESS",
            help="address of the site in links, such as https://rules.example "
            "(default: the first of PIPWISE_ALLOWED_HOSTS with PIPWISE_HTTPS, else http://127.0.0.1:8000)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("mcp") is None:
            install = "pip install 'pipwise[mcp]'" if settings.IS_RELEASE else ".venv/bin/pip install -e '.[mcp]'"
            raise CommandError(_MISSING.format(install=install), returncode=BAD_INPUT)
        from explorer.assistants.server import PATH, serve_http, serve_stdio

        site, host, port = options["site"] or default_address(), options["host"], options["http"]
        try:
            port = None if port is None else server.bindable(host, port)
        except server.CannotListenError as error:
            raise CommandError(f"{error}".replace("--port", "--http")) from error
        _allow(urlsplit(site).hostname or "")
        prepare_site(self.stderr)
        if port is None:
            serve_stdio(site)
            return
        _allow(server.reached_at(host))
        serve_http(site, host, port, lambda: self.announce(f"{server.address(host, port)}{PATH[1:]}"))

    def announce(self, address: str) -> None:
        self.stdout.write(f"Tools for assistants are up: {address}\nCtrl+C stops them.")
        self.stdout.flush()


def _allow(host: str) -> None:
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    if not {name, "*"} & set(settings.ALLOWED_HOSTS):
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, name]
