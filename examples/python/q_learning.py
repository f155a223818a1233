"""Tabular Q-learning for 3x3 Tic-Tac-Toe, checked against the exact solver.

A position is hashable, so the table is a dictionary. Run: python examples/python/q_learning.py
"""

from __future__ import annotations

import random
from collections import defaultdict

from parlor_games import Position, new

GAMES = 60_000
LEARNING_RATE = 0.3

table: defaultdict[Position, dict[int, float]] = defaultdict(dict)


def values(position: Position) -> dict[int, float]:
    """Q values of the side to move; unknown actions are a draw."""
    known = table[position]
    if not known:
        known.update((action, 0.0) for action in position.legal_actions())
    return known


def best(position: Position) -> int:
    return max(values(position).items(), key=lambda item: item[1])[0]


def train(start: Position, generator: random.Random) -> None:
    for game in range(GAMES):
        position, exploration = start, max(0.1, 1 - game / (0.8 * GAMES))
        while not position.is_over:
            actions = values(position)
            action = generator.choice(list(actions)) if generator.random() < exploration else best(position)
            after = position.play(action)
            if after.is_over:
                target = 0.0 if after.outcome == "draw" else 1.0
            else:
                # What is good for the opponent is bad for us.
                target = -max(values(after).values())
            actions[action] += LEARNING_RATE * (target - actions[action])
            position = after


def mistakes(start: Position) -> tuple[int, int]:
    """How often the greedy policy throws away a result, over all positions that it can meet."""
    wrong, seen, waiting = 0, set(), [start]
    worth = {"win": 1, "draw": 0, "loss": -1}
    while waiting:
        position = waiting.pop()
        if position in seen or position.is_over:
            continue
        seen.add(position)
        exact = {position.action(move): worth[value.kind] for move, value in position.solve().items()}
        chosen = best(position)
        wrong += exact[chosen] < max(exact.values())
        # The policy moves here, and any move may answer.
        after = position.play(chosen)
        waiting.extend(after.play(action) for action in after.legal_actions())
    return wrong, len(seen)


def main() -> None:
    start = new("tic-tac-toe", size=3, win_streak=3)
    train(start, random.Random(1))
    wrong, seen = mistakes(start)
    print(f"{len(table)} positions learned; {wrong} mistakes in the {seen} positions that X can meet")


if __name__ == "__main__":
    main()
