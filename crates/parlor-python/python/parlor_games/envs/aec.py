"""PettingZoo environments (agents take turns) of the games for two players.

>>> from parlor_games.envs import aec
>>> environment = aec.env("four-in-a-row")
>>> environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((2, 6, 7), 7)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from parlor_games import Position, new
from parlor_games.envs._render import RENDER_MODES, check_render_mode, render

AGENTS = ["player_0", "player_1"]
SEATS = ["first", "second"]
Observation = dict[str, npt.NDArray[np.int8]]


def env(game: str, render_mode: str | None = None, **options: object) -> AECEnv:
    """An environment in which an illegal action loses the game."""
    environment: Any = raw_env(game, render_mode, **options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """An environment in which an illegal action raises a ValueError.

    An observation is a dictionary: `observation`, planes of 0 and 1 seen from the agent's side, and `action_mask`, which
    is also in the infos. All actions of the agent that does not move are masked.
    """

    metadata = {
        "render_modes": RENDER_MODES,
        "name": "parlor_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self._start = new(game, **options)  # type: ignore[arg-type]
        self._set_position(self._start)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []
        self.metadata = {**self.metadata, "name": f"{game.replace('-', '_')}_v0"}
        shape, actions = self._start.observation().shape, self._start.action_count
        spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            "observation": gymnasium.spaces.Box(0, 1, shape, np.int8),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: gymnasium.spaces.Dict(spaces) for agent in AGENTS}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in AGENTS}

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The games have no chance, so the seed changes nothing."""
        self.agents = AGENTS[:]
        self._set_position(self._start)
        self.rewards = {agent: 0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0 for agent in AGENTS}
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in AGENTS}
        self.agent_selection = self._agent_to_move()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None once the game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None:
            raise ValueError("Illegal move.")
        self._set_position(self._position.play(int(action)))
        self._cumulative_rewards[agent] = 0
        outcome = self._position.outcome
        for seat, name in zip(SEATS, AGENTS):
            won = outcome == seat
            self.rewards[name] = 0 if outcome in (None, "draw") else 1 if won else -1
            self.terminations[name] = outcome is not None
            self.infos[name] = {"action_mask": self._mask(name)}
        # In Knights and Reversi, too, the turn passes after every move.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        observation = self._observation.copy()
        if agent != self._agent_to_move():
            observation[:2] = self._observation[1::-1]
        return {"observation": observation, "action_mask": self._mask(agent)}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board: text in the mode `ansi`, pixels in `rgb_array`, printed in `human`."""
        return render(self.render_mode, self._position)

    def close(self) -> None:
        """Nothing is open."""

    def _agent_to_move(self) -> str:
        return AGENTS[SEATS.index(self._position.turn)]

    def _set_position(self, position: Position) -> None:
        """Encode a position once; it is observed several times."""
        self._position = position
        self._observation, self._legal = position.observation(), position.action_mask()

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        return self._legal.copy() if agent == self._agent_to_move() else np.zeros_like(self._legal)
