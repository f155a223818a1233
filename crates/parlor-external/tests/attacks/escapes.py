"""Sends the terminal escapes, and letters that turn the direction of writing, in all that it may say."""
import json
import sys

EVIL = "\x1b]0;owned\x07\x1b[2J\u202eevil\u2066\x9b31m"
print(json.dumps({"type": "ready", "name": EVIL, "version": EVIL}), flush=True)
print(EVIL, file=sys.stderr, flush=True)
moves = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        moves += 1
        if moves > 1:
            sys.exit(f"{EVIL} and gone")
        print(json.dumps({"type": "info", "move": EVIL}))
        print(message["legal"][0], flush=True)
