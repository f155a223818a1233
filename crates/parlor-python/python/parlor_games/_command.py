"""The command `parlor`."""

from __future__ import annotations

import os
import signal
import sys

from parlor_games import _parlor


def main() -> None:
    """Run the program."""
    # Python's own handler would keep Ctrl-C waiting until the program ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The program starts itself again to contain external engines, and must not start the interpreter instead.
    executable = os.path.abspath(sys.argv[0])
    sys.exit(_parlor.run_command(executable, ["parlor", *sys.argv[1:]]))
