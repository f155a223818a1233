"""Starts daemons: each leaves the process group and the session, if it can, and its parent ends at once. The
arguments are "stay" or "exit", by which it ends itself before the answer, and words by which the daemons are
found."""
import os
import subprocess
import sys


def daemon():
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError:
            pass
        code = "import time; time.sleep(100)"
        with open(os.devnull, "w") as null:
            subprocess.Popen([sys.executable, "-c", code, *sys.argv[2:]], stdin=null, stdout=null, stderr=null)
        os._exit(0)
    os.wait()


for line in sys.stdin:
    if '"go"' in line:
        for _ in range(3):
            daemon()
        if sys.argv[1] == "exit":
            sys.exit(3)
        print("4", flush=True)
