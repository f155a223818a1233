"""Takes more memory than it may."""
import sys

for line in sys.stdin:
    if '"go"' in line:
        hoard = [bytearray(1 << 20) for _ in range(4096)]
        print("4", flush=True)
