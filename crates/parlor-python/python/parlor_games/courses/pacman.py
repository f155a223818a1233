"""Pac-Man with the names of the course: `create_pacman_problem` and `PacmanProblem`.

>>> from parlor_games.courses.pacman import create_pacman_problem
>>> from parlor_games.search import astar_search
>>> problem = create_pacman_problem(((66, 11, 10), (99, 99, 11)))
>>> astar_search(problem).solution()
['R', 'R', 'D']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlor_games._parlor import PacmanRules, PacmanState
from parlor_games.search import Problem

__all__ = ["PacmanProblem", "PacmanState", "create_pacman_problem"]

Board = Sequence[Sequence[int]]


class PacmanProblem(Problem):
    """The planning problem of one board: eat every pellet and survive.

    `heuristic` names what `h` computes: `plan` (the default; shortest plans with greedy search, prepared by the first
    call in at most `seconds`), or `pellets`, `farthest`, `tree` and `lagrangian`, which never overestimate. The last one
    is the closest, and is prepared as `plan` is.
    """

    def __init__(self, initial: Board, *, heuristic: str = "plan", seconds: float = 10.0) -> None:
        self._rules = PacmanRules(_text(initial), heuristic, seconds)
        super().__init__(self._rules.start())

    def actions(self, state: PacmanState) -> list[str]:
        """`R`, `D`, `L` and `U`, or nothing when the game is over."""
        return self._rules.actions(state)

    def result(self, state: PacmanState, action: str) -> PacmanState:
        """The state after a step of Pac-Man and then of the ghosts."""
        return self._rules.result(state, action)

    def successor(self, state: PacmanState) -> list[tuple[str, PacmanState]]:
        """Pairs of action and state, as in older versions of the course."""
        return [(action, self.result(state, action)) for action in self.actions(state)]

    def goal_test(self, state: PacmanState) -> bool:
        """Whether all pellets are eaten and Pac-Man is alive."""
        return self._rules.is_goal(state)

    def h(self, node: Any) -> float:
        """An estimate of the steps to go from the state of a node."""
        return self._rules.estimate(getattr(node, "state", node))


def create_pacman_problem(game: Board) -> PacmanProblem:
    """The problem of a board, given as rows of codes."""
    return PacmanProblem(game)


def _text(board: Board) -> str:
    return "/".join(" ".join(str(code) for code in row) for row in board)
