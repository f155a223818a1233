"""Four in a Row with the names of the course: `Game`, `AI` and `Communicator`.

>>> from parlor_games.courses.four_in_a_row import AI, Game
>>> game = Game()
>>> found = []
>>> AI().find_legal_move(game, found.append)
>>> found
[3]
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any, Protocol

from parlor_games._parlor import Engine, Game, Position, Report, new

__all__ = ["AI", "Communicator", "Game"]

NO_MOVES = "No possible AI moves."
WRONG_PLAYER = "Wrong player."
ROWS, COLUMNS = 6, 7


class AI:
    """An automatic player that plays perfectly, in both dialects of the course.

    `AI().find_legal_move(game, func, timeout=None)` calls `func` with a column: without a timeout once, with the final
    move; with one, with every better move until the time is up, so that the last one counts.

    `AI(game, player).find_legal_move(timeout=None)` returns the column, and `get_last_found_move()` gives the best one
    so far at any time.
    """

    def __init__(self, game: Any = None, player: int | None = None, *, engine: str = "solver") -> None:
        self.game = game
        self.player = player
        self._engine = Engine(engine)
        self._last_found: int | None = None

    def find_legal_move(self, *arguments: Any, **named: Any) -> int | None:
        """Search a move; the arguments depend on how the object was made, see the class."""
        if self.game is not None:
            return self._find(*arguments, **named)
        self._find_for(*arguments, **named)
        return None

    def get_last_found_move(self) -> int | None:
        """The last column that a search found, or None."""
        return self._last_found

    def _find_for(self, g: Any, func: Callable[[int], object], timeout: float | None = None) -> None:
        self._search(g, timeout, func)

    def _find(self, timeout: float | None = None) -> int:
        if self.player is not None and self.game.get_current_player() != self.player:
            raise Exception(WRONG_PLAYER)
        return self._search(self.game, timeout, lambda column: None)

    def _search(self, game: Any, timeout: float | None, func: Callable[[int], object]) -> int:
        if game.get_winner() is not None:
            raise Exception(NO_MOVES)
        self._last_found = None

        def report(info: Report) -> None:
            column = int(info.move) - 1
            if column != self._last_found:
                self._last_found = column
                func(column)

        info = self._engine.search(position_of(game), timeout, on_report=report)
        return int(info.move) - 1


def position_of(game: Any) -> Position:
    """The position of any object with the methods of `Game`, such as a student's own."""
    if isinstance(game, Game):
        return game.position
    heights = [
        [game.get_player_at(row, column) for row in reversed(range(ROWS))] for column in range(COLUMNS)
    ]
    columns = [[player for player in cells if player is not None] for cells in heights]
    return new("four-in-a-row", position=_moves_to(columns) or None)


def _moves_to(columns: list[list[int]]) -> str:
    """An order of moves that fills the columns, by depth-first search over the numbers of discs taken away."""
    ruled_out: set[tuple[int, ...]] = set()

    def search(heights: tuple[int, ...]) -> str | None:
        if not any(heights):
            return ""
        if heights in ruled_out:
            return None
        last_player = (sum(heights) + 1) % 2
        for column, height in enumerate(heights):
            if height and columns[column][height - 1] == last_player:
                before = search(heights[:column] + (height - 1,) + heights[column + 1 :])
                if before is not None:
                    return f"{before}{column + 1}"
        ruled_out.add(heights)
        return None

    moves = search(tuple(len(cells) for cells in columns))
    if moves is None:
        raise ValueError("no game leads to this board")
    return moves


class EventLoop(Protocol):
    """What a `Communicator` needs of a window: tkinter's `after`."""

    def after(self, ms: int, func: Callable[[], object], /) -> object:
        """Call a function later."""


class Communicator:
    """Peer of a network game: messages are single characters, columns as digits, as `parlor four-in-a-row` sends them.

    Without an address it is the server, with one the client; which of them starts first does not matter.
    """

    POLL_MILLISECONDS = 50
    RETRY_MILLISECONDS = 500

    def __init__(self, root: EventLoop, port: int, ip: str | None = None) -> None:
        self._root = root
        self._port = port
        self._ip = ip
        self._listener: socket.socket | None = None
        self._peer: socket.socket | None = None
        self._action: Callable[[str], object] | None = None
        self._is_closed = False

    def connect(self) -> None:
        """Wait for the client, or look for the server, without blocking."""
        if self._is_closed or self._peer is not None:
            return
        try:
            self._peer = self._connect_to(self._ip) if self._ip else self._accept()
        except OSError:
            self._root.after(self.RETRY_MILLISECONDS, self.connect)
            return
        self._peer.setblocking(False)
        self._poll()

    def is_connected(self) -> bool:
        """Whether there is a peer."""
        return self._peer is not None

    def bind_action_to_message(self, func: Callable[[str], object]) -> None:
        """Call `func` with each message that arrives."""
        self._action = func

    def send_message(self, message: object) -> None:
        """Send a message to the peer, if there is one."""
        if self._peer is not None:
            self._peer.sendall(str(message).encode("ascii"))

    def close(self) -> None:
        """End the connection."""
        self._is_closed = True
        for connection in (self._peer, self._listener):
            if connection is not None:
                connection.close()
        self._peer = self._listener = None

    def _connect_to(self, ip: str) -> socket.socket:
        return socket.create_connection((ip, self._port), timeout=0.2)

    def _accept(self) -> socket.socket:
        if self._listener is None:
            self._listener = socket.create_server(("", self._port))
            self._listener.setblocking(False)
        return self._listener.accept()[0]

    def _poll(self) -> None:
        """Deliver what has arrived, and look again soon."""
        if self._peer is None:
            return
        try:
            received = self._peer.recv(64)
        except BlockingIOError:
            received = None
        except OSError:
            received = b""
        if received == b"":
            self._peer.close()
            self._peer = None
            return
        for character in (received or b"").decode("ascii", "replace").split():
            for message in character:
                if self._action is not None:
                    self._action(message)
        self._root.after(self.POLL_MILLISECONDS, self._poll)
