"""Kaggle's ConnectX: positions from the observations of its agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlor_games import Position
from parlor_games.courses.four_in_a_row import COLUMNS, ROWS, position_of


class _Board:
    """An observation with the methods of the course's game. Kaggle's mark 1 opens."""

    def __init__(self, cells: list[int]) -> None:
        self._cells = cells

    def get_player_at(self, row: int, column: int) -> int | None:
        mark = self._cells[row * COLUMNS + column]
        return mark - 1 if mark else None


def position(observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None) -> Position:
    """The position of an observation, as Kaggle passes it to an agent. Only the usual board of 7 by 6 is supported."""
    wanted = {"columns": COLUMNS, "rows": ROWS, "inarow": 4}
    for name, number in wanted.items():
        if configuration is not None and configuration[name] != number:
            raise ValueError(f"{name}: {configuration[name]} is not supported, only {number}")
    return position_of(_Board(list(observation["board"])))
