"""The newest document is found and downloaded, and whatever a network can do is answered with a sentence."""

import gzip
import json
import socket
import ssl
import subprocess
import tracemalloc
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.exceptions import ImproperlyConfigured

from explorer.importing.fetching.download import Answer, Limits, Progress
from explorer.importing.fetching.policy import BadAddressError, FetchError, Policy
from explorer.importing.fetching.rules import fetch_unless, newest_document
from explorer.serving import environment
from tests.conftest import Command
from tests.document.samples import DOCUMENT
from tests.importing.servers import Handler, Server, answer, drip, raw, redirect, serving
from tests.processes import manage
from tests.shared import missing
from tests.tables import cases

pytestmark = pytest.mark.usefixtures("no_loop")

PAGE = "https://magic.wizards.com/en/rules"
FILES = "https://media.wizards.com/2025/downloads"
# Only the limit that a test is about is short, so that a busy machine meets no other one before it (seconds, bytes).
PATIENT = Limits(total=100, read=50, page=20_000, document=50_000)
HASTY = {"too slow": replace(PATIENT, total=1.5), "sent nothing": replace(PATIENT, read=0.6)}
RULES = DOCUMENT.encode()


def fetch(policy: Policy, limits: Limits, progress: Progress = lambda *_: None) -> Answer:
    found = fetch_unless((), policy, limits, progress)
    assert found is not None
    return found


class TestLinks:
    @pytest.mark.parametrize(
        ("html", "found"),
        [
            (f'<a href="{FILES}/MagicCompRules%2020250606.txt">TXT</a>', f"{FILES}/MagicCompRules%2020250606.txt"),
            (f'<a href="{FILES}/MagicCompRules 20250606.txt">TXT</a>', f"{FILES}/MagicCompRules%2020250606.txt"),
            (f"<A HREF={FILES}/MagicCompRules_20120601.TXT>", f"{FILES}/MagicCompRules_20120601.TXT"),
            ("<a href='//media.wizards.com/x/MagicCompRules.txt'>", "https://media.wizards.com/x/MagicCompRules.txt"),
            ("<a href='/files/comprehensive-rules.txt'>", "https://magic.wizards.com/files/comprehensive-rules.txt"),
            ("<a href='MagicCompRules1.txt'>", "https://magic.wizards.com/en/MagicCompRules1.txt"),
            ("<base href='/docs/'><a href='MagicCompRules.txt'>", "https://magic.wizards.com/docs/MagicCompRules.txt"),
            ("<a href='/MagicCompRules.txt?v=2#top'>", "https://magic.wizards.com/MagicCompRules.txt?v=2#top"),
            (r'<script>{"u":"https:\/\/a.wizards.com\/CompRules.txt"}</script>', "https://a.wizards.com/CompRules.txt"),
            (
                '<p data-x="{&quot;u&quot;:&quot;/CompRules 1.txt&quot;}">',
                "https://magic.wizards.com/CompRules%201.txt",
            ),
            ("<a href='/MagicCompRules 20250606.pdf'><a href='/MagicCompRules 20250606.docx'>", None),
            ("<a href='/MTR_20250606.txt'><a href='/robots.txt'><a href='/comprehensive-rules/notes.txt'>", None),
            ("<a href='http://[::1/CompRules.txt'>", None),
            (f"&#{'1' * 5_000};<a href='/CompRules.txt'>", "https://magic.wizards.com/CompRules.txt"),
            ("<a>no link</a>", None),
            ("", None),
        ],
    )
    def test_a_link_in_any_form(self, html: str, found: str | None) -> None:
        assert newest_document(html, PAGE) == found

    @pytest.mark.parametrize(
        "names",
        [
            ["MagicCompRules%2020250606.txt", "MagicCompRules%2020260116.txt", "MagicCompRules%2020240308.txt"],
            ["MagicCompRules.txt", "MagicCompRules_2026-01-16.txt", "MagicCompRules%2020251231.txt"],
            ["MagicCompRules%2020259999.txt", "MagicCompRules%2020260116.txt", "MagicCompRules%2019001231.txt"],
        ],
    )
    def test_the_newest_by_the_date_in_its_name(self, names: list[str]) -> None:
        html = "".join(f'<a href="{FILES}/{name}">x</a>' for name in names)
        found = newest_document(html, PAGE)
        assert found is not None
        assert "2026" in found

    def test_of_equals_the_first(self) -> None:
        html = "<a href='/a/MagicCompRules.txt'><a href='/b/MagicCompRules.txt'>"
        assert newest_document(html, PAGE) == "https://magic.wizards.com/a/MagicCompRules.txt"


class TestPolicy:
    @pytest.mark.parametrize(
        "address",
        cases("importing/fetching", "what_is_not_asked_first"),
    )
    def test_what_is_not_asked_first(self, address: str) -> None:
        with pytest.raises(BadAddressError) as caught:
            Policy(address).check_start()
        assert "word@" not in caught.value.message

    @pytest.mark.parametrize(
        ("address", "allowed"),
        [
            ("https://media.wizards.com/2025/x.txt", True),
            ("https://wizards.com/x.txt", True),
            ("https://mirror.example/x.txt", True),
            ("https://media.wizards.com:8443/x.txt", False),
            ("http://media.wizards.com/x.txt", False),
            ("https://mirror.example:444/x.txt", False),
            ("http://mirror.example/x.txt", False),
            ("https://notwizards.com/x.txt", False),
            ("https://wizards.com.example/x.txt", False),
            *((f"https://evil.example{sign}.wizards.com/x.txt", False) for sign in ("\\", ";", "%2f")),
            ("https://media.wizards.com@evil.example/x.txt", False),
            ("https://127.0.0.1/x.txt", False),
            ("http://169.254.169.254/latest/", False),
            ("file:///etc/passwd", False),
        ],
    )
    def test_where_a_page_may_lead(self, address: str, allowed: bool) -> None:
        policy = Policy("https://mirror.example/rules")
        if allowed:
            policy.check_next(address)
        else:
            with pytest.raises(FetchError):
                policy.check_next(address)

    @pytest.mark.parametrize("value", ["127.0.0.1:8080", "localhost", "[::1]:80, 127.3.2.1"])
    def test_plain_http_is_for_this_machine(self, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PIPWISE_FETCH_PLAIN", value)
        assert environment.places_on_this_machine("PIPWISE_FETCH_PLAIN")

    @pytest.mark.parametrize(
        "value",
        ["magic.wizards.com", "192.168.0.1", "10.0.0.1:80", "localhost.example", "*", "127.0.0.1/x", "a@127.0.0.1"],
    )
    def test_and_for_no_other(self, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PIPWISE_FETCH_PLAIN", value)
        with pytest.raises(ImproperlyConfigured, match="on this machine"):
            environment.places_on_this_machine("PIPWISE_FETCH_PLAIN")


def bring(
    server: Server,
    path: str = "/rules",
    progress: Callable[[int, int | None], None] = lambda *_: None,
    limits: Limits = PATIENT,
) -> Answer:
    """Fetch from a server; in a thread of its own, since a browser of other tests may have its loop in this one."""
    policy = Policy(server.address + path, [server.place])
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(fetch, policy, limits, progress).result()


def page(*links: str) -> Handler:
    body = "".join(f"<p><a href='{link}'>rules</a></p>" for link in links)
    return answer(f"<!doctype html><html><body>{body}</body></html>".encode(), kind="text/html; charset=utf-8")


class TestDownloading:
    def test_from_a_page_to_its_newest_document(self) -> None:
        answers = {
            "/rules": page("/old/MagicCompRules 20240308.txt", "/new/MagicCompRules 20250606.txt"),
            "/new/MagicCompRules%2020250606.txt": answer(RULES),
        }
        seen: list[tuple[int, int | None]] = []
        with serving(answers) as server:
            found = bring(server, progress=lambda *so_far: seen.append(so_far))
        assert found == Answer(f"{server.address}/new/MagicCompRules%2020250606.txt", is_page=False, content=RULES)
        assert seen[-1] == (len(RULES), len(RULES))
        assert server.requested == ["/rules", "/new/MagicCompRules%2020250606.txt"]

    @pytest.mark.parametrize("kind", ["text/plain; charset=utf-8", "text/plain", "application/octet-stream", ""])
    def test_a_document_itself(self, kind: str) -> None:
        with serving({"/rules": answer(RULES, kind=kind)}) as server:
            assert bring(server).content == RULES

    @pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "303 See Other", "307 T", "308 P"])
    def test_redirects_are_followed(self, status: str) -> None:
        answers = {"/rules": redirect("../en/now", status), "/en/now": answer(RULES)}
        with serving(answers) as server:
            assert bring(server).address == f"{server.address}/en/now"

    def test_a_body_of_unknown_length(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
        body = b"".join(b"%x\r\n%s\r\n" % (len(line), line) for line in RULES.splitlines(keepends=True))
        with serving({"/rules": raw(head + body + b"0\r\n\r\n")}) as server:
            assert bring(server).content == RULES

    def test_a_server_that_compresses_unasked(self) -> None:
        with serving({"/rules": answer(gzip.compress(RULES), Content_Encoding="gzip")}) as server:
            assert bring(server).content == RULES


PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
UNBOUNDED = PLAIN + b"\r\n"
MISBEHAVIOUR: Mapping[str, tuple[Handler, str, str]] = {
    "a body that drips": (drip(UNBOUNDED, b"x", 0.1), "timeout", "too slow"),
    "a head that drips": (drip(b"HTTP/1.1 200 OK\r\n", b"X-More: x\r\n", 0.1), "timeout", "too slow"),
    "silence": (drip(b"", b"", 60, times=1), "timeout", "sent nothing for 0.6 seconds"),
    "silence in the body": (drip(PLAIN + b"Content-Length: 9\r\n\r\nx", b"", 60, times=1), "timeout", "sent nothing"),
    "a huge body": (drip(UNBOUNDED, b"x" * 20_000, 0), "too_large", "too large"),
    "a huge body, announced": (raw(PLAIN + b"Content-Length: 300000000\r\n\r\nx"), "too_large", "too large"),
    "a huge body, packed": (
        answer(gzip.compress(b"x" * 30_000_000), Content_Encoding="gzip"), "too_large", "too large",
    ),
    "nothing without end, packed": (
        drip(PLAIN + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10], b"\0\0\0\xff\xff" * 4_000, 0),
        "too_large", "too large",
    ),
    "packed in a way that nobody asked for": (
        answer(brotli.compress(RULES), Content_Encoding="br"), "wrong_type", "is compressed as br.",
    ),
    "packed twice": (
        answer(gzip.compress(gzip.compress(RULES)), Content_Encoding="gzip, gzip"), "wrong_type", "as gzip, gzip.",
    ),
    "packed, and truncated": (answer(gzip.compress(RULES)[:-9], Content_Encoding="gzip"), "cut_short", "failed"),
    "packed, and something after it": (
        answer(gzip.compress(RULES) + b"x", Content_Encoding="gzip"), "cut_short", "failed",
    ),
    "packed wrongly": (answer(b"not gzip at all", Content_Encoding="gzip"), "cut_short", "failed"),
    "a huge page": (drip(UNBOUNDED.replace(b"plain", b"html"), b"<p>" * 9_000, 0), "too_large", "too large"),
    "a truncated body": (raw(PLAIN + b"Content-Length: 9000\r\n\r\n" + RULES), "cut_short", "failed"),
    "a truncated chunk": (raw(PLAIN + b"Transfer-Encoding: chunked\r\n\r\nff\r\nabc"), "cut_short", "failed"),
    "a PDF": (answer(b"%PDF-1.4", kind="application/pdf"), "wrong_type", "application/pdf"),
    "a picture": (answer(b"\x89PNG", kind="image/png"), "wrong_type", "image/png"),
    "no HTTP": (raw(b"220 mail.example ESMTP\r\n"), "cut_short", "failed"),
    "nothing": (raw(b""), "cut_short", "failed"),
    "404": (answer(b"no", status="404 Not Found"), "bad_status", "404 Not Found"),
    "403": (answer(b"no", status="403 Forbidden", kind="text/html"), "bad_status", "403 Forbidden"),
    "500": (answer(b"no", status="500 Internal Server Error"), "bad_status", "500"),
    "204": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), "bad_status", "204"),
    "an empty text": (answer(b"\n \n"), "no_document", "is empty"),
    "an empty page": (answer(b"", kind="text/html"), "no_document", "has no link"),
    "a page without a link": (page("/about", "/MTR.txt"), "no_document", "has no link"),
    "a page in no known encoding": (answer(b"<p>", kind="text/html; charset=martian"), "no_document", "has no link"),
    "a page in an encoding of names": (answer(b"<p>.", kind="text/html; charset=idna"), "no_document", "has no link"),
    "a link to elsewhere": (page("https://evil.example/MagicCompRules.txt"), "bad_redirect", "evil.example"),
    "a link to a missing file": (page("/gone/MagicCompRules.txt"), "bad_status", "404"),
    "a redirect without end": (redirect("/rules"), "bad_redirect", "Too many redirects"),
    "a redirect to nothing": (redirect(""), "bad_redirect", "Too many redirects"),
    "a redirect to elsewhere": (redirect("https://evil.example/"), "bad_redirect", "evil.example"),
    "a redirect to plain http": (redirect("http://media.wizards.com/x.txt"), "bad_redirect", "isn’t https"),
    "a redirect to another port": (redirect("https://127.0.0.1:1/"), "bad_redirect", "neither the publisher’s"),
    "a redirect to a file": (redirect("file:///etc/passwd"), "bad_redirect", "led to"),
    "a redirect to a port that is none": (redirect("https://127.0.0.1:x/"), "cut_short", "failed"),
    "a redirect to no address": (redirect("https://[half"), "bad_redirect", "led to"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", MISBEHAVIOUR)
def test_a_server_that_misbehaves(what: str) -> None:
    handler, code, words = MISBEHAVIOUR[what]
    limits = HASTY.get(" ".join(words.split()[:2]), PATIENT)
    with serving({"/rules": handler}) as server, pytest.raises(FetchError) as caught:
        bring(server, limits=limits)
    assert (caught.value.code, words in caught.value.message) == (code, True), caught.value.message
    assert caught.value.message.rstrip().endswith((".", "?"))


def test_decompression_stops_at_the_limit() -> None:
    bomb = answer(gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    with serving({"/rules": bomb}) as server:
        tracemalloc.start()
        try:
            with pytest.raises(FetchError, match="too large"):
                bring(server)
            assert tracemalloc.get_traced_memory()[1] < 10_000_000
        finally:
            tracemalloc.stop()


def test_a_page_where_the_text_should_be() -> None:
    answers = {"/rules": page("/MagicCompRules.txt"), "/MagicCompRules.txt": page("/MagicCompRules.txt")}
    with serving(answers) as server, pytest.raises(FetchError, match="web page, not a text file") as caught:
        bring(server)
    assert caught.value.code == "wrong_type"
    with serving(answers) as server, pytest.raises(FetchError, match="web page, not a text file"):
        bring(server, "/MagicCompRules.txt")


def test_nobody_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        place = f"127.0.0.1:{listener.getsockname()[1]}"
    with ThreadPoolExecutor(1) as pool, pytest.raises(FetchError, match="Connection refused") as caught:
        pool.submit(fetch, Policy(f"https://{place}/"), PATIENT).result()
    assert caught.value.code == "no_network"


def test_no_such_host() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(FetchError, match=r"Can’t find nowhere\.invalid") as caught:
        pool.submit(fetch, Policy("https://nowhere.invalid/"), Limits(total=20)).result()
    assert caught.value.code == "no_network"


def test_no_such_host_after_a_redirect() -> None:
    with serving({"/rules": redirect("https://nowhere.invalid/")}) as server, ThreadPoolExecutor(1) as pool:
        policy = Policy(f"{server.address}/rules", [server.place], ["invalid"])
        with pytest.raises(FetchError, match=r"Can’t find nowhere\.invalid"):
            pool.submit(fetch, policy, Limits(total=20)).result()


class TestCertificates:
    @pytest.fixture
    def certificate(self, tmp_path: Path) -> Path:
        """A certificate of our own for this machine, with its key."""
        made = tmp_path / "certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
        try:
            subprocess.run([*command, "-keyout", made, "-out", tmp_path / "c"], check=True, capture_output=True)
        except FileNotFoundError:
            missing("needs openssl to make a certificate")
        made.write_bytes(made.read_bytes() + (tmp_path / "c").read_bytes())
        return made

    def context(self, certificate: Path) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        return context

    def test_an_unknown_one_is_refused(self, certificate: Path) -> None:
        with serving({"/rules": answer(RULES)}, self.context(certificate)) as server:
            with pytest.raises(FetchError, match="certificate isn’t valid") as caught:
                bring(server)
            assert caught.value.code == "bad_certificate"
            assert server.requested == []

    def test_a_known_one_is_taken(self, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with serving({"/rules": answer(RULES)}, self.context(certificate)) as server:
            assert bring(server).content == RULES

    def test_a_server_that_speaks_plainly(self) -> None:
        with serving({"/rules": answer(RULES)}) as server, ThreadPoolExecutor(1) as pool:
            asked = pool.submit(fetch, Policy(f"https://{server.place}/rules"), PATIENT)
            with pytest.raises(FetchError, match="No secure connection"):
                asked.result()


class TestCommand:
    @pytest.mark.slow
    @pytest.mark.usefixtures("prepared_folder")
    def test_the_newest_document_comes_into_the_library(self, tmp_path: Path, command: Command, settings: Any) -> None:
        answers = {"/rules": page("/MagicCompRules 20250606.txt"), "/MagicCompRules%2020250606.txt": answer(RULES)}
        with serving(answers) as server:
            asked = ["fetch_rules", "--from", f"{server.address}/rules"]
            done = manage(*asked, "--json", data=tmp_path, PIPWISE_FETCH_PLAIN=server.place)
            settings.FETCH_PLAIN = [server.place]
            again = command(*asked)
        assert (done.returncode, done.stderr) == (0, "")
        address = f"{server.address}/MagicCompRules%2020250606.txt"
        told = json.loads(done.stdout)
        assert told.pop("wordings") > 0
        assert told == {
            "address": address, "bytes": len(RULES), "action": "replaced", "date": "2025-06-06", "complete": True,
            "gaps": [],
        }  # fmt: skip
        assert again.stdout == f"{address}: edition of 2025-06-06 already loaded\n"
        listed = json.loads(command("editions", "--json").stdout)
        assert {"date": "2025-06-06", "source": address, "complete": True}.items() <= listed[-1].items()

    @pytest.mark.parametrize(
        ("handler", "code", "status", "words"),
        [
            (answer(b"%PDF-1.4", kind="application/pdf"), "wrong_type", 1, "application/pdf"),
            (drip(UNBOUNDED, b"x", 0.1), "timeout", 1, "after 1 second."),
            (drip(UNBOUNDED, b"x" * 100_000, 0), "too_large", 1, "more than 8 MB"),
            (answer(b"<html>the rules of the game</html>"), "refused", 2, "This is a web page"),
            (answer(b"The rules are at the end of the road."), "refused", 2, "no numbered rules"),
        ],
    )
    def test_a_failure_is_a_sentence_and_leaves_the_library(
        self,
        handler: Handler,
        code: str,
        status: int,
        words: str,
        prepared_folder: Path,
        command: Command,
        settings: Any,
    ) -> None:
        before = command("editions", "--json").stdout
        seconds = "1" if code == "timeout" else "100"
        with serving({"/rules": handler}) as server:
            asked = ["fetch_rules", "--from", f"{server.address}/rules", "--timeout", seconds, "--json"]
            settings.FETCH_PLAIN = [server.place]
            done = command(*asked)
        assert done.returncode == status
        assert json.loads(done.stdout)["error"]["code"] == code
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert command("editions", "--json").stdout == before

    def test_plain_http_only_where_it_is_allowed_by_name(self, tmp_path: Path, command: Command, settings: Any) -> None:
        with serving({"/rules": answer(RULES)}) as server:
            done = command("fetch_rules", "--from", f"{server.address}/rules")
            settings.FETCH_PLAIN = ["127.0.0.1:1"]
            other = command("fetch_rules", "--from", f"{server.address}/rules")
            assert server.requested == []
        for ended in (done, other):
            assert ended.returncode == 2
            assert "Use an https address" in ended.stderr
        assert not (tmp_path / "pipwise.sqlite3").exists()

    @pytest.mark.slow
    def test_without_a_network(self, prepared_folder: Path) -> None:
        """A proxy that nobody runs stands for a cable that nobody plugged in."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            nobody = f"http://127.0.0.1:{listener.getsockname()[1]}"
        proxy = {"HTTPS_PROXY": nobody, "https_proxy": nobody, "NO_PROXY": "", "no_proxy": ""}
        done = manage("fetch_rules", data=prepared_folder, **proxy)
        assert done.returncode == 1
        assert "Is this machine online?" in done.stderr
        assert "Nothing changed." in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize("arguments", [["--from", "rules"], ["--timeout", "0"], ["--timeout", "nan"], ["x"]])
    def test_bad_input(self, arguments: list[str], command: Command) -> None:
        done = command("fetch_rules", *arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
