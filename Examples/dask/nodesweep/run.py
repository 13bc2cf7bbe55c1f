# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The driver: shards go to Dask, and what comes back is put in order by its rows."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import dask
import distributed

from . import shard
from .child import Child, Mixed, Refused
from .parts import Parts
from .plan import Plan

Json = dict[str, Any]
TARGET_SECONDS = 2.0
SHARD_LIMIT = 200_000


@dataclass
class Outcome:
    """How a sweep went."""

    rows: int
    shards: int
    resumed: int
    seconds: float
    header: str


def header(names: list[str], outputs: list[str]) -> str:
    """The first line, as nodecalc writes it."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(["row", *names, *outputs, "error"])
    return text.getvalue()


class Probe:
    """What the driver asks a child of its own before anything is sent: counts, names, fingerprints, speed."""

    def __init__(self, nodecalc: str, plan: Plan, silence: float) -> None:
        path = shard.model_path(plan.model, plan.suffix, plan.key)
        child = Child(nodecalc, path, silence)
        try:
            self.hello: Json = child.hello
            counted = child.ask(plan.count_request())
            self.rows: int = counted["rows"] if plan.table is None else len(plan.table)
            self.names: list[str] = counted["names"]
            # Unknown names are refused here, before workers are started.
            child.ask(plan.shard(0, min(1, self.rows)))
            count = min(self.rows, 32)
            start = time.monotonic()
            child.ask(plan.shard(0, count))
            self.seconds_per_row = max(1e-6, (time.monotonic() - start) / max(1, count))
        finally:
            child.close()


def shard_size(rows: int, seconds_per_row: float, workers: int) -> int:
    """As many rows as take about two seconds, but enough shards that all workers have some."""
    by_time = int(TARGET_SECONDS / seconds_per_row)
    by_share = -(-rows // max(1, workers * 4))
    return max(1, min(by_time, by_share, SHARD_LIMIT))


def run(
    plan: Plan,
    folder: Path,
    *,
    nodecalc: str = "nodecalc",
    client: distributed.Client,
    size: int | None = None,
    silence: float = 60.0,
    restart: bool = False,
    progress: Callable[[int, int], None] = lambda done, rows: None,
    finished: Callable[[int], None] = lambda shards: None,
) -> tuple[Outcome, Parts]:
    """Evaluates all rows of a plan, and leaves them as parts in a folder.

    What is there already from a run that was stopped is not evaluated again. Raises Refused for a wrong plan, Mixed for a
    fleet whose machines would give unlike answers, and OSError if a part can't be written; the parts are kept then.
    """
    began = time.monotonic()
    probe = Probe(nodecalc, plan, silence)
    parts = Parts(folder, plan.key + json.dumps(probe.hello), header(probe.names, plan.outputs), restart)
    workers = max(1, sum(client.nthreads().values()))
    rows_per_shard = size or shard_size(probe.rows, probe.seconds_per_row, workers)
    waiting = parts.missing(probe.rows, rows_per_shard)
    done = sum(count for _, count in parts.finished())
    resumed = done
    progress(done, probe.rows)
    width = (len(probe.names), len(plan.outputs))
    model = client.scatter(plan.model, hash=True, broadcast=False) if len(plan.model) > 1 << 16 else plan.model
    running: dict[distributed.Future, tuple[int, int]] = {}
    completed = distributed.as_completed()
    shards = 0

    def submit() -> bool:
        nonlocal shards
        found = next(waiting, None)
        if found is None:
            return False
        start, count = found
        digest = hashlib.sha256(f"{plan.key} {probe.hello} {start} {count}".encode()).hexdigest()
        future = client.submit(
            shard.evaluate,
            nodecalc,
            model,
            plan.suffix,
            plan.key,
            plan.shard(start, count),
            probe.hello,
            width,
            silence,
            key=f"nodesweep-{digest[:32]}",
            retries=3,
            pure=True,
        )
        running[future] = found
        completed.add(future)
        shards += 1
        return True

    try:
        # No more shards are under way than keep the workers busy: memory does not grow with the rows.
        while len(running) < workers * 3 and submit():
            pass
        for future in completed:
            start, count = running.pop(future)
            parts.add(start, count, future.result())
            future.release()
            done += count
            progress(done, probe.rows)
            finished(shards - len(running))
            submit()
    except BaseException:
        client.cancel(list(running), force=True)
        raise
    return Outcome(probe.rows, shards, resumed, time.monotonic() - began, parts.header), parts


def local_client(workers: int) -> distributed.Client:
    """A cluster of processes on this machine, whose workers may be killed often."""
    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": 1000,
            "distributed.deploy.lost-worker-timeout": "1s",
            "logging.distributed": "critical",
            # What looks after workers many times a second takes a tenth of two cores from those that compute.
            "distributed.worker.profile.enabled": False,
            "distributed.worker.memory.monitor-interval": "1s",
            "distributed.admin.system-monitor.interval": "5s",
            "distributed.admin.tick.interval": "1s",
        }
    )
    cluster = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50
    )
    client = distributed.Client(cluster)
    threading.Thread(target=_replace_lost, args=(client, cluster, workers), daemon=True).start()
    return client


def _replace_lost(client: distributed.Client, cluster: distributed.LocalCluster, workers: int) -> None:
    """Has the cluster make workers again that are gone for good: a nanny gives up if its worker dies while it starts."""
    while client.status not in ("closing", "closed"):
        time.sleep(2)
        if len(cluster.scheduler_info["workers"]) < workers and client.status == "running":
            cluster.scale(workers)


def close(client: distributed.Client) -> None:
    """Ends a client and its cluster, if it has one of its own; workers that don't answer are not waited for long."""
    cluster = client.cluster
    try:
        client.close(timeout=10)
        if cluster is not None:
            cluster.close(timeout=10)
    except (TimeoutError, OSError):
        pass


__all__ = ["Mixed", "Outcome", "Parts", "Refused", "close", "local_client", "run", "shard_size"]
