"""Counts while it is not on move, in a child that left the process group, and reports the count as nodes."""
import json
import mmap
import os
import struct
import sys
import time

count = mmap.mmap(-1, 8)
if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    while True:
        count[:] = struct.pack("Q", struct.unpack("Q", count[:])[0] + 1)
        time.sleep(0.001)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "go":
        nodes = struct.unpack("Q", count[:])[0]
        print(json.dumps({"type": "info", "move": message["legal"][0], "nodes": nodes}))
        print(message["legal"][0], flush=True)
