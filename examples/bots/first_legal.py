"""A bot in twelve lines: it plays the first legal move of any game."""
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "First legal"}), flush=True)
    elif message["type"] == "go":
        print(message["legal"][0], flush=True)
    elif message["type"] == "quit":
        break
