"""Settings from the environment: the few values by which one installation differs from another."""

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

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
# How long a page waits for the database (seconds, milliseconds).
SQLITE_PAGES: dict[str, Any] = {"timeout": 5}
POSTGRESQL_PAGES: dict[str, Any] = {"options": "-c statement_timeout=5000 -c lock_timeout=2000"}

# A server or a network that is silent is out of reach, too (seconds; the last in milliseconds).
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
# What libpq calls them in an address, and Django.
_POSTGRESQL_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
#: Variables of earlier releases.
REMOVED = ("PIPWISE_ADMIN", "PIPWISE_METRICS", "PIPWISE_SECRET_KEY")


def removed() -> list[str]:
    """Return a sentence for each variable that is set and means nothing any more."""
    found = [name for name in REMOVED if name in os.environ]
    return [f"{name} does nothing any more; see “What is gone” in docs/running.md." for name in found]


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


def database(default_file: Path) -> dict[str, Any]:
    """Return Django's database setting from `DATABASE_URL`, else the embedded SQLite file.

    Raises:
        ImproperlyConfigured: the address names neither SQLite nor PostgreSQL.
    """
    address = os.environ.get("DATABASE_URL")
    if not address:
        return _sqlite(default_file)
    try:
        parts = urlsplit(address)
        if parts.scheme == "sqlite" and not parts.netloc and parts.path.strip("/"):
            return _sqlite(Path(unquote(parts.path[1:])))
        if parts.scheme in {"postgresql", "postgres"}:
            parts.port  # noqa: B018 - looking at it checks it
            return _postgresql(address)
    except ValueError:
        # Nor is the reason, which may quote a part of it.
        raise _not_a_database() from None
    raise _not_a_database()


def _sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {**SQLITE_OPTIONS},
    }


def _postgresql(address: str) -> dict[str, Any]:
    """Return the setting for an address as libpq reads it."""
    from psycopg import Error
    from psycopg.conninfo import conninfo_to_dict

    try:
        given = conninfo_to_dict(address)
    except Error:
        raise _not_a_database() from None
    named = {name: given.pop(ours, "") for ours, name in _POSTGRESQL_NAMES.items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        **named,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**POSTGRESQL_OPTIONS, **given},
    }


def page_timeouts(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options by which pages wait for the database for a while only."""
    if config["ENGINE"].endswith("sqlite3"):
        return SQLITE_PAGES
    return {} if "options" in config["OPTIONS"] else POSTGRESQL_PAGES


def database_passwords(config: Mapping[str, Any]) -> list[str]:
    """Return the passwords in `DATABASE_URL`, before the name of the server and after the question mark."""
    given = (config.get("PASSWORD"), *(config["OPTIONS"].get(name) for name in ("password", "sslpassword")))
    return [password for password in given if password]


def cache() -> dict[str, Any]:
    """Return Django's cache setting from `CACHE_URL`, else a cache in each process.

    Raises:
        ImproperlyConfigured: the address names neither Redis nor a folder, or the package for Redis isn't there.
    """
    address = os.environ.get("CACHE_URL", "").strip()
    if not address:
        return {"BACKEND": "explorer.web.page_cache.MemoryCache", "OPTIONS": {"MAX_BYTES": 32_000_000}}
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
