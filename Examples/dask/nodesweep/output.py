# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The rows of a sweep as Parquet, and as a picture."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from .parts import Parts
from .plan import BadPlan

_POINTS = 20_000


def write_parquet(source: Path, target: Path) -> None:
    """Turns CSV into Parquet, some rows at a time; the target is whole or not there."""
    try:
        from pyarrow import csv as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise BadPlan("Parquet needs pyarrow: pip install nodesweep[parquet]") from error
    beside = target.with_name(target.name + ".tmp")
    with arrow.open_csv(source, read_options=arrow.ReadOptions(block_size=8 << 20)) as reader:
        with parquet.ParquetWriter(beside, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    beside.replace(target)


def points(parts: Parts, outputs: list[str]) -> tuple[str, list[float], dict[str, list[float]]]:
    """The first input and the outputs, of 20,000 rows at most, evenly taken."""
    rows = sum(count for _, count in parts.finished())
    step = max(1, -(-rows // _POINTS))
    names = next(csv.reader(io.StringIO(parts.header)))
    first = names[1]
    xs: list[float] = []
    ys: dict[str, list[float]] = {name: [] for name in outputs}
    columns = {name: names.index(name, 1 + len(names) - 2 - len(outputs)) for name in outputs}
    for start, count in parts.finished():
        with open(parts.folder / f"{start:013d}-{count}.csv", newline="", encoding="utf-8") as file:
            for row in csv.reader(file):
                if int(row[0]) % step:
                    continue
                try:
                    xs.append(float(row[1]))
                except ValueError:
                    continue
                for name, column in columns.items():
                    try:
                        ys[name].append(float(row[column]))
                    except ValueError:
                        ys[name].append(float("nan"))
    return first, xs, ys


def plot(parts: Parts, outputs: list[str], target: Path) -> None:
    """Draws the outputs over the first input; without an input, over the number of the row."""
    try:
        import matplotlib
    except ImportError as error:
        raise BadPlan("a plot needs matplotlib: pip install nodesweep[plot]") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    name, xs, ys = points(parts, outputs)
    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for output, values in ys.items():
        axes.plot(xs, values, ".", markersize=3, label=output)
    axes.set_xlabel(name)
    axes.legend()
    figure.savefig(target)
    pyplot.close(figure)
