# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Long evaluations: what waits is marked, and one node can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server
from playwright.sync_api import FloatRect

Serve = Callable[..., Server]
Open = Callable[..., Editor]

# In an optimized build, s takes a second.
LINES = ["n = 0.001", "free = 7", "early = n * 1000000", "s = sum((1..early)^0.5) + sum((1..early)^0.25)", "half = s / 2"]


def change(editor: Editor, value: str) -> None:
    """Gives n another value, and waits until the server computes."""
    editor.page.mouse.dblclick(*editor.middle("n"))
    editor.page.locator("#field-text").fill(value)
    editor.page.keyboard.press("Enter")
    editor.page.locator("#waiting i").first.wait_for(state="visible")


def marks(editor: Editor) -> list[FloatRect]:
    boxes = [mark.bounding_box() for mark in editor.page.locator("#waiting i").all()]
    return [box for box in boxes if box is not None]


def test_the_cards_of_nodes_that_wait_are_marked_until_their_values_come(
    serve: Serve, script: Callable[..., Path], open_editor: Open
) -> None:
    server = serve(script(*LINES))
    other, editor = open_editor(server), open_editor(server)
    places = {name: editor.middle(name) for name in ("n", "free", "early", "s", "half")}
    change(editor, "6")
    # What has run, and what doesn't depend on it, is not marked; nor does the page ask the server where the cards are.
    boxes = marks(editor)
    found = {
        name for name, (x, y) in places.items()
        if any(box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"] for box in boxes)
    }
    assert found == {"s", "half"} and len(boxes) == 2
    # Nothing moves for those who want that.
    look = editor.page.evaluate("getComputedStyle(document.querySelector('#waiting i'), '::after').animationName")
    assert look == "none"
    assert editor.page.locator("#waiting").get_attribute("aria-hidden") == "true"
    editor.page.locator("#busy").wait_for(state="hidden", timeout=60_000)
    editor.settle()
    other.settle()
    for one in (editor, other):
        assert one.page.locator("#waiting i").count() == 0
        said = [line for line in one.page.locator("#said p").all_inner_texts() if "wait" in line]
        assert said == ["2 nodes wait for their new values"]
    assert editor.labels["s"].endswith("10035523356.2797")
    assert editor.mismatches == 0 and editor.problems == [] and other.problems == []


def test_the_marks_follow_their_cards(serve: Serve, script: Callable[..., Path], open_editor: Open) -> None:
    editor = open_editor(serve(script(*LINES)))
    change(editor, "6")
    before = marks(editor)
    editor.page.evaluate("editor.camera.pan(-40, 24)")
    editor.wait("!editor.drawings.isMoving")
    editor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    after = marks(editor)
    # While panning, the marks stay on the cards unless the values have come meanwhile.
    for old, new in zip(before, after):
        assert abs(new["x"] - old["x"]) == 40 and abs(new["width"] - old["width"]) < 1
    editor.page.locator("#busy").wait_for(state="hidden", timeout=60_000)
    editor.settle()
    assert editor.mismatches == 0 and editor.problems == []


def test_one_node_can_be_stopped_and_is_computed_later(
    serve: Serve, script: Callable[..., Path], open_editor: Open
) -> None:
    editor = open_editor(serve(script(*LINES)))
    before = editor.labels["half"]
    change(editor, "6")
    busy = editor.page.locator("#busy")
    busy.get_by_role("button", name="Stop").click()
    busy.wait_for(state="hidden", timeout=20_000)
    editor.settle()
    toast = editor.page.locator("#toast")
    # The only slow node was stopped in its middle: it has no value, and the one before it has.
    assert "Stopped: 2 nodes are not up to date" in toast.inner_text()
    assert "unfinished" in editor.labels["s"] and "unfinished" in editor.labels["half"]
    assert editor.labels["early"].endswith("6000000")
    assert editor.page.locator("#waiting i").count() == 0
    toast.get_by_role("button", name="Resume").click()
    editor.page.locator("#waiting i").first.wait_for(state="visible")
    busy.wait_for(state="hidden", timeout=60_000)
    editor.settle()
    assert editor.labels["s"].endswith("10035523356.2797") and editor.page.locator("#waiting i").count() == 0
    # All of it is one step.
    editor.command("undo")
    editor.settle()
    assert editor.labels["half"] == before and "unfinished" not in editor.labels["s"]
    assert editor.mismatches == 0 and editor.problems == []
