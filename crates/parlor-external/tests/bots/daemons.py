"""Starts daemons: each leaves the process group and the session, and its parent ends at once. Tells their ids on the
error output. Ends itself before the answer if told so."""
import os
import sys
import time


def daemon():
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writer, f"{os.getpid()}\n".encode())
            for stream in range(3):
                os.close(stream)
            time.sleep(100)
        os._exit(0)
    os.wait()
    return os.read(reader, 100).decode().strip()


for line in sys.stdin:
    if '"go"' in line:
        print(*(daemon() for _ in range(3)), file=sys.stderr, flush=True)
        if sys.argv[1:] == ["exit"]:
            sys.exit(3)
        print("4", flush=True)
