"""Prints its move letter by letter, slower than its clock runs."""
import sys
import time

for letter in '{"type":"move","move":"4"}':
    sys.stdout.write(letter)
    sys.stdout.flush()
    time.sleep(0.3)
