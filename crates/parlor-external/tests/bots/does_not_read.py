"""Answers without ever reading its input."""
import time

while True:
    print("4", flush=True)
    time.sleep(0.001)
