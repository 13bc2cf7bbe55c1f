# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Aligning and distributing, reaching other nodes, muting, and the rows of buttons in menus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def menu(editor: Editor, name: str) -> list[str]:
    editor.page.mouse.click(*editor.middle(name), button="right")
    editor.settle()
    return [str(one) for one in editor.page.locator("#menu button").evaluate_all("all => all.map((one) => one.dataset.command)")]


def choose(editor: Editor, command: str) -> None:
    editor.page.locator(f"#menu [data-command={command}]").first.click()
    editor.settle()


def test_a_selection_is_aligned_and_distributed_from_the_menu(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    before = editor.places()
    assert not any(command.startswith(("align", "distribute")) for command in menu(editor, "qty"))
    editor.press("Escape")
    editor.select("price", "qty")
    shown = menu(editor, "qty")
    assert sum(command.startswith("align") for command in shown) == 6 and "distribute-across" not in shown
    choose(editor, "align-left")
    places = editor.places()
    assert places["price"][0] == pytest.approx(places["qty"][0], abs=0.1)
    editor.press("Control+z")
    editor.select("price", "sub", "total")
    menu(editor, "sub")
    choose(editor, "align-middle")
    places = editor.places()
    middles = [places[name][1] + places[name][3] / 2 for name in ("price", "sub", "total")]
    assert middles == pytest.approx([middles[0]] * 3, abs=0.1)
    menu(editor, "sub")
    choose(editor, "distribute-across")
    boxes = sorted((editor.places()[name] for name in ("price", "sub", "total")), key=lambda box: box[0])
    gaps = [right[0] - left[0] - left[2] for left, right in zip(boxes, boxes[1:], strict=False)]
    assert gaps == pytest.approx([gaps[0]] * 2, abs=0.1)
    # Each is one step.
    editor.press("Control+z", "Control+z")
    for name, place in editor.places().items():
        assert place == pytest.approx(before[name], abs=0.1)
    assert editor.page.locator("#tool-undo").is_disabled()
    # The palette has them, too, and says what is missing.
    editor.select("price")
    editor.press("/")
    editor.page.keyboard.type("align left")
    editor.press("Enter")
    assert "select at least 2 nodes" in editor.toast
    assert editor.mismatches == 0 and editor.problems == []


def test_what_is_upstream_and_downstream_is_selected(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    menu(editor, "tax")
    choose(editor, "select-upstream")
    assert "5 nodes are selected" in editor.toast
    editor.press("Delete")
    assert set(editor.labels) == {"total", "each"}
    editor.press("Control+z")
    editor.select("rate")
    menu(editor, "rate")
    choose(editor, "select-downstream")
    editor.press("Delete")
    assert set(editor.labels) == {"price", "qty", "sub"}
    editor.press("Control+z")
    editor.select("each")
    editor.press("/")
    editor.page.keyboard.type("downstream")
    editor.press("Enter")
    assert editor.toast == "Nothing is downstream of the selection"
    assert editor.problems == []


def test_nodes_are_muted_and_bypassed_by_key_and_menu(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    editor.select("tax")
    editor.press("b")
    assert editor.labels["tax"].endswith(", 60") and editor.labels["total"].endswith(", 120")
    assert editor.toast == "tax is bypassed"
    editor.press("m")
    assert "muted" in editor.labels["total"]
    assert "mute" in menu(editor, "tax")
    assert editor.page.locator("#menu [data-command=mute] span").inner_text() == "Unmute"
    choose(editor, "mute")
    assert editor.labels["total"].endswith(", 72") and editor.toast == "tax is active"
    editor.press("Control+z", "Control+z", "Control+z")
    assert editor.page.locator("#tool-undo").is_disabled()
    assert editor.problems == []


def test_colours_are_buttons_in_a_row_that_keys_reach(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    undo = editor.page.locator("#tool-undo")
    menu(editor, "tax")
    row = editor.page.get_by_role("group", name="Colour")
    colors = row.get_by_role("menuitemradio")
    names = colors.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert names == ["Blue", "Green", "Orange", "Violet", "Grey", "No colour"]
    assert row.locator("[aria-checked=true]").get_attribute("aria-label") == "No colour"
    row.get_by_role("menuitemradio", name="Orange").click()
    editor.settle()
    assert undo.is_enabled()
    # By keyboard: the row is one stop, at the present colour, and arrows go along it.
    menu(editor, "tax")
    focused = "document.activeElement.ariaLabel ?? document.activeElement.dataset.command"
    seen = []
    for _ in range(30):
        editor.press("ArrowDown")
        seen.append(editor.page.evaluate(focused))
        if seen[-1] == "Orange":
            break
    assert seen[-1] == "Orange" and "Blue" not in seen
    editor.press("ArrowRight")
    assert editor.page.evaluate(focused) == "Violet"
    editor.press("ArrowLeft", "ArrowLeft", "Enter")
    menu(editor, "tax")
    assert row.locator("[aria-checked=true]").get_attribute("aria-label") == "Green"
    row.get_by_role("menuitemradio", name="No colour").click()
    editor.settle()
    editor.press("Control+z", "Control+z", "Control+z")
    assert undo.is_disabled() and editor.mismatches == 0 and editor.problems == []
