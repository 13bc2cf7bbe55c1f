# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""A `nodecalc work` process: a line of JSON goes in, lines of JSON come out."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from typing import Any, Callable

Json = dict[str, Any]


class ChildDied(Exception):
    """The process ended before it had answered."""


class ChildHangs(ChildDied):
    """The process was silent for longer than a row may take."""


class Refused(Exception):
    """The request is refused: the same one would be refused again."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"error[{self.code}]: {self.message}"


class Mixed(Refused):
    """A worker has another model, other mathematics or another version than the driver."""


class Child:
    """A process that evaluates rows of one model. It belongs to one thread."""

    def __init__(self, nodecalc: str, model: str, silence: float = 60.0) -> None:
        self._silence = silence
        try:
            self._process = subprocess.Popen(
                [nodecalc, "work", model],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise Refused("file", f"can't run {nodecalc!r}: {error.strerror}") from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._errors = self._process.stderr
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._buffer = bytearray()
        self._number = 0
        try:
            self.hello: Json = self._read_line(self._silence)["hello"]
        except ChildDied as error:
            code = self._process.wait()
            message = self._errors.read().decode(errors="replace").strip()
            self.close()
            if code in (1, 2):
                raise Refused("model", message.splitlines()[0] if message else f"exit code {code}") from error
            raise
        except KeyError as error:
            self.close()
            raise Mixed("version", f"{nodecalc!r} is no worker that this package knows") from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, request: Json, progress: Callable[[int], None] | None = None) -> Json:
        """Sends a request and waits for its answer.

        Raises ChildDied if the process ends, ChildHangs if it says nothing for too long (it is killed then), and Refused if
        the request is wrong.
        """
        self._number += 1
        message = {"v": 1, "id": self._number, **request}
        line = json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        try:
            view = memoryview(line)
            while view:
                view = view[self._input.write(view) or 0 :]
        except OSError as error:
            self.close()
            raise ChildDied(f"worker {self.pid} has closed its input") from error
        while True:
            answer = self._read_line(self._silence)
            if answer.get("id") != self._number:
                continue
            if "error" in answer:
                fault = answer["error"]
                hint = f"; {fault['hint']}" if fault.get("hint") else ""
                kind = Mixed if fault["code"] in ("version", "model", "maths") else Refused
                raise kind(fault["code"], fault["message"] + hint)
            if "progress" in answer:
                if progress:
                    progress(answer["progress"])
                continue
            return answer

    def _read_line(self, silence: float) -> Json:
        deadline = time.monotonic() + silence
        while True:
            end = self._buffer.find(b"\n")
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                try:
                    value = json.loads(line)
                except ValueError as error:
                    raise ChildDied(f"worker {self.pid} has sent what is no JSON") from error
                if not isinstance(value, dict):
                    raise ChildDied(f"worker {self.pid} has sent what is no object")
                return value
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                self.close()
                raise ChildHangs(f"worker {self.pid} was silent for {silence:g} s")
            data = os.read(self._output.fileno(), 1 << 20)
            if not data:
                raise ChildDied(f"worker {self.pid} has died")
            self._buffer += data
            deadline = time.monotonic() + silence

    def close(self) -> None:
        """Ends the process."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._selector.close()
        for pipe in (self._input, self._output, self._errors):
            try:
                pipe.close()
            except OSError:
                pass
