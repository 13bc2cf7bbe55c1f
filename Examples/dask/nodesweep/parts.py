# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Finished shards as files, so that a sweep that was stopped goes on where it was."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import IO, Iterator

_NAME = re.compile(r"(\d+)-(\d+)\.csv")


class OtherSweep(Exception):
    """The folder holds the parts of another sweep."""


class Parts:
    """A folder with a file for each finished shard, and a file that says of which plan they are."""

    def __init__(self, folder: Path, plan: str, header: str, restart: bool = False) -> None:
        self.folder = folder
        if restart and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        mark = folder / "plan"
        if mark.exists():
            if mark.read_text() != plan:
                raise OtherSweep(f"'{folder}' holds the parts of another sweep: --restart removes them")
        else:
            if any(folder.iterdir()):
                raise OtherSweep(f"'{folder}' is not empty")
            self._write(mark, plan)
        self.header = header

    def _write(self, path: Path, text: str) -> None:
        """Writes a whole file or none."""
        beside = path.with_suffix(".new")
        try:
            with open(beside, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def add(self, start: int, count: int, text: str) -> None:
        self._write(self.folder / f"{start:013d}-{count}.csv", text)

    def finished(self) -> list[tuple[int, int]]:
        """The ranges of rows that are there, in order; none overlaps another."""
        found = sorted(
            (int(match[1]), int(match[2])) for path in self.folder.iterdir() if (match := _NAME.fullmatch(path.name))
        )
        kept: list[tuple[int, int]] = []
        end = 0
        for start, count in found:
            if start >= end:
                kept.append((start, count))
                end = start + count
        return kept

    def missing(self, rows: int, size: int) -> Iterator[tuple[int, int]]:
        """The shards that are left to do."""
        next_row = 0
        for start, count in [*self.finished(), (rows, 0)]:
            while next_row < start:
                shard = min(size, start - next_row)
                yield next_row, shard
                next_row += shard
            next_row = start + count

    def write(self, file: IO[bytes]) -> None:
        """Writes the header and all parts, one behind the other."""
        file.write(self.header.encode())
        for start, count in self.finished():
            with open(self.folder / f"{start:013d}-{count}.csv", "rb") as part:
                shutil.copyfileobj(part, file, 1 << 20)

    def remove(self) -> None:
        shutil.rmtree(self.folder)
