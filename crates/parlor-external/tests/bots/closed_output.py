"""Closes its output and goes on."""
import os
import time

os.close(1)
time.sleep(60)
