"""Plays, but fills the error output."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        sys.stderr.write("noise\n" * 100_000)
        sys.stderr.flush()
        print(message["legal"][0], flush=True)
