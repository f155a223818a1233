"""Takes memory that no living process has touched: a child fills shared mappings of its parent, and ends. First
it makes itself a process that others may not look into."""
import mmap
import os
import time
from attack import libc, tried


def take():
    libc.prctl(4, 0, 0, 0, 0)
    hoard = []
    for _ in range(8):
        hoard.append(mmap.mmap(-1, 150 << 20))
        child = os.fork()
        if child == 0:
            for page in range(0, len(hoard[-1]), 4096):
                hoard[-1][page] = 1
            os._exit(0)
        os.waitpid(child, 0)
    time.sleep(3)
    return "1200 MiB"


tried(("memory", take))
