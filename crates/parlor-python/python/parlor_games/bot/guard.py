"""Hides this package from the program that the adapter runs: it has to find its moves itself."""

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from parlor_games._parlor import give_up_engines

PACKAGE = "parlor_games"


class _Refusal(importlib.abc.MetaPathFinder):
    """Finds the package before its real finder does, and refuses it with a reason."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] == PACKAGE:
            raise ModuleNotFoundError(f"{name} is closed to bots: a bot finds its moves itself", name=name)
        return None


def hide_package() -> None:
    """Take the package, its files and its engines from this process and all that it starts, for good."""
    give_up_engines(Path(__file__).parents[1])
    sys.meta_path.insert(0, _Refusal())
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
