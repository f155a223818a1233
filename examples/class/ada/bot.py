"""Plays the middle one of the legal moves."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        print(message["legal"][len(message["legal"]) // 2], flush=True)
