"""Settings of the test suite: everything that lives goes to a folder of its own, removed afterwards.

Each process of a parallel run has its own folder. `DATABASE_URL` chooses the database server as always.
"""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="klaverclub-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["KLAVERCLUB_DATA"] = _folder

from klaverclub.settings import *  # noqa: E402, F403

# A thousand rounds of PBKDF2 protect nobody in a test and take most of its time.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir()  # WhiteNoise warns of a folder that is not there
CELERY_BROKER_URL = "memory://"
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file as in production: threads that write at once must queue, which a database in memory refuses.
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
