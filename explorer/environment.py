"""Settings from the environment: the few values by which one installation differs from another."""

import ipaddress
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from symbols.yes_no import NO, YES

_SITE = re.compile(r"\*|https?://(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?", re.ASCII)

# Readers never wait for a writer, writers wait for each other up to the timeout (seconds): making the search index of
# every edition again takes one of them half a minute. What a long import leaves beside the file is cut back (bytes).
SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 120,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;PRAGMA cache_size=-16000;"
        "PRAGMA journal_size_limit=16777216;"
    ),
}

# A server or a network that is silent is out of reach, too (seconds; the last in milliseconds).
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


REMOVED = {"PIPWISE_METRICS": "There are no metrics any more. See “Watching it” in docs/running.md."}


def refuse_removed() -> None:
    """Refuse a setting of an older version, with what to do instead.

    Raises:
        ImproperlyConfigured: such a setting is set.
    """
    for name, instead in REMOVED.items():
        if os.environ.get(name):
            raise ImproperlyConfigured(f"Remove {name}. {instead}")


def flag(name: str) -> bool:
    """Return a yes-or-no setting; no where it isn't set.

    Raises:
        ImproperlyConfigured: the variable is set to something that is neither yes nor no.
    """
    value = os.environ.get(name)
    if value is None:
        return False
    word = value.strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no (1 or 0), not {value!r}.")


def number(name: str, default: int) -> int:
    """Return a whole number from 0 up.

    Raises:
        ImproperlyConfigured: the variable is set to something else.
    """
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def words(name: str, default: list[str]) -> list[str]:
    """Return a list of words, written with commas between them."""
    value = os.environ.get(name)
    if value is None:
        return default
    return [word.strip() for word in value.split(",") if word.strip()]


def sites(name: str) -> list[str]:
    """Return a list of sites, such as `https://forum.example`, or `*` for any; none where none is set.

    Raises:
        ImproperlyConfigured: one of them is no site.
    """
    found = words(name, [])
    for site in found:
        if not _SITE.fullmatch(site):
            raise ImproperlyConfigured(f"{name} takes sites such as https://forum.example, or *, not {site!r}.")
    return found


def choice(name: str, choices: list[str]) -> str:
    """Return one of some words, the first of them where none is set.

    Raises:
        ImproperlyConfigured: the variable is set to another word.
    """
    value = os.environ.get(name, "").strip().lower() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def places_on_this_machine(name: str) -> list[str]:
    """Return a list of hosts, with or without a port, that are this very machine.

    Raises:
        ImproperlyConfigured: one of them is somewhere else, or can't be told.
    """
    places = words(name, [])
    for place in places:
        if not _is_on_this_machine(place):
            raise ImproperlyConfigured(
                f"{name} takes only addresses on this machine, such as 127.0.0.1:8080, not {place!r}."
            )
    return places


def _is_on_this_machine(place: str) -> bool:
    """Return whether a place, `127.0.0.1` or `localhost:8080` or `[::1]:8080`, is on this very machine."""
    try:
        parts = urlsplit(f"http://{place}")
        host, named = parts.hostname or "", parts.netloc == place and "@" not in place
        parts.port  # noqa: B018 - looking at it checks it
        return named and (host == "localhost" or ipaddress.ip_address(host).is_loopback)
    except ValueError:
        return False


def secret_key(folder: Path) -> str:
    """Return the secret key: from `PIPWISE_SECRET_KEY`, else from a file made at the first start.

    The file is private to the user who runs the site. Two processes that start at once agree on
    one key: only one of them can create the file, the other reads it.
    """
    given = os.environ.get("PIPWISE_SECRET_KEY")
    if given:
        return given
    path = folder / "secret_key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # Written whole under another name and linked into place, so that nobody reads half.
            draft = folder / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise ImproperlyConfigured(
            f"Pipwise can’t make or read its secret key in {path} ({error.strerror}). Make the folder writable, "
            "or set PIPWISE_DATA_DIR to one that is, or set PIPWISE_SECRET_KEY."
        ) from error


def database(default_file: Path) -> dict[str, Any]:
    """Return Django's database setting from `DATABASE_URL`, else the embedded SQLite file.

    Raises:
        ImproperlyConfigured: the address names neither SQLite nor PostgreSQL.
    """
    address = os.environ.get("DATABASE_URL") or f"sqlite:///{default_file}"
    try:
        config = dict(dj_database_url.parse(address, conn_max_age=600, conn_health_checks=True))
    except ValueError:
        # Nor is the reason, which may quote a part of it.
        raise _not_a_database() from None
    engine = config.get("ENGINE")
    if engine == "django.db.backends.sqlite3":
        # One file, one process's connection each: nothing is gained by checking it is alive.
        config.update(ENGINE="explorer.sqlite", CONN_HEALTH_CHECKS=False, OPTIONS=SQLITE_OPTIONS)
        name = str(config["NAME"])
        if name == ":memory:":
            # Every process would have a library of its own, and an empty one.
            raise _not_a_database()
        try:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(f"Can’t make the data folder {name} ({error.strerror}).") from error
    elif engine == "django.db.backends.postgresql":
        given: Any = config.get("OPTIONS") or {}
        config |= {"ENGINE": "explorer.postgresql", "OPTIONS": {**POSTGRESQL_OPTIONS, **given}}
    else:
        raise _not_a_database()
    return config


def database_passwords(config: Mapping[str, Any]) -> list[str]:
    """Return the passwords in `DATABASE_URL`, before the name of the server and after the question mark."""
    given = (config.get("PASSWORD"), *(config.get("OPTIONS", {}).get(name) for name in ("password", "sslpassword")))
    return [password for password in given if password]


def cache() -> dict[str, Any]:
    """Return Django's cache setting from `CACHE_URL`, else a cache in each process.

    Raises:
        ImproperlyConfigured: the address names neither Redis nor a folder, or the package for Redis isn't there.
    """
    address = os.environ.get("CACHE_URL", "").strip()
    if not address:
        return {"BACKEND": "explorer.page_cache.MemoryCache", "OPTIONS": {"MAX_BYTES": 32_000_000}}
    parts = _cache_parts(address)
    if parts.scheme in {"redis", "rediss"} and parts.netloc:
        # Debug pages hide what is called a password, and show the rest.
        place, password = parts.netloc.rpartition("@")[2], unquote(parts.password or "")
        user = f"{parts.username}@" if parts.username else ""
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": parts._replace(netloc=user + place).geturl(),
            "OPTIONS": {**_redis_options(), **({"password": password} if password else {})},
        }
    if parts.scheme == "file" and not parts.netloc and parts.path.strip("/"):
        return {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": parts.path,
            # With the largest page that is cached, 200 MB.
            "OPTIONS": {"MAX_ENTRIES": 1_000},
        }
    raise _not_a_cache()


def cache_passwords() -> list[str]:
    """Return the passwords in `CACHE_URL`; none, or one."""
    password = _cache_parts(os.environ.get("CACHE_URL", "").strip()).password
    return [unquote(password)] if password else []


def _cache_parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - looking at it checks it
    except ValueError:
        raise _not_a_cache() from None
    return parts


def _not_a_cache() -> ImproperlyConfigured:
    # The address is not repeated: it may hold a password.
    return ImproperlyConfigured("CACHE_URL must be redis://host:6379/0 or file:///path/to/folder.")


def _redis_options() -> dict[str, Any]:
    """Have no page wait for a Redis that doesn't answer."""
    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError as error:
        raise ImproperlyConfigured("Redis needs one more package: install pipwise[redis].") from error
    return {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": Retry(NoBackoff(), 0)}


def _not_a_database() -> ImproperlyConfigured:
    # The address is not repeated: it may hold a password.
    return ImproperlyConfigured(
        "DATABASE_URL must be sqlite:////path/to/file.sqlite3 or postgresql://user:password@host/name."
    )
