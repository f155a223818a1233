"""Looks for the operator's secrets in the environments that it can read."""
import glob
import os
from attack import tried

SECRET = b"parlor-test-secret"


def others():
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            if SECRET in open(path, "rb").read():
                return path
        except OSError:
            pass


tried(
    ("own", lambda: SECRET.decode() in str(os.environ) and "read"),
    ("others", others),
    ("more", lambda: ", ".join(set(os.environ) - {"PATH", "HOME", "TMPDIR", "LANG", "PWD", "LC_CTYPE"}) or None),
)
