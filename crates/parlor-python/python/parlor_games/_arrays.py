"""Arrays for `VectorEnv`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def new_arrays(
    games: int, shape: tuple[int, int, int], actions: int
) -> tuple[
    npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.int64]
]:
    """Observations, masks, rewards, terminations and actions, all zero."""

    def zeros(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        return np.zeros(shape, dtype=dtype)

    return (
        zeros((games, *shape), np.int8),
        zeros((games, actions), np.int8),
        zeros((games,), np.float32),
        zeros((games,), np.bool_),
        zeros((games,), np.int64),
    )
