"""Plays a random legal move."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        print(random.choice(message["legal"]), flush=True)
