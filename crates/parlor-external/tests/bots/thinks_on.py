"""Counts all the time, also when it is not on move, and reports the count as nodes."""
import json
import sys
import threading
import time

count = 0


def work():
    global count
    while True:
        count += 1
        time.sleep(0.001)


threading.Thread(target=work, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        print(json.dumps({"type": "info", "move": message["legal"][0], "nodes": count}))
        print(message["legal"][0], flush=True)
