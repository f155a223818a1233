"""Writes to every descriptor that it was left."""
import os
from attack import tried


def write():
    written = []
    for descriptor in range(3, 1024):
        try:
            os.write(descriptor, b"written by the bot\n")
            written.append(descriptor)
        except OSError:
            pass
    return f"descriptors {written}" if written else None


tried(("writes", write))
