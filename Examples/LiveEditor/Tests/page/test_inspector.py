# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The inspector beside the canvas: what a node is, why it has its value, and what it would take to have another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, Locator

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def inspect(editor: Editor, name: str = "") -> Locator:
    """Opens the inspector, and selects a node."""
    editor.press("i")
    if name:
        click(editor, name)
    return editor.page.get_by_role("region", name="Inspector")


def click(editor: Editor, name: str) -> None:
    editor.page.mouse.click(*editor.middle(name))
    editor.settle()


def pairs(box: Locator) -> dict[str, str]:
    found = box.locator("#inspector-rows > .pair").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.textContent))")
    return {str(label): str(text) for label, text in found}


def links(box: Locator) -> dict[str, str]:
    found = box.locator(".link").evaluate_all("all => all.map((one) => [...one.children].map((part) => part.textContent))")
    return {str(parts[0]): str(parts[1]) for parts in found}


def field(editor: Editor, key: str) -> Locator:
    return editor.page.locator(f"#inspector-{key}")


def test_it_shows_the_node_that_is_selected_and_is_live(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    box = inspect(editor, "total")
    assert editor.page.locator("#inspector-title").inner_text() == "total"
    assert field(editor, "name").input_value() == "total" and field(editor, "definition").input_value() == "sub + tax"
    assert pairs(box)["Value"] == "72" and pairs(box)["Kind"] == "Formula, gives Number"
    # What it depends on as a tree, then what reads it.
    assert links(box) == {"sub": "60", "price": "20", "qty": "3", "tax": "12", "rate": "0.2", "each": "24"}
    assert not box.get_by_text("Recent values").is_visible()
    editor.define("price", "30")
    click(editor, "total")
    assert pairs(box)["Value"] == "108" and links(box)["price"] == "30"
    # Recent values are those since the node is shown; undo brings one as well.
    editor.press("Control+z")
    assert pairs(box)["Value"] == "72"
    recent = box.locator("ol b").all_inner_texts()
    assert recent == ["72", "108"]
    click(editor, "qty")
    assert field(editor, "definition").input_value() == "3" and not box.get_by_text("Recent values").is_visible()
    assert editor.mismatches == 0 and editor.problems == []


def test_links_select_and_show_their_nodes(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    box = inspect(editor, "total")
    box.locator(".link", has_text="rate").last.click()
    editor.settle()
    assert editor.page.locator("#inspector-title").inner_text() == "rate"
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    # A failure leads to its origin.
    editor.define("qty", "0 / 0")
    click(editor, "total")
    assert "division by zero" in box.locator(".problem").inner_text()
    box.locator(".link", has_text="failed").click()
    editor.settle()
    assert editor.page.locator("#inspector-title").inner_text() == "qty"
    # Without a selection, failures of the document are listed.
    editor.press("Escape", "Escape")
    assert editor.page.locator("#inspector-title").inner_text() == "tax.nc" and pairs(box)["Nodes"] == "7"
    assert links(box) == {"qty": "⚠ division by zero"}
    assert editor.problems == []


def test_name_formula_and_format_are_edited_and_refusals_say_why(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    box = inspect(editor, "total")
    field(editor, "definition").fill("sub + tax + 1")
    editor.press("Enter")
    assert editor.labels["total"].endswith(", 73") and pairs(box)["Value"] == "73"
    field(editor, "definition").fill("sub + 5 km")
    editor.press("Enter")
    problem = box.locator("output:not(:empty)")
    assert "km" in problem.inner_text() and field(editor, "definition").input_value() == "sub + 5 km"
    assert editor.labels["total"].endswith(", 73")
    # Escape takes back the text first, then closes the inspector.
    editor.press("Escape")
    assert field(editor, "definition").input_value() == "sub + tax + 1" and problem.count() == 0 and box.is_visible()
    field(editor, "format").fill("$0.00")
    editor.press("Enter")
    assert pairs(box)["Value"] == "$73.00" and pairs(box)["Exactly"] == "73"
    field(editor, "format").fill("0.0.0")
    editor.press("Enter")
    assert "not a format" in problem.inner_text()
    editor.press("Escape")
    # A text is also accepted where the field is left.
    field(editor, "name").fill("sum")
    click(editor, "each")
    click(editor, "sum")
    assert "sum" in editor.labels and editor.page.locator("#inspector-title").inner_text() == "sum"
    field(editor, "name").fill("price")
    editor.press("Enter")
    assert "price" in problem.inner_text() and "sum" in editor.labels
    field(editor, "name").focus()
    editor.press("Escape", "Escape")
    assert not box.is_visible() and editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_text_that_is_typed_stays_while_values_change(serve: Serve, bill: Path, open_editor: Open) -> None:
    server = serve(bill)
    editor = open_editor(server)
    box = inspect(editor, "total")
    field(editor, "definition").fill("tax * 10")
    other = Editor(editor.page.context, server.link)
    other.define("price", "40")
    # A new name in the formula changes the text that the field had.
    click(other, "sub")
    other.press("F2")
    other.page.locator("#field-text").fill("net")
    other.press("Enter")
    editor.settle()
    assert field(editor, "definition").input_value() == "tax * 10"
    assert editor.page.evaluate("document.activeElement.id") == "inspector-definition"
    assert pairs(box)["Value"] == "144" and "net" in links(box)
    editor.press("Escape")
    assert field(editor, "definition").input_value() == "net + tax"
    field(editor, "definition").fill("tax * 10")
    editor.press("Enter")
    assert editor.labels["total"].endswith(", 240")
    assert editor.problems == [] and other.problems == []


def test_formulas_are_completed_while_they_are_typed(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    inspect(editor, "total")
    field(editor, "definition").fill("")
    editor.page.keyboard.type("tax + pri")
    editor.settle()
    options = editor.page.locator("#inspector-definition-list [role=option]")
    assert options.first.locator("b").inner_text() == "price"
    editor.press("Tab")
    assert field(editor, "definition").input_value() == "tax + price" and not options.first.is_visible()
    editor.page.keyboard.type(" + qt")
    editor.settle()
    # Escape closes the list first; the text stays.
    editor.press("Escape")
    assert not options.first.is_visible() and field(editor, "definition").input_value() == "tax + price + qt"
    editor.page.keyboard.type("y")
    editor.settle()
    editor.press("Enter")
    assert editor.labels["total"].endswith(", 35")
    assert editor.problems == []


def test_several_nodes_have_totals_and_a_mode(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    script = tmp_path / "lengths.nc"
    script.write_text('a = 3 km\nb = 500 m\nc = 2\nd = 4\nt = "text"\n')
    editor = open_editor(serve(script))
    box = inspect(editor)
    editor.press("F6")

    def select(*names: str) -> dict[str, str]:
        editor.select(*names)
        return pairs(box)

    found = select("c", "d", "t")
    assert editor.page.locator("#inspector-title").inner_text() == "3 nodes"
    assert [found[key] for key in ("Numbers", "Sum", "Mean", "Least", "Greatest")] == ["2", "6", "3", "2", "4"]
    found = select("a", "b")
    assert [found[key] for key in ("Sum", "Mean", "Least", "Greatest")] == ["3.5 km", "1.75 km", "0.5 km", "3 km"]
    # Lengths and numbers have no sum.
    assert "Sum" not in select("a", "c")
    box.get_by_role("group", name="Mode").get_by_role("button", name="Muted").click()
    editor.settle()
    assert "muted" in editor.labels["a"] and "muted" in editor.labels["c"] and "muted" not in editor.labels["b"]
    assert box.locator("[aria-pressed=true]").inner_text() == "Muted"
    editor.press("Control+z")
    assert box.locator("[aria-pressed=true]").inner_text() == "Active"
    assert editor.problems == []


def test_it_says_what_runs_cost_and_what_is_in_groups(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    box = inspect(editor, "tax")
    box.get_by_role("button", name="Count its runs").click()
    editor.settle()
    assert pairs(box)["Runs"] == "none"
    editor.define("rate", "25%")
    click(editor, "tax")
    assert pairs(box)["Runs"].startswith("1, the last took ")
    editor.page.keyboard.down("Shift")
    editor.page.mouse.click(*editor.middle("sub"))
    editor.page.keyboard.up("Shift")
    editor.settle()
    editor.command("group", "Tax")
    click(editor, "Tax")
    assert pairs(box)["Kind"] == "Group of 2 nodes" and set(links(box)) >= {"price", "qty", "rate", "total"}
    editor.page.mouse.dblclick(*editor.middle("Tax"))
    editor.settle()
    click(editor, "tax")
    # Inside: a formula of all instances, with its sources there.
    assert field(editor, "definition").input_value() == "sub * rate" and "sub" in links(box)
    field(editor, "definition").fill("sub * rate * 2")
    editor.press("Enter")
    assert pairs(box)["Value"] == "30"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_node_is_given_another_value_by_changing_an_input(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    box = inspect(editor, "total")
    box.get_by_role("button", name="Another value").click()
    editor.settle()
    box.get_by_label("The value that it is to have").fill("90")
    box.get_by_label("The input to change").select_option("price")
    box.get_by_role("button", name="Make it so").click()
    editor.settle()
    assert editor.labels["price"].endswith(", 25") and editor.labels["total"].endswith(", 90")
    assert editor.toast == "price = 25"
    # It is one step.
    editor.press("Control+z")
    assert editor.labels["total"].endswith(", 72") and editor.page.locator("#tool-undo").is_disabled()
    for text, reason in [("90 km", "Number"), ("", "value"), ("price", "changes with")]:
        box.get_by_label("The value that it is to have").fill(text)
        box.get_by_label("The input to change").select_option("price")
        editor.press("Enter") if text else box.get_by_role("button", name="Make it so").click()
        editor.settle()
        assert reason in box.locator("output:not(:empty)").inner_text()
    # Which input matters.
    box.get_by_role("button", name="Which input matters?").click()
    editor.settle()
    bars = box.locator(".bar b").all_inner_texts()
    assert set(bars[:2]) == {"price", "qty"} and bars[2] == "rate"
    assert box.locator(".bar").last.locator("span").inner_text() == "71.88 … 72.12"
    widths = box.locator(".bar > i i").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[0] == pytest.approx(widths[1], abs=1) and 0 < widths[2] < widths[0] / 4
    # An edit makes them out of date.
    editor.define("rate", "50%")
    click(editor, "total")
    assert box.locator(".bar").count() == 0
    assert editor.problems == []


def test_a_closed_inspector_costs_nothing_and_an_open_one_what_it_shows(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    script = tmp_path / "many.nc"
    script.write_text("hub = 1\n" + "".join(f"n{index} = hub + {index}\n" for index in range(300)) + "last = n0 + n1\n")
    editor = open_editor(serve(script))

    def cost() -> float:
        editor.settle()
        before = editor.number("figures.bytes")
        editor.command("paste", f"x{before:.0f} = 1")
        return editor.number("figures.bytes") - before

    closed = cost()
    box = inspect(editor)
    editor.command("go", "1")
    assert box.is_visible()
    assert box.locator(".link").count() <= 12 + 16 + 1
    received = editor.number("figures.bytes")
    for step in range(8):
        editor.page.mouse.move(300 + step * 5, 650)
        editor.settle()
    # Moving the pointer sends nothing of it.
    assert editor.number("figures.bytes") - received < 8 * 400
    editor.press("Escape")
    assert not box.is_visible()
    assert cost() < closed + 500
    assert editor.problems == []


def test_keys_go_into_it_and_back(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    focused = "document.activeElement.id"
    click(editor, "total")
    box = inspect(editor)
    assert editor.page.evaluate(focused) == "inspector-title"
    editor.press("F6")
    assert editor.page.evaluate(focused) == "canvas" and box.is_visible()
    # Arrows show the node with the focus, without selecting it.
    editor.press("Escape", "Escape", "ArrowRight", "ArrowRight")
    assert editor.page.locator("#inspector-title").inner_text() in editor.labels
    editor.press("F6", "Tab", "Tab")
    assert editor.page.evaluate(focused) == "inspector-name"
    editor.press("Escape")
    assert not box.is_visible() and editor.page.evaluate(focused) == "canvas"
    # Where it is open, what is fitted is beside it.
    inspect(editor)
    editor.press("F6", "1")
    left = box.bounding_box()
    assert left and all(x + width <= left["x"] for x, _, width, _ in editor.boxes())
    editor.press("i")
    assert not box.is_visible()
    assert editor.problems == []


def test_on_a_narrow_screen_it_covers_the_lower_half(serve: Serve, bill: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    editor = Editor(context, serve(bill).link)
    click(editor, "price")
    box = inspect(editor)
    place = box.bounding_box()
    bar = editor.page.locator("#tools").bounding_box()
    assert place and bar and place["y"] >= 844 / 2 - 1 and place["y"] + place["height"] <= bar["y"]
    assert place["x"] >= 0 and place["x"] + place["width"] <= 390
    for part in box.locator("input, button.link").all():
        part.scroll_into_view_if_needed()
        found = part.bounding_box()
        assert found and found["height"] >= 43.9
    editor.page.locator("#inspector-close").tap()
    editor.settle()
    assert not box.is_visible() and editor.problems == []
    context.close()
