# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Nodes that are dragged into a group, and out of one by the path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import BrowserContext
from test_groups import crumbs, enter, names, said
from test_groups import taxes as taxes

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A price and its tax, which become a group."""
    file = tmp_path / "shop.nc"
    file.write_text("price = 20\nrate = 20%\ntax = price * rate\ntotal = price + tax\n")
    return file


def group(editor: Editor, *members: str, name: str) -> None:
    editor.press("Escape")
    for member in members:
        editor.page.keyboard.down("Shift")
        editor.page.mouse.click(*editor.middle(member))
        editor.page.keyboard.up("Shift")
        editor.settle()
    editor.command("group", name)


def carry(editor: Editor, name: str, end: tuple[float, float]) -> None:
    """Drags a node, and leaves the button down."""
    editor.page.mouse.move(*editor.middle(name))
    editor.page.mouse.down()
    editor.page.mouse.move(*end, steps=8)
    editor.settle()


def part(editor: Editor, depth: int) -> tuple[float, float]:
    """The middle of a part of the path."""
    box = editor.page.locator("#path button").nth(depth).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def receivers(editor: Editor) -> list[str]:
    return editor.page.locator("#path .receiver").all_inner_texts()


def tip(editor: Editor) -> str:
    return editor.page.locator("#tip").inner_text() if editor.page.locator("#tip").is_visible() else ""


def stayed(editor: Editor, before: dict[str, tuple[float, float, float, float]]) -> bool:
    now = editor.places()
    return now.keys() == before.keys() and all(now[name] == pytest.approx(place, abs=1) for name, place in before.items())


def release(editor: Editor) -> None:
    editor.page.mouse.up()
    editor.settle()


def test_a_node_that_is_let_go_on_a_group_moves_into_it(
    serve: Serve, shop: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(shop)
    editor = open_editor(server)
    other = Editor(context, server.link)
    editor.settle()
    group(editor, "tax", name="Tax")
    before = editor.places()
    carry(editor, "rate", editor.middle("Tax"))
    assert tip(editor) == "Into Tax"
    release(editor)
    assert names(editor) == ["group Tax", "price", "total"] and tip(editor) == ""
    assert editor.toast.startswith("rate is in Tax") and "rate is in Tax" in said(editor)
    assert editor.labels["total"].endswith(", 24")
    other.settle()
    assert names(other) == ["group Tax", "price", "total"]
    # One step takes it back to where it was.
    editor.press("Control+z")
    assert crumbs(editor) == ["shop.nc"] and names(editor) == ["group Tax", "price", "rate", "total"]
    assert editor.places()["rate"] == pytest.approx(before["rate"], abs=1)
    # Escape does while the button is down, and it is no step.
    undo = editor.page.locator("#tool-undo").get_attribute("title")
    carry(editor, "rate", editor.middle("Tax"))
    editor.press("Escape")
    assert tip(editor) == ""
    release(editor)
    assert names(editor) == ["group Tax", "price", "rate", "total"]
    assert editor.places()["rate"] == pytest.approx(before["rate"], abs=1)
    assert editor.page.locator("#tool-undo").get_attribute("title") == undo
    # With Ctrl it is put in front of the card.
    editor.page.keyboard.down("Control")
    carry(editor, "price", editor.middle("Tax"))
    assert tip(editor) == ""
    release(editor)
    editor.page.keyboard.up("Control")
    assert names(editor) == ["group Tax", "price", "rate", "total"]
    assert editor.places()["price"] != pytest.approx(before["price"], abs=1)
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_a_node_that_is_let_go_on_a_part_of_the_path_moves_out(serve: Serve, shop: Path, open_editor: Open) -> None:
    editor = open_editor(serve(shop))
    group(editor, "rate", "tax", name="Tax")
    group(editor, "Tax", "total", name="All")
    enter(editor, "All")
    enter(editor, "Tax")
    before = editor.places()
    assert crumbs(editor) == ["shop.nc", "All", "Tax"] and names(editor) == ["rate", "tax"]
    # The parts are highlighted while the pointer is there.
    carry(editor, "rate", part(editor, 1))
    assert receivers(editor) == ["All"] and tip(editor) == "Out to All"
    editor.page.mouse.move(*part(editor, 0))
    editor.settle()
    assert [text.removesuffix(" •") for text in receivers(editor)] == ["shop.nc"] and tip(editor) == "Out to shop.nc"
    editor.page.mouse.move(500, 400)
    editor.settle()
    assert receivers(editor) == [] and tip(editor) == ""
    editor.page.mouse.move(*part(editor, 0))
    editor.settle()
    editor.press("Escape")
    assert receivers(editor) == []
    release(editor)
    assert stayed(editor, before) and crumbs(editor) == ["shop.nc", "All", "Tax"]
    carry(editor, "rate", part(editor, 0))
    release(editor)
    assert names(editor) == ["tax"] and receivers(editor) == []
    assert editor.toast.startswith("rate is in shop.nc") and crumbs(editor) == ["shop.nc", "All", "Tax"]
    editor.page.locator("#path button").first.click()
    editor.settle()
    assert names(editor) == ["group All", "price", "rate"]
    # Undo goes to the innermost scope in which the node has left a group.
    editor.press("Control+z")
    assert crumbs(editor) == ["shop.nc", "All"] and names(editor) == ["group Tax", "total"]
    enter(editor, "Tax")
    assert names(editor) == ["rate", "tax"]
    assert editor.places()["rate"] == pytest.approx(before["rate"], abs=1)
    assert editor.mismatches == 0 and editor.problems == []


def test_what_a_group_does_not_take_goes_back_with_a_reason(serve: Serve, taxes: Path, open_editor: Open) -> None:
    editor = open_editor(serve(taxes))
    labels, places = editor.labels, editor.places()
    # Other groups of the kind read it.
    carry(editor, "price", editor.middle("More"))
    assert tip(editor) == "Into More"
    release(editor)
    assert "net" in editor.toast and editor.page.locator("#toast.problem").is_visible()
    assert editor.labels == labels and stayed(editor, places)
    assert editor.page.locator("#tool-undo").is_disabled()
    # A node that isn't a group takes none.
    carry(editor, "price", editor.middle("total"))
    assert tip(editor) == ""
    editor.press("Escape")
    release(editor)
    assert editor.labels == labels and editor.mismatches == 0 and editor.problems == []
