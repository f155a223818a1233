"""Starts as many processes as it can, up to 1,000."""
import os
import time
from attack import tried


def fork():
    count = 0
    try:
        for count in range(1000):
            if os.fork() == 0:
                time.sleep(100)
                os._exit(0)
    except OSError:
        pass
    return count >= 300 and f"{count} processes"


tried(("forks", fork))
