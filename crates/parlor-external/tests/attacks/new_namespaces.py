"""Makes namespaces, in which it would have all rights, and mounts."""
import os
from attack import number, system_call, tried

USER = 0x10000000


def clone():
    child = system_call(number(56, 220), USER | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return "user namespace"


tried(
    ("unshare", lambda: system_call(number(272, 97), USER) or "user namespace"),
    ("clone", clone),
    ("mount", lambda: system_call(number(165, 40), b"none", b"/tmp", b"tmpfs", 0, 0) or "mounted"),
    ("chroot", lambda: os.chroot("/") or "changed"),
)
