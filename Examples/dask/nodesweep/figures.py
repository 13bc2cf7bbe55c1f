# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Measures a sweep on Dask beside one process, with the machine's capacity probed in the same run.

Usage: python -m nodesweep.figures [MODEL INPUT OUTPUT]    by default a chain of 1,000 formulas
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from pathlib import Path

from .child import Child
from .plan import Plan
from .run import close, local_client, run

ROWS = 40_000


def spin(seconds: float) -> int:
    """How often a loop runs in some time."""
    count = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(1000):
            count += 1
    return count


def capacity(processes: int) -> float:
    """How much more processes do than one, on this machine, now."""
    alone = spin(1.0)
    with multiprocessing.Pool(processes) as pool:
        return sum(pool.map(spin, [1.0] * processes)) / alone


def main() -> None:
    nodecalc = os.environ.get("NODECALC", "nodecalc")
    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) > 3:
            model, name, output = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
        else:
            model, name, output = Path(folder) / "chain.nc", "n0", "n999"
            lines = ["n0 = 1"] + [f"n{i} = n{i - 1} * 1.0001 + {i % 7}" for i in range(1, 1000)]
            model.write_text("\n".join(lines) + "\n")
        plan = Plan.parse(model, [output], each=[f"{name}=1..{ROWS}"])
        child = Child(nodecalc, str(model))
        child.ask(plan.shard(0, 100))
        start = time.monotonic()
        for first in range(0, ROWS, 1000):
            child.ask(plan.shard(first, 1000))
        bare = time.monotonic() - start
        child.close()
        print(f"one child, shards of 1,000: {1e6 * bare / ROWS:.1f} µs a row", flush=True)
        for workers in (1, 2):
            able = capacity(workers)
            client = local_client(workers)
            try:
                for size in (100, 1000, 10_000):
                    # The first run starts the children.
                    warm = Plan.parse(model, [output], each=[f"{name}=1..200"])
                    run(warm, Path(folder) / f"warm{workers}-{size}", nodecalc=nodecalc, client=client, size=10)
                    begun = time.monotonic()
                    seen: list[float] = []

                    def progress(done: int, rows: int) -> None:
                        if done and not seen:
                            seen.append(time.monotonic() - begun)

                    outcome, _ = run(
                        plan, Path(folder) / f"parts{workers}-{size}", nodecalc=nodecalc, client=client, size=size,
                        progress=progress,
                    )
                    print(
                        f"{workers} workers (capacity {able:.2f}), shards of {size}: "
                        f"{1e6 * outcome.seconds / ROWS:.1f} µs a row, {bare / outcome.seconds:.2f} of one child, "
                        f"first rows after {seen[0]:.2f} s",
                        flush=True,
                    )
            finally:
                close(client)


if __name__ == "__main__":
    main()
