"""The rules against those of OpenSpiel, over random games."""

import random

import pytest

from parlor_games import new

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

GAMES = 10_000


def compare(game, position, seed):
    """Play one random game in both, and compare legal actions, turns and results."""
    generator = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        assert position.legal_actions() == actions
        assert position.turn == ("first", "second")[state.current_player()]
        action = generator.choice(actions)
        state.apply_action(action)
        position = position.play(action)
    assert position.is_over and position.legal_actions() == []
    assert position.outcome == {1: "first", -1: "second", 0: "draw"}[int(state.returns()[0])]


@pytest.mark.parametrize(
    "name, game, options",
    [
        ("connect_four", "four-in-a-row", {}),
        ("tic_tac_toe", "tic-tac-toe", {"size": 3, "win_streak": 3}),
        ("othello", "reversi", {}),
    ],
)
def test_random_games_are_the_same(name, game, options):
    other, start = pyspiel.load_game(name), new(game, **options)
    for seed in range(GAMES):
        compare(other, start, seed)
