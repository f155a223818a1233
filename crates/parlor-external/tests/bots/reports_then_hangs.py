"""Reports a move and then never answers."""
import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        print(json.dumps({"type": "info", "move": message["legal"][-1], "value": 0.5, "depth": 3}), flush=True)
        time.sleep(60)
