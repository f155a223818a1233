"""Takes memory in files without a name, which is not memory of any process."""
import os
from attack import tried


def fill():
    descriptors = [os.memfd_create("hoard") for _ in range(8)]
    for descriptor in descriptors:
        for _ in range(150):
            os.write(descriptor, bytes(1 << 20))
    return "1200 MiB"


tried(("memfd_create", fill))
