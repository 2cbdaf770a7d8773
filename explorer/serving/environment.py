"""Settings from environment variables; `ImproperlyConfigured` is raised for any other value."""

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

# In WAL mode, readers never wait for a writer. Writers wait for each other up to the timeout (seconds): rebuilding the
# search index of every edition takes half a minute. The size limit truncates the WAL after a long import (bytes).
SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 120,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;PRAGMA cache_size=-16000;"
        "PRAGMA journal_size_limit=16777216;"
    ),
}
# How long a page waits for the database (SQLite in seconds, PostgreSQL in milliseconds).
SQLITE_PAGES: dict[str, Any] = {"timeout": 5}
POSTGRESQL_PAGES: dict[str, Any] = {"options": "-c statement_timeout=5000 -c lock_timeout=2000"}

# Give up on a silent server or network (seconds; the last in milliseconds).
POSTGRESQL_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
# libpq's names, and Django's.
_POSTGRESQL_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
#: Variables of earlier releases, without effect now.
REMOVED = ("PIPWISE_ADMIN", "PIPWISE_METRICS", "PIPWISE_SECRET_KEY")


def removed() -> list[str]:
    found = [name for name in REMOVED if name in os.environ]
    return [f"{name} no longer does anything. See “What is gone” in docs/running.md." for name in found]


def flag(name: str) -> bool:
    """Boolean setting, False by default."""
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
    """Non-negative integer setting."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def words(name: str, default: list[str]) -> list[str]:
    value = os.environ.get(name)
    if value is None:
        return default
    return [word.strip() for word in value.split(",") if word.strip()]


def sites(name: str) -> list[str]:
    """Comma-separated origins, such as `https://forum.example`, or `*` for any."""
    found = words(name, [])
    for site in found:
        if not _SITE.fullmatch(site):
            raise ImproperlyConfigured(f"{name} takes sites such as https://forum.example, or *, not {site!r}.")
    return found


def choice(name: str, choices: list[str]) -> str:
    """One of `choices`, the first by default."""
    value = os.environ.get(name, "").strip().lower() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def places_on_this_machine(name: str) -> list[str]:
    """Comma-separated loopback hosts, with or without a port."""
    places = words(name, [])
    for place in places:
        if not _is_loopback(place):
            raise ImproperlyConfigured(
                f"{name} takes only addresses on this machine, such as 127.0.0.1:8080, not {place!r}."
            )
    return places


def _is_loopback(place: str) -> bool:
    """True for `127.0.0.1`, `localhost:8080`, `[::1]:8080`."""
    try:
        parts = urlsplit(f"http://{place}")
        host, named = parts.hostname or "", parts.netloc == place and "@" not in place
        parts.port  # noqa: B018 - validates it
        return named and (host == "localhost" or ipaddress.ip_address(host).is_loopback)
    except ValueError:
        return False


def database(default_file: Path) -> dict[str, Any]:
    """Django's database settings from `DATABASE_URL`, by default a SQLite file.

    Raises:
        ImproperlyConfigured: the URL is neither SQLite nor PostgreSQL.
    """
    address = os.environ.get("DATABASE_URL")
    if not address:
        return _sqlite(default_file)
    try:
        parts = urlsplit(address)
        if parts.scheme == "sqlite" and not parts.netloc and parts.path.strip("/"):
            return _sqlite(Path(unquote(parts.path[1:])))
        if parts.scheme in {"postgresql", "postgres"}:
            parts.port  # noqa: B018 - validates it
            return _postgresql(address)
    except ValueError:
        # Without its cause, which may quote a password.
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
    if config["ENGINE"].endswith("sqlite3"):
        return SQLITE_PAGES
    return {} if "options" in config["OPTIONS"] else POSTGRESQL_PAGES


def database_passwords(config: Mapping[str, Any]) -> list[str]:
    """Passwords in `DATABASE_URL`, of the authority and of the query string."""
    given = (config.get("PASSWORD"), *(config["OPTIONS"].get(name) for name in ("password", "sslpassword")))
    return [password for password in given if password]


def cache() -> dict[str, Any]:
    """Django's cache settings from `CACHE_URL`, by default a cache in each process.

    Raises:
        ImproperlyConfigured: the URL is neither Redis nor a folder, or the package for Redis isn't installed.
    """
    address = os.environ.get("CACHE_URL", "").strip()
    if not address:
        return {"BACKEND": "explorer.web.page_cache.MemoryCache", "OPTIONS": {"MAX_BYTES": 32_000_000}}
    parts = _cache_parts(address)
    if parts.scheme in {"redis", "rediss"} and parts.netloc:
        # Debug pages hide options named password, but not a password in LOCATION.
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
            # 200 MB at most, with the largest page that is cached.
            "OPTIONS": {"MAX_ENTRIES": 1_000},
        }
    raise _not_a_cache()


def cache_passwords() -> list[str]:
    password = _cache_parts(os.environ.get("CACHE_URL", "").strip()).password
    return [unquote(password)] if password else []


def _cache_parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - validates it
    except ValueError:
        raise _not_a_cache() from None
    return parts


def _not_a_cache() -> ImproperlyConfigured:
    # Doesn't repeat the URL, which may have a password.
    return ImproperlyConfigured("CACHE_URL must be redis://host:6379/0 or file:///path/to/folder.")


def _redis_options() -> dict[str, Any]:
    """Let no page wait for a Redis that doesn't answer."""
    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError as error:
        raise ImproperlyConfigured("Redis needs one more package: install pipwise[redis].") from error
    return {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": Retry(NoBackoff(), 0)}


def _not_a_database() -> ImproperlyConfigured:
    # Doesn't repeat the URL, which may have a password.
    return ImproperlyConfigured(
        "DATABASE_URL must be sqlite:////path/to/file.sqlite3 or postgresql://user:password@host/name."
    )
