# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Amounts that are computed from money are shown as money."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server

Serve = Callable[..., Server]
Open = Callable[..., Editor]


def give(editor: Editor, name: str, text: str) -> None:
    """Gives a node a format, as a person does with its menu."""
    editor.page.mouse.click(*editor.middle(name), button="right")
    editor.settle()
    editor.page.locator("#menu [data-command=format]").click()
    editor.page.locator("#field-text").fill(text)
    editor.press("Enter")


def test_amounts_that_are_computed_from_money_are_shown_as_money(
    serve: Serve, script: Callable[..., Path], open_editor: Open
) -> None:
    server = serve(script("price = 20", "qty = 3", "total = price * qty", "tax = total * 20%", "ratio = total / price"))
    other, editor = open_editor(server), open_editor(server)
    assert editor.labels["total"].endswith(", 60")
    give(editor, "price", "$0.00")
    other.settle()
    for one in (editor, other):
        assert one.labels["total"].endswith("$60.00") and one.labels["tax"].endswith("$12.00")
        assert one.labels["ratio"].endswith(", 3")
        # The rows of what reads them, too.
        assert "$60.00" in one.words("tax") and "$60.00" in one.words("ratio") and "$12.00" in one.words("tax")
    # The values are live, and the number alone can be had.
    editor.define("price", "30")
    assert editor.labels["tax"].endswith("$18.00")
    give(editor, "total", "plain")
    assert editor.labels["total"].endswith(", 90") and editor.labels["tax"].endswith(", 18")
    editor.press("Escape", "Control+z")
    assert editor.labels["total"].endswith("$90.00") and editor.labels["tax"].endswith("$18.00")
    # A formula that makes no amount of it.
    editor.define("total", "price * price")
    assert editor.labels["total"].endswith(", 900") and editor.labels["tax"].endswith(", 180")
    editor.command("undo")
    give(editor, "price", "")
    other.settle()
    for one in (editor, other):
        assert one.labels["total"].endswith(", 90") and one.labels["tax"].endswith(", 18")
        assert one.mismatches == 0 and one.problems == []


def test_the_inspector_says_which_format_a_node_has_by_itself(
    serve: Serve, script: Callable[..., Path], open_editor: Open
) -> None:
    editor = open_editor(serve(script("price = 20", "total = price * 3", '.look price format="$0.00"')))
    editor.press("i")
    editor.page.mouse.click(*editor.middle("total"))
    editor.settle()
    field = editor.page.locator("#inspector-format")
    assert field.input_value() == "" and field.get_attribute("placeholder") == "$0.00, inherited; or plain"
    field.fill("plain")
    editor.press("Enter")
    assert editor.labels["total"].endswith(", 60") and field.input_value() == "plain"
    assert editor.mismatches == 0 and editor.problems == []
