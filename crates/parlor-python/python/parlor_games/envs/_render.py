"""Rendering of positions, the same in all environments."""

from __future__ import annotations

import gymnasium
import numpy as np
import numpy.typing as npt

from parlor_games import Position

RENDER_MODES = ["human", "ansi", "rgb_array"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is one of that name."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f'render_mode: "{mode}" is not one of {", ".join(RENDER_MODES)}')
    return mode


def render(mode: str | None, position: Position) -> str | npt.NDArray[np.uint8] | None:
    """The board as text or as an array of pixels; printed in the mode `human`."""
    if mode is None:
        gymnasium.logger.warn(f"render_mode is None; choose one of {', '.join(RENDER_MODES)} when you make the environment")
        return None
    if mode == "rgb_array":
        return position.rgb_array()
    if mode == "human":
        print(position)
        return None
    return str(position)
