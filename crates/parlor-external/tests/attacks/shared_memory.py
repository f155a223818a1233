"""Takes memory in shared mappings, which limits of a single process do not count: 150 MiB in each of eight
children."""
import mmap
import os
import time
from attack import tried


def take():
    for _ in range(8):
        if os.fork() == 0:
            shared = mmap.mmap(-1, 150 << 20)
            for page in range(0, len(shared), 4096):
                shared[page] = 1
            time.sleep(100)
    time.sleep(3)
    return "1200 MiB"


tried(("memory", take))
