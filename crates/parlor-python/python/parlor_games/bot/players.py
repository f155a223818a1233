"""Adapters from the kinds of programs that people write to one interface."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from parlor_games import games, new
from parlor_games.courses.four_in_a_row import Game

FOUR_IN_A_ROW = "four-in-a-row"
Report = Callable[[str], None]
Message = Mapping[str, Any]


class Player(Protocol):
    """Chooses moves. `name` is shown to the opponent."""

    name: str

    def choose(self, go: Message, options: Message, report: Report) -> str | None:
        """The move for a message `go`. `report` may be called with the best move so far; None: the last report counts."""


class CoursePlayer:
    """The course's class `AI`, in both of its dialects."""

    def __init__(self, ai: type[Any], name: str) -> None:
        self.name = name
        self._class = ai
        required = [
            parameter
            for parameter in inspect.signature(ai).parameters.values()
            if parameter.default is parameter.empty
            and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        self._knows_game = bool(required)
        self._ai = None if required else ai()

    def choose(self, go: Message, options: Message, report: Report) -> str | None:
        """The last column that the class reported or returned."""
        game = Game()
        game.__setstate__((go["position"], None))
        seconds = go.get("seconds")
        if self._ai is None:
            ai = self._class(game, game.get_current_player())
            column = ai.find_legal_move(seconds)
            if column is None and hasattr(ai, "get_last_found_move"):
                column = ai.get_last_found_move()
        else:
            column = self._ai.find_legal_move(game, lambda column: report(str(column + 1)), seconds)
        return None if column is None else str(column + 1)


class ChoosePlayer:
    """A function `choose(board, mark)` for Tic-Tac-Toe, Knights and other boards."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.name = name
        self._function = function

    def choose(self, go: Message, options: Message, report: Report) -> str | None:
        """The cell or move that the function returns."""
        return notation(self._function(list(go["board"]), go["you"]), go["legal"])


class Struct(dict[str, Any]):
    """A dictionary whose entries are attributes, too, as Kaggle's agents expect it."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class ConnectXPlayer:
    """An agent of Kaggle's ConnectX."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.name = name
        self._function = function
        self._arguments = len(inspect.signature(function).parameters)

    def choose(self, go: Message, options: Message, report: Report) -> str | None:
        """The column that the agent returns, which counts from 0."""
        marks = {"-": 0, "X": 1, "O": 2}
        seconds = go.get("seconds") or 2.0
        observation = Struct(
            board=[marks[cell] for row in go["board"] for cell in row],
            mark=marks[go["you"]],
            step=go["ply"],
            remainingOverageTime=0,
        )
        configuration = Struct(
            columns=7, rows=6, inarow=4, timeout=seconds, actTimeout=seconds, episodeSteps=1000, runTimeout=1200
        )
        return str(int(self._function(*[observation, configuration][: self._arguments])) + 1)


class PositionPlayer:
    """A function of a `Position`."""

    def __init__(self, function: Callable[..., Any], game: str, name: str) -> None:
        self.name = name
        self._function = function
        self._game = game

    def choose(self, go: Message, options: Message, report: Report) -> str | None:
        """The move or action that the function returns."""
        position = new(self._game, position=go["position"], **options)
        chosen = self._function(position)
        return position.notation(chosen) if isinstance(chosen, int) else notation(chosen, go["legal"])


def notation(chosen: Any, legal: list[str]) -> str:
    """A move from what a function returned: a move, a number or a cell, which is written `31` or `3 1`."""
    if isinstance(chosen, (tuple, list)):
        words = [str(int(number)) for number in chosen]
        spaced = " ".join(words)
        return spaced if spaced in legal else "".join(words)
    return str(chosen)


def load_player(path: str, game: str) -> Player:
    """The player of a file. Errors say what a file may contain."""
    if game not in games():
        raise ValueError(f'unknown game "{game}"; available: {", ".join(games())}')
    module = _load(path)
    name = Path(path).stem
    if inspect.isclass(getattr(module, "AI", None)) and game == FOUR_IN_A_ROW:
        return CoursePlayer(module.AI, name)
    if callable(getattr(module, "choose", None)):
        return ChoosePlayer(module.choose, name)
    functions = [
        function
        for function in vars(module).values()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and function.__name__[0] != "_"
    ]
    if not functions:
        raise ValueError(f"{path} has no class AI, no function choose(board, mark) and no other function")
    function = functions[-1]
    arguments = list(inspect.signature(function).parameters)
    is_agent = len(arguments) == 2 or arguments[:1] in (["obs"], ["observation"])
    if is_agent and game == FOUR_IN_A_ROW:
        return ConnectXPlayer(function, name)
    if len(arguments) == 1:
        return PositionPlayer(function, game, name)
    raise ValueError(f"{path}: {function.__name__} takes {len(arguments)} arguments; it should take one, a position")


def _load(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("parlor_bot", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["parlor_bot"] = module
    # Files beside the program can be imported, as if it were run itself.
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec.loader.exec_module(module)
    return module
