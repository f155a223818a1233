"""Ignores every signal that can be ignored, and never answers or ends."""
import signal
import time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
print('{"type":"ready","name":"Stubborn"}', flush=True)
while True:
    time.sleep(1)
