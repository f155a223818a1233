"""Starts children that outlive it."""
import subprocess
import sys

for line in sys.stdin:
    if '"go"' in line:
        children = [subprocess.Popen(["sleep", "100.125"]) for _ in range(3)]
        print("children", file=sys.stderr, flush=True)
        print("4", flush=True)
