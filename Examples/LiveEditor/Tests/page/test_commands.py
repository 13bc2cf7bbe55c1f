# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Commands have one title and one set of keys, wherever they are shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def test_tools_menus_and_the_list_of_keys_have_the_same_titles_and_keys(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    editor.press("?")
    lines = editor.page.locator("#keys dl div").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.textContent))")
    keys = {title: text.split(" or ")[0] for title, text in lines}
    editor.press("Escape")
    editor.page.mouse.click(30, 600, button="right")
    editor.settle()
    rows = editor.page.locator("#menu button").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.textContent))")
    editor.press("Escape")
    editor.page.locator("#tool-more").click()
    rows += editor.page.locator("#menu button").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.textContent))")
    editor.press("Escape")
    tools = editor.page.locator("#tools button").evaluate_all("all => all.map((one) => one.title)")
    shown = {title: key for title, key in rows if key and title in keys}
    pairs = [title.removesuffix(")").rpartition(" (") for title in tools]
    shown |= {title: key for title, _, key in pairs if title in keys}
    assert {"Tidy", "Fit", "Select all", "Save", "Values on all wires", "Add a node, a formula or a value"} <= shown.keys()
    assert {title: keys.get(title) for title in shown} == shown


def test_keys_do_what_the_list_says(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    zoom = editor.number("camera.zoom")
    editor.press("+")
    assert editor.number("camera.zoom") > zoom
    editor.press("-")
    assert abs(editor.number("camera.zoom") - zoom) < 0.01
    editor.press("Control+a", "Delete")
    assert editor.labels == {}
    editor.press("Control+z")
    assert len(editor.labels) == 7
    editor.press("Control+y")
    assert editor.labels == {}
    editor.press("Control+k")
    assert editor.page.locator("#palette").is_visible()
    editor.press("Escape", "Control+z")
    # Shift and Alt make other keys of them.
    editor.press("Control+a", "Alt+m", "Control+Shift+d")
    assert editor.page.locator("#tool-undo").is_disabled()
    assert editor.problems == []
