"""Django's settings. What differs between installations comes from the environment; CONTRIBUTING.md has the table."""

import os
import secrets
from pathlib import Path

from csp.constants import NONE, SELF

from explorer.serving import environment

BASE_DIR = Path(__file__).resolve().parent.parent
# A release brings the templates and static files within the package, and keeps its things where it is started.
IS_RELEASE = not (BASE_DIR / "manage.py").exists()
FILES = Path(__file__).resolve().parent / "bundled" if IS_RELEASE else BASE_DIR
DATA_DIR = Path(os.environ.get("PIPWISE_DATA_DIR") or (Path.cwd() if IS_RELEASE else BASE_DIR) / "var").resolve()
# As whoever runs the site types it: where everything is said, and within a sentence.
PROGRAM = "pipwise" if IS_RELEASE else ".venv/bin/python manage.py"
PROGRAM_NAME = "pipwise" if IS_RELEASE else "manage.py"

DEBUG = environment.flag("PIPWISE_DEBUG")
HTTPS = environment.flag("PIPWISE_HTTPS")
# Pages that one address may ask each process for in a minute; 0 for any number.
RATE = environment.number("PIPWISE_RATE", 3_000)
LOGS = environment.choice("PIPWISE_LOGS", ["plain", "json"])
# Milliseconds from which a request is slow; 0 for never.
SLOW = environment.number("PIPWISE_SLOW", 1_000)
# How many proxies of ours stand before the site, each adding to X-Forwarded-For.
PROXIES = environment.number("PIPWISE_PROXIES", int(HTTPS))
# Django wants one. Nothing is signed here.
SECRET_KEY = secrets.token_urlsafe(64)
ALLOWED_HOSTS = environment.words("PIPWISE_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
# The same on all machines; `up` adds to the others where it listens.
NAMES = tuple(ALLOWED_HOSTS)

# Whether the site looks for newer rules by itself. Whoever runs `fetch_rules` is asked nothing.
FETCH = environment.choice("PIPWISE_FETCH", ["daily", "never"])
FETCH_FROM = os.environ.get("PIPWISE_FETCH_FROM", "")
# Documents come over https only. Trying it out needs a server nearby, and there is no such thing as a nearby stranger.
FETCH_PLAIN = environment.places_on_this_machine("PIPWISE_FETCH_PLAIN")

INSTALLED_APPS = [
    "explorer",
    "explorer.cards",
    "symbols",
    "django.contrib.staticfiles",
    "django_htmx",
    "corsheaders",
    "csp",
    "django_http_compression",
    "template_partials",
]

MIDDLEWARE = [
    "explorer.serving.request_log.RequestLogMiddleware",
    "explorer.serving.middleware.HeadAsGet",
    "explorer.serving.middleware.JsonErrors",
    "explorer.serving.middleware.TransferEncoding",
    "explorer.serving.middleware.Probes",
    # Refusals and redirections have the same policies as pages.
    "explorer.serving.inlining.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    # Scripts of other sites may read refusals, too.
    "corsheaders.middleware.CorsMiddleware",
    "explorer.serving.rate_limit.RateLimitMiddleware",
    # Pages are cached and tagged as they are sent.
    "explorer.web.page_cache.PageCacheMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django_http_compression.middleware.HttpCompressionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "explorer.serving.middleware.ReadOnly",
    "explorer.serving.middleware.Unavailable",
    "django_htmx.middleware.HtmxMiddleware",
]

# Other sites' scripts may read what is for programs.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/|^/rules/.*\.(?:json|txt|md)$"
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("accept", "content-type", "if-none-match", "user-agent")
CORS_EXPOSE_HEADERS = ("etag", "retry-after")

# No page has a cookie, so nobody's rights can be borrowed; the one button asks where it was pressed (`web.http`).
SILENCED_SYSTEM_CHECKS = ["security.W003"]
ROOT_URLCONF = "explorer.urls"
WSGI_APPLICATION = "explorer.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["explorer.web.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "explorer.web.full_rules.in_every_page",
            ],
        },
    },
]

DATABASES = {"default": environment.database(DATA_DIR / "pipwise.sqlite3")}
# For `explorer.wsgi`: an import may take as long as it likes.
PAGE_TIMEOUTS = environment.page_timeouts(DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": environment.cache()}

LANGUAGE_CODE = "en-us"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [FILES / "static"]
STORAGES = {
    "staticfiles": {"BACKEND": "explorer.serving.storage.StaticFilesStorage"},
}
# The site answers for its own files only once they are collected, in debugging as in earnest.
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    },
}
# No page wants to know where a reader is, or to see, hear or pay; of these, a browser lets it do nothing.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        *("accelerometer", "browsing-topics", "camera", "display-capture"),
        *("encrypted-media", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer"),
        *("microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
    )
}
X_FRAME_OPTIONS = "DENY"
# The sites that may show embeds in frames (`explorer.sharing.embeds`), and nothing else.
EMBED = environment.sites("PIPWISE_EMBED")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

_SECRETS = [*environment.database_passwords(DATABASES["default"]), *environment.cache_passwords()]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "explorer.serving.logs.PlainLine", "secrets": _SECRETS},
        "json": {"()": "explorer.serving.logs.JsonLine", "secrets": _SECRETS},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOGS}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Requests are lines of their own for programs only.
        "explorer.serving.request_log": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # In place of Django's own and the server's, which have another shape.
        "django": {"handlers": [], "propagate": True},
        "_granian": {"handlers": [], "propagate": True},
        "granian.access": {"handlers": []},
        # A page that is not there is the visitor's business, not the log's.
        "django.request": {"level": "ERROR"},
        # Nor is a host or an address that no browser sends.
        "django.security": {"level": "CRITICAL"},
    },
}
