"""Python programs as engines: `python -m parlor_games.bot FILE.py GAME` speaks Parlor's engine protocol.

The file has one of these; the first that fits is used:

| in the file | called as |
|---|---|
| class `AI` of the Four in a Row course | `find_legal_move`; its last reported move counts at the timeout |
| function `choose(board, mark)` | rows of text and your letter; returns a cell `(row, column)` or a move |
| a Kaggle ConnectX agent, `agent(observation, configuration)` | returns a column from 0 |
| function of one argument, last in the file | a `Position`; returns a move or an action |

The file cannot import this package, and no engine of it searches for the file: a bot finds its moves itself.

Use it wherever an engine is named: `parlor play four-in-a-row --second "exec:python -m parlor_games.bot my_bot.py four-in-a-row"`.
"""

from parlor_games.bot.players import Player, load_player
from parlor_games.bot.session import Session

__all__ = ["Player", "Session", "load_player"]
