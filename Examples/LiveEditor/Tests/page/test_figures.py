# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""What large graphs cost: counts of what is drawn and sent, which figures.py measures as times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser

Serve = Callable[..., Server]

# How many parts of pixels are clearly others if everything is drawn again.
IS_WHOLE = """async () => {
  const canvas = document.getElementById("canvas");
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const pixels = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  await frame();
  const before = pixels();
  editor.drawings.isAllDamaged = true;
  editor.camera.changed();
  await frame();
  return pixels().reduce((count, part, index) => count + (Math.abs(part - before[index]) > 64 ? 1 : 0), 0);
}"""

# Where a clip cuts a curve, some pixels of its edge are smoothed differently. A card that is not drawn again has thousands.
SMOOTHED = 60


def frame(editor: Editor) -> None:
    editor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_drag_draws_what_is_around_the_node(crowd: Callable[[int], Editor]) -> None:
    editor = crowd(300)
    name = next(name for name, box in editor.cards() if int(name[1:]) > 80 and box[0] + box[2] < 900 and 90 < box[1] < 500)
    place = editor.middle(name)
    editor.page.mouse.move(*place)
    editor.page.mouse.down()
    editor.page.mouse.move(place[0] + 12, place[1] + 9)
    editor.settle()
    counts = []
    for step in range(20):
        editor.page.mouse.move(place[0] + 14 + step * 2, place[1] + 10 + step)
        frame(editor)
        counts.append(editor.number("figures.lastCount"))
    editor.page.mouse.up()
    editor.settle()
    # Some are drawn twice, if they are in two places that have changed.
    assert 0 < sum(counts) / len(counts) < editor.number("drawings.order.length") / 3, counts
    assert editor.page.evaluate(IS_WHOLE) < SMOOTHED
    assert editor.mismatches == 0 and editor.problems == []


def test_panning_draws_the_edges_that_appear(crowd: Callable[[int], Editor]) -> None:
    editor = crowd(300)
    editor.page.mouse.move(500, 350)
    for step in range(12):
        editor.page.mouse.wheel(13 if step < 7 else -9, 7.5 if step % 2 else 0)
        frame(editor)
        assert editor.number("figures.lastCount") < editor.number("drawings.order.length") / 2
    editor.settle()
    assert editor.page.evaluate(IS_WHOLE) < SMOOTHED
    assert editor.mismatches == 0 and editor.problems == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_stays_on_the_canvas_is_what_would_be_drawn(browser: Browser, serve: Serve, bill: Path, motion: str) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce" if motion == "reduce" else "no-preference")
    editor = Editor(context, serve(bill).link)

    def whole() -> None:
        editor.wait("!editor.drawings.isMoving")
        assert editor.page.evaluate(IS_WHOLE) < SMOOTHED

    place = editor.middle("sub")
    editor.drag(place, (place[0] + 90, place[1] + 40))
    whole()
    editor.define("price", "25")
    whole()
    editor.press("Control+z", "Control+z")
    whole()
    editor.page.mouse.click(*editor.middle("tax"))
    editor.press("Delete")
    whole()
    editor.press("Control+z", "l")
    whole()
    editor.page.mouse.move(*editor.output("rate"))
    editor.page.mouse.down()
    editor.page.mouse.move(*editor.input("sub", 0), steps=5)
    editor.settle()
    whole()
    editor.press("Escape")
    editor.page.mouse.up()
    editor.page.locator("#zoom-in").click()
    whole()
    assert editor.mismatches == 0 and editor.problems == []
    context.close()


def test_a_canvas_that_the_browser_has_emptied_is_drawn_again(serve: Serve, bill: Path, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    editor = Editor(context, serve(bill).link)
    count = editor.number("drawings.order.length")
    editor.page.evaluate(
        """() => {
          const canvas = document.getElementById("canvas");
          canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
          canvas.dispatchEvent(new Event("contextrestored"));
        }""")
    frame(editor)
    assert editor.number("figures.lastCount") == count
    assert editor.page.evaluate(IS_WHOLE) == 0
    context.close()


def test_the_readers_of_a_hub_share_trunks(crowd: Callable[[int], Editor]) -> None:
    editor = crowd(600)
    for key in ("1", "0"):
        if key == "1":
            editor.press("1")
        else:
            editor.page.evaluate("editor.camera.zoomBy(0.5 / editor.camera.zoom, 500, 350)")
            editor.settle()
        nodes = editor.number("drawings.nodes.length")
        wires = editor.number("drawings.order.length") - nodes
        # One drawing for each node that is read, and a few for all that read n70: each alone would double them.
        assert 0 < wires < nodes + 60, (nodes, wires)
    editor.press("1")
    # From far away it is a picture, not a dark rectangle.
    covered = editor.page.evaluate(
        """() => {
          const canvas = document.getElementById("canvas");
          const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          let dark = 0;
          for (let index = 0; index < pixels.length; index += 4) if (pixels[index] < 150) dark += 1;
          return dark / (pixels.length / 4);
        }""")
    assert covered < 0.4
    assert editor.mismatches == 0 and editor.problems == []


def test_of_a_large_graph_the_nodes_around_what_shows_are_described(crowd: Callable[[int], Editor]) -> None:
    editor = crowd(1200)

    def described() -> set[str]:
        return set(editor.labels)

    first = described()
    assert 0 < len(first) < 1200
    assert first >= {name for name, (left, top, width, height) in editor.cards() if left > 0 and left + width < 1000 and top > 0 and top + height < 700}
    editor.page.mouse.move(500, 350)
    for _ in range(8):
        editor.page.mouse.wheel(900, 60)
        editor.settle()
    second = described()
    assert second != first and len(second) < 1200
    assert second >= {name for name, (left, top, width, height) in editor.cards() if left > 0 and left + width < 1000 and top > 0 and top + height < 700}
    # The keyboard's node has an element, wherever it is.
    editor.page.locator("#canvas").focus()
    editor.press("ArrowRight", "ArrowRight")
    focused = editor.page.locator("#canvas").get_attribute("aria-activedescendant")
    assert focused and editor.page.locator(f"#{focused}").count() == 1
    editor.press("1")
    assert len(described()) <= 1001
    assert editor.mismatches == 0 and editor.problems == []
