"""Takes memory in children, each below the limit of one process: 150 MiB in each of eight."""
import os
import time
from attack import tried


def take():
    for _ in range(8):
        if os.fork() == 0:
            hoard = bytearray(b"x" * (150 << 20))
            time.sleep(100)
            print(len(hoard))
    time.sleep(3)
    return "1200 MiB"


tried(("memory", take))
