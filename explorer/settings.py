"""Django's settings. Every value that differs between installations comes from the environment.

`PIPWISE_SECRET_KEY`     the secret key; without it one is made and kept in the data folder
`PIPWISE_DATA_DIR`       where the database, the secret key and the collected files are kept
`PIPWISE_ALLOWED_HOSTS`  the names the site answers to, with commas between them
`PIPWISE_HTTPS`          1 when the site is reached over https: cookies, redirects and HSTS follow
`PIPWISE_PROXIES`        how many proxies stand before the site; one with PIPWISE_HTTPS, else none
`PIPWISE_RATE`           the most pages a minute for one address from each process; 3000, or 0 for no limit
`PIPWISE_FETCH`          daily (or nothing): `up` looks for newer rules once a day; never: it doesn't
`PIPWISE_FETCH_FROM`     where to look for the newest rules; the publisher's page by default
`PIPWISE_FETCH_PLAIN`    places on this machine, such as 127.0.0.1:8080, that downloads may ask over http
`PIPWISE_EMBED`          the sites that may show the embeds in frames, or * for any; none by default
`PIPWISE_LOGS`           plain (or nothing): problems, as text; json: every request too, each line JSON
`PIPWISE_SLOW`           milliseconds from which a request is logged as slow; 1000, or 0 for none
`PIPWISE_ADMIN`          1 for Django's admin at /admin/, where everything is only read
`PIPWISE_DEBUG`          1 for Django's debug pages; never where others can reach it
`DATABASE_URL`           sqlite:////path/file.sqlite3 or postgresql://user:password@host/name
`CACHE_URL`              where pages are cached: redis://host or file:///folder; else in each process
"""

import os
from pathlib import Path

from csp.constants import NONE, SELF

from explorer import environment

BASE_DIR = Path(__file__).resolve().parent.parent
# A release brings the templates and static files within the package, and keeps its things where it is started.
IS_RELEASE = not (BASE_DIR / "manage.py").exists()
FILES = Path(__file__).resolve().parent / "bundled" if IS_RELEASE else BASE_DIR
DATA_DIR = Path(os.environ.get("PIPWISE_DATA_DIR") or (Path.cwd() if IS_RELEASE else BASE_DIR) / "var").resolve()
# As whoever runs the site types it: where everything is said, and within a sentence.
PROGRAM = "pipwise" if IS_RELEASE else ".venv/bin/python manage.py"
PROGRAM_NAME = "pipwise" if IS_RELEASE else "manage.py"

environment.refuse_removed()
DEBUG = environment.flag("PIPWISE_DEBUG")
HTTPS = environment.flag("PIPWISE_HTTPS")
# Pages that one address may ask each process for in a minute; 0 for any number.
RATE = environment.number("PIPWISE_RATE", 3_000)
LOGS = environment.choice("PIPWISE_LOGS", ["plain", "json"])
# Milliseconds from which a request is slow; 0 for never.
SLOW = environment.number("PIPWISE_SLOW", 1_000)
ADMIN = environment.flag("PIPWISE_ADMIN")
# How many proxies of ours stand before the site, each adding to X-Forwarded-For.
PROXIES = environment.number("PIPWISE_PROXIES", int(HTTPS))
# Nothing that is sent here is longer than a form with one button (bytes).
DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
SECRET_KEY = environment.secret_key(DATA_DIR)
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
    "explorer.request_log.RequestLogMiddleware",
    "explorer.middleware.HeadAsGet",
    "explorer.middleware.Probes",
    "explorer.middleware.JsonErrors",
    # Refusals and redirections have the same policies as pages.
    "explorer.inlining.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    # Scripts of other sites may read refusals, too.
    "corsheaders.middleware.CorsMiddleware",
    "explorer.rate_limit.RateLimitMiddleware",
    # Pages are cached and tagged as they are sent.
    "explorer.page_cache.PageCacheMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django_http_compression.middleware.HttpCompressionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "explorer.middleware.ReadOnly",
    "explorer.middleware.Unavailable",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

# Other sites' scripts may read what is for programs.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/|^/rules/.*\.(?:json|txt|md)$"
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("accept", "content-type", "if-none-match", "user-agent")
CORS_EXPOSE_HEADERS = ("etag", "retry-after")

CSRF_FAILURE_VIEW = "explorer.views.error_handlers.old_form"
ROOT_URLCONF = "explorer.urls"
WSGI_APPLICATION = "explorer.wsgi.application"

_CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "explorer.views.full_rules.in_every_page",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": _CONTEXT_PROCESSORS},
    },
]

DATABASES = {"default": environment.database(DATA_DIR / "pipwise.sqlite3")}
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
    "staticfiles": {"BACKEND": "explorer.storage.StaticFilesStorage"},
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
# The sites that may show embeds in frames (`explorer.views.embeds`), and nothing else.
EMBED = environment.sites("PIPWISE_EMBED")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Cookies go only where they are needed: the one of the button, and with the admin, its own.
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
if ADMIN:
    INSTALLED_APPS += [
        # Its tables are registered by our own site (`explorer.admin`).
        "django.contrib.admin.apps.SimpleAdminConfig",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.messages",
        "django.contrib.sessions",
    ]
    MIDDLEWARE += [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    _CONTEXT_PROCESSORS += [
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]
    MIDDLEWARE.insert(MIDDLEWARE.index("django.middleware.csrf.CsrfViewMiddleware"), "explorer.middleware.AdminCookie")
    # Without a cookie of their own.
    MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
    SESSION_COOKIE_PATH = "/admin/"
    SESSION_COOKIE_SAMESITE = "Strict"
    SESSION_COOKIE_SECURE = HTTPS
    SESSION_COOKIE_AGE = 8 * 3600
    AUTH_PASSWORD_VALIDATORS = [
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("MinimumLengthValidator", "CommonPasswordValidator", "UserAttributeSimilarityValidator")
    ]

_SECRETS = [SECRET_KEY, *environment.database_passwords(DATABASES["default"]), *environment.cache_passwords()]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "explorer.logs.PlainLine", "secrets": _SECRETS},
        "json": {"()": "explorer.logs.JsonLine", "secrets": _SECRETS},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOGS}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Requests are lines of their own for programs only.
        "explorer.request_log": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # In place of Django's own and the server's, which have another shape.
        "django": {"handlers": [], "propagate": True},
        "gunicorn.error": {"handlers": [], "propagate": True},
        # Whenever a page waits for another.
        "waitress.queue": {"level": "ERROR"},
        # A page that is not there is the visitor's business, not the log's.
        "django.request": {"level": "ERROR"},
        # Nor is a host or an address that no browser sends.
        "django.security": {"level": "CRITICAL"},
    },
}
