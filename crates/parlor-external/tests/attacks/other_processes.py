"""Looks at other processes, ends them, and writes to the memory of the first."""
import os
import signal
from attack import number, system_call, tried

own = {os.getpid(), os.getppid(), 1}
others = [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in own]


def end():
    return None if os.kill(-1, 0) is None and not others else "could signal"


def memory():
    with open(f"/proc/{os.getppid()}/mem", "r+b") as file:
        return file.fileno() and "opened"


tried(
    ("sees", lambda: f"{len(others)} processes" if others else None),
    ("kill", lambda: end() if others else None),
    ("kill of the first", lambda: os.kill(1, signal.SIGKILL)),
    ("memory", memory),
    ("ptrace", lambda: system_call(number(101, 117), 16, os.getppid(), 0, 0) or "attached"),
    ("process_vm_readv", lambda: system_call(number(310, 270), os.getppid(), 0, 0, 0, 0, 0) or "allowed"),
    ("pidfd_getfd", lambda: system_call(number(438, 438), 0, 0, 0) or "allowed"),
)
