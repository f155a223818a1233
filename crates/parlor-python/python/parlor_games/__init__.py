"""Parlor for Python: rules, engines, exact values and fast environments of classic board games.

>>> import parlor_games
>>> position = parlor_games.new("four-in-a-row").play("4")
>>> parlor_games.Engine("solver").search(position).move
'4'
"""

from parlor_games._cpu import check as _check_cpu

_check_cpu()

from parlor_games._parlor import Engine, Position, Report, Value, VectorEnv, engines, games, new

__all__ = ["Engine", "Position", "Report", "Value", "VectorEnv", "engines", "games", "new"]
