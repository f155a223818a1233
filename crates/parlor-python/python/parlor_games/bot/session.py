"""The engine protocol: reads messages, lets a player think on a thread, and answers in time."""

from __future__ import annotations

import ctypes
import json
import queue
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import Any, TextIO

from parlor_games.bot.players import Player

# Taken off the time limit, for the way to the opponent: this and a fiftieth, but at most half.
MARGIN_SECONDS = 0.05
# A clock for the whole game is divided as if this many moves were left.
MOVES_TO_GO = 30


@dataclass
class Thought:
    """One search of the player."""

    go: dict[str, Any]
    deadline: float | None
    best: str | None = None
    is_done: bool = False
    error: BaseException | None = None
    thread: threading.Thread | None = field(default=None, repr=False)


class Session:
    """Plays over a pair of streams, one JSON object a line. At the timeout the last reported move counts."""

    def __init__(self, player: Player, input: TextIO, output: TextIO) -> None:
        self._player = player
        self._input = input
        self._output = output
        self._events: queue.Queue[dict[str, Any] | Thought | None] = queue.Queue()
        self._lock = threading.Lock()
        self._options: dict[str, Any] = {}
        self._thought: Thought | None = None

    def run(self) -> int:
        """Answer messages until `quit` or the end of the input. Returns the exit status."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            try:
                event = self._events.get(timeout=self._time_left())
            except queue.Empty:
                if self._is_late():
                    self._answer()
                continue
            if event is None or isinstance(event, dict) and event.get("type") == "quit":
                return 0
            if isinstance(event, Thought):
                if event is self._thought and not self._finish(event):
                    return 1
            else:
                self._handle(event)

    def _read(self) -> None:
        for line in self._input:
            try:
                message = json.loads(line)
            except json.JSONDecodeError:
                continue
            if isinstance(message, dict):
                self._events.put(message)
        self._events.put(None)

    def _handle(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "hello":
            self._options = message.get("options", {})
            self._send({"type": "ready", "name": self._player.name})
        elif kind == "go":
            self._start(message)
        elif kind == "stop":
            self._answer()
        elif kind == "end":
            self._abandon()

    def _start(self, go: dict[str, Any]) -> None:
        self._abandon()
        clock = go.get("clock")
        if clock and "seconds" not in go:
            go = {**go, "seconds": clock["seconds"] / MOVES_TO_GO + clock.get("increment", 0.0)}
        seconds = go.get("seconds")
        deadline = None
        if seconds is not None:
            margin = min(MARGIN_SECONDS + seconds / 50, seconds / 2)
            deadline = time.monotonic() + seconds - margin
        thought = Thought(go, deadline)
        thought.thread = threading.Thread(target=self._think, args=(thought,), daemon=True)
        self._thought = thought
        thought.thread.start()

    def _think(self, thought: Thought) -> None:
        def report(move: str) -> None:
            if not thought.is_done:
                thought.best = move
                self._send({"type": "info", "move": move})

        try:
            move = self._player.choose(thought.go, self._options, report)
            if move is not None:
                thought.best = move
        except BaseException as error:
            thought.error = error
        self._events.put(thought)

    def _finish(self, thought: Thought) -> bool:
        """Answer when the player is done. False if it failed without any move."""
        if thought.error is not None and not isinstance(thought.error, SystemExit):
            traceback.print_exception(thought.error, file=sys.stderr)
        if thought.best is None:
            print("the program returned no move", file=sys.stderr)
            return False
        self._answer()
        return True

    def _answer(self) -> None:
        """Send the best move so far, if there is one, and end the search."""
        thought = self._thought
        if thought is None or thought.best is None:
            return
        self._send({"type": "move", "move": thought.best})
        self._abandon()

    def _abandon(self) -> None:
        """Stop a player that is still thinking, by an exception in its thread."""
        thought, self._thought = self._thought, None
        if thought is None:
            return
        thought.is_done = True
        if thought.thread is not None and thought.thread.is_alive() and thought.thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thought.thread.ident), ctypes.py_object(SystemExit)
            )

    def _is_late(self) -> bool:
        thought = self._thought
        return thought is not None and thought.deadline is not None and time.monotonic() >= thought.deadline

    def _time_left(self) -> float | None:
        """Seconds until the deadline; None to wait for the next event, if there is no move to answer with."""
        thought = self._thought
        if thought is None or thought.deadline is None:
            return None
        if thought.best is None:
            # A first move may be reported at any moment.
            return 0.01
        return max(0.0, thought.deadline - time.monotonic())

    def _send(self, message: dict[str, Any]) -> None:
        with self._lock:
            print(json.dumps(message), file=self._output, flush=True)
