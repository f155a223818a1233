"""Check for the processor features that the compiled part of the package needs."""

from __future__ import annotations

import importlib
import platform
from collections.abc import Mapping

NEEDED = ("AVX2", "FMA3")


def check(features: Mapping[str, bool] | None = None, machine: str | None = None) -> None:
    """Raise an ImportError on an x86-64 processor that is too old. Loading the compiled part would crash there."""
    if (machine or platform.machine()).lower() not in ("x86_64", "amd64"):
        return
    found = _features() if features is None else features
    missing = [name for name in NEEDED if not found.get(name, found.get("X86_V3", True))]
    if missing:
        raise ImportError(
            f"parlor_games needs a processor with x86-64-v3 (any PC since about 2015); this one lacks {missing[0]}"
        )


def _features() -> Mapping[str, bool]:
    """The processor's features, as numpy found them."""
    try:
        # Where numpy 2 keeps them.
        module = importlib.import_module("numpy._core._multiarray_umath")
    except ImportError:
        module = importlib.import_module("numpy.core._multiarray_umath")
    features: Mapping[str, bool] = module.__cpu_features__
    return features
