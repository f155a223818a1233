"""An NBoard engine that ends at `nboard 2`, writes `=== F5 1.2 0.3`, and chats."""
import sys

version = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "nboard":
        if words[1] != "1":
            sys.exit("unknown version")
        version = 1
        print("Welcome to a very old engine")
        print("set myname Oldie")
    elif words[0] == "ping":
        print("pong", words[1])
    elif words[0] == "go":
        print("status thinking")
        print("search f5-d6 1.25 0 7 text")
        print("=== f5 1.2 0.3")
    sys.stdout.flush()
