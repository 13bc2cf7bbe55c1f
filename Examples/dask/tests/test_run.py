# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Whatever happens to workers, the bytes are those that one process prints."""

from __future__ import annotations

import errno
import io
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable

import psutil
import pytest

from nodesweep import Child, Mixed, Plan, Refused, run, shard
from nodesweep.__main__ import main
from nodesweep.parts import Parts
from nodesweep.run import Probe, close, local_client

EACH = ["price=10..60:0.25", "qty=1,2,3"]
GET = ["total", "inverse", "tint"]
Local = Callable[..., bytes]


def words(option: str, values: list[str]) -> list[str]:
    return [word for value in values for word in (option, value)]


def text(parts: Parts) -> bytes:
    file = io.BytesIO()
    parts.write(file)
    return file.getvalue()


@pytest.fixture(scope="module")
def expected(local: Local) -> bytes:
    return local(*words("--each", EACH), *words("--get", GET))


@pytest.mark.parametrize("size", [1, 10, 100, 10_000])
def test_shards_of_any_size_give_the_same_bytes(
    size: int, client: Any, nodecalc: str, local: Local, model: Path, tmp_path: Path
) -> None:
    each = EACH if size > 1 else ["price=10..30", "qty=1,2,3"]
    plan = Plan.parse(model, GET, each=each)
    outcome, parts = run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=size)
    assert text(parts) == local(*words("--each", each), *words("--get", GET))
    assert outcome.shards == -(-outcome.rows // size)


@pytest.mark.parametrize("workers", [1, 4])
def test_any_number_of_workers_gives_the_same_bytes(
    workers: int, nodecalc: str, expected: bytes, model: Path, tmp_path: Path
) -> None:
    client = local_client(workers)
    try:
        _, parts = run(Plan.parse(model, GET, each=EACH), tmp_path / "p", nodecalc=nodecalc, client=client, size=50)
        assert text(parts) == expected
    finally:
        close(client)


def test_draws_and_tables_are_those_of_one_process(
    client: Any, nodecalc: str, local: Local, model: Path, tmp_path: Path
) -> None:
    draw = ["rate=normal(0.2, 0.01)", "qty=lognormal(1, 0.5)"]
    plan = Plan.parse(model, ["total"], each=["price=1..3"], draw=draw, repeat=20, seed=42)
    _, parts = run(plan, tmp_path / "a", nodecalc=nodecalc, client=client, size=7)
    assert text(parts) == local(
        "--each", "price=1..3", *words("--draw", draw), "--repeat", "20", "--seed", "42", "--get", "total"
    )
    rows = tmp_path / "rows.csv"
    rows.write_text("price,qty\n" + "".join(f"{n / 7},{n * n}\n" for n in range(40)) + "nan,1\n1e300,2\n")
    plan = Plan.parse(model, ["total"], rows=rows, draw=["rate=uniform(0, 1)"])
    _, parts = run(plan, tmp_path / "b", nodecalc=nodecalc, client=client, size=9)
    assert text(parts) == local("--rows", str(rows), "--draw", "rate=uniform(0, 1)", "--get", "total")


def test_a_task_that_runs_twice_gives_the_same_bytes(nodecalc: str, model: Path) -> None:
    plan = Plan.parse(model, GET, each=EACH)
    probe = Probe(nodecalc, plan, 60)
    arguments = (nodecalc, plan.model, plan.suffix, plan.key)
    once, twice = (
        shard.evaluate(*arguments, plan.shard(3, 40), probe.hello, (2, 3), 60.0) for _ in range(2)
    )
    assert once == twice and once.count("\n") == 40


def test_killed_children_and_workers_lose_nothing(
    client: Any, nodecalc: str, expected: bytes, model: Path, tmp_path: Path
) -> None:
    """NODESWEEP_KILLS=200 for the long run."""
    kills = int(os.environ.get("NODESWEEP_KILLS", "6"))
    chance = random.Random(7)
    killed = {"children": 0, "workers": 0}
    is_over = threading.Event()

    def kill() -> None:
        while sum(killed.values()) < kills and not is_over.wait(0.05):
            nannies = [nanny for nanny in client.cluster.workers.values() if getattr(nanny, "pid", None)]
            if not nannies:
                continue
            worker = chance.choice(nannies).pid
            try:
                children = [
                    child for child in psutil.Process(worker).children() if "work" in child.cmdline()
                ]
                if chance.random() < 0.1:
                    os.kill(worker, signal.SIGKILL)
                    killed["workers"] += 1
                elif children:
                    chance.choice(children).kill()
                    killed["children"] += 1
            except (psutil.Error, ProcessLookupError):
                continue

    killer = threading.Thread(target=kill)
    killer.start()
    runs = 0
    try:
        while not runs or (sum(killed.values()) < kills and runs < 400):
            plan = Plan.parse(model, GET, each=EACH)
            _, parts = run(plan, tmp_path / f"parts{runs}", nodecalc=nodecalc, client=client, size=5)
            assert text(parts) == expected
            # The scheduler forgets tasks when they are released, so each run does its work again.
            runs += 1
    finally:
        is_over.set()
        killer.join()
    assert sum(killed.values()) >= kills, killed
    assert killed["children"]


@pytest.mark.parametrize(("what", "reason"), [("DEADLY", "the worker died"), ("HANGING", "timeout")])
def test_a_row_that_kills_is_reported_and_the_others_are_evaluated(
    what: str, reason: str, wrapper: str, nodecalc: str, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(what, "3")
    plan = Plan.parse(model, ["sub"], each=["price=1..4"])
    path = shard.model_path(plan.model, plan.suffix, plan.key)
    child = Child(nodecalc, path)
    hello = child.hello
    whole = child.ask(plan.shard(0, 4))["csv"].splitlines()
    child.close()
    silence = 0.4 if what == "HANGING" else 20.0
    got = shard.evaluate(wrapper, plan.model, plan.suffix, plan.key, plan.shard(0, 4), hello, (1, 1), silence)
    whole[3] = f"3,,,{reason}"
    assert got.splitlines() == whole


def test_a_mixed_fleet_is_refused(wrapper: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_MATHS", str(os.getpid()))
    client = local_client(1)
    try:
        with pytest.raises(Mixed):
            run(Plan.parse(model, GET, each=EACH), tmp_path / "parts", nodecalc=wrapper, client=client)
    finally:
        close(client)


def test_wrong_names_are_refused_before_workers_are_asked(
    client: Any, nodecalc: str, model: Path, tmp_path: Path
) -> None:
    for options, message in [
        ({"each": ["pric=1..2"]}, "unknown name 'pric'; did you mean 'price'"),
        ({"each": ["total=1..2"]}, "it is computed: vary what it depends on"),
        ({"each": ["price=1..1e300:1e-300"]}, "take a larger step"),
        ({"each": ["price=2..1:1"]}, "does not lead from the first value to the last"),
    ]:
        with pytest.raises(Refused, match=message):
            run(Plan.parse(model, GET, **options), tmp_path / "parts", nodecalc=nodecalc, client=client)  # type: ignore[arg-type]
    assert not (tmp_path / "parts").exists()


def test_a_sweep_that_was_stopped_goes_on(
    client: Any, nodecalc: str, expected: bytes, model: Path, tmp_path: Path
) -> None:
    class Stop(Exception):
        pass

    def stop(shards: int) -> None:
        if shards >= 5:
            raise Stop

    plan = Plan.parse(model, GET, each=EACH)
    with pytest.raises(Stop):
        run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=20, finished=stop)
    outcome, parts = run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=33)
    assert outcome.resumed >= 100
    assert text(parts) == expected


def test_a_full_disk_keeps_what_is_finished(
    client: Any, nodecalc: str, expected: bytes, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan.parse(model, GET, each=EACH)
    writes = 0
    sync = os.fsync

    def full(file: int) -> None:
        nonlocal writes
        writes += 1
        if writes > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=50)
    monkeypatch.undo()
    assert not list((tmp_path / "parts").glob("*.new"))
    outcome, parts = run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=50)
    assert outcome.resumed == 150
    assert text(parts) == expected


def test_the_command_line_writes_csv_parquet_and_a_picture(
    nodecalc: str, expected: bytes, model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from pyarrow import parquet

    common = [str(model), *words("--each", EACH), *words("--get", GET), "--workers", "1", "--nodecalc", nodecalc]
    target = tmp_path / "out.parquet"
    assert main([*common, "--out", str(target), "--plot", str(tmp_path / "out.png")]) == 0
    table = parquet.read_table(target)
    assert table.num_rows == expected.count(b"\n") - 1
    assert table.column_names == ["row", "price", "qty", *GET, "error"]
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    assert "rows" in capfd.readouterr().err
    assert main([*common, "--quiet"]) == 0
    captured = capfd.readouterr()
    assert captured.out.encode() == expected
    assert captured.err == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.parquet", "out.png"]


def test_a_closed_pipe_ends_quietly(nodecalc: str, model: Path) -> None:
    command = [sys.executable, "-m", "nodesweep", str(model), "--each", "price=1..200000", "--get", "sub", "--quiet",
               "--workers", "1", "--nodecalc", nodecalc]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    assert process.stdout.readline() == b"row,price,sub,error\n"
    process.stdout.close()
    assert process.wait(60) == 2
    assert process.stderr.read() == b""


def test_mistakes_on_the_command_line_have_exit_codes(
    nodecalc: str, model: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["nothing.nc", "--get", "a", "--nodecalc", nodecalc]) == 2
    assert main([str(model), "--nodecalc", nodecalc]) == 2
    assert main([str(model), "--get", "a", "--nodecalc", "/nothing"]) == 2
    assert main([str(model), "--get", "a", "--workers", "0", "--nodecalc", nodecalc]) == 2
    assert capfd.readouterr().err.splitlines() == [
        "nodesweep: can't read 'nothing.nc': No such file or directory",
        "nodesweep: nothing is to be evaluated: --get NAME",
        "nodesweep: there is no program '/nothing': --nodecalc PATH",
        "nodesweep: --workers and --shard-rows take numbers from 1",
    ]


def test_memory_does_not_grow_with_the_rows(client: Any, nodecalc: str, model: Path, tmp_path: Path) -> None:
    """NODESWEEP_ROWS=1000000 for the long run."""
    rows = int(os.environ.get("NODESWEEP_ROWS", "20000"))
    plan = Plan.parse(model, ["sub"], each=[f"price=1..{rows}"])
    before = psutil.Process().memory_info().rss
    outcome, parts = run(plan, tmp_path / "parts", nodecalc=nodecalc, client=client, size=max(100, rows // 200))
    assert outcome.rows == rows
    assert sum(count for _, count in parts.finished()) == rows
    assert psutil.Process().memory_info().rss - before < 64 << 20
