"""Environments for reinforcement learning: `parlor_games.envs.aec` for PettingZoo, `parlor_games.envs.gym` for Gymnasium.

For speed, use `parlor_games.VectorEnv`.
"""
