"""Run a Python file as an engine: `python -m parlor_games.bot FILE.py GAME`."""

from __future__ import annotations

import sys

from parlor_games.bot.guard import hide_package
from parlor_games.bot.players import load_player
from parlor_games.bot.session import Session

USAGE = "usage: python -m parlor_games.bot FILE.py GAME"


def main() -> int:
    """Play until the input ends."""
    if len(sys.argv) != 3:
        print(USAGE, file=sys.stderr)
        return 2
    output = sys.stdout
    # What the program prints must not be taken for moves.
    sys.stdout = sys.stderr
    hide_package()
    try:
        player = load_player(sys.argv[1], sys.argv[2])
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return Session(player, sys.stdin, output).run()


if __name__ == "__main__":
    sys.exit(main())
