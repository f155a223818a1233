"""Prints without end."""
import sys

while True:
    sys.stdout.write("{\"type\":\"info\",\"depth\":1}\n")
