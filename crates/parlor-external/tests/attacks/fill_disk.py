"""Writes 600 MB into every folder that takes it."""
import os
from attack import tried


def fill(folder):
    size = 0
    try:
        for number in range(12):
            with open(os.path.join(folder, f"hoard-{number}"), "wb") as file:
                for _ in range(50):
                    size += file.write(bytes(1_000_000))
    except OSError as error:
        if size == 0:
            raise error
    finally:
        for number in range(12):
            try:
                os.remove(os.path.join(folder, f"hoard-{number}"))
            except OSError:
                pass
    return size > 300_000_000 and f"{size} bytes"


folders = [os.environ.get("TMPDIR", "/tmp"), "/dev/shm", "/dev", "/", ".", "/var/tmp"]
tried(*[(folder, lambda folder=folder: fill(folder)) for folder in folders])
