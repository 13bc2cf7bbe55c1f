# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
import os
import signal
from pathlib import Path

import pytest

from nodesweep import Child, ChildDied, ChildHangs, Mixed, Refused, columns


@pytest.fixture
def child(nodecalc: str, model: Path) -> Child:
    return Child(nodecalc, str(model))


def test_a_child_answers_until_it_is_killed(child: Child) -> None:
    assert child.hello["nodes"] == 7
    request = {"get": ["sub"], "each": {"price": [1, 2]}, "form": "csv"}
    assert child.ask(request)["csv"] == "0,1,3,\n1,2,6,\n"
    with pytest.raises(Refused, match="unknown name 'totl'; did you mean 'total'?"):
        child.ask({"get": ["totl"]})
    assert child.ask(request)["csv"] == "0,1,3,\n1,2,6,\n"
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(ChildDied):
        child.ask(request)
    child.close()


def test_columns_have_the_numbers_of_lines(child: Child) -> None:
    request = {"get": ["total", "inverse"], "each": {"price": {"from": 10, "to": 30, "step": 0.125}}}
    found = columns.evaluate(child, {**request, "start": 3, "count": 150})
    assert found.start == 3 and [failure["row"] for failure in found.failures] == [80]
    lines = child.ask({**request, "start": 3, "count": 150, "form": "csv"})["csv"].splitlines()
    for index, line in enumerate(lines):
        _, _, total, inverse, _ = line.split(",")
        assert found.numbers["total"][index] == float(total)
        number = found.numbers["inverse"][index]
        assert number == float(inverse) if inverse else math.isnan(number)
    with pytest.raises(Refused, match="'tint' is a Color, and a column is one of numbers"):
        columns.evaluate(child, {"get": ["tint"]})
    child.close()


def test_a_long_request_reports_progress(child: Child) -> None:
    # Some seconds: there is a report each half a second.
    seen: list[int] = []
    child.ask({"get": ["total"], "each": {"price": {"from": 1, "to": 40_000_000}}, "form": "summary"}, seen.append)
    assert seen == sorted(seen) and len(seen) > 1
    child.close()


def test_another_model_is_refused(child: Child) -> None:
    with pytest.raises(Mixed):
        child.ask({"get": ["total"], "model": "0000000000000000"})
    child.close()


def test_what_can_not_run_is_said(nodecalc: str, model: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="can't run"):
        Child(str(tmp_path / "nothing"), str(model))
    with pytest.raises(Refused, match="No such file"):
        Child(nodecalc, str(tmp_path / "nothing.nc"))
    broken = tmp_path / "broken.nc"
    broken.write_text("a = b +")
    with pytest.raises(Refused, match="error"):
        Child(nodecalc, str(broken))


def test_silence_is_death(wrapper: str, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANGING", "0")
    child = Child(wrapper, str(model), silence=2.0)
    with pytest.raises(ChildHangs):
        child.ask({"get": ["sub"], "start": 0, "count": 1, "form": "csv"})


def test_another_version_is_refused(wrapper: str, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLD", "1")
    with pytest.raises(Mixed):
        Child(wrapper, str(model))
