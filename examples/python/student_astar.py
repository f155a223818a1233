"""A student's A* against the library's, on Pac-Man: the same plan length, found by both.

Run: python examples/python/student_astar.py
"""

from __future__ import annotations

import heapq
import time

from parlor_games.courses.pacman import PacmanProblem
from parlor_games.search import astar_search

BOARD = (
    (11, 11, 11, 99, 11, 11),
    (11, 99, 11, 11, 11, 99),
    (11, 99, 77, 99, 11, 11),
    (66, 11, 11, 11, 11, 50),
)


def my_astar(problem: PacmanProblem) -> list[str]:
    """A* as in the lecture: a heap of (f, order, state, plan) and a dictionary of the best costs."""
    frontier = [(problem.h(problem.initial), 0, problem.initial, [])]
    best = {problem.initial: 0}
    order = 0
    while frontier:
        _, _, state, plan = heapq.heappop(frontier)
        if problem.goal_test(state):
            return plan
        if len(plan) > best[state]:
            continue
        for action in problem.actions(state):
            child = problem.result(state, action)
            if len(plan) + 1 < best.get(child, len(plan) + 2):
                best[child] = len(plan) + 1
                order += 1
                heapq.heappush(frontier, (len(plan) + 1 + problem.h(child), order, child, [*plan, action]))
    raise ValueError("no plan")


def main() -> None:
    problem = PacmanProblem(BOARD, heuristic="tree")
    for name, search in (("mine", my_astar), ("the library's", lambda problem: astar_search(problem).solution())):
        started = time.perf_counter()
        plan = search(problem)
        print(f"{name}: {len(plan)} steps, {''.join(plan)}, {time.perf_counter() - started:.2f} s")


if __name__ == "__main__":
    main()
