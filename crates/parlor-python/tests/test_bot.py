"""Python programs as engines."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlor_games import new

COURSE_AI = """
class AI:
    def find_legal_move(self, game, func, timeout=None):
        print("thinking")
        func(6)
        func(2)
        while True:
            pass
"""
LATER_AI = """
class AI:
    def __init__(self, game, player):
        self.game, self.player = game, player
    def find_legal_move(self, timeout=None):
        assert self.game.get_current_player() == self.player
        return 5
"""
CONNECTX = """
def helper(board):
    return [column for column in range(7) if board[column] == 0]

def my_agent(observation, configuration):
    assert observation.mark in (1, 2) and observation["board"] == observation.board
    assert configuration.columns * configuration.rows == len(observation.board)
    return helper(observation.board)[-1]
"""
CHOOSE = """
def choose(board, mark):
    assert mark in "XO"
    for row, line in enumerate(board):
        for column, cell in enumerate(line):
            if cell == "-":
                return row, column
"""
POSITION = """
def play(position):
    return position.legal_actions()[-1]
"""
FAILING = """
def play(position):
    raise RuntimeError("out of ideas")
"""


class Bot:
    """A running bot and its conversation."""

    def __init__(self, path, game, **options):
        command = [sys.executable, "-m", "parlor_games.bot", str(path), game]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self.position = new(game, **options)
        self.moves = []
        self.send(type="hello", protocol=1, game=game, options=self.position.options, seat="first")

    def send(self, **message):
        print(json.dumps(message), file=self.process.stdin, flush=True)

    def read(self):
        return json.loads(self.process.stdout.readline())

    def go(self, **limits):
        """The move of the bot, and what it reported before."""
        board = self.position.text.split("/")
        if self.position.game == "four-in-a-row":
            first, second = self.position.observation()
            own, other = ("X", "O") if self.position.turn == "first" else ("O", "X")
            board = ["".join(own if a else other if b else "-" for a, b in zip(*pair)) for pair in zip(first, second)]
        you = "X" if self.position.turn == "first" else "O"
        legal, text = self.position.legal_moves(), self.position.text
        self.send(type="go", ply=len(self.moves), position=text, moves=self.moves, board=board, you=you, legal=legal, **limits)
        reports = []
        while True:
            message = self.read()
            if message["type"] == "move":
                return message["move"], reports
            reports.append(message.get("move"))

    def play(self, move):
        self.position = self.position.play(move)
        self.moves.append(move)

    def quit(self):
        self.send(type="quit")
        assert self.process.wait(10) == 0


@pytest.fixture
def start(tmp_path):
    bots = []

    def start(program, game, **options):
        path = tmp_path / "program.py"
        path.write_text(program)
        bots.append(Bot(path, game, **options))
        assert bots[-1].read() == {"type": "ready", "name": "program"}
        return bots[-1]

    yield start
    for bot in bots:
        bot.process.kill()
        bot.process.communicate()


def test_the_last_reported_move_of_a_course_ai_counts_at_the_timeout(start):
    bot = start(COURSE_AI, "four-in-a-row")
    for _ in range(2):
        started = time.monotonic()
        move, reports = bot.go(seconds=2.0)
        assert (move, reports) == ("3", ["7", "3"]) and 1.8 < time.monotonic() - started < 5.0
        bot.play(move)
    bot.quit()


def test_a_clock_for_the_whole_game_is_divided(start):
    bot = start(COURSE_AI, "four-in-a-row")
    started = time.monotonic()
    assert bot.go(clock={"seconds": 30.0, "increment": 0.5, "opponent": 30.0})[0] == "3"
    assert 1.2 < time.monotonic() - started < 5.0
    bot.quit()


@pytest.mark.parametrize("program, move", [(LATER_AI, "6"), (CONNECTX, "7"), (POSITION, "7")])
def test_programs_of_each_kind_play_four_in_a_row(start, program, move):
    bot = start(program, "four-in-a-row")
    bot.play("1")
    assert bot.go()[0] == move
    bot.quit()


def test_choose_plays_a_whole_game_of_tic_tac_toe(start):
    bot = start(CHOOSE, "tic-tac-toe", size=3, win_streak=3)
    while not bot.position.is_over:
        bot.play(bot.go()[0])
    assert bot.moves == ["00", "01", "02", "10", "11", "12", "20"] and bot.position.outcome == "first"
    bot.quit()


def test_a_function_of_a_position_plays_reversi(start):
    bot = start(POSITION, "reversi", size=4)
    while not bot.position.is_over:
        bot.play(bot.go()[0])
    bot.quit()


def test_a_program_that_fails_ends_with_its_traceback(start):
    bot = start(FAILING, "reversi")
    with pytest.raises(json.JSONDecodeError):
        bot.go()
    assert bot.process.wait(10) == 1 and "out of ideas" in bot.process.stderr.read()


CHEATS = {
    "import": "from parlor_games.courses.four_in_a_row import AI",
    "importlib": "import importlib; importlib.import_module('parlor_games').Engine('solver')",
    "process": "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import parlor_games'], check=True)",
    "file": "import glob, sys; [open(f).read() for p in sys.path for f in glob.glob(p + '/parlor_games/*.py')] and 1 / 0",
}


@pytest.mark.parametrize("line", CHEATS.values(), ids=CHEATS)
def test_a_program_cannot_use_the_package(tmp_path, line):
    path = tmp_path / "program.py"
    path.write_text(f"{line}\ndef play(position):\n    return position.legal_moves()[0]\n")
    command = [sys.executable, "-m", "parlor_games.bot", str(path), "four-in-a-row"]
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert result.returncode != 0 and "ZeroDivisionError" not in result.stderr, result.stderr


@pytest.mark.parametrize("call", ["position.solve()", "position.analyze(0.1)"])
def test_engines_search_nothing_for_a_bot(start, call):
    bot = start(f"def play(position):\n    {call}\n    return position.legal_moves()[0]\n", "four-in-a-row")
    with pytest.raises(json.JSONDecodeError):
        bot.go()
    bot.process.wait(10)


def test_the_arena_accepts_a_python_program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(CONNECTX)
    command = f"{sys.executable} -m parlor_games.bot {path} four-in-a-row"
    parlor = Path(sys.executable).with_name("parlor")
    check = [parlor, "bot", "check", command, "four-in-a-row"]
    result = subprocess.run(check, capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.endswith("ready\n"), result.stdout + result.stderr


@pytest.mark.parametrize(
    "program, game, sentence",
    [("", "reversi", "has no class AI"), ("def f(a, b, c): pass", "reversi", "takes 3 arguments"), ("", "chess", "unknown game")],
)
def test_a_file_without_a_player_is_refused(tmp_path, program, game, sentence):
    path = tmp_path / "program.py"
    path.write_text(program)
    command = [sys.executable, "-m", "parlor_games.bot", str(path), game]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2 and sentence in result.stderr and result.stdout == ""
