"""Changes mode, times and attributes of files of the operator: `change_metadata.py PATH...`."""
import os
import sys
from attack import tried

paths = sys.argv[1:] + [os.path.abspath(__file__)]
attempts = []
for path in paths:
    attempts += [
        (f"chmod {path}", lambda path=path: os.chmod(path, 0o777) or "changed"),
        (f"utime {path}", lambda path=path: os.utime(path, (1, 1)) or "changed"),
        (f"setxattr {path}", lambda path=path: os.setxattr(path, "user.parlor", b"x") or "changed"),
    ]
tried(*attempts)
