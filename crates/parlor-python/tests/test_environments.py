"""PettingZoo and Gymnasium environments, by the tests of those packages."""

import re

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import parlor_games
from parlor_games.envs import aec, gym

SETUPS = [
    ("four-in-a-row", {}),
    ("tic-tac-toe", {"size": 3, "win_streak": 3}),
    ("knights", {}),
    ("reversi", {}),
]


@pytest.mark.parametrize("game, options", SETUPS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_the_environments(game, options):
    api_test(aec.env(game, **options), num_cycles=300)
    seed_test(lambda: aec.env(game, **options), num_cycles=100)
    render_test(lambda render_mode=None: aec.env(game, render_mode=render_mode, **options))


def test_rewards_and_masks_of_a_game_of_two_agents():
    environment = aec.env("four-in-a-row")
    environment.reset()
    for action in (0, 1, 0, 1, 0, 1, 0):
        observation, reward, terminated, _, info = environment.last()
        assert not terminated and reward == 0
        assert (observation["action_mask"] == info["action_mask"]).all()
        environment.step(action)
    assert environment.rewards == {"player_0": 1, "player_1": -1}
    assert environment.terminations == {"player_0": True, "player_1": True}


def test_each_agent_sees_its_own_pieces_in_the_first_plane():
    environment = aec.raw_env("four-in-a-row")
    environment.reset()
    environment.step(3)
    own, other = (environment.observe(agent) for agent in ("player_0", "player_1"))
    assert own["observation"][0].sum() == 1 and other["observation"][1].sum() == 1
    assert own["action_mask"].sum() == 0 and other["action_mask"].sum() == 7


@pytest.mark.parametrize("name", ["FourInARow", "TicTacToe", "Knights", "Reversi", "Pacman"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_accepts_the_environments(name):
    check_env(gymnasium.make(f"parlor_games/{name}-v0", render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("name", ["FourInARow", "TicTacToe", "Knights", "Reversi", "Pacman"])
def test_pixels_show_the_moves_and_are_the_same_every_time(name):
    def frames():
        environment = gymnasium.make(f"parlor_games/{name}-v0", render_mode="rgb_array")
        _, info = environment.reset(seed=1)
        before = environment.render()
        environment.step(int(np.flatnonzero(info.get("action_mask", np.ones(4)))[0]))
        return before, environment.render()

    before, after = frames()
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[2] == 3
    assert before.shape == after.shape and (before != after).any()
    assert all((first == second).all() for first, second in zip(frames(), (before, after)))


def test_pixels_have_the_colors_of_the_picture():
    position = parlor_games.new("four-in-a-row", position="4")
    pixels = position.rgb_array()
    height, width, _ = pixels.shape
    assert tuple(pixels[0, 0]) == (255, 255, 255)
    colors = {"#{:02x}{:02x}{:02x}".format(*color) for color in np.unique(pixels.reshape(-1, 3), axis=0)}
    fills = set(re.findall(r'fill="(#[0-9a-f]{6})"', position.svg()))
    labels = set(re.findall(r'<text[^>]*fill="(#[0-9a-f]{6})"', position.svg()))
    assert fills - labels <= colors
    assert abs(height / width - 6.24 / 7.24) < 0.01


def test_a_mode_that_does_not_exist_is_refused_with_the_list():
    for make in (aec.raw_env, gym.VersusEnv):
        with pytest.raises(ValueError, match='"video" is not one of human, ansi, rgb_array'):
            make("four-in-a-row", render_mode="video")


def test_an_agent_loses_against_an_engine_by_an_illegal_action():
    environment = gym.VersusEnv("four-in-a-row", "alphabeta:depth=2", seat="second")
    observation, info = environment.reset(seed=1)
    assert observation.sum() == 1 and info["seat"] == "second"
    _, reward, terminated, _, info = environment.step(9)
    assert reward == -1 and terminated and info["is_illegal"]
    with pytest.raises(ValueError, match="reset"):
        environment.step(0)


def test_the_solver_wins_as_the_first_player():
    environment = gym.VersusEnv("four-in-a-row", "solver", seat="second")
    _, info = environment.reset(seed=2)
    terminated, reward = False, 0.0
    while not terminated:
        action = np.flatnonzero(info["action_mask"])[0]
        _, reward, terminated, _, info = environment.step(action)
    assert reward == -1


def test_a_plan_collects_every_pellet():
    environment = gym.PacmanEnv(((66, 11, 10), (99, 99, 11)))
    observation, _ = environment.reset()
    assert observation.tolist() == [[66, 11, 10], [99, 99, 11]]
    rewards, terminated = [], False
    for action in (0, 0, 1):
        _, reward, terminated, truncated, _ = environment.step(action)
        rewards.append(reward)
    assert rewards == [1, 0, 1] and terminated and not truncated
