"""How positions are restored from a pickle."""

from __future__ import annotations

from collections.abc import Mapping

from parlor_games._parlor import Position, new


def restore_position(game: str, options: Mapping[str, str], text: str, last: str | None) -> Position:
    """The position `text`, or that after one move more."""
    position = new(game, position=text, **options)
    return position if last is None else position.play(last)
