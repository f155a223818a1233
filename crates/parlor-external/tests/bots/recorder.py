"""Plays the first legal move and writes every message that it gets to the error output."""
import json
import sys

for line in sys.stdin:
    print(line.strip(), file=sys.stderr, flush=True)
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "Recorder", "version": "2", "mood": "good"}), flush=True)
    elif message["type"] == "go":
        print(json.dumps({"type": "chat", "text": "hm"}))
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
