"""Tries what a contained program may not do, and tells what worked as the name of its `ready`."""
import json
import os
import socket
import sys

worked = []
for name, folder in (("scratch", os.environ["TMPDIR"]), ("elsewhere", sys.argv[1].partition("=")[2])):
    try:
        open(os.path.join(folder, "file"), "w").write("x")
        worked.append("write-" + name)
    except OSError:
        pass
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[2])), 1)
    worked.append("network")
except OSError:
    pass
if os.getuid() == 0:
    worked.append("root")
print(json.dumps({"type": "ready", "name": " ".join(worked)}), flush=True)
for line in sys.stdin:
    if '"go"' in line:
        print(json.loads(line)["legal"][0], flush=True)
