# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Graphs with many nodes, and what shows of them at which zoom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from screenshots import crowd_of

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]


@pytest.fixture
def crowd(serve: Serve, tmp_path: Path, open_editor: Open) -> Callable[[int], Editor]:
    def start(count: int) -> Editor:
        file = tmp_path / "crowd.nc"
        file.write_text(crowd_of(count))
        return open_editor(serve(file))

    return start


def test_a_drag_of_a_reader_of_a_hub_sends_what_moved(crowd: Callable[[int], Editor]) -> None:
    # All but 80 read n70.
    editor = crowd(300)
    name, (left, top) = next(
        (name, box[:2]) for name, box in editor.cards() if int(name[1:]) > 80 and box[0] + box[2] < 990 and 90 < box[1] < 500)
    place = editor.middle(name)
    editor.page.mouse.move(*place)
    editor.page.mouse.down()
    editor.page.mouse.move(place[0] + 12, place[1] + 9)
    editor.settle()
    sizes = []
    for step in range(30):
        before = editor.number("figures.bytes")
        editor.page.mouse.move(place[0] + 14 + step * 2, place[1] + 10 + step)
        editor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        sizes.append(editor.number("figures.bytes") - before)
    editor.settle()
    assert editor.places()[name][:2] == pytest.approx((left + 72, top + 39), abs=8)
    assert 0 < sum(sizes) and max(sizes) <= 1024, sizes
    editor.page.mouse.up()
    editor.settle()
    assert editor.mismatches == 0 and editor.problems == []
