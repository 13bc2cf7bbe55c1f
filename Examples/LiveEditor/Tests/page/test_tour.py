# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The tour: five steps that go on when they are done, and that can be left at any time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server
from playwright.sync_api import Browser

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]


def step(editor: Editor) -> str:
    """The number of the step, or the words at the end; empty if there is no tour."""
    if not editor.page.locator("#tour").is_visible():
        return ""
    return editor.page.locator("#tour-count").inner_text() or editor.page.locator("#tour-text").inner_text()


def add(editor: Editor, text: str) -> None:
    editor.press("n")
    editor.page.keyboard.type(text)
    editor.press("Enter")


def test_each_step_goes_on_when_it_is_done(serve: Serve, script: Callable[..., Path], open_editor: Open) -> None:
    editor = open_editor(serve(script()))
    editor.page.locator("#start-tour").click()
    editor.settle()
    assert step(editor) == "1 of 5" and not editor.page.locator("#start").is_visible()
    text = editor.page.locator("#tour-text")
    assert text.get_attribute("role") == "status" and "Make a number" in text.inner_text()
    # It points at the tool that adds; keys go to the canvas.
    ring, tool = editor.page.locator("#tour-ring").bounding_box(), editor.page.locator("#tool-palette").bounding_box()
    assert ring and tool and ring["x"] < tool["x"] < ring["x"] + ring["width"] and ring["y"] < tool["y"] < ring["y"] + ring["height"]
    add(editor, "cost = 20")
    assert step(editor) == "2 of 5" and "= cost * 3" in text.inner_text(), editor.labels
    add(editor, "= cost * 3")
    assert step(editor) == "3 of 5" and "formula1" in text.inner_text()
    left, top, width, height = editor.places()["formula1"]
    ring = editor.page.locator("#tour-ring").bounding_box()
    assert ring and abs(ring["x"] + 5 - left) < 2 and abs(ring["width"] - 10 - width) < 2
    editor.drag(editor.output("formula1"), (left + 40, top + height + 120))
    editor.page.locator("#palette").wait_for(state="visible")
    editor.page.keyboard.type("= formula1 + 5")
    editor.press("Enter")
    assert step(editor) == "4 of 5", editor.labels
    editor.press("Escape")
    # The first Escape ended the tour: nothing else was open.
    assert step(editor) == ""
    editor.press("?")
    editor.page.locator("#keys-tour").click()
    assert step(editor) == "1 of 5"
    for number in (2, 3, 4):
        editor.page.locator("#tour-next").click()
        assert step(editor) == f"{number} of 5"
    # What is skipped is said of what there is.
    assert "value of cost" in text.inner_text()
    x, y, width, height = editor.places()["cost"]
    editor.drag((x + width * 0.75, y + height / 2), (x + width * 0.75 + 40, y + height / 2))
    assert step(editor) == "5 of 5", editor.labels
    editor.page.mouse.click(*editor.middle("formula1"))
    editor.press("i")
    assert "enough to begin with" in step(editor)
    editor.page.locator("#tour-next").click()
    assert step(editor) == "" and not editor.page.locator("#tour-ring").is_visible()
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.mismatches == 0 and editor.problems == []


def test_the_tour_is_left_by_escape_after_what_is_open(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    editor.press("/")
    editor.page.keyboard.type("take the tour")
    editor.press("Enter")
    assert step(editor) == "1 of 5"
    editor.press("n", "Escape")
    assert step(editor) == "1 of 5" and not editor.page.locator("#palette").is_visible()
    # By keyboard: the buttons are behind the canvas.
    editor.press("Tab", "Tab", "Enter")
    assert step(editor) == "2 of 5"
    editor.press("Escape")
    assert step(editor) == "" and editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.mismatches == 0 and editor.problems == []


def test_the_tour_fits_a_phone_and_covers_nothing_that_it_points_at(
    serve: Serve, script: Callable[..., Path], browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    editor = Editor(context, serve(script("price = 20", "total = price * 3")).link)
    editor.command("none")
    editor.page.locator("#tool-more").tap()
    editor.page.locator("#menu [role=menuitem]", has_text="Show the keys").tap()
    editor.page.locator("#keys-tour").tap()
    for number in range(1, 6):
        assert step(editor) == f"{number} of 5"
        box, ring = editor.page.locator("#tour").bounding_box(), editor.page.locator("#tour-ring").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] >= 0 and box["y"] + box["height"] <= 844
        assert ring and (box["y"] >= ring["y"] + ring["height"] or box["y"] + box["height"] <= ring["y"])
        assert editor.page.locator("#tour-ring").evaluate("one => getComputedStyle(one).animationName") == "none"
        editor.page.locator("#tour-next").tap()
        editor.settle()
    assert editor.mismatches == 0 and editor.problems == []
    context.close()
