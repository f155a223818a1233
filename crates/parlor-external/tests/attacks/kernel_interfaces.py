"""Uses parts of the kernel that no bot needs."""
import os
from attack import number, system_call, tried

tried(
    ("add_key", lambda: system_call(number(248, 217), b"user", b"parlor", b"x", 1, -4)),
    ("keyctl", lambda: system_call(number(250, 219), 0, -4, 1)),
    ("bpf", lambda: system_call(number(321, 280), 0, 0, 0)),
    ("perf_event_open", lambda: system_call(number(298, 241), 0, 0, -1, -1, 0)),
    ("io_uring_setup", lambda: system_call(number(425, 425), 1, bytes(120))),
    ("userfaultfd", lambda: system_call(number(323, 282), 1)),
    ("sysctl", lambda: open("/proc/sys/kernel/core_pattern", "w").close() or "opened"),
    ("sysrq", lambda: open("/proc/sysrq-trigger", "w").close() or "opened"),
    ("x32", lambda: system_call(0x40000000 + 39) if os.uname().machine == "x86_64" else None),
    ("new privileges", lambda: "NoNewPrivs:\t0" in open("/proc/self/status").read() and "possible"),
    ("capabilities", lambda: "CapEff:\t0000000000000000" not in open("/proc/self/status").read() and "has some"),
    ("root", lambda: os.getuid() == 0 and "is root"),
)
