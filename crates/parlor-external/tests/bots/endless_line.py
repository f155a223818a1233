"""Prints a line that never ends."""
import sys

while True:
    sys.stdout.write("x" * 1000)
