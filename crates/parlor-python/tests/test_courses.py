"""The courses' classes, with code as students write it."""

import copy
import pickle
import socket
import time

import pytest

from parlor_games.courses.four_in_a_row import AI, Communicator, Game
from parlor_games.courses.pacman import PacmanProblem, create_pacman_problem
from parlor_games.search import astar_search, breadth_first_graph_search, greedy_best_first_graph_search

BOARD = ((66, 11, 10, 50), (11, 99, 11, 10), (10, 11, 10, 11))


def game_of(*columns):
    game = Game()
    for column in columns:
        game.make_move(column)
    return game


def test_the_constants_are_distinct_and_a_game_starts_empty():
    assert len({Game.PLAYER_ONE, Game.PLAYER_TWO, Game.DRAW}) == 3
    game = Game()
    assert game.get_current_player() == Game.PLAYER_ONE and game.get_winner() is None
    assert all(game.get_player_at(row, column) is None for row in range(6) for column in range(7))


def test_a_game_is_won_and_then_refuses_moves():
    game = game_of(0, 1, 0, 1, 0, 1, 0)
    assert game.get_winner() == Game.PLAYER_ONE
    assert [game.get_player_at(row, 0) for row in range(6)] == [None, None, 0, 0, 0, 0]
    for column in (2, 7, -1, 10**30 % 2**40):
        with pytest.raises(Exception, match=r"^Illegal move\.$"):
            game.make_move(column)


def test_a_full_column_is_refused_and_a_full_board_is_a_draw():
    game = game_of(0, 0, 0, 0, 0, 0)
    with pytest.raises(Exception, match=r"^Illegal move\.$"):
        game.make_move(0)
    order = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3, 4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5]
    game = game_of(*order, 6, 6, 6, 6, 6, 6)
    assert game.get_winner() == Game.DRAW


def test_copies_are_independent_and_keep_a_subclass():
    class Noted(Game):
        def __init__(self, note):
            self.note = note

    game = Noted(["mine"])
    game.make_move(3)
    for other in (copy.copy(game), copy.deepcopy(game)):
        other.make_move(3)
        assert type(other) is Noted and other.get_player_at(4, 3) == Game.PLAYER_TWO
        assert game.get_player_at(4, 3) is None and other.note == ["mine"]
    assert copy.copy(game).note is game.note and copy.deepcopy(game).note is not game.note
    restored = pickle.loads(pickle.dumps(game_of(3, 3, 2)))
    assert restored.get_player_at(5, 2) == Game.PLAYER_ONE and restored.get_current_player() == Game.PLAYER_TWO


def test_the_ai_of_the_first_dialect_reports_once_without_a_timeout():
    found = []
    AI().find_legal_move(game_of(0, 1, 0, 1, 0), found.append)
    assert found == [0]
    found.clear()
    started = time.monotonic()
    AI().find_legal_move(game_of(3, 3), found.append, timeout=1.0)
    assert found and all(column in range(7) for column in found) and time.monotonic() - started < 5
    with pytest.raises(Exception, match=r"^No possible AI moves\.$"):
        AI().find_legal_move(game_of(0, 1, 0, 1, 0, 1, 0), found.append)


def test_the_ai_of_the_second_dialect_returns_the_column():
    game = game_of(0, 1, 0, 1, 0)
    ai = AI(game, Game.PLAYER_TWO)
    assert ai.get_last_found_move() is None
    assert ai.find_legal_move(1.0) == 0 == ai.get_last_found_move()
    with pytest.raises(Exception, match="Wrong player"):
        AI(game, Game.PLAYER_ONE).find_legal_move()


class StudentGame:
    """A student's own game, with the course's methods only."""

    def __init__(self):
        self.cells = [[None] * 7 for _ in range(6)]
        self.player = 0

    def make_move(self, column):
        row = max(row for row in range(6) if self.cells[row][column] is None)
        self.cells[row][column] = self.player
        self.player = 1 - self.player

    def get_player_at(self, row, col):
        return self.cells[row][col]

    def get_current_player(self):
        return self.player

    def get_winner(self):
        return None


def test_the_ai_plays_on_a_students_own_game():
    game = StudentGame()
    for column in (3, 3, 2, 2, 4, 1, 6):
        game.make_move(column)
    found = []
    AI().find_legal_move(game, found.append)
    assert found == [5]


def test_a_students_minimax_plays_a_whole_game():
    def minimax(game, depth, player):
        if game.get_winner() is not None or depth == 0:
            return {player: 1, Game.DRAW: 0, None: 0}.get(game.get_winner(), -1), None
        results = []
        for column in range(7):
            child = copy.deepcopy(game)
            try:
                child.make_move(column)
            except Exception:
                continue
            results.append((minimax(child, depth - 1, player)[0], column))
        best = max if game.get_current_player() == player else min
        return best(results)

    game = Game()
    while game.get_winner() is None:
        if game.get_current_player() == Game.PLAYER_ONE:
            AI().find_legal_move(game, game.make_move)
        else:
            game.make_move(minimax(game, 3, Game.PLAYER_TWO)[1])
    assert game.get_winner() == Game.PLAYER_ONE


class Loop:
    """tkinter's `after`, run by hand."""

    def __init__(self):
        self.waiting = []

    def after(self, ms, func):
        self.waiting.append(func)

    def run(self, until, seconds=10.0):
        ends = time.monotonic() + seconds
        while not until() and time.monotonic() < ends:
            functions, self.waiting = self.waiting, []
            for function in functions:
                function()
            time.sleep(0.005)
        assert until()


def test_two_communicators_exchange_moves():
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    loop, received = Loop(), []
    client, server = Communicator(loop, port, "127.0.0.1"), Communicator(loop, port)
    client.bind_action_to_message(lambda message: received.append(("client", message)))
    server.bind_action_to_message(lambda message: received.append(("server", message)))
    client.connect()
    server.connect()
    loop.run(lambda: client.is_connected() and server.is_connected())
    server.send_message(3)
    server.send_message("4")
    client.send_message("0")
    loop.run(lambda: len(received) == 3)
    assert sorted(received) == [("client", "3"), ("client", "4"), ("server", "0")]
    server.close()
    loop.run(lambda: not client.is_connected())
    client.close()


def test_pacman_is_solved_by_every_search():
    problem = create_pacman_problem(BOARD)
    shortest = breadth_first_graph_search(problem)
    for heuristic in ("plan", "lagrangian", "tree", "farthest", "pellets"):
        problem = PacmanProblem(BOARD, heuristic=heuristic)
        assert astar_search(problem).path_cost == shortest.depth
        plan = greedy_best_first_graph_search(problem, problem.h).solution()
        state = problem.initial
        for action in plan:
            state = problem.result(state, action)
        assert problem.goal_test(state) and state.pellets == 0 and not state.is_failed


def test_pacman_states_are_values():
    problem = create_pacman_problem(BOARD)
    start = problem.initial
    assert start.board == BOARD and start.pellets == 5 and problem.actions(start) == ["R", "D", "L", "U"]
    assert problem.result(start, "L") == problem.result(start, "U") != problem.result(start, "R")
    assert len({problem.result(start, action) for action in "RDLU"}) == 3
    assert problem.successor(start) == [(action, problem.result(start, action)) for action in "RDLU"]
    assert start != create_pacman_problem(((66, 11),)).initial and start != "state"


def test_a_malformed_board_is_refused_with_the_cell():
    with pytest.raises(ValueError, match='row 1, column 2: "12" is not a code'):
        create_pacman_problem(((66, 12),))
    with pytest.raises(ValueError, match="no cell holds Pac-Man"):
        create_pacman_problem(((11, 10),))
    with pytest.raises(ValueError, match="the heuristics are pellets"):
        PacmanProblem(BOARD, heuristic="luck")
    with pytest.raises(ValueError, match="another board"):
        create_pacman_problem(BOARD).actions(create_pacman_problem(tuple([(66,) + (11,) * 63] * 1) + ((11,) * 64,)).initial)
