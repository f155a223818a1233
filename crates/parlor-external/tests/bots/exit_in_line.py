"""Ends in the middle of a line."""
import sys

for line in sys.stdin:
    if '"go"' in line:
        sys.stdout.write('{"type":"mo')
        sys.stdout.flush()
        sys.exit(3)
