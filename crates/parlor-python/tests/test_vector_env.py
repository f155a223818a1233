"""Batched environments."""

import numpy as np
import pytest

from parlor_games import VectorEnv

SETUPS = [
    ("four-in-a-row", {}),
    ("tic-tac-toe", {"size": 9, "win_streak": 5}),
    ("knights", {"size": 6, "path": "either", "trail": "path"}),
    ("reversi", {}),
]


def play(env, steps, check=None):
    """Random actions; the arrays after every step are passed to `check`."""
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks)
    for _ in range(steps):
        env.sample(actions)
        before = [env.position(index) for index in range(len(env))]
        env.step(actions, observations, masks, rewards, terminations)
        if check:
            check(before, actions, observations, masks, rewards, terminations)
    return observations.copy(), masks.copy(), rewards.copy(), terminations.copy()


@pytest.mark.parametrize("game, options", SETUPS)
def test_a_step_is_what_a_position_plays(game, options):
    env = VectorEnv(game, 5, seed=3, **options)

    def check(before, actions, observations, masks, rewards, terminations):
        for index, position in enumerate(before):
            if position.is_over:
                assert env.position(index).text == VectorEnv(game, 1, **options).position(0).text
                assert rewards[index] == 0 and not terminations[index]
                continue
            after = position.play(int(actions[index]))
            assert env.position(index) == after
            assert (observations[index] == after.observation()).all()
            assert (masks[index] == after.action_mask()).all()
            assert terminations[index] == after.is_over
            expected = 0 if after.outcome in (None, "draw") else 1 if after.outcome == position.turn else -1
            assert rewards[index] == expected

    play(env, 200, check)


def test_the_same_seed_gives_the_same_games():
    runs = [play(VectorEnv("reversi", 8, seed=seed, random_plies=4), 100) for seed in (1, 1, 2)]
    assert all((one == other).all() for one, other in zip(runs[0], runs[1]))
    assert not all((one == other).all() for one, other in zip(runs[0], runs[2]))


def test_same_step_starts_anew_at_once_and_keeps_the_last_observation():
    env = VectorEnv("tic-tac-toe", 1, autoreset="same-step", size=3, win_streak=3)
    observations, masks, rewards, terminations, actions = env.arrays()
    last = np.zeros_like(observations)
    env.reset(observations, masks)
    for action in (0, 3, 1, 4, 2):
        actions[:] = action
        env.step(actions, observations, masks, rewards, terminations, final_observations=last)
    assert terminations[0] and rewards[0] == 1
    assert observations.sum() == 0 and masks.sum() == 9
    # O would be to move: its marks are plane 0.
    assert last[0, 0].ravel().tolist() == [0, 0, 0, 1, 1, 0, 0, 0, 0]
    assert last[0, 1].ravel().tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_next_step_ignores_the_action_after_the_end():
    env = VectorEnv("tic-tac-toe", 1, size=3, win_streak=3)
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks)
    for action in (0, 3, 1, 4, 2):
        actions[:] = action
        env.step(actions, observations, masks, rewards, terminations)
    assert terminations[0] and masks.sum() == 0
    actions[:] = -7
    env.step(actions, observations, masks, rewards, terminations)
    assert not terminations[0] and rewards[0] == 0 and masks.sum() == 9


def test_disabled_waits_for_a_reset_of_the_games_that_ended():
    env = VectorEnv("tic-tac-toe", 2, autoreset="disabled", size=3, win_streak=3)
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks)
    for first, second in ((0, 0), (3, 1), (1, 2), (4, 3), (2, 4)):
        actions[:] = (first, second)
        env.step(actions, observations, masks, rewards, terminations)
    assert terminations.tolist() == [True, False]
    actions[:] = (5, 5)
    with pytest.raises(ValueError, match="game 0 is over"):
        env.step(actions, observations, masks, rewards, terminations)
    before = env.position(1)
    env.reset(observations, masks, which=terminations)
    assert env.position(1) == before and masks[0].sum() == 9
    env.step(actions, observations, masks, rewards, terminations)


def test_an_illegal_action_changes_nothing():
    env = VectorEnv("four-in-a-row", 3)
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks)
    actions[:] = (1, 2, 7)
    with pytest.raises(ValueError, match="action 7 is not legal in game 2"):
        env.step(actions, observations, masks, rewards, terminations)
    assert all(env.position(index).text == "-" for index in range(3)) and observations.sum() == 0


def test_random_plies_give_distinct_unfinished_starts():
    env = VectorEnv("four-in-a-row", 64, seed=9, random_plies=6)
    observations, masks, *_ = env.arrays()
    env.reset(observations, masks)
    assert len({env.position(index) for index in range(64)}) > 50
    assert (observations.sum(axis=(1, 2, 3)) == 6).all()
    turns = np.zeros(64, np.int8)
    env.turns(turns)
    assert (turns == 0).all()


def test_wrong_arrays_are_refused():
    env = VectorEnv("four-in-a-row", 2)
    observations, masks, rewards, terminations, actions = env.arrays()
    with pytest.raises(ValueError, match="observations: an array of 84 entries, but 2 games need 168"):
        env.reset(observations[:1], masks)
    with pytest.raises(ValueError, match="masks: the array is not contiguous"):
        env.reset(observations, np.zeros((2, 14), np.int8)[:, ::2])
    with pytest.raises(TypeError):
        env.reset(observations.astype(np.float32), masks)
    with pytest.raises(ValueError, match='"sometimes" is not one of next-step, same-step, disabled'):
        VectorEnv("reversi", 1, autoreset="sometimes")
    with pytest.raises(ValueError, match="pacman has no observation"):
        VectorEnv("pacman", 1)
    with pytest.raises(ValueError, match="from 1"):
        VectorEnv("reversi", 0)
    with pytest.raises(IndexError):
        env.position(2)
