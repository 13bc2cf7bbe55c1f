# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Graphs with many nodes, and what shows of them at which zoom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Editor, Server
from playwright.sync_api import Browser, ViewportSize

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]


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
        before, frames = editor.number("figures.bytes"), editor.number("figures.frames")
        editor.page.mouse.move(place[0] + 14 + step * 2, place[1] + 10 + step)
        editor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        # On a busy machine, the answers to several events arrive together.
        sizes.append((editor.number("figures.bytes") - before) / max(1, editor.number("figures.frames") - frames))
    editor.settle()
    assert editor.places()[name][:2] == pytest.approx((left + 72, top + 39), abs=8)
    assert 0 < sum(sizes) and max(sizes) <= 1024, sizes
    editor.page.mouse.up()
    editor.settle()
    assert editor.mismatches == 0 and editor.problems == []


def test_fit_leaves_margins_around_any_graph(browser: Browser, serve: Serve, crowd: Callable[[int], Editor]) -> None:
    def free(editor: Editor) -> None:
        editor.press("1")
        boxes = editor.boxes()
        size = editor.page.viewport_size
        assert size is not None
        foot = editor.page.locator("#foot").bounding_box()
        assert foot is not None
        assert min(left for left, *_ in boxes) >= 12 and min(top for _, top, *_ in boxes) >= 60
        assert max(left + width for left, _, width, _ in boxes) <= size["width"] - 12
        assert max(top + height for _, top, _, height in boxes) <= foot["y"]

    many = crowd(600)
    free(many)
    assert many.number("camera.zoom") < 0.15
    for size in (ViewportSize(width=1000, height=700), ViewportSize(width=390, height=844)):
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        for name in ("loan", "tax"):
            server = serve(ROOT / f"Examples/{name}.nc")
            free(Editor(context, server.link))
            server.kill()
        context.close()


def test_the_page_zooms_down_to_a_hundredth(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    for _ in range(25):
        editor.page.locator("#zoom-out").click()
    editor.settle()
    assert editor.number("camera.zoom") == pytest.approx(0.01, abs=0.001)
    assert editor.page.locator("#percent").inner_text() == "1%"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_graph_that_is_too_large_begins_where_the_page_is_full(crowd: Callable[[int], Editor]) -> None:
    editor = crowd(600)
    assert editor.number("camera.zoom") == 0.5
    quarters = {(left > 500, top > 350) for left, top, width, height in editor.boxes()
                if 0 <= left and left + width <= 1000 and 0 <= top and top + height <= 700}
    assert len(quarters) == 4


# What is drawn on each node: each text, the size of its letters on the page, and the box of the node.
TEXTS = """editor.drawings.nodes.map(({ box, steps }) => {
  const texts = [];
  let [scale, font] = [1, 0];
  const scales = [];
  const context = {
    save: () => scales.push(scale), restore: () => { scale = scales.pop(); }, scale: (by) => { scale *= by; },
    fillText: (text) => texts.push([text, font * scale * editor.camera.zoom]) };
  const canvas = new Proxy(context, {
    get: (known, key) => known[key] ?? (() => undefined),
    set: (_, key, value) => { if (key === "font") font = parseFloat(value.replace("bold ", "")); return true; } });
  for (const step of steps) step(canvas);
  return [texts, box[2] * editor.camera.zoom, box[3] * editor.camera.zoom];
})"""


@pytest.mark.parametrize("zoom", [0.58, 0.5, 0.4, 0.32])
def test_from_further_away_cards_show_name_and_value_alone(zoom: float, serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(ROOT / "Examples/invoice.nc"))
    editor.page.evaluate(f"editor.camera.zoomBy({zoom} / editor.camera.zoom, 500, 350)")
    editor.settle()
    cards = [texts for texts, _, height in editor.page.evaluate(TEXTS) if height > 60 * zoom]
    assert len(cards) > 3
    for (name, name_size), (value, value_size) in cards:
        assert name.isalpha() and value.replace(".", "").isdigit()
        assert name_size >= 10.9 and value_size >= 9


def test_blocks_have_names_where_letters_have_room(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(ROOT / "Examples/invoice.nc"))
    for zoom, expected in ((0.25, True), (0.18, True), (0.08, False)):
        editor.page.evaluate(f"editor.camera.zoomBy({zoom} / editor.camera.zoom, 500, 350)")
        editor.settle()
        for texts, width, height in editor.page.evaluate(TEXTS):
            has_room = expected and width >= 26 and height >= 8
            assert [size == pytest.approx(10, abs=0.3) for _, size in texts] == [True] * has_room, zoom
