"""Perft of Breakthrough on 6x6, independent of the Rust rules: boards are tuples of strings, moves are built cell by cell.

Prints the counts that tests/conformance.rs expects: python3 tests/perft.py
"""

SIZE = 6
START = ("OOOOOO", "OOOOOO", "------", "------", "XXXXXX", "XXXXXX")
CLOSE = ("--O---", "O-O-X-", "-X-O--", "--X-O-", "-O-X--", "--X---")
LAST = ("------", "--O---", "------", "-X-O--", "------", "--X---")


def replaced(row, column, piece):
    return row[:column] + piece + row[column + 1 :]


def children(board, side):
    other = "O" if side == "X" else "X"
    goal_of_other = SIZE - 1 if other == "O" else 0
    if other in board[goal_of_other] or not any(side in row for row in board):
        return
    forward = -1 if side == "X" else 1
    for row in range(SIZE):
        for column in range(SIZE):
            if board[row][column] != side or not 0 <= row + forward < SIZE:
                continue
            for to in (column - 1, column, column + 1):
                if not 0 <= to < SIZE:
                    continue
                target = board[row + forward][to]
                if target == "-" or (target == other and to != column):
                    rows = list(board)
                    rows[row] = replaced(rows[row], column, "-")
                    rows[row + forward] = replaced(rows[row + forward], to, side)
                    yield tuple(rows)


def perft(board, side, depth):
    if depth == 0:
        return 1
    other = "O" if side == "X" else "X"
    return sum(perft(child, other, depth - 1) for child in children(board, side))


for name, board, side, depths in [("start", START, "X", 5), ("close", CLOSE, "X", 5), ("last pawns", LAST, "O", 8)]:
    print(name, "/".join(board), side, [perft(board, side, depth) for depth in range(1, depths + 1)])
