"""Positions, engines and exact values."""

import copy
import pickle
import random
import signal
import threading
import time
import _thread

import numpy as np
import pytest

import parlor_games
from parlor_games import Engine, new

TWO_PLAYER_SETUPS = [
    ("four-in-a-row", {}),
    ("tic-tac-toe", {"size": 3, "win_streak": 3}),
    ("tic-tac-toe", {"size": 9, "win_streak": 5}),
    ("knights", {}),
    ("knights", {"size": 5, "path": "either", "trail": "path"}),
    ("reversi", {}),
    ("reversi", {"size": 4}),
]
ALL_SETUPS = [*TWO_PLAYER_SETUPS, ("pacman", {"board": "lure"})]


def random_game(game, options, seed, most=80):
    """The positions of a random game."""
    generator = random.Random(seed)
    position = new(game, **options)
    positions = [position]
    while not position.is_over and len(positions) < most:
        position = position.play(generator.choice(position.legal_moves()))
        positions.append(position)
    return positions


@pytest.mark.parametrize("game, options", ALL_SETUPS)
def test_moves_and_actions_are_the_same_moves(game, options):
    for position in random_game(game, options, 1)[:-1]:
        actions = position.legal_actions()
        assert [position.notation(action) for action in actions] == position.legal_moves()
        assert [position.action(move) for move in position.legal_moves()] == actions
        for move, action in zip(position.legal_moves(), actions):
            assert position.play(move) == position.play(action)


@pytest.mark.parametrize("game, options", ALL_SETUPS)
def test_a_pickled_position_is_the_same(game, options):
    for position in random_game(game, options, 2):
        restored = pickle.loads(pickle.dumps(position))
        assert restored == position and hash(restored) == hash(position)
        assert restored.text == position.text and restored.last_move == position.last_move
        assert restored.options == position.options and restored.svg() == position.svg()


def test_copies_are_the_position_itself():
    position = new("reversi").play("F5")
    assert copy.copy(position) is position.copy() is copy.deepcopy([position])[0] is position


def test_positions_with_other_options_differ():
    small, large = new("tic-tac-toe", size=3), new("tic-tac-toe", size=4)
    assert small != large and new("tic-tac-toe", size=4, win_streak=4) != large
    assert large == new("tic-tac-toe") and len({small, large, new("tic-tac-toe")}) == 2
    assert small != "XX-/-O-/---" and not small == None  # noqa: E711


@pytest.mark.parametrize("game, options", TWO_PLAYER_SETUPS)
def test_observations_show_the_board_from_the_side_to_move(game, options):
    for position in random_game(game, options, 3):
        mask = position.action_mask()
        assert mask.dtype == np.int8 and list(np.flatnonzero(mask)) == sorted(position.legal_actions())
        observation = position.observation()
        assert set(np.unique(observation)) <= {0, 1}
        assert not (observation[0] & observation[1]).any()
        letters = [line.split() for line in str(position).splitlines()]
        pieces = "".join("".join(line) for line in letters[: observation.shape[1]])
        own, other = ("X", "O") if position.turn == "first" else ("O", "X")
        if game in ("tic-tac-toe", "knights"):
            assert position.text.split(" ")[0].count(own) == observation[0].sum()
            assert position.text.split(" ")[0].count(other) == observation[1].sum()
        assert pieces


def test_four_in_a_row_is_observed_row_by_row_from_the_top():
    observation = new("four-in-a-row", position="1127").observation()
    own, other = observation
    assert own[5].tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert other[5].tolist() == [0, 0, 0, 0, 0, 0, 1] and other[4].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert own.sum() + other.sum() == 4
    full = new("four-in-a-row", position="111111")
    assert full.action_mask().tolist() == [0, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("game, options", TWO_PLAYER_SETUPS)
def test_symmetries_keep_the_rules(game, options):
    for position in random_game(game, options, 4)[:12]:
        images = position.symmetries()
        assert images[0][0] == position and len({image for image, _ in images}) == len(images)
        for image, actions in images:
            assert sorted(actions) == list(range(position.action_count))
            assert sorted(actions[action] for action in position.legal_actions()) == sorted(image.legal_actions())
            assert image.outcome == position.outcome and image.turn == position.turn
            for action in position.legal_actions()[:3]:
                after = {other for other, _ in position.play(action).symmetries()}
                assert image.play(actions[action]) in after


def test_the_number_of_symmetries_is_that_of_the_board():
    assert len(new("four-in-a-row").symmetries()) == 1
    assert len(new("four-in-a-row", position="1").symmetries()) == 2
    assert len(new("tic-tac-toe", size=3).play("01").symmetries()) == 4
    assert len(new("reversi").symmetries()) == 2
    assert len(new("pacman").symmetries()) == 1


def test_wrong_arguments_are_refused_with_the_sentence_of_the_command_line():
    with pytest.raises(ValueError, match='unknown game "chess"; available: four-in-a-row'):
        new("chess")
    with pytest.raises(ValueError, match='"12" is not a whole number from 2 to 9'):
        new("tic-tac-toe", size=12)
    with pytest.raises(ValueError, match='"8" is not a column from 1 to 7'):
        new("four-in-a-row", position="448")
    with pytest.raises(ValueError, match="Illegal move."):
        new("four-in-a-row").play("8")
    with pytest.raises(ValueError, match="Illegal move."):
        new("four-in-a-row").play(7)
    with pytest.raises(ValueError, match="Illegal move."):
        new("four-in-a-row").play(None)
    with pytest.raises(ValueError, match="no-such-engine"):
        Engine("no-such-engine").search(new("reversi"))
    with pytest.raises(ValueError, match="number of seconds above 0"):
        new("reversi").analyze(seconds=-1.0)


def test_solve_gives_the_published_values_of_four_in_a_row():
    # With best play the first player wins with the 41st disc, in the middle; next to it the game is a draw.
    values = new("four-in-a-row").solve()
    assert list(values)[0] == "4" and len(values) == 7
    assert (values["4"].kind, values["4"].plies, values["4"].exact) == ("win", 41, True)
    assert values["3"].kind == values["5"].kind == "draw" and values["1"].kind == "loss"
    assert values["4"] > values["3"] > values["1"]


def test_solve_agrees_with_itself_one_move_later():
    position = new("tic-tac-toe", size=3, win_streak=3)
    generator = random.Random(5)
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    while True:
        values = position.solve()
        move, value = generator.choice(list(values.items()))
        position = position.play(move)
        if position.is_over:
            break
        assert next(iter(position.solve().values())).kind == opposite[value.kind]


def test_an_engine_reports_better_and_better_moves():
    position = new("reversi", position="F5D6C3")
    reports = []
    result = Engine("alphabeta:depth=4").search(position, seconds=5.0, on_report=reports.append)
    assert reports and reports[-1].move == result.move in position.legal_moves()
    assert result.line[0] == result.move and result.nodes > 0 and result.depth >= 4


def test_an_engine_serves_boards_of_all_sizes():
    # Inside, a board with more than 64 pellets is another type than a smaller one.
    def board(pellets):
        upper = pellets // 2
        return new("pacman", position="66" + " 11" * upper + "\n" + " 10" * (1 - pellets % 2) + " 11" * (pellets - upper))

    engine = Engine("best")
    for pellets in (60, 65, 60):
        assert len(engine.search(board(pellets), seconds=5.0).line) == pellets
        assert len(board(pellets).analyze(seconds=0.5)) > 0


def test_an_exception_in_a_report_stops_the_search():
    def fail(info):
        raise KeyError(info.move)

    started = time.monotonic()
    with pytest.raises(KeyError):
        Engine("mcts").search(new("reversi"), seconds=30.0, on_report=fail)
    assert time.monotonic() - started < 10


def test_ctrl_c_stops_a_search():
    # A process in the background may have been started with the signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    started = time.monotonic()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        new("reversi").solve()
    assert time.monotonic() - started < 10


def test_other_threads_run_during_a_search():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    Engine("mcts").search(new("reversi"), seconds=0.5)
    stop.set()
    thread.join()
    assert len(ticks) >= 10


def test_a_picture_shows_every_piece():
    position = new("four-in-a-row", position="4453")
    picture = position._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>")
    assert picture.count("translate(") == 4 and picture.count('r="42"') == 42


def test_a_search_without_moves_is_an_error():
    position = new("tic-tac-toe", size=3, position="XXX/OO-/---")
    with pytest.raises(ValueError, match="No possible AI moves."):
        Engine("alphabeta").search(position)
    assert position.is_over and position.outcome == "first" and position.legal_actions() == []


def test_the_processor_is_checked():
    from parlor_games._cpu import check

    check({"AVX2": True, "FMA3": True}, "x86_64")
    check({}, "aarch64")
    with pytest.raises(ImportError, match="x86-64-v3 .* lacks AVX2"):
        check({"AVX2": False, "FMA3": True}, "x86_64")


def test_the_version_is_that_of_the_program(capfd):
    from importlib.metadata import version

    assert parlor_games._parlor.run_command("parlor", ["parlor", "--version"]) == 0
    assert capfd.readouterr().out == f"parlor {version('parlor-games')}\n"
    assert parlor_games._parlor.run_command("parlor", ["parlor", "no-such-command"]) == 2
