"""Django settings. Those that differ between installations come from the environment; CONTRIBUTING.md lists them."""

import os
import secrets
from pathlib import Path

from csp.constants import NONE, SELF

from explorer.serving import environment

BASE_DIR = Path(__file__).resolve().parent.parent
# A release has templates and static files within the package, and its data in the working directory.
IS_RELEASE = not (BASE_DIR / "manage.py").exists()
FILES = Path(__file__).resolve().parent / "bundled" if IS_RELEASE else BASE_DIR
DATA_DIR = Path(os.environ.get("PIPWISE_DATA_DIR") or (Path.cwd() if IS_RELEASE else BASE_DIR) / "var").resolve()
# The command to type, and its short name within a sentence.
PROGRAM = "pipwise" if IS_RELEASE else ".venv/bin/python manage.py"
PROGRAM_NAME = "pipwise" if IS_RELEASE else "manage.py"

DEBUG = environment.flag("PIPWISE_DEBUG")
HTTPS = environment.flag("PIPWISE_HTTPS")
# Pages a minute that one client may request of each process; 0 for no limit.
RATE = environment.number("PIPWISE_RATE", 3_000)
LOGS = environment.choice("PIPWISE_LOGS", ["plain", "json"])
# Milliseconds from which a request is logged as slow; 0 for never.
SLOW = environment.number("PIPWISE_SLOW", 1_000)
# Number of trusted proxies before the site, each appending to X-Forwarded-For.
PROXIES = environment.number("PIPWISE_PROXIES", int(HTTPS))
# Django requires one; nothing is signed with it.
SECRET_KEY = secrets.token_urlsafe(64)
ALLOWED_HOSTS = environment.words("PIPWISE_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
# The configured hosts only: `up` adds to ALLOWED_HOSTS where it listens.
NAMES = tuple(ALLOWED_HOSTS)

# Whether the site updates the rules by itself; `fetch_rules` works regardless.
FETCH = environment.choice("PIPWISE_FETCH", ["daily", "never"])
FETCH_FROM = os.environ.get("PIPWISE_FETCH_FROM", "")
FETCH_CARDS_FROM = os.environ.get("PIPWISE_FETCH_CARDS_FROM", "")
FETCH_POLICY_FROM = os.environ.get("PIPWISE_FETCH_POLICY_FROM", "")
# Loopback hosts that documents may be fetched from without https, to try it out.
FETCH_PLAIN = environment.places_on_this_machine("PIPWISE_FETCH_PLAIN")

INSTALLED_APPS = [
    "explorer",
    "explorer.cards",
    "explorer.policy",
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
    # Errors and redirects have the same policies as pages.
    "explorer.serving.inlining.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    # Other sites' scripts may read errors, too.
    "corsheaders.middleware.CorsMiddleware",
    "explorer.serving.middleware.RateLimitMiddleware",
    # Pages are cached and tagged as they are sent.
    "explorer.web.page_cache.PageCacheMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django_http_compression.middleware.HttpCompressionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "explorer.serving.middleware.ReadOnly",
    "explorer.serving.middleware.Unavailable",
    "django_htmx.middleware.HtmxMiddleware",
]

# Other sites' scripts may read the API and the rules' short forms.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/|^/rules/.*\.(?:json|txt|md)$"
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS", "POST")
CORS_ALLOW_HEADERS = ("accept", "content-type", "if-none-match", "user-agent")
CORS_EXPOSE_HEADERS = ("etag", "retry-after")

# No CSRF middleware: there are no cookies, and what takes POST checks its origin (`web.http`), but for the API.
SILENCED_SYSTEM_CHECKS = ["security.W003"]
# A million characters of a text with citations (`explorer.citing`).
DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000_000
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
                "explorer.web.downloads.in_every_page",
            ],
        },
    },
]

DATABASES = {"default": environment.database(DATA_DIR / "pipwise.sqlite3")}
# Applied by `explorer.wsgi` only: imports may take any time.
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
    "staticfiles": {"BACKEND": "explorer.serving.inlining.StaticFilesStorage"},
}
# Outside of debugging, only collected files are served.
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    },
}
# No page uses these browser features, but for table mode, which keeps the screen on.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    name: []
    for name in (
        *("accelerometer", "browsing-topics", "camera", "display-capture"),
        *("encrypted-media", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer"),
        *("microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
    )
} | {"screen-wake-lock": ["self"]}
X_FRAME_OPTIONS = "DENY"
# Sites that may frame embeds (`explorer.sharing.embeds`), and no other page.
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
        "plain": {"()": "explorer.serving.request_log.PlainLine", "secrets": _SECRETS},
        "json": {"()": "explorer.serving.request_log.JsonLine", "secrets": _SECRETS},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOGS}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Requests are logged at INFO in JSON only.
        "explorer.serving.request_log": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # Replace Django's and granian's own handlers, so that all lines have one format.
        "django": {"handlers": [], "propagate": True},
        "_granian": {"handlers": [], "propagate": True},
        "granian.access": {"handlers": []},
        # No 404s.
        "django.request": {"level": "ERROR"},
        # Nor disallowed hosts and malformed addresses.
        "django.security": {"level": "CRITICAL"},
        "mcp.server": {"level": "ERROR"},
    },
}
