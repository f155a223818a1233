"""Reads what is not its own: `read_others.py PATH...`, and what lies in places known to all."""
import os
import sys
from attack import tried


def read(path):
    if os.path.isdir(path):
        # The folders around what is shown are empty.
        return len(os.listdir(path)) > 1 and "listed"
    return open(path, "rb").read(100) and "read"


places = ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/root", "/home", "/var/log", "/sys", "/run", "/boot", "/var/lib"]
tried(*[(path, lambda path=path: read(path)) for path in sys.argv[1:] + places])
