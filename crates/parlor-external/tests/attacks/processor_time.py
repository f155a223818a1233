"""Computes in four children at once for ten seconds."""
import os
import time
from attack import tried


def burn():
    for _ in range(4):
        if os.fork() == 0:
            while True:
                pass
    time.sleep(10)
    return "40 seconds"


tried(("processor time", burn))
