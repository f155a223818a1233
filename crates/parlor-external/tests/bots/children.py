"""Starts children that outlive it, and tells their ids on the error output."""
import subprocess
import sys

for line in sys.stdin:
    if '"go"' in line:
        children = [subprocess.Popen(["sleep", "100"]) for _ in range(3)]
        print(*(child.pid for child in children), file=sys.stderr, flush=True)
        print("4", flush=True)
