# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""A simulation of a large fleet: Dask's own scheduler, and workers that only sleep for as long as a shard takes.

What it measures is the bound of the scheduler: with n workers and t seconds of its time for each shard, shards have to take
n × t seconds for all workers to be busy. Here the workers share the scheduler's core, so the true bound is lower.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import time

import dask
import distributed


async def sleep(seconds: float, shard: int) -> int:
    await asyncio.sleep(seconds)
    return shard


async def simulate(workers: int, seconds: float, rounds: int) -> None:
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
                began = time.monotonic()
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
                elapsed = time.monotonic() - began
                each = elapsed / done
                if duration == 0:
                    print(
                        f"empty shards: {1000 * each:.2f} ms each; so {workers} workers are busy from shards of "
                        f"{workers * each:.2f} s on",
                        flush=True,
                    )
                else:
                    busy = rounds * duration / elapsed
                    print(f"shards of {duration:g} s: {elapsed:.1f} s for {done}, workers busy {100 * busy:.0f} %", flush=True)
        await asyncio.gather(*(worker.close() for worker in fleet))


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
