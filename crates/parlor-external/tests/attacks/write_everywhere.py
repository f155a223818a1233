"""Creates a file in every folder that it sees, but those for scratch files."""
import os
from attack import tried

SCRATCH = [os.environ.get("TMPDIR", "/tmp"), "/tmp", "/dev/shm", "/proc", "/sys"]


def create():
    written = []
    for folder, folders, _ in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in SCRATCH]
        path = os.path.join(folder, "parlor-attack")
        try:
            open(path, "x").close()
            os.remove(path)
            written.append(folder)
        except OSError:
            pass
    return ", ".join(written[:5]) or None


tried(("writes", create))
