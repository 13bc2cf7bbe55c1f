# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""A simulation of a large fleet: Dask's own scheduler, and workers that only sleep for as long as a shard takes.

What it measures is the bound of the scheduler: with n workers and t seconds of its time for each shard, shards have to take
n × t seconds for all workers to be busy. Here the workers share the scheduler's core, so the true bound is lower. Processor
time is told beside that of the clock. Measure on a machine that does nothing else: what workers do by the clock adds to both.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import time
from dataclasses import dataclass

import dask
import distributed


@dataclass
class Figures:
    """How long it took to have shards evaluated that sleep for `duration` seconds."""

    workers: int
    duration: float
    shards: int
    elapsed: float
    processor: float

    @property
    def bound(self) -> float:
        """How long shards have to take for all workers to be busy, if the processor has nothing else to do."""
        return self.workers * self.processor / self.shards

    @property
    def busy(self) -> float:
        """Which part of the time the workers were busy."""
        return self.shards * self.duration / (self.workers * self.elapsed)

    def __str__(self) -> str:
        each = f"{1000 * self.elapsed / self.shards:.2f} ms each, {1000 * self.processor / self.shards:.2f} ms of processor"
        if self.duration:
            return f"{self.shards} shards of {self.duration:g} s: {self.elapsed:.1f} s, {each}; workers busy {100 * self.busy:.0f} %"
        return f"{self.shards} empty shards: {each}; so {self.workers} workers are busy from shards of {self.bound:.2f} s on"


async def sleep(seconds: float, shard: int) -> int:
    await asyncio.sleep(seconds)
    return shard


async def simulate(workers: int, seconds: float, rounds: int) -> list[Figures]:
    figures: list[Figures] = []
    dask.config.set(
        {
            "distributed.scheduler.work-stealing": False,
            "distributed.admin.tick.interval": "1s",
            "distributed.worker.profile.enabled": False,
            "distributed.worker.memory.monitor-interval": "60s",
            "distributed.admin.system-monitor.interval": "60s",
            "distributed.scheduler.worker-ttl": None,
            "distributed.comm.timeouts.connect": "120s",
        }
    )
    async with distributed.Scheduler(port=0, dashboard=False, dashboard_address="127.0.0.1:0", protocol="inproc") as scheduler:
        fleet = []
        began = time.monotonic()
        for start in range(0, workers, 50):
            part = [
                distributed.Worker(
                    scheduler.address, nthreads=1, name=f"w{n}", dashboard=False, memory_limit=0,
                    heartbeat_interval="60s",
                )
                for n in range(start, min(start + 50, workers))
            ]
            await asyncio.gather(*part)
            fleet += part
        print(f"{workers} workers after {time.monotonic() - began:.1f} s", flush=True)
        async with distributed.Client(scheduler.address, asynchronous=True) as client:
            for duration in (0.0, seconds):
                shards = workers * rounds
                began, processor = time.monotonic(), time.process_time()
                waiting = iter(range(shards))
                # As the driver does: never more than three shards a worker, results released as they come.
                completed = distributed.as_completed()
                for _, n in zip(range(workers * 3), waiting):
                    completed.add(client.submit(sleep, duration, n, pure=False))
                done = 0
                async for future in completed:
                    future.release()
                    done += 1
                    new = next(waiting, None)
                    if new is not None:
                        completed.add(client.submit(sleep, duration, new, pure=False))
                figures.append(
                    Figures(workers, duration, done, time.monotonic() - began, time.process_time() - processor)
                )
                print(figures[-1], flush=True)
        await asyncio.gather(*(worker.close() for worker in fleet))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long a shard takes")
    parser.add_argument("--rounds", type=int, default=5, help="shards for each worker")
    options = parser.parse_args()
    for name in ("distributed", "distributed.core", "distributed.scheduler", "distributed.worker"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    asyncio.run(simulate(options.workers, options.seconds, options.rounds))


if __name__ == "__main__":
    main()
