"""Settings, read from the environment alone; every default serves one laptop without a server.

| variable | default | meaning |
|---|---|---|
| KLAVERCLUB_DATA | `.data` beside manage.py | everything that lives: database, files, queue, back-ups, secret |
| DATABASE_URL | SQLite in the data folder | e.g. `postgres://user:pass@host/name` |
| KLAVERCLUB_BROKER_URL | file system queue in the data folder | e.g. `redis://host:6379/0`, `amqp://user:pass@host//` |
| KLAVERCLUB_QUEUE | klaverclub | name of the queue, for two installations on one broker |
| KLAVERCLUB_CACHE_URL | process memory | e.g. `redis://host:6379/1`; needed as soon as there are several web processes |
| KLAVERCLUB_SECRET_KEY | made once, kept in the data folder | signs sessions |
| KLAVERCLUB_HOSTS | any host | comma separated host names that may be asked for |
| KLAVERCLUB_ORIGINS | none | comma separated `https://…` origins behind a proxy that ends TLS; printed codes lead to the first |
| KLAVERCLUB_HTTPS | off | `1`: secure cookies, redirect to https, HSTS |
| KLAVERCLUB_PROXIES | 0 | how many proxies of your own stand before this program: so many entries at the end of X-Forwarded-For are believed, to count the questions of each client |
| KLAVERCLUB_DEBUG | off | `1`: Django's debug pages; never on a public machine |
| KLAVERCLUB_JOB_LEASE | 60 | seconds after which a silent worker's job is taken up again |
"""

import contextlib
import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("KLAVERCLUB_DATA", BASE_DIR / ".data")).resolve()
FILES_DIR = DATA_DIR / "files"
QUEUE_DIR = DATA_DIR / "queue"
BACKUP_DIR = DATA_DIR / "backups"


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


def _secret_key() -> str:
    """The key from the environment, or one made once and kept beside the data, readable by its owner alone."""
    if key := os.environ.get("KLAVERCLUB_SECRET_KEY"):
        return key
    path = DATA_DIR / "secret_key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        written = DATA_DIR / f"secret_key.{os.getpid()}"
        written.touch(mode=0o600)
        written.write_text(secrets.token_urlsafe(48))
        # Whole or not at all, and the first process of a start wins.
        with contextlib.suppress(FileExistsError):
            os.link(written, path)
        written.unlink()
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = _flag("KLAVERCLUB_DEBUG")
# This computer itself may always ask: `up` and the container ask the health page.
ALLOWED_HOSTS = [*hosts, "127.0.0.1", "localhost"] if (hosts := _list("KLAVERCLUB_HOSTS")) else ["*"]
CSRF_TRUSTED_ORIGINS = _list("KLAVERCLUB_ORIGINS")
PROXIES = int(os.environ.get("KLAVERCLUB_PROXIES") or "0")

INSTALLED_APPS = [
    "klaverclub",
    "scoring",
    "tournaments",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "klaverclub.apps.StaticFiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "klaverclub.middleware.NoNulMiddleware",
    "klaverclub.middleware.LanguageMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "klaverclub.middleware.FreshPagesMiddleware",
    "klaverclub.middleware.LongNumberMiddleware",
    "klaverclub.middleware.FullDiskMiddleware",
    "tournaments.middleware.RefusedMiddleware",
]

ROOT_URLCONF = "klaverclub.urls"
WSGI_APPLICATION = "klaverclub.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Database -------------------------------------------------------------------
# SQLite: WAL and immediate transactions, so that writers queue instead of failing;
# synchronous FULL, so that "saved" means saved.
DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'klaverclub.sqlite3'}",
        conn_max_age=None,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache: rate limits of the login must be shared as soon as several processes serve the web. Standings have one of
# their own, so that however many are kept, no count of wrong passwords has to make room.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "standings": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "standings",
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}
if CACHE_URL := os.environ.get("KLAVERCLUB_CACHE_URL"):
    REDIS = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    CACHES = {"default": REDIS, "standings": REDIS | {"KEY_PREFIX": "standings"}}

# People and sign-in -----------------------------------------------------------
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "tournaments.access.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
# Wrong passwords are counted by user name; the whole hall may sit behind one address.
ACCOUNT_RATE_LIMITS = {"login": "120/m/ip", "login_failed": "5/5m/key,100/5m/ip"}
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30

# Language and time --------------------------------------------------------------
LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", _("Dutch")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "klaverclub" / "locale"]
TIME_ZONE = "Europe/Amsterdam"
USE_TZ = True
FORMAT_MODULE_PATH = ["klaverclub.formats"]

# Files --------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": FILES_DIR}},
    "staticfiles": {"BACKEND": "klaverclub.storage.StaticStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Security -----------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
if _flag("KLAVERCLUB_HTTPS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Jobs: the row in the database is the truth, the message of the broker only a doorbell.
JOB_LEASE_SECONDS = int(os.environ.get("KLAVERCLUB_JOB_LEASE", "60"))
CELERY_BROKER_URL = os.environ.get("KLAVERCLUB_BROKER_URL", "filesystem://localhost")
CELERY_QUEUE = os.environ.get("KLAVERCLUB_QUEUE", "klaverclub")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Celery tells of every message; what a job did is told by tournaments.services.jobs.
    "loggers": {"celery": {"level": "WARNING"}},
}
