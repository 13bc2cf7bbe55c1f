# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The figures in Benchmarks/Results, as the charts and the tables read them."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Results"


class Results:
    """The rows of one file, by shape, size and engine."""

    def __init__(self, name):
        path = FOLDER / name
        content = json.loads(path.read_text()) if path.exists() else {}
        self.machine = content.get("machine", "")
        self.rows = content.get("rows", [])

    def of(self, shape, size):
        """Everyone's rows for a shape of a size."""
        return [row for row in self.rows if (row["shape"], row["size"]) == (shape, size)]

    def find(self, shape, size, engine):
        """The row of just that engine, or nothing."""
        return next((row for row in self.of(shape, size) if row["engine"] == engine), None)

    def best(self, shape, size, engine):
        """The fastest of the ways in which an engine was run, as `oneTBB` is with tasks and without."""
        found = [row for row in self.of(shape, size) if row["engine"].startswith(engine)]
        return min(found, key=lambda row: row["median"], default=None)

    def points(self, shape, engine):
        """(size, median, low, high) of an engine, from small to large."""
        rows = [row for row in self.rows if row["shape"] == shape and row["engine"] == engine]
        return sorted((row["size"], row["median"], row["low"], row["high"]) for row in rows)

    def shapes(self):
        """Shapes with their sizes and units, each once, in the order of the file."""
        return list(dict.fromkeys((row["shape"], row["size"], row["unit"]) for row in self.rows))


def count(number):
    """1,000; 10 million."""
    return f"{number // 1_000_000} million" if number >= 1_000_000 and number % 1_000_000 == 0 else f"{number:,}"


def figure(value):
    """Three digits, more before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
