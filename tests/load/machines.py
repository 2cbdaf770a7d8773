"""The site behind nginx as `docs/running.md` describes it, all of it on this machine: one server, or several."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.processes import HANGING, manage
from tests.servers import Site, free_port, postgresql, serving
from tests.shared import shared

NGINX = """
daemon off;
pid nginx.pid;
error_log nginx.log warn;
worker_processes 1;
worker_rlimit_nofile 20000;
events {{ worker_connections 8000; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    upstream pipwise {{
        {servers}
        keepalive 64;
    }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        large_client_header_buffers 2 120k;
        location / {{
            proxy_pass http://pipwise;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_next_upstream error timeout http_503;
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


_CARDS = ("oracle-cards.json.gz", "rulings.json.gz")
# Readers come with addresses of their own, as a proxy before nginx would add them.
PROXIES = "2"


def load_rules(rules: Path, data: Path, **settings: str) -> None:
    ended = manage("import_rules", str(rules), data=data, **settings)
    assert ended.returncode == 0, ended.stderr


def load_everything(data: Path) -> None:
    """Import all editions and cards of the shared folder."""
    load_rules(shared("rules"), data)
    cards = manage("import_cards", *(str(shared("cards") / name) for name in _CARDS), data=data)
    assert cards.returncode == 0, cards.stderr


@contextmanager
def one_machine(rules: Path, folder: Path, workers: int = 2) -> Iterator[str]:
    """`up` on SQLite behind nginx; yields its address."""
    load_rules(rules, folder)
    with (
        serving(folder, "--offline", "--workers", str(workers), PIPWISE_PROXIES=PROXIES) as site,
        _nginx([site], folder) as address,
    ):
        yield address


@contextmanager
def several_machines(rules: Path, folder: Path, machines: int = 2) -> Iterator[str]:
    """Several `up` with one worker each, PostgreSQL, and nginx; yields its address."""
    with ExitStack() as stack:
        url = stack.enter_context(postgresql())()
        settings = {"DATABASE_URL": url, "PIPWISE_PROXIES": PROXIES}
        sites = []
        for number in range(machines):
            data = folder / f"machine-{number}"
            data.mkdir()
            if number == 0:
                load_rules(rules, data, **settings)
            sites.append(stack.enter_context(serving(data, "--offline", "--workers", "1", **settings)))
        yield stack.enter_context(_nginx(sites, folder))


@contextmanager
def _nginx(sites: Sequence[Site], folder: Path) -> Iterator[str]:
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        sys.exit("Needs nginx, to put it in front of the site; Debian's package is called nginx-light.")
    port = free_port()
    servers = " ".join(f"server {site.address.removeprefix('http://')} max_fails=2 fail_timeout=5s;" for site in sites)
    (folder / "nginx.conf").write_text(NGINX.format(servers=servers, port=port))
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")], cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/readyz")
        yield address
    finally:
        process.terminate()
        process.wait(HANGING)


def _wait_for(address: str) -> None:
    end = time.monotonic() + HANGING
    while time.monotonic() < end:
        try:
            if httpx.get(address).status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    sys.exit(f"{address} doesn't answer.")
