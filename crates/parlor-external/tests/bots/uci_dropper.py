"""A UCI engine for connect-four variants: it reports a line and drops in the middle, and checks what it is sent."""
import sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Dropper 1\noption name UCI_Variant type combo default chess var chess var cfour\nuciok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "setoption":
        print("info string", line.strip())
    elif words[0] == "position":
        moves = words[3:]
    elif words[0] == "go":
        rank = 1 + sum(move.startswith("P@d") for move in moves)
        print("info depth 5 score mate 3 nodes 77 pv P@d%d P@d%d" % (rank, rank + 1))
        print("bestmove P@d%d" % rank)
    sys.stdout.flush()
