"""Textbook search."""

import random
from fractions import Fraction

import pytest

from parlor_games.search import (
    Node,
    Problem,
    astar_search,
    best_first_graph_search,
    breadth_first_graph_search,
    breadth_first_tree_search,
    depth_first_graph_search,
    depth_first_tree_search,
    depth_limited_search,
    greedy_best_first_graph_search,
    iterative_deepening_search,
    uniform_cost_search,
)


class Graph(Problem):
    """A graph with costs; it records the order of expansions."""

    def __init__(self, edges, initial, goal, estimates=None):
        super().__init__(initial, goal)
        self.edges, self.estimates, self.expanded = edges, estimates or {}, []

    def actions(self, state):
        self.expanded.append(state)
        return list(self.edges.get(state, {}))

    def result(self, state, action):
        return action

    def path_cost(self, c, state1, action, state2):
        return c + self.edges[state1][state2]

    def h(self, node):
        return self.estimates.get(node.state, 0)


DIAMOND = {"S": {"A": 1, "B": 4}, "A": {"B": 2, "C": 5, "G": 12}, "B": {"C": 2}, "C": {"G": 3}}


def test_uniform_cost_and_astar_find_the_cheapest_path():
    estimates = {"S": 7, "A": 6, "B": 4, "C": 2, "G": 0}
    for search in (uniform_cost_search, astar_search):
        node = search(Graph(DIAMOND, "S", "G", estimates))
        assert node.path_states() == ["S", "A", "B", "C", "G"] and node.path_cost == 8
        assert node.solution() == ["A", "B", "C", "G"] and node.depth == 4
    assert node.f == 8 and node.h == 0 and node.parent.state == "C"


def test_breadth_and_depth_first_take_the_paths_of_the_textbook():
    assert breadth_first_graph_search(Graph(DIAMOND, "S", "G")).path_states() == ["S", "A", "G"]
    assert breadth_first_tree_search(Graph(DIAMOND, "S", "G")).path_states() == ["S", "A", "G"]
    assert depth_first_graph_search(Graph(DIAMOND, "S", "G")).path_states() == ["S", "B", "C", "G"]
    assert depth_first_tree_search(Graph(DIAMOND, "S", "G")).path_states() == ["S", "B", "C", "G"]
    assert iterative_deepening_search(Graph(DIAMOND, "S", "G")).path_states() == ["S", "A", "G"]


def test_depth_limited_search_tells_a_cutoff_from_a_failure():
    assert depth_limited_search(Graph(DIAMOND, "S", "G"), 1) == "cutoff"
    assert depth_limited_search(Graph(DIAMOND, "S", "X")) is None
    assert depth_limited_search(Graph(DIAMOND, "S", "G"), limit=3).depth == 3
    assert iterative_deepening_search(Graph(DIAMOND, "S", "X")) is None


def test_nodes_of_equal_value_are_expanded_in_the_order_of_generation():
    problem = Graph({"S": {"C": 1, "B": 1, "A": 1}, "A": {"G": 1}, "B": {"G": 1}}, "S", "G")
    node = uniform_cost_search(problem)
    assert problem.expanded == ["S", "C", "B", "A"] and node.path_states() == ["S", "B", "G"]


def test_values_may_be_any_objects_with_an_order():
    def f(node):
        return (Fraction(node.path_cost, 3), node.state)

    assert best_first_graph_search(Graph(DIAMOND, "S", "G"), f).path_cost == 8
    assert greedy_best_first_graph_search(Graph(DIAMOND, "S", "G"), lambda node: 10**30 - node.depth).depth == 4


def test_without_a_goal_the_result_is_none():
    for search in (uniform_cost_search, breadth_first_graph_search, depth_first_graph_search, astar_search):
        assert search(Graph(DIAMOND, "S", "X")) is None


def test_display_prints_the_line_of_the_textbook(capsys):
    astar_search(Graph(DIAMOND, "S", "G"), display=True)
    assert capsys.readouterr().out == "4 paths have been expanded and 0 paths remain in the frontier\n"


@pytest.mark.parametrize("method", ["actions", "result", "goal_test", "path_cost", "h"])
def test_exceptions_of_a_problem_propagate(method):
    def fail(*_):
        raise KeyError(method)

    problem = Graph(DIAMOND, "S", "G")
    setattr(problem, method, fail)
    with pytest.raises(KeyError, match=method):
        astar_search(problem)


def test_unhashable_states_are_an_error():
    with pytest.raises(TypeError, match="unhashable"):
        uniform_cost_search(Graph({}, ["S"], "G"))


def test_a_problem_of_the_older_kind_has_successors():
    class Older:
        initial = 0

        def successor(self, state):
            return [("one", state + 1), ("two", state + 2)]

        def goal_test(self, state):
            return state == 5

        def path_cost(self, c, state1, action, state2):
            return c + 1

    assert breadth_first_graph_search(Older()).solution() == ["one", "two", "two"]


def test_nodes_are_those_of_the_textbook():
    root = Node("S")
    child = root.child_node(Graph(DIAMOND, "S", "G"), "A")
    assert (root.depth, root.path_cost, root.parent, root.action) == (0, 0, None, None)
    assert (child.depth, child.path_cost, child.parent, child.action) == (1, 1, root, "A")
    assert child == Node("A") != root and child < root and hash(child) == hash("A") and repr(child) == "<Node A>"
    assert root.expand(Graph(DIAMOND, "S", "G")) == [Node("A"), Node("B")]
    child.mark = "any attribute"
    with pytest.raises(AttributeError):
        child.f


def test_a_star_is_optimal_on_random_grids():
    generator = random.Random(6)
    for _ in range(30):
        walls = {(generator.randrange(8), generator.randrange(8)) for _ in range(22)} - {(0, 0), (7, 7)}

        class Grid(Problem):
            def actions(self, state):
                return [(0, 1), (1, 0), (0, -1), (-1, 0)]

            def result(self, state, action):
                row, column = state[0] + action[0], state[1] + action[1]
                return (row, column) if 0 <= row < 8 and 0 <= column < 8 and (row, column) not in walls else state

            def h(self, node):
                return 14 - sum(node.state)

        grid = Grid((0, 0), (7, 7))
        shortest, found = breadth_first_graph_search(grid), astar_search(grid)
        assert (shortest is None) == (found is None)
        assert shortest is None or shortest.depth == found.path_cost

