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


def overlaps(editor: Editor) -> int:
    """How many pairs of nodes overlap."""
    boxes = editor.boxes()
    return sum(
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2] and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
        for index, one in enumerate(boxes)
        for other in boxes[index + 1 :]
    )


def choices(editor: Editor) -> list[str]:
    return editor.page.locator("#palette-list b").all_inner_texts()


def test_24_nodes_made_by_the_palette_do_not_overlap(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    for number in range(24):
        editor.page.keyboard.press("n")
        editor.page.locator("#palette").wait_for(state="visible")
        editor.page.keyboard.type("Add" if number % 3 == 0 else f"{number}")
        editor.page.keyboard.press("Enter")
        editor.page.locator("#palette").wait_for(state="hidden")
    editor.settle()
    assert len(editor.labels) == 31
    editor.command("fit")
    assert len(editor.boxes()) == 31 and overlaps(editor) == 0


def test_new_nodes_lie_free_and_to_the_right_of_what_they_read(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    editor.press("n")
    editor.page.keyboard.type("more = total * 2")
    editor.press("Enter")
    places = editor.places()
    assert places["more"][0] >= places["total"][0] + places["total"][2] + 30 and overlaps(editor) == 0
    # Between two nodes that are near to each other: those downstream make room, and one undo takes all of that back.
    editor.command("layout")
    before = editor.places()
    start, end = editor.output("sub"), editor.input("tax", 0)
    editor.page.mouse.dblclick((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    editor.page.locator("#palette").wait_for(state="visible")
    editor.page.keyboard.type("half = sub / 2")
    editor.press("Enter")
    after = editor.places()
    assert overlaps(editor) == 0 and after["tax"][0] > before["tax"][0] and after["price"] == before["price"]
    editor.press("Control+z")
    assert editor.places() == before
    # What is pasted lies free, below the pointer if that is over the page.
    editor.press("Control+a", "Control+c")
    editor.page.mouse.move(500, 600)
    editor.press("Control+v")
    assert len(editor.boxes()) == 2 * len(before) and overlaps(editor) == 0
    assert editor.problems == [] and editor.mismatches == 0


def test_one_search_finds_functions_groups_nodes_and_commands(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(Path(__file__).parent / "groups.json"))
    words, text = editor.page.locator("#palette-help"), editor.page.locator("#palette-text")
    editor.press("n")
    editor.page.keyboard.type("sqr")
    editor.settle()
    assert choices(editor)[0] == "sqrt(x)" and "sqrt(" in words.inner_text() and " is " in words.inner_text()
    # A function is written, and goes on as a formula; Tab takes the name of a node.
    editor.press("Enter")
    assert text.input_value() == "= sqrt("
    name = next(label for label in editor.labels if " " not in label)
    editor.page.keyboard.type(name[:-1])
    editor.press("Tab")
    assert text.input_value() == f"= sqrt({name}"
    editor.page.keyboard.type(")")
    before = len(editor.labels)
    editor.press("Enter")
    assert not editor.page.locator("#palette").is_visible() and len(editor.labels) == before + 1
    # Commands.
    for typed, command in [("tid", "Tidy"), ("export", "Export a drawing (SVG)"), ("sav", "Save")]:
        editor.press("/")
        editor.page.keyboard.type(typed)
        editor.settle()
        assert command in choices(editor)
        # While the server computes, Escape would stop that instead.
        editor.page.locator("#busy").wait_for(state="hidden")
        editor.press("Escape")
        editor.page.locator("#palette").wait_for(state="hidden")
    editor.press("/")
    editor.page.keyboard.type("undo")
    editor.press("Enter")
    assert len(editor.labels) == before and editor.problems == []


def test_a_node_in_a_group_is_found_from_outside(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(Path(__file__).parent / "groups.json"))
    group = next(label for label in editor.labels if label.startswith("group "))
    inside = group.split()[1]
    editor.press("Control+f")
    editor.settle()
    found = next(name for name in choices(editor) if name.startswith(f"{inside} › "))
    editor.page.keyboard.type(found.split(" › ")[-1])
    editor.settle()
    editor.page.locator("#palette-list > div", has_text=found).first.click()
    editor.settle()
    assert inside in editor.page.locator("#path").inner_text()
    active = editor.page.evaluate("document.getElementById(document.getElementById('canvas').getAttribute('aria-activedescendant')).ariaLabel")
    assert active.removeprefix("group ").startswith(found.split(" › ")[-1])


def test_a_group_is_placed_once_more(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(Path(__file__).parent / "groups.json"))
    group = next(label for label in editor.labels if label.startswith("group ")).split()[1]
    before = len(editor.boxes())
    editor.press("n")
    editor.page.keyboard.type(group)
    editor.settle()
    assert editor.page.locator("#palette-list > div.group").count() >= 1
    editor.page.locator("#palette-list > div.group").first.click()
    editor.settle()
    assert len(editor.boxes()) == before + 1 and overlaps(editor) == 0
    assert not editor.page.locator("#palette").is_visible() and editor.problems == []


def test_among_5000_nodes_one_is_found_at_once(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    script = tmp_path / "many.nc"
    script.write_text("n0 = 1\n" + "".join(f"n{number} = n{number // 2} + 1\n.move n{number} {number % 70 * 220} {number // 70 * 130}\n" for number in range(1, 5000)))
    editor = open_editor(serve(script))
    editor.page.keyboard.press("/")
    editor.page.locator("#palette").wait_for(state="visible")
    editor.settle()
    editor.page.keyboard.type("n4777")
    editor.settle()
    assert choices(editor) == ["n4777"]
    rows = editor.page.evaluate("document.querySelectorAll('#palette-list > div').length")
    assert rows <= 50
    editor.press("Enter")
    left, top, width, height = editor.places()["n4777"]
    assert 0 < left < left + width < 1000 and 0 < top < top + height < 700
    assert editor.number("camera.zoom") >= 0.5


def test_the_keys_are_shown_and_the_focus_goes_back(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    dialog = editor.page.locator("#keys")
    editor.press("?")
    assert dialog.is_visible() and editor.page.evaluate("document.activeElement.closest('#keys') !== null")
    editor.press("Tab", "Tab", "Tab")
    assert editor.page.evaluate("document.activeElement === document.body || document.activeElement.closest('#keys') !== null")
    lines = dialog.locator("dd").all_inner_texts()
    assert len(lines) == 37
    # The README has all of them.
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    words = readme.replace("Ctrl C, X, V, D", "Ctrl C, Ctrl X, Ctrl V, Ctrl D").lower()
    for line in lines:
        for key in line.split(" or "):
            assert key.lower() in words, key
    editor.press("Escape")
    assert not dialog.is_visible() and editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.problems == []


def test_an_empty_page_says_how_to_begin_until_there_is_a_node(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    empty = tmp_path / "empty.nc"
    empty.write_text("")
    server = serve(empty)
    editor = open_editor(server)
    start = editor.page.locator("#start")
    assert start.is_visible()
    assert {"tax", "loan", "invoice", "calculator"} <= set(start.locator("li b").all_inner_texts())
    # The canvas takes what is done on it.
    editor.page.mouse.dblclick(500, 330)
    editor.page.locator("#palette").wait_for(state="visible")
    editor.page.keyboard.type("20")
    editor.press("Enter")
    assert not start.is_visible() and len(editor.boxes()) == 1
    editor.press("Control+z")
    assert start.is_visible()
    start.locator("#start-add").click()
    editor.page.locator("#palette").wait_for(state="visible")
    editor.press("Escape")
    start.locator("button", has_text="loan").click()
    editor.settle()
    assert not start.is_visible() and "amount" in editor.labels
    assert editor.problems == [] and editor.mismatches == 0
