"""Textbook search with the names of aima-python: subclass `Problem` and call one of the search functions.

>>> from parlor_games.search import Problem, astar_search
>>> class Jugs(Problem):
...     "Measure 4 liters with a jug of 5 and a jug of 3."
...     def actions(self, state):
...         return ["fill 5", "fill 3", "empty 5", "empty 3", "5 to 3", "3 to 5"]
...     def result(self, state, action):
...         five, three = state
...         if action == "5 to 3":
...             poured = min(five, 3 - three)
...             return (five - poured, three + poured)
...         if action == "3 to 5":
...             poured = min(three, 5 - five)
...             return (five + poured, three - poured)
...         amount = {"fill 5": (5, three), "fill 3": (five, 3), "empty 5": (0, three), "empty 3": (five, 0)}
...         return amount[action]
...     def goal_test(self, state):
...         return state[0] == 4
>>> astar_search(Jugs((0, 0)), h=lambda node: 0).solution()
['fill 5', '5 to 3', 'empty 3', '5 to 3', 'fill 5', '5 to 3']
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from parlor_games._parlor import (
    Node,
    astar_search,
    best_first_graph_search,
    breadth_first_graph_search,
    breadth_first_tree_search,
    depth_first_graph_search,
    depth_first_tree_search,
    depth_limited_search,
    iterative_deepening_search,
    uniform_cost_search,
)

__all__ = [
    "Node",
    "Problem",
    "astar_search",
    "best_first_graph_search",
    "breadth_first_graph_search",
    "breadth_first_search",
    "breadth_first_tree_search",
    "depth_first_graph_search",
    "depth_first_tree_search",
    "depth_limited_search",
    "greedy_best_first_graph_search",
    "iterative_deepening_search",
    "uniform_cost_search",
]

greedy_best_first_graph_search = best_first_graph_search
breadth_first_search = breadth_first_graph_search


class Problem:
    """A search problem. A subclass has `actions` and `result`, and `goal_test`, `path_cost` or `h` where needed."""

    def __init__(self, initial: Hashable, goal: Any = None) -> None:
        self.initial = initial
        self.goal = goal

    def actions(self, state: Any) -> Iterable[Any]:
        """The actions that are possible in a state."""
        raise NotImplementedError

    def result(self, state: Any, action: Any) -> Any:
        """The state that an action leads to."""
        raise NotImplementedError

    def goal_test(self, state: Any) -> bool:
        """Whether a state is a goal: by default the goal, or one of them if it is a list."""
        if isinstance(self.goal, list):
            return any(state is goal for goal in self.goal)
        return bool(state == self.goal)

    def path_cost(self, c: Any, state1: Any, action: Any, state2: Any) -> Any:
        """The cost of a path to `state2`, where the path to `state1` costs `c`: by default 1 for every step."""
        return c + 1

    def value(self, state: Any) -> Any:
        """The value of a state in an optimization problem."""
        raise NotImplementedError
