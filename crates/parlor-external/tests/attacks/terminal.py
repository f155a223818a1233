"""Writes to the operator's terminal, and types commands into it."""
import fcntl
import glob
import os
import termios
from attack import tried


def type_into(path):
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
    if not os.isatty(descriptor):
        return None
    try:
        fcntl.ioctl(descriptor, termios.TIOCSTI, b"\n")
    except OSError:
        pass
    return "opened"


paths = ["/dev/tty", "/dev/console", *glob.glob("/dev/pts/[0-9]*")]
tried(
    *[(path, lambda path=path: type_into(path)) for path in paths],
    ("typing", lambda: fcntl.ioctl(0, termios.TIOCSTI, b"\n") or "typed"),
)
