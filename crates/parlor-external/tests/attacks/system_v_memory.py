"""Leaves 8 MiB of System V memory, a queue and a semaphore behind."""
from attack import libc, tried
import ctypes
import os


def call(function, *arguments):
    if getattr(libc, function)(*arguments) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return "left behind"


KEY = 0x7061726C
tried(
    ("shmget", lambda: call("shmget", KEY, 8 << 20, 0o1600)),
    ("msgget", lambda: call("msgget", KEY, 0o1600)),
    ("semget", lambda: call("semget", KEY, 1, 0o1600)),
)
