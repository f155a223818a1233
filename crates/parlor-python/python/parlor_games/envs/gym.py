"""Gymnasium environments: a game against an engine, and Pac-Man.

>>> import gymnasium
>>> import parlor_games.envs.gym
>>> environment = gymnasium.make("parlor_games/FourInARow-v0", opponent="alphabeta:depth=2")
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((2, 6, 7), 7)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from parlor_games import Engine, Position, games, new
from parlor_games.courses.pacman import PacmanProblem, PacmanState
from parlor_games.envs._render import RENDER_MODES, check_render_mode, render

SEATS = ("first", "second")


class VersusEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64]):
    """A game for two against an engine.

    `opponent` is an engine of the game or `random`; `seconds`, `nodes` or `depth` limit it. `seat` is `first`, `second`
    or `either`, chosen at random for each game. The reward is 1 for a win and -1 for a loss. An illegal action loses.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        *,
        seat: str = "first",
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if seat not in (*SEATS, "either"):
            raise ValueError(f'seat: "{seat}" is not one of first, second, either')
        self._start = new(game, **options)  # type: ignore[arg-type]
        self._position = self._start
        self._engine = None if opponent == "random" else Engine(opponent)
        self._limits: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "depth": depth}
        self._seat = seat
        self._agent = "first"
        self._is_over = False
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = gymnasium.spaces.Box(0, 1, self._start.observation().shape, np.int8)
        self.action_space = gymnasium.spaces.Discrete(self._start.action_count)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Start a new game. If the engine has the first move, it is made."""
        super().reset(seed=seed)
        if self._engine is not None:
            self._engine.reset()
        self._agent = SEATS[self.np_random.integers(2)] if self._seat == "either" else self._seat
        self._position, self._is_over = self._start, False
        self._let_opponent_move()
        return self._position.observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the engine answer."""
        if self._is_over:
            raise ValueError("the game is over; reset the environment before its next action")
        if int(action) not in self._position.legal_actions():
            self._is_over = True
            return self._position.observation(), -1.0, True, False, {**self._info(), "is_illegal": True}
        self._position = self._position.play(int(action))
        self._let_opponent_move()
        outcome = self._position.outcome
        self._is_over = outcome is not None
        reward = 0.0 if outcome in (None, "draw") else 1.0 if outcome == self._agent else -1.0
        if self.render_mode == "human":
            self.render()
        return self._position.observation(), reward, self._is_over, False, self._info()

    def render(self) -> Any:
        """The board: text in the mode `ansi`, pixels in `rgb_array`, printed in `human`."""
        return render(self.render_mode, self._position)

    def _let_opponent_move(self) -> None:
        while not self._position.is_over and self._position.turn != self._agent:
            if self._engine is None:
                move: str | int = int(self.np_random.choice(self._position.legal_actions()))
            else:
                move = self._engine.search(self._position, **self._limits).move
            self._position = self._position.play(move)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._position.action_mask(), "seat": self._agent}


class PacmanEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """Pac-Man on one board: eat every pellet and survive.

    An observation is the matrix of codes; the actions are right, down, left and up. A pellet is worth 1, and failure
    -1. The episode is truncated after `max_steps`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        board: str | tuple[tuple[int, ...], ...] = "lure",
        *,
        max_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(board, str):
            text = new("pacman", board=board).text
            board = tuple(tuple(int(code) for code in row.split()) for row in text.split("/"))
        self._problem = PacmanProblem(board)
        self._state: PacmanState = self._problem._rules.start()
        self._steps = 0
        self._max_steps = max_steps
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = gymnasium.spaces.Box(0, 99, (len(board), len(board[0])), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(4)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Put everything back to the start. The ghosts follow rules without chance."""
        super().reset(seed=seed)
        self._state = self._problem._rules.start()
        self._steps = 0
        return self._observation(), {}

    def step(
        self, action: np.int64 | int
    ) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Make a step; then the ghosts move."""
        before = self._state.pellets
        self._state = self._problem.result(self._state, "RDLU"[int(action)])
        self._steps += 1
        reward = -1.0 if self._state.is_failed else float(before - self._state.pellets)
        is_over = not self._problem.actions(self._state)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, is_over, not is_over and self._steps >= self._max_steps, {}

    def render(self) -> Any:
        """The board: text in the mode `ansi`, pixels in `rgb_array`, printed in `human`."""
        text = "/".join(" ".join(map(str, row)) for row in self._state.board)
        return render(self.render_mode, new("pacman", position=text))

    def _observation(self) -> npt.NDArray[np.uint8]:
        return np.array(self._state.board, dtype=np.uint8)


def _register() -> None:
    for game in games():
        name = "".join(word.capitalize() for word in game.split("-"))
        entry = "PacmanEnv" if game == "pacman" else "VersusEnv"
        arguments: dict[str, Any] = {} if game == "pacman" else {"game": game}
        gymnasium.register(f"parlor_games/{name}-v0", entry_point=f"{__name__}:{entry}", kwargs=arguments)


_register()
