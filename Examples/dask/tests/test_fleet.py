# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The simulation of a fleet has all shards evaluated, each by one of its workers."""

from __future__ import annotations

import asyncio

import pytest

from nodesweep.fleet import simulate


def test_a_fleet_evaluates_every_shard_once(capsys: pytest.CaptureFixture[str]) -> None:
    empty, sleeping = asyncio.run(simulate(workers=60, seconds=0.5, rounds=4))
    assert (empty.shards, sleeping.shards) == (240, 240)
    # Four rounds of half a second: no worker does two shards at a time.
    assert sleeping.elapsed >= 4 * 0.5
    assert 0 < sleeping.busy <= 1
    assert 0 < empty.bound < 60
    assert "60 workers are busy from shards of" in capsys.readouterr().out
