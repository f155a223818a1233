"""Runs Parlor, which plays better: `run_parlor.py PROGRAM`, from anywhere, and out of other processes."""
import glob
import os
import subprocess
import sys
from attack import tried


def run(program):
    ran = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True)
    return ran.returncode in (0, 2) and "ran"


def open_all():
    for path in glob.glob("/proc/[0-9]*/exe"):
        try:
            if os.path.basename(os.readlink(path)).startswith(("parlor", "hostile")):
                return run(path)
        except OSError:
            pass


tried(("by path", lambda: run(sys.argv[1])), ("by name", lambda: run("parlor")), ("by process", open_all))
