# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The list of steps: one click goes to any of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server
from playwright.sync_api import BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def lines(editor: Editor) -> list[str]:
    return editor.page.locator("#history-list button").all_inner_texts()


def present(editor: Editor) -> str:
    return editor.page.locator("#history-list [aria-current=step]").inner_text()


def test_one_click_goes_back_or_on_to_a_step(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    for number in range(3):
        editor.command("paste", f"a{number} = {number}")
    editor.press("h")
    box = editor.page.get_by_role("region", name="History")
    assert box.is_visible()
    steps = lines(editor)
    assert len(steps) == 4 and steps[0] == "The beginning" and present(editor) == steps[3]
    # Several steps are one change of the page.
    frame = editor.number("figures.frame")
    box.locator("ol button").nth(1).click()
    editor.wait(f"editor.figures.frame > {frame}")
    editor.settle()
    assert {"a0"} == editor.labels.keys() & {"a0", "a1", "a2"}
    assert box.locator("ol button").nth(1).get_attribute("aria-current") == "step" and lines(editor) == steps
    assert box.locator(".undone").count() == 2
    box.locator("ol button").nth(3).click()
    editor.settle()
    assert {"a0", "a1", "a2"} <= editor.labels.keys() and box.locator(".undone").count() == 0
    box.locator("button", has_text="The beginning").click()
    editor.settle()
    assert not {"a0", "a1", "a2"} & editor.labels.keys() and present(editor) == "The beginning"
    assert editor.page.locator("#tool-undo").is_disabled()
    assert editor.mismatches == 0 and editor.problems == []


def test_the_list_follows_what_is_done_also_in_other_windows(serve: Serve, bill: Path, open_editor: Open, context: BrowserContext) -> None:
    server = serve(bill)
    editor = open_editor(server)
    editor.press("h")
    assert lines(editor) == ["The beginning"]
    other = Editor(context, server.link)
    other.command("paste", "more = total + 1")
    editor.settle()
    assert len(lines(editor)) == 2 and present(editor) == lines(editor)[1]
    other.command("undo")
    editor.settle()
    assert present(editor) == "The beginning"
    # A step that was chosen from an older list is not taken for another one.
    editor.command("travel", "1", "1")
    assert "more" not in editor.labels and "choose again" in editor.toast
    # What is new takes the place of what was undone.
    editor.command("paste", "other = 5")
    assert len(lines(editor)) == 2
    assert editor.problems == [] and other.problems == []


def test_the_list_is_bounded_and_counts_the_others(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    for number in range(103):
        editor.page.evaluate("(text) => editor.wire.command('paste', text)", f"a{number} = {number}")
    editor.settle()
    editor.press("h")
    assert len(lines(editor)) == 101 and lines(editor)[0] == "… 3 earlier steps"
    editor.page.locator("#history-list button").first.click()
    editor.settle()
    assert {"a2"} == editor.labels.keys() & {"a2", "a3"}
    assert len(lines(editor)) == 101 and lines(editor)[3] == present(editor)
    assert editor.page.locator("#history-list li").last.inner_text() == "… 3 later steps"


def test_the_list_works_by_keyboard_and_is_closed_by_escape(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    editor.command("paste", "a = 1")
    editor.command("paste", "b = 2")
    editor.page.locator("#tool-undo").click(button="right")
    editor.settle()
    focused = "document.activeElement.textContent"
    assert editor.page.evaluate(focused) == present(editor)
    editor.press("ArrowUp", "Enter")
    assert "a" in editor.labels and "b" not in editor.labels
    # The focus stays at the step.
    assert editor.page.evaluate(focused) == present(editor) == lines(editor)[1]
    editor.press("Escape")
    assert not editor.page.locator("#history").is_visible()
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    # A closed list costs nothing.
    received = editor.number("figures.bytes")
    editor.press("Control+y")
    assert "b" in editor.labels and not editor.page.locator("#history").is_visible()
    assert editor.number("figures.bytes") - received < 4000
    assert editor.problems == []
