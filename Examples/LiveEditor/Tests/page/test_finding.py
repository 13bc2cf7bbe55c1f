# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The palette, where new nodes go, the keys, and the empty page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def test_a_mistake_in_the_palette_keeps_the_text_and_marks_the_place(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    palette, problem = editor.page.locator("#palette"), editor.page.locator("#palette-problem")
    editor.press("n")
    editor.page.keyboard.type("= d = 5 km + 3 kg")
    editor.press("Enter")
    assert palette.is_visible() and editor.page.locator("#palette-text").input_value() == "= d = 5 km + 3 kg"
    assert "kg" in problem.inner_text() and problem.locator("mark").inner_text() == "3 kg"
    assert not editor.page.locator("#toast").is_visible()
    # The message goes when the text is changed, and the palette when the server has added the node.
    editor.press("Backspace")
    assert problem.inner_text() == ""
    editor.page.locator("#palette-text").fill("= d = 5 km + 3 m")
    editor.press("Enter")
    assert not palette.is_visible() and "d" in editor.labels
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    # A card's own field marks the place in the same way.
    editor.page.mouse.dblclick(*editor.middle("tax"))
    editor.page.locator("#field-text").fill("sub * rat")
    editor.press("Enter")
    assert editor.page.locator("#field-problem mark").inner_text() == "rat"
    assert editor.problems == [] and editor.mismatches == 0
